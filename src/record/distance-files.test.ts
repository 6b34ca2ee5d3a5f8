import { describe, expect, it } from 'vitest';
import { readScene } from '../scene/read.ts';
import { runScene, simulate } from '../sim/simulate.ts';
import { recordingToCsv } from './csv.ts';
import { createRecorder } from './recorder.ts';
import { decodeRecording, encodeRecording } from './recording-files.ts';
import { createSummaryWriter } from './recording-writer.ts';

const text = JSON.stringify({
  title: 'Two discs',
  description: 'One passes the other.',
  bodies: [
    { name: 'rest', shape: { kind: 'disc', radius: 0.5 }, mass: 1 },
    { name: 'moving', shape: { kind: 'disc', radius: 0.5 }, position: [-2, 2], velocity: [2, 0], mass: 1 },
  ],
  time: { end: 2 },
  record: { interval: 0.5, distances: [['rest', 'moving']] },
});
const scene = readScene(text, 'discs.scene.json');

describe('recorded distances', () => {
  it('are a table with a row for every pair and frame, and come back from the files bit for bit', async () => {
    const recorder = createRecorder(scene, text);
    const recording = recorder.finish(runScene(scene, recorder));
    expect([...(recording.distances?.columns.distance ?? [])]).toEqual(
      [-2, -1, 0, 1, 2].map((x) => Math.sqrt(x * x + 4) - 1),
    );
    const files = encodeRecording(recording);
    expect([...files.keys()]).toContain('distances.parquet');
    const { distances, summary } = await decodeRecording(files);
    expect(distances).toEqual(recording.distances);
    expect(summary.distances?.minimum).toEqual({
      bodies: ['rest', 'moving'],
      distance: 1,
      time: 1,
      points: [
        [0, 0.5, 0],
        [0, 1.5, 0],
      ],
    });
    const lines = [...(recordingToCsv(recording).get('distances.csv') ?? [])].join('').split('\n');
    expect(lines[3]).toContain('1,0,rest,1,moving,1,');
  });

  it('of a run that was stopped are in its summary so far', () => {
    const writer = createSummaryWriter(scene);
    const run = simulate(scene, writer);
    while (!run.next().done) if (writer.digest.counts.distances > 1) break;
    const { run: ended, counts } = writer.finishEarly({ status: 'interrupted', steps: 1 }) ?? {};
    expect(counts?.distances).toBeGreaterThan(1);
    expect(ended?.distances?.minimum.bodies).toEqual(['rest', 'moving']);
  });
});
