import { expect, it } from 'vitest';
import { closestLineLine, createLineLine } from '../../src/distance/features/line-line.ts';
import { createVec3 } from '../../src/math/vec3.ts';

it('the distance of a line to a point, given as a line without direction, is not that of its first point', () => {
  const [start, end, point] = [createVec3(), createVec3(1), createVec3(7, 2)];
  const { distance, s, unique } = closestLineLine(createLineLine(), start, end, point, point);
  expect([distance, s, unique]).toEqual([2, 7, true]);
});

it('two lines, each given by two points very close together, keep their directions', () => {
  const tiny = 2 ** -600;
  const found = closestLineLine(
    createLineLine(),
    createVec3(),
    createVec3(tiny),
    createVec3(3, 2),
    createVec3(3, 2, tiny),
  );
  expect([found.distance, found.unique]).toEqual([2, true]);
});
