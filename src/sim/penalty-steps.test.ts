import { describe, expect, it } from 'vitest';
import { exampleText, lastState, runDocument, runText } from '../../test/scenes.ts';
import { restitutionFromDamping } from '../response/penalty.ts';

const wall = { name: 'wall', shape: { kind: 'halfspace', normal: [1, 0] }, motion: 'fixed' };

function bounce(penalty: object, time: object = {}): object {
  return {
    bodies: [
      { name: 'ball', shape: { kind: 'disc', radius: 0.5 }, mass: 2, position: [0.6, 0], velocity: [-1, 0] },
      wall,
    ],
    contacts: { response: 'penalty', penalty },
    time: { method: 'steps', step: 1e-4, end: 0.6, integrator: 'rk4', ...time },
  };
}

describe('fixed steps with penalty forces [CP13-3.1]', () => {
  it('an undamped spring returns the ball; the maximum depth is v √(m/K)', () => {
    const log = runDocument(bounce({ law: 'linear', stiffness: 1e4, damping: 0 }));
    // rk4 at h ω0 = 0.007; entering the contact within a step reduces it to first order in h there
    expect(lastState(log, 'ball').velocity.x).toBeCloseTo(1, 4);
    expect(Math.abs(log.summary.maxPenetration / Math.sqrt(2 / 1e4) - 1)).toBeLessThan(1e-3);
    expect(log.summary.balance.momentumError).toBeLessThan(1e-13);
    expect(log.summary.balance.energyError).toBeLessThan(1e-4);
  });

  it('a damped spring gives the restitution of the closed form, without tension', () => {
    const zeta = 0.2;
    const damping = zeta * 2 * Math.sqrt(1e4 * 2);
    const log = runDocument(bounce({ law: 'linear', stiffness: 1e4, damping, noTension: true }, { step: 2e-5 }));
    expect(Math.abs(lastState(log, 'ball').velocity.x - restitutionFromDamping(zeta, true))).toBeLessThan(1e-3);
    expect(log.summary.ledgerEnd.contactWork).toBeLessThan(0);
    expect(log.summary.balance.energyError).toBeLessThan(1e-3);
  });

  it('the naive schemes gain energy in a bounce, by the stated law; the ledger shows it', () => {
    const gain = (integrator: string) => {
      const step = 0.1 * Math.sqrt(2 / 1e4); // h ω0 = 0.1
      const log = runDocument(bounce({ law: 'linear', stiffness: 1e4, damping: 0 }, { integrator, step }));
      return lastState(log, 'ball').velocity.x ** 2;
    };
    expect(gain('explicit-euler')).toBeCloseTo(1.368, 1); // mean over the sampling phase [CP13-3.1]
    expect(gain('held-force')).toBeCloseTo(1.17, 1);
    expect(gain('semi-implicit-euler')).toBeCloseTo(1, 2);
  });

  it('a Hertz impact reaches the depth (5 m v²/4K)^(2/5)', () => {
    const [modulus, radius] = [1e6, 0.5];
    const log = runDocument(bounce({ law: 'hertz', modulus, radius, damping: 0 }, { step: 2e-5 }));
    const k = (4 / 3) * modulus * Math.sqrt(radius);
    const depth = ((5 * 2) / (4 * k)) ** 0.4;
    expect(Math.abs(log.summary.maxPenetration / depth - 1)).toBeLessThan(1e-4);
    expect(lastState(log, 'ball').velocity.x).toBeCloseTo(1, 4);
  });

  it('a slow adhesive ball sticks: adhesion does negative work when pulled, and a fast ball separates', () => {
    const sticky = { law: 'jkr', modulus: 1e5, radius: 0.5, adhesion: 5, damping: 0.5 };
    const slow = runDocument({
      ...bounce(sticky, { end: 3 }),
      bodies: [
        { name: 'ball', shape: { kind: 'disc', radius: 0.5 }, mass: 2, position: [0.501, 0], velocity: [-0.02, 0] },
        wall,
      ],
    });
    expect(lastState(slow, 'ball').position.x).toBeLessThan(0.5);
    const fast = runDocument(bounce(sticky, { end: 1.2 }));
    expect(lastState(fast, 'ball').position.x).toBeGreaterThan(0.6);
  });

  it('off-centre forces rotate the body (E13): angular momentum closes', () => {
    const log = runDocument({
      bodies: [
        { name: 'a', shape: { kind: 'rectangle', halfExtents: [0.5, 0.5] }, mass: 1, velocity: [1, 0] },
        { name: 'b', shape: { kind: 'rectangle', halfExtents: [0.5, 0.5] }, mass: 2, position: [1.3, 0.7], angle: 0.3 },
      ],
      contacts: { response: 'penalty', penalty: { law: 'linear', stiffness: 1e4, damping: 0 } },
      time: { method: 'steps', step: 1e-4, end: 1, integrator: 'rk4' },
    });
    expect(Math.abs(lastState(log, 'b').angularVelocity.z)).toBeGreaterThan(0.1);
    expect(log.summary.balance.momentumError).toBeLessThan(1e-13);
    expect(log.summary.balance.angularMomentumError).toBeLessThan(1e-6); // rk4 conserves it to its order, not exactly
    expect(log.summary.balance.energyError).toBeLessThan(1e-3);
  });

  it('the two bouncing examples differ in their response only, and agree in restitution', () => {
    const heights = ['bounce-penalty', 'bounce-impulse'].map((name) => {
      const log = runText(exampleText(name), name);
      return log.summary.ledgerEnd.kineticEnergy + log.summary.ledgerEnd.potentialEnergy;
    });
    expect(Math.abs(heights[0] / heights[1] - 1)).toBeLessThan(0.2);
  });
});
