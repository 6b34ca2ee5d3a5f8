/** Closest points as printed in the slides, and corrected. [CP13] errata E1, E5 and E6; E2 to E4 are in segment-segment.test.ts */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { createVec3, dotVec3, lengthVec3, subVec3 } from '../../math/vec3.ts';
import { createPolygon } from '../../shapes/polygon.ts';
import { closestPolygons } from '../planar/polygon-polygon.ts';
import { closestLineLine, createLineLine } from './line-line.ts';
import { pointAlong } from './segment-segment.ts';

describe('E1: each line has its own parameter', () => {
  it('the second equation gives the parameter on the second line: used on the first, it misses the foot point', () => {
    const [a, b, c, d] = [[0, 0], [2, 0], [1, 3], [1, 5]].map(([x, y]) => createVec3(x, y)); // biome-ignore format: four points
    const { s, t, distance } = closestLineLine(createLineLine(), a, b, c, d);
    expect([s, t, distance]).toEqual([0.5, -1.5, 0]);
    // with the label as printed both equations are for the first line, and the second value overwrites the first
    const misplaced = pointAlong(createVec3(), a, b, t);
    expect(lengthVec3(subVec3(misplaced, misplaced, pointAlong(createVec3(), c, d, t)))).toBe(4);
  });
});

describe('E5: the connection of the feet is perpendicular to the directions of the lines', () => {
  it('d1·v = 0 and d2·v = 0, where the printed L1·v = 0 takes a point for a direction', () => {
    const random = createRandom(5);
    const point = () => createVec3(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    let largestPrinted = 0;
    for (let trial = 0; trial < 200; trial++) {
      const [a, b, c, d] = [point(), point(), point(), point()];
      const { s, t } = closestLineLine(createLineLine(), a, b, c, d);
      const foot = pointAlong(createVec3(), a, b, s);
      const v = subVec3(createVec3(), foot, pointAlong(createVec3(), c, d, t));
      // nearly parallel lines intersect far away: rounding error grows with the parameters
      const slack = 1e-13 * (1 + Math.abs(s) + Math.abs(t)) ** 2;
      expect(Math.abs(dotVec3(subVec3(createVec3(), b, a), v))).toBeLessThan(slack);
      expect(Math.abs(dotVec3(subVec3(createVec3(), d, c), v))).toBeLessThan(slack);
      largestPrinted = Math.max(largestPrinted, Math.abs(dotVec3(foot, v)));
    }
    expect(largestPrinted).toBeGreaterThan(0.1);
  });
});

describe('E6: edge distances are not polygon distances', () => {
  it('a polygon inside another has edges far from all others, and still overlaps', () => {
    const square = (half: number) => createPolygon([[-half, -half], [half, -half], [half, half], [-half, half]]); // biome-ignore format: four corners
    const { relation, overlap, distance, boundaryDistance } = closestPolygons(square(1), square(3));
    expect({ relation, overlap, distance, boundaryDistance }).toEqual({
      relation: 'A-in-B',
      overlap: true,
      distance: 0,
      boundaryDistance: 2,
    });
  });
});
