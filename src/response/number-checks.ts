import { describeValue } from '../shapes/checks.ts';

export function checkAboveZero(name: string, value: number): void {
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${name}: must be finite and above zero, got ${describeValue(value)}`);
  }
}

export function checkNotBelowZero(name: string, value: number): void {
  if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${name}: must be finite and not below zero, got ${describeValue(value)}`);
  }
}
