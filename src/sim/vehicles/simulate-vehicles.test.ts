import { describe, expect, it } from 'vitest';
import { exampleModel, examplePlatoon, vehicleJson } from '../../../test/vehicle-files.ts';
import type { PlatoonVehicle, VehicleModel } from '../../dynamics/vehicle/vehicle-model.ts';
import { volumeRatioOf } from '../../dynamics/vehicle/vehicle-state.ts';
import { createVec3, lengthVec3 } from '../../math/vec3.ts';
import { planarImpact } from '../../response/vehicle-contact/planar-impact.ts';
import { momentOf } from './contact-phase.ts';
import type { GivenRunSettings } from './run-settings.ts';
import { runVehicles, simulateVehicles } from './simulate-vehicles.ts';

const DEGREE = Math.PI / 180;
const model = exampleModel();
const { MASS, Iz } = model.COSSERAT_POINT;

function vehicle(X: number, Y: number, SPEED: number, more: Partial<PlatoonVehicle> = {}): PlatoonVehicle {
  return { model: 1, X, Y, ORIENTATION: 0, SPEED, STEERING: 0, ...more };
}

function withBody(change: Partial<VehicleModel['COSSERAT_POINT']>): VehicleModel {
  return { ...model, COSSERAT_POINT: { ...model.COSSERAT_POINT, ...change } };
}

describe('a vehicle alone', () => {
  it('steered by 0.03 rad at 25 m/s is after 1 s at the position of an independent program', () => {
    const { states, status } = runVehicles([model], [vehicle(0, 0, 25, { STEERING: 0.03 })], { duration: 1 });
    const { position, heading, yawRate } = momentOf(states, 0);
    expect(status).toBe('end');
    // to the last digit of the independent program
    expect(position.x).toBeCloseTo(24.851067, 5);
    expect(position.y).toBeCloseTo(1.625456, 5);
    expect(position.z).toBeCloseTo(0.050389, 6);
    expect(heading / DEGREE).toBeCloseTo(12.332749, 4);
    expect(yawRate).toBeCloseTo(0.278656, 6);
  });

  it('steers symmetrically to the right and to the left', () => {
    const [left, right] = [0.03, -0.03].map((STEERING) =>
      momentOf(runVehicles([model], [vehicle(0, 0, 25, { STEERING })], { duration: 0.5 }).states, 0),
    );
    expect(right.position.y).toBeCloseTo(-left.position.y, 12);
    expect(right.yawRate).toBeCloseTo(-left.yawRate, 12);
  });

  it('keeps its speed and heading, in any direction', () => {
    const start = vehicle(3, 4, 10, { ORIENTATION: 2 });
    const { states, ledgerEnd, energyBalanceError } = runVehicles([model], [start], { duration: 0.5 });
    const { position, heading } = momentOf(states, 0);
    // rounding of 2000 steps
    expect(Math.abs(position.x - (3 + 5 * Math.cos(2)))).toBeLessThan(1e-10);
    expect(Math.abs(position.y - (4 + 5 * Math.sin(2)))).toBeLessThan(1e-10);
    expect(Math.abs(heading - 2)).toBeLessThan(1e-10);
    expect(Math.abs(ledgerEnd.tyreWork)).toBeLessThan(1e-9);
    expect(Math.abs(energyBalanceError)).toBeLessThan(1e-7);
  });
});

describe('a collision at another offset', () => {
  interface Phase {
    readonly tStart: number;
    readonly impulse: number;
    readonly yawRate: readonly [number, number];
    readonly rules: Record<string, number>;
  }
  interface Row {
    readonly offsetY: number;
    readonly EM: Phase;
    readonly BM: Phase;
  }
  const { rows } = vehicleJson<{ rows: Row[] }>('offset_sweep.json');
  const sample = rows.filter(({ offsetY }) => [-2.8, -2.4, 0, 1.6].includes(offsetY));

  it.each(sample)('of $offsetY m agrees with the sweep', ({ offsetY, EM, BM }) => {
    const [first, second] = examplePlatoon('platoon1.dat');
    for (const [name, expected] of [['EM', EM] as const, ['BM', BM] as const]) {
      const settings = { duration: 1.4, step: 5e-4, contact: { model: name } };
      const [phase] = runVehicles([model], [first, { ...second, Y: offsetY }], settings).phases;
      // tolerances of the README; yaw rates near zero (offset 0) have the magnitude of rounding
      expect(Math.abs(phase.start - expected.tStart)).toBeLessThan(1e-6);
      expect(Math.abs(lengthVec3(phase.impulse) / expected.impulse - 1)).toBeLessThan(2e-3);
      expected.yawRate.forEach((rate, i) => {
        expect(Math.abs(phase.after[i].yawRate - rate)).toBeLessThan(5e-3 * Math.abs(rate) + 1e-9);
      });
      expect(Object.keys(phase.rules).sort()).toEqual(Object.keys(expected.rules).sort());
    }
  });
});

describe('contact forces', () => {
  /** Vehicle 1 at 10 m/s runs into vehicle 2 at 4 m/s, without tyres. [PATH98-5] */
  const impactContact = (headingDeg: number, offset: number, contact: GivenRunSettings['contact']) =>
    runVehicles([model], [vehicle(0, 0, 10), vehicle(7.5, offset, 4, { ORIENTATION: headingDeg * DEGREE })], {
      duration: 2,
      step: 5e-4,
      road: { tyres: false },
      contact,
    });

  it.each([
    [0, -2.9],
    [20, 2.4],
    [45, 0.8],
    [90, -1.6],
    [120, 0],
    [180, 1.6],
  ])('of EM and of the default BM create no energy: heading %d deg, offset %d m', (headingDeg, offset) => {
    const heading = headingDeg * DEGREE;
    const closing = Math.hypot(10 - 4 * Math.cos(heading), 4 * Math.sin(heading));
    for (const contact of ['EM', 'BM'] as const) {
      const { ledgerEnd, status } = impactContact(headingDeg, offset, { model: contact });
      expect(status).toBe('end');
      // 2e-4 of the closing energy: the error of steps of 5e-4 s at the kinks of the force
      expect(ledgerEnd.contactWork).toBeLessThan(2e-4 * 0.25 * MASS * closing * closing);
    }
  });

  it('of the literal law create energy', () => {
    const { ledgerEnd } = impactContact(0, -1.6, {
      model: 'BM',
      depthLaw: 'ellipsoid',
      filter: 'eq1',
      fallback: false,
    });
    const row = vehicleJson<{
      rows: { headingDeg: number; offset: number; laws: Record<string, { workOverClosingEnergy: number }> }[];
    }>('law_comparison.json').rows.find(({ headingDeg, offset }) => headingDeg === 0 && offset === -1.6);
    // five digits in the file
    expect(ledgerEnd.contactWork / 14157 / (row?.laws['BM literal'].workOverClosingEnergy ?? 0)).toBeCloseTo(1, 4);
  });

  it('lose the remaining spring energy when the bodies separate: releaseLoss in the ledger', () => {
    const { ledgerEnd, releaseLoss, phases } = impactContact(0, -2.9, { model: 'BM' });
    expect(phases[0].rules).toHaveProperty('F');
    expect(releaseLoss).toBeGreaterThan(100);
    expect(releaseLoss).toBe(phases[0].releaseLoss);
    // there is no other loss; the release is found within a step of 5e-4 s
    expect(-ledgerEnd.contactWork / releaseLoss).toBeCloseTo(1, 1);
  });

  it('with damping give a restitution below one, with friction slow the sliding', () => {
    const elastic = impactContact(0, 0, { model: 'EM' });
    const damped = impactContact(0, 0, { model: 'EM', damping: 1e4 });
    expect(elastic.ledgerEnd.contactWork).toBeGreaterThan(-1);
    expect(damped.ledgerEnd.contactWork).toBeLessThan(-1000);
    expect(Math.abs(damped.energyBalanceError)).toBeLessThan(1);
    const rough = impactContact(0, -2, { model: 'EM', friction: 0.3 });
    expect(rough.ledgerEnd.contactWork).toBeLessThan(-10);
    expect(rough.ledgerEnd.contactImpulse).toEqual({ x: 0, y: 0, z: 0 });
    expect(Math.abs(rough.ledgerEnd.contactMoment)).toBeLessThan(1e-8);
  });

  it('agree with rigid bodies in the stiff limit', () => {
    // E x 100 and the filter of the source: contact point 1 m off both centre lines, [PATH98-6]
    const { phases } = runVehicles([withBody({ E: 200e8 })], examplePlatoon('platoon1.dat'), {
      duration: 0.9,
      step: 5e-5,
      road: { tyres: false },
      contact: { model: 'BM', filter: 'eq1', fallback: false },
    });
    const rigid = (speed: number, side: 1 | -1) => ({
      mass: MASS,
      yawInertia: Iz,
      heading: 0,
      velocity: createVec3(speed),
      yawRate: 0,
      impactDistance: Math.hypot(2.5, 1),
      impactAngle: side > 0 ? Math.atan2(-1, 2.5) : Math.atan2(1, -2.5),
    });
    const expected = planarImpact(rigid(29.1, 1), rigid(26.8, -1), { normal: 0, restitution: 1, friction: 0 });
    // 2332 and 2311 N s, -0.827 and -0.831 rad/s: bodies that are not quite rigid, on springs
    expect(Math.abs(lengthVec3(phases[0].impulse) / lengthVec3(expected.impulse) - 1)).toBeLessThan(0.012);
    expect(Math.abs(phases[0].after[0].yawRate / expected.yawRates[0] - 1)).toBeLessThan(0.012);
  });
});

describe('runs that cannot continue', () => {
  it('a body squeezed flat ends the run, and the results before it are retained', () => {
    const times: number[] = [];
    const platoon = [vehicle(0, 0, 40), vehicle(7, 0, -40)];
    const soft = [withBody({ E: 2e5 })];
    const settings = { duration: 1, step: 1e-4, frameInterval: 1e-3 };
    const run = runVehicles(soft, platoon, settings, { frame: ({ time }) => times.push(time) });
    expect(run.status).toBe('failed');
    expect(run.error?.code).toBe('E_COLLAPSE');
    expect(run.error?.message).toMatch(/vehicle [12] is squeezed flat at 0\.\d+ s/);
    expect(run.time).toBeGreaterThan(0);
    expect(times.at(-1)).toBe(run.time);
    expect(volumeRatioOf(run.states, 0)).toBeGreaterThan(0.2);
    expect(run.phases.length).toBe(1);
    expect(run.phases[0].end).toBeLessThan(run.time);
    expect(run.states.every(Number.isFinite)).toBe(true);
  });

  it('a step longer than the vibrations of the body allow is rejected before it is taken', () => {
    const { status, error, steps, time } = runVehicles([model], [vehicle(0, 0, 1)], { step: 2.2e-3 });
    expect([status, error?.code, steps, time]).toEqual(['failed', 'E_TIMESTEP', 0, 0]);
    expect(runVehicles([model], [vehicle(0, 0, 1)], { step: 2e-3, duration: 0.01 }).status).toBe('end');
    expect(runVehicles([model], [vehicle(0, 0, 1)], { contact: { stiffness: 1e9 } }).error?.code).toBe('E_TIMESTEP');
  });

  it('invalid input is rejected by name', () => {
    const start = [vehicle(0, 0, 1)];
    const run = (settings: GivenRunSettings, platoon = start, models = [model]) =>
      runVehicles(models, platoon, settings);
    expect(() => run({ step: 0 })).toThrow('step: must be finite and above zero, got 0');
    expect(() => run({ contact: { model: 'BM', radius: 1.5 } })).toThrow(
      'E_RADIUS: contact.radius: must be at most 1.45 m',
    );
    expect(() => run({}, [vehicle(0, 0, 1, { model: 3 })])).toThrow('vehicle 1: there is no model 3');
    expect(() => run({}, [vehicle(0, 0, Number.NaN)])).toThrow('vehicle 1: must be made of finite numbers');
    expect(() => run({ equilibrium: 'file' }, start, [{ ...model, EQUILIBRIUM: undefined }])).toThrow(
      'model 1 has none',
    );
  });
});

describe('many vehicles', () => {
  /** A queue with a rear-end collision. */
  const queue = (count: number) =>
    Array.from({ length: count }, (_, i) => vehicle(6.5 * i, 0.4 * (i % 2), i === 0 ? 14 : 8));

  it('pass an impulse on from one to the next, and the balance still closes', () => {
    const settings = { duration: 1, step: 5e-4, contact: { model: 'EM' as const } };
    const { phases, energyBalanceError, ledgerEnd } = runVehicles([model], queue(5), settings);
    const order = phases.map(({ vehicles }) => vehicles.join('-'));
    expect(order.slice(0, 4)).toEqual(['0-1', '1-2', '2-3', '3-4']);
    // the tolerance for steps of 1e-3 s [PATH98-8]
    expect(Math.abs(energyBalanceError)).toBeLessThan(1);
    // the sum over five vehicles rounds
    expect(lengthVec3(ledgerEnd.contactImpulse)).toBeLessThan(1e-9);
  });

  it('that are far apart move as each pair alone', () => {
    const pair = examplePlatoon('platoon1.dat');
    const far = pair.map((start) => ({ ...start, Y: start.Y + 4096 }));
    const settings = { duration: 1, step: 5e-4, contact: { model: 'BM' as const } };
    const alone = runVehicles([model], pair, settings);
    const both = runVehicles([model], [...pair, ...far], settings);
    expect(both.states.slice(0, alone.states.length)).toEqual(alone.states);
    expect(both.phases.length).toBe(2 * alone.phases.length);
    expect(both.phases[0]).toEqual(alone.phases[0]);
  });

  it('an empty platoon runs too', () => {
    expect(runVehicles([model], [], { duration: 0.01 })).toMatchObject({ status: 'end', steps: 40, phases: [] });
  });
});

describe('a run', () => {
  it('is bitwise reproducible, and yields its time', () => {
    const settings = { duration: 0.9, step: 5e-4, contact: { model: 'BM' as const } };
    const run = simulateVehicles([model], examplePlatoon('platoon1.dat'), settings);
    const times: number[] = [];
    let answer = run.next();
    for (; !answer.done; answer = run.next()) times.push(answer.value);
    expect(times.length).toBe(1800);
    expect(times.at(-1)).toBe(0.9);
    expect(answer.value.phases.length).toBe(1);
    expect(answer.value.phases[0].isOver).toBe(false);
    expect(runVehicles([model], examplePlatoon('platoon1.dat'), settings).stateHash).toBe(answer.value.stateHash);
  });

  it('reports frames with the current contacts', () => {
    const forces: number[] = [];
    runVehicles(
      [model],
      examplePlatoon('platoon1.dat'),
      { duration: 0.81, step: 5e-4, frameInterval: 0.01 },
      { frame: ({ contacts }) => forces.push(contacts[0]?.contact.force ?? 0) },
    );
    expect(forces.length).toBe(82);
    expect(forces.slice(0, 77).every((force) => force === 0)).toBe(true);
    expect(forces.slice(77).every((force) => force > 1000)).toBe(true);
  });

  it('may start in contact', () => {
    const { phases, status } = runVehicles([model], [vehicle(0, 0, 5), vehicle(6.1, 0, 5)], { duration: 0.2 });
    expect(status).toBe('end');
    expect(phases[0].start).toBe(0);
    expect(phases[0].isOver).toBe(true);
  });
});
