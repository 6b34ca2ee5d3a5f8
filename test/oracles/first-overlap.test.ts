import { expect, it } from 'vitest';
import { createBox } from '../../src/shapes/box.ts';
import { createSphere } from '../../src/shapes/sphere.ts';
import { moving, pairOf } from '../solid-motions.ts';
import { firstOverlap } from './first-overlap.ts';

it('a sphere 3 m from a half-space, approaching at 4 m/s, touches it after 0.75 s and is 1 mm deep 0.25 ms later', () => {
  const wall = createBox([1, 10, 10]);
  const pair = pairOf(wall, moving([0, 0, 0], [0, 0, 0]), createSphere(1), moving([5, 0.3, 0.2], [-4, 0, 0]));
  // times nearer than 1e-13 s are one
  expect(firstOverlap(pair, 1, 0)).toBeCloseTo(0.75, 12);
  expect(firstOverlap(pair, 1, 1e-3)).toBeCloseTo(0.75025, 12);
  expect(firstOverlap(pair, 0.74, 0)).toBeUndefined();
});

it('a thin blade that cuts through a sphere for a few thousandths of the time is detected', () => {
  const blade = createBox([2, 0.0005, 0.0005]);
  const ball = createSphere(0.005);
  const torqueFree = moving([0, 0, 0], [0, 0, 0], [0, 0, 1]);
  const pair = pairOf(blade, torqueFree, ball, moving([1.9 * Math.cos(2), 1.9 * Math.sin(2), 0], [0, 0, 0]));
  // the ball and half the blade are 5.5 mm wide, 1.9 m out
  expect(firstOverlap(pair, 3, 0)).toBeCloseTo(2 - 0.0055 / 1.9, 5);
  // one that goes past above the blade is not
  const above = pairOf(blade, torqueFree, ball, moving([1.9 * Math.cos(2), 1.9 * Math.sin(2), 0.0056], [0, 0, 0]));
  expect(firstOverlap(above, 3, 0)).toBeUndefined();
});
