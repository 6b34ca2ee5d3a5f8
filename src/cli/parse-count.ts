import { InvalidArgumentError } from 'commander';

/** An integer of at least 1; `1e6` is one. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+(e\d+)?$/.test(text) || !(count >= 1)) throw new InvalidArgumentError('Expected an integer of at least 1.');
  return count;
}

/** A finite number above zero. */
export function parsePositive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('Expected a number above zero.');
  return value;
}
