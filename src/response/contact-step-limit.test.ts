import { describe, expect, it } from 'vitest';
import { createIntegratorWorkspace, INTEGRATOR_SCHEMES, integrate } from '../dynamics/integrators.ts';
import { createPlanarBody } from '../dynamics/rigid-body.ts';
import { createPose } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { exceededStepLimit, type SpringContact } from './contact-step-limit.ts';

const MASS = 2;
const STIFFNESS = 5e3;

/** Spheres in a row between two fixed bodies, a spring at every contact. */
function row(count: number, damping: number): SpringContact[] {
  const wall = createPlanarBody(
    createPose([0, 0]),
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    createVec3(),
    0,
  );
  const balls = Array.from({ length: count }, (_, i) => createPlanarBody(createPose([i, 0]), MASS, 1, createVec3(), 0));
  const chain = [wall, ...balls, wall];
  return chain.slice(1).map((b, i) => {
    const point = createVec3(i - 0.5);
    return { a: chain[i], b, pointA: point, pointB: point, normal: createVec3(1), stiffness: STIFFNESS, damping };
  });
}

/** Energy of the row after many steps from an initial state with all modes, by direct summation over neighbours. */
function grows(scheme: (typeof INTEGRATOR_SCHEMES)[number], count: number, damping: number, h: number): boolean {
  const state = { q: Float64Array.from({ length: count }, (_, i) => (i % 2 ? -1 : 1.1)), v: new Float64Array(count) };
  const at = (x: Float64Array, i: number) => (i < 0 || i >= count ? 0 : x[i]);
  const acceleration = (out: Float64Array, q: Float64Array, v: Float64Array) => {
    for (let i = 0; i < count; i++) {
      const pull = (x: Float64Array) => at(x, i - 1) - 2 * x[i] + at(x, i + 1);
      out[i] = (STIFFNESS * pull(q) + damping * pull(v)) / MASS;
    }
  };
  const workspace = createIntegratorWorkspace(count);
  for (let k = 0; k < 3000; k++) {
    integrate(scheme, state, h, acceleration, k * h, workspace);
    if (Math.max(...state.q.map(Math.abs)) > 1e6) return true;
  }
  return false;
}

describe('the step limit of springs that share bodies', () => {
  it('of a row of spheres is that of its fastest mode, 4k/m for a long one', () => {
    for (const count of [1, 2, 3, 4, 5, 6, 7, 8]) {
      // ω² = 4 k/m sin²(π n / 2(n + 1))
      const omega = 2 * Math.sqrt(STIFFNESS / MASS) * Math.sin((Math.PI * count) / (2 * (count + 1)));
      const limit = exceededStepLimit(row(count, 0), 'semi-implicit-euler', 1);
      expect((limit?.step ?? 0) * omega).toBeCloseTo(1, 5);
    }
  });

  it.each(INTEGRATOR_SCHEMES)('%s: a damped row is stable at the limit', (scheme) => {
    const damping = 20;
    const limit = exceededStepLimit(row(4, damping), scheme, 1);
    expect(grows(scheme, 4, damping, limit?.step ?? 1)).toBe(false);
    expect(exceededStepLimit(row(4, damping), scheme, 0.999 * (limit?.step ?? 1))).toBeUndefined();
    expect(grows(scheme, 4, damping, 2.5 * (limit?.step ?? 1))).toBe(true);
  });

  it('without springs there is none', () => {
    expect(exceededStepLimit([], 'rk4', 1)).toBeUndefined();
    expect(exceededStepLimit([{ ...row(1, 0)[0], stiffness: 0 }], 'rk4', 1e9)).toBeUndefined();
  });

  it('of positions that are not finite is none: the run reports them', () => {
    const [spring] = row(1, 0);
    const lost = { ...spring, normal: createVec3(Number.NaN, 0, 0) };
    expect(exceededStepLimit([lost], 'rk4', 1)).toBeUndefined();
  });
});
