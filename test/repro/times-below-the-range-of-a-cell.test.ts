import { describe, expect, it } from 'vitest';
import { createNodeTriangleContact, nodeTriangleContact } from '../../src/ccd/first-contact.ts';
import { createConstantVelocityMotion } from '../../src/ccd/point-motion.ts';
import { algebraicToNumber, rootsInUnit } from '../../src/math/algebraic-number.ts';

describe('a first contact at a tiny fraction of the step', () => {
  it('has a time, not NaN, where the cell of the root needs more bits than a double has exponents', () => {
    // all in the plane z = 0: the node falls from y = 1e-155 m at 1 m/s onto the corner at the origin
    const start = Float64Array.of(0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 1e-155, 0);
    const velocities = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1e-155, 0, 0, -1, 0);
    const motion = createConstantVelocityMotion(start, velocities, 1);
    const { hit, time, safeTime } = nodeTriangleContact(createNodeTriangleContact(), motion, 3, 0, 1, 2);
    expect([hit, time]).toEqual([true, 1e-155]);
    expect(safeTime).toBeLessThanOrEqual(1e-155);
  });

  it.each([1, 53, 600, 1023, 1060])('a root at 2^-%i is that double', (exponent) => {
    const [root] = rootsInUnit([-1n, 1n << BigInt(exponent), 0n, 0n]);
    expect(algebraicToNumber(root)).toBe(2 ** -exponent);
  });

  it('two roots with four thousand common bits are distinguished', () => {
    // (t - a)(t - b)(3 t + 1) with a = 1/3 and b = a + 2^-4000 / 3, in integers
    const [unit, a] = [3n << 4000n, 1n << 4000n];
    const b = a + 1n;
    const [c0, c1, c2] = [a * b, -(a + b) * unit, unit * unit];
    const roots = rootsInUnit([c0, 3n * c0 + c1, 3n * c1 + c2, 3n * c2]);
    expect(roots.map(algebraicToNumber)).toEqual([1 / 3, 1 / 3]);
  });
});
