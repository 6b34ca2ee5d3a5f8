import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../math/random.ts';
import { createPolygon, type Polygon } from '../../shapes/polygon.ts';
import { convexPenetration } from '../convex-polygon/penetration.ts';
import { nearestOfAllEdgePairs } from './edge-pairs.ts';
import { createEdgeTree, nearestByHierarchy } from './polygon-bvh.ts';
import { closestPolygons } from './polygon-polygon.ts';

interface Case {
  id: string;
  A: number[][];
  B: number[][];
  convexA: boolean;
  convexB: boolean;
  boundaryDist: string;
  overlap: boolean;
  relation: string;
  dist: string;
  unique?: boolean;
  witnesses?: { QA: [string, string]; QB: [string, string] }[];
  sat?: { signedDepth: string; touching: boolean };
  penetration?: { depth: string; normals: [string, string][] };
}

const url = new URL('../../../reference/rigid-bodies/polygon-polygon.json', import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(url, 'utf8')).cases;

/** A star around (x, y): simple, rarely convex. */
function randomStar(random: Random, count: number, x: number, y: number): Polygon {
  return createPolygon(
    Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * (i + 0.6 * random.next())) / count;
      const radius = random.between(0.4, 1);
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }),
  );
}

describe('closestPolygons [CP13-2.5]', () => {
  it('gives the exact values of the reference file', () => {
    expect(cases).toHaveLength(80);
    for (const exact of cases) {
      const a = createPolygon(exact.A);
      const b = createPolygon(exact.B);
      const found = closestPolygons(a, b);
      expect(found.relation, exact.id).toBe(exact.relation);
      expect(found.overlap, exact.id).toBe(exact.overlap);
      expect(Math.abs(found.distance - Number(exact.dist)), exact.id).toBeLessThanOrEqual(1e-14); // README
      expect(Math.abs(found.boundaryDistance - Number(exact.boundaryDist)), exact.id).toBeLessThanOrEqual(1e-14);
      if (exact.witnesses) {
        expect(found.unique, exact.id).toBe(exact.unique);
        expect(found.witnesses, exact.id).toHaveLength(exact.witnesses.length);
        for (const { QA, QB } of exact.witnesses) {
          const misses = found.witnesses.map(({ pointA, pointB }) =>
            Math.hypot(
              pointA.x - Number(QA[0]),
              pointA.y - Number(QA[1]),
              pointB.x - Number(QB[0]),
              pointB.y - Number(QB[1]),
            ),
          );
          expect(Math.min(...misses), exact.id).toBeLessThanOrEqual(1e-14);
        }
      }
    }
  });

  it('gives the separating axis results of the reference file [CP13-2.6]', () => {
    const convex = cases.filter(({ sat }) => sat !== undefined);
    expect(convex.length).toBeGreaterThan(25);
    for (const { id, A, B, sat, penetration } of convex) {
      const found = convexPenetration(createPolygon(A), createPolygon(B));
      expect(Math.abs(found.signedDepth - Number(sat?.signedDepth)), id).toBeLessThanOrEqual(1e-14);
      if (penetration === undefined) continue;
      expect(found.normals, id).toHaveLength(penetration.normals.length);
      for (const [x, y] of penetration.normals) {
        const misses = found.normals.map((normal) => Math.hypot(normal[0] - Number(x), normal[1] - Number(y)));
        expect(Math.min(...misses), id).toBeLessThanOrEqual(1e-14);
      }
    }
  });

  it('a square centred in another has four minimum translations', () => {
    const square = (h: number) =>
      createPolygon([
        [-h, -h],
        [h, -h],
        [h, h],
        [-h, h],
      ]);
    const { signedDepth, normals } = convexPenetration(square(1), square(2));
    expect(signedDepth).toBe(3);
    expect(normals).toHaveLength(4);
  });

  const box = (x: number, y: number, width: number, height: number) =>
    createPolygon([
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ]);
  const relation = (a: Polygon, b: Polygon) => closestPolygons(a, b).relation;

  it('distinguishes touching from overlapping by exact signs', () => {
    const unit = box(0, 0, 1, 1);
    expect(relation(unit, box(1, 0, 1, 1))).toBe('touching'); // side on side
    expect(relation(unit, box(1, 1, 1, 1))).toBe('touching'); // corner on corner
    expect(relation(unit, box(1 + 2 ** -52, 0, 1, 1))).toBe('separate');
    expect(relation(unit, box(1 - 2 ** -53, 0, 1, 1))).toBe('crossing');
    expect(relation(unit, unit)).toBe('A-in-B');
    expect(relation(unit, box(0, 0, 2, 2))).toBe('A-in-B'); // two common sides
    expect(relation(box(0, 0, 2, 2), unit)).toBe('B-in-A');
    expect(relation(box(0.25, 0.25, 0.5, 0.5), unit)).toBe('A-in-B');
    expect(relation(unit, box(0.25, 0.25, 0.5, 0.5))).toBe('B-in-A');
    expect(relation(box(0, 0, 1, 3), box(-1, 1, 3, 1))).toBe('crossing'); // a cross, no corner inside the other
    expect(relation(box(0, 0, 1, 2), box(0, 1, 1, 2))).toBe('crossing'); // overlap along common lines only
    // a tooth fills a notch exactly
    const notched = createPolygon([
      [0, 0],
      [3, 0],
      [3, 2],
      [2, 2],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ]);
    expect(relation(notched, box(1, 1, 1, 1))).toBe('touching');
    expect(relation(notched, box(1, 0.5, 1, 1))).toBe('crossing');
    // a wedge with its tip in a reflex corner
    const corner = createPolygon([
      [0, 0],
      [2, 0],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ]);
    expect(
      relation(
        corner,
        createPolygon([
          [1, 1],
          [3, 2],
          [2, 3],
        ]),
      ),
    ).toBe('touching');
    expect(
      relation(
        corner,
        createPolygon([
          [1, 1],
          [0.5, 1.5],
          [0.25, 0.5],
        ]),
      ),
    ).toBe('B-in-A');
  });

  it('property: swapping the polygons swaps the relation, on small integers with many contacts', () => {
    const random = createRandom(9);
    const swapped: Record<string, string> = { 'A-in-B': 'B-in-A', 'B-in-A': 'A-in-B' };
    const seen = new Map<string, number>();
    for (let trial = 0; trial < 3000; trial++) {
      const triangle = () => Array.from({ length: 3 }, () => [random.below(5), random.below(5)]);
      let a: Polygon;
      let b: Polygon;
      try {
        [a, b] = [createPolygon(triangle()), createPolygon(triangle())];
      } catch {
        continue; // no area
      }
      const one = relation(a, b);
      const other = relation(b, a);
      const equal = one === 'A-in-B' && other === 'A-in-B';
      if (!equal) expect(other).toBe(swapped[one] ?? one);
      // second method: the separating axis test on small exact numbers
      const depth = convexPenetration(a, b).signedDepth;
      const kind = depth < -1e-12 ? 'separate' : depth <= 1e-12 ? 'touching' : 'overlap';
      expect(one === 'separate' || one === 'touching' ? one : 'overlap').toBe(kind);
      seen.set(one, (seen.get(one) ?? 0) + 1);
    }
    for (const name of ['separate', 'touching', 'crossing', 'A-in-B', 'B-in-A'])
      expect(seen.get(name)).toBeGreaterThan(10);
  });

  it('property: the BVH finds the same edges as testing all pairs', () => {
    const random = createRandom(31);
    for (let trial = 0; trial < 60; trial++) {
      const a = randomStar(random, 3 + random.below(90), 0, 0).vertices;
      const b = randomStar(random, 3 + random.below(90), random.between(0, 3), random.between(0, 3)).vertices;
      const byTree = nearestByHierarchy(a, createEdgeTree(a), b, createEdgeTree(b), 1e-14);
      expect(byTree).toEqual(nearestOfAllEdgePairs(a, b, 1e-14));
    }
  });

  it('property: distance does not depend on position, rotation, size or order', () => {
    const random = createRandom(77);
    for (let trial = 0; trial < 60; trial++) {
      const a = randomStar(random, 5 + random.below(9), 0, 0);
      const b = randomStar(random, 5 + random.below(9), random.between(1.5, 3), random.between(-1, 1));
      const angle = random.between(0, 6);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const move = ({ vertices }: Polygon, k: number, x: number, y: number) =>
        createPolygon(
          Array.from({ length: vertices.length / 2 }, (_, i) => {
            const [vx, vy] = [vertices[2 * i], vertices[2 * i + 1]];
            return [k * (c * vx - s * vy) + x, k * (s * vx + c * vy) + y];
          }),
        );
      const { distance } = closestPolygons(a, b);
      expect(Math.abs(closestPolygons(b, a).distance - distance)).toBeLessThan(1e-15);
      for (const [k, x, y] of [
        [1, 0, 0],
        [1, 30, -20],
        [1e9, 0, 0],
        [1e-9, 0, 0],
      ]) {
        const moved = closestPolygons(move(a, k, x, y), move(b, k, x, y)).distance / k;
        // 1e-12 of the size of about 4 m; contact may become a gap of that size
        expect(Math.abs(moved - distance)).toBeLessThan(4e-12);
      }
    }
  });
});
