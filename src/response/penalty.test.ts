import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createIntegratorWorkspace, type IntegratorScheme, integrate } from '../dynamics/integrators.ts';
import {
  createSpringDamper,
  dampingFromRestitution,
  dampingRatio,
  restitutionFromDamping,
  type SpringDamper,
  springDamperForce,
  springPotential,
} from './penalty.ts';

interface Bounce {
  x: number;
  v: number;
  steps: number;
  depth: number;
}

/** Impact of a mass on a wall at x = 0 and its rebound, with fixed steps; `stopAt` ends the motion. */
function bounce(
  law: SpringDamper,
  start: { mass: number; x: number; v: number; h: number; scheme: IntegratorScheme },
): Bounce {
  const { mass, h, scheme } = start;
  const state = { q: Float64Array.of(start.x), v: Float64Array.of(start.v) };
  const workspace = createIntegratorWorkspace(1);
  const acceleration = (out: Float64Array, q: Float64Array, v: Float64Array) => {
    out[0] = springDamperForce(law, -q[0], -v[0]) / mass;
  };
  const result = { x: start.x, v: start.v, steps: 0, depth: 0 };
  let touched = false;
  while (!(state.q[0] >= 0 && touched && state.v[0] > 0)) {
    result.depth = Math.max(result.depth, -state.q[0]);
    touched ||= state.q[0] < 0;
    integrate(scheme, state, h, acceleration, 0, workspace);
    result.steps++;
  }
  return { ...result, x: state.q[0], v: state.v[0] };
}

describe('the penalty reference [CP13-3.1]', () => {
  interface PenaltyCase {
    id: string;
    m: number;
    K: number;
    gamma: number;
    h: number;
    scheme: 'explicit-euler' | 'semi-implicit-euler' | 'zoh-exact';
    noTension: boolean;
    x0: number;
    v0: number;
    steps: number;
    vOut: string;
    xOut: string;
    maxPenetration: string;
    energyRatio: string;
  }
  const url = new URL('../../reference/rigid-bodies/penalty.json', import.meta.url);
  const cases: PenaltyCase[] = JSON.parse(readFileSync(url, 'utf8')).cases;

  it.each(cases)('$id, $scheme: the rebound has the exact final state', (given) => {
    const law = createSpringDamper({ stiffness: given.K, damping: given.gamma, noTension: given.noTension });
    const scheme = given.scheme === 'zoh-exact' ? 'held-force' : given.scheme;
    const end = bounce(law, { mass: given.m, x: given.x0, v: given.v0, h: given.h, scheme });
    expect(end.steps).toBe(given.steps);
    // 1e-10 as the README requires; the schemes amplify the rounding of a few hundred steps
    const near = (value: number, expected: string) =>
      expect(Math.abs(value - Number(expected))).toBeLessThan(1e-10 * Math.max(1, Math.abs(Number(expected))));
    near(end.v, given.vOut);
    near(end.x, given.xOut);
    near(end.depth, given.maxPenetration);
    near((end.v / given.v0) ** 2, given.energyRatio);
  });
});

describe('energy ratio of one undamped bounce, averaged over the phase of the steps', () => {
  /** Energy gains of an independent program: explicit Euler, held force, semi-implicit Euler, RK4. */
  const table: [number, number[]][] = [
    [0.01, [1.032, 1.016, 1, 1]],
    [0.1, [1.368, 1.17, 1, 1]],
    [0.2, [1.867, 1.367, 1, 1]],
    [0.5, [4.53, 2.14, 1.001, 0.998]],
    [1, [16, 4.1, 1, 0.96]],
    [1.5, [45, 7, 1.07, 0.85]],
    [1.9, [81, 8.9, 2.7, 0.86]],
  ];
  const schemes: IntegratorScheme[] = ['explicit-euler', 'held-force', 'semi-implicit-euler', 'rk4'];
  const phases = 400;
  const law = createSpringDamper({ stiffness: 1 });

  function meanRatio(scheme: IntegratorScheme, h: number): number {
    let sum = 0;
    for (let i = 0; i < phases; i++) {
      const x = ((i + 0.5) / phases) * h; // the first step inside starts anywhere within one step of the wall
      sum += bounce(law, { mass: 1, x, v: -1, h, scheme }).v ** 2;
    }
    return sum / phases;
  }

  it.each(table)('h ω0 = %d: the four schemes gain the energies of the table', (h, row) => {
    schemes.forEach((scheme, i) => {
      // the table gives two or three digits
      const error = Math.abs(meanRatio(scheme, h) / row[i] - 1);
      expect(error, `${scheme} at ${h}`).toBeLessThan(h < 0.5 ? 1e-3 : 2e-2);
    });
  });

  it('to leading order explicit Euler gains exp(π h ω0), the held force exp(π h ω0/2)', () => {
    const h = 0.01;
    expect(Math.log(meanRatio('explicit-euler', h))).toBeCloseTo(Math.PI * h, 3);
    expect(Math.log(meanRatio('held-force', h))).toBeCloseTo((Math.PI * h) / 2, 3);
  });
});

describe('the spring and damper', () => {
  it('acts only at distances below its rest distance, and pulls only with tension allowed', () => {
    const law = createSpringDamper({ stiffness: 100, damping: 5, restDistance: 0.1 });
    expect(springDamperForce(law, -0.1, -1)).toBe(0);
    expect(springDamperForce(law, 0.1, 1)).toBe(25);
    expect(springDamperForce(law, -0.05, -2)).toBe(0);
    expect(springDamperForce({ ...law, noTension: false }, -0.05, -2)).toBe(-5);
    expect(springPotential(law, 0.1)).toBeCloseTo(2, 14);
    expect(springPotential(law, -0.2)).toBe(0);
  });

  it('gives e = 0.52662 with tension and 0.57174 without, for ζ = 0.2', () => {
    expect(restitutionFromDamping(0.2, false)).toBeCloseTo(0.52662, 5);
    expect(restitutionFromDamping(0.2, true)).toBeCloseTo(0.57174, 5);
  });

  it.each([0.05, 0.3, 0.7, 0.99, 1, 1.01, 3])(
    'ζ = %d: the restitution is that of a finely integrated bounce',
    (zeta) => {
      for (const noTension of [true, false]) {
        const law = createSpringDamper({ stiffness: 1, damping: 2 * zeta, noTension });
        expect(dampingRatio(law, 1)).toBe(zeta);
        const e = restitutionFromDamping(zeta, noTension);
        if (!noTension && zeta > 0.9) continue; // the critically damped mass returns asymptotically
        // the force is not smooth in time at contact, so even RK4 is of second order where contact begins and ends: about 1e-3²
        const { v } = bounce(law, { mass: 1, x: 1e-9, v: -1, h: 1e-3, scheme: 'rk4' });
        expect(Math.abs(v - e)).toBeLessThan(2e-3);
      }
    },
  );

  it('is the atan2 form of [CP13] below ζ = 1', () => {
    for (const zeta of [0.01, 0.2, 0.6, 0.8, 0.999]) {
      const root = Math.sqrt(1 - zeta ** 2);
      const phase = Math.PI - Math.atan2(2 * zeta * root, 1 - 2 * zeta ** 2);
      expect(restitutionFromDamping(zeta, true)).toBeCloseTo(Math.exp((-zeta / root) * phase), 12);
    }
  });

  it('is recovered from the restitution it gives', () => {
    for (const noTension of [true, false]) {
      for (const e of [0.01, 0.1, 0.5, 0.9, 1]) {
        expect(restitutionFromDamping(dampingFromRestitution(e, noTension), noTension)).toBeCloseTo(e, 12);
      }
    }
    expect(() => dampingFromRestitution(0, true)).toThrow('must be above 0 and at most 1, got 0');
  });

  it('rejects an invalid stiffness or damping', () => {
    expect(() => createSpringDamper({ stiffness: 0 })).toThrow(
      'spring-damper.stiffness: must be finite and above zero, got 0',
    );
    expect(() => createSpringDamper({ stiffness: 1, damping: -1 })).toThrow('spring-damper.damping');
    expect(() => createSpringDamper({ stiffness: 1, restDistance: Number.NaN })).toThrow('spring-damper.restDistance');
  });
});
