import { describe, expect, it } from 'vitest';
import { exampleModel, vehicleFile } from '../../../test/vehicle-files.ts';
import { writeModels } from '../../formats/vehicle-files/model-file.ts';
import type { Fields } from '../query-operation.ts';
import { runQueryLine } from '../run-query.ts';

function ask(fields: object): Fields {
  return JSON.parse(runQueryLine(JSON.stringify(fields), 1).json);
}

function messageOf(fields: object): unknown {
  return (ask(fields).error as Fields | undefined)?.message;
}

const car = { kind: 'rounded-box', halfExtents: [2.5, 1.5, 1.45], radius: 0.3 };

describe('normal', () => {
  it('worked example: nose to tail, the force is along the vehicles, although the ellipsoids touch 1.2 m too early', () => {
    const found = ask({ op: 'vehicle-normal', A: { shape: car }, B: { shape: car, position: [5.1, 0] } });
    expect(found).toMatchObject({ normal: [1, 0, 0], rule: 'I', regionA: 'face', regionB: 'face', psiA: 0, psiB: 0 });
    expect(found.boxDistance).toBeCloseTo(0.1, 14);
    // 2 · 0.62035 · 5 m = 6.2035 m
    expect(found.ellipsoidDistance).toBeCloseTo(5.1 - 6.203504908994, 12);
  });

  it('swapping the vehicles reverses it', () => {
    const [a, b] = [
      { shape: car, angle: 0.2 },
      { shape: car, position: [4.6, 1.7, 0.2], angle: 2.5 },
    ];
    const there = ask({ op: 'vehicle-normal', A: a, B: b }).normal as number[];
    const back = ask({ op: 'vehicle-normal', A: b, B: a }).normal as number[];
    there.forEach((x, k) => {
      expect(x + back[k]).toBeCloseTo(0, 12);
    });
  });

  it('equals the result of pipeline for the same vehicles, rotated by their deformation', () => {
    const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
    const B = {
      shape: car,
      position: [4.5, 2],
      angle: 0.4,
      deformation: [
        [0.95, 0.02, 0],
        [0, 1, 0],
        [0, 0, 1.01],
      ],
    };
    const rotated = [0.95 * c, 0.02 * c - s, 0, 0.95 * s, 0.02 * s + c, 0, 0, 0, 1.01];
    const boxEdges = [5, 3, 2.9];
    const found = ask({ op: 'vehicle-normal', A: { shape: car }, B });
    const wanted = ask({
      op: 'pipeline',
      vehicle1: { center: [0, 0, 0], F: [1, 0, 0, 0, 1, 0, 0, 0, 1], boxEdges },
      vehicle2: { center: [4.5, 2, 0], F: rotated, boxEdges },
      radius: 0.3,
    });
    expect(found.rule).toBe(wanted.rule);
    (found.normal as number[]).forEach((x, k) => {
      expect(x).toBeCloseTo((wanted.n1 as number[])[k], 13);
    });
    expect(found.boxDistance).toBeCloseTo(Number(wanted.boxGap), 13);
  });

  it('rejects boxes with too large a radius, and invalid axes', () => {
    expect(messageOf({ op: 'vehicle-normal', A: { shape: { ...car, radius: 2 } }, B: { shape: car } })).toMatch(
      /E_RADIUS/,
    );
    expect(messageOf({ op: 'vehicle-normal', A: { shape: { kind: 'box' } }, B: { shape: car } })).toBe(
      'A.shape.kind: expected one of rounded-box, got "box"',
    );
    const axes = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0.1, 1],
    ];
    const body = { center: [0, 0, 0], axes, boxEdges: [5, 3, 2.9], radius: 0.3 };
    expect(messageOf({ op: 'box-gaps', body1: body, body2: body })).toMatch(
      /body1\.axes: expected three unit vectors at right angles/,
    );
    expect(messageOf({ op: 'box-normals', L: [5, 3, 2.9], R: 0.3, r: [0, 0, 0] })).toMatch(/E_ZERO_RAY/);
  });
});

describe('false-contact', () => {
  it('worked example: side by side both filters reject, ahead only the boxes do', () => {
    const axes = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const body = { center: [0, 0, 0], axes, boxEdges: [5, 3, 2.9], radius: 0.3 };
    const found = (center: number[], more = {}) =>
      ask({ op: 'false-contact', body1: body, body2: { ...body, center }, ...more });
    const adjacent = found([0.5, -3.6, 0]);
    expect(adjacent).toMatchObject({ sat: true, eq1: true, angle: 0, distance: 3.6, limit: 3 });
    expect(adjacent.boxGap).toBeCloseTo(0.6, 14);
    expect(found([5.5, 0, 0])).toMatchObject({ sat: true, eq1: false, distance: 0 });
    expect(found([4.9, 0, 0])).toMatchObject({ sat: false, eq1: false });
    expect(messageOf({ op: 'false-contact', body1: body, body2: body, parallelAngle: -1 })).toMatch(/parallelAngle/);
  });
});

describe('planar-crash', () => {
  it('worked example: a car hits the tail of another and they continue together', () => {
    const vehicle = { mass: 1000, yawInertia: 2000, heading: 0, impactDistance: 2 };
    const found = ask({
      op: 'planar-crash',
      A: { ...vehicle, velocity: [10, 0], impactAngle: 0 },
      B: { ...vehicle, velocity: [4, 0], impactAngle: Math.PI },
      normal: 0,
      restitution: 0,
    });
    expect(found.deltaV).toEqual([3, 3]);
    // the impulse acts through both centres, except for the rounding of π
    for (const change of found.yawChange as number[]) expect(Math.abs(change)).toBeLessThan(1e-15);
    expect((found.velocities as number[][])[0][0]).toBe(7);
    const [first, second] = found.pdof as number[];
    expect(first).toBeCloseTo(0, 12);
    expect(Math.abs(second)).toBeCloseTo(Math.PI, 12);
    // 1/2 · 500 kg · (6 m/s)²
    expect(found.work).toBeCloseTo(-9000, 8);
  });

  it('rejects a restitution above one, and a vehicle without mass', () => {
    const vehicle = { mass: 1000, yawInertia: 2000, velocity: [1, 0], impactDistance: 2, impactAngle: 0 };
    const crash = { op: 'planar-crash', A: vehicle, B: vehicle, normal: 0, restitution: 0 };
    expect(messageOf(crash)).toBeUndefined();
    expect(messageOf({ ...crash, restitution: 2 })).toBe('restitution: expected from 0 to 1, got 2');
    expect(messageOf({ ...crash, B: { ...vehicle, mass: 0 } })).toBe('B.mass: expected above zero, got 0');
  });
});

describe('data files in queries', () => {
  const models = vehicleFile('model.dat');

  it('input errors are reported with their location', () => {
    const text = models.replace('MASS   1573.0', 'MASS   heavy');
    expect(ask({ op: 'parser-cases', kind: 'model', text })).toMatchObject({
      inputError: { error: 'E_NUMBER', line: 6, column: 8 },
    });
    expect(messageOf({ op: 'equilibrium', models: text })).toMatch(/models: expected a data file .*models:6:8 MASS/);
    expect(messageOf({ op: 'example-runs', models, platoon: '' })).toMatch(/platoon: expected a data file .*E_EOF/);
  });

  it('a model without its own equilibrium gives no comparison', () => {
    const bare = writeModels([{ ...exampleModel(), EQUILIBRIUM: undefined }]);
    expect(Object.keys(ask({ op: 'equilibrium', models: bare }))).toEqual(['exact']);
    expect(Object.keys(ask({ op: 'equilibrium', models }))).toEqual(['exact', 'file', 'difference', 'fileStrain']);
  });
});

describe('runs', () => {
  const files = { models: vehicleFile('model.dat'), platoon: vehicleFile('platoon1.dat') };

  it('use the keys of the reference for settings, each validated', () => {
    const run = (settings: object) => messageOf({ op: 'example-runs', ...files, settings: { T: 0.01, ...settings } });
    expect(run({})).toBeUndefined();
    expect(run({ mode: 'XM' })).toBe('settings.mode: expected one of EM, BM, got "XM"');
    expect(run({ tyreOn: 'yes' })).toBe('settings.tyreOn: expected true or false, got "yes"');
    expect(run({ kPen: 0 })).toMatch(/contact\.stiffness: must be finite and above zero/);
    expect(run({ dt: 0.01 })).toMatch(/E_TIMESTEP/);
  });

  it('return a series on request', () => {
    const answer = ask({ op: 'example-runs', ...files, settings: { T: 0.1, dt: 1e-3 }, every: 0.05 });
    const series = answer.series as { t: number; v: number[][] }[];
    expect(series.map(({ t }) => t)).toEqual([0.05, 0.1]);
    expect(series[1].v[0][0]).toBeCloseTo(2.91, 10); // 29.1 m/s
    expect(answer.summary).toMatchObject({ tEllipsoidsTouch: null, tContactStart: null, phases: [] });
    expect(ask({ op: 'example-runs', ...files, settings: { T: 0.1, dt: 1e-3 } }).series).toBeUndefined();
  });

  it('a contact that has not ended by the end is not counted in a sweep', () => {
    const sweep = (T: number) => ask({ op: 'offset-sweep', ...files, offsetY: 0, settings: { dt: 5e-4, T } });
    expect(sweep(0.36)).toEqual({ EM: null, BM: null });
    expect(sweep(0.5)).toMatchObject({ EM: { rules: { EM: 148 } }, BM: null });
  });
});
