import { expect, it } from 'vitest';
import { createPose } from '../../src/math/pose.ts';
import { closest } from '../../src/narrow/query.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { tiledDisc } from '../../src/shapes/tiled/outline-bodies.ts';

it('a tooth that goes a little into a smooth disc is not proven to touch it only', () => {
  const notched = createPolygon([
    [-1, 0],
    [1, 0],
    [1, 1],
    [0.2, 1],
    [0, 0.5],
    [-0.2, 1],
    [-1, 1],
  ]);
  // the corner (1, 0) is 1 mm inside
  const angle = 0.6;
  const away = 1 - 1e-3;
  const pose = createPose([1 + away * Math.cos(angle), -away * Math.sin(angle)]);
  const { distance, status } = closest(notched, createPose([0, 0]), tiledDisc(1), pose);
  expect(distance).toBeLessThan(1e-9);
  expect(status).toBe('approximate');
});
