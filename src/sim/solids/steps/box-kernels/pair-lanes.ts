import { RECORD_LENGTH } from '../../../../manifold/box-record.ts';
import {
  type FunctionWriter,
  f64x2,
  type I32,
  i32,
  type Parameters,
  type V128,
  type Variable,
  writeModule,
} from '../../../../response/solver/wasm/wasm-writer.ts';

/** Two pairs of boxes side by side, those of a block of records: every operation is done for both, in the order of the TypeScript code. */
export interface PairLanes {
  /** Address of the block. */
  readonly at: I32;
  load(field: number): Variable<'v128'>;
  store(field: number, value: V128): void;
  /** A variable for a value that is used more than once. */
  keep(value: V128): Variable<'v128'>;
}

export type Vector = readonly [V128, V128, V128];

const SIGNATURE = { records: 'i32', blocks: 'i32' } as const;
const BLOCK_BYTES = 16 * RECORD_LENGTH;

/** A module that runs `write` for every block of records; the result of the function is the number of blocks in which `write` is not 0. */
export function writeBlockModule(write: (w: FunctionWriter, lanes: PairLanes) => I32): Uint8Array<ArrayBuffer> {
  const run = (w: FunctionWriter, { records, blocks }: Parameters<typeof SIGNATURE>) => {
    const result = w.variable(i32.constant(0));
    const at = w.variable(records);
    const end = w.variable(i32.add(records, i32.multiply(blocks, i32.constant(BLOCK_BYTES))));
    const lanes: PairLanes = {
      at,
      load: (field) => w.variable(f64x2.load(at, 2 * field)),
      store: (field, value) => w.storeF64x2(at, 2 * field, value),
      keep: (value) => w.variable(value),
    };
    w.loopWhile(i32.less(at, end), () => {
      w.assign(result, i32.add(result, write(w, lanes)));
      w.assign(at, i32.add(at, i32.constant(BLOCK_BYTES)));
    });
    return result;
  };
  return writeModule(SIGNATURE, run);
}

/** The same number in both lanes. */
export const both = (value: number) => f64x2.constant(value, value);

/** ((a0 b0 + a1 b1) + a2 b2) */
export function dot([ax, ay, az]: Vector, [bx, by, bz]: Vector): V128 {
  const { add, multiply } = f64x2;
  return add(add(multiply(ax, bx), multiply(ay, by)), multiply(az, bz));
}

export function loadVector({ load }: PairLanes, field: number, stride = 1): Vector {
  return [load(field), load(field + stride), load(field + 2 * stride)];
}

/** By which of the three masks is set: exactly one of them is. */
export function choose(masks: Vector, values: Vector): V128 {
  return f64x2.select(masks[0], values[0], f64x2.select(masks[1], values[1], values[2]));
}
