import { describe, expect, it } from 'vitest';
import { exampleText } from '../../test/scenes.ts';
import { readScene } from '../scene/read.ts';
import type { RunObserver, RunSummary } from '../sim/observer.ts';
import { simulate } from '../sim/simulate.ts';
import { createRecorder, type Recording } from './recorder.ts';
import { decodeRecording } from './recording-files.ts';
import type { RecordingSink } from './recording-pieces.ts';
import { createRecordingWriter, createSummaryWriter } from './recording-writer.ts';

/** Stores files in memory, and fails at a given number of bytes, after accepting some of the last ones. */
function createMemory(capacity = Number.POSITIVE_INFINITY) {
  const files = new Map<string, Buffer>();
  const state = { capacity, appends: 0 };
  const sink: RecordingSink = {
    append(file, bytes) {
      state.appends++;
      const taken = bytes.subarray(0, Math.max(0, Math.min(bytes.length, state.capacity)));
      state.capacity -= bytes.length;
      files.set(file, Buffer.concat([files.get(file) ?? Buffer.alloc(0), taken]));
      if (state.capacity < 0) throw new Error('disk full');
    },
    truncate(file, length) {
      const bytes = files.get(file);
      if (length === 0) files.delete(file);
      else if (bytes) files.set(file, bytes.subarray(0, length));
    },
  };
  return { files, sink, state };
}

function run(text: string, observer: RunObserver, until = Number.POSITIVE_INFINITY): RunSummary | undefined {
  const steps = simulate(readScene(text, 'test'), observer);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (value > until) return undefined;
  }
}

function inMemory(text: string): Recording {
  const recorder = createRecorder(readScene(text, 'test'), text);
  return recorder.finish(run(text, recorder) as RunSummary);
}

/** One of each world, so that every table is written. */
const EXAMPLES = ['oblique-corner-hit', 'two-bars', 'tracker-lens-and-point', 't-bone', 'rolling-coin'];

/** Small, so that a recording has many pieces [bytes]. */
const PIECE = 20_000;

describe('a recording that is written during the run', () => {
  it.each(EXAMPLES)('%s: is bitwise equal to one held in memory, in many pieces', async (name) => {
    const text = exampleText(name);
    const { files, sink, state } = createMemory();
    const writer = createRecordingWriter(readScene(text, 'test'), text, sink, PIECE);
    const summary = writer.finish(run(text, writer) as RunSummary);
    expect(state.appends).toBeGreaterThan(20);
    expect(summary.complete).toBe(true);
    expect(await decodeRecording(files)).toStrictEqual(inMemory(text));
  });

  it('has the same summary as a run without files', () => {
    const text = exampleText('docking');
    const { sink } = createMemory();
    const writer = createRecordingWriter(readScene(text, 'test'), text, sink);
    const { files, ...summary } = writer.finish(run(text, writer) as RunSummary);
    const plain = createSummaryWriter(readScene(text, 'test'));
    expect(plain.finish(run(text, plain) as RunSummary)).toEqual(summary);
    expect(Object.keys(files ?? {})).toHaveLength(5);
  });
});

describe('copies of a recording during the run', () => {
  it.each(['oblique-corner-hit', 'tracker-lens-and-point', 'rolling-coin'])(
    '%s: are recordings of its first part, and leave its files as they are',
    async (name) => {
      const text = exampleText(name);
      const scene = readScene(text, 'test');
      const plain = createMemory();
      const undisturbed = createRecordingWriter(scene, text, plain.sink, PIECE);
      const ended = run(text, undisturbed) as RunSummary;
      undisturbed.finish(ended);
      const whole = await decodeRecording(plain.files);
      const { files, sink } = createMemory();
      const writer = createRecordingWriter(scene, text, sink, PIECE);
      expect(writer.completeCopies(0)).toBeUndefined();
      const running = simulate(scene, writer);
      for (let step = 1; ; step++) {
        const { done, value } = running.next();
        if (done) {
          writer.finish(value);
          break;
        }
        // five copies, and one right after the first frame
        if (step !== 1 && step % Math.ceil(ended.steps / 5) !== 0) continue;
        const copies = new Map(files);
        for (const [file, { length, end }] of writer.completeCopies(step) ?? []) {
          const before = copies.get(file) ?? Buffer.alloc(0);
          expect(before).toHaveLength(length);
          copies.set(file, Buffer.concat([before, end]));
        }
        const { frames, events, summary } = await decodeRecording(copies);
        expect(summary).toMatchObject({ status: 'interrupted', failure: 'the run continues', steps: step });
        expect(frames.columns.x).toEqual(whole.frames.columns.x.subarray(0, frames.rowCount));
        expect(events).toEqual(whole.events.slice(0, events.length));
      }
      expect(files).toEqual(plain.files);
    },
  );
});

describe('a run that is stopped', () => {
  const text = exampleText('bounce-penalty');
  const whole = inMemory(text);

  it('leaves a recording of its first part, marked as incomplete, with a closed balance', async () => {
    const { files, sink } = createMemory();
    const writer = createRecordingWriter(readScene(text, 'test'), text, sink, PIECE);
    expect(run(text, writer, 2)).toBeUndefined();
    const summary = writer.finishEarly({ status: 'interrupted', failure: 'stopped by SIGINT', steps: 12 });
    expect(summary).toMatchObject({ complete: false, run: { status: 'interrupted', steps: 12 } });
    const part = await decodeRecording(files);
    expect(part.frames.columns.x).toEqual(whole.frames.columns.x.slice(0, part.frames.rowCount));
    expect(part.summary.time).toBe(part.ledger.columns.time.at(-1));
    expect(part.summary.time).toBeGreaterThan(1.9);
    expect(part.summary.time).toBeLessThan(2.1);
    const { ledgerStart, ledgerEnd } = part.summary;
    expect(ledgerStart).toEqual(whole.summary.ledgerStart);
    expect(ledgerEnd.kineticEnergy).toBe(part.ledger.columns.kineticEnergy.at(-1));
  });

  it('by an error within a frame leaves the frames before it', async () => {
    const text = exampleText('two-bars');
    const { files, sink } = createMemory();
    const writer = createRecordingWriter(readScene(text, 'test'), text, sink, PIECE);
    let left = 30;
    const breaking: RunObserver = {
      ...writer,
      nodes(time, bodies) {
        if (left-- === 0) throw new Error('lost');
        writer.nodes(time, bodies);
      },
    };
    expect(() => run(text, breaking)).toThrow('lost');
    const summary = writer.finishEarly({ status: 'failed', failure: 'lost', steps: 1 });
    expect(summary?.counts.ledger).toBe(30);
    const part = await decodeRecording(files);
    expect(part.frames.rowCount).toBe(30 * part.bodies.length);
    expect((part.nodes?.rowCount ?? 0) % 30).toBe(0);
    expect(part.nodes?.columns.time.at(-1)).toBe(part.summary.time);
  });

  it('leaves no recording before its first frame', () => {
    const { sink } = createMemory();
    const writer = createRecordingWriter(readScene(text, 'test'), text, sink);
    expect(writer.finishEarly({ status: 'interrupted', steps: 0 })).toBeUndefined();
  });

  it('by a full disk leaves a valid recording of the part written, wherever the disk gets full', async () => {
    let recordingCount = 0;
    for (let capacity = 3_000; capacity < 200_000; capacity += 14_983) {
      const { files, sink, state } = createMemory(capacity);
      const writer = createRecordingWriter(readScene(text, 'test'), text, sink, PIECE);
      expect(() => writer.finish(run(text, writer) as RunSummary), `${capacity} bytes`).toThrow('disk full');
      state.capacity = Number.POSITIVE_INFINITY; // space reserved for this
      const summary = writer.finishEarly({ status: 'failed', failure: 'disk full', steps: 1 });
      if (summary === undefined) continue;
      recordingCount++;
      const part = await decodeRecording(files);
      expect(part.frames.rowCount).toBe(whole.bodies.length * part.ledger.rowCount);
      expect(part.frames.columns.x).toEqual(whole.frames.columns.x.slice(0, part.frames.rowCount));
      expect(part.ledger.columns.time.at(-1)).toBe(part.summary.time);
    }
    expect(recordingCount).toBeGreaterThan(10);
  });
});
