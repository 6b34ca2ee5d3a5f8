import { describe, expect, it } from 'vitest';
import { bumpyBall, drawCompound, placeTriangles, ringMesh, wavySheet } from '../../../test/docked-bodies.ts';
import { brutePolytopeDistance } from '../../../test/oracles/polytope-distance.ts';
import { drawPose, drawSolid } from '../../../test/solids.ts';
import { createCompound } from '../../bounds/create-compound.ts';
import { composePose, createPose, type Pose } from '../../math/pose.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { createVec3, dotVec3, lengthVec3, subVec3 } from '../../math/vec3.ts';
import { closest, closestInto } from '../../pairs/query.ts';
import { createBox } from '../../shapes/box.ts';
import type { Compound } from '../../shapes/compound.ts';
import { createHalfspace } from '../../shapes/halfspace.ts';
import { createHull } from '../../shapes/hull/create-hull.ts';
import type { Hull } from '../../shapes/hull.ts';
import { createIcosphere } from '../../shapes/icosphere.ts';
import { createSurfaceMesh, type SurfaceMesh } from '../../shapes/mesh.ts';
import { createBezierCurve } from '../../shapes/nurbs/create-bezier.ts';
import { createPoint } from '../../shapes/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import { createSphere } from '../../shapes/sphere.ts';
import { tiledRevolution } from '../../shapes/tiled/revolved-bodies.ts';
import { createTrimesh, type Trimesh } from '../../shapes/trimesh.ts';
import type { Contact } from '../contact.ts';
import { createSimplexCache } from '../simplex-cache.ts';

/** The convex parts of a body at a pose; a body that has none is its own. */
function partsOf(shape: Shape, pose: Pose): { shape: Shape; pose: Pose }[] {
  if (shape.kind !== 'compound') return [{ shape, pose }];
  return (shape as Compound).pieces.map((piece) => ({
    shape: piece.shape,
    pose: composePose(createPose(), pose, piece.pose),
  }));
}

/** The closest or deepest of all pairs of parts, in poses relative to the position of A. */
function bruteDistance(shapeA: Shape, poseA: Pose, shapeB: Shape, poseB: Pose): number {
  const near = ({ position, rotation }: Pose): Pose => ({
    position: subVec3(createVec3(), position, poseA.position),
    rotation,
  });
  const distances = partsOf(shapeA, near(poseA)).flatMap((a) =>
    partsOf(shapeB, near(poseB)).map((b) => closest(a.shape, a.pose, b.shape, b.pose).distance),
  );
  return Math.min(...distances);
}

function expectContract(contact: Contact, size: number): void {
  const { pointA, pointB, normal, distance } = contact;
  const difference = subVec3(createVec3(), pointB, pointA);
  expect(Math.abs(lengthVec3(normal) - 1)).toBeLessThan(1e-12);
  // rounding errors of the points
  expect(
    lengthVec3(
      subVec3(difference, difference, createVec3(distance * normal.x, distance * normal.y, distance * normal.z)),
    ),
  ).toBeLessThan(1e-14 * size);
}

describe('compounds', () => {
  it('have the distance of their closest pieces, or the depth of the deepest pair', () => {
    const random = createRandom(31);
    let overlaps = 0;
    for (let trial = 0; trial < 200; trial++) {
      const a = drawCompound(random, 1, 1 + random.below(8));
      const b = drawCompound(random, 1, 1 + random.below(8));
      const spread = random.between(0.2, 2);
      const [poseA, poseB] = [drawPose(random, spread), drawPose(random, spread)];
      const contact = closest(a, poseA, b, poseB);
      const brute = bruteDistance(a, poseA, b, poseB);
      expect(contact.distance).toBe(brute);
      expectContract(contact, 1 + spread);
      expect(contact.status === 'approximate').toBe(brute < 0);
      if (brute < 0) overlaps++;
      // swapped bodies: GJK on pieces in the other order, rounding differs
      expect(Math.abs(closest(b, poseB, a, poseA).distance - brute)).toBeLessThan(1e-9);
    }
    expect(overlaps).toBeGreaterThan(40);
  });

  it('and single bodies: the distance of the closest piece', () => {
    const random = createRandom(32);
    const kinds = ['point', 'segment', 'sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull', 'ellipsoid'] as const;
    for (let trial = 0; trial < 200; trial++) {
      const a = drawSolid(random, kinds[trial % kinds.length], 0.6);
      const b = drawCompound(random, 1, 1 + random.below(8));
      const [poseA, poseB] = [drawPose(random, 2), drawPose(random, 2)];
      expect(closest(a, poseA, b, poseB).distance).toBe(bruteDistance(a, poseA, b, poseB));
    }
  });

  it('above a half-space: the lowest point of all pieces', () => {
    const random = createRandom(33);
    const wall = createHalfspace([0, 0, 1]);
    for (let trial = 0; trial < 100; trial++) {
      const a = drawCompound(random, 1, 5);
      const [poseA, poseB] = [drawPose(random, 2), drawPose(random, 2)];
      // the same sums in another order
      expect(closest(a, poseA, wall, poseB).distance).toBeCloseTo(bruteDistance(a, poseA, wall, poseB), 13);
    }
  });
});

/** Each triangle of a mesh as a mesh of its own. */
function trianglesOf({ positions, triangles }: Trimesh): Trimesh[] {
  return Array.from({ length: triangles.length / 3 }, (_, k) => {
    const corners = [0, 1, 2].flatMap((i) => {
      const at = 3 * triangles[3 * k + i];
      return [...positions.subarray(at, at + 3)];
    });
    return createTrimesh(createSurfaceMesh({ positions: corners, triangles: [0, 1, 2] }));
  });
}

describe('meshes', () => {
  it('apart have the distance of their closest triangles, tested one by one', () => {
    const random = createRandom(34);
    for (let trial = 0; trial < 6; trial++) {
      const a = trial % 3 === 0 ? ringMesh(1, 0.3, 12, 6) : bumpyBall(random, 1, 1);
      const b = trial % 3 === 1 ? wavySheet(random, 1, 5) : bumpyBall(random, 0.8, 1);
      const poseA = drawPose(random, 0.3);
      const poseB = createPose(
        [2.4 + random.next(), random.between(-1, 1), 0.5],
        [0, 0, 0, 0].map(() => random.normal()),
      );
      const contact = closest(a, poseA, b, poseB);
      const trianglesB = placeTriangles(b, poseB);
      let min = Number.POSITIVE_INFINITY;
      for (const triangleA of placeTriangles(a, poseA)) {
        for (const triangleB of trianglesB) min = Math.min(min, brutePolytopeDistance(triangleA, triangleB));
      }
      expect(Math.abs(contact.distance - min)).toBeLessThan(1e-14);
      expect(contact.status).toBe('exact');
      expectContract(contact, 4);
      expect(Math.abs(closest(b, poseB, a, poseA).distance - min)).toBeLessThan(1e-14);
    }
  });

  it('and a smooth body have the distance or depth of the closest of all triangles, each measured alone', () => {
    const random = createRandom(77);
    const profile = createBezierCurve([
      [0, 0, -0.6],
      [0.85, 0, -0.6],
      [0.6, 0, 0.35],
      [0, 0, 0.6],
    ]);
    const smooth = tiledRevolution([{ name: 'side', curve: profile }]);
    // open: the depth of a closed mesh is that of points inside
    const { positions, triangles } = ringMesh(0.5, 0.2, 9, 5);
    const mesh = createTrimesh(createSurfaceMesh({ positions, triangles: triangles.slice(3) }));
    let overlaps = 0;
    for (let k = 0; k < 12; k++) {
      const poseA = drawPose(random, 0.1);
      const poseB = drawPose(random, 1.2);
      const least = Math.min(...trianglesOf(mesh).map((triangle) => closest(smooth, poseA, triangle, poseB).distance));
      if (least < 0) overlaps++;
      expect(Math.abs(closest(smooth, poseA, mesh, poseB).distance - least)).toBeLessThan(1e-8);
      const swapped = Math.min(...trianglesOf(mesh).map((one) => closest(one, poseB, smooth, poseA).distance));
      expect(Math.abs(closest(mesh, poseB, smooth, poseA).distance - swapped)).toBeLessThan(1e-8);
    }
    expect(overlaps).toBeGreaterThan(2);
    expect(overlaps).toBeLessThan(10);
  });

  it('a cache of the closest triangles changes the iterations, not the result', () => {
    const random = createRandom(35);
    const [a, b] = [bumpyBall(random, 1, 3), bumpyBall(random, 1, 3)];
    const cache = createSimplexCache();
    const cold = { ...closest(a, createPose(), b, createPose([3, 0, 0])) };
    for (let k = 0; k < 50; k++) {
      const pose = createPose([2.6 + 0.01 * k, 0.02 * k, 0], 0.01 * k);
      const warm = closestInto(cold, a, createPose(), b, pose, cache).distance;
      expect(warm).toBe(closest(a, createPose(), b, pose).distance);
    }
  });
});

/** A convex mesh and the hull of its nodes: the same body twice. */
function meshAndHull(random: Random): [Trimesh, Hull] {
  const { positions, triangles } = createIcosphere(random.between(0.5, 1), 1);
  return [createTrimesh(createSurfaceMesh({ positions, triangles })), createHull(positions)];
}

describe('overlapping meshes', () => {
  it('report a lower bound of the depth, rarely below half of it', () => {
    const random = createRandom(37);
    let [overlaps, shallow] = [0, 0];
    for (let trial = 0; trial < 60; trial++) {
      const [[meshA, hullA], [meshB, hullB]] = [meshAndHull(random), meshAndHull(random)];
      const [poseA, poseB] = [drawPose(random, 0.7), drawPose(random, 0.7)];
      const exact = closest(hullA, poseA, hullB, poseB).distance;
      for (const [a, b] of [
        [meshA, meshB],
        [meshA, hullB],
        [hullA, meshB],
      ]) {
        const found = closest(a, poseA, b, poseB);
        expectContract(found, 3);
        // apart, the same distance by another method
        if (exact > 0) expect(Math.abs(found.distance - exact)).toBeLessThan(1e-13);
        if (exact >= 0) continue;
        overlaps++;
        expect(found.status).toBe('approximate');
        expect(found.distance).toBeLessThan(0);
        expect(found.distance).toBeGreaterThan(exact - 1e-12);
        if (found.distance > 0.5 * exact) shallow++;
      }
    }
    expect(overlaps).toBeGreaterThan(60);
    expect(shallow / overlaps).toBeLessThan(0.3);
  });

  it('a body inside a closed mesh overlaps it without touching the surface; inside an open one it does not', () => {
    const random = createRandom(38);
    const room = bumpyBall(random, 2, 2, 0.1);
    const open = createTrimesh(createSurfaceMesh({ ...room, triangles: room.triangles.slice(3) }));
    for (const guest of [createBox([0.1, 0.15, 0.05]), bumpyBall(random, 0.3, 1), drawCompound(random, 0.4, 3)]) {
      for (const [a, b] of [
        [guest, room],
        [room, guest],
      ]) {
        const found = closest(a, createPose([0.1, 0, 0]), b, createPose());
        expect(found).toMatchObject({ status: 'approximate' });
        expect(found.distance).toBeLessThan(-1.4);
        expectContract(found, 4);
      }
      expect(closest(guest, createPose(), open, createPose()).distance).toBeGreaterThan(0.8);
    }
  });

  it('one of two pieces inside is an overlap, though the other is outside and closer to the surface', () => {
    const room = bumpyBall(createRandom(39), 1, 2, 0);
    const ball = createSphere(0.1);
    const pair = createCompound([{ shape: ball }, { shape: ball, pose: createPose([1.2, 0, 0]) }]);
    expect(closest(pair, createPose(), room, createPose()).distance).toBeLessThan(-0.9);
  });

  it('stacked boxes just touch, with the normal of the touching faces, though many parts touch', () => {
    const [mesh, box] = [createTrimesh(boxMesh(1, 1, 1)), createBox([0.5, 0.5, 0.5])];
    for (const [a, b] of [
      [mesh, mesh],
      [mesh, box],
      [box, mesh],
      [createCompound([{ shape: box }]), mesh],
    ]) {
      for (const position of [
        [0, 0, 1],
        [0.3, 0.2, 1],
      ]) {
        const { distance, normal } = closest(a, createPose(), b, createPose(position));
        expect(Math.abs(distance)).toBe(0);
        expect(normal.z).toBeCloseTo(1, 12);
      }
    }
    // coincident surfaces: only their centres show that they overlap
    expect(closest(mesh, createPose(), mesh, createPose()).distance).toBe(-0.5);
  });

  it('crossed bars without a corner inside the other overlap by about their thickness', () => {
    const bar = createTrimesh(boxMesh(3, 0.2, 0.2), { closed: true });
    const found = closest(bar, createPose(), bar, createPose([0.4, 0.3, 0.05], Math.PI / 2));
    expect(found.status).toBe('approximate');
    expect(found.distance).toBeLessThan(-0.05);
    expect(found.distance).toBeGreaterThan(-0.15 - 1e-12);
  });
});

/** A box of twelve triangles, by its edges. */
function boxMesh(x: number, y: number, z: number): SurfaceMesh {
  const signs = [-1, 1];
  const positions = signs
    .flatMap((i) => signs.flatMap((j) => signs.map((k) => [(i * x) / 2, (j * y) / 2, (k * z) / 2])))
    .flat();
  // corners are numbered 4 x + 2 y + z
  const quads = [0, 1, 3, 2, 4, 6, 7, 5, 0, 4, 5, 1, 2, 3, 7, 6, 0, 2, 6, 4, 1, 5, 7, 3];
  return createSurfaceMesh({ positions, quads });
}

describe('closest points that are not unique', () => {
  const fork = createCompound(
    [-1, 1].map((side) => ({ shape: createBox([0.2, 0.5, 2]), pose: createPose([side, 0, 0]) })),
  );
  const cube = createTrimesh(boxMesh(2, 2, 2), { closed: true });
  const world = createPose([3, -2, 1], [1, 0.4, -0.3, 0.2]);
  const isUnique = (a: Shape, b: Shape, position: readonly number[], rotation: readonly number[] = [1, 0, 0, 0]) =>
    closest(a, world, b, composePose(createPose(), world, createPose(position, rotation))).unique;

  it('pieces that are equally close', () => {
    expect(isUnique(fork, createBox([0.1, 0.1, 0.1], 0.1), [0, 0, 0.3])).toBe(false);
    expect(isUnique(fork, createBox([0.1, 0.1, 0.1], 0.1), [0.01, 0, 0.3])).toBe(true);
  });

  it('triangles that are equally close, unless they have the closest point in common', () => {
    const pin = createHull([
      [0, 0, 0],
      [0.1, 0, 1],
      [-0.1, 0.1, 1],
      [0, -0.1, 1],
    ]);
    // above the centre of the top, on the edge between its two triangles, and above the midpoint of an edge of the cube
    expect(isUnique(cube, pin, [0, 0, 1.5])).toBe(true);
    expect(isUnique(cube, pin, [1.2, 0.3, 1.2])).toBe(true);
    // a pin on either side
    const pins = createCompound([-1, 1].map((side) => ({ shape: pin, pose: createPose([0.3 * side, 0.2, 0]) })));
    expect(isUnique(cube, pins, [0, 0, 1.5])).toBe(false);
    expect(isUnique(cube, pins, [0, 0, 1.5], [1, 0, 1e-3, 0])).toBe(true);
  });

  it('parallel faces of triangles', () => {
    expect(isUnique(cube, cube, [0.3, 0.2, 2.5])).toBe(false);
    expect(isUnique(cube, cube, [0.3, 0.2, 3.5], [1, 0.2, 0.1, 0.3])).toBe(true);
  });
});

describe('points and closed meshes', () => {
  it('a box of triangles gives the same distance as the box, inside and outside', () => {
    const random = createRandom(36);
    const box = createBox([1, 1.5, 0.5]);
    const mesh = createTrimesh(boxMesh(2, 3, 1), { closed: true });
    for (let trial = 0; trial < 2000; trial++) {
      const pose = drawPose(random, 1);
      const point = drawPose(random, 3);
      const exact = closest(createPoint(), point, box, pose);
      const found = closest(createPoint(), point, mesh, pose);
      // two methods, one distance
      expect(Math.abs(found.distance - exact.distance)).toBeLessThan(1e-14);
      expectContract(found, 5);
      if (Math.abs(exact.distance) > 1e-3 && exact.unique && exact.distance > 0) {
        expect(dotVec3(found.normal, exact.normal)).toBeGreaterThan(1 - 1e-12);
      }
    }
  });
});
