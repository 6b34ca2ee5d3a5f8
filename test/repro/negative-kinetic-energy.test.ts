import { describe, expect, it } from 'vitest';
import { exampleText, runAnyText } from '../scenes.ts';

/** Central differences keep the energy of small deformations; these are large, the swing is of second order in the step. */
const ENERGY_ERROR = 1e-3;

/** A soft block under gravity, held at its foot, let go from rest: forces act from the first instant. */
const BLOCK = {
  title: 'A block',
  description: 'Sags under its weight.',
  world: 'deformable',
  bodies: [
    {
      name: 'block',
      shape: { kind: 'hexahedra', halfExtents: [0.1, 0.1, 0.1], elements: [2, 2, 2] },
      elastic: { modulus: 6e4, poisson: 0.3, density: 1000 },
      clamp: ['z-'],
    },
  ],
  forces: { gravity: [0, 0, -9.81] },
};

describe('the kinetic energy of deformable bodies', () => {
  it('is zero at rest under gravity, and never below zero', () => {
    const log = runAnyText(JSON.stringify({ ...BLOCK, time: { end: 0.2 } }), 'block');
    const energies = log.frames.map(({ ledger }) => ledger.kineticEnergy);
    // the half step back and forth leaves the last digits of velocities of 1e-2 m/s
    expect(energies[0]).toBeLessThan(1e-30);
    expect(Math.min(...energies)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...energies)).toBeGreaterThan(1e-3);
    expect(log.summary.balance.energyError).toBeLessThan(ENERGY_ERROR);
  });

  it('starts with that of the given velocities', () => {
    const [block] = BLOCK.bodies;
    const bodies = [{ ...block, clamp: [], velocity: [3, 0, 0] }];
    const { ledgerStart } = runAnyText(JSON.stringify({ ...BLOCK, bodies, time: { end: 1e-3 } }), 'block').summary;
    expect(ledgerStart.kineticEnergy).toBeCloseTo(0.5 * 8 * 3 ** 2, 12);
  });
});

describe('the kinetic energy of every world', () => {
  it.each([
    'manipulator-capture', // planar, with a prescribed body
    'bounce-penalty',
    'egg-on-a-table',
    'two-bars',
    'docking-in-space',
    'spinning-top',
    't-bone',
    'haptic-tool',
  ])('is never below zero in the example %s, from the start on', (name) => {
    const { frames, summary } = runAnyText(exampleText(name), name);
    expect(summary.ledgerStart.kineticEnergy).toBeGreaterThanOrEqual(0);
    for (const { ledger } of frames) expect(ledger.kineticEnergy).toBeGreaterThanOrEqual(0);
  });
});
