import { describe, expect, it } from 'vitest';
import { createCompound } from '../src/bounds/create-compound.ts';
import { type Contact, createContact } from '../src/distance/contact.ts';
import { createMat3 } from '../src/math/mat3.ts';
import { createPose, type Pose } from '../src/math/pose.ts';
import { createRandom } from '../src/math/random.ts';
import { createVec3, lengthVec3 } from '../src/math/vec3.ts';
import { closest, closestInto, pairTable } from '../src/pairs/query.ts';
import { pointQuery } from '../src/ray/point-query.ts';
import { raycast } from '../src/ray/raycast.ts';
import { createBox } from '../src/shapes/box.ts';
import { createCapsule } from '../src/shapes/capsule.ts';
import { createCone } from '../src/shapes/cone.ts';
import { createCylinder } from '../src/shapes/cylinder.ts';
import { createDisc } from '../src/shapes/disc.ts';
import { createEllipsoid } from '../src/shapes/ellipsoid.ts';
import { createHalfspace } from '../src/shapes/halfspace.ts';
import { createHull } from '../src/shapes/hull/create-hull.ts';
import { createSurfaceMesh } from '../src/shapes/mesh.ts';
import { createPoint } from '../src/shapes/point.ts';
import { createPolygon } from '../src/shapes/polygon.ts';
import { createSegment } from '../src/shapes/segment.ts';
import type { Shape } from '../src/shapes/shape.ts';
import { createSphere } from '../src/shapes/sphere.ts';
import { createTrimesh } from '../src/shapes/trimesh.ts';
import { drawShape } from './contract/draw-pair.ts';
import { gapAlong } from './contract/support.ts';
import { drawPose } from './solids.ts';

const BAD = [0, -1, Number.NaN, Number.POSITIVE_INFINITY];

/** A unit normal and pointB = pointA + distance · normal, all of it finite. */
function expectSound({ distance, normal, pointA, pointB }: Contact, size = 1): void {
  expect(Number.isFinite(distance)).toBe(true);
  expect(lengthVec3(normal)).toBeCloseTo(1, 13);
  for (const axis of ['x', 'y', 'z'] as const) {
    expect(Math.abs(pointB[axis] - pointA[axis] - distance * normal[axis])).toBeLessThan(1e-14 * size);
  }
}

describe('shapes without a size are rejected with the name of the argument', () => {
  it.each(BAD)('a length of %s', (bad) => {
    expect(() => createSphere(bad)).toThrow(/sphere: radius/);
    expect(() => createDisc(bad)).toThrow(/disc: radius/);
    expect(() => createCapsule(bad, 1)).toThrow(/capsule: radius/);
    expect(() => createCylinder(bad, 1)).toThrow(/cylinder: radius/);
    expect(() => createCylinder(1, bad)).toThrow(/cylinder: halfHeight/);
    expect(() => createCone(bad, 0.5)).toThrow(/cone: radius/);
    expect(() => createCone(1, bad / 2)).toThrow(/cone: halfHeight/);
    expect(() => createBox([0.5, bad / 2, 0.5])).toThrow(/box: halfExtents/);
    expect(() => createEllipsoid([1, 1, bad])).toThrow(/ellipsoid: semiAxes/);
    expect(() => createEllipsoid([1, 1, 1], createMat3(1, bad, 1))).toThrow(/ellipsoid: deformation/);
  });

  it('a size whose products overflow or underflow; 1e-57 m and 1e58 m are valid', () => {
    const spatial = ['box', 'sphere', 'capsule', 'cylinder', 'cone', 'hull', 'ellipsoid', 'tiled', 'trimesh'] as const;
    const kinds = [...spatial, 'disc', 'polygon'] as const;
    for (const kind of kinds) {
      const planar = kind === 'disc' || kind === 'polygon';
      const draw = (size: number) => drawShape(createRandom(8), kind, size, planar);
      expect(() => draw(1e-70)).toThrow(RangeError);
      expect(() => draw(1e70)).toThrow(RangeError);
      const apart = (size: number) => closest(draw(size), createPose(), draw(size), createPose([3 * size, size, 0]));
      for (const size of [2 ** -190, 2 ** 195]) {
        expect(Math.abs(apart(size).distance / size - apart(1).distance)).toBeLessThan(1e-9);
      }
    }
  });

  it('hulls of points that span no volume', () => {
    const flat = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]; // biome-ignore format: one shape a line
    expect(() => createHull(flat)).toThrow(/hull: points must span a volume, got a flat polygon/);
    expect(() => createHull([flat[0], flat[1], [2, 0, 0]])).toThrow(/got a straight line/);
    expect(() => createHull([flat[0], flat[0]])).toThrow(/got one point/);
    expect(() => createHull([])).toThrow(/hull: points/);
    expect(() => createHull([...flat, [0, 0, Number.NaN]])).toThrow(/hull: points/);
  });

  it('triangles without area, half-spaces without direction, collinear polygons, empty compounds', () => {
    const sliver = { positions: [0, 0, 0, 1, 0, 0, 2, 0, 1e-12], triangles: [0, 1, 2] };
    expect(() => createTrimesh(createSurfaceMesh(sliver))).toThrow(/triangle 0 \(nodes 0, 1, 2\) has no area/);
    expect(() => createHalfspace([0, 0])).toThrow(/halfspace: normal/);
    expect(() => createPolygon([[0, 0], [1, 0], [2, 0]])).toThrow(/polygon/); // biome-ignore format: one shape a line
    expect(() => createCompound([])).toThrow(/compound: must have at least one piece/);
    expect(() => createSegment([0, 0], [Number.NaN, 0])).toThrow(/segment/);
  });
});

describe('invalid poses', () => {
  it('are rejected when they are created', () => {
    expect(() => createPose([0, Number.NaN, 0])).toThrow(/pose: position/);
    expect(() => createPose([0, 0, 0], [0, 0, 0, 0])).toThrow(/quaternion/);
    expect(() => createPose([0, 0, 0], Number.POSITIVE_INFINITY)).toThrow(/pose/);
  });

  it('made as plain objects are rejected by queries', () => {
    const lost: Pose = { position: createVec3(0, Number.NaN, 0), rotation: createMat3() };
    const bent: Pose = { position: createVec3(), rotation: createMat3(1, Number.POSITIVE_INFINITY, 1) };
    const invalid = [
      [lost, 'position.y'],
      [bent, 'rotation.yy'],
    ] as const;
    for (const [pose, field] of invalid) {
      const expected = `.${field} must be a finite number`;
      expect(() => closest(createSphere(1), createPose(), createSphere(1), pose)).toThrow(`closest: poseB${expected}`);
      expect(() => pointQuery(createSphere(1), pose, createVec3())).toThrow(`pointQuery: pose${expected}`);
      expect(() => raycast(createSphere(1), pose, createVec3(), createVec3(1))).toThrow(`raycast: pose${expected}`);
    }
  });

  it('never cause an endless search, in any row of the table', () => {
    const random = createRandom(3);
    const lost: Pose = { position: createVec3(Number.NaN, 0, 0), rotation: createMat3() };
    const contact = createContact();
    for (const { kinds, planar } of pairTable) {
      const [a, b] = kinds.map((kind) => drawShape(random, kind, 1, planar));
      try {
        closestInto(contact, a, createPose(), b, lost);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
  });
});

describe('bodies at the same position', () => {
  const solids: Shape[] = [
    createSphere(0.5),
    createCapsule(0.4, 0.7),
    createBox([0.5, 1, 1.5]),
    createBox([0.5, 1, 1.5], 0.3),
    createCylinder(0.5, 0.8),
    createCone(0.6, 0.75),
    createEllipsoid([1, 0.7, 0.4]),
    createHull([[0, 0, 1], [1, 0, 0], [0, 1, 0], [-1, -1, 0], [0.2, 0.1, -1]]), // biome-ignore format: one shape a line
  ];

  it('overlap with a depth and a unit normal, and a translation by the depth along it separates them', () => {
    for (const a of solids) {
      for (const b of solids) {
        for (const pose of [createPose(), createPose([0, 0, 0], [1, 2, 3, 4])]) {
          const contact = closest(a, pose, b, pose);
          expectSound(contact);
          expect(contact.distance).toBeLessThan(0);
          const { x, y, z } = contact.normal;
          const out = { position: createVec3(x, y, z), rotation: pose.rotation };
          for (const axis of ['x', 'y', 'z'] as const) out.position[axis] *= -contact.distance;
          // the search for a depth ends at 1e-11 of the size
          expect(Math.abs(closest(a, pose, b, out).distance)).toBeLessThan(1e-10);
        }
      }
    }
  });

  it('two points, and a point on a segment, touch with a unit normal', () => {
    for (const other of [createPoint(), createSegment([0, 0, 0], [0, 0, 0]), createSegment([-1, 0, 0], [1, 0, 0])]) {
      const contact = closest(createPoint(), createPose([1, 2, 3]), other, createPose([1, 2, 3]));
      expectSound(contact, 4);
      expect(contact.distance).toBe(0);
    }
  });

  it('the centre of every body has a minimum translation', () => {
    for (const shape of solids) {
      const midpoint = shape.kind === 'hull' ? createVec3(0.1, 0, 0.1) : createVec3();
      const { distance, normal } = pointQuery(shape, createPose(), midpoint);
      expect(distance).toBeLessThan(0);
      expect(lengthVec3(normal)).toBeCloseTo(1, 14);
    }
  });
});

describe('degenerate shapes', () => {
  it('a segment of zero length is a point, a capsule of zero length and a fully rounded box are spheres', () => {
    const random = createRandom(7);
    const ball = createSphere(0.5);
    const twins: [Shape, Shape][] = [
      [createSegment([0, 0, 0], [0, 0, 0]), createPoint()],
      [createCapsule(0.5, 0), ball],
      [createBox([0.5, 0.5, 0.5], 0.5), ball],
      [createEllipsoid([0.5, 0.5, 0.5]), ball],
    ];
    const others = [
      ball,
      createBox([0.5, 1, 0.5]),
      createCylinder(0.5, 1),
      createCone(0.5, 0.5),
      createEllipsoid([1, 2, 0.5]),
    ];
    for (const [odd, plain] of twins) {
      for (const other of others) {
        const [poseA, poseB] = [drawPose(random, 2), drawPose(random, 2)];
        const contact = closest(odd, poseA, other, poseB);
        expectSound(contact, 6);
        expect(contact.distance).toBeCloseTo(closest(plain, poseA, other, poseB).distance, 11);
      }
    }
  });

  it('needles and plates a million times as long as wide have the correct distance', () => {
    const random = createRandom(8);
    const thin: Shape[] = [
      createBox([0.5, 5e-7, 5e-7]),
      createBox([0.5, 0.5, 5e-7]),
      createCylinder(1e-6, 1),
      createCylinder(1, 1e-6),
      createCone(1, 5e-7),
      createCone(1e-6, 0.5),
      createEllipsoid([1, 1e-3, 1e-3]),
      createHull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.3, 0.3, 1e-7]]), // biome-ignore format: one shape a line
    ];
    for (const a of thin) {
      for (const b of thin) {
        const [poseA, poseB] = [drawPose(random, 0.5), drawPose(random, 0.5)];
        poseB.position.x += 2.5;
        const contact = closest(a, poseA, b, poseB);
        expectSound(contact, 6);
        const gap = gapAlong({ shape: a, pose: poseA }, { shape: b, pose: poseB }, contact.normal) ?? Number.NaN;
        expect(Math.abs(gap - contact.distance)).toBeLessThan(1e-12 + contact.errorBound);
      }
    }
  });

  it('rays and points hit triangles a million times as long as high like any other', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0.5, 1e-6, 0, 0.5, 0, 1];
    const mesh = createTrimesh(createSurfaceMesh({ positions, triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] }));
    expect(mesh.closed).toBe(true);
    const hit = raycast(mesh, createPose(), createVec3(0.5, 4e-7, -2), createVec3(0, 0, 1));
    expect(hit).toMatchObject({ hit: true, distance: 2 });
    const inside = pointQuery(mesh, createPose(), createVec3(0.5, 2e-7, 0.3));
    expect(inside.distance).toBeLessThan(0);
    expect(inside.distance).toBeGreaterThan(-1e-6);
  });

  it('searches that end early report an error bound', () => {
    const random = createRandom(12);
    for (let trial = 0; trial < 200; trial++) {
      const flat = createEllipsoid([1, random.between(1e-4, 1), random.between(1e-6, 1e-3)]);
      const [poseA, poseB] = [drawPose(random, 0.3), drawPose(random, 0.3)];
      const other = trial % 2 === 0 ? createCylinder(1, 1e-5) : createCone(1, 0.00005);
      const contact = closest(flat, poseA, other, poseB);
      expectSound(contact, 4);
      const bodies = [
        { shape: flat, pose: poseA },
        { shape: other, pose: poseB },
      ] as const;
      const gap = gapAlong(...bodies, contact.normal) ?? Number.NaN;
      // along the normal the bodies are as far apart as is said, or as deep
      expect(Math.abs(gap - contact.distance)).toBeLessThan(1e-12 + contact.errorBound);
    }
  });

  it('a polytope with too few faces for a sphere is reported by its status', () => {
    // 1 m of ball and 1 mm of cylinder along the axis and across it, more in between: nearly as deep all around
    const contact = closest(createEllipsoid([1, 1, 1]), createPose(), createCylinder(1e-3, 1e-3), createPose());
    expect(contact.status).toBe('iteration-limit');
    expect(Math.abs(contact.distance + 1.001)).toBeLessThanOrEqual(contact.errorBound);
    expect(contact.errorBound).toBeLessThan(0.02);
    expectSound(contact);
  });
});

describe('rays at edges', () => {
  const cube = createBox([1, 1, 1]);

  it('through corners, along edges and in faces are decided without a NaN', () => {
    const rays: [number[], number[]][] = [
      [[3, 3, 3], [-1, -1, -1]],
      [[3, 1, 1], [-1, 0, 0]],
      [[3, 1, 0], [-1, 0, 0]],
      [[1, 1, 1], [0, 0, 1]],
      [[1, 0, 0], [0, 1, 0]],
    ]; // biome-ignore format: one ray a line
    for (const [origin, direction] of rays) {
      for (const shape of [cube, createBox([1, 1, 1], 1), createCylinder(1, 1), createCone(1, 2), createSphere(1)]) {
        const hit = raycast(shape, createPose(), createVec3(...origin), createVec3(...direction));
        if (hit.hit) expect([hit.distance, ...Object.values(hit.normal)].every(Number.isFinite)).toBe(true);
      }
    }
    expect(raycast(cube, createPose(), createVec3(3, 3, 3), createVec3(-1, -1, -1)).distance).toBeCloseTo(
      Math.sqrt(12),
      14,
    );
  });

  it('the length of the direction does not matter', () => {
    for (const length of [1e-300, 5e-324, 1e300]) {
      const hit = raycast(cube, createPose(), createVec3(3, 0, 0), createVec3(-length, 0, 0));
      expect(hit).toMatchObject({ hit: true, distance: 2 });
    }
  });
});
