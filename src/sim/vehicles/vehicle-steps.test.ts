import { describe, expect, it } from 'vitest';
import { exampleText, type RunLog, runAnyText } from '../../../test/scenes.ts';
import { exampleModel, examplePlatoon, vehicleJson } from '../../../test/vehicle-files.ts';
import { addVec3, createVec3, lengthVec3, subVec3 } from '../../math/vec3.ts';
import type { Scene } from '../../scene/scene.ts';
import { vehicleSceneText } from '../../scene/vehicle-files.ts';
import type { PhaseResult, VehicleResults } from '../observer.ts';
import { runVehicles } from './simulate-vehicles.ts';

interface ReferencePhase {
  readonly tStart: number;
  readonly tEnd: number;
  readonly impulseOn2: readonly number[];
  readonly peakForce: number;
  readonly deltaVfromImpulse: readonly number[];
  readonly pdofDeg: readonly number[];
  readonly end: readonly { readonly yawRate: number }[];
}

const { runs } = vehicleJson<{ runs: { id: string; summary: { phases: ReferencePhase[] } }[] }>('example_runs.json');

const log = new Map<string, RunLog<Scene>>();

/** An example of the gallery; each is run once. */
function example(name: string): RunLog<Scene> {
  const known = log.get(name) ?? runAnyText(exampleText(name), name);
  log.set(name, known);
  return known;
}

function resultsOf({ summary }: RunLog<Scene>): VehicleResults {
  if (!summary.vehicles) throw new Error('a run of vehicles has results');
  return summary.vehicles;
}

describe('pairs with overlapping ellipsoids', () => {
  it('EM: a row for every step with a force and every frame without; the points differ by the gap along the normal', () => {
    const { pairs, contacts } = example('platoon-1-ellipsoids');
    const pressed = pairs.filter(({ force }) => force > 0);
    expect(pressed.length).toBeGreaterThan(400);
    expect(Math.abs(pressed.length - contacts.length)).toBeLessThanOrEqual(2); // the last step of a phase ends without force
    expect(new Set(pairs.map(({ time }) => time)).size).toBe(pairs.length);
    for (const { rule, regionA, regionB, gap, pointA, pointB, ellipsoidNormal: n, normal } of pressed) {
      expect([rule, regionA, regionB]).toEqual(['EM', '-', '-']);
      expect(normal).toEqual(n);
      const across = subVec3(createVec3(), pointB, pointA);
      const error = subVec3(createVec3(), across, createVec3(gap * n.x, gap * n.y, gap * n.z));
      expect(lengthVec3(error)).toBeLessThan(1e-12);
    }
  });

  it('BM: rejected while the boxes are apart, then faces, with the points of the ellipsoids and not the midpoint', () => {
    const { pairs } = example('platoon-1-boxes');
    const first = pairs[0];
    expect([first.rule, first.regionA, first.force]).toEqual(['rejected', '-', 0]);
    expect(lengthVec3(createVec3(first.normal.x, first.normal.y, first.normal.z))).toBe(0);
    const pressed = pairs.filter(({ force }) => force > 0);
    expect(new Set(pressed.map(({ rule }) => rule))).toEqual(new Set(['I', 'II-1']));
    for (const { regionA, regionB, gap, pointA, pointB } of pressed) {
      expect([regionA, regionB]).toEqual(['face', 'face']);
      expect(lengthVec3(subVec3(createVec3(), pointB, pointA))).toBeCloseTo(-gap, 12);
    }
  });
});

const off = (value: number, expected: number) => Math.abs(value - expected) / Math.abs(expected);

describe.each([
  // README of the reference: contact end, impulse, yaw rates
  ['platoon-1-ellipsoids', 'platoon1-EM', 1e-5, 2e-4, 2e-4],
  ['platoon-1-boxes', 'platoon1-BM', 2e-3, 1e-3, 3e-3],
  ['platoon-2-ellipsoids', 'platoon2-EM', 1e-5, 2e-4, 2e-4],
])('%s, run as a scene', (name, id, endTolerance, impulseTolerance, yawTolerance) => {
  it('has the contacts of the published example', () => {
    const { phases } = resultsOf(example(name));
    const expected = runs.find((run) => run.id === id)?.summary.phases ?? [];
    expect(phases.length).toBe(expected.length);
    expect(phases.length).toBeGreaterThan(0);
    expected.forEach((phase, k) => {
      const { start, end, impulse, pdof, deltaV, after, peakForce } = phases[k];
      expect(Math.abs(start - phase.tStart)).toBeLessThan(k === 0 ? 1e-6 : 1e-4); // later ones inherit errors of the first
      expect(Math.abs(end - phase.tEnd)).toBeLessThan(Math.max(endTolerance, k === 0 ? 0 : 1e-4));
      const [x, y, z] = phase.impulseOn2;
      const size = Math.hypot(x, y, z);
      expect(lengthVec3(subVec3(createVec3(), impulse, createVec3(x, y, z))) / size).toBeLessThan(impulseTolerance);
      expect(off(deltaV[0], phase.deltaVfromImpulse[0])).toBeLessThan(impulseTolerance);
      // peaks are those of the ends of steps
      expect(off(peakForce, phase.peakForce)).toBeLessThan(1e-3);
      phase.end.forEach(({ yawRate }, i) => {
        expect(off(after[i].yawRate, yawRate)).toBeLessThan(yawTolerance);
        expect(Math.abs((pdof[i] * 180) / Math.PI - phase.pdofDeg[i])).toBeLessThan(0.1);
      });
    });
  });

  it('records in its contact rows the total impulse and work of every contact', () => {
    const { contacts } = example(name);
    for (const { start, end, impulse, contactWork } of resultsOf(example(name)).phases) {
      // rows cover full steps: the last one extends beyond the end of the contact, with the small force left then
      const rows = contacts.filter(({ time }) => time > start && time < end + 2.5e-4);
      const sum = rows.reduce((total, row) => addVec3(total, total, row.impulse), createVec3());
      expect(lengthVec3(subVec3(createVec3(), sum, impulse)) / lengthVec3(impulse)).toBeLessThan(1e-4);
      expect(Math.abs(rows.reduce((total, { work }) => total + work, 0) - contactWork)).toBeLessThan(1);
    }
  });

  it('closes the balance: momenta to machine precision, energy to the integration error', () => {
    const { momentumError, angularMomentumError, energyError } = example(name).summary.balance;
    expect(momentumError).toBeLessThan(1e-13);
    expect(angularMomentumError).toBeLessThan(1e-13);
    expect(energyError).toBeLessThan(1e-8);
  });
});

describe('a run of vehicles', () => {
  it('ends as the same platoon without a scene, to the last bit', () => {
    const head = { title: 'platoon1.dat', description: 'As published.', end: 1 };
    const text = vehicleSceneText([exampleModel()], examplePlatoon('platoon1.dat'), head);
    const direct = runVehicles([exampleModel()], examplePlatoon('platoon1.dat'), { duration: 1 });
    expect(runAnyText(text, 'platoon1.dat').summary.stateHash).toBe(direct.stateHash);
  });

  it('records its events in order of time, each contact with its begin, its collision and its end', () => {
    const { events, summary } = example('platoon-of-six');
    const times = events.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const types = events.map(({ type }) => type);
    for (let k = 0; k < 5; k++) {
      expect(types.slice(4 * k, 4 * k + 4)).toEqual(['ellipsoid-overlap', 'contact-begin', 'collision', 'contact-end']);
    }
    expect([types.length, summary.collisions]).toEqual([20, 5]);
  });

  it('propagates a wave of collisions back through a platoon', () => {
    const { phases } = resultsOf(example('platoon-of-six'));
    expect(phases.map(({ bodies }) => bodies.join(', '))).toEqual([1, 2, 3, 4, 5].map((k) => `car ${k}, car ${k + 1}`));
    for (const { deltaV } of phases) expect(deltaV[0]).toBeCloseTo(2.21, 1);
    const speeds =
      example('platoon-of-six')
        .vehicles.at(-1)
        ?.map(({ speed }) => speed) ?? [];
    // 45 mph for all except the last, which has the 40 mph of the first
    speeds.forEach((speed, i) => {
      expect(Math.abs(speed - (i < 5 ? 20.117 : 17.882))).toBeLessThan(0.05);
    });
  });

  it('records a contact that is ongoing when the run ends', () => {
    const scene = { ...JSON.parse(exampleText('platoon-1-ellipsoids')), time: { end: 0.8 } };
    const cut = runAnyText(JSON.stringify(scene), 'cut');
    expect(cut.events.map(({ type }) => type)).toEqual(['ellipsoid-overlap', 'contact-begin', 'collision']);
    expect(resultsOf(cut).phases).toMatchObject([{ isOver: false, end: 0.8 }]);
  });

  it('records no contact where only the ellipsoids overlap', () => {
    const { events, contacts, summary } = example('platoon-2-boxes');
    expect(events.map(({ type }) => type)).toEqual(['ellipsoid-overlap']);
    expect(events[0].time).toBeCloseTo(1.923649, 5);
    expect([contacts.length, summary.collisions, resultsOf(example('platoon-2-boxes')).phases]).toEqual([0, 0, []]);
  });

  it('counts stored contact energy as potential energy, and only dissipation as work', () => {
    const { frames } = example('platoon-1-ellipsoids');
    const during = frames.filter(({ time }) => time > 0.77 && time < 0.82);
    expect(during.length).toBeGreaterThan(5);
    // the force of the ellipsoids acts along the depth they measure: elastic at all times, to the integration error
    for (const { ledger } of during) expect(Math.abs(ledger.contactWork)).toBeLessThan(0.1);
    expect(Math.max(...during.map(({ ledger }) => ledger.potentialEnergy))).toBeGreaterThan(3092 + 390);
  });

  it('unwraps the heading: it continues beyond 180 degrees', () => {
    const { frames, vehicles } = example('t-bone');
    expect((vehicles.at(-1)?.[1].heading ?? 0) * (180 / Math.PI)).toBeCloseTo(198.3, 0);
    frames.forEach(({ bodies }, k) => {
      expect(bodies.map(({ angle }) => angle)).toEqual(vehicles[k].map(({ heading }) => heading));
    });
  });

  it('gives the results that the description of a scene states', () => {
    const phase = (name: string): PhaseResult => resultsOf(example(name)).phases[0];
    const { deltaV, rules, after } = phase('oblique-corner-hit');
    expect(Object.keys(rules)).toEqual(['III-2']);
    expect(deltaV[0] / deltaV[1]).toBeCloseTo(4700 / 3300, 9);
    expect(after.map(({ yawRate }) => Math.sign(yawRate))).toEqual([-1, 1]);
    const headOn = phase('offset-head-on');
    expect(headOn.after.map(({ yawRate }) => Math.sign(yawRate))).toEqual([1, 1]);
    expect(lengthVec3(headOn.after[0].velocity)).toBeGreaterThan(lengthVec3(headOn.before[0].velocity));
    expect(headOn.end - headOn.start).toBeCloseTo(0.076, 3);
  });
});

describe('a run that cannot continue', () => {
  const crash = (changes: object) => {
    const scene = JSON.parse(exampleText('platoon-1-ellipsoids'));
    return runAnyText(JSON.stringify({ ...scene, ...changes }), 'crash');
  };

  it('retains its records when a vehicle is squeezed flat', () => {
    const [model] = JSON.parse(exampleText('platoon-1-ellipsoids')).models;
    const models = [{ ...model, elastic: { modulus: '200 kPa' } }];
    const vehicles = [
      { name: 'first', position: [0, 0], speed: 40 },
      { name: 'second', position: [7, 0], speed: -40 },
    ];
    const { summary, frames, events } = crash({ models, vehicles });
    expect(summary).toMatchObject({ status: 'failed', failure: expect.stringMatching(/^E_COLLAPSE: vehicle \d is/) });
    expect(summary.time).toBeGreaterThan(0.01);
    expect(summary.time).toBeLessThan(0.1);
    // the last frame is the last valid state
    expect(frames.at(-1)?.time).toBe(summary.time);
    expect(events.map(({ type }) => type)).toContain('collision');
    expect(summary.collisions).toBeGreaterThan(0);
  });

  it('does not begin with steps that are too long', () => {
    const { summary, frames } = crash({ time: { end: 1, step: 0.01 } });
    expect(summary).toMatchObject({
      status: 'failed',
      time: 0,
      steps: 0,
      failure: expect.stringMatching(/^E_TIMESTEP/),
    });
    expect(frames).toHaveLength(1);
  });
});
