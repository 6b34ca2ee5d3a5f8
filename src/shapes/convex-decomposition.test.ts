import { describe, expect, it } from 'vitest';
import { orientation } from '../math/orientation.ts';
import { createRandom } from '../math/random.ts';
import { convexDecomposition } from './convex-decomposition.ts';
import { massProperties } from './mass-properties.ts';
import { createPolygon, type Polygon } from './polygon.ts';

/** A star around the origin with random radii: simple by construction, almost never convex. */
function randomStar(seed: number, count: number): Polygon {
  const random = createRandom(seed);
  return createPolygon(
    Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * (i + 0.6 * random.next())) / count;
      const radius = random.between(0.2, 1);
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  );
}

describe('convexPieces', () => {
  it('a convex polygon is its own only part', () => {
    const triangle = createPolygon([
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
    const [piece, ...more] = convexDecomposition(triangle);
    expect(more).toEqual([]);
    expect(piece.polygon).toBe(triangle);
    expect([...piece.parentEdges]).toEqual([0, 1, 2]);
  });

  it('an L is decomposed into two parts with their parent edges', () => {
    const pieces = convexDecomposition(
      createPolygon([
        [0, 0],
        [2, 0],
        [2, 1],
        [1, 1],
        [1, 2],
        [0, 2],
      ]),
    );
    expect(pieces).toHaveLength(2);
    const edges = pieces.flatMap((piece) => [...piece.parentEdges]).sort((a, b) => a - b);
    expect(edges).toEqual([-1, -1, 0, 1, 2, 3, 4, 5]);
  });

  it('vertices on straight sides stay vertices', () => {
    const comb = createPolygon([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [3, 2],
      [2, 2],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
      [0, 1],
    ]);
    const used = new Set(convexDecomposition(comb).flatMap((piece) => [...piece.parentVertices]));
    expect(used.size).toBe(11);
  });

  it('property: the parts are convex, conserve the area, and use every edge of the parent once', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const polygon = randomStar(seed, 4 + (seed % 40));
      const pieces = convexDecomposition(polygon);
      let area = 0;
      const edges: number[] = [];
      for (const { polygon: piece, parentEdges } of pieces) {
        const v = piece.vertices;
        const n = v.length;
        for (let i = 0; i < n; i += 2) {
          const rotation = orientation(v[i], v[i + 1], v[(i + 2) % n], v[(i + 3) % n], v[(i + 4) % n], v[(i + 5) % n]);
          expect(rotation).toBeGreaterThanOrEqual(0);
        }
        area += massProperties(piece, 1).mass;
        edges.push(...parentEdges.filter((edge) => edge >= 0));
      }
      expect(edges.sort((a, b) => a - b)).toEqual(Array.from({ length: polygon.vertices.length / 2 }, (_, i) => i));
      expect(Math.abs(area - massProperties(polygon, 1).mass)).toBeLessThan(1e-14); // sums of some 40 areas below 1
    }
  });

  it('is computed once', () => {
    const star = randomStar(5, 12);
    expect(convexDecomposition(star)).toBe(convexDecomposition(star));
  });
});
