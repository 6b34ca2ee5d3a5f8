import { expect, it } from 'vitest';
import { createPose } from '../../src/math/pose.ts';
import { closest } from '../../src/pairs/query.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { tiledDisc } from '../../src/shapes/tiled/outline-bodies.ts';

it('a smooth disc with a small overlap with the side of a notched polygon is not reported as touching', () => {
  const notched = createPolygon([
    [-1, 0],
    [1, 0],
    [1, 1],
    [0.2, 1],
    [0, 0.5],
    [-0.2, 1],
    [-1, 1],
  ]);
  // 1 mm into the straight side, between the points where the depth is evaluated
  const { distance, status } = closest(notched, createPose([0, 0]), tiledDisc(1), createPose([0.37, -1 + 1e-3], 0.17));
  expect(distance).toBeLessThan(1e-9);
  expect(status).toBe('approximate');
});
