import { describe, expect, it } from 'vitest';
import { lastState, runDocument } from '../scenes.ts';

/**
 * A ball hits a row of touching balls. In fixed steps only the contact that approached before the impact rebounded, and the impacts
 * that it passed on were plastic: a row of four kept 1/4 of the energy.
 */

const COUNT = 5;

function cradle(method: string, multiContact: string, restitution = 1) {
  const shape = { kind: 'disc', radius: 0.125 };
  const bodies = Array.from({ length: COUNT }, (_, i) => ({
    name: `ball ${i}`,
    shape,
    mass: 1,
    position: [i === 0 ? -1 : 0.25 * i, 0],
    velocity: [i === 0 ? 1 : 0, 0],
  }));
  return runDocument({
    bodies,
    contacts: { restitution, multiContact },
    time: { method, end: 2, ...(method === 'steps' ? { step: 0.01 } : {}) },
  });
}

const velocities = (log: ReturnType<typeof cradle>) =>
  Array.from({ length: COUNT }, (_, i) => lastState(log, `ball ${i}`).velocity.x);

describe("a touching Newton's cradle of five elastic balls", () => {
  it.each([
    ['steps', 'sequential', [0, 0, 0, 0, 1]],
    ['events', 'sequential', [0, 0, 0, 0, 1]],
    ['steps', 'simultaneous', [-0.6, 0.4, 0.4, 0.4, 0.4]],
    ['events', 'simultaneous', [-0.6, 0.4, 0.4, 0.4, 0.4]],
  ])('keeps its energy and momentum with the method %s, %s', (method, multiContact, expected) => {
    const log = cradle(method, multiContact);
    for (const [i, velocity] of velocities(log).entries())
      expect(Math.abs(velocity - expected[i]), `ball ${i}`).toBeLessThan(1e-12);
    const { ledgerStart, ledgerEnd, balance } = log.summary;
    expect(Math.abs(ledgerEnd.kineticEnergy / ledgerStart.kineticEnergy - 1)).toBeLessThan(1e-12);
    expect(balance.momentumError).toBeLessThan(1e-12);
  });

  it('gives the same velocities in steps and events if its impacts lose energy', () => {
    const [steps, events] = ['steps', 'events'].map((method) => velocities(cradle(method, 'sequential', 0.8)));
    // by hand: each ball passes 0.9 of its speed on
    expect(Math.abs(events[COUNT - 1] - 0.9 ** 4)).toBeLessThan(1e-12);
    for (let i = 0; i < COUNT; i++) expect(Math.abs(steps[i] - events[i])).toBeLessThan(1e-12);
  });
});

/**
 * The same row on a floor, under gravity: the balls overlap by up to one step of the approach, and speeds that moved them apart remained
 * as motion (0.48 % of the kinetic energy). And a column that falls: with all contacts in one problem, a rounding error of the speed zero between
 * two balls counted as a gain of energy, and the whole impact became plastic.
 */
describe('touching elastic balls under gravity', () => {
  const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, motion: 'fixed' };
  const ball = (name: string, position: number[], velocity = [0, 0]) => {
    return { name, shape: { kind: 'disc', radius: 0.125 }, mass: 1, position, velocity };
  };
  const models = ['sequential', 'simultaneous'].flatMap((model) =>
    ['steps', 'events'].map((method) => [method, model]),
  );
  const run = (bodies: object[], method: string, multiContact: string, step = 0.01) =>
    runDocument({
      bodies: [floor, ...bodies],
      contacts: { restitution: 1, multiContact },
      forces: { gravity: [0, -9.81] },
      time: { method, end: 2, ...(method === 'steps' ? { step } : {}) },
    });

  it.each(models)('a row on a floor keeps its kinetic energy (%s, %s)', (method, multiContact) => {
    const row = Array.from({ length: COUNT }, (_, i) => {
      return ball(`ball ${i}`, [i === 0 ? -1 : 0.25 * i, 0.125], [i === 0 ? 1 : 0, 0]);
    });
    for (const step of method === 'steps' ? [0.01, 0.007, 0.003] : [0.01]) {
      const { ledgerStart, ledgerEnd } = run(row, method, multiContact, step).summary;
      expect(Math.abs(ledgerEnd.kineticEnergy / ledgerStart.kineticEnergy - 1)).toBeLessThan(1e-12);
    }
  });

  it.each(models)('a column that bounces on the floor keeps its energy (%s, %s)', (method, multiContact) => {
    const column = Array.from({ length: 3 }, (_, i) => ball(`ball ${i}`, [0, 0.5 + 0.25 * i]));
    const { ledgerStart, ledgerEnd } = run(column, method, multiContact).summary;
    const energy = (row: typeof ledgerEnd) => row.kineticEnergy + row.potentialEnergy;
    expect(Math.abs(energy(ledgerEnd) / energy(ledgerStart) - 1)).toBeLessThan(1e-12);
  });
});
