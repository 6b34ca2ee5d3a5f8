import { describe, expect, it } from 'vitest';
import { createIntegratorWorkspace, INTEGRATOR_SCHEMES, type IntegratorScheme, integrate } from './integrators.ts';
import { largestContactStep, largestStableStep } from './stable-step.ts';

/** Energy of a mass on a spring and a damper, relative to its start, once it has clearly grown or decayed. */
function growth(scheme: IntegratorScheme, omegaSq: number, gamma: number, h: number): number {
  const state = { q: Float64Array.of(1), v: Float64Array.of(0) };
  const workspace = createIntegratorWorkspace(1);
  const acceleration = (out: Float64Array, q: Float64Array, v: Float64Array) => {
    out[0] = -omegaSq * q[0] - gamma * v[0];
  };
  let energy = 1;
  for (let k = 0; k < 100_000 && energy < 1e9 && energy > 1e-9; k++) {
    integrate(scheme, state, h, acceleration, k * h, workspace);
    energy = (state.v[0] ** 2 + omegaSq * state.q[0] ** 2) / omegaSq;
  }
  return energy;
}

const RATIOS = [0.1, 0.5, 0.9, 1, 1.2, 3, 10];

describe('the largest stable step of a damped spring', () => {
  it.each(INTEGRATOR_SCHEMES)('%s: below it the oscillation decays, above it it grows', (scheme) => {
    for (const omega of [1, 250]) {
      for (const zeta of RATIOS) {
        const gamma = 2 * zeta * omega;
        const limit = largestStableStep(scheme, omega * omega, gamma);
        expect(growth(scheme, omega * omega, gamma, 0.98 * limit), `${scheme} ${omega} ${zeta}`).toBeLessThan(1e-9);
        expect(growth(scheme, omega * omega, gamma, 1.02 * limit), `${scheme} ${omega} ${zeta}`).toBeGreaterThan(1e9);
      }
    }
  });

  it('without damping is 0 for the naive schemes, 2/ω for semi-implicit Euler and √8/ω for rk4', () => {
    expect(largestStableStep('explicit-euler', 4, 0)).toBe(0);
    expect(largestStableStep('held-force', 4, 0)).toBe(0);
    expect(largestStableStep('semi-implicit-euler', 4, 0)).toBe(1);
    expect(largestStableStep('rk4', 4, 0)).toBeCloseTo(Math.SQRT2, 14);
  });

  it('of a contact is at most half as long, and h ω = 0.1 for schemes that are never stable', () => {
    expect(largestContactStep('semi-implicit-euler', 4, 0)).toBe(0.5);
    expect(largestContactStep('rk4', 4, 0)).toBeCloseTo(Math.SQRT1_2, 14);
    expect(largestContactStep('explicit-euler', 4, 0)).toBe(0.05);
    expect(largestContactStep('explicit-euler', 4, 1)).toBe(0.25);
    expect(largestContactStep('held-force', 4, 1)).toBe(0.5);
  });
});
