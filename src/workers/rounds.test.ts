import { describe, expect, it } from 'vitest';
import { type BodyWords, floorAt, stepScene } from '../../test/step-scenes.ts';
import { PARAMETER_COUNT, runAlone } from '../response/solver/solver-memory.ts';
import { createBox } from '../shapes/box.ts';
import { advanceStep } from '../sim/solids/steps/advance-step.ts';
import { createStepWorld, type StepThreads, type StepWorld } from '../sim/solids/steps/step-world.ts';
import {
  awaitEnd,
  awaitRound,
  type ChunkLevels,
  createControl,
  createRound,
  helperChunks,
  openRound,
  type RoundControl,
  readRound,
  resultSum,
  takePart,
} from './rounds.ts';
import { runPart, SEARCH_ROUND, updateSearch, type WorldView } from './step-part.ts';

/** Chunks of one level, alternately of two threads. */
const independent = (chunkCount: number): ChunkLevels => ({
  levelEnd: () => chunkCount,
  preferredThread: (chunk) => chunk % 2,
});

function openedRound(chunkCount: number) {
  const control = createControl(2, 1);
  const round = createRound();
  round.chunkCount = chunkCount;
  openRound(control, round);
  return { control, round };
}

describe('a round', () => {
  it('is done by one thread if no other one comes, its own chunks first, and the results are added', () => {
    const { control, round } = openedRound(5);
    const chunks: number[] = [];
    takePart(control, round, 0, independent(5), (chunk) => chunks.push(chunk));
    expect(chunks).toEqual([0, 2, 4, 3, 1]);
    expect(awaitEnd(control, round, 1)).toBe(true);
    expect(resultSum(control)).toBe(1 + 2 + 3 + 4 + 5);
    expect(helperChunks(control)).toBe(0);
  });

  it('does the chunks of a level after those of the levels before, whichever thread does them', () => {
    const { control, round } = openedRound(6);
    const levels: ChunkLevels = { levelEnd: (chunk) => 2 * Math.floor(chunk / 2) + 2, preferredThread: () => 1 };
    const chunks: number[] = [];
    takePart(control, round, 0, levels, (chunk) => chunks.push(chunk));
    expect(chunks).toEqual([1, 0, 3, 2, 5, 4]);
  });

  it('gives a thread that comes too late nothing to do, also while another round is open', () => {
    const { control, round } = openedRound(4);
    const late = createRound();
    expect(readRound(control, awaitRound(control, 0), late)).toBe(true);
    expect(late).toEqual(round);
    takePart(control, round, 0, independent(4), () => 0);
    expect(awaitEnd(control, round, 1)).toBe(true);
    const fail = () => {
      throw new Error('too late');
    };
    takePart(control, late, 1, independent(4), fail);
    round.chunkCount = 9;
    openRound(control, round);
    takePart(control, late, 1, independent(9), fail);
    expect(readRound(control, late.sequence, late)).toBe(false);
    let count = 0;
    takePart(control, round, 1, independent(9), () => ++count);
    expect(count).toBe(9);
  });

  it('cannot be read while it is being described', () => {
    const { control } = openedRound(4);
    Atomics.add(control.words, 0, 1);
    expect(readRound(control, awaitRound(control, 2), createRound())).toBe(false);
  });

  it('does not end while a thread has an incomplete chunk; waiting times out', () => {
    const { control, round } = openedRound(2);
    const ends: boolean[] = [];
    takePart(control, round, 1, independent(2), () => {
      ends.push(awaitEnd(control, round, 2));
      return 0;
    });
    expect([...ends, awaitEnd(control, round, 2)]).toEqual([false, false, true]);
  });
});

const cube = createBox([0.5, 0.5, 0.5]);
// a wall: enough contacts for a schedule
const boxes = Array.from(
  { length: 400 },
  (_, k): BodyWords => ({ shape: cube, at: [1.0001 * (k % 40), 0.3 * Math.sin(k), 0.6 + 1.05 * Math.floor(k / 40)] }),
);
const scene = stepScene([floorAt(), ...boxes], { time: { substeps: 4 } });

/** Threads that alternate in one real thread: every round is done by only one of them. */
function createAlternatingThreads(): StepThreads & { chunks: number[] } {
  const control: RoundControl = createControl(2, PARAMETER_COUNT);
  const round = createRound();
  const views: WorldView[] = [{ thread: 0 }, { thread: 1 }];
  const chunks = [0, 0];
  const run = (active: number) => {
    const before = resultSum(control);
    openRound(control, round);
    const reject = (error: unknown) => {
      throw error;
    };
    runPart(views[active], control, round, new Float64Array(PARAMETER_COUNT), reject);
    chunks[active] += round.chunkCount;
    expect(awaitEnd(control, round, 1)).toBe(true);
    return resultSum(control) - before;
  };
  let active = 0;
  return {
    threads: 2,
    chunks,
    search(world: StepWorld, list) {
      active = 1 - active;
      const { bodies, cache } = world;
      updateSearch(views[active], { bodies: { ...world, bodies }, cache, numbers: list.numbers });
      round.kind = SEARCH_ROUND;
      round.itemCount = list.count;
      round.chunkCount = Math.ceil(list.count / 16);
      run(active);
    },
    runPass(contacts, memory, kernel) {
      const { schedule } = contacts;
      const { chunkCount } = schedule;
      if (chunkCount === 0) return runAlone(contacts, memory, kernel);
      active = 1 - active;
      views[active].kernels = memory.kernels;
      control.parameters.set(memory.parameters);
      round.kind = kernel;
      round.itemCount = schedule.pairCount;
      round.chunkCount = chunkCount;
      round.list = schedule.pairs.byteOffset;
      round.table = schedule.chunks.byteOffset;
      round.memoryBytes = memory.kernels.memory.buffer.byteLength;
      return run(active);
    },
  };
}

function run(pool?: StepThreads): StepWorld {
  const world = createStepWorld(scene, pool ? { pool } : {});
  for (let k = 0; k < 30; k++) advanceStep(world);
  return world;
}

describe('the part of a thread', () => {
  it('depends on shared data alone, and no number depends on which thread does it', () => {
    const pool = createAlternatingThreads();
    const [shared, alone] = [run(pool), run()];
    expect(shared.bodies).toEqual(alone.bodies);
    expect(shared.cache.impulses.some((impulse) => impulse !== 0)).toBe(true);
    expect(shared.cache.impulses).toEqual(alone.cache.impulses);
    expect(shared.totals).toEqual(alone.totals);
    expect(shared.contacts.schedule.chunkCount).toBeGreaterThan(4);
    expect(Math.min(...pool.chunks)).toBeGreaterThan(500);
  });

  it('cannot search before the bodies are sent', () => {
    const { cache } = createStepWorld(scene);
    expect(() => updateSearch({ thread: 1 }, { cache, numbers: new Int32Array() })).toThrow(
      'before its bodies were set',
    );
  });
});
