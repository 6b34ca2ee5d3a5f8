import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { cellCorner, directionCell, FAN_UNIT } from '../hull.ts';
import { createHull } from './create-hull.ts';

describe('the fans of edges of a hull', () => {
  it('list the neighbours of every vertex in order, and the directions to them', () => {
    const { between } = createRandom(1);
    for (const count of [4, 8, 40]) {
      const hull = createHull(Array.from({ length: count }, () => [between(-1, 1), between(-1, 1), between(-1, 1)]));
      const { vertices: v, neighbourStarts, neighbours, edgeFans: fans } = hull;
      const places = 1 + Math.max(2 * fans[0] ** 2, 1);
      for (let i = 0; 3 * i < v.length; i++) {
        const around = neighbours.subarray(neighbourStarts[i], neighbourStarts[i + 1]);
        const fan = fans.subarray(fans[places + i], fans[places + i + 1]);
        expect(fan).toHaveLength(4 * around.length);
        around.forEach((j, k) => {
          const edge = [0, 1, 2].map((c) => v[3 * j + c] - v[3 * i + c]);
          expect(fan[4 * k + 3]).toBe(j);
          // rounded to integers: off by at most half
          edge.forEach((x, c) => {
            expect(Math.abs(fan[4 * k + c] - (FAN_UNIT * x) / Math.hypot(...edge))).toBeLessThanOrEqual(0.5);
          });
        });
      }
    }
  });

  it('store the support vertex in the direction of the centre of each cell', () => {
    const { between } = createRandom(2);
    const { vertices: v, edgeFans: fans } = createHull(
      Array.from({ length: 60 }, () => [between(-1, 1), between(-1, 1), between(-1, 1)]),
    );
    const cellsPerSide = fans[0];
    for (let cell = 0; cell < 2 * cellsPerSide * cellsPerSide; cell++) {
      const midpoint = [Math.floor(cell / cellsPerSide) % cellsPerSide, cell % cellsPerSide].map((x) => x + 0.5);
      const d = cellCorner(cellsPerSide, cell >= cellsPerSide * cellsPerSide, midpoint[0], midpoint[1]);
      const heights = Array.from(
        { length: v.length / 3 },
        (_, i) => d[0] * v[3 * i] + d[1] * v[3 * i + 1] + d[2] * v[3 * i + 2],
      );
      expect(directionCell(cellsPerSide, ...d)).toBe(cell);
      // found by hill climbing: sums in another order
      expect(heights[fans[1 + cell]]).toBeCloseTo(Math.max(...heights), 14);
    }
  });
});
