import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../math/random.ts';
import { createVec3, dotVec3 } from '../../../math/vec3.ts';
import { tiledBox } from '../../../shapes/tiled/box-bodies.ts';
import { tiledEllipsoid, tiledTorus } from '../../../shapes/tiled/revolved-bodies.ts';
import { tiledSuperellipsoid } from '../../../shapes/tiled/superellipsoid-body.ts';
import { supportTiled } from './support-tiled.ts';

const out = createVec3();

describe('the support point of a smooth body', () => {
  it('an ellipsoid: S²d / |Sd|, for directions of any length', () => {
    const random = createRandom(4);
    const body = tiledEllipsoid([1, 0.7, 0.5]);
    for (let k = 0; k < 200; k++) {
      const d = createVec3(random.normal(), random.normal(), random.normal());
      const length = Math.hypot(d.x, 0.7 * d.y, 0.5 * d.z);
      // the height is exact to machine precision, relative to the length of d
      const unit = Math.hypot(d.x, d.y, d.z);
      expect(Math.abs(dotVec3(supportTiled(out, body, d), d) - length)).toBeLessThan(1e-14 * unit);
    }
  });

  it.each([
    [0.4, 0.7],
    [1, 0.3],
    [0.1, 1],
    [2, 0.5],
    [1, 2],
  ])('a superellipsoid of exponents %d and %d: the dual norm, along its flat ends too', (exponent1, exponent2) => {
    const random = createRandom(5);
    const body = tiledSuperellipsoid([1, 0.7, 0.5], exponent1, exponent2);
    const dual = (a: number, b: number, roundness: number) => {
      // of order q/(q - 1) with q = 2/roundness
      const order = 2 / (2 - roundness);
      return roundness === 2 ? Math.max(a, b) : (a ** order + b ** order) ** (1 / order);
    };
    for (let k = 0; k < 400; k++) {
      const tilt = 10 ** random.between(-10, 0);
      const d = [0, 1, 2].map((axis) => (axis === k % 3 ? 1 : random.below(4) === 0 ? 0 : tilt * random.normal()));
      const [x, y, z] = d.map((value, axis) => Math.abs(value) * [1, 0.7, 0.5][axis]);
      const expected = dual(dual(x, y, exponent2), z, exponent1);
      const direction = createVec3(...d);
      // rounding of powers of high order
      expect(Math.abs(dotVec3(supportTiled(out, body, direction), direction) - expected)).toBeLessThan(2e-14);
    }
  });

  it('a box: a corner', () => {
    supportTiled(out, tiledBox([0.8, 0.5, 0.6]), createVec3(1, -2, 3));
    expect(Math.hypot(out.x - 0.8, out.y + 0.5, out.z - 0.6)).toBeLessThan(1e-14);
  });

  it('a torus, which is not convex: R |d in its plane| / |d| + r', () => {
    const random = createRandom(6);
    const body = tiledTorus(1, 0.3);
    expect(body.convex).toBe(false);
    for (let k = 0; k < 50; k++) {
      const d = createVec3(random.normal(), random.normal(), random.normal());
      const unit = Math.hypot(d.x, d.y, d.z);
      const expected = Math.hypot(d.x, d.y) + 0.3 * unit;
      expect(Math.abs(dotVec3(supportTiled(out, body, d), d) - expected)).toBeLessThan(2e-12 * unit); // the slack of its certificate
    }
  });
});
