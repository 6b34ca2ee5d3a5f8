import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { directionCell, type Hull } from '../hull.ts';
import { createHull } from './create-hull.ts';

/** The candidates for the support vertex in the table. */
function candidates({ startVertices: table, vertices }: Hull, d: readonly number[]): number[] {
  if (table.length === 0) return Array.from({ length: vertices.length / 3 }, (_, i) => i);
  const entry = table[1 + directionCell(table[0], d[0], d[1], d[2])];
  return entry >= 0 ? [entry] : Array.from(table.subarray(1 - entry, 1 - entry + table[-entry]));
}

const height = ({ vertices: v }: Hull, i: number, d: readonly number[]) =>
  d[0] * v[3 * i] + d[1] * v[3 * i + 1] + d[2] * v[3 * i + 2];

describe('start vertices of the support search', () => {
  it('property: the support vertex is among those of its cell, in every direction', () => {
    const { next } = createRandom(1);
    const draw = () => [next() - 0.5, next() - 0.5, next() - 0.5];
    for (const count of [9, 12, 40, 300]) {
      for (const flatness of [1, 1e-3]) {
        const hull = createHull(Array.from({ length: count }, draw).map(([x, y, z]) => [x, y, flatness * z]));
        const all = Array.from({ length: hull.vertices.length / 3 }, (_, i) => i);
        // random directions, and those along and between the axes, which lie on the borders of cells
        const axes = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])));
        for (const d of [...Array.from({ length: 500 }, draw), ...axes]) {
          const best = Math.max(...candidates(hull, d).map((i) => height(hull, i, d)));
          const highest = Math.max(...all.map((i) => height(hull, i, d)));
          // vertices that are excluded are clearly lower
          expect(best).toBe(highest);
        }
      }
    }
  });

  it('has few candidates: about two per cell', () => {
    const { next } = createRandom(2);
    const hull = createHull(
      Array.from({ length: 200 }, () => {
        const p = [next() - 0.5, next() - 0.5, next() - 0.5];
        return p.map((x) => x / Math.hypot(...p));
      }),
    );
    const counts = Array.from(
      { length: 2000 },
      () => candidates(hull, [next() - 0.5, next() - 0.5, next() - 0.5]).length,
    );
    expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeLessThan(4);
  });

  it('is omitted for hulls with few vertices', () => {
    expect(
      createHull([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]).startVertices,
    ).toHaveLength(0);
  });
});
