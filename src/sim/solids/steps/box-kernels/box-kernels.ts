import { ONE, RECORD_LENGTH } from '../../../../manifold/box-record.ts';
import { instantiate } from '../../../../response/solver/wasm/solver-kernels.ts';
import { writeClipModules } from './clip-kernel.ts';
import { writeFrameModule } from './frame-kernel.ts';
import { AXIS_TABLE_END, writeAxisTable, writeSatModule } from './sat-kernel.ts';

/** Number of pairs that are searched at once: their records, 70 kB, fit into the second cache of a processor. */
export const BATCH = 64;
/** Address of the records, a multiple of 64. */
const RECORDS = 64 * Math.ceil(AXIS_TABLE_END / 64);

/** Kernels in WebAssembly that search pairs of boxes, and the records on which they work. */
export interface BoxKernels {
  /** Of `BATCH` pairs; see `box-record.ts`. */
  readonly records: Float64Array;
  /** Rotation matrices and axes of the first `count` pairs. True: some are marked with `OTHER_AXIS`. */
  findAxes(count: number): boolean;
  /** Contact frames, faces and candidates of the first `count` pairs, along the axes found. */
  findCandidates(count: number): void;
}

/** The modules of all kernels, in the order in which they run. */
export function writeBoxModules(): Uint8Array<ArrayBuffer>[] {
  return [writeSatModule(), writeFrameModule(), ...writeClipModules()];
}

let kernels: BoxKernels | string | undefined;

/** The kernels of this thread, which all its worlds share; undefined where the search in TypeScript, with the same results, must be used. */
export function boxKernels(): BoxKernels | undefined {
  kernels ??= createBoxKernels();
  return typeof kernels === 'string' ? undefined : kernels;
}

/** Kernels with records of their own, or the reason why there are none. */
export function createBoxKernels(): BoxKernels | string {
  const instances = instantiate(writeBoxModules(), RECORDS + 8 * BATCH * RECORD_LENGTH);
  if (typeof instances === 'string') return instances;
  const { memory, run } = instances;
  const [findAxes, ...findCandidates] = run;
  writeAxisTable(memory.buffer);
  const records = new Float64Array(memory.buffer, RECORDS, BATCH * RECORD_LENGTH);
  for (let block = 0; block < BATCH / 2; block++)
    records.fill(1, 2 * (RECORD_LENGTH * block + ONE), 2 * (RECORD_LENGTH * block + ONE) + 2);
  return {
    records,
    findAxes: (count) => findAxes(RECORDS, (count + 1) >> 1) > 0,
    findCandidates(count) {
      const blocks = (count + 1) >> 1;
      for (const find of findCandidates) find(RECORDS, blocks);
    },
  };
}
