import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPose } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { movePoints } from '../shapes/hull/points.ts';
import {
  type Aabb,
  aabbContainsAabb,
  aabbsOverlap,
  createAabb,
  fitAabb,
  transformAabb,
  uniteAabb,
  writeAabb,
} from './aabb.ts';

function boxOf(min: readonly number[], max: readonly number[]): Aabb {
  return { min: createVec3(min[0], min[1], min[2]), max: createVec3(max[0], max[1], max[2]) };
}

describe('axis-aligned boxes [CP13-1.2]', () => {
  it('worked example: a square rotated by 45° needs a box √2 times as wide', () => {
    const moved = transformAabb(createAabb(), boxOf([-1, -1, 0], [1, 1, 0]), createPose([5, 0, 0], Math.PI / 4));
    expect(moved.min.x).toBeCloseTo(5 - Math.SQRT2, 15);
    expect(moved.max.y).toBeCloseTo(Math.SQRT2, 15);
    expect([moved.min.z, moved.max.z]).toEqual([0, 0]);
  });

  it('property: the loose box is the box of the eight moved corners', () => {
    const part = fc.double({ min: -1, max: 1, noNaN: true });
    const quaternion = fc.tuple(fc.constant(0.5), part, part, part);
    const check = fc.property(quaternion, fc.tuple(part, part, part), fc.tuple(part, part, part), (q, a, b) => {
      const low = a.map((x, k) => Math.min(x, b[k]));
      const high = a.map((x, k) => Math.max(x, b[k]));
      const pose = createPose([3, -2, 1], q);
      const ends = [low, high];
      const corners = Float64Array.from(
        [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [ends[i & 1][0], ends[(i >> 1) & 1][1], ends[i >> 2][2]]),
      );
      const exact = fitAabb(createAabb(), movePoints(corners, corners, pose));
      const loose = transformAabb(createAabb(), boxOf(low, high), pose);
      for (const axis of ['x', 'y', 'z'] as const) {
        // a few roundings of numbers up to 5
        expect(Math.abs(loose.min[axis] - exact.min[axis])).toBeLessThan(4e-15);
        expect(Math.abs(loose.max[axis] - exact.max[axis])).toBeLessThan(4e-15);
      }
    });
    fc.assert(check, { seed: 21, numRuns: 500 });
  });

  it('infinite sides stay infinite on the correct axes, without NaN', () => {
    const wall = boxOf([-Infinity, -Infinity, 0], [0, Infinity, 0]);
    const shifted = transformAabb(createAabb(), wall, createPose([2, 3, 4]));
    expect(shifted).toEqual(boxOf([-Infinity, -Infinity, 4], [2, Infinity, 4]));
    const rotated = transformAabb(createAabb(), wall, createPose([2, 3, 4], 1));
    expect(rotated).toEqual(boxOf([-Infinity, -Infinity, 4], [Infinity, Infinity, 4]));
  });

  it('touching boxes overlap, one ulp apart they do not; the empty box overlaps no box and is contained in all', () => {
    const unit = boxOf([0, 0, 0], [1, 1, 1]);
    expect(aabbsOverlap(unit, boxOf([1, 1, 1], [2, 2, 2]))).toBe(true);
    expect(aabbsOverlap(unit, boxOf([1 + 2 ** -52, 0, 0], [2, 1, 1]))).toBe(false);
    expect(aabbsOverlap(unit, createAabb())).toBe(false);
    expect(uniteAabb(createAabb(), createAabb(), unit)).toEqual(unit);
    expect(aabbContainsAabb(unit, unit)).toBe(true);
    expect(aabbContainsAabb(unit, boxOf([0, 0, 0], [1, 1, 1.5]))).toBe(false);
  });

  it('packs as min xyz, max xyz', () => {
    const boxes = new Float64Array(12);
    writeAabb(boxes, 1, boxOf([1, 2, 3], [4, 5, 6]));
    expect([...boxes]).toEqual([0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6]);
  });
});
