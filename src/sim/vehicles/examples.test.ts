import { describe, expect, it } from 'vitest';
import { exampleModel, examplePlatoon, vehicleJson } from '../../../test/vehicle-files.ts';
import { momentOf } from './contact-phase.ts';
import type { GivenRunSettings } from './run-settings.ts';
import { runVehicles } from './simulate-vehicles.ts';
import type { VehicleEvent, VehicleRunSummary } from './vehicle-observer.ts';

type Vector = readonly [number, number, number];

interface Moment {
  readonly r: Vector;
  readonly v: Vector;
  readonly headingDeg: number;
  readonly yawRate: number;
}

interface ReferenceRun {
  readonly id: string;
  readonly platoon: string;
  readonly settings: {
    readonly mode: 'EM' | 'BM';
    readonly law: 'incremental' | 'ellipsoid';
    readonly filter: 'sat' | 'eq1';
    readonly fallback: boolean;
    readonly tyreOn: boolean;
    readonly T: number;
  };
  readonly summary: {
    readonly tEllipsoidsTouch: number;
    readonly phases: readonly {
      readonly tStart: number;
      readonly tEnd: number;
      readonly impulseOn2: Vector;
      readonly peakForce: number;
      readonly peakDepth: number;
      readonly rules: Record<string, number>;
      readonly deltaVfromImpulse: readonly number[];
      readonly pdofDeg: readonly number[];
      readonly start: readonly Moment[];
      readonly end: readonly Moment[];
    }[];
    readonly final: { readonly vehicles: readonly Moment[] };
    readonly energy: {
      readonly contactWork: number;
      readonly tyreWork: number;
      readonly suspensionDissipation: number;
    };
  };
  readonly series?: readonly { readonly t: number; readonly v: readonly (readonly number[])[] }[];
}

const DEGREE = Math.PI / 180;
const models = [exampleModel()];
const runs = new Map(vehicleJson<{ runs: ReferenceRun[] }>('example_runs.json').runs.map((run) => [run.id, run]));

interface RunLog {
  readonly reference: ReferenceRun;
  readonly summary: VehicleRunSummary;
  readonly events: readonly VehicleEvent[];
  /** The maximum distance from the recorded series [m], [rad]. */
  readonly drift: { readonly position: number; readonly heading: number };
}

const log = new Map<string, RunLog>();

/** The run of the reference, with the default step; each is run only once. */
function run(id: string, more: GivenRunSettings = {}): RunLog {
  const reference = runs.get(id);
  if (!reference) throw new Error(`no run ${id}`);
  const known = log.get(id);
  if (known) return known;
  const { settings, series } = reference;
  const events: VehicleEvent[] = [];
  const drift = { position: 0, heading: 0 };
  let row = 0;
  const contact = {
    model: settings.mode,
    depthLaw: settings.law,
    filter: settings.filter,
    fallback: settings.fallback,
  };
  const summary = runVehicles(
    models,
    examplePlatoon(reference.platoon),
    { duration: settings.T, contact, road: { tyres: settings.tyreOn }, ...more },
    {
      event: (event) => events.push(event),
      frame: ({ time, states }) => {
        if (!series || time === 0) return;
        const { t, v } = series[row++];
        expect(Math.abs(t - time)).toBeLessThan(1e-12);
        v.forEach(([x, y, z, headingDeg], i) => {
          const { position, heading } = momentOf(states, i);
          drift.position = Math.max(drift.position, Math.hypot(position.x - x, position.y - y, position.z - z));
          drift.heading = Math.max(drift.heading, Math.abs(heading - headingDeg * DEGREE));
        });
      },
    },
  );
  const answer = { reference, summary, events, drift };
  log.set(id, answer);
  return answer;
}

/** |a - b| / |b| */
function off(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - b[i])) / Math.hypot(...b);
}

/** Tolerances of the README of the reference data for contact start and end [s], impulse, yaw rates and headings [relative]. */
const EM = { start: 1e-6, end: 1e-5, impulse: 2e-4, yaw: 2e-4, heading: 1e-3 };
const BM = { start: 1e-6, end: 2e-3, impulse: 1e-3, yaw: 3e-3, heading: 3e-3 };

describe('the published examples [PATH98-11]', () => {
  it.each([
    // the second contact of platoon 1 begins after 1.1 s of spinning on tyres: its start has the tolerance of an end
    ['platoon1-EM', { ...EM, start: 1e-5 }],
    ['platoon2-EM', EM],
    ['platoon1-BM', BM],
    ['platoon1-BM-literal', BM],
  ] as const)('%s: contacts are those of the reference', (id, tolerance) => {
    const { reference, summary, events } = run(id);
    expect(summary.status).toBe('end');
    expect(summary.phases.length).toBe(reference.summary.phases.length);
    expect(events[0].type).toBe('ellipsoid-overlap');
    expect(Math.abs(events[0].time - reference.summary.tEllipsoidsTouch)).toBeLessThan(1e-6);
    summary.phases.forEach((phase, k) => {
      const expected = reference.summary.phases[k];
      const { x, y, z } = phase.impulse;
      expect(Math.abs(phase.start - expected.tStart)).toBeLessThan(k === 0 ? 1e-6 : tolerance.start);
      expect(Math.abs(phase.end - expected.tEnd)).toBeLessThan(tolerance.end);
      expect(off([x, y, z], expected.impulseOn2)).toBeLessThan(tolerance.impulse);
      expect(Object.keys(phase.rules).sort()).toEqual(Object.keys(expected.rules).sort());
      // sampled at the ends of steps: the top of a parabola
      expect(Math.abs(phase.peakForce / expected.peakForce - 1)).toBeLessThan(2e-4);
      expect(Math.abs(phase.peakDepth / expected.peakDepth - 1)).toBeLessThan(2e-4);
      for (const i of [0, 1] as const) {
        expect(Math.abs(phase.after[i].yawRate / expected.end[i].yawRate - 1)).toBeLessThan(tolerance.yaw);
        expect(Math.abs(phase.deltaV[i] / expected.deltaVfromImpulse[i] - 1)).toBeLessThan(tolerance.impulse);
        expect(Math.abs(phase.pdof[i] / DEGREE - expected.pdofDeg[i])).toBeLessThan(1e-3);
        expect(Math.abs(phase.before[i].velocity.x - expected.start[i].v[0])).toBeLessThan(1e-5);
      }
    });
    reference.summary.final.vehicles.forEach(({ headingDeg }, i) => {
      expect(Math.abs(momentOf(summary.states, i).heading / (headingDeg * DEGREE) - 1)).toBeLessThan(tolerance.heading);
    });
  });

  it('EM rotates both vehicles of example 1 to the left, BM to the right', () => {
    for (const { yawRate } of run('platoon1-EM').summary.phases[0].after) expect(yawRate).toBeGreaterThan(0.5);
    for (const { yawRate } of run('platoon1-BM').summary.phases[0].after) expect(yawRate).toBeLessThan(-0.7);
  });

  it('example 2 is a collision for the ellipsoids and none for the boxes', () => {
    expect(run('platoon2-EM').summary.phases.length).toBe(1);
    const { summary, events, reference } = run('platoon2-BM');
    expect(summary.phases).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(['ellipsoid-overlap']);
    expect(Math.abs(events[0].time - reference.summary.tEllipsoidsTouch)).toBeLessThan(1e-6);
    expect(summary.ledgerEnd.contactWork).toBe(0);
    expect(momentOf(summary.states, 0).heading).toBe(0);
  });

  it('with the filter of the source example 1 collides before the boxes touch, and then grazes', () => {
    const { summary, reference } = run('platoon1-BM-eq1');
    expect(summary.phases.length).toBe(reference.summary.phases.length);
    expect(Math.abs(summary.phases[0].start - reference.summary.tEllipsoidsTouch)).toBeLessThan(1e-6);
    expect(off([summary.phases[0].after[0].yawRate], [reference.summary.phases[0].end[0].yawRate])).toBeLessThan(
      BM.yaw,
    );
  });

  it('the whole motion follows the series of the reference', () => {
    // two programs with different steps: 1e-4 there, 2.5e-4 here
    const { position, heading } = run('platoon1-EM').drift;
    expect(position).toBeLessThan(1e-5);
    expect(heading).toBeLessThan(1e-6);
    expect(run('platoon2-EM').drift.position).toBeLessThan(1e-6);
    expect(run('platoon1-BM').drift.position).toBeLessThan(1e-3);
  });

  it('the equilibrium in the file gives a slightly different start', () => {
    const { summary, reference } = run('platoon1-EM-file-equilibrium', { equilibrium: 'file' });
    reference.summary.final.vehicles.forEach(({ headingDeg }, i) => {
      expect(off([momentOf(summary.states, i).heading], [headingDeg * DEGREE])).toBeLessThan(EM.heading);
    });
  });
});

describe('the balance of the examples [PATH98-8]', () => {
  it.each(['platoon1-EM', 'platoon1-BM', 'platoon1-BM-literal', 'platoon2-EM', 'platoon2-BM'])(
    '%s: closes to 1e-6 of the closing energy with the default step',
    (id) => {
      const { summary } = run(id);
      const closingEnergy = 0.25 * 1573 * (29.1 - 26.8) ** 2;
      expect(Math.abs(summary.energyBalanceError)).toBeLessThan(1e-6 * closingEnergy);
    },
  );

  it.each([
    [1e-3, 1],
    [1e-4, 1e-5],
  ])('steps of %d s: closes to %d J through the collision of example 1', (step, tolerance) => {
    for (const model of ['EM', 'BM'] as const) {
      const settings = { duration: 1, step, contact: { model } };
      expect(Math.abs(runVehicles(models, examplePlatoon('platoon1.dat'), settings).energyBalanceError)).toBeLessThan(
        tolerance,
      );
    }
  });

  it('losses in tyres and suspension equal those of the reference', () => {
    const { summary, reference } = run('platoon1-EM');
    const { tyreWork, suspensionDissipation } = reference.summary.energy;
    expect(off([summary.ledgerEnd.tyreWork], [tyreWork])).toBeLessThan(1e-5);
    expect(off([summary.ledgerEnd.suspensionLoss], [suspensionDissipation])).toBeLessThan(1e-4);
  });

  it('contact impulses cancel exactly, their moments to 1e-8; the road delivers the rest', () => {
    for (const id of ['platoon1-EM', 'platoon1-BM', 'platoon1-BM-literal']) {
      const { ledgerStart, ledgerEnd } = run(id).summary;
      expect(ledgerEnd.contactImpulse).toEqual({ x: 0, y: 0, z: 0 });
      expect(Math.abs(ledgerEnd.contactMoment)).toBeLessThan(1e-8);
      for (const axis of ['x', 'y', 'z'] as const) {
        // rounding of momenta of 9e4 N s in 8000 steps, and of 5e6 N m s
        const momentum = ledgerEnd.momentum[axis] - ledgerStart.momentum[axis];
        expect(Math.abs(momentum - ledgerEnd.roadImpulse[axis])).toBeLessThan(1e-8);
        const angularMomentum = ledgerEnd.angularMomentum[axis] - ledgerStart.angularMomentum[axis];
        expect(Math.abs(angularMomentum - ledgerEnd.roadMoment[axis])).toBeLessThan(1e-3);
      }
    }
  });

  it('without tyres horizontal momentum and angular momentum about z are constant to 1e-12', () => {
    const { ledgerStart, ledgerEnd } = run('platoon1-BM-no-tyres').summary;
    const size = Math.hypot(ledgerStart.momentum.x, ledgerStart.momentum.y);
    expect(Math.abs(ledgerEnd.momentum.x - ledgerStart.momentum.x) / size).toBeLessThan(1e-12);
    expect(Math.abs(ledgerEnd.momentum.y - ledgerStart.momentum.y) / size).toBeLessThan(1e-12);
    // the angular momentum about the origin is that of 42 t m/s at 35 m
    expect(Math.abs(ledgerEnd.angularMomentum.z - ledgerStart.angularMomentum.z) / (35 * size)).toBeLessThan(1e-12);
  });

  it('only the literal law creates energy: 97 kJ from 2 kJ', () => {
    expect(run('platoon1-BM-literal').summary.ledgerEnd.contactWork).toBeCloseTo(96652, -1);
    expect(Math.abs(run('platoon1-EM').summary.ledgerEnd.contactWork)).toBeLessThan(0.01);
    expect(run('platoon1-BM').summary.ledgerEnd.contactWork).toBeLessThan(0);
  });
});
