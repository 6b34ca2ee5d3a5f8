import { describe, expect, it } from 'vitest';
import { contactEllipseRatio, hertzRadius } from './hertz-ellipse.ts';

/** K and E by the trapezoidal rule, which converges exponentially for periodic functions. */
function integrals(kappa: number): { k: number; e: number } {
  const n = 4096;
  let [k, e] = [0, 0];
  for (let i = 0; i < n; i++) {
    const root = Math.sqrt(1 - (1 - kappa ** 2) * Math.sin((Math.PI * (i + 0.5)) / n) ** 2);
    k += (0.5 * Math.PI) / n / root;
    e += ((0.5 * Math.PI) / n) * root;
  }
  return { k, e };
}

describe('elliptical contact of Hertz', () => {
  it('is circular for equal curvatures, with the radius of the sphere', () => {
    expect(contactEllipseRatio(5, 5)).toBeCloseTo(1, 7);
    expect(hertzRadius(5, 5)).toBeCloseTo(0.2, 14);
    expect(hertzRadius(5, 5 * (1 + 1e-9))).toBeCloseTo(0.2, 9);
  });

  // half-axes m, n of the table of Whittemore and Petrenko, for the angle θ with cos θ = (B - A)/(B + A)
  it.each([
    [30, 2.731, 0.493],
    [45, 1.926, 0.604],
    [60, 1.486, 0.717],
    [75, 1.202, 0.845],
  ])('has the tabulated half-axes at θ = %i°', (degrees, m, n) => {
    const cos = Math.cos((degrees * Math.PI) / 180);
    // four digits of the table
    expect(contactEllipseRatio(1 - cos, 1 + cos)).toBeCloseTo(n / m, 3);
  });

  it.each([1.5, 3, 10, 100, 1e4])('satisfies the equations of Hertz for the ratio %d of the curvatures', (ratio) => {
    const [low, high] = [2, 2 * ratio];
    const kappa = contactEllipseRatio(low, high);
    const { k, e } = integrals(kappa);
    // pressure p0/E* of the half-axis a = 1 from A = (p0/E*)(b/(e² a²))(K - E), then B, the depth and the force from it
    const square = 1 - kappa ** 2;
    const pressure = (0.5 * low * square) / (kappa * (k - e));
    const relative = ((pressure * kappa) / square) * (e / kappa ** 2 - k);
    expect(relative / (0.5 * high)).toBeCloseTo(1, 9);
    const depth = pressure * kappa * k;
    const force = (2 / 3) * pressure * Math.PI * kappa;
    expect(force / ((4 / 3) * Math.sqrt(hertzRadius(low, high)) * depth ** 1.5)).toBeCloseTo(1, 9);
  });
});
