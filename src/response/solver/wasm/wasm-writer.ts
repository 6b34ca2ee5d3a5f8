/**
 * A small assembler for WebAssembly modules of one exported function that works on an imported memory. Expressions are values with the
 * type that they leave on the stack; a function writer appends statements. The kernels of fixed steps are written with it, so the package
 * contains no binary files and needs no compiler.
 */

export type WasmType = 'i32' | 'f64' | 'v128';

/** Instructions that leave one value of type T on the stack; v128 holds two numbers of 64 bits, the lanes 0 and 1. */
export interface Expression<T extends WasmType> {
  readonly type: T;
  readonly code: readonly number[];
}

/** A local variable or parameter; as an expression its value. */
export interface Variable<T extends WasmType> extends Expression<T> {
  readonly index: number;
}

export type I32 = Expression<'i32'>;
export type F64 = Expression<'f64'>;
export type V128 = Expression<'v128'>;

const TYPE_CODES: Record<WasmType, number> = { i32: 0x7f, f64: 0x7c, v128: 0x7b };
const SIMD = 0xfd;
const END = 0x0b;
const NO_RESULT = 0x40;

/** Unsigned LEB128, the format of all counts and indices. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/** Signed LEB128, for constants. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    const low = rest & 0x7f;
    if ((rest >> 7 === 0 && low < 0x40) || (rest >> 7 === -1 && low >= 0x40)) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

function doubleBytes(value: number): number[] {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return [...bytes];
}

const i32Value = (...code: number[]): I32 => ({ type: 'i32', code });
const f64Value = (...code: number[]): F64 => ({ type: 'f64', code });
const v128Value = (...code: number[]): V128 => ({ type: 'v128', code });

const i32Operator = (opcode: number) => (a: I32, b: I32) => i32Value(...a.code, ...b.code, opcode);
const f64Operator = (opcode: number) => (a: F64, b: F64) => f64Value(...a.code, ...b.code, opcode);
const f64Comparison = (opcode: number) => (a: F64, b: F64) => i32Value(...a.code, ...b.code, opcode);
const v128Operator = (opcode: number) => (a: V128, b: V128) =>
  v128Value(...a.code, ...b.code, SIMD, ...unsigned(opcode));

const v128Unary = (opcode: number) => (a: V128) => v128Value(...a.code, SIMD, ...unsigned(opcode));

/** Alignment as an exponent of two, and the byte offset that is added to an address. */
const memory = (alignment: number, offset: number) => [alignment, ...unsigned(offset)];

/** Integers and conditions: a condition is 1 or 0. */
export const i32 = {
  constant: (value: number) => i32Value(0x41, ...signed(value)),
  load: (address: I32, offset = 0) => i32Value(...address.code, 0x28, ...memory(2, offset)),
  add: i32Operator(0x6a),
  multiply: i32Operator(0x6c),
  and: i32Operator(0x71),
  or: i32Operator(0x72),
  equal: i32Operator(0x46),
  less: i32Operator(0x48),
  not: (a: I32) => i32Value(...a.code, 0x45),
  /** Integer part of a number of this range. */
  truncate: (a: F64) => i32Value(...a.code, 0xaa),
  /** `condition ? a : b`; both are computed. */
  select: (condition: I32, a: I32, b: I32) => i32Value(...a.code, ...b.code, ...condition.code, 0x1b),
} as const;

/** Numbers of 64 bits; `offset` counts numbers, not bytes. */
export const f64 = {
  constant: (value: number) => f64Value(0x44, ...doubleBytes(value)),
  load: (address: I32, offset = 0) => f64Value(...address.code, 0x2b, ...memory(3, 8 * offset)),
  add: f64Operator(0xa0),
  subtract: f64Operator(0xa1),
  multiply: f64Operator(0xa2),
  divide: f64Operator(0xa3),
  min: f64Operator(0xa4),
  max: f64Operator(0xa5),
  abs: (a: F64) => f64Value(...a.code, 0x99),
  negate: (a: F64) => f64Value(...a.code, 0x9a),
  sqrt: (a: F64) => f64Value(...a.code, 0x9f),
  equal: f64Comparison(0x61),
  less: f64Comparison(0x63),
  greater: f64Comparison(0x64),
  lessOrEqual: f64Comparison(0x65),
  /** `condition ? a : b`; both are computed. */
  select: (condition: I32, a: F64, b: F64) => f64Value(...a.code, ...b.code, ...condition.code, 0x1b),
  lane: (a: V128, lane: 0 | 1) => f64Value(...a.code, SIMD, 0x21, lane),
} as const;

const lanes = (first: number, second: number) =>
  [first, second].flatMap((lane) => Array.from({ length: 8 }, (_, k) => 8 * lane + k));

/** Two numbers of 64 bits at a time; `offset` counts numbers, not bytes. */
export const f64x2 = {
  load: (address: I32, offset = 0) => v128Value(...address.code, SIMD, 0x00, ...memory(3, 8 * offset)),
  /** One number in both lanes. */
  loadSplat: (address: I32, offset = 0) => v128Value(...address.code, SIMD, 0x0a, ...memory(3, 8 * offset)),
  /** Lane 0 from address a, lane 1 from address b. */
  loadLanes: (a: I32, b: I32, offset = 0, offsetB = offset) =>
    v128Value(...b.code, ...a.code, SIMD, 0x5d, ...memory(3, 8 * offset), SIMD, 0x57, ...memory(3, 8 * offsetB), 1),
  /** As `Math.min` and `Math.max`: NaN if one of the numbers is NaN. */
  minimum: v128Operator(0xf4),
  maximum: v128Operator(0xf5),
  greaterOrEqual: v128Operator(0x4c),
  not: v128Unary(0x4d),
  splat: (a: F64) => v128Value(...a.code, SIMD, 0x14),
  /** Lane `lane` of a and lane `lane` of b. */
  join: (a: V128, b: V128, lane: 0 | 1) => v128Value(...a.code, ...b.code, SIMD, 0x0d, ...lanes(lane, 2 + lane)),
  /** Lane `lane` of a in both lanes. */
  broadcast: (a: Variable<'v128'>, lane: 0 | 1) => v128Value(...a.code, ...a.code, SIMD, 0x0d, ...lanes(lane, lane)),
  constant: (first: number, second: number) => v128Value(SIMD, 0x0c, ...doubleBytes(first), ...doubleBytes(second)),
  add: v128Operator(0xf0),
  subtract: v128Operator(0xf1),
  multiply: v128Operator(0xf2),
  divide: v128Operator(0xf3),
  /** `b < a ? b : a` and `a < b ? b : a` in each lane. */
  min: v128Operator(0xf6),
  max: v128Operator(0xf7),
  abs: v128Unary(0xec),
  negate: v128Unary(0xed),
  sqrt: v128Unary(0xef),
  // comparisons give a mask: all bits of a lane are 1 or 0
  equal: v128Operator(0x47),
  notEqual: v128Operator(0x48),
  less: v128Operator(0x49),
  greater: v128Operator(0x4a),
  lessOrEqual: v128Operator(0x4b),
  and: v128Operator(0x4e),
  or: v128Operator(0x50),
  /** `mask ? a : b` in each lane; both are computed. */
  select: (mask: V128, a: V128, b: V128) => v128Value(...a.code, ...b.code, ...mask.code, SIMD, 0x52),
  /** Condition: whether any bit is 1. */
  any: (mask: V128) => i32Value(...mask.code, SIMD, 0x53),
  /** Bits 0 and 1: the lanes 0 and 1 of a mask. */
  bits: (mask: V128) => i32Value(...mask.code, SIMD, ...unsigned(0xc4)),
} as const;

/** Appends statements to the body of a function. */
export interface FunctionWriter {
  /** A new local variable with the value of `initial`. */
  variable<T extends WasmType>(initial: Expression<T>): Variable<T>;
  assign<T extends WasmType>(variable: Variable<T>, value: Expression<T>): void;
  storeI32(address: I32, value: I32): void;
  storeF64(address: I32, offset: number, value: F64): void;
  /** Both lanes, at two consecutive numbers. */
  storeF64x2(address: I32, offset: number, value: V128): void;
  /** One lane only. */
  storeLane(address: I32, offset: number, value: V128, lane: 0 | 1): void;
  when(condition: I32, then: () => void, otherwise?: () => void): void;
  /** Repeats `body` while the condition, tested before it, is true. */
  loopWhile(condition: I32, body: () => void): void;
  /** The body of the function, which returns `result`. */
  finish(result: I32): number[];
}

function createFunctionWriter(parameterCount: number): FunctionWriter {
  const locals: WasmType[] = [];
  const code: number[] = [];
  const assign = <T extends WasmType>({ index }: Variable<T>, value: Expression<T>) => {
    code.push(...value.code, 0x21, ...unsigned(index));
  };
  const store = (address: I32, value: Expression<WasmType>, ...instruction: number[]) => {
    code.push(...address.code, ...value.code, ...instruction);
  };
  return {
    variable<T extends WasmType>(initial: Expression<T>) {
      const variable = parameter(initial.type, parameterCount + locals.length);
      locals.push(initial.type);
      assign(variable, initial);
      return variable;
    },
    assign,
    storeI32: (address, value) => store(address, value, 0x36, ...memory(2, 0)),
    storeF64: (address, offset, value) => store(address, value, 0x39, ...memory(3, 8 * offset)),
    storeF64x2: (address, offset, value) => store(address, value, SIMD, 0x0b, ...memory(3, 8 * offset)),
    storeLane: (address, offset, value, lane) => store(address, value, SIMD, 0x5b, ...memory(3, 8 * offset), lane),
    when(condition, then, otherwise) {
      code.push(...condition.code, 0x04, NO_RESULT);
      then();
      if (otherwise) {
        code.push(0x05);
        otherwise();
      }
      code.push(END);
    },
    loopWhile(condition, body) {
      // tested again at the end of the body, which then is before every exit: only so V8 computes outside of the loop what does not change in it
      code.push(...condition.code, 0x04, NO_RESULT, 0x03, NO_RESULT);
      body();
      code.push(...condition.code, 0x0d, 0, END, END);
    },
    finish(result) {
      const groups = groupTypes(locals);
      const declarations = groups.flatMap(({ type, count }) => [...unsigned(count), TYPE_CODES[type]]);
      const body = [...unsigned(groups.length), ...declarations, ...code, ...result.code, END];
      return [...unsigned(body.length), ...body];
    },
  };
}

/** Consecutive local variables of the same type are declared together. */
function groupTypes(locals: readonly WasmType[]): { type: WasmType; count: number }[] {
  const groups: { type: WasmType; count: number }[] = [];
  for (const type of locals) {
    const last = groups.at(-1);
    if (last?.type === type) last.count++;
    else groups.push({ type, count: 1 });
  }
  return groups;
}

function parameter<T extends WasmType>(type: T, index: number): Variable<T> {
  return { type, code: [0x20, ...unsigned(index)], index };
}

/** Parameters of a function by name, and their types. */
export type Signature = Readonly<Record<string, WasmType>>;
export type Parameters<S extends Signature> = { readonly [Name in keyof S]: Variable<S[Name]> };

/** Maximum size of a memory that threads share, which must be given [pages]: 4 GiB, as that of any other memory. */
export const MAX_PAGES = 65536;

/**
 * A module with the exported function `run`, whose parameters are those of the signature, in order, and which returns an i32. It
 * imports the memory `solver.memory`, which threads may share if `isShared`.
 */
export function writeModule<S extends Signature>(
  signature: S,
  write: (writer: FunctionWriter, parameters: Parameters<S>) => I32,
  isShared = false,
): Uint8Array<ArrayBuffer> {
  const types = Object.values(signature);
  const writer = createFunctionWriter(types.length);
  const parameters = Object.entries(signature).map(([name, type], index) => [name, parameter(type, index)]);
  const body = writer.finish(write(writer, Object.fromEntries(parameters)));
  const section = (id: number, content: readonly number[]) => [id, ...unsigned(content.length), ...content];
  const text = (name: string) => [...unsigned(name.length), ...Array.from(name, (letter) => letter.charCodeAt(0))];
  const limits = isShared ? [0x03, 1, ...unsigned(MAX_PAGES)] : [0x00, 1];
  const type = [0x60, ...unsigned(types.length), ...types.map((name) => TYPE_CODES[name]), 1, TYPE_CODES.i32];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, ...type]),
    ...section(2, [1, ...text('solver'), ...text('memory'), 0x02, ...limits]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('run'), 0x00, 0]),
    ...section(10, [1, ...body]),
  ]);
}
