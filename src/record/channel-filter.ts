import { cos, sin } from '../math/trig.ts';
import { checkAboveZero } from '../shapes/checks.ts';

/** Channel frequency classes of crash recorders [Hz]. */
export const CHANNEL_CLASSES = [60, 180, 600, 1000] as const;
export type ChannelClass = (typeof CHANNEL_CLASSES)[number];

/** The design frequency of the filter over its class, from SAE J211-1. */
const DESIGN_FACTOR = 2.0775;

const tan = (angle: number) => sin(angle) / cos(angle);

/** Coefficients of one pass: y(t) = a0 x(t) + a1 x(t-1) + a2 x(t-2) + b1 y(t-1) + b2 y(t-2). */
export interface ChannelCoefficients {
  readonly a0: number;
  readonly a1: number;
  readonly a2: number;
  readonly b1: number;
  readonly b2: number;
}

/** Coefficients of a channel frequency class for samples every `interval` [s], by the formulas of SAE J211-1, appendix C. */
export function channelCoefficients(channel: number, interval: number): ChannelCoefficients {
  const wa = tan(Math.PI * channel * DESIGN_FACTOR * interval);
  const divisor = 1 + Math.SQRT2 * wa + wa * wa;
  const a0 = (wa * wa) / divisor;
  return { a0, a1: 2 * a0, a2: a0, b1: (-2 * (wa * wa - 1)) / divisor, b2: (-1 + Math.SQRT2 * wa - wa * wa) / divisor };
}

/** Gain of both passes at a frequency [Hz]: 1 / (1 + (tan(π f T) / tan(π f_d T))⁴). */
export function channelGain(channel: number, interval: number, frequency: number): number {
  const ratio = tan(Math.PI * frequency * interval) / tan(Math.PI * channel * DESIGN_FACTOR * interval);
  const square = ratio * ratio;
  return 1 / (1 + square * square);
}

/**
 * Samples filtered as crash recorders do: a two-pole Butterworth filter forward and backward, four poles without phase shift. `channel`
 * is the channel frequency class (CFC, 60 for whole-vehicle pulses), `interval` the time between samples [s], at most 1/(10 CFC).
 * Both ends are extended by their point reflection, so that constants and ramps stay as they are.
 *
 * @example
 * ```ts
 * import { filterChannel } from 'appulse/vehicles';
 *
 * const samples = Float64Array.from({ length: 400 }, (_, k) => Math.sin(2 * Math.PI * 100 * k * 1e-4));
 * const filtered = filterChannel(samples, 60, 1e-4); // 100 Hz is the limit of class 60
 * console.log((Math.max(...filtered.subarray(100, 300))).toFixed(3)); // 0.707
 * ```
 */
export function filterChannel(samples: ArrayLike<number>, channel: number, interval: number): Float64Array {
  checkAboveZero('channel', channel);
  checkAboveZero('interval', interval);
  if (interval * channel > 0.1 * (1 + 1e-9)) {
    throw new RangeError(`interval: must be at most ${0.1 / channel} s for the class ${channel}, got ${interval}`);
  }
  const count = samples.length;
  if (count < 2) return Float64Array.from(samples);
  const { a0, a1, a2, b1, b2 } = channelCoefficients(channel, interval);
  // the filter forgets its start within two periods of its design frequency
  const pad = Math.min(count - 1, Math.ceil(1 / (channel * interval)));
  const values = new Float64Array(count + 2 * pad);
  for (let k = 0; k < count; k++) values[pad + k] = samples[k];
  for (let k = 1; k <= pad; k++) {
    values[pad - k] = 2 * samples[0] - samples[k];
    values[pad + count - 1 + k] = 2 * samples[count - 1] - samples[count - 1 - k];
  }
  const pass = () => {
    let [x1, x2] = [values[0], values[0]];
    let [y1, y2] = [values[0], values[0]];
    for (let k = 0; k < values.length; k++) {
      const x = values[k];
      const y = a0 * x + a1 * x1 + a2 * x2 + b1 * y1 + b2 * y2;
      [x2, x1, y2, y1] = [x1, x, y1, y];
      values[k] = y;
    }
  };
  pass();
  values.reverse();
  pass();
  values.reverse();
  return values.slice(pad, pad + count);
}
