import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  compound,
  ellipsoid,
  halfspace,
  impact,
  type Motion,
  motion,
  pose,
  type Shape,
  sphere,
  vec3,
} from '../../src/index.ts';

const NEVER = Number.POSITIVE_INFINITY;
const SHAPES: [string, Shape][] = [
  ['sphere', sphere(1)],
  ['box', box([1, 1, 1])],
  ['capsule', capsule(1, 1)],
  ['ellipsoid', ellipsoid([1, 0.9, 0.8])],
  ['compound', compound([{ shape: box([1, 1, 1]) }, { shape: sphere(1) }])],
];
/** Motions of B at a distance of 5 m along x from A, which rests. */
const HITS: [string, Motion][] = [
  ['uniform', motion(pose([5, 0, 0]), vec3(-1, 0.1, 0))],
  ['accelerated', motion(pose([5, 0, 0]), vec3(), vec3(), vec3(-1, 0, 0))],
  ['rotating', motion(pose([5, 0, 0]), vec3(-1, 0, 0), vec3(0, 0.2, 1))],
  ['thrown away first', motion(pose([5, 0, 0]), vec3(2, 0, 0), vec3(), vec3(-1, 0, 0))],
];
const MISSES: [string, Motion][] = [
  ['away', motion(pose([5, 0, 0]), vec3(1, 0, 0))],
  ['at rest', motion(pose([5, 0, 0]))],
  ['past', motion(pose([5, 0, 0]), vec3(-1, 2, 0))],
  ['rotating in place', motion(pose([5, 0, 0]), vec3(), vec3(0, 0, 1))],
  ['accelerated away', motion(pose([5, 0, 0]), vec3(-0.5, 0, 0), vec3(), vec3(1, 0, 0))],
];
const rest = motion(pose());

describe.each(SHAPES)('impact in unlimited time, %s', (_, shape) => {
  it.each(HITS)('%s: is the hit of a long duration', (_name, moving) => {
    const found = impact(shape, rest, shape, moving, NEVER);
    const expected = impact(shape, rest, shape, moving, 20);
    expect(found.status).toBe('hit');
    expect(Math.abs(found.time - expected.time)).toBeLessThan(1e-6);
  });

  it.each(MISSES)('%s: there is none, ever', (_name, moving) => {
    const { status, time } = impact(shape, rest, shape, moving, NEVER);
    expect([status, time]).toEqual(['none', NEVER]);
  });

  it('a body falls on a half-space, or rises from it for ever', () => {
    const [floor, up] = [halfspace([0, 0, 1]), vec3(0.1, 0, 1)];
    const fall = impact(shape, motion(pose([0, 0, 10]), up, vec3(1, 0, 0), vec3(0, 0, -9.81)), floor, rest, NEVER);
    const expected = impact(shape, motion(pose([0, 0, 10]), up, vec3(1, 0, 0), vec3(0, 0, -9.81)), floor, rest, 10);
    expect(fall.status).toBe('hit');
    expect(Math.abs(fall.time - expected.time)).toBeLessThan(1e-6);
    expect(impact(floor, rest, shape, motion(pose([0, 0, 10]), up), NEVER).status).toBe('none');
  });
});

describe('bodies that only rotate, within reach of each other, in unlimited time', () => {
  const blade = box([2, 0.1, 0.1]);

  it('a rotating blade hits a post at rest within a revolution, or never', () => {
    const turning = motion(pose(), vec3(), vec3(0, 0, 1));
    const hit = impact(blade, turning, sphere(0.2), motion(pose([0, 1.5, 0])), NEVER);
    expect(hit.status).toBe('hit');
    expect(hit.time).toBeLessThan(Math.PI / 2);
    expect(impact(blade, turning, sphere(0.2), motion(pose([0, 1.5, 0.5])), NEVER).status).toBe('none');
  });
});
