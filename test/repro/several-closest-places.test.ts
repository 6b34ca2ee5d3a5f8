import { describe, expect, it } from 'vitest';
import { createCompound } from '../../src/bounds/create-compound.ts';
import { createPose } from '../../src/math/pose.ts';
import { closest, pairTable } from '../../src/pairs/query.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createCapsule } from '../../src/shapes/capsule.ts';
import { createCone } from '../../src/shapes/cone.ts';
import { createCylinder } from '../../src/shapes/cylinder.ts';
import { createDisc } from '../../src/shapes/disc.ts';
import { createEllipsoid } from '../../src/shapes/ellipsoid.ts';
import { createHull } from '../../src/shapes/hull/create-hull.ts';
import { createSurfaceMesh } from '../../src/shapes/mesh.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { createSegment } from '../../src/shapes/segment.ts';
import type { Shape, ShapeKind } from '../../src/shapes/shape.ts';
import { createSphere } from '../../src/shapes/sphere.ts';
import { createTrimesh } from '../../src/shapes/trimesh.ts';
import { fromVec3, negate, toNumber, unit } from '../adversarial/extended.ts';
import { opposite } from '../adversarial/membership.ts';
import { gapAlong } from '../adversarial/support.ts';

const SIGNS = [-1, 1];
const CUBE = SIGNS.flatMap((x) => SIGNS.flatMap((y) => SIGNS.map((z) => [x, y, z])));
const CUBE_QUADS = [0, 1, 3, 2, 4, 6, 7, 5, 0, 4, 5, 1, 2, 3, 7, 6, 0, 2, 6, 4, 1, 5, 7, 3];
const cubeMesh = createTrimesh(createSurfaceMesh({ positions: CUBE.flat(), quads: CUBE_QUADS }), { closed: true });

/** Bodies that are their own mirror image in the origin. */
const symmetric: Partial<Record<ShapeKind, Shape>> = {
  point: createPoint(),
  segment: createSegment([-1, 0, 0], [1, 0, 0]),
  disc: createDisc(1),
  polygon: createPolygon([
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]),
  sphere: createSphere(1),
  capsule: createCapsule(1, 1),
  box: createBox([1, 1, 1]),
  cylinder: createCylinder(1, 1),
  hull: createHull(CUBE),
  ellipsoid: createEllipsoid([1, 2, 3]),
  compound: createCompound([{ shape: createBox([1, 1, 1]) }]),
  trimesh: cubeMesh,
};

const rows = pairTable.filter(({ kinds }) => kinds.every((kind) => symmetric[kind]));
const tilted = [0.9, 0.1, -0.3, 0.2];

describe('concentric bodies have more than one minimum translation', () => {
  it.each(rows.map(({ kinds, planar }) => [kinds.join(' and '), kinds, planar] as const))('%s', (_, [a, b], planar) => {
    for (const rotation of planar ? [0, 0.3] : [[1, 0, 0, 0], tilted]) {
      const bodyA = { shape: symmetric[a] as Shape, pose: createPose([0.3, -0.2, 0]) };
      const bodyB = { shape: symmetric[b] as Shape, pose: createPose([0.3, -0.2, 0], rotation) };
      const { distance, normal, unique } = closest(bodyA.shape, bodyA.pose, bodyB.shape, bodyB.pose);
      if (distance > -1e-9) continue;
      // the same depth on the other side, by support planes
      const n = unit(fromVec3(normal));
      const [along, against] = [n, opposite(n)].map((d) => toNumber(negate(gapAlong(bodyA, bodyB, d) ?? [0, 0])));
      expect(Math.abs(along - against)).toBeLessThan(1e-14);
      expect(unique).toBe(false);
    }
  });

  it('a point on the axis of a cone is equally near to all of its side', () => {
    const cone = createCone(1, 2);
    expect(closest(createPoint(), createPose([0, 0, 1]), cone, createPose()).unique).toBe(false);
    expect(closest(createPoint(), createPose([0.01, 0, 1]), cone, createPose()).unique).toBe(true);
    // above its base
    expect(closest(createPoint(), createPose([0, 0, -0.9]), cone, createPose()).unique).toBe(true);
  });
});

describe('a point or a sphere equally near to two points of a surface', () => {
  const angle = createTrimesh(
    createSurfaceMesh({
      positions: [0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 0, 0, 4, 0, 4, 4],
      quads: [0, 1, 2, 3, 0, 3, 5, 4],
    }),
  );

  it.each([createPoint(), createSphere(0.5)])('$kind in the angle between two walls', (shape) => {
    const at = (x: number, z: number) => closest(shape, createPose([x, 2, z]), angle, createPose());
    expect(at(1, 1).unique).toBe(false);
    expect(at(1, 1.001).unique).toBe(true);
    expect(at(1 + 2 ** -52, 1).unique).toBe(false);
    // over the edge that both walls share: one place of two triangles
    expect(at(-1, -1).unique).toBe(true);
  });

  it('the centre of a closed surface', () => {
    expect(closest(createPoint(), createPose([0, 0, 0]), cubeMesh, createPose([0, 0, 0], tilted)).unique).toBe(false);
    expect(closest(createPoint(), createPose([0, 0, 0.1]), cubeMesh, createPose()).unique).toBe(true);
    expect(closest(createSphere(0.2), createPose([0, 0, 0]), cubeMesh, createPose()).unique).toBe(false);
  });
});

describe('a polygon that is not convex', () => {
  const notch = createPolygon([
    [-3, -1],
    [3, -1],
    [3, 2],
    [1, 2],
    [1, 0],
    [-1, 0],
    [-1, 2],
    [-3, 2],
  ]);

  it('is equally near on both sides of its notch to a body between them', () => {
    const box = createPolygon([
      [-0.5, 1],
      [0.5, 1],
      [0.5, 2],
      [-0.5, 2],
    ]);
    for (const shape of [createPoint(), createDisc(0.2)]) {
      expect(closest(shape, createPose([0, 1.5]), notch, createPose()).unique).toBe(false);
      expect(closest(shape, createPose([0.1, 1.5]), notch, createPose()).unique).toBe(true);
    }
    expect(closest(box, createPose(), notch, createPose()).unique).toBe(false);
  });
});
