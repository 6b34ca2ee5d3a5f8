import { describe, expect, it } from 'vitest';
import { vec3 } from '../../src/index.ts';
import { binWalls } from './bin-walls.ts';

const wall = (x: number, y: number, z: number, offset: number) => ({ normal: vec3(x, y, z), offset });

/** Area vector of a polygon. */
function areaOf(polygon: readonly (readonly [number, number, number])[]): number[] {
  const sum = [0, 0, 0];
  for (let i = 1; i + 1 < polygon.length; i++) {
    const [a, b] = [polygon[i], polygon[i + 1]].map((p) => p.map((value, k) => value - polygon[0][k]));
    sum[0] += 0.5 * (a[1] * b[2] - a[2] * b[1]);
    sum[1] += 0.5 * (a[2] * b[0] - a[0] * b[2]);
    sum[2] += 0.5 * (a[0] * b[1] - a[1] * b[0]);
  }
  return sum.map((value) => Number(value.toFixed(9)) + 0);
}

describe('walls of a bin', () => {
  it('are its bottom and sides, each facing inwards', () => {
    const walls = [wall(0, 0, 1, 0), wall(1, 0, 0, -1), wall(-1, 0, 0, -1), wall(0, 1, 0, -2), wall(0, -1, 0, -2)];
    const areas = binWalls(walls, [-9, -9, -9], [9, 9, 3]).map(areaOf);
    expect(areas).toEqual([
      [0, 0, 8],
      [12, 0, 0],
      [-12, 0, 0],
      [0, 6, 0],
      [0, -6, 0],
    ]);
  });

  it('are cut by inclined planes, and empty where another wall is in front', () => {
    const slope = Math.SQRT1_2;
    const [bottom, inclined, hidden] = binWalls(
      [wall(0, 0, 1, 0), wall(slope, 0, slope, 0), wall(0, 0, 1, -5)],
      [-1, -1, -9],
      [1, 1, 4],
    );
    expect(areaOf(bottom)).toEqual([0, 0, 2]);
    expect(areaOf(inclined)[0]).toBeCloseTo(2, 9);
    expect(hidden).toEqual([]);
  });

  it('along the sides of the surrounding box keep their face', () => {
    expect(areaOf(binWalls([wall(0, 0, 1, 0)], [-1, -1, 0], [1, 1, 1])[0])).toEqual([0, 0, 4]);
  });
});
