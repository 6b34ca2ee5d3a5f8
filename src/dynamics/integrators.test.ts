import { describe, expect, it } from 'vitest';
import {
  type Acceleration,
  createIntegratorWorkspace,
  INTEGRATOR_SCHEMES,
  type IntegratorScheme,
  integrate,
} from './integrators.ts';

/** q̈ = -q - 0.2 q̇ + cos 2t for two coordinates; the first is compared with a fine solution. */
const driven: Acceleration = (out, q, v, t) => {
  for (let i = 0; i < q.length; i++) out[i] = -q[i] - 0.2 * v[i] + Math.cos(2 * t);
};

function run(scheme: IntegratorScheme, steps: number): number {
  const state = { q: Float64Array.of(1, 0.5), v: Float64Array.of(0, -1) };
  const workspace = createIntegratorWorkspace(2);
  const h = 2 / steps;
  for (let k = 0; k < steps; k++) integrate(scheme, state, h, driven, k * h, workspace);
  return state.q[0];
}

describe('one step of each scheme', () => {
  const oneStep = (scheme: IntegratorScheme) => {
    const state = { q: Float64Array.of(1), v: Float64Array.of(2) };
    const spring: Acceleration = (out, q) => {
      out[0] = -4 * q[0];
    };
    integrate(scheme, state, 0.5, spring, 0, createIntegratorWorkspace(1));
    return [state.q[0], state.v[0]];
  };

  it('advances the position by the old speed, the new speed, or both, as its name states', () => {
    expect(oneStep('explicit-euler')).toEqual([2, 0]); // x + h v
    expect(oneStep('semi-implicit-euler')).toEqual([1, 0]); // v first
    expect(oneStep('held-force')).toEqual([1.5, 0]); // x + h v + h² a/2
  });

  it('RK4 is the Taylor series of the exact motion to fourth order', () => {
    // x = cos 2t + sin 2t; (h ω)^5/5! = 1/120 is neglected
    const [x, v] = oneStep('rk4');
    expect(x).toBeCloseTo(1 + 1 - 1 / 2 - 1 / 6 + 1 / 24, 15);
    expect(v).toBeCloseTo(2 * (1 - 1 - 1 / 2 + 1 / 6 + 1 / 24), 15);
  });

  it('the held force is exact for a constant acceleration, in one step of any length', () => {
    const state = { q: Float64Array.of(1, 2), v: Float64Array.of(3, -4) };
    const gravity: Acceleration = (out) => {
      out.set([0, -10]);
    };
    integrate('held-force', state, 2, gravity, 0, createIntegratorWorkspace(2));
    expect([...state.q, ...state.v]).toEqual([7, -26, 3, -24]);
  });
});

describe('the order of each scheme', () => {
  const exact = run('rk4', 20000);

  it.each(INTEGRATOR_SCHEMES.map((scheme) => ({ scheme, order: scheme === 'rk4' ? 4 : 1 })))(
    '$scheme: halving the step divides the error by 2^$order',
    ({ scheme, order }) => {
      const steps = order === 4 ? 40 : 2000;
      const ratio = (run(scheme, steps) - exact) / (run(scheme, 2 * steps) - exact);
      expect(Math.log2(Math.abs(ratio))).toBeCloseTo(order, 0);
      expect(Math.abs(Math.log2(Math.abs(ratio)) - order)).toBeLessThan(0.1); // the next order at this step
    },
  );
});
