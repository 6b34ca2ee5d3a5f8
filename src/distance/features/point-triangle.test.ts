import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { createVec3, type Vec3 } from '../../math/vec3.ts';
import { closestPointTriangle, createPointTriangle } from './point-triangle.ts';

const out = createPointTriangle();
const vec = (f: () => number): Vec3 => createVec3(f(), f(), f());

/** |g - w2 e2 - w3 e3| */
function gap(g: Vec3, e2: Vec3, e3: Vec3, w2: number, w3: number): number {
  return Math.hypot(g.x - w2 * e2.x - w3 * e3.x, g.y - w2 * e2.y - w3 * e3.y, g.z - w2 * e2.z - w3 * e3.z);
}

describe('closestPointTriangle', () => {
  it('worked example: 3 m above and 4 m outside an edge, and above the interior', () => {
    const [e2, e3] = [createVec3(2, 0, 0), createVec3(0, 2, 0)];
    expect(closestPointTriangle(out, createVec3(-4, 1, 3), e2, e3).distance).toBe(5);
    expect(out.weights.map((w) => Math.round(1e12 * w) / 1e12)).toEqual([0.5, 0, 0.5]);
    expect(closestPointTriangle(out, createVec3(0.5, 0.5, -3), e2, e3).distance).toBeCloseTo(3, 15);
  });

  it('the weights give a point of the triangle at that distance, and no other point is closer', () => {
    const random = createRandom(24);
    for (let i = 0; i < 400; i++) {
      const [g, e2, e3] = [0, 1, 2].map(() => vec(() => random.between(-1, 1)));
      const { distance, weights } = closestPointTriangle(out, g, e2, e3);
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
      expect(Math.abs(weights[0] + weights[1] + weights[2] - 1)).toBeLessThanOrEqual(4 * 2 ** -53);
      // rounding error of lengths of about 2
      expect(Math.abs(gap(g, e2, e3, weights[1], weights[2]) - distance)).toBeLessThanOrEqual(1e-15 * 4);
      for (let a = 0; a <= 10; a++) {
        for (let b = 0; a + b <= 10; b++)
          expect(gap(g, e2, e3, a / 10, b / 10)).toBeGreaterThanOrEqual(distance - 4e-15);
      }
    }
  });

  it('a point on a needle of height 1e-9 has distance 0, where the cross-product normal loses it', () => {
    const random = createRandom(25);
    for (let i = 0; i < 400; i++) {
      const e2 = vec(() => random.between(-1, 1));
      const height = vec(() => 1e-9 * random.between(-1, 1));
      const at = random.next();
      const e3 = createVec3(at * e2.x + height.x, at * e2.y + height.y, at * e2.z + height.z);
      const w3 = random.next();
      const w2 = random.between(0, 1 - w3);
      const g = createVec3(w2 * e2.x + w3 * e3.x, w2 * e2.y + w3 * e3.y, w2 * e2.z + w3 * e3.z);
      // g itself has a rounding error of about 2^-53
      expect(closestPointTriangle(out, g, e2, e3).distance).toBeLessThanOrEqual(1e-15);
    }
  });

  it('a triangle without area is its longest edge, one without length a point', () => {
    const e2 = createVec3(1, 2, 2);
    expect(closestPointTriangle(out, createVec3(2, 4, 4), e2, createVec3(0.5, 1, 1)).distance).toBeCloseTo(3, 14);
    expect(out.weights).toEqual([0, 1, 0]);
    expect(closestPointTriangle(out, createVec3(0, 3, 4), createVec3(), createVec3()).distance).toBe(5);
  });

  it('works at any size', () => {
    for (const k of [2 ** -1000, 2 ** -300, 2 ** 300, 2 ** 1000]) {
      const [g, e2, e3] = [createVec3(-4 * k, k, 3 * k), createVec3(2 * k, 0, 0), createVec3(0, 2 * k, 0)];
      expect(closestPointTriangle(out, g, e2, e3).distance).toBe(5 * k);
    }
  });
});
