import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMat3 } from '../math/mat3.ts';
import { createMotion, type Motion, poseAt } from '../math/motion.ts';
import { createPose, toWorld } from '../math/pose.ts';
import { createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import type { Brep } from '../shapes/brep/brep.ts';
import type { Compound } from '../shapes/compound.ts';
import { createDisc } from '../shapes/disc.ts';
import { createEllipsoid, ellipsoidSupport } from '../shapes/ellipsoid.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createPoint } from '../shapes/point.ts';
import type { Polygon } from '../shapes/polygon.ts';
import { createSegment } from '../shapes/segment.ts';
import type { Shape } from '../shapes/shape.ts';
import type { SolidShape } from '../shapes/solid.ts';
import { tiledRoundedRectangle } from '../shapes/tiled/outline-bodies.ts';
import { tiledCapsule } from '../shapes/tiled/revolved-bodies.ts';
import { SEED_POINT, SEED_SIZE, spreadSeeds } from '../shapes/tiled/seeds.ts';
import { transformTiledBody } from '../shapes/tiled/transform-tiled-body.ts';
import type { Trimesh } from '../shapes/trimesh.ts';
import { aabbContainsPoint, createAabb } from './aabb.ts';
import { shapeAabb, sweptAabb } from './shape-aabb.ts';

const triangle: Polygon = { kind: 'polygon', convex: true, vertices: Float64Array.of(-1, -1, 2, 0, 0, 1.5) };

/** Solids, compounds, meshes and trimmed faces have their own tests. */
type OtherShape = Exclude<Shape, SolidShape | Compound | Trimesh | Brep>;

/** Points on the boundary of a shape, in its own frame. */
function boundary(shape: OtherShape): ReadonlyVec3[] {
  switch (shape.kind) {
    case 'point':
      return [createVec3()];
    case 'segment':
      return [shape.start, shape.end];
    case 'disc':
      return Array.from({ length: 64 }, (_, k) =>
        createVec3(shape.radius * Math.cos((Math.PI * k) / 32), shape.radius * Math.sin((Math.PI * k) / 32)),
      );
    case 'polygon':
      return Array.from({ length: shape.vertices.length / 2 }, (_, k) =>
        createVec3(shape.vertices[2 * k], shape.vertices[2 * k + 1]),
      );
    case 'halfspace': {
      const { x, y } = shape.normal;
      return [-1e6, -1, 0, 1, 1e6].map((s) => createVec3(-y * s, x * s));
    }
    case 'tiled': {
      const seeds = spreadSeeds(shape, 2);
      const at = (k: number) => SEED_SIZE * k + SEED_POINT;
      return Array.from({ length: seeds.length / SEED_SIZE }, (_, k) =>
        createVec3(...seeds.subarray(at(k), at(k) + 3)),
      );
    }
    case 'ellipsoid':
      return [-1, 0, 1].flatMap((x) =>
        [-1, 0, 1].flatMap((y) => [-1, 0.5].map((z) => ellipsoidSupport(createVec3(), shape, createVec3(x, y, z)))),
      );
  }
}

describe('box of a shape', () => {
  it('worked examples: point, segment, disc and triangle at a translated and rotated pose', () => {
    const quarter = createPose([10, 20], Math.PI / 2);
    expect(shapeAabb(createAabb(), createPoint(), quarter)).toEqual({
      min: createVec3(10, 20),
      max: createVec3(10, 20),
    });
    const segment = shapeAabb(createAabb(), createSegment([1, 0, 3], [4, 0, -1]), quarter);
    expect([segment.min.y, segment.max.y, segment.min.z, segment.max.z]).toEqual([21, 24, -1, 3]);
    expect(shapeAabb(createAabb(), createDisc(2), createPose([1, 1]))).toEqual({
      min: createVec3(-1, -1),
      max: createVec3(3, 3),
    });
    const rotated = shapeAabb(createAabb(), triangle, quarter);
    expect([rotated.min.x, rotated.max.x, rotated.min.y, rotated.max.y]).toEqual([
      expect.closeTo(8.5, 14),
      expect.closeTo(11, 14),
      expect.closeTo(19, 14),
      expect.closeTo(22, 14),
    ]);
  });

  it('the thickness of a disc out of the plane follows its tilt', () => {
    const upright = createPose([0, 0, 0], [1, 1, 0, 0]); // 90° about x
    const { max } = shapeAabb(createAabb(), createDisc(2), upright);
    expect([max.x, max.y, max.z]).toEqual([expect.closeTo(2, 15), expect.closeTo(0, 15), expect.closeTo(2, 15)]);
  });

  it('a half-space is bounded only along an axis parallel to its normal', () => {
    const floor = shapeAabb(createAabb(), createHalfspace([0, 1]), createPose([3, -2]));
    expect(floor).toEqual({
      min: createVec3(-Infinity, -Infinity, -Infinity),
      max: createVec3(Infinity, -2, Infinity),
    });
    const left = shapeAabb(createAabb(), createHalfspace([-1, 0]), createPose([3, -2]));
    expect([left.min.x, left.max.x, left.max.y]).toEqual([3, Infinity, Infinity]);
    const slanted = shapeAabb(createAabb(), createHalfspace([0, 1]), createPose([3, -2], 1e-9));
    expect(slanted.max.y).toBe(Infinity);
  });
});

describe('box of a moving shape [CP13-1.2]', () => {
  const number = fc.double({ min: -4, max: 4, noNaN: true });
  const vector = fc.tuple(number, number, number).map(([x, y, z]) => createVec3(x, y, z));
  const planar = fc.tuple(number, number).map(([x, y]) => createVec3(x, y));
  const angularVelocity = number.map((w) => createVec3(0, 0, w));
  const scale = fc.constantFrom(1, 1e-9, 1e9);
  const planarMotion = fc
    .tuple(planar, number, planar, angularVelocity, planar, scale)
    .map(([x, angle, v, w, a, k]) =>
      createMotion(
        createPose([k * x.x, k * x.y], angle),
        createVec3(k * v.x, k * v.y),
        w,
        createVec3(k * a.x, k * a.y),
      ),
    );
  const spatialMotion = fc
    .tuple(vector, fc.tuple(fc.constant(0.7), number, number, number), vector, vector, vector)
    .map(([x, q, v, w, a]) => createMotion(createPose([x.x, x.y, x.z], q), v, w, a));
  const shape = fc.constantFrom<OtherShape>(
    createPoint(),
    createSegment([1, 0], [-2, 1]),
    createDisc(1.5),
    triangle,
    tiledRoundedRectangle([2, 1], 0.3),
    transformTiledBody(tiledCapsule(0.5, 1), createMat3(), createVec3(0.4, -1, 0.3)),
    createEllipsoid([1, 0.4, 2]),
  );

  function expectContained(body: OtherShape, motion: Motion, duration: number): void {
    const box = sweptAabb(createAabb(), body, motion, duration);
    const pose = createPose();
    const points = boundary(body);
    for (let k = 0; k <= 40; k++) {
      poseAt(pose, motion, (duration * k) / 40);
      for (const p of points) {
        const { x, y, z } = toWorld(createVec3(), pose, p);
        expect(aabbContainsPoint(box, createVec3(x, y, z)), `${body.kind} at ${k}/40`).toBe(true);
      }
    }
  }

  it('property: contains the body at every sampled time, in 2-D and 3-D, through any rotation', () => {
    const duration = fc.double({ min: 0, max: 2, noNaN: true });
    const check = fc.property(shape, fc.oneof(planarMotion, spatialMotion), duration, expectContained);
    fc.assert(check, { seed: 22, numRuns: 150 });
  });

  it('property: contains a half-space that slides, and is unbounded when it rotates', () => {
    const wall = fc.constantFrom(createHalfspace([0, 1]), createHalfspace([1, 0]), createHalfspace([3, -4]));
    const sliding = fc
      .tuple(planar, planar, planar)
      .map(([x, v, a]) => createMotion(createPose([x.x, x.y]), v, createVec3(), a));
    fc.assert(
      fc.property(wall, sliding, (body, motion) => expectContained(body, motion, 1)),
      { seed: 23, numRuns: 100 },
    );
    const rotating = createMotion(createPose(), createVec3(), createVec3(0, 0, 0.1));
    const { min, max } = sweptAabb(createAabb(), createHalfspace([0, 1]), rotating, 1);
    expect([min.x, min.y, max.x, max.y]).toEqual([-Infinity, -Infinity, Infinity, Infinity]);
  });

  it('worked example: a sphere thrown up at 10 m/s² is contained at its highest point, and the box ends there', () => {
    const motion = createMotion(createPose([0, 0]), createVec3(0, 10), createVec3(), createVec3(0, -10));
    const { min, max } = sweptAabb(createAabb(), createDisc(1), motion, 2);
    // x(t) = 10 t - 5 t² is back at 0 after 2 s and highest, 5 m, after 1 s: the chord bound is exact here
    expect([min.y, max.y]).toEqual([expect.closeTo(-1, 12), expect.closeTo(6, 12)]);
    expect([min.z, max.z]).toEqual([expect.closeTo(0, 14), expect.closeTo(0, 14)]);
  });

  it('at rest the box is the box of the shape, to machine precision', () => {
    const pose = createPose([1, 2], 0.3);
    const still = sweptAabb(createAabb(), triangle, createMotion(pose), 1);
    const exact = shapeAabb(createAabb(), triangle, pose);
    expect(still.min.x).toBeCloseTo(exact.min.x, 13);
    expect(still.max.y).toBeCloseTo(exact.max.y, 13);
  });

  it('small rotations cost little: the margin of a rotation by 0.1 rad is ρ/800', () => {
    const rotating = createMotion(createPose(), createVec3(), createVec3(0, 0, 0.1));
    const { max } = sweptAabb(createAabb(), createSegment([0, 0], [1, 0]), rotating, 1);
    expect(max.x - 1).toBeCloseTo(1 - Math.cos(0.05), 13);
  });
});
