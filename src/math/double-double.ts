/**
 * Numbers of about 106 bits as unevaluated sums high + low of two doubles. They are stored in a packed array, two slots each,
 * and identified by the offset of the first: passing offsets instead of doubles allocates nothing. Error-free
 * transformations after Dekker and Knuth; valid for magnitudes between about 1e-130 and 1e290.
 */

/** 2^27 + 1 splits a double into two halves of 26 bits. */
const SPLITTER = 134217729;

/** r[out] = x[i] - x[j], exactly. */
export function setDifference(r: Float64Array, out: number, x: Float64Array, i: number, j: number): void {
  const a = x[i];
  const b = x[j];
  const difference = a - b;
  const back = difference - a;
  r[out] = difference;
  r[out + 1] = a - (difference - back) - (b + back);
}

/** r[out] = r[a] + r[b], within 2^-103 of |a| + |b|. `out` may be one of them. */
export function addDoubleDouble(r: Float64Array, out: number, a: number, b: number): void {
  const high = r[a] + r[b];
  const back = high - r[a];
  const rest = r[a] - (high - back) + (r[b] - back) + (r[a + 1] + r[b + 1]);
  const sum = high + rest;
  r[out + 1] = rest - (sum - high);
  r[out] = sum;
}

/** r[out] = r[a] - r[b], as accurate as the sum. */
export function subtractDoubleDouble(r: Float64Array, out: number, a: number, b: number): void {
  const high = r[a] - r[b];
  const back = high - r[a];
  const rest = r[a] - (high - back) - (r[b] + back) + (r[a + 1] - r[b + 1]);
  const sum = high + rest;
  r[out + 1] = rest - (sum - high);
  r[out] = sum;
}

/** r[out] = r[a] r[b], within 2^-102 of the product. */
export function multiplyDoubleDouble(r: Float64Array, out: number, a: number, b: number): void {
  const x = r[a];
  const y = r[b];
  const product = x * y;
  const xs = SPLITTER * x;
  const xHigh = xs - (xs - x);
  const xLow = x - xHigh;
  const ys = SPLITTER * y;
  const yHigh = ys - (ys - y);
  const yLow = y - yHigh;
  const error = xLow * yLow - (product - xHigh * yHigh - xLow * yHigh - xHigh * yLow);
  const rest = error + (x * r[b + 1] + r[a + 1] * y);
  const sum = product + rest;
  r[out + 1] = rest - (sum - product);
  r[out] = sum;
}

/** r[out] = r[a] / r[b], within 2^-100 of the quotient. `out` may be a, not b. */
export function divideDoubleDouble(r: Float64Array, out: number, a: number, b: number): void {
  const high = r[a];
  const low = r[a + 1];
  const quotient = high / r[b];
  r[out] = quotient;
  r[out + 1] = 0;
  multiplyDoubleDouble(r, out, out, b);
  const rest = (high - r[out] + (low - r[out + 1])) / r[b];
  const sum = quotient + rest;
  r[out + 1] = rest - (sum - quotient);
  r[out] = sum;
}
