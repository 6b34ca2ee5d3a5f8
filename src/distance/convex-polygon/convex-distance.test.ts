import { describe, expect, it } from 'vitest';
import { createPose, type Pose } from '../../math/pose.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { createPolygon, type Polygon } from '../../shapes/polygon.ts';
import { type Contact, createContact } from '../contact.ts';
import { closestPolygons } from '../planar/polygon-polygon.ts';
import { createSimplexCache } from '../simplex-cache.ts';
import { closestConvexPolygons } from './convex-distance.ts';
import { convexPenetration } from './penetration.ts';
import { createPolygonWorkspace } from './scratch.ts';

import { climbVertex, supportVertex } from './support.ts';

const workspace = createPolygonWorkspace();
const { direction } = workspace;

function randomConvex(random: Random, count: number, x = 0, y = 0): Polygon {
  const [a, b] = [random.between(0.05, 1), random.between(0.05, 1)];
  return createPolygon(
    Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * (i + 0.7 * random.next())) / count;
      return [x + a * Math.cos(angle), y + b * Math.sin(angle)];
    }),
  );
}

/** The polygon transformed to world axes, for oracles without poses. */
function transformed({ vertices }: Polygon, { position, rotation }: Pose): Polygon {
  return createPolygon(
    Array.from({ length: vertices.length / 2 }, (_, i) => {
      const [x, y] = [vertices[2 * i], vertices[2 * i + 1]];
      return [position.x + rotation.xx * x + rotation.xy * y, position.y + rotation.yx * x + rotation.yy * y];
    }),
  );
}

/** Signed distance by trying all edge pairs, and the separating axis test where they overlap. */
function bruteForce(a: Polygon, b: Polygon): number {
  const { overlap, distance } = closestPolygons(a, b);
  return overlap ? -convexPenetration(a, b).signedDepth : distance;
}

function query(a: Polygon, poseA: Pose, b: Polygon, poseB: Pose): Contact {
  return closestConvexPolygons(createContact(), a, poseA, b, poseB, createSimplexCache());
}

describe('closestConvexPolygons [CP13-2.5]', () => {
  it('worked example: two unit squares, side facing side', () => {
    const square = createPolygon([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
    const found = query(square, createPose([0, 0]), square, createPose([3, 0.5]));
    expect(found).toMatchObject({
      distance: 2,
      unique: false,
      featureA: 'edge',
      featureB: 'edge',
      indexA: 1,
      indexB: 3,
    });
    expect(found.normal).toEqual({ x: 1, y: 0, z: 0 });
    expect(found.pointA).toEqual({ x: 1, y: 0.75, z: 0 });
    expect(found.pointB).toEqual({ x: 3, y: 0.75, z: 0 });
  });

  it('worked example: corner to corner, and corner inside a side', () => {
    const square = createPolygon([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
    const corners = query(square, createPose([0, 0]), square, createPose([4, 5]));
    expect(corners).toMatchObject({ distance: 5, featureA: 'vertex', indexA: 2, featureB: 'vertex', indexB: 0 });
    expect(corners.normal).toEqual({ x: 0.6, y: 0.8, z: 0 });
    const diamond = createPolygon([
      [-1, 0],
      [0, -1],
      [1, 0],
      [0, 1],
    ]);
    const inside = query(square, createPose([0, 0]), diamond, createPose([1.75, 0.5]));
    expect(inside).toMatchObject({ distance: -0.25, featureA: 'edge', indexA: 1, featureB: 'vertex', indexB: 0 });
  });

  it('property: equals brute force within 1e-13 of the size, cold and warm, apart and overlapping', () => {
    const random = createRandom(100);
    const cache = createSimplexCache();
    const warm = createContact();
    let overlaps = 0;
    for (let trial = 0; trial < 3000; trial++) {
      const counts = [3, 4, 5, 8, 9, 16, 33];
      const a = randomConvex(random, counts[random.below(7)], trial % 5 === 0 ? 3 : 0, 0);
      const b = randomConvex(random, counts[random.below(7)]);
      const poseA = createPose([random.between(-1, 1), random.between(-1, 1)], random.between(-4, 4));
      const poseB = createPose([random.between(-2.5, 2.5), random.between(-2.5, 2.5)], random.between(-4, 4));
      const found = query(a, poseA, b, poseB);
      const expected = bruteForce(transformed(a, poseA), transformed(b, poseB));
      expect(Math.abs(found.distance - expected), `trial ${trial}`).toBeLessThan(1e-13 * 6); // L below 6 m
      // the cache of another pair is only a bad initial guess
      closestConvexPolygons(warm, a, poseA, b, poseB, cache);
      expect(Math.abs(warm.distance - expected), `trial ${trial}, warm`).toBeLessThan(1e-13 * 6);
      if (expected < 0) overlaps++;
    }
    expect(overlaps).toBeGreaterThan(300);
  });

  it('property: parallel sides, common lines and equal rotations lose no accuracy', () => {
    const random = createRandom(6);
    const box = (w: number, h: number) =>
      createPolygon([
        [-w, -h],
        [0, -h],
        [w, -h],
        [w, h],
        [-w, h],
      ]);
    for (let trial = 0; trial < 1000; trial++) {
      const a = box(1 + random.below(3), 1 + random.below(3));
      const b = box(1 + random.below(3), 1 + random.below(3));
      // rotations by multiples of 90 degrees and small angles, integer and nearly integer positions
      const rotation = (random.below(4) * Math.PI) / 2 + [0, 1e-16, 1e-12, 1e-8][random.below(4)];
      const poseA = createPose([0, 0], trial % 2 === 0 ? 0 : 0.3);
      const poseB = createPose(
        [random.below(9) - 4, random.below(9) - 4 + [0, 1e-15, -1e-10][random.below(3)]],
        rotation,
      );
      const expected = bruteForce(transformed(a, poseA), transformed(b, poseB));
      expect(Math.abs(query(a, poseA, b, poseB).distance - expected), `trial ${trial}`).toBeLessThan(1e-13 * 8);
    }
  });

  it('property: no loss of accuracy far from the origin', () => {
    const random = createRandom(17);
    for (let trial = 0; trial < 300; trial++) {
      const a = randomConvex(random, 6);
      const b = randomConvex(random, 6);
      // integers, so that adding 2^30 is exact
      const [x, y] = [random.below(5) + 2, random.below(5)];
      const angle = random.between(0, 6);
      const near = query(a, createPose([0, 0], angle), b, createPose([x, y], 1)).distance;
      const far = query(
        a,
        createPose([2 ** 30, -(2 ** 30)], angle),
        b,
        createPose([2 ** 30 + x, y - 2 ** 30], 1),
      ).distance;
      expect(far).toBe(near);
    }
  });

  it('property: scaled by 1e9 and 1e-9 the result is scaled', () => {
    const random = createRandom(18);
    for (let trial = 0; trial < 300; trial++) {
      const a = randomConvex(random, 7);
      const b = randomConvex(random, 5);
      const [x, y] = [random.between(-3, 3), random.between(-3, 3)];
      const scale = ({ vertices }: Polygon, k: number) =>
        createPolygon(
          Array.from({ length: vertices.length / 2 }, (_, i) => [k * vertices[2 * i], k * vertices[2 * i + 1]]),
        );
      const plain = query(a, createPose([0, 0], 0.4), b, createPose([x, y], 2)).distance;
      for (const k of [1e9, 1e-9]) {
        const scaled = query(scale(a, k), createPose([0, 0], 0.4), scale(b, k), createPose([k * x, k * y], 2)).distance;
        expect(Math.abs(scaled / k - plain)).toBeLessThan(1e-12 * 4);
      }
    }
  });

  it('collinear vertices on straight sides: no stale cache misleads the search', () => {
    const square = createPolygon(DOTTED_SQUARE);
    for (let vertexA = 0; vertexA < 16; vertexA++) {
      for (let vertexB = 0; vertexB < 16; vertexB++) {
        const stale = { ...createSimplexCache(), count: 1, vertexA0: vertexA, vertexB0: vertexB };
        const left = createPose([-5, 0]);
        expect(closestConvexPolygons(createContact(), square, createPose(), square, left, stale).distance).toBe(3);
      }
    }
  });

  it('a polygon of 10 000 vertices and a small one', () => {
    const random = createRandom(2);
    const round = createPolygon(
      Array.from({ length: 10_000 }, (_, i) => [Math.cos((i * Math.PI) / 5000), Math.sin((i * Math.PI) / 5000)]),
    );
    for (let trial = 0; trial < 200; trial++) {
      const phi = random.between(0, 7);
      const triangle = createPolygon([
        [0, 0],
        [3, -1],
        [3, 1],
      ]);
      const pose = createPose([2 * Math.cos(phi), 2 * Math.sin(phi)], phi);
      const { distance } = query(round, createPose(), triangle, pose);
      // the tip is 1 m from the circle; the side of the polygon is up to (π/n)²/2 inside the circle
      expect(distance).toBeGreaterThan(1 - 1e-15);
      expect(distance).toBeLessThan(1 + 5e-8);
    }
  });
});

/** A square of side 2 with five vertices on each side. */
const DOTTED_SQUARE = Array.from({ length: 16 }, (_, i) => {
  const along = (i % 4) / 2 - 1;
  return [
    [1, along],
    [-along, 1],
    [-1, -along],
    [along, -1],
  ][i >> 2];
});

describe('support of convex polygons', () => {
  it('property: stride search and hill climbing find the support vertex', () => {
    const random = createRandom(4);
    for (let trial = 0; trial < 2000; trial++) {
      const { vertices } = randomConvex(random, 3 + random.below(200));
      const count = vertices.length / 2;
      const angle = random.between(0, 7);
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const height = (i: number) => dx * vertices[2 * i] + dy * vertices[2 * i + 1];
      let highest = 0;
      for (let i = 1; i < count; i++) if (height(i) > height(highest)) highest = i;
      direction.set([dx, dy]);
      expect(supportVertex(workspace, vertices, count)).toBe(highest);
      expect(climbVertex(workspace, vertices, count, random.below(count))).toBe(highest);
    }
  });

  it('hill climbing from inside a straight side that faces away does not stop there', () => {
    const { vertices } = createPolygon(DOTTED_SQUARE);
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
      [1, 1e-17],
    ]) {
      direction.set([dx, dy]);
      for (let start = 0; start < 16; start++) {
        const top = climbVertex(workspace, vertices, 16, start);
        expect(dx * vertices[2 * top] + dy * vertices[2 * top + 1]).toBe(1);
      }
    }
  });
});
