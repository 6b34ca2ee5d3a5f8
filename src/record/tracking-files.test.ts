import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../formats/text-bytes.ts';
import { readScene } from '../scene/read.ts';
import { runScene } from '../sim/simulate.ts';
import { recordingToCsv } from './csv.ts';
import { createRecorder } from './recorder.ts';
import { decodeRecording, encodeRecording } from './recording-files.ts';
import { readSummary, summaryText } from './recording-summary.ts';

/** A point passes over the corner of a square. */
const TEXT = JSON.stringify({
  title: 'Round a corner',
  description: 'test',
  world: 'smooth',
  bodies: [
    {
      name: 'square',
      shape: {
        kind: 'polygon',
        vertices: [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
        ],
      },
      motion: 'fixed',
    },
    {
      name: 'point',
      shape: { kind: 'point' },
      motion: 'prescribed',
      path: { position: { kind: 'linear', point: [0, 2, 0], velocity: [3, -2, 0] } },
    },
  ],
  time: { end: 1, step: 0.01 },
  record: { interval: 0.1 },
});

function record() {
  const scene = readScene(TEXT, 'test');
  const recorder = createRecorder(scene, TEXT);
  return recorder.finish(runScene(scene, recorder));
}

describe('the table of tracked pairs', () => {
  const recording = record();

  it('has a row for every frame, with the distance and the features by name', () => {
    const { tracking, features } = recording;
    if (tracking === undefined || features === undefined) throw new Error('pairs were tracked');
    expect(tracking.rowCount).toBe(11);
    const names = Array.from(tracking.columns.featureA, (index) => features[index]);
    // above the upper side until x = 1, then nearest to the corner until y = 1
    expect(new Set(names).size).toBe(3);
    const { time, distance, rate, ax, ay, bx, by } = tracking.columns;
    time.forEach((t, row) => {
      const [x, y] = [3 * t, 2 - 2 * t];
      const gap = [Math.max(0, x - 1), Math.max(0, y - 1)];
      expect(distance[row]).toBeCloseTo(Math.hypot(...gap), 12);
      if (distance[row] > 0) expect(rate[row]).toBeCloseTo((3 * gap[0] - 2 * gap[1]) / distance[row], 10);
      expect([bx[row], by[row]]).toEqual([expect.closeTo(x, 12), expect.closeTo(y, 12)]);
      expect([ax[row], ay[row]]).toEqual([expect.closeTo(x - gap[0], 12), expect.closeTo(y - gap[1], 12)]);
    });
  });

  it('and the changes of feature are restored from files bit for bit', async () => {
    const files = encodeRecording(recording);
    expect([...files.keys()]).toContain('tracking.parquet');
    const read = await decodeRecording(files);
    expect(read.tracking).toEqual(recording.tracking);
    expect(read.features).toEqual(recording.features);
    expect(read.events).toEqual(recording.events);
    expect(read.events.filter(({ type }) => type === 'transition')).toHaveLength(2);
  });

  it('is written as CSV with labels for features and Hessians', () => {
    const files = recordingToCsv(recording);
    const [header, first] = [...(files.get('tracking.csv') ?? [])].join('').split('\n');
    const cells = Object.fromEntries(header.split(',').map((name, i) => [name, first.split(',')[i]]));
    expect(cells).toMatchObject({ nameA: 'square', nameB: 'point', featureB: 'P', distance: '1', hessian: 'exact' });
    const [columns, ...events] = [...(files.get('events.csv') ?? [])].join('').trimEnd().split('\n');
    const at = (line: string, name: string) => line.split(',')[columns.split(',').indexOf(name)];
    expect(events.map((line) => [at(line, 'type'), at(line, 'body'), at(line, 'kind')])).toEqual([
      ['transition', 'square', 'voronoi'],
      ['transition', 'square', 'voronoi'],
    ]);
    expect(at(events[0], 'to')).toBe(at(events[1], 'from'));
  });

  it('is rejected when summary.json does not list its features', async () => {
    const files = new Map<string, Uint8Array>(encodeRecording(recording));
    const summary = readSummary(files.get('summary.json') ?? new Uint8Array());
    files.set('summary.json', encodeUtf8(summaryText({ ...summary, features: [] })));
    await expect(decodeRecording(files)).rejects.toThrow(
      /tracking\.parquet: column featureA: .* is not a feature listed in summary\.json/,
    );
  });
});
