import { describe, expect, it } from 'vitest';
import { createIntegratorWorkspace, integrate } from '../dynamics/integrators.ts';
import {
  type ContactLaw,
  contactForce,
  contactPotential,
  contactSlopes,
  createDmtContact,
  createHertzContact,
  createJkrContact,
  effectiveModulus,
  effectiveRadius,
  hertzContactTime,
  hertzMaxDepth,
  hertzStiffness,
  huntCrossleyRestitution,
  interactionRange,
  isAttached,
  jkrContactRadius,
  pullOffForce,
} from './contact-laws.ts';
import { createSpringDamper } from './penalty.ts';

/** A steel sphere of radius 1 cm on a rigid plane. */
const steel = { modulus: effectiveModulus(210e9, 0.3, Number.POSITIVE_INFINITY, 0.3), radius: 0.01 };
/** Soft rubber with strong adhesion: lengths are of the order of micrometres. */
const rubber = { modulus: 1e6, radius: 1e-3, adhesion: 0.05 };

/** Integrates the impact of a mass on the law with RK4; `steps` per Hertz contact time. */
function impact(law: ContactLaw, mass: number, speed: number, h: number) {
  const state = { q: Float64Array.of(0), v: Float64Array.of(speed) }; // the coordinate is the depth
  const workspace = createIntegratorWorkspace(1);
  const acceleration = (out: Float64Array, q: Float64Array, v: Float64Array) => {
    out[0] = -contactForce(law, q[0], v[0]) / mass;
  };
  let time = 0;
  let depth = 0;
  do {
    integrate('rk4', state, h, acceleration, time, workspace);
    time += h;
    depth = Math.max(depth, state.q[0]);
  } while (state.q[0] > 0);
  // subtract the part of the last step beyond the surface
  return { time: time - state.q[0] / state.v[0], depth, speed: -state.v[0] };
}

describe('effective modulus and radius', () => {
  it('are those of springs in series: half of two equal ones, that of the soft one on a rigid plane', () => {
    expect(effectiveModulus(2, 0, 2, 0)).toBe(1);
    expect(effectiveRadius(2, 2)).toBe(1);
    expect(effectiveRadius(3, Number.POSITIVE_INFINITY)).toBeCloseTo(3, 14);
    expect(steel.modulus).toBeCloseTo(210e9 / 0.91, -2);
  });
});

describe('a Hertz impact', () => {
  const law = createHertzContact(steel);
  const mass = 0.0327; // mass of the sphere [kg]
  const h = hertzContactTime(law, mass, 1) / 4000;

  it('has depth (5 m v²/(4 K))^(2/5), lasts 2.94328 depth/v and conserves its energy', () => {
    const { time, depth, speed } = impact(law, mass, 1, h);
    const expected = ((5 * mass) / (4 * ((4 / 3) * steel.modulus * Math.sqrt(steel.radius)))) ** 0.4;
    expect(hertzMaxDepth(law, mass, 1)).toBeCloseTo(expected, 15);
    // the depth is sampled: error of its curvature over half a step, (h/2)² ω²/2; the force d^1.5 is not smooth at 0
    expect(depth / expected).toBeCloseTo(1, 6);
    expect((time * 1) / depth).toBeCloseTo(2.943275, 6);
    expect(time / hertzContactTime(law, mass, 1)).toBeCloseTo(1, 6);
    expect(speed).toBeCloseTo(1, 6);
  });

  it('stores all the kinetic energy in its potential at the maximum depth', () => {
    const depth = hertzMaxDepth(law, mass, 2);
    expect(contactPotential(law, depth) / (0.5 * mass * 4)).toBeCloseTo(1, 13);
  });

  it('with damping α has restitution e ≈ 1 - α v for slow impacts (Hunt and Crossley)', () => {
    const damping = 0.02;
    for (const speed of [0.1, 0.5, 1]) {
      const damped = { ...law, damping };
      const e = impact(damped, mass, speed, hertzContactTime(law, mass, speed) / 4000).speed / speed;
      expect(Math.abs(e - (1 - damping * speed))).toBeLessThan(1.1 * (damping * speed) ** 2); // the next order
    }
  });

  it.each([0.1, 0.5, 2, 10])('with damping α v = %d has the restitution of the energy integral', (product) => {
    const damped = createHertzContact({ ...steel, damping: product });
    const { speed } = impact(damped, mass, 1, h);
    expect(Math.abs(speed - huntCrossleyRestitution(damped.damping, 1))).toBeLessThan(1e-5);
  });

  it('never pulls, however fast the bodies separate', () => {
    expect(contactForce({ ...law, damping: 1 }, 1e-5, -1e3)).toBe(0);
    expect(contactForce(law, 0, 5)).toBe(0);
    expect(contactForce(law, -1e-6, 5)).toBe(0);
  });
});

describe('adhesion', () => {
  const jkr = createJkrContact(rubber);
  const dmt = createDmtContact(rubber);

  it('DMT: pulls with 2π w R at separation and not beyond', () => {
    expect(pullOffForce(dmt)).toBeCloseTo(2 * Math.PI * 0.05 * 1e-3, 18);
    expect(contactForce(dmt, 0, 0)).toBe(-pullOffForce(dmt));
    expect(contactForce(dmt, -1e-12, 0)).toBe(0);
  });

  it('JKR: the maximum pull is (3/2)π w R, and 5/9 of it remains where the contact breaks', () => {
    const range = interactionRange(jkr);
    let minForce = 0;
    for (let i = 0; i <= 10000; i++) minForce = Math.min(minForce, contactForce(jkr, -range * (1 - i / 5000), 0, true));
    expect(-minForce / (1.5 * Math.PI * 0.05 * 1e-3)).toBeCloseTo(1, 7);
    expect(pullOffForce(jkr)).toBeCloseTo(1.5 * Math.PI * 0.05 * 1e-3, 18);
    // a double root: half the digits
    expect(-contactForce(jkr, -range, 0, true) / pullOffForce(jkr)).toBeCloseTo(5 / 9, 6);
  });

  it('JKR: the contact radius solves d = a²/R - √(2π w a/E*) at every depth', () => {
    const range = interactionRange(jkr);
    for (const depth of [-range, -0.999 * range, -0.5 * range, 0, 1e-9, 1e-6, 1e-4, 1]) {
      const a = jkrContactRadius(jkr, depth);
      const back = (a * a) / rubber.radius - Math.sqrt((2 * Math.PI * rubber.adhesion * a) / rubber.modulus);
      expect(Math.abs(back - depth)).toBeLessThan(1e-14 * Math.max(range, Math.abs(depth)) * 10);
    }
  });

  it('JKR: attaches at depth 0 and holds until the fold when pulled', () => {
    const range = interactionRange(jkr);
    expect(isAttached(jkr, -0.5 * range, false)).toBe(false);
    expect(contactForce(jkr, -0.5 * range, 0)).toBe(0);
    expect(isAttached(jkr, 0, false)).toBe(true);
    expect(isAttached(jkr, -0.5 * range, true)).toBe(true);
    expect(contactForce(jkr, -0.5 * range, 0, true)).toBeLessThan(0);
    expect(isAttached(jkr, -1.001 * range, true)).toBe(false);
    expect(contactForce(jkr, -1.001 * range, 0, true)).toBe(0);
  });

  it('JKR: one contact cycle dissipates 7.09 (w⁵ R⁴/E*²)^(1/3) (Thornton and Ning)', () => {
    // energy released on attaching at depth 0, plus the energy stored when the contact breaks
    const lost = contactPotential(jkr, -interactionRange(jkr), true) - contactPotential(jkr, 0);
    const unit = Math.cbrt((rubber.adhesion ** 5 * rubber.radius ** 4) / rubber.modulus ** 2);
    expect(lost / unit).toBeCloseTo(7.09, 2);
  });

  it('at large depth, where the elastic force dominates, JKR and DMT approach Hertz', () => {
    const hertz = createHertzContact({ modulus: rubber.modulus, radius: rubber.radius });
    for (const law of [jkr, dmt]) expect(contactForce(law, 0.5, 0) / contactForce(hertz, 0.5, 0)).toBeCloseTo(1, 4);
  });
});

describe('every law', () => {
  const laws: ContactLaw[] = [
    createSpringDamper({ stiffness: 1e3, restDistance: 1e-4 }),
    createHertzContact({ modulus: rubber.modulus, radius: rubber.radius }),
    createDmtContact(rubber),
    createJkrContact(rubber),
  ];

  it.each(laws)('$kind: the force is the derivative of the potential', (law) => {
    for (const depth of [2e-6, 1e-5, 1e-4, 2e-3]) {
      const d = 1e-4 * depth;
      const slope = (contactPotential(law, depth + d) - contactPotential(law, depth - d)) / (2 * d);
      // central difference: error of order d², relative 1e-8, and the rounding of two nearly equal energies
      expect(slope / contactForce(law, depth, 0)).toBeCloseTo(1, 6);
    }
  });

  it.each(laws)('$kind: has neither force nor potential beyond its interaction range', (law) => {
    const apart = -1.01 * interactionRange(law) - 1e-9;
    expect([contactForce(law, apart, -1, true), contactPotential(law, apart, true)]).toEqual([0, 0]);
  });

  it('rejects an invalid modulus, radius or adhesion', () => {
    expect(() => createHertzContact({ modulus: -1, radius: 1 })).toThrow(
      'hertz.modulus: must be finite and above zero, got -1',
    );
    expect(() => createDmtContact({ modulus: 1, radius: 0, adhesion: 1 })).toThrow('dmt.radius');
    expect(() => createJkrContact({ modulus: 1, radius: 1, adhesion: 0 })).toThrow('jkr.adhesion');
  });

  it('Hertz stiffness is (4/3) E* √R', () => {
    expect(hertzStiffness(createHertzContact({ modulus: 3, radius: 4 }))).toBe(8);
  });
});

describe('the slopes of a contact force', () => {
  const laws: ContactLaw[] = [
    createSpringDamper({ stiffness: 1e5, damping: 20 }),
    createHertzContact({ modulus: 1e6, radius: 0.1, damping: 0.3 }),
    createDmtContact({ modulus: 1e6, radius: 0.1, damping: 0.3, adhesion: 0.5 }),
    createJkrContact({ modulus: 1e6, radius: 0.1, damping: 0.3, adhesion: 0.5 }),
  ];
  it.each(laws)('$kind: are the finite differences of the force by depth and rate', (law) => {
    for (const depth of [1e-5, 1e-3, 2e-2]) {
      const [h, rate] = [1e-4 * depth, 1e-3];
      const byDepth = (contactForce(law, depth + h, 0) - contactForce(law, depth - h, 0)) / (2 * h);
      const byRate = (contactForce(law, depth, rate) - contactForce(law, depth, -rate)) / (2 * rate);
      const { stiffness, damping } = contactSlopes(law, depth);
      expect(Math.abs(stiffness / byDepth - 1)).toBeLessThan(1e-6);
      expect(Math.abs(damping / byRate - 1)).toBeLessThan(1e-6);
    }
    expect(contactSlopes(law, -1).stiffness === 0).toBe(law.kind !== 'jkr');
  });
});
