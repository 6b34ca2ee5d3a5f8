import { describe, expect, it } from 'vitest';
import { createCompound } from '../bounds/create-compound.ts';
import { createPose, type ReadonlyPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { closest } from '../pairs/query.ts';
import { createBox } from '../shapes/box.ts';
import { createCapsule } from '../shapes/capsule.ts';
import { createCylinder } from '../shapes/cylinder.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import type { Shape } from '../shapes/shape.ts';
import { createSphere } from '../shapes/sphere.ts';
import { createTrimesh, type Trimesh } from '../shapes/trimesh.ts';
import { contactManifolds } from './contact-manifolds.ts';
import { type ContactPoints, createContactPoints, createPairCache, solidContactPoints } from './contact-points.ts';

function touch(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose, margin: number): ContactPoints {
  const out = createContactPoints();
  solidContactPoints(out, shapeA, poseA, shapeB, poseB, margin, createPairCache());
  return out;
}

const at = (packed: Float64Array, k: number) => [...packed.subarray(3 * k, 3 * k + 3)];

/** A square of `count` by `count` cells, each split into two triangles, with the height z over (x, y). */
function terrain(count: number, size: number, z = (_x: number, _y: number) => 0): Trimesh {
  const coordinate = (i: number) => size * (i / count - 0.5);
  const nodes = Array.from({ length: (count + 1) ** 2 }, (_, k) => {
    const [x, y] = [coordinate(k % (count + 1)), coordinate(Math.floor(k / (count + 1)))];
    return [x, y, z(x, y)];
  });
  const triangles = Array.from({ length: count ** 2 }, (_, cell) => {
    const k = Math.floor(cell / count) * (count + 1) + (cell % count);
    return [k, k + 1, k + count + 2, k, k + count + 2, k + count + 1];
  });
  return createTrimesh({
    positions: Float64Array.from(nodes.flat()),
    triangles: Int32Array.from(triangles.flat()),
    quads: new Int32Array(0),
  });
}

const leg = (x: number, y: number) => ({ shape: createCylinder(0.05, 0.5), pose: createPose([x, y, 0]) });
const table = createCompound([
  { shape: createBox([1, 1, 0.05]), pose: createPose([0, 0, 0.55]) },
  leg(-0.9, -0.9),
  leg(-0.9, 0.9),
  leg(0.9, -0.9),
  leg(0.9, 0.9),
]);

describe('compounds', () => {
  it('a table touches with the outer points of its four legs', () => {
    for (const floor of [createHalfspace([0, 0, 1]), createBox([2, 2, 0.5])]) {
      const pose = createPose([0, 0, floor.kind === 'box' ? -0.5 : 0]);
      const points = touch(table, createPose([0, 0, 0.499]), floor, pose, 0.01);
      expect(points.count).toBe(4);
      const quadrants = [0, 1, 2, 3].map((k) => at(points.pointsA, k).slice(0, 2).map(Math.sign).join());
      expect(new Set(quadrants).size).toBe(4);
      for (let k = 0; k < 4; k++) {
        expect(points.normals[3 * k + 2]).toBeCloseTo(-1, 12);
        expect(points.distances[k]).toBeCloseTo(-1e-3, 6);
        expect(Math.hypot(points.pointsA[3 * k], points.pointsA[3 * k + 1])).toBeGreaterThan(1.2);
      }
    }
  });

  it('a ball in a corner of two plates touches both', () => {
    const corner = createCompound([
      { shape: createBox([1, 1, 0.1]), pose: createPose([0, 0, -0.1]) },
      { shape: createBox([0.1, 1, 1]), pose: createPose([-0.1, 0, 0]) },
    ]);
    const points = touch(corner, createPose(), createSphere(0.5), createPose([0.499, 0, 0.499]), 0.01);
    expect(points.count).toBe(2);
    expect([at(points.normals, 0), at(points.normals, 1)].map((n) => n.map(Math.round)).sort()).toEqual([
      [0, 0, 1],
      [1, 0, 0],
    ]);
    const manifolds = contactManifolds(corner, createPose(), createSphere(0.5), createPose([0.499, 0, 0.499]), 0.01);
    expect(manifolds.map((manifold) => manifold.points.length)).toEqual([1, 1]);
  });

  it('property: the deepest gap is the distance of the two bodies', () => {
    const random = createRandom(71);
    for (let trial = 0; trial < 200; trial++) {
      const rotate = () => [0, 0, 0, 0].map(() => random.normal());
      const position = () => [0, 0, 0].map(() => random.between(-1, 1));
      const [poseA, poseB] = [createPose(position(), rotate()), createPose(position(), rotate())];
      const other = [table, createBox([0.25, 0.5, 0.35]), createSphere(0.4)][trial % 3];
      const { distance } = closest(table, poseA, other, poseB);
      const points = touch(table, poseA, other, poseB, 0.05);
      expect(points.count > 0).toBe(distance <= 0.05);
      // the overlap of round legs is accurate to about 1e-11 of their size
      if (points.count > 0) expect(Math.abs(points.distances[0] - distance)).toBeLessThan(1e-9);
    }
  });
});

describe('meshes', () => {
  const floor = terrain(20, 10);

  it('a box on a mesh touches with its own corners, however fine the mesh', () => {
    const random = createRandom(72);
    for (let trial = 0; trial < 50; trial++) {
      const pose = createPose([random.between(-3, 3), random.between(-3, 3), 0.499], random.between(-3, 3));
      for (const mesh of [floor, terrain(2, 10)]) {
        const points = touch(createBox([0.5, 0.5, 0.5]), pose, mesh, createPose(), 0.02);
        expect(points.count).toBe(4);
        for (let k = 0; k < 4; k++) {
          const { x, y } = pose.position;
          const radius = Math.hypot(points.pointsA[3 * k] - x, points.pointsA[3 * k + 1] - y);
          // points within a hundredth of a triangle of 0.7 m (of 7 m) are merged
          expect(Math.SQRT1_2 - radius).toBeLessThan(mesh === floor ? 0.007 : 0.07);
          expect(points.distances[k]).toBeCloseTo(-1e-3, 12);
        }
      }
    }
  });

  it('property: a body that slides over a flat mesh does not catch on an internal edge', () => {
    const random = createRandom(73);
    const shapes = [
      createBox([0.5, 0.35, 0.25]),
      createSphere(0.25),
      createCylinder(0.3, 0.25),
      createCapsule(0.05, 0.2),
    ];
    for (let trial = 0; trial < 400; trial++) {
      const height = 0.25 + random.between(-0.01, 0.01);
      const rotate = [1, 1e-3 * random.normal(), 1e-3 * random.normal(), random.normal()];
      const pose = createPose([random.between(-4, 4), random.between(-4, 4), height], rotate);
      const points = touch(shapes[trial % 4], pose, floor, createPose(), 0.02);
      expect(points.count).toBeGreaterThan(0);
      // bodies are tilted by a few thousandths
      for (let k = 0; k < points.count; k++) expect(points.normals[3 * k + 2]).toBeLessThan(-0.9999);
    }
  });

  it('a ball rolls over the floor of a valley, and over a ridge along its edge', () => {
    const valley = terrain(2, 2, (x) => Math.abs(x));
    const low = touch(createSphere(0.25), createPose([0, 0.3, 0.25 * Math.SQRT2 - 1e-3]), valley, createPose(), 0.01);
    expect(low.count).toBe(2);
    for (let k = 0; k < 2; k++) expect(low.normals[3 * k + 2]).toBeCloseTo(-Math.SQRT1_2, 12);
    const ridge = terrain(2, 2, (x) => -Math.abs(x));
    const high = touch(createSphere(0.25), createPose([0, 0.3, 0.249]), ridge, createPose(), 0.01);
    expect(high.count).toBe(1);
    expect(at(high.normals, 0).map(Math.abs)).toEqual([0, 0, 1]);
    expect(high.distances[0]).toBeCloseTo(-1e-3, 12);
  });

  it('swapping body and mesh swaps the points', () => {
    const [box, pose] = [createBox([0.5, 0.5, 0.5]), createPose([0.2, 0.3, 0.499], 0.4)];
    const points = touch(box, pose, floor, createPose(), 0.02);
    const mirrored = touch(floor, createPose(), box, pose, 0.02);
    expect(mirrored.count).toBe(points.count);
    for (let k = 0; k < points.count; k++) {
      const twin = [0, 1, 2, 3].find(
        (j) => Math.hypot(...at(points.pointsA, k).map((x, i) => x - mirrored.pointsB[3 * j + i])) < 1e-9,
      );
      expect(twin).toBeDefined();
      expect(mirrored.normals[3 * (twin ?? 0) + 2]).toBeCloseTo(1, 12);
    }
  });

  it('a mesh touches a half-space with its outermost nodes', () => {
    const points = touch(terrain(4, 1), createPose([0, 0, 1e-3]), createHalfspace([0, 0, 1]), createPose(), 0.01);
    expect(points.count).toBe(4);
    for (let k = 0; k < 4; k++) expect(at(points.pointsA, k).slice(0, 2).map(Math.abs)).toEqual([0.5, 0.5]);
  });
});
