export type Scale = 'linear' | 'log';

export interface Ticks {
  /** Ends of the axis, at or beyond all values. */
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Round numbers for an axis that covers all `values`; powers of ten for a log axis. */
export function axisTicks(values: readonly number[], scale: Scale): Ticks {
  if (values.length === 0) return { low: scale === 'log' ? 1 : 0, high: scale === 'log' ? 10 : 1, ticks: [] };
  let low = values[0];
  let high = values[0];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return scale === 'log' ? logTicks(low, high) : linearTicks(low, high);
}

function linearTicks(low: number, high: number): Ticks {
  const spread = high - low || Math.abs(high) || 1;
  const rough = spread / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  // multiples of the step: rounding errors do not accumulate
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  return { low: ticks[0], high: ticks[ticks.length - 1], ticks };
}

function logTicks(low: number, high: number): Ticks {
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(high) - 1e-9));
  const stride = Math.ceil((last - first) / 8);
  const ticks: number[] = [];
  for (let power = first; power <= last; power += stride) ticks.push(10 ** power);
  return { low: 10 ** first, high: 10 ** last, ticks };
}
