import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { decodeSnapshot, encodeSnapshot, SnapshotError } from '../../src/record/snapshot-file.ts';
import { readScene } from '../../src/scene/read.ts';
import { simulate } from '../../src/sim/simulate.ts';
import type { SolidRunOptions } from '../../src/sim/solids/run-solids.ts';
import type { StepSnapshot } from '../../src/sim/solids/steps/snapshot.ts';
import { SimulationError } from '../../src/sim/world.ts';

const SCENE = JSON.stringify({
  title: 'Two boxes on a floor',
  description: 'One box stands on another.',
  world: 'solids',
  bodies: [
    { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' },
    { name: 'low', shape: { kind: 'box', halfExtents: [0.1, 0.1, 0.1] }, position: [0, 0, 0.1], density: 500 },
    { name: 'high', shape: { kind: 'box', halfExtents: [0.1, 0.1, 0.1] }, position: [0.02, 0, 0.31], density: 500 },
  ],
  forces: { gravity: [0, 0, -9.81] },
  time: { end: 0.2, method: 'steps' },
});

function run(options: SolidRunOptions): void {
  const steps = simulate(readScene(SCENE, 'test'), { frame: () => {}, contact: () => {}, event: () => {} }, options);
  while (!steps.next().done);
}

const taken: StepSnapshot[] = [];
run({ snapshotAt: 0.1, onSnapshot: (snapshot) => taken.push(snapshot as StepSnapshot) });

const takeSnapshot = (): StepSnapshot => structuredClone(taken[0]);

/** With a valid checksum, as `encodeSnapshot` gives it. */
const reading = (change: (state: StepSnapshot) => unknown) => () =>
  decodeSnapshot(encodeSnapshot(change(takeSnapshot()) as StepSnapshot, SCENE), SCENE);

const set = (numbers: Float64Array | Int32Array | Uint8Array, i: number, value: number) => {
  numbers[i] = value;
};

describe('a snapshot with a valid checksum and wrong content is rejected with the name of the wrong field', () => {
  it('is read if all fields are valid', () => {
    expect(reading((state) => state)()).toEqual(takeSnapshot());
  });

  it.each<[string, (state: StepSnapshot) => unknown]>([
    ['state', () => null],
    ['bodies', ({ bodies: _, ...state }) => state],
    ['bodies', (state) => ({ ...state, bodies: state.bodies.slice(1) })],
    ['asleep: expected 3 numbers', (state) => ({ ...state, asleep: state.asleep.slice(1) })],
    ['asleep', (state) => ({ ...state, asleep: new Float64Array(3) })],
    ['stepCount', (state) => ({ ...state, stepCount: 0.5 })],
    ['time', (state) => ({ ...state, time: -1 })],
    ['time', (state) => ({ ...state, time: '0.1' })],
    ['totals', (state) => ({ ...state, totals: {} })],
    [
      'totals.impulseOnImmovable',
      (state) => ({ ...state, totals: { ...state.totals, impulseOnImmovable: [0, 0, 0] } }),
    ],
    ['cache.pointCount', (state) => ({ ...state, cache: { ...state.cache, pointCount: 1e12 } })],
    ['cache.freeNarrow', (state) => ({ ...state, cache: { ...state.cache, freeNarrow: [0] } })],
    ['pairs', (state) => ({ ...state, pairs: { ...state.pairs, freeSlots: Int32Array.of(0) } })],
  ])('%s', (name, change) => {
    expect(reading(change)).toThrow(SnapshotError);
    expect(reading(change)).toThrow(`the snapshot cannot be resumed from: ${name}`);
  });

  it.each<[string, (state: StepSnapshot) => void]>([
    ['bodies[0]', ({ bodies }) => set(bodies, 0, Number.NaN)],
    ['bodies[20]', ({ bodies }) => set(bodies, 20, Number.POSITIVE_INFINITY)],
    ['bodies: expected a unit quaternion', ({ bodies }) => bodies.fill(0, 9, 13)],
    ['groups[1]', ({ groups }) => set(groups, 1, 3)],
    ['places[0]', ({ places }) => set(places, 0, 7)],
    ['fatBoxes[6]', ({ fatBoxes }) => set(fatBoxes, 6, Number.NEGATIVE_INFINITY)],
    ['slots[0]', ({ pairs }) => set(pairs.slots, 0, 99)],
    ['second[0]', ({ pairs }) => set(pairs.second, 0, -1)],
    ['cache.blocks[0]', ({ cache }) => set(cache.blocks, 0, cache.pointCount)],
    ['cache.blocks[1]', ({ cache }) => set(cache.blocks, 1, cache.blocks[0])],
    ['cache.counts[0]', ({ cache }) => set(cache.counts, 0, 5)],
    ['cache.caches[0]', ({ cache }) => set(cache.caches, 0, 1e9)],
    ['impulses[3]', ({ cache }) => set(cache.impulses, 3, Number.NaN)],
  ])('%s, one number of it', (name, damage) => {
    const change = (state: StepSnapshot) => {
      damage(state);
      return state;
    };
    expect(reading(change)).toThrow(`the snapshot cannot be resumed from: ${name}`);
  });

  it('is rejected when its state is not JSON, or its packed numbers are not numbers', () => {
    const text = encodeSnapshot(takeSnapshot(), SCENE);
    for (const [before, after] of [
      ['"state":{', '"state":{,'],
      ['"packed":"Uint8Array"', '"packed":"constructor"'],
      ['"bytes":3,', '"bytes":1e15,'],
      ['"base64":"', '"base64":"!'],
    ]) {
      expect(() => decodeSnapshot(sealed(text.replace(before, after)), SCENE)).toThrow(SnapshotError);
    }
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    expect(() => decodeSnapshot(sealed(text.replace(/"state":.*\}/s, `"state":${deep}}`)), SCENE)).toThrow(
      SnapshotError,
    );
  });

  it('with any number changed, a run from it ends or is rejected, without a crash', () => {
    const random = createRandom(5);
    for (let k = 0; k < 200; k++) {
      const state = takeSnapshot();
      const arrays = [state, state.pairs, state.cache].flatMap((part) =>
        Object.values(part).filter((value): value is Float64Array => ArrayBuffer.isView(value) && value.byteLength > 0),
      );
      const numbers = arrays[random.below(arrays.length)];
      numbers[random.below(numbers.length)] = [0, -1, 1, 2, 7, 1e9, 1e300, -1e-300, Number.NaN, Infinity][
        random.below(10)
      ];
      try {
        run({ resume: decodeSnapshot(encodeSnapshot(state, SCENE), SCENE) });
      } catch (error) {
        expect(
          [SnapshotError, SimulationError].some((kind) => error instanceof kind),
          String(error),
        ).toBe(true);
      }
    }
  });
});

/** The text with the checksum of its state, whatever that is. */
function sealed(text: string): string {
  const [, state = ''] = /"state":(.*)\}\n$/s.exec(text) ?? [];
  let hash = 0x811c9dc5;
  for (let k = 0; k < state.length; k++) hash = Math.imul(hash ^ state.charCodeAt(k), 0x01000193);
  return text.replace(/"check":"\w+"/, `"check":"${(hash >>> 0).toString(16).padStart(8, '0')}"`);
}
