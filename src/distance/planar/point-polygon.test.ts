import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { createPolygon } from '../../shapes/polygon.ts';
import {
  closestPointPolygon,
  createPointPolygon,
  nearestEdges,
  pointInConvexPolygon,
  pointInPolygon,
} from './point-polygon.ts';

interface Case {
  id: string;
  polygon: number[][];
  P: [number, number];
  where: string;
  signedDist: string;
  closestPoints: [string, string][];
  edges: number[];
}

const url = new URL('../../../reference/rigid-bodies/point-polygon.json', import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(url, 'utf8')).cases;

describe('closestPointPolygon [CP13-2.4]', () => {
  it('gives the exact values of the reference file, in either vertex order', () => {
    expect(cases).toHaveLength(60);
    for (const { id, polygon, P, where, signedDist, closestPoints, edges } of cases) {
      const packed = Float64Array.from(polygon.flat());
      const found = closestPointPolygon(createPointPolygon(), packed, ...P);
      expect(found.where, id).toBe(where);
      expect(Math.abs(found.signedDistance - Number(signedDist)), id).toBeLessThanOrEqual(1e-14); // README
      const nearest = nearestEdges(packed, ...P);
      expect(nearest.edges, id).toEqual(edges);
      expect(nearest.points, id).toHaveLength(closestPoints.length);
      for (const [x, y] of closestPoints) {
        const gaps = nearest.points.map(([px, py]) => Math.hypot(px - Number(x), py - Number(y)));
        expect(Math.min(...gaps), id).toBeLessThanOrEqual(1e-14);
      }
      expect(nearest.edges, id).toContain(found.edge);
    }
  });

  it('the centre of a square is equally close to all four sides', () => {
    const square = Float64Array.of(0, 0, 2, 0, 2, 2, 0, 2);
    expect(nearestEdges(square, 1, 1)).toEqual({
      distance: 1,
      edges: [0, 1, 2, 3],
      points: [
        [1, 0],
        [2, 1],
        [1, 2],
        [0, 1],
      ],
    });
    expect(closestPointPolygon(createPointPolygon(), square, 1, 1).signedDistance).toBe(-1);
  });

  it('a point one ulp from an edge is inside or outside, not on it', () => {
    const triangle = Float64Array.of(0, 0, 3, 1, 0, 1);
    expect(pointInPolygon(triangle, 1.5, 0.5)).toBe('boundary');
    expect(pointInPolygon(triangle, 1.5, 0.5 + 2 ** -53)).toBe('inside');
    expect(pointInPolygon(triangle, 1.5, 0.5 - 2 ** -54)).toBe('outside');
  });

  it('property: the binary search agrees with the crossing number', () => {
    const random = createRandom(11);
    const seen = { inside: 0, boundary: 0, outside: 0 };
    for (let trial = 0; trial < 300; trial++) {
      const count = 3 + random.below(60);
      const corners = Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * (i + 0.5 * random.next())) / count;
        return [Math.cos(angle), Math.sin(angle)];
      });
      const { vertices, convex } = createPolygon(corners);
      expect(convex).toBe(true);
      for (let k = 0; k < 30; k++) {
        const i = 2 * random.below(count);
        const [x, y] = k < 3 ? [vertices[i], vertices[i + 1]] : [random.between(-1.2, 1.2), random.between(-1.2, 1.2)];
        const where = pointInPolygon(vertices, x, y);
        expect(pointInConvexPolygon(vertices, x, y)).toBe(where);
        seen[where]++;
      }
    }
    expect(Math.min(seen.inside, seen.boundary, seen.outside)).toBeGreaterThan(500);
  });

  it('integers: points on sides, on their extensions and in straight corners are classified exactly', () => {
    const { vertices } = createPolygon([
      [0, 0],
      [2, 0],
      [4, 0],
      [4, 2],
      [4, 4],
      [0, 4],
      [0, 1],
    ]);
    for (let x = -1; x <= 5; x += 0.5) {
      for (let y = -1; y <= 5; y += 0.5) {
        expect(pointInConvexPolygon(vertices, x, y), `${x} ${y}`).toBe(pointInPolygon(vertices, x, y));
      }
    }
  });
});
