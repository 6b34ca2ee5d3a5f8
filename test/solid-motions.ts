/** Random moving convex solids for tests, and their first contact by dense sampling. */
import { expect } from 'vitest';
import { createContact } from '../src/distance/contact.ts';
import type { Solid } from '../src/distance/convex/core.ts';
import { createMotion, type Motion, poseAt } from '../src/math/motion.ts';
import { createPose } from '../src/math/pose.ts';
import type { Random } from '../src/math/random.ts';
import { createVec3, lengthVec3, scaleVec3, type Vec3 } from '../src/math/vec3.ts';
import { closestInto } from '../src/pairs/query.ts';
import { createBox } from '../src/shapes/box.ts';
import { createCapsule } from '../src/shapes/capsule.ts';
import { createHull } from '../src/shapes/hull/create-hull.ts';
import { shapeRadius } from '../src/shapes/radius.ts';
import type { Shape } from '../src/shapes/shape.ts';
import { createSphere } from '../src/shapes/sphere.ts';
import { createImpact, type Impact } from '../src/toi/impact.ts';
import { rigidImpact } from '../src/toi/rigid-impact.ts';

export interface MovingSolid<S extends Shape = Solid> {
  readonly shape: S;
  readonly motion: Motion;
}

export type SolidPair<S extends Shape = Solid> = readonly [MovingSolid<S>, MovingSolid<S>];

/** A direction, all equally likely, made `length` long. */
export function randomVec3(random: Random, length = 1): Vec3 {
  const v = createVec3(random.normal(), random.normal(), random.normal());
  return scaleVec3(v, v, length / lengthVec3(v));
}

export function randomRotation(random: Random): number[] {
  return [random.normal(), random.normal(), random.normal(), random.normal()];
}

/** A motion from plain numbers; `rotation` is a quaternion. */
export function moving(
  place: readonly number[],
  velocity: readonly number[],
  angularVelocity: readonly number[] = [0, 0, 0],
  rotation: readonly number[] = [1, 0, 0, 0],
): Motion {
  return createMotion(createPose(place, rotation), createVec3(...velocity), createVec3(...angularVelocity));
}

export function pairOf<A extends Shape, B extends Shape>(
  shapeA: A,
  motionA: Motion,
  shapeB: B,
  motionB: Motion,
): SolidPair<A | B> {
  return [
    { shape: shapeA, motion: motionA },
    { shape: shapeB, motion: motionB },
  ];
}

const halfExtents = (random: Random) => [0, 0, 0].map(() => random.between(0.4, 1.4) / 2);

/** What is drawn, by name. Sizes are about 1 m; plates and needles are a hundred times thinner. */
export const SOLIDS: Readonly<Record<string, (random: Random) => Solid>> = {
  box: (random) => createBox(halfExtents(random)),
  plate: (random) =>
    createBox([random.between(0.01, 0.02) / 2, random.between(0.4, 1.4) / 2, random.between(0.4, 1.4) / 2]),
  needle: (random) =>
    createBox([random.between(0.01, 0.02) / 2, random.between(0.01, 0.02) / 2, random.between(1, 2) / 2]),
  'rounded box': (random) => createBox(halfExtents(random), random.between(0, 0.2)),
  sphere: (random) => createSphere(random.between(0.2, 0.8)),
  capsule: (random) => createCapsule(random.between(0.05, 0.4), random.between(0, 1)),
  hull: (random) => {
    const semiAxes = [0, 0, 0].map(() => random.between(0.4, 1));
    const corners = Array.from({ length: 4 + random.below(13) }, () => {
      const { x, y, z } = randomVec3(random);
      return [semiAxes[0] * x, semiAxes[1] * y, semiAxes[2] * z];
    });
    // with the opposite corners the origin is certainly inside
    return createHull([...corners, ...corners.map((corner) => corner.map((c) => -c))]);
  },
};

/** No point of the body is farther from its origin [m]. */
export function radiusOf(shape: Shape): number {
  return shapeRadius(shape);
}

export function sizeOf([a, b]: SolidPair<Shape>): number {
  return radiusOf(a.shape) + radiusOf(b.shape);
}

/** Two bodies that start apart and approach each other for 1 s with a random offset, both rotating by up to `rotation` [rad]. */
export function drawPair<A extends Shape, B extends Shape>(
  random: Random,
  shapeA: A,
  shapeB: B,
  rotation: number,
): SolidPair<A | B> {
  const size = radiusOf(shapeA) + radiusOf(shapeB);
  for (;;) {
    const way = randomVec3(random);
    const miss = randomVec3(random, size * random.between(0, 1.2));
    const start = size * random.between(0.6, 2);
    const speed = size * random.between(0.5, 2.5);
    const angularVelocity = () => randomVec3(random, random.between(0, rotation));
    const place = [way.x * start + miss.x, way.y * start + miss.y, way.z * start + miss.z];
    const a = createMotion(
      createPose([0, 0, 0], randomRotation(random)),
      scaleVec3(createVec3(), way, speed / 2),
      angularVelocity(),
    );
    const b = createMotion(
      createPose(place, randomRotation(random)),
      scaleVec3(createVec3(), way, -speed / 2),
      angularVelocity(),
    );
    const pair = pairOf(shapeA, a, shapeB, b);
    if (gapAt(pair, 0) > 1e-3 * size) return pair;
  }
}

const contact = createContact();
const poseA = createPose();
const poseB = createPose();

/** Signed distance of the two bodies at a time [m], measured from scratch. */
export function gapAt([a, b]: SolidPair<Shape>, time: number): number {
  poseAt(poseA, a.motion, time);
  poseAt(poseB, b.motion, time);
  return closestInto(contact, a.shape, poseA, b.shape, poseB).distance;
}

/**
 * The first of `samples` times up to `end` at which the bodies are no farther apart than `level`; dips between samples are
 * followed down to their lowest. Undefined if there is none.
 */
export function firstSampleBelow(
  pair: SolidPair<Shape>,
  end: number,
  samples: number,
  level: number,
): number | undefined {
  let before = Number.POSITIVE_INFINITY;
  let last = gapAt(pair, 0);
  for (let k = 1; k <= samples; k++) {
    const gap = gapAt(pair, (end * k) / samples);
    if (gap <= level) return (end * k) / samples;
    if (last < before && last <= gap) {
      const time = lowestTime(pair, (end * Math.max(0, k - 2)) / samples, (end * k) / samples);
      if (gapAt(pair, time) <= level) return time;
    }
    before = last;
    last = gap;
  }
  return undefined;
}

/** What a search for a first contact promises of the gap it leaves, in units of the size. */
export const GAP = 1e-9;
/** Two measurements of one distance differ by rounding, about 1e-15 of the size. */
export const MEASURED = 1e-13;

export function impactOf([a, b]: SolidPair, duration = 1, separation = 0): Impact {
  return rigidImpact(createImpact(), a.shape, a.motion, b.shape, b.motion, duration, separation);
}

/** Not late, not early, nothing missed, by sampling. */
export function expectFirstContact(pair: SolidPair<Shape>, found: Impact, samples: number): void {
  const size = sizeOf(pair);
  expect(['hit', 'none']).toContain(found.status);
  expect(firstSampleBelow(pair, found.time, samples, 0)).toBeUndefined();
  if (found.status !== 'hit') return;
  const gap = gapAt(pair, found.time);
  expect(gap).toBeGreaterThan(0);
  expect(gap).toBeLessThanOrEqual((GAP + MEASURED) * size);
  expect(Math.abs(gap - found.gap)).toBeLessThan(MEASURED * size);
}

/** Golden section: where the gap is smallest between two times. */
function lowestTime(pair: SolidPair<Shape>, from: number, to: number): number {
  const fraction = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [from, to];
  for (let k = 0; k < 30; k++) {
    const first = high - fraction * (high - low);
    const second = low + fraction * (high - low);
    if (gapAt(pair, first) < gapAt(pair, second)) high = second;
    else low = first;
  }
  return 0.5 * (low + high);
}
