import { describe, expect, it } from 'vitest';
import { drawPair, GAP, MEASURED, type MovingSolid, radiusOf, SOLIDS } from '../../test/solid-motions.ts';
import type { FreeFlight } from '../math/free-flight.ts';
import { createMat3 } from '../math/mat3.ts';
import { createPose, type Pose } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import {
  copyTorqueFreeRotation,
  createTorqueFreeRotation,
  rotateTorqueFree,
  torqueFreeOrientation,
} from '../math/torque-free-rotation.ts';
import { createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { closest } from '../pairs/query.ts';
import { createBox } from '../shapes/box.ts';
import { createCapsule } from '../shapes/capsule.ts';
import { createCone } from '../shapes/cone.ts';
import { createCylinder } from '../shapes/cylinder.ts';
import { createEllipsoid } from '../shapes/ellipsoid.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Shape } from '../shapes/shape.ts';
import { createSphere } from '../shapes/sphere.ts';
import { createImpact, type Impact } from '../toi/impact.ts';
import { timeOfSeparation, tumblingImpact } from './tumbling-impact.ts';

interface Flyer {
  readonly shape: Shape;
  readonly flight: FreeFlight;
}

const STILL = createVec3(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);

function flying(
  shape: Shape,
  pose: Pose,
  velocity: ReadonlyVec3,
  angularVelocity: ReadonlyVec3,
  moments: ReadonlyVec3,
  acceleration = createVec3(),
): Flyer {
  const torqueFree = createTorqueFreeRotation(pose.rotation, angularVelocity, moments, createMat3());
  return { shape, flight: { pose, velocity, acceleration, torqueFree } };
}

/** Moments of an elongated body: such bodies tumble. */
function drawMoments(random: Random): ReadonlyVec3 {
  const [a, b, c] = [random.between(0.1, 1), random.between(0.1, 1), random.between(0.1, 1)];
  return createVec3(b * b + c * c, c * c + a * a, a * a + b * b);
}

/** `drawPair` with bodies that tumble. */
function makeTumbling(random: Random, pair: readonly [MovingSolid, MovingSolid]): [Flyer, Flyer] {
  const [a, b] = pair.map(({ shape, motion }) =>
    flying(shape, motion.pose as Pose, motion.velocity, motion.angularVelocity, drawMoments(random)),
  );
  return [a, b];
}

/** Pose of a flyer at a time, computed from its start. */
function poseOf({ flight }: Flyer, t: number): Pose {
  const { pose, velocity: v, acceleration: a } = flight;
  const torqueFree = copyTorqueFreeRotation(flight.torqueFree);
  rotateTorqueFree(torqueFree, t);
  const at = createPose();
  for (const k of ['x', 'y', 'z'] as const) at.position[k] = pose.position[k] + t * (v[k] + 0.5 * t * a[k]);
  torqueFreeOrientation(at.rotation, torqueFree);
  return at;
}

const gapAt = ([a, b]: readonly [Flyer, Flyer], t: number) =>
  closest(a.shape, poseOf(a, t), b.shape, poseOf(b, t)).distance;

const sizeOf = (pair: readonly Flyer[]) =>
  pair.reduce((sum, { shape }) => sum + (shape.kind === 'halfspace' ? 0 : shapeRadius(shape)), 0);

const impactOf = ([a, b]: readonly [Flyer, Flyer], duration = 1): Impact =>
  tumblingImpact(createImpact(), a.shape, a.flight, b.shape, b.flight, duration);

/** Not late, no contact missed (by sampling), and close enough. */
function expectFirstContact(pair: readonly [Flyer, Flyer], found: Impact, samples: number): void {
  expect(['hit', 'none']).toContain(found.status);
  let min = Number.POSITIVE_INFINITY;
  for (let k = 1; k <= samples; k++) min = Math.min(min, gapAt(pair, (found.time * k) / samples));
  expect(min).toBeGreaterThan(0);
  if (found.status !== 'hit') return;
  const gap = gapAt(pair, found.time);
  expect(gap).toBeLessThanOrEqual((GAP + MEASURED) * sizeOf(pair));
  // the search rotated the bodies in different steps: 1e-13 rad of a body's radius
  expect(Math.abs(gap - found.gap)).toBeLessThan(MEASURED * sizeOf(pair));
}

describe('first contact of tumbling bodies', () => {
  const kinds = Object.keys(SOLIDS);
  it.each(kinds)('%s and any other, both tumbling: never late, never missed', (kind) => {
    const random = createRandom(41 + kinds.indexOf(kind));
    let hits = 0;
    for (let i = 0; i < 40; i++) {
      const other = SOLIDS[kinds[random.below(kinds.length)]];
      const pair = makeTumbling(random, drawPair(random, SOLIDS[kind](random), other(random), 10));
      const found = impactOf(pair);
      expectFirstContact(pair, found, 80);
      if (found.status === 'hit') hits++;
    }
    expect(hits).toBeGreaterThan(10);
  });

  it('round bodies, half-spaces and falling bodies: the same guarantees', () => {
    const random = createRandom(5);
    const rounds = [createCylinder(0.3, 0.6), createCone(0.4, 0.45), createEllipsoid([0.3, 0.5, 0.8])];
    const others = [...rounds, createBox([0.2, 0.4, 0.6]), createCapsule(0.2, 0.5), createSphere(0.4)];
    const gravity = createVec3(0, 0, -9.81);
    const angularVelocity = () => createVec3(random.between(-6, 6), random.between(-6, 6), random.between(-6, 6));
    const rotate = () => [random.normal(), random.normal(), random.normal(), random.normal()];
    const floor = flying(createHalfspace([0, 0, 1]), createPose(), createVec3(), createVec3(), STILL);
    for (let i = 0; i < 25; i++) {
      const shape = others[random.below(others.length)];
      const faller = flying(
        shape,
        createPose([0, 0, random.between(1.3, 3)], rotate()),
        createVec3(1, 0, random.between(-3, 3)),
        angularVelocity(),
        drawMoments(random),
        gravity,
      );
      const found = impactOf([faller, floor], 3);
      expect(found.status).toBe('hit');
      expectFirstContact([faller, floor], found, 60);
      const partner = flying(
        rounds[random.below(3)],
        createPose([0.2, 0.1, -3], rotate()),
        createVec3(1, 0, 4),
        angularVelocity(),
        drawMoments(random),
      );
      expectFirstContact([faller, partner], impactOf([faller, partner], 2), 60);
    }
  });

  it('needs few distance queries: about as many as without tumbling', () => {
    const random = createRandom(7);
    let passes = 0;
    let hits = 0;
    let max = 0;
    for (let i = 0; i < 400; i++) {
      const found = impactOf(makeTumbling(random, drawPair(random, SOLIDS.box(random), SOLIDS.box(random), 3)));
      if (found.status !== 'hit') continue;
      hits++;
      passes += found.iterations;
      max = Math.max(max, found.iterations);
    }
    expect(passes / hits).toBeLessThan(14);
    expect(max).toBeLessThan(100);
  });

  it('bodies without tumbling touch at the time of the closed form', () => {
    const floor = flying(createHalfspace([0, 0, 1]), createPose(), createVec3(), createVec3(), STILL);
    const ball = flying(
      createSphere(0.5),
      createPose([0, 0, 5]),
      createVec3(0, 0, 1),
      createVec3(1, 2, 3),
      createVec3(1, 1, 1),
      createVec3(0, 0, -10),
    );
    // 4.5 + t - 5 t² = 0
    const found = impactOf([ball, floor], 10);
    expect(found.time).toBeCloseTo((1 + Math.sqrt(91)) / 10, 9);
    expect(found.normal.z).toBe(-1);
    expect(found.closingSpeed).toBeCloseTo(Math.sqrt(91), 8);
  });

  it('a hit leaves a gap from which the next search starts: separating bodies fly on', () => {
    const random = createRandom(11);
    for (let i = 0; i < 50; i++) {
      const pair = makeTumbling(random, drawPair(random, SOLIDS.box(random), SOLIDS.hull(random), 6));
      const found = impactOf(pair);
      if (found.status !== 'hit') continue;
      const [a, b] = pair.map((flyer, k): Flyer => {
        const torqueFree = copyTorqueFreeRotation(flyer.flight.torqueFree);
        rotateTorqueFree(torqueFree, found.time);
        // sent apart along the normal, faster than any rotation
        const speed = (k === 0 ? -1 : 1) * 60;
        const { x, y, z } = found.normal;
        const flight = {
          ...flyer.flight,
          pose: poseOf(flyer, found.time),
          velocity: createVec3(speed * x, speed * y, speed * z),
        };
        return { ...flyer, flight: { ...flight, torqueFree } };
      });
      const again = impactOf([a, b], 0.5);
      expect(again.status).toBe('none');
      expect(again.iterations).toBeLessThan(40);
    }
  });

  it('finds when overlapping bodies separate', () => {
    const a = flying(createBox([0.5, 0.5, 0.5]), createPose(), createVec3(), createVec3(), STILL);
    const b = flying(createSphere(0.5), createPose([0.25, 0, 0]), createVec3(0.5, 0, 0), createVec3(), STILL);
    const time = timeOfSeparation(a.shape, a.flight, b.shape, b.flight, 10);
    expect(time).toBeCloseTo(1.5, 7); // 0.5 + 0.5 = 0.25 + 0.5 t
    expect(gapAt([a, b], time)).toBeGreaterThan(0);
    expect(timeOfSeparation(a.shape, a.flight, b.shape, b.flight, 1)).toBe(1);
  });

  it('reports bodies that overlap at the start', () => {
    const a = flying(createBox([0.5, 0.5, 0.5]), createPose(), createVec3(), createVec3(0, 0, 1), createVec3(1, 2, 3));
    const hull = createHull([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    const b = flying(hull, createPose([0.2, 0.2, 0.2]), createVec3(), createVec3(), STILL);
    expect(impactOf([a, b]).status).toBe('initial-overlap');
    expect(radiusOf(hull)).toBe(1);
  });
});
