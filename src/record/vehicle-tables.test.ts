import { describe, expect, it } from 'vitest';
import { exampleText } from '../../test/scenes.ts';
import { readScene } from '../scene/read.ts';
import { runScene } from '../sim/simulate.ts';
import { recordingToCsv } from './csv.ts';
import { createRecorder } from './recorder.ts';
import { decodeRecording, encodeRecording, summarize } from './recording-files.ts';

const text = JSON.stringify({
  ...JSON.parse(exampleText('platoon-1-ellipsoids')),
  time: { end: 1 },
  record: { interval: 0.1 },
});
const scene = readScene(text, 'platoon');
const recorder = createRecorder(scene, text);
const recording = recorder.finish(runScene(scene, recorder));

describe('a recording of vehicles', () => {
  it('is restored from its files bit for bit, with results', async () => {
    const files = encodeRecording(recording);
    expect(files.has('vehicles.parquet')).toBe(true);
    expect(await decodeRecording(files)).toEqual(recording);
    expect(summarize(recording)).toMatchObject({
      counts: { vehicles: 22, frames: 22 },
      run: { vehicles: { phases: [{ bodies: ['follower', 'leader'], rules: { EM: 207 } }] } },
    });
  });

  it('has the positions of its frames in the table of vehicles', () => {
    const { frames, vehicles } = recording;
    for (const axis of ['x', 'y', 'z'] as const) expect(vehicles?.columns[axis]).toEqual(frames.columns[axis]);
    expect(vehicles?.columns.heading).toEqual(frames.columns.angle);
  });

  it('as CSV has a row for every contact, with the units of its columns', () => {
    const files = recordingToCsv(recording);
    const csv = (name: string) => [...(files.get(name) ?? [])].join('').trimEnd().split('\n');
    const [head, ...rows] = csv('phases.csv').map((line) => line.split(','));
    const cell = (name: string) => rows[0][head.indexOf(name)];
    expect(rows).toHaveLength(1);
    expect([cell('nameA'), cell('nameB'), cell('isOver'), cell('rules')]).toEqual([
      'follower',
      'leader',
      'true',
      'EM 207',
    ]);
    const [phase] = recording.summary.vehicles?.phases ?? [];
    expect([cell('deltaVB'), cell('pdofA'), cell('yawRateAfterB')].map(Number)).toEqual([
      phase.deltaV[1],
      phase.pdof[0],
      phase.after[1].yawRate,
    ]);
    expect(csv('columns.csv')).toContain('phases,peakForce,N,largest force');
    expect(csv('vehicles.csv')).toHaveLength(23);
  });
});
