import { exp, log, power } from '../math/exponential.ts';

/** Chi-square and F distributions by their incomplete gamma and beta functions. Same bits in every engine. */

/** Coefficients of Lanczos' approximation with g = 7: relative accuracy 1e-14 for positive arguments. */
// biome-ignore format: coefficients
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];
/** log(sqrt(2 pi)) */
const HALF_LOG_TWO_PI = 0.9189385332046727;
/** Terms of series and continued fractions end below this relative size. */
const SMALLEST_TERM = 1e-16;
/** More terms than any argument in use needs. */
const MAX_TERMS = 10_000;
/** Replaces a zero denominator of a continued fraction (Lentz). */
const TINY = 1e-300;

/** Natural logarithm of the gamma function of x > 0. */
export function logGamma(x: number): number {
  let sum = LANCZOS[0];
  for (let k = 1; k < LANCZOS.length; k++) sum += LANCZOS[k] / (x + k - 1);
  const t = x + 6.5;
  return HALF_LOG_TWO_PI + (x - 0.5) * log(t) - t + log(sum);
}

/** Regularized incomplete gamma function P(a, x), a > 0. Abramowitz and Stegun 6.5.29 and 6.5.31. */
function gammaFraction(a: number, x: number): number {
  if (!(x > 0)) return 0;
  const scale = exp(a * log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let k = 1; k < MAX_TERMS && term > SMALLEST_TERM * sum; k++) {
      term *= x / (a + k);
      sum += term;
    }
    return Math.min(1, scale * sum);
  }
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let fraction = d;
  for (let k = 1; k < MAX_TERMS; k++) {
    const numerator = -k * (k - a);
    b += 2;
    d = 1 / nonZero(numerator * d + b);
    c = nonZero(b + numerator / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < SMALLEST_TERM) break;
  }
  return Math.max(0, 1 - scale * fraction);
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/** Regularized incomplete beta function I_x(a, b). Abramowitz and Stegun 26.5.8. */
function betaFraction(x: number, a: number, b: number): number {
  if (!(x > 0)) return 0;
  if (!(x < 1)) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaFraction(1 - x, b, a);
  const scale = exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * log(x) + b * log(1 - x)) / a;
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let k = 1; k < MAX_TERMS; k++) {
    const even = (k * (b - k) * x) / ((a + 2 * k - 1) * (a + 2 * k));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + k) * (a + b + k) * x) / ((a + 2 * k) * (a + 2 * k + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < SMALLEST_TERM) break;
  }
  return scale * fraction;
}

/** Probability of a chi-square variable with `freedom` degrees of freedom below x. */
export function chiSquareProbability(x: number, freedom: number): number {
  return gammaFraction(freedom / 2, x / 2);
}

/** The value below which a chi-square variable lies with this probability (0 < probability < 1). */
export function chiSquareQuantile(probability: number, freedom: number): number {
  return invert(probability, freedom, (x) => chiSquareProbability(x, freedom));
}

/** Probability of an F variable with `above` and `below` degrees of freedom less than x. */
export function fProbability(x: number, above: number, below: number): number {
  return x > 0 ? betaFraction((above * x) / (above * x + below), above / 2, below / 2) : 0;
}

/** The value below which an F variable lies with this probability (0 < probability < 1). */
export function fQuantile(probability: number, above: number, below: number): number {
  return invert(probability, 1, (x) => fProbability(x, above, below));
}

/** Halvings of an interval of logarithms: to the last bit. */
const HALVINGS = 120;

/** Inverts an increasing distribution function of x > 0 by bisection of log x, between brackets found by doubling. */
function invert(probability: number, guess: number, distribution: (x: number) => number): number {
  let [low, high] = [guess, guess];
  while (distribution(low) > probability && low > 1e-300) low /= 4;
  while (distribution(high) < probability && high < 1e300) high *= 4;
  for (let k = 0; k < HALVINGS && low < high; k++) {
    const midpoint = power(low, 0.5) * power(high, 0.5);
    if (midpoint <= low || midpoint >= high) break;
    if (distribution(midpoint) < probability) low = midpoint;
    else high = midpoint;
  }
  return (low + high) / 2;
}
