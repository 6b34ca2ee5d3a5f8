import { exp, log } from './exponential.ts';

/** The standard normal distribution: mean 0, standard deviation 1. Same bits in every engine. */

/** 1 / sqrt(2 pi) */
const DENSITY_AT_ZERO = 0.3989422804014327;
/** Below it the series, above it the continued fraction. */
const SERIES_LIMIT = 3;
/** Terms of the continued fraction: enough for full precision from SERIES_LIMIT on. */
const FRACTION_TERMS = 120;

function density(x: number): number {
  return DENSITY_AT_ZERO * exp(-0.5 * x * x);
}

/** Probability of a value below x. Relative accuracy 1e-14, also in the lower tail; 0 below about -38. */
export function normalProbability(x: number): number {
  if (x === Number.NEGATIVE_INFINITY) return 0;
  if (x === Number.POSITIVE_INFINITY) return 1;
  const size = Math.abs(x);
  if (size < SERIES_LIMIT) {
    // Abramowitz and Stegun 26.2.11; for x < 0 the sum from the lower tail keeps its relative accuracy to 1e-13 here
    let term = size;
    let sum = size;
    for (let k = 3; term > 1e-18 * sum; k += 2) {
      term *= (size * size) / k;
      sum += term;
    }
    const half = density(size) * sum;
    return x < 0 ? 0.5 - half : 0.5 + half;
  }
  // Abramowitz and Stegun 26.2.14: upper tail
  let fraction = size;
  for (let k = FRACTION_TERMS; k >= 1; k--) fraction = size + k / fraction;
  const tail = density(size) / fraction;
  return x < 0 ? tail : 1 - tail;
}

// biome-ignore format: coefficients of Wichura, Algorithm AS 241 (PPND16), 1988
const CENTRE = [
  [3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946,
   45921.95393154987, 67265.7709270087, 33430.57558358813, 2509.0809287301227],
  [1, 42.31333070160091, 687.1870074920579, 5394.196021424751,
   21213.794301586597, 39307.89580009271, 28729.085735721943, 5226.495278852854],
] as const;
// biome-ignore format: coefficients
const TAIL = [
  [1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045,
   1.2704582524523684, 0.2417807251774506, 0.022723844989269184, 0.0007745450142783414],
  [1, 2.053191626637759, 1.6763848301838038, 0.6897673349851,
   0.14810397642748008, 0.015198666563616457, 0.0005475938084995345, 1.0507500716444169e-9],
] as const;
// biome-ignore format: coefficients
const FAR_TAIL = [
  [6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487,
   0.026532189526576124, 0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7],
  [1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615,
   0.0007868691311456133, 0.000018463183175100548, 1.421511758316446e-7, 2.0442631033899397e-15],
] as const;

type Coefficients = readonly number[];

function ratio([above, below]: readonly [Coefficients, Coefficients], x: number): number {
  return evaluate(above, x) / evaluate(below, x);
}

function evaluate(coefficients: Coefficients, x: number): number {
  let sum = 0;
  for (let k = coefficients.length - 1; k >= 0; k--) sum = sum * x + coefficients[k];
  return sum;
}

/** The value below which a fraction `probability` of all values lies; relative accuracy 1e-15. -Infinity at 0, Infinity at 1. */
export function normalQuantile(probability: number): number {
  if (!(probability > 0)) return Number.NEGATIVE_INFINITY;
  if (!(probability < 1)) return Number.POSITIVE_INFINITY;
  const q = probability - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(CENTRE, 0.180625 - q * q);
  const r = Math.sqrt(-log(Math.min(probability, 1 - probability)));
  const size = r <= 5 ? ratio(TAIL, r - 1.6) : ratio(FAR_TAIL, r - 5);
  return q < 0 ? -size : size;
}
