import { describe, expect, it } from 'vitest';
import { writeSolverModules } from './solver-kernels.ts';
import {
  type FunctionWriter,
  f64,
  f64x2,
  type I32,
  i32,
  type Parameters,
  type Signature,
  writeModule,
} from './wasm-writer.ts';

/** Runs a function on a memory with the given numbers at address 0, and returns its result and the numbers after it. */
function run<S extends Signature>(
  signature: S,
  write: (w: FunctionWriter, p: Parameters<S>) => I32,
  parameters: readonly number[],
  numbers: readonly number[] = [],
) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const view = new Float64Array(memory.buffer, 0, Math.max(numbers.length, 1));
  view.set(numbers);
  const module = new WebAssembly.Module(writeModule(signature, write));
  const { exports } = new WebAssembly.Instance(module, { solver: { memory } });
  const result = (exports.run as (...parameters: readonly number[]) => number)(...parameters);
  return { result, numbers: [...view] };
}

describe('a written module', () => {
  it.each([0, 1, -1, 63, 64, -64, -65, 127, 128, 8191, 8192, -8193, 2 ** 31 - 1, -(2 ** 31)])(
    'returns the constant %d',
    (value) => {
      expect(run({}, () => i32.constant(value), []).result).toBe(value);
    },
  );

  it('sums the integers below its parameter in a loop', () => {
    const sum = run(
      { end: 'i32' },
      (w, { end }) => {
        const total = w.variable(i32.constant(0));
        const k = w.variable(i32.constant(0));
        w.loopWhile(i32.less(k, end), () => {
          w.assign(total, i32.add(total, k));
          w.assign(k, i32.add(k, i32.constant(1)));
        });
        return total;
      },
      [1000],
    );
    expect(sum.result).toBe(499500);
  });

  it('takes the first or the second branch of a condition', () => {
    const sign = (x: number) =>
      run(
        { x: 'f64' },
        (w, { x }) => {
          const result = w.variable(i32.constant(0));
          const isNegative = f64.less(x, f64.constant(0));
          w.when(
            isNegative,
            () => w.assign(result, i32.constant(-1)),
            () => w.assign(result, i32.constant(1)),
          );
          return result;
        },
        [x],
      ).result;
    expect([sign(-2), sign(3)]).toEqual([-1, 1]);
  });

  it('loads and stores single numbers, pairs of neighbours and pairs from two addresses', () => {
    const { numbers } = run(
      { a: 'i32', b: 'i32' },
      (w, { a, b }) => {
        const pair = w.variable(f64x2.loadLanes(a, b, 1));
        w.storeF64x2(a, 4, f64x2.multiply(pair, f64x2.load(a)));
        w.storeF64(a, 6, f64.subtract(f64.lane(pair, 1), f64.lane(pair, 0)));
        w.storeLane(a, 7, f64x2.join(pair, f64x2.broadcast(pair, 0), 1), 0);
        return i32.constant(0);
      },
      [0, 16],
      [2, 3, 5, 7, 0, 0, 0, 0],
    );
    // 3 and 7 from the two addresses: times 2 and 3, their difference, and the second of them
    expect(numbers).toEqual([2, 3, 5, 7, 6, 21, 4, 7]);
  });
});

describe('numbers in two lanes', () => {
  it('are compared, selected and limited lane by lane', () => {
    const { result, numbers } = run(
      { a: 'i32', b: 'i32' },
      (w, { a, b }) => {
        const [x, y] = [w.variable(f64x2.load(a)), w.variable(f64x2.load(b))];
        const isLess = w.variable(f64x2.less(x, y));
        w.storeF64x2(b, 2, f64x2.select(isLess, x, f64x2.negate(y)));
        w.storeF64x2(b, 4, f64x2.max(f64x2.constant(0, 0), f64x2.subtract(x, y)));
        w.storeF64x2(b, 6, f64x2.divide(f64x2.sqrt(f64x2.abs(y)), f64x2.min(x, y)));
        // 1 for the first lane, 2 for the second
        return i32.add(f64x2.bits(isLess), i32.multiply(f64x2.any(isLess), i32.constant(10)));
      },
      [0, 16],
      [-2, 5, 9, 4, 0, 0, 0, 0, 0, 0],
    );
    expect(result).toBe(11);
    expect(numbers).toEqual([-2, 5, 9, 4, -2, -4, 0, 1, -1.5, 0.5]);
  });

  it('of which the larger is zero or a negative zero: the larger of the two is zero', () => {
    const { numbers } = run(
      { a: 'i32' },
      (w, { a }) => {
        w.storeF64x2(a, 0, f64x2.max(f64x2.constant(0, 0), f64x2.load(a)));
        return i32.constant(0);
      },
      [0],
      [-0, -1],
    );
    expect(numbers.map((number) => Object.is(number, 0))).toEqual([true, true]);
  });
});

describe('the modules of the solver', () => {
  it('are valid and small', () => {
    for (const module of [...writeSolverModules(false), ...writeSolverModules(true)]) {
      expect(WebAssembly.validate(module)).toBe(true);
      expect(module.length).toBeLessThan(20480);
    }
  });
});
