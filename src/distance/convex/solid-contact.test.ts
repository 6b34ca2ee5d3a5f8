import { describe, expect, it } from 'vitest';
import { brutePolytopeDepth, brutePolytopeDistance, placeHull } from '../../../test/oracles/polytope-distance.ts';
import { drawPose, drawSolid, hullOfBox } from '../../../test/solids.ts';
import { createPose, type Pose, type ReadonlyPose } from '../../math/pose.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { createBox } from '../../shapes/box.ts';
import { createCapsule } from '../../shapes/capsule.ts';
import { createCone } from '../../shapes/cone.ts';
import { createCylinder } from '../../shapes/cylinder.ts';
import { createEllipsoid } from '../../shapes/ellipsoid.ts';
import { createHull } from '../../shapes/hull/create-hull.ts';
import { createSegment } from '../../shapes/segment.ts';
import { createSphere } from '../../shapes/sphere.ts';
import { type Contact, createContact } from '../contact.ts';
import { closestEllipsoids } from '../ellipsoid/ellipsoid-contact.ts';
import { closestSegments } from '../features/segment-contact.ts';
import { createSimplexCache } from '../simplex-cache.ts';
import type { Solid } from './core.ts';
import { closestSolids } from './solid-contact.ts';

function query(shapeA: Solid, poseA: ReadonlyPose, shapeB: Solid, poseB: ReadonlyPose): Contact {
  return closestSolids(createContact(), shapeA, poseA, shapeB, poseB, createSimplexCache());
}

/** Poses of two boxes with random rotations: independent, equal, nearly equal, or equal except for a rotation about one axis. */
function drawPoses(random: Random, trial: number, spread: number): [Pose, Pose] {
  const poseA = drawPose(random, spread);
  const { x, y, z } = drawPose(random, spread).position;
  if (trial % 4 === 0) return [poseA, drawPose(random, spread)];
  if (trial % 4 === 1) return [createPose(), createPose([x, y, z], random.between(-4, 4))];
  const rotation = trial % 4 === 2 ? [1, 0, 0, 0] : [1, 1e-9 * random.normal(), 1e-7 * random.normal(), 1e-12];
  return [createPose(), createPose([x, y, z], rotation)];
}

describe('boxes', () => {
  it('property: the distance is that of the closest features, aligned or not, up to an aspect ratio of 1000', () => {
    const random = createRandom(31);
    let apart = 0;
    for (let trial = 0; trial < 3000; trial++) {
      const thin = trial % 3 === 0 ? 5e-4 : 0.15;
      const sizes = () => [0, 0, 0].map(() => (random.below(2) === 0 ? thin : random.between(0.3, 1) / 2));
      const [a, b] = [createBox(sizes()), createBox(sizes())];
      const [poseA, poseB] = drawPoses(random, trial, 1.2);
      const { distance, errorBound } = query(a, poseA, b, poseB);
      if (distance <= 0) continue;
      apart++;
      const expected = brutePolytopeDistance(placeHull(hullOfBox(a), poseA), placeHull(hullOfBox(b), poseB));
      // rounding error of coordinates up to 3 m
      expect(Math.abs(distance - expected)).toBeLessThan(6e-15);
      // the certificate is weaker than the result where the closest triangle is a thousand times longer than wide
      expect(errorBound).toBeLessThan(1e-13);
    }
    expect(apart).toBeGreaterThan(2000);
  });

  it('property: the depth is the minimum overlap along all axes; a hull of the corners gives the same', () => {
    const random = createRandom(32);
    let deep = 0;
    for (let trial = 0; trial < 600; trial++) {
      const [a, b] = [0, 0].map(() => createBox([0, 0, 0].map(() => random.between(0.3, 2) / 2)));
      const [poseA, poseB] = drawPoses(random, trial, 0.5);
      const { distance } = query(a, poseA, b, poseB);
      if (distance >= 0) continue;
      deep++;
      const [hullA, hullB] = [hullOfBox(a), hullOfBox(b)];
      const expected = brutePolytopeDepth(placeHull(hullA, poseA), placeHull(hullB, poseB));
      // rounding error, and the margin by which axes have priority over edge cross products
      expect(Math.abs(distance + expected)).toBeLessThan(1e-14);
      // SAT compared with EPA; flat faces of many triangles add a few rounding errors
      const other = query(hullA, poseA, hullB, poseB);
      expect(Math.abs(other.distance - distance)).toBeLessThan(1e-14);
    }
    expect(deep).toBeGreaterThan(400);
  });

  it('a cube on a cube touches it, for any rounding', () => {
    const cube = createBox([0.5, 0.5, 0.5]);
    for (const gap of [0, 1e-17, -1e-17, 1e-12, -1e-12, 1e-6, -1e-6]) {
      const contact = query(cube, createPose(), cube, createPose([0.25, -0.125, 1 + gap]));
      expect(Math.abs(contact.distance - gap)).toBeLessThan(5e-16);
      expect(contact.normal.z).toBe(1);
    }
  });

  it('four coplanar corners of parallel faces are not taken for an overlap', () => {
    const box = createBox([0.5, 0.5, 0.5]);
    const random = createRandom(33);
    for (let trial = 0; trial < 2000; trial++) {
      const gap = 10 ** random.between(-9, 0);
      const position = [random.between(-1, 1), random.between(-1, 1), 1 + gap];
      const { distance } = query(box, createPose(), box, createPose(position, (Math.PI / 2) * random.below(4)));
      expect(Math.abs(distance - gap)).toBeLessThan(1e-15);
    }
  });
});

describe('hulls', () => {
  it('property: the distance is that of the closest features, the depth the minimum overlap', () => {
    const random = createRandom(34);
    for (let trial = 0; trial < 400; trial++) {
      const [a, b] = [0, 0].map(() => drawSolid(random, 'hull', 1));
      if (a.kind !== 'hull' || b.kind !== 'hull') continue;
      const [poseA, poseB] = [drawPose(random, trial % 2 ? 2 : 0.4), drawPose(random, trial % 2 ? 2 : 0.4)];
      const contact = query(a, poseA, b, poseB);
      const [placedA, placedB] = [placeHull(a, poseA), placeHull(b, poseB)];
      const expected =
        contact.distance > 0 ? brutePolytopeDistance(placedA, placedB) : -brutePolytopeDepth(placedA, placedB);
      expect(Math.abs(contact.distance - expected)).toBeLessThan(1e-14);
      expect(contact.status).toBe('exact');
    }
  });

  it('a cache gives the same distance in fewer steps', () => {
    const random = createRandom(35);
    const points = (count: number) =>
      Array.from({ length: count }, () => {
        const [x, y, z] = [random.normal(), random.normal(), random.normal()];
        const length = Math.hypot(x, y, z);
        return [x / length, y / length, z / length];
      });
    const [a, b] = [createHull(points(300)), createHull(points(300))];
    const [warm, cold] = [createContact(), createContact()];
    const cache = createSimplexCache();
    let [warmSteps, coldSteps] = [0, 0];
    for (let frame = 0; frame < 200; frame++) {
      const poseB = createPose([2.5, 0.3, 0.01 * frame], [1, 0.01 * frame, 0.002 * frame, 0]);
      closestSolids(warm, a, createPose(), b, poseB, cache);
      closestSolids(cold, a, createPose(), b, poseB, createSimplexCache());
      expect(Math.abs(warm.distance - cold.distance)).toBeLessThan(4e-15);
      warmSteps += warm.iterations;
      coldSteps += cold.iterations;
    }
    expect(warmSteps).toBeLessThan(0.5 * coldSteps);
  });
});

describe('spheres and capsules', () => {
  it('worked example: two spheres, a sphere next to a capsule, crossed capsules', () => {
    const [one, half] = [createSphere(1), createSphere(0.5)];
    expect(query(one, createPose(), half, createPose([0, 3, 4])).distance).toBe(3.5);
    expect(query(one, createPose(), half, createPose([0, 0, 1])).distance).toBe(-0.5);
    const capsule = createCapsule(0.25, 2);
    expect(query(half, createPose([1, 0, 1]), capsule, createPose()).distance).toBe(0.25);
    const lying = createPose([0, 1, 0], [Math.SQRT1_2, 0, Math.SQRT1_2, 0]);
    expect(query(capsule, createPose(), capsule, lying).distance).toBeCloseTo(0.5, 15);
  });

  it('property: the distance of capsules is that of their axes minus both radii', () => {
    const random = createRandom(36);
    for (let trial = 0; trial < 3000; trial++) {
      const [a, b] = [0, 0].map(() => createCapsule(random.between(0.1, 1), random.between(0, 2)));
      const [poseA, poseB] = drawPoses(random, trial, 3);
      const axis = (length: number) => createSegment([0, 0, -length], [0, 0, length]);
      const axes = closestSegments(createContact(), axis(a.halfHeight), poseA, axis(b.halfHeight), poseB);
      const { distance } = query(a, poseA, b, poseB);
      expect(Math.abs(distance - (axes.distance - a.radius - b.radius))).toBeLessThan(1e-14);
    }
  });

  it('concentric spheres and coaxial capsules overlap by the sum of their radii, along some unit normal', () => {
    const [ball, capsule] = [createSphere(1), createCapsule(0.25, 2)];
    for (const [a, b, depth] of [
      [ball, ball, 2],
      [capsule, capsule, 0.5],
      [ball, capsule, 1.25],
    ] as const) {
      const { distance, normal } = query(a, createPose(), b, createPose());
      expect(distance).toBe(-depth);
      expect(Math.hypot(normal.x, normal.y, normal.z)).toBe(1);
    }
  });
});

describe('round bodies', () => {
  it('property: the distance is between those of an inner and an outer box of the body', () => {
    const random = createRandom(37);
    for (let trial = 0; trial < 300; trial++) {
      const [r, h] = [random.between(0.2, 1), random.between(0.2, 1)];
      const [poseA, poseB] = [drawPose(random, 1.5), drawPose(random, 1.5)];
      const other = drawSolid(random, trial % 2 ? 'box' : 'cone', 1);
      const from = (shape: Solid) => query(shape, poseA, other, poseB).distance;
      const around = from(createBox([r, r, h]));
      const inside = from(createBox([(Math.SQRT2 * r) / 2, (Math.SQRT2 * r) / 2, h]));
      const distance = from(createCylinder(r, h));
      expect(distance).toBeGreaterThan(around - 1e-12);
      expect(distance).toBeLessThan(inside + 1e-12);
    }
  });

  it('worked example: cylinders and cones above a plate, on their rims, sides and tips', () => {
    const plate = createBox([5, 5, 1]);
    const cylinder = createCylinder(0.5, 1);
    expect(query(plate, createPose(), cylinder, createPose([1, 2, 3])).distance).toBeCloseTo(1, 15);
    const lying = createPose([0, 0, 3], [1, 1, 0, 0]);
    expect(query(plate, createPose(), cylinder, lying).distance).toBeCloseTo(1.5, 14);
    const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
    const leaning = createPose([0, 0, 3], [Math.cos(0.15), Math.sin(0.15), 0, 0]);
    expect(query(plate, createPose(), cylinder, leaning).distance).toBeCloseTo(2 - c - 0.5 * s, 14);
    const cone = createCone(1, 2);
    expect(query(plate, createPose(), cone, createPose([0, 0, 3])).distance).toBeCloseTo(1, 14);
    expect(query(plate, createPose(), cone, createPose([0, 0, 5], [0, 1, 0, 0])).distance).toBeCloseTo(1, 14);
    expect(query(plate, createPose(), cone, createPose([0, 0, 1.5])).distance).toBeCloseTo(-0.5, 14);
  });

  it('property: the distance of ellipsoids is the maximum gap over normals', () => {
    const random = createRandom(38);
    for (let trial = 0; trial < 300; trial++) {
      const [a, b] = [0, 0].map(() => createEllipsoid([0, 0, 0].map(() => random.between(0.2, 1))));
      const [poseA, poseB] = [drawPose(random, 2), drawPose(random, 2)];
      const expected = closestEllipsoids(createContact(), a, poseA, b, poseB);
      const { distance, errorBound } = query(a, poseA, b, poseB);
      if (expected.distance < 0) continue;
      expect(Math.abs(distance - expected.distance)).toBeLessThan(errorBound + 1e-14);
      expect(errorBound).toBeLessThan(1e-12);
    }
  });

  it('property: bounds are within 1e-10 of the size of the exact distance, apart or overlapping', () => {
    const random = createRandom(39);
    const kinds = ['cylinder', 'cone', 'ellipsoid', 'box', 'hull', 'segment', 'capsule'] as const;
    for (let trial = 0; trial < 800; trial++) {
      const a = drawSolid(random, kinds[trial % 3], 1);
      const b = drawSolid(random, kinds[trial % 7], 1);
      if (a.kind === 'ellipsoid' && b.kind === 'ellipsoid') continue;
      const spread = trial % 2 ? 2 : 0.5;
      const contact = query(a, drawPose(random, spread), b, drawPose(random, spread));
      expect(contact.errorBound).toBeLessThan(2e-10);
    }
  });
});
