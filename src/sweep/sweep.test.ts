import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { createRecorder } from '../record/recorder.ts';
import { readScene } from '../scene/read.ts';
import type { Scene } from '../scene/scene.ts';
import { runScene } from '../sim/simulate.ts';
import { chunkCount, chunkRange, chunksOfShard } from './chunks.ts';
import { readSweep, type Sweep } from './read-sweep.ts';
import { decodeResults, encodeResults, readMarks, resultColumns, rowObject, tableOfRows } from './results.ts';
import { caseSceneText, runCase } from './run-case.ts';
import { findSummaryValue, summaryNames } from './summary-values.ts';
import { sweepSchema } from './sweep-schema.ts';

const example = (name: string) => ({
  name,
  text: readFileSync(new URL(`../../examples/${name}.scene.json`, import.meta.url), 'utf8'),
});

function sweepOf(spec: Record<string, unknown>, scene = 'docking'): Sweep {
  return readSweep({ text: JSON.stringify(spec, null, 2), name: 'spec.json', scene: example(scene) });
}

const SPEED = { path: 'bodies.chaser.velocity[0]', name: 'speed', values: [0.5, '60 cm/s', 1] };

/** Two discs on a line; the scene is part of the specification. */
const DISCS = {
  title: 'Two discs',
  description: 'One hits the other.',
  bodies: [
    { name: 'left', shape: { kind: 'disc', radius: 0.5 }, position: [0, 0], velocity: [2, 0], mass: 1 },
    { name: 'right', shape: { kind: 'disc', radius: 0.5 }, position: [3, 0], mass: 1 },
  ],
  time: { end: 2 },
};

function discs(axes: unknown[], more: Record<string, unknown> = {}): Sweep {
  return readSweep({ text: JSON.stringify({ scene: DISCS, axes, ...more }), name: 'discs.json' });
}

describe('the schema of sweeps', () => {
  it('is that of schema/sweep.schema.json, and a valid JSON Schema', async () => {
    await expect(`${JSON.stringify(sweepSchema(), null, 2)}\n`).toMatchFileSnapshot('../../schema/sweep.schema.json');
    const ajv = new Ajv({ strict: false });
    const validate = ajv.compile(sweepSchema());
    expect(validate({ scene: 'docking', axes: [{ path: 'time.end', values: [1] }] })).toBe(true);
    expect(validate({ scene: 'docking', axes: [] })).toBe(false);
  });
});

describe('the example sweeps', () => {
  const folder = new URL('../../examples/sweeps/', import.meta.url);
  const names = readdirSync(folder);

  it.each(names)('%s is valid, also for editors, and its first run reaches its end', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const spec = JSON.parse(text);
    expect(new Ajv({ strict: false }).validate(sweepSchema(), spec)).toBe(true);
    expect(spec.$schema).toBe('../../schema/sweep.schema.json');
    const sweep = readSweep({ text, name, ...(typeof spec.scene === 'string' && { scene: example(spec.scene) }) });
    expect(runCase(sweep, 0).status).toBe('end');
  });
});

describe('a grid', () => {
  it('has every combination of its values, the last axis fastest, in SI units', () => {
    const sweep = sweepOf({
      scene: 'docking',
      axes: [SPEED, { path: ['contacts.restitution'], range: { from: 0, to: 1, count: 3 } }],
    });
    expect(sweep.runCount).toBe(9);
    const runs = Array.from({ length: 9 }, (_, i) => sweep.design.valuesOf(i));
    expect(runs).toEqual([0.5, 0.6, 1].flatMap((speed) => [0, 0.5, 1].map((e) => [speed, e])));
    expect(sweep.axes.map(({ name, unit }) => [name, unit])).toEqual([
      ['speed', 'm/s'],
      ['contacts.restitution', '1'],
    ]);
  });

  it.each([
    [{ from: 0, to: '2 m/s^2', step: '500 mm/s^2' }, [0, 0.5, 1, 1.5, 2]],
    [{ from: 1, to: 0.7, step: -0.1 }, [1, 0.9, 0.8, 1 + 3 * -0.1]],
    [{ from: 1, to: 100, count: 3, spacing: 'log' }, [1, 10, 100]],
    [{ from: 3, to: 3, count: 1 }, [3]],
  ])('has ranges by count, by step and by ratio: %j', (range, expected) => {
    const sweep = discs([{ path: 'forces.gravity[1]', range }]);
    const values = expected.map((_, i) => sweep.design.valuesOf(i)[0] as number);
    expect(sweep.runCount).toBe(expected.length);
    values.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i], 14);
    });
  });

  it('varies choices and whole parts of the scene', () => {
    const sweep = discs([
      { path: 'contacts.multiContact', values: ['sequential', 'simultaneous'] },
      { path: 'bodies.left.shape', values: [{ kind: 'disc', radius: '25 cm' }, { kind: 'point' }] },
    ]);
    expect(sweep.axes.map(({ kind }) => kind)).toEqual(['text', 'text']);
    const scene = readScene(caseSceneText(sweep, 2), 'x') as Extract<Scene, { world: 'planar' }>;
    expect(scene.contacts.multiContact).toBe('simultaneous');
    expect(scene.bodies[0].shape).toMatchObject({ kind: 'disc', radius: 0.25 });
    expect(runCase(sweep, 0).status).toBe('end');
  });
});

describe('samples', () => {
  const uniform = { path: 'bodies.left.velocity[0]', name: 'v', uniform: { from: 1, to: '3 m/s' } };
  const normal = { path: 'bodies.left.mass', name: 'm', normal: { mean: '2 kg', deviation: '100 g' } };
  const draw = (sweep: Sweep, axis: number) =>
    Array.from({ length: sweep.runCount }, (_, i) => sweep.design.valuesOf(i)[axis] as number);
  const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const deviation = (list: readonly number[]) => Math.sqrt(mean(list.map((x) => (x - mean(list)) ** 2)));

  it.each(['random', 'latin-hypercube', 'sobol'])(
    '%s: have the mean and deviation of their distributions',
    (method) => {
      const sweep = discs([uniform, normal], { samples: { method, count: 4096, seed: 7 } });
      // standard errors: 2 / sqrt(12 · 4096) = 0.009, 0.1 / 64 = 0.0016
      expect(Math.abs(mean(draw(sweep, 0)) - 2)).toBeLessThan(0.04);
      expect(Math.abs(deviation(draw(sweep, 0)) - 2 / Math.sqrt(12))).toBeLessThan(0.03);
      expect(Math.abs(mean(draw(sweep, 1)) - 2)).toBeLessThan(0.006);
      expect(Math.abs(deviation(draw(sweep, 1)) - 0.1)).toBeLessThan(0.005);
      expect(Math.min(...draw(sweep, 0))).toBeGreaterThan(1);
      expect(Math.max(...draw(sweep, 0))).toBeLessThan(3);
    },
  );

  it.each(['latin-hypercube', 'sobol'])('%s: have one sample in each interval of equal probability', (method) => {
    const sweep = discs([uniform, normal], { samples: { method, count: 256, seed: 3 } });
    const cells = draw(sweep, 0).map((value) => Math.floor(((value - 1) / 2) * 256));
    expect(new Set(cells).size).toBe(256);
  });

  it('are the same for the same seed, and the same at every point of the grid', () => {
    const axes = [uniform, { path: 'time.end', values: [1, 2] }];
    const samples = { count: 50, seed: 5 };
    const all = draw(discs(axes, { samples }), 0);
    expect(all.slice(0, 50)).toEqual(all.slice(50));
    expect(draw(discs(axes, { samples: { ...samples, seed: 6 } }), 0)).not.toEqual(all);
  });

  it('of a truncated normal distribution stay between its limits, also far in a tail', () => {
    const limited = { path: 'bodies.left.mass', normal: { mean: 1, deviation: 0.1, min: 1.7, max: 1.8 } };
    const values = draw(discs([limited], { samples: { method: 'latin-hypercube', count: 1000 } }), 0);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(1.7);
    expect(Math.max(...values)).toBeLessThanOrEqual(1.8);
    // 7 deviations away: E[X] - 7 = phi(7) / Phi(-7) - 7 = 0.13750 deviations
    expect(Math.abs((mean(values) - 1.7) / 0.1 - 0.1375)).toBeLessThan(0.003);
  });

  it('have the given correlation, and keep their distributions', () => {
    const other = { path: 'bodies.right.mass', name: 'm2', normal: { mean: 1, deviation: 0.2 } };
    const sweep = discs([normal, uniform, other], {
      samples: { method: 'sobol', count: 4096 },
      correlations: [
        { axes: ['m', 'm2'], value: -0.8 },
        { axes: ['v', 'm'], value: 0.5 },
      ],
    });
    const [m, v, m2] = [draw(sweep, 0), draw(sweep, 1), draw(sweep, 2)];
    const correlation = (a: number[], b: number[]) =>
      mean(a.map((x, i) => (x - mean(a)) * (b[i] - mean(b)))) / deviation(a) / deviation(b);
    expect(Math.abs(correlation(m, m2) + 0.8)).toBeLessThan(0.02);
    // Spearman's and so Pearson's with a uniform axis: sqrt(3 / pi) · rho = 0.4886
    expect(Math.abs(correlation(m, v) - 0.4886)).toBeLessThan(0.02);
    expect(Math.abs(deviation(m2) - 0.2)).toBeLessThan(0.005);
    expect(Math.abs(mean(v) - 2)).toBeLessThan(0.02);
  });
});

describe('a run', () => {
  it('without frames gives the results of a run of its scene', () => {
    const sweep = sweepOf({
      axes: [SPEED],
      scene: 'docking',
      outputs: [
        'stateHash',
        'steps',
        'ledgerEnd.momentumX',
        { event: 'docking' },
        { event: 'collision', statistic: 'count' },
        { table: 'frames', column: 'x', statistic: 'last', bodies: ['chaser'] },
        { table: 'frames', column: 'x', statistic: 'max', bodies: ['chaser'] },
      ],
    });
    for (let run = 0; run < sweep.runCount; run++) {
      const text = caseSceneText(sweep, run);
      const scene = readScene(text, 'x');
      const recorder = createRecorder(scene, text);
      const summary = runScene(scene, recorder);
      const { frames, events } = recorder.finish(summary);
      const x = [...frames.columns.x].filter(
        (_, i) => frames.columns.body[i] === scene.bodies.findIndex(({ name }) => name === 'chaser'),
      );
      expect(runCase(sweep, run).outputs).toEqual([
        summary.stateHash,
        summary.steps,
        summary.ledgerEnd.momentum.x,
        events.find(({ type }) => type === 'docking')?.time ?? null,
        events.filter(({ type }) => type === 'collision').length,
        x.at(-1),
        Math.max(...x),
      ]);
    }
  });

  it.each([
    'two-polygons-offset-hit',
    'pin-docking',
    'docking-in-space',
    'bouncing-spheres',
    'rolling-coin',
    'platoon-1-boxes',
    'ellipsoids-collide',
    'two-bars',
  ])('without frames has every value of the summary of %s that is said not to need them', (name) => {
    const { text } = example(name);
    const scene = readScene(text, name);
    const summary = runScene(scene, { frame() {}, contact() {}, event() {} });
    const names = summaryNames(scene).filter((one) => !findSummaryValue(one, scene)?.needsFrames?.(scene));
    const sweep = sweepOf(
      { axes: [{ path: 'time.end', name: 'end', values: [scene.time.end] }], outputs: names },
      name,
    );
    expect(sweep.hasFrames).toBe(false);
    expect(runCase(sweep, 0)).toMatchObject({
      status: 'end',
      outputs: names.map((one) => findSummaryValue(one, scene)?.of(summary)),
    });
  });

  it('has the minimum of the recorded distances and statistics of their table, from all frames', () => {
    const bodies = [
      { name: 'still', shape: { kind: 'disc', radius: 0.5 }, mass: 1 },
      { name: 'moving', shape: { kind: 'disc', radius: 0.5 }, position: [-2, 2], velocity: [2, 0], mass: 1 },
    ];
    const scene = { ...DISCS, bodies, record: { interval: 0.5, distances: [['still', 'moving']] } };
    const outputs = [
      'distances.minimum.distance',
      'distances.minimum.time',
      { table: 'distances', column: 'distance', statistic: 'max' },
    ];
    const axes = [{ path: 'bodies.moving.position[1]', values: [2, 3] }];
    const sweep = readSweep({ text: JSON.stringify({ scene, axes, outputs }), name: 'spec.json' });
    expect(runCase(sweep, 0).outputs).toEqual([1, 1, Math.sqrt(8) - 1]);
    expect(runCase(sweep, 1).outputs).toEqual([2, 1, Math.sqrt(13) - 1]);
    const wrong = {
      scene: { ...DISCS, bodies },
      axes,
      outputs: [{ table: 'distances', column: 'distance', statistic: 'max' }],
    };
    expect(() => readSweep({ text: JSON.stringify(wrong), name: 'spec.json' })).toThrow(/needs record.distances/);
  });

  it('does not depend on the runs before it', () => {
    const sweep = sweepOf({
      axes: [SPEED, { path: 'bodies.chaser.mass', values: [1, 2] }],
      scene: 'docking',
      outputs: ['stateHash'],
    });
    const forward = Array.from({ length: 6 }, (_, i) => runCase(sweep, i));
    const backward = Array.from({ length: 6 }, (_, i) => runCase(sweep, 5 - i)).reverse();
    expect(backward).toEqual(forward);
  });

  it('with a value that the scene does not accept is reported with the reason', () => {
    const sweep = discs([{ path: 'bodies.left.mass', normal: { mean: 0, deviation: 1 } }], { samples: { count: 20 } });
    const rows = Array.from({ length: 20 }, (_, i) => runCase(sweep, i));
    for (const { parameters, status, reason } of rows) {
      expect(status).toBe((parameters[0] as number) > 0 ? 'end' : 'error');
      if (status === 'error') expect(reason).toMatch(/^bodies\[0\]\.mass: must be above zero, got -0\.\d+$|got -\d/);
    }
    expect(new Set(rows.map(({ status }) => status)).size).toBe(2);
  });

  it('that cannot be started is reported with the reason', () => {
    const sweep = discs([{ path: 'bodies.right.position[0]', values: [3, 0.2] }]);
    expect(runCase(sweep, 1)).toMatchObject({
      status: 'error',
      reason: expect.stringMatching(/^left and right overlap/),
    });
    expect(runCase(sweep, 0).status).toBe('end');
  });

  it('stops at its limits of time and steps', () => {
    const sweep = discs([{ path: 'time.end', values: [1e6] }], { limits: { seconds: 2, steps: 1 } });
    expect(runCase(sweep, 0, () => true)).toMatchObject({ status: 'time-limit', reason: 'stopped after 2 s' });
    const bouncing = {
      ...DISCS,
      bodies: [
        ...DISCS.bodies,
        { name: 'wall', shape: { kind: 'halfspace', normal: [-1, 0] }, position: [5, 0], motion: 'fixed' },
        { name: 'wall 2', shape: { kind: 'halfspace', normal: [1, 0] }, position: [-5, 0], motion: 'fixed' },
      ],
    };
    const limited = readSweep({
      text: JSON.stringify({ scene: bouncing, axes: [{ path: 'time.end', values: [1e6] }], limits: { steps: 10 } }),
      name: 'x',
    });
    expect(runCase(limited, 0)).toMatchObject({ status: 'limit', reason: expect.stringMatching(/limit of 10 steps/) });
  });
});

describe('results', () => {
  const speed = { path: 'bodies.left.velocity[0]', name: 'speed, "left"', values: [1, 0, 2] };
  const sweep = discs([speed, { path: 'contacts.order', values: ['first', 'fastest-approach'] }], {
    outputs: ['collisions', { event: 'docking' }, 'stateHash'],
  });
  const columns = resultColumns(sweep);
  const rows = Array.from({ length: sweep.runCount }, (_, i) => runCase(sweep, i));
  const table = tableOfRows(columns, rows);

  it('are restored from their file bit for bit, empty cells included', async () => {
    const bytes = encodeResults(columns, table, { sweep: 'abc', chunk: '0' });
    expect(encodeResults(columns, table, { sweep: 'abc', chunk: '0' })).toEqual(bytes);
    expect(readMarks(bytes)).toMatchObject({ marks: { sweep: 'abc', chunk: '0' }, rowCount: 6 });
    const back = await decodeResults(columns, bytes);
    expect(back).toEqual(table);
    const row = rowObject(columns, back, 2);
    expect(row).toMatchObject({
      run: 2,
      status: 'end',
      reason: null,
      'contacts.order': 'first',
      'docking.time.first': null,
    });
    expect(row['speed, "left"']).toBe(0);
  });

  it('of a damaged file are rejected', async () => {
    const bytes = encodeResults(columns, table, {});
    expect(() => readMarks(bytes.slice(0, 100))).toThrow('damaged');
    const flipped = bytes.slice();
    flipped[40] ^= 1;
    await expect(decodeResults(columns, flipped)).rejects.toThrow('its checksum does not match');
    await expect(decodeResults([{ ...columns[0], name: 'other' }], bytes)).rejects.toThrow('other columns');
  });
});

describe('chunks', () => {
  it('contain every run once, and shards every chunk once', () => {
    for (const runCount of [1, 2, 10, 99, 100, 101]) {
      const plan = { runCount, chunkSize: Math.ceil(Math.sqrt(runCount)) };
      const runs = Array.from({ length: chunkCount(plan) }, (_, c) => chunkRange(plan, c)).flatMap(({ first, end }) =>
        Array.from({ length: end - first }, (_, i) => first + i),
      );
      expect(runs).toEqual(Array.from({ length: runCount }, (_, i) => i));
      const shards = Array.from({ length: 7 }, (_, index) => [...chunksOfShard(plan, { index, count: 7 })]).flat();
      expect(shards.sort((a, b) => a - b)).toEqual(Array.from({ length: chunkCount(plan) }, (_, c) => c));
    }
  });
});
