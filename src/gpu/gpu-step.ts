/** One step on the GPU: upload, all passes in one submission, read-back. Repeated if a list was too short or a point left the unit box. */
import { sweptPositions } from '../ccd/mesh-motion.ts';
import type { PointMotion } from '../ccd/point-motion.ts';
import { DURATION_INDEX } from './contact-program.ts';
import { createPassBindings, encodePasses, type GivenPairs, type PassBindings } from './encode-passes.ts';
import {
  type BufferStore,
  type Capacities,
  createBufferStore,
  createListBuffers,
  createMeshBuffers,
  destroyListBuffers,
  firstCapacities,
  type ListBuffers,
  type ProgramWords,
  programWords,
  USAGE,
} from './gpu-buffers.ts';
import { grownCapacities } from './grow-lists.ts';
import { now } from './host-clock.ts';
import type { MeshLayout } from './mesh-layout.ts';
import { COUNTERS } from './parameters.ts';
import type { PhaseTimes } from './phase-times.ts';
import type { Pipelines } from './pipelines.ts';
import { createReadBack } from './read-back.ts';
import { createHitSort, type HitSort } from './sort-passes.ts';
import { SORT_BLOCK } from './sort-wgsl.ts';
import { createStaging } from './staging.ts';
import { type CullBound, chooseScale, type StepScale, stepUniforms } from './step-scale.ts';
import { createTimestamps } from './timestamps.ts';

/** What the GPU found in a step. The arrays are valid until the next step. */
export interface StepOutput {
  readonly counters: Uint32Array;
  readonly hitCount: number;
  /** Low and high word of τ, kind and first element, second element. */
  readonly hits: Uint32Array;
  readonly openCount: number;
  /** Kind and first element, second element. */
  readonly open: Uint32Array;
  /** Wall-clock times on the host and times on the GPU [ms]. */
  readonly phases: PhaseTimes;
}

export interface StepRunner {
  readonly bufferBytes: number;
  /** The result; a string says why the GPU cannot do this step. Rejects when the device fails. */
  run(motion: PointMotion, sorted: boolean, pairs?: PairList): Promise<StepOutput | string>;
  destroy(): void;
}

/** Pairs to decide in place of those of the broad phase: positions of their elements in the sets of a pairing, two each. */
export interface PairList {
  readonly slot: number;
  readonly positions: Uint32Array<ArrayBuffer>;
}

export interface StepRunnerOptions {
  readonly hasTimestamps: boolean;
  readonly bound: CullBound;
  /** Largest list in bytes; by default the limit of the device. */
  readonly maxListBytes: number;
  /** Entries that every list has at least. */
  readonly leastCapacity: number;
}

/** Repetitions before a step is given up: every list may grow once or more. */
const MAX_ATTEMPTS = 24;

type Given = PointMotion['given'];

export function createStepRunner(
  device: GPUDevice,
  layout: MeshLayout,
  pipelines: Pipelines,
  options: StepRunnerOptions,
): StepRunner {
  const store: BufferStore = createBufferStore(device);
  const buffers = createMeshBuffers(store, layout);
  const staging = createStaging(store, layout.vertexCount);
  const timestamps = createTimestamps(device, store, options.hasTimestamps);
  const readBack = createReadBack(device, store);
  const programs = new Map<Given, { words: readonly ProgramWords[]; buffers: readonly GPUBuffer[] }>();
  let capacities: Capacities = firstCapacities(layout, options.leastCapacity, options.maxListBytes);
  let lists: ListBuffers = createListBuffers(store, layout, capacities);
  let bindings = new Map<Given, PassBindings>();
  let sort: HitSort | undefined;
  let scale: StepScale | undefined;
  let expected = { hits: 0, open: 0 };
  let countBuffer: GPUBuffer | undefined;

  const programsFor = (given: Given, duration: number) => {
    let found = programs.get(given);
    if (!found) {
      const words = layout.pairings.map((pairing) => programWords(pairing, given));
      const usage = USAGE.storage | USAGE.copyTo;
      found = {
        words,
        buffers: words.map((list) => store.create('program', list.words.byteLength, usage, list.words)),
      };
      programs.set(given, found);
    }
    const { words } = found;
    found.buffers.forEach((buffer, i) => {
      const at = words[i].constants + 8 * DURATION_INDEX;
      device.queue.writeBuffer(buffer, at, Float64Array.of(duration));
    });
    return found.buffers;
  };
  const bindingsFor = (given: Given, programBuffers: readonly GPUBuffer[]) => {
    let found = bindings.get(given);
    if (!found) {
      found = createPassBindings(device, layout, pipelines, buffers, lists, programBuffers);
      bindings.set(given, found);
    }
    return found;
  };
  const sortFor = (count: number): HitSort => {
    const size = Math.max(SORT_BLOCK, 2 ** Math.ceil(Math.log2(count + count / 16 + 1)));
    if (sort && sort.size >= Math.min(size, capacities.hits) && sort.size <= 4 * size) return sort;
    sort?.destroy();
    sort = createHitSort(device, store, pipelines, lists.hits, buffers.counters, Math.min(size, capacities.hits));
    return sort;
  };
  const grow = (next: Capacities) => {
    destroyListBuffers(store, lists);
    sort?.destroy();
    sort = undefined;
    bindings = new Map();
    capacities = next;
    lists = createListBuffers(store, layout, capacities);
  };

  const upload = ({ slot, positions }: PairList): GivenPairs => {
    const count = positions.length / 2;
    const least = capacities.lists.map((sizes, k) => (k === slot ? ([sizes[0], count, count] as const) : sizes));
    if (capacities.lists[slot][1] < count) grow({ ...capacities, lists: least });
    device.queue.writeBuffer(lists.lists[slot][1], 0, positions);
    countBuffer ??= store.create('pair count', 4, USAGE.copyFrom | USAGE.copyTo);
    device.queue.writeBuffer(countBuffer, 0, Uint32Array.of(count));
    return { slot, pairs: lists.lists[slot][1], count: countBuffer };
  };

  // biome-ignore format: the step on one line
  const attempt = async (motion: PointMotion, end: Float64Array, margin: number, sorted: boolean, pairs: PairList | undefined) => {
    const start = now();
    if (!scale) {
      const chosen = chooseScale(motion.start, end);
      if (typeof chosen === 'string') return chosen;
      scale = chosen;
    }
    const { vertexCount } = layout;
    const second = (motion.given === 'ends' ? 3 : 6) * vertexCount;
    const uniforms = stepUniforms({ ...scale, vertexCount, second, margin, bound: options.bound });
    if (typeof uniforms === 'string') return uniforms;
    device.queue.writeBuffer(buffers.step, 0, uniforms);
    const encoder = device.createCommandEncoder();
    const staged = await staging.fill(motion, end);
    encoder.copyBufferToBuffer(staged.buffer, 0, buffers.coordinates, 0, staged.bytes);
    const given = pairs && upload(pairs);
    const uploaded = now();
    const passBindings = bindingsFor(motion.given, programsFor(motion.given, motion.duration));
    const sorting = sorted ? sortFor(expected.hits) : undefined;
    encodePasses(encoder, layout, pipelines, buffers, passBindings, sorting, timestamps, given);
    timestamps.resolve(encoder);
    const sizes = {
      hits: Math.min(capacities.hits, expected.hits + (expected.hits >> 4) + 1024),
      open: Math.min(capacities.open, 2 * expected.open + 256),
    };
    readBack.encode(encoder, buffers.counters, lists, timestamps.results, sizes);
    device.queue.submit([encoder.finish()]);
    staged.release();
    const submitted = now();
    const { counters, times } = await readBack.read();
    const phases = timestamps.phases(times, {
      upload: uploaded - start,
      encode: submitted - uploaded,
      wait: now() - submitted,
    });
    return { counters, phases, sizes, sorting };
  };

  return {
    get bufferBytes() {
      return store.bytes;
    },
    run: async (motion, sorted, pairs) => {
      const { end, margin } = sweptPositions(motion);
      for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
        const result = await attempt(motion, end, margin, sorted, pairs);
        if (typeof result === 'string') return result;
        const { counters, phases, sizes, sorting } = result;
        if (counters[COUNTERS.outOfRange] > 0) {
          readBack.release();
          scale = undefined;
          continue;
        }
        const next = grownCapacities(capacities, counters, layout, options.maxListBytes);
        if (typeof next === 'string') {
          readBack.release();
          return next;
        }
        const [hitCount, openCount] = [counters[COUNTERS.hits], counters[COUNTERS.open]];
        const isUnsorted = sorting !== undefined && hitCount > sorting.size;
        expected = { hits: hitCount, open: openCount };
        if (next || isUnsorted) {
          readBack.release();
          if (next) grow(next);
          continue;
        }
        const [hits, open] = await readBack.take(lists, sizes, { hits: hitCount, open: openCount });
        return { counters, hitCount, hits, openCount, open, phases };
      }
      return `the step was repeated ${MAX_ATTEMPTS} times`;
    },
    destroy: () => {
      timestamps.destroy();
      store.destroyAll();
    },
  };
}
