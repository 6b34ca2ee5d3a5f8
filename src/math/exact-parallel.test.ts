import { describe, expect, it } from 'vitest';
import { crossIsZero } from './exact-cross.ts';
import { areParallel } from './exact-parallel.ts';
import { createRandom } from './random.ts';
import { createVec3, type Vec3 } from './vec3.ts';

describe('areParallel', () => {
  const origin = createVec3();

  it('detects a difference of one ulp in any component', () => {
    expect(areParallel(origin, createVec3(3, 1, 5), origin, createVec3(-9, -3, -15))).toBe(true);
    for (const axis of ['x', 'y', 'z'] as const) {
      const end = createVec3(-9, -3, -15);
      end[axis] -= 2 ** -49;
      expect(areParallel(origin, createVec3(3, 1, 5), origin, end)).toBe(false);
    }
  });

  it('detects a difference that the rounded products do not show', () => {
    // (1 + 2^-30)² = 1 + 2^-29 + 2^-60: rounded it is 1 + 2^-29
    const u = 1 + 2 ** -30;
    expect(u * u).toBe(1 + 2 ** -29);
    expect(areParallel(origin, createVec3(1, u), origin, createVec3(u, 1 + 2 ** -29))).toBe(false);
  });

  it('property: agrees with integer arithmetic, at every scale, with and without rounded differences', () => {
    const random = createRandom(61);
    let parallel = 0;
    for (let trial = 0; trial < 5000; trial++) {
      const scale = 2 ** (random.below(1200) - 600);
      const integer = () => random.below(9) - 4;
      const [start, d, e] = [0, 1, 2].map(() => createVec3(integer(), integer(), integer()));
      const k = integer();
      // every second pair is parallel by construction; a start one third off makes the differences inexact
      const far = trial % 2 === 0 ? createVec3(k * d.x, k * d.y, k * d.z) : e;
      const shift = trial % 3 === 0 ? 1 / 3 : 0;
      const at = (a: Vec3, b: Vec3) =>
        createVec3(scale * (a.x + shift + b.x), scale * (a.y + shift + b.y), scale * (a.z + shift + b.z));
      const ends = [at(start, origin), at(start, d), at(origin, origin), at(origin, far)] as const;
      const [a, b, c, f] = ends;
      const expected =
        crossIsZero(a.x, a.y, b.x, b.y, c.x, c.y, f.x, f.y) &&
        crossIsZero(a.y, a.z, b.y, b.z, c.y, c.z, f.y, f.z) &&
        crossIsZero(a.z, a.x, b.z, b.x, c.z, c.x, f.z, f.x);
      expect(areParallel(...ends)).toBe(expected);
      if (expected) parallel++;
    }
    expect(parallel).toBeGreaterThan(1500);
  });
});
