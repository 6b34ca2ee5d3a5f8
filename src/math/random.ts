import { log } from './exponential.ts';
import { cos } from './trig.ts';

/** Seeded random numbers: the same seed gives the same stream on every machine (mulberry32, 32-bit state). */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** Uniform integer in [0, count). */
  below(count: number): number;
  /** Normal with mean 0 and deviation 1 (Box-Muller). */
  normal(): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next32 = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  // 53 bits: 27 from one draw, 26 from the next
  const next = () => ((next32() >>> 5) * 67108864 + (next32() >>> 6)) / 9007199254740992;
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    below: (count) => Math.floor(next() * count),
    normal: () => Math.sqrt(-2 * log(1 - next())) * cos(2 * Math.PI * next()),
  };
}
