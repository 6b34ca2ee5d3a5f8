import { describe, expect, it } from 'vitest';
import { absComplex, addComplex, type Complex, divideComplex, multiplyComplex, polynomialRoots } from './complex.ts';
import { createRandom } from './random.ts';

describe('complex numbers', () => {
  it('divide as they multiply', () => {
    const [p, q]: [Complex, Complex] = [[3, -2], [0.5, 4]]; // biome-ignore format: one line
    const back = divideComplex(multiplyComplex(p, q), q);
    expect(absComplex(addComplex(back, [-3, 2]))).toBeLessThan(1e-15);
  });

  it('are the roots of a polynomial, real, complex and double ones', () => {
    const random = createRandom(3);
    for (let trial = 0; trial < 200; trial++) {
      const [re, im] = [random.between(-3, 3), random.between(0, 2)];
      const [s, t] = [random.between(-3, 3), trial % 5 === 0 ? re : random.between(-3, 3)];
      // (z² - 2 re z + re² + im²)(z - s)(z - t)
      const [b, c] = [-2 * re, re * re + im * im];
      const [d, e] = [-s - t, s * t];
      const roots = polynomialRoots([b + d, c + b * d + e, c * d + b * e, c * e]);
      for (const wanted of [
        [re, im],
        [re, -im],
        [s, 0],
        [t, 0],
      ] as Complex[]) {
        // biome-ignore format: one line
        const nearest = Math.min(...roots.map(([x, y]) => absComplex([x - wanted[0], y - wanted[1]])));
        expect(nearest).toBeLessThan(1e-4);
      }
    }
    expect(Math.max(...polynomialRoots([-2, 1]).map(([x]) => Math.abs(x - 1)))).toBeLessThan(1e-6);
    expect(
      polynomialRoots([0, 0, 0])
        .map(absComplex)
        .every((size) => size < 1e-4),
    ).toBe(true);
    expect(polynomialRoots([])).toEqual([]);
  });
});
