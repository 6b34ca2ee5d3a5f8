import { expect, it } from 'vitest';
import { createSegment } from '../../src/shapes/segment.ts';
import { impactOf, moving } from '../planar-bodies.ts';

it('a rod that arrives end first touches another rod with that end, not next to it', () => {
  // upright, its upper end at x = 0.1; the other rod lies across, from x = 0 to x = 2, and comes down
  const upright = moving(createSegment([0, -1], [0, 0]), [0.1, 0]);
  const lying = moving(createSegment([-1, 0], [1, 0]), [1, 0.5], 0, [0, -1]);
  const hit = impactOf(upright, lying);
  expect([hit.status, hit.time, hit.gap]).toEqual(['hit', 0.5, 0]);
  expect([hit.pointA.x, hit.pointA.y, hit.pointB.x, hit.pointB.y]).toEqual([0.1, 0, 0.1, 0]);
  expect([hit.edgeOf, hit.edge, hit.vertex]).toEqual(['B', 0, 1]);
  const swapped = impactOf(lying, upright);
  expect([swapped.edgeOf, swapped.vertex]).toEqual(['A', 1]);
  expect(swapped.pointA.x).toBeCloseTo(0.1, 14);
  expect(swapped.pointB.x).toBeCloseTo(0.1, 14);
});
