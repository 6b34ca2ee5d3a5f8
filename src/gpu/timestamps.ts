/** Times of the passes, measured by the GPU itself where it can. */
import { type BufferStore, USAGE } from './gpu-buffers.ts';
import { PASSES, type PassName, type PhaseTimes } from './phase-times.ts';

/** Two stamps per pass. */
export const TIMESTAMP_BYTES = 16 * PASSES.length;

export interface Timestamps {
  /** For the first or only part of a pass. */
  writes(pass: PassName): { timestampWrites?: GPUComputePassTimestampWrites };
  resolve(encoder: GPUCommandEncoder): void;
  readonly results: GPUBuffer | undefined;
  phases(times: BigUint64Array, host: { upload: number; encode: number; wait: number }): PhaseTimes;
  destroy(): void;
}

export function createTimestamps(device: GPUDevice, store: BufferStore, available: boolean): Timestamps {
  const querySet = available ? device.createQuerySet({ type: 'timestamp', count: 2 * PASSES.length }) : undefined;
  const results = querySet && store.create('timestamps', TIMESTAMP_BYTES, USAGE.query | USAGE.copyFrom);
  return {
    results,
    writes: (pass) => {
      const first = 2 * PASSES.indexOf(pass);
      if (!querySet) return {};
      return {
        timestampWrites: { querySet, beginningOfPassWriteIndex: first, endOfPassWriteIndex: first + 1 },
      };
    },
    resolve: (encoder) => {
      if (querySet && results) encoder.resolveQuerySet(querySet, 0, 2 * PASSES.length, results, 0);
    },
    phases: (times, host) => {
      const stamps = Array.from(times, (time) => Number(time) / 1e6);
      // a pass that did not run this time keeps its old stamps
      const last = stamps.findLastIndex((stamp, i) => i % 2 === 1 && stamp >= stamps[0] && stamp > 0);
      const passes = PASSES.map((name, i) => [
        name,
        Math.max(0, stamps[2 * i] >= stamps[0] ? stamps[2 * i + 1] - stamps[2 * i] : 0),
      ]);
      return {
        ...host,
        ...(Object.fromEntries(passes) as Record<PassName, number>),
        gpu: last < 0 ? 0 : stamps[last] - stamps[0],
      };
    },
    destroy: () => querySet?.destroy(),
  };
}
