import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { inject } from 'vitest';
import { eventsToJsonLines } from '../src/record/events.ts';
import { createRecorder, type Recording, tablesOf } from '../src/record/recorder.ts';
import { encodeRecording, summarize } from '../src/record/recording-files.ts';
import { summaryText } from '../src/record/recording-summary.ts';
import { readScene } from '../src/scene/read.ts';
import type { RunSummary } from '../src/sim/observer.ts';
import { runScene } from '../src/sim/simulate.ts';
import { exampleText } from './scenes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the runs that are done. */
    exampleRuns: string;
  }
}

/** What tests ask of the run of an example from start to end. */
export interface ExampleRun {
  readonly world: string;
  readonly title: string;
  readonly summary: RunSummary;
  /** SHA-256 of each part of the recording, by name: `summary`, `events` and the tables. */
  readonly hashes: Record<string, string>;
  /** Number of changes of closest features. */
  readonly transitions: number;
  /** Distances of the tracked pairs at the end [m]. */
  readonly distances: readonly number[];
  /** States at the end, in the order of the scene. */
  readonly bodies: readonly BodyEnd[];
}

export interface BodyEnd {
  readonly name: string;
  readonly position: readonly number[];
  readonly angle: number;
  readonly velocity: readonly number[];
  readonly angularVelocity: readonly number[];
}

/** A run of an example that all tests share, with the names of the files of its recording. */
export interface SharedRun extends ExampleRun {
  readonly files: readonly string[];
}

/** Runs an example, whether or not it was run before. */
export function runExample(name: string): ExampleRun {
  return describeRun(recordExample(name));
}

function recordExample(name: string): Recording {
  const text = exampleText(name);
  const scene = readScene(text, name);
  const recorder = createRecorder(scene, text);
  return recorder.finish(runScene(scene, recorder));
}

function describeRun(recording: Recording): ExampleRun {
  const { title, sceneText, summary, events, tracking } = recording;
  return {
    world: readScene(sceneText, title).world,
    title,
    summary,
    hashes: hashParts(recording),
    transitions: events.filter(({ type }) => type === 'transition').length,
    distances: [...(tracking?.columns.distance ?? [])].filter((_, i) => tracking?.columns.time[i] === summary.time),
    bodies: recording.bodies.map((body, i) => bodyEnd(recording, body, i)),
  };
}

function bodyEnd({ frames, bodies }: Recording, name: string, index: number): BodyEnd {
  const row = frames.rowCount - bodies.length + index;
  const { x, y, z, angle, vx, vy, vz, wx, wy, wz } = frames.columns;
  const at = (...columns: ArrayLike<number>[]) => columns.map((column) => column[row]);
  return { name, position: at(x, y, z), angle: angle[row], velocity: at(vx, vy, vz), angularVelocity: at(wx, wy, wz) };
}

/** Every bit of a recording, without the work of writing its files. */
function hashParts(recording: Recording): Record<string, string> {
  const hashOf = (parts: readonly (string | Float64Array)[]) => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest('hex');
  };
  const tables = tablesOf(recording).map(([name, { columns }]) => [name, hashOf(Object.entries(columns).flat())]);
  return {
    summary: hashOf([summaryText(summarize(recording))]),
    events: hashOf([eventsToJsonLines(recording.events)]),
    ...Object.fromEntries(tables),
  };
}

/** The run of an example that all tests share: the first that needs it runs it, others wait or read it. */
export async function exampleRun(name: string): Promise<SharedRun> {
  const path = join(inject('exampleRuns'), name);
  while (!existsSync(path)) {
    if (lock(path)) share(name, path);
    else await setTimeout(20);
  }
  return deserialize(readFileSync(path));
}

function lock(path: string): boolean {
  try {
    closeSync(openSync(`${path}.lock`, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  return true;
}

/** The lock of a run that succeeded stays, so that nobody runs the example again. */
function share(name: string, path: string): void {
  if (existsSync(path)) return;
  try {
    const recording = recordExample(name);
    const run: SharedRun = { ...describeRun(recording), files: [...encodeRecording(recording).keys()] };
    writeFileSync(`${path}.partial`, serialize(run));
    renameSync(`${path}.partial`, path);
  } catch (error) {
    rmSync(`${path}.lock`);
    throw error;
  }
}
