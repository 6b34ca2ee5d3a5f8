import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reconstructSynthetic } from '../../reproduce/vehicles/synthetic-crashes.ts';
import { SceneError } from '../scene/scene-error.ts';
import { caseSchema } from './case-schema.ts';
import { crushEnergy } from './measurements.ts';
import { readCase } from './read-case.ts';
import { ReconstructionError, reconstruct, regionEllipse } from './reconstruct.ts';
import { regionDistance } from './region-distance.ts';

const G = 9.80665;

/** A rear-end crash on a line: closed forms. Both slide with locked wheels after a plastic impact. */
function lineCase(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: 'On a line',
    vehicles: [
      { name: 'A', mass: 1500, yawInertia: 2500, position: [-2, 0], speed: 10 },
      { name: 'B', mass: 1000, yawInertia: 1800, position: [2, 0] },
    ],
    impact: { point: [0, 0], normal: 0 },
    runOut: [
      { vehicle: 'A', friction: 0.7 },
      { vehicle: 'B', friction: 0.7 },
    ],
    measurements: [
      { kind: 'rest-position', vehicle: 'A', position: [-2 + 144 / (2 * 0.7 * G), 0], deviation: 0.2 },
      { kind: 'rest-position', vehicle: 'B', position: [2 + 144 / (2 * 0.7 * G), 0], deviation: 0.2 },
    ],
    unknowns: [{ path: 'vehicles.A.speed', min: 0, max: 60 }],
    ...changes,
  };
}

const read = (document: unknown) => readCase(JSON.stringify(document, null, 1), 'test.case.json');
const example = () => readCase(readFileSync('examples/cases/intersection.case.json', 'utf8'), 'intersection.case.json');

describe('a reconstruction', () => {
  it('has the closed form of a plastic impact on a line, with its deviation', () => {
    const { unknowns, status, derived, probability } = reconstruct(read(lineCase()));
    const [speed] = unknowns;
    expect(status).toBe('converged');
    // 12 m/s after the impact are 12 · 2500 / 1500 before it
    expect(speed.value).toBeCloseTo(20, 1);
    // each rest has the slope dx/dv = 0.6² v / (friction g) with v the speed of A
    const slope = (0.36 * 20) / (0.7 * G);
    expect(speed.deviation).toBeCloseTo(0.2 / slope / Math.SQRT2, 3);
    expect(speed.high - speed.value).toBeCloseTo(1.959964 * speed.deviation, 5);
    expect(derived.find(({ name }) => name === 'delta-V of A')?.value).toBeCloseTo(8, 1);
    expect(derived.find(({ name }) => name === 'energy of the damage')?.value).toBeCloseTo(0.5 * 600 * 400, -3);
    expect(probability).toBeGreaterThan(0.99);
  });

  it('agrees with sweeps of the speed: the sum of squares rises by the limit at the ends of the profile', () => {
    const given = read(lineCase());
    const { unknowns, chiSquare } = reconstruct(given);
    const [{ profile, low, high }] = unknowns;
    for (const [end, linear] of [
      [profile?.low ?? 0, low],
      [profile?.high ?? 0, high],
    ]) {
      expect(Math.abs(end - linear)).toBeLessThan(0.05);
      const document = lineCase({ unknowns: [{ path: 'vehicles.A.speed', min: end - 1e-6, max: end + 1e-6 }] });
      (document['vehicles'] as { speed: number }[])[0].speed = end;
      const raised = reconstruct(read(document), { profiles: false, inputs: false });
      // the ends are found to 1 % of the root
      expect(Math.abs(raised.chiSquare - chiSquare - 3.841)).toBeLessThan(0.1);
    }
  });

  it('finds the speeds of the example inside its region, by profiles and by repeated fits alike', () => {
    const found = reconstruct(example(), { bootstrap: 40 });
    expect(found.status).toBe('converged');
    expect(found.region.names).toEqual(['vehicles.car.speed', 'vehicles.van.speed']);
    expect(regionDistance(found.region, [15.3, 10.6])).toBeLessThan(1);
    for (const { value, deviation, profile, bootstrap } of found.unknowns) {
      expect(profile && profile.low < value && profile.high > value).toBe(true);
      // 40 fits know the ends of an interval to about a third of a deviation
      expect(Math.abs((bootstrap?.high ?? 0) - (profile?.high ?? 0))).toBeLessThan(0.9 * deviation);
    }
    const total = (i: number) =>
      found.measurements.reduce((sum, { varianceFractions }) => sum + varianceFractions[i], 0);
    expect(total(0)).toBeCloseTo(1, 6);
    expect(total(1)).toBeCloseTo(1, 6);
    for (const [x, y] of regionEllipse(found.region)) expect(regionDistance(found.region, [x, y])).toBeCloseTo(1, 9);
  });

  it('has effects of inputs that agree with another fit', () => {
    const given = example();
    const found = reconstruct(given, { profiles: false });
    const mass = found.inputs.find(({ path }) => path === 'vehicles.car.mass');
    const heavier = JSON.parse(JSON.stringify(given.document));
    heavier.vehicles[0].mass *= 1.01;
    const again = reconstruct({ ...given, document: heavier }, { profiles: false, inputs: false });
    expect(again.unknowns[0].value - found.unknowns[0].value).toBeCloseTo(mass?.effects[0] ?? 0, 2);
  });

  it('estimates the deviations where only their ratios are known', () => {
    const off = lineCase({ deviations: 'relative' });
    (off['measurements'] as { position: number[] }[])[0].position[0] += 0.5;
    const found = reconstruct(read(off), { profiles: false });
    expect(found.deviationFactor).toBeCloseTo(Math.sqrt(found.chiSquare / 3), 9);
    // F distribution with 1 and 3 degrees of freedom: Student's t 3.1824
    expect((found.unknowns[0].high - found.unknowns[0].value) / found.unknowns[0].deviation).toBeCloseTo(3.1824, 3);
  });

  it('says so when the measurements do not determine the unknowns', () => {
    const both = lineCase({
      unknowns: [{ path: 'vehicles.A.speed' }, { path: 'runOut.B.steering' }, { path: 'vehicles.A.mass' }],
      measurements: [{ kind: 'delta-v', vehicle: 'A', deltaV: 8, deviation: 0.1 }],
    });
    expect(reconstruct(read(both)).status).toBe('undetermined');
  });

  it('rejects a case without a prediction', () => {
    const rolling = lineCase({ runOut: ['A', 'B'].map((vehicle) => ({ vehicle, locks: [0, 0, 0, 0] })) });
    expect(() => reconstruct(read(rolling))).toThrow(ReconstructionError);
  });

  it('estimates speeds with the vehicle world too', () => {
    const model = { name: 'car', mass: 1500, inertia: [600, 2400, 2500], halfExtents: [2.2, 0.9, 0.7] };
    const scene = {
      title: 'Rear end',
      description: 'A test.',
      world: 'vehicles',
      models: [model],
      vehicles: [
        { name: 'A', position: [-5, 0], speed: 5 },
        { name: 'B', position: [0, 0] },
      ],
      contacts: { model: 'BM' },
      record: { interval: 0.3 },
      time: { end: 0.6, step: 0.001 },
    };
    const found = reconstruct(
      read({
        title: 'Rear end',
        scene,
        starts: 1,
        measurements: [{ kind: 'delta-v', vehicle: 'B', deltaV: 5.4, deviation: 0.1 }],
        unknowns: [{ path: 'scene.vehicles.A.speed', min: 1, max: 12 }],
      }),
      { profiles: false },
    );
    // elastic and equally heavy: B takes over the speed of A
    expect(found.unknowns[0].value).toBeCloseTo(5.4, 1);
    expect(found.measurements[0].predicted).toBeCloseTo(5.4, 3);
  });

  it('covers the true speeds of known crashes', () => {
    const count = Number(process.env['SYNTHETIC_CRASHES'] ?? 12);
    const inside = reconstructSynthetic(count).filter(({ distance }) => distance <= 1).length;
    // 95 %, less and more three deviations of a binomial count; 90 to 99 of 100
    const slack = 3 * Math.sqrt(count * 0.95 * 0.05);
    expect(inside).toBeGreaterThanOrEqual(count === 100 ? 90 : Math.floor(0.95 * count - slack));
    if (count === 100) expect(inside).toBeLessThanOrEqual(99);
  }, 300_000);
});

describe('the format of cases', () => {
  it('is that of schema/case.schema.json', async () => {
    await expect(`${JSON.stringify(caseSchema(), null, 2)}\n`).toMatchFileSnapshot('../../schema/case.schema.json');
  });

  it.each([
    [{ vehicles: undefined }, 'vehicles: is missing: a case has either vehicles and impact, or scene'],
    [{ impact: undefined }, 'impact: is missing: a case with vehicles has an impact'],
    [{ runOut: [{ vehicle: 'C' }] }, 'runOut[0].vehicle: is not the name of a vehicle'],
    [{ runOut: [] }, 'measurements[0].vehicle: has no runOut in the case, so its rest is not predicted, got "A"'],
    [{ unknowns: [{ path: 'vehicles.A.sped' }] }, 'unknowns[0].path: is not in the case: vehicles[0] has no sped'],
    [{ unknowns: [{ path: 'vehicles.A.name' }] }, 'unknowns[0].path: must be a number to be estimated'],
    [{ unknowns: [{ path: 'impact.friction' }] }, 'unknowns[0].path: is not given in the case'],
    [{ unknowns: [{ path: 'measurements[0].deviation' }] }, 'unknowns[0].path: must be in vehicles, impact'],
    [{ unknowns: [{ path: 'vehicles.A.speed', max: '3 kg' }] }, 'unknowns[0].max: must be a number [m/s] or a text'],
    [{ unknowns: [{ path: 'vehicles.A.speed', max: 5 }] }, 'has the value 10 in the case, expected'],
    [{ region: ['vehicles.B.speed'] }, 'region[0]: is not the path of an unknown'],
    [
      { measurements: [{ kind: 'damage', parts: [{ vehicle: 'A' }], deviation: 1 }] },
      'measurements[0].parts[0]: must have exactly one of energy, ees and crush',
    ],
    [{ measurements: [{ kind: 'skid' }] }, 'measurements[0].kind: must be one of "rest-position"'],
  ])('rejects %j', (changes, message) => {
    expect(() => read(lineCase(changes))).toThrow(SceneError);
    expect(() => read(lineCase(changes))).toThrow(message);
  });
});

it('the energy of crush is that of CRASH3 for uniform and triangular profiles', () => {
  const stiffness = { A: 6e4, B: 7e5, width: 1.5 };
  const uniform = crushEnergy({ ...stiffness, depths: [0.3, 0.3, 0.3] });
  expect(uniform).toBeCloseTo(1.5 * (6e4 * 0.3 + 0.5 * 7e5 * 0.09 + 6e4 ** 2 / (2 * 7e5)), 6);
  // integral of the squares of a triangle: a third
  const triangle = crushEnergy({ ...stiffness, depths: [0, 0.3] });
  expect(triangle).toBeCloseTo(1.5 * (6e4 * 0.15 + (0.5 * 7e5 * 0.09) / 3 + 6e4 ** 2 / (2 * 7e5)), 6);
});
