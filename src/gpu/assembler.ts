/**
 * Assembler of the programs that the exact stage runs: operations on doubles, with jumps. A value is a number of its own until
 * `assemble` assigns registers; values whose lives do not overlap share one.
 */

/** Operations, in the order of the cases in the interpreter. */
export const OPERATIONS = [
  'add',
  'subtract',
  'multiply',
  'divide',
  'squareRoot',
  'absolute',
  'negate',
  'move',
  'load',
  'jumpIfAbove',
  'jumpIfNotBelow',
  'jump',
  'setCounter',
  'countDown',
  'rotateCorners',
  'end',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Verdicts of a program. */
export const PROGRAM_MISS = 0;
export const PROGRAM_HIT = 1;
export const PROGRAM_OPEN = 2;

/** Registers of a thread; operands from here on are constants. */
export const REGISTERS = 128;
/** Program counter of a thread that has ended. */
export const ENDED = 0xffff;

/** A value of the program: a register to be, or a constant. */
export type Value = number;
export interface Label {
  at: number;
}

interface Instruction {
  readonly operation: Operation;
  /** Written value, or -1. */
  readonly to: Value;
  readonly a: Value;
  readonly b: Value;
  /** Jump target, count or verdict. */
  readonly argument: number | Label;
}

/** Constants are numbered from here. */
const CONSTANTS = 1_000_000;

export interface Program {
  /** Two words per instruction: operation, written register, two operands of a byte each; then the argument. */
  readonly code: Uint32Array;
  readonly constants: readonly number[];
  /** First and last instruction of each window, two numbers each: threads wait for each other at the end of a window. */
  readonly windows: readonly number[];
  readonly registers: number;
}

export type Assembler = ReturnType<typeof createAssembler>;

export function createAssembler() {
  const code: Instruction[] = [];
  const constants: number[] = [];
  const windows: number[] = [0];
  let values = 0;
  const emit = (operation: Operation, to: Value, a: Value, b: Value, argument: number | Label = 0): Value => {
    code.push({ operation, to, a, b, argument });
    return to;
  };
  return {
    /** A value that is written later, perhaps several times. */
    variable: (): Value => values++,
    constant: (number: number): Value => {
      let index = constants.findIndex((known) => Object.is(known, number));
      if (index < 0) index = constants.push(number) - 1;
      return CONSTANTS + index;
    },
    add: (a: Value, b: Value, to: Value = values++) => emit('add', to, a, b),
    subtract: (a: Value, b: Value, to: Value = values++) => emit('subtract', to, a, b),
    multiply: (a: Value, b: Value, to: Value = values++) => emit('multiply', to, a, b),
    divide: (a: Value, b: Value, to: Value = values++) => emit('divide', to, a, b),
    squareRoot: (a: Value, to: Value = values++) => emit('squareRoot', to, a, a),
    absolute: (a: Value, to: Value = values++) => emit('absolute', to, a, a),
    negate: (a: Value, to: Value = values++) => emit('negate', to, a, a),
    move: (to: Value, a: Value) => emit('move', to, a, a),
    /** Coordinate `axis` of point `slot` at the start, or its end (velocity) if `second`. */
    load: (slot: number, axis: number, second: boolean): Value =>
      emit('load', values++, -1, -1, slot | ((axis + (second ? 3 : 0)) << 8)),
    label: (): Label => ({ at: -1 }),
    place: (label: Label) => {
      label.at = code.length;
    },
    /** Jumps if a > b. */
    jumpIfAbove: (a: Value, b: Value, label: Label) => emit('jumpIfAbove', -1, a, b, label),
    /** Jumps if a >= b. */
    jumpIfNotBelow: (a: Value, b: Value, label: Label) => emit('jumpIfNotBelow', -1, a, b, label),
    jump: (label: Label) => emit('jump', -1, -1, -1, label),
    setCounter: (count: number) => emit('setCounter', -1, -1, -1, count),
    /** Decrements the counter; jumps unless it is zero then. */
    countDown: (label: Label) => emit('countDown', -1, -1, -1, label),
    /** Corners 1 2 3 4 become 2 3 4 1. */
    rotateCorners: () => emit('rotateCorners', -1, -1, -1),
    /** Ends the thread; `a` is the time of a hit. */
    end: (verdict: number, a: Value = -1) => emit('end', -1, a, -1, verdict),
    window: () => {
      windows.push(code.length);
    },
    assemble: (): Program => assemble(code, constants, [...windows, code.length]),
  };
}

function assemble(code: readonly Instruction[], constants: readonly number[], cuts: readonly number[]): Program {
  const { registers, count } = assignRegisters(code);
  const operand = (value: Value) =>
    value < 0 ? 0 : value >= CONSTANTS ? REGISTERS + value - CONSTANTS : (registers.get(value) ?? 0);
  const words = new Uint32Array(2 * code.length);
  code.forEach(({ operation, to, a, b, argument }, i) => {
    words[2 * i] = OPERATIONS.indexOf(operation) | (operand(to) << 8) | (operand(a) << 16) | (operand(b) << 24);
    words[2 * i + 1] = typeof argument === 'number' ? argument : argument.at;
  });
  const windows = cuts.slice(1).flatMap((to, i) => [cuts[i], to]);
  return { code: words, constants, windows, registers: count };
}

/** The life of a value lasts from its first to its last mention, and to the end of every loop around a mention that began before the loop. */
function assignRegisters(code: readonly Instruction[]): { registers: Map<Value, number>; count: number } {
  const lives = new Map<Value, { from: number; to: number }>();
  code.forEach(({ to, a, b }, i) => {
    for (const value of [to, a, b]) {
      if (value < 0 || value >= CONSTANTS) continue;
      const life = lives.get(value);
      if (life) life.to = i;
      else lives.set(value, { from: i, to: i });
    }
  });
  const loops = code.flatMap(({ argument }, end) =>
    typeof argument === 'object' && argument.at <= end ? [{ start: argument.at, end }] : [],
  );
  for (let changed = true; changed; ) {
    changed = false;
    for (const life of lives.values()) {
      for (const { start, end } of loops) {
        if (life.from >= start || life.to < start || life.to >= end) continue;
        life.to = end;
        changed = true;
      }
    }
  }
  const registers = new Map<Value, number>();
  const freeAfter: number[] = [];
  for (const [value, { from, to }] of lives) {
    let register = freeAfter.findIndex((end) => end < from);
    if (register < 0) register = freeAfter.length;
    freeAfter[register] = to;
    registers.set(value, register);
  }
  if (freeAfter.length > REGISTERS) throw new Error(`program: ${freeAfter.length} registers, at most ${REGISTERS}`);
  return { registers, count: freeAfter.length };
}
