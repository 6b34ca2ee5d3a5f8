import { describe, expect, it } from 'vitest';
import { energyCreationWarning } from '../../src/sim/energy-creation.ts';
import { closeContactWork, createLedgerTotals } from '../../src/sim/ledger-totals.ts';
import { exampleText, runAnyText, runDocument } from '../scenes.ts';

/**
 * Work of contacts is part of the balance, so energy that a method creates in a contact counted as accounted for: the balance error of a ball
 * that gained 65 % was 1e-15. Contacts lose energy or keep it, except where a prescribed body drives them.
 */

const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, motion: 'fixed' };
const disc = { name: 'disc', shape: { kind: 'disc', radius: 0.5 }, mass: 1 };

describe('energy created by contacts', () => {
  it('is the work above zero of a step or event, and is not cancelled by later losses', () => {
    const totals = createLedgerTotals();
    for (const work of [-2, 1.5, 0.25, -3]) {
      totals.contactWork += work;
      closeContactWork(totals);
    }
    expect(totals.energyCreated).toBe(1.75);
    // drives may do any work
    totals.contactWork += 7;
    totals.driveWork += 7;
    closeContactWork(totals);
    expect(totals.energyCreated).toBe(1.75);
  });

  it('is reported where a method creates energy: a disc is moved out of a floor that it overlaps, up against gravity', () => {
    const { summary, frames } = runDocument({
      bodies: [floor, { ...disc, position: [0, 0.4] }],
      contacts: { restitution: 0, tolerance: 1e-3 },
      forces: { gravity: [0, -10] },
      time: { method: 'steps', step: 0.01, end: 1 },
    });
    expect(summary.balance.energyError).toBeLessThan(1e-12);
    expect(summary.ledgerEnd.energyCreated).toBeCloseTo(10 * (0.1 - 1e-3), 6);
    expect(frames.at(-1)?.ledger.energyCreated).toBe(summary.ledgerEnd.energyCreated);
    expect(summary.balance.energyCreationError).toBeCloseTo((0.1 - 1e-3) / 0.499, 6);
    expect(energyCreationWarning(summary)).toBe(
      'contacts created 0.99 J (20 % of the energy), an error of the method: use a smaller time step',
    );
  });

  it.each(['steps', 'events'])(
    'is zero where a prescribed body drives others, and its work is listed (%s)',
    (method) => {
      // elastic: the disc, hit by a wall at 2 m/s, leaves with 4 m/s
      const wall = {
        name: 'wall',
        shape: { kind: 'halfspace', normal: [1, 0] },
        motion: 'prescribed',
        velocity: [2, 0],
      };
      const { summary } = runDocument({
        bodies: [wall, { ...disc, position: [1, 0] }],
        contacts: { restitution: 1 },
        time: { method, end: 1, ...(method === 'steps' ? { step: 0.01 } : {}) },
      });
      expect(summary.ledgerEnd.kineticEnergy).toBeCloseTo(8, 12);
      expect(summary.ledgerEnd.driveWork).toBeCloseTo(8, 12);
      expect(summary.ledgerEnd.contactWork).toBeCloseTo(8, 12);
      expect(summary.balance.energyError).toBeLessThan(1e-14);
      expect(summary.ledgerEnd.energyCreated).toBeLessThan(1e-14);
    },
  );

  it.each(['steps', 'events'])('is zero for a solid hit by a prescribed one (%s)', (method) => {
    const text = JSON.stringify({
      title: 'A wall',
      description: 'It hits a ball.',
      world: 'solids',
      bodies: [
        {
          name: 'wall',
          shape: { kind: 'box', halfExtents: [0.1, 1, 1] },
          motion: 'prescribed',
          velocity: [2, 0, 0],
        },
        { name: 'ball', shape: { kind: 'sphere', radius: 0.5 }, mass: 1, position: [1, 0, 0] },
      ],
      contacts: { restitution: 1 },
      time: { method, end: 0.5, ...(method === 'steps' ? { step: 0.001 } : {}) },
    });
    const { summary } = runAnyText(text, 'wall');
    expect(summary.ledgerEnd.kineticEnergy).toBeCloseTo(8, 9);
    expect(summary.ledgerEnd.driveWork).toBeCloseTo(8, 9);
    expect(summary.ledgerEnd.energyCreated).toBeLessThan(1e-12);
  });

  it.each([
    'bounce-impulse',
    'bounce-penalty',
    'slope-sticking',
    'newtons-cradle-simultaneous',
    'elastic-boxes-in-a-box',
    'ellipsoids-collide',
    'two-bullets-crossing',
    't-bone',
  ])('is rounding at most in the example %s', (name) => {
    const { summary } = runAnyText(exampleText(name), name);
    expect(summary.balance.energyCreationError).toBeLessThan(1e-13);
    expect(energyCreationWarning(summary)).toBeUndefined();
  });
});
