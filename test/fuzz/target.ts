import type { Random } from '../../src/math/random.ts';
import type { Outcome } from './judge.ts';

/** A reader under test: creates inputs, reads them, and returns the outcome of each. Throws if the outcome is a failure. */
export interface Target {
  readonly name: string;
  /** Of all cases, how many go to this target. */
  readonly fraction: number;
  /** The fewest of each outcome in a thousand cases: with less the mutations say little. */
  readonly atLeast: Readonly<Partial<Record<Outcome, number>>>;
  /** The input of a case. */
  make(random: Random): FuzzInput;
  feed(input: FuzzInput): Outcome | Promise<Outcome>;
}

/** Files by name; what a target reads is one or several of them. */
export type FuzzInput = ReadonlyMap<string, string | Uint8Array>;

export function textOf(input: FuzzInput, name: string): string {
  const found = input.get(name);
  return typeof found === 'string' ? found : new TextDecoder().decode(found);
}

export function bytesOf(input: FuzzInput, name: string): Uint8Array {
  const found = input.get(name) ?? '';
  return typeof found === 'string' ? new TextEncoder().encode(found) : found;
}
