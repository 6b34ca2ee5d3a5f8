/**
 * Arc tangent and arc cosine with the same bits in every engine: only + - * / and sqrt, which IEEE 754 fixes to the
 * last bit. Measured against 200-bit arithmetic on 60 000 arguments each, largest error in units
 * of the last place: atan2 0.51, acos 0.51.
 */
import { addDoubleDouble, divideDoubleDouble, multiplyDoubleDouble, subtractDoubleDouble } from './double-double.ts';

/** π/2, and the arc tangents of 0, 1/8, ... 1, each as high and low part [rad]. */
const HALF_PI = [1.5707963267948966, 6.123233995736766e-17];
// biome-ignore format: one pair per line
const EIGHTHS = [
  0, 0,
  0.12435499454676144, -3.1253241424539383e-18,
  0.24497866312686414, 1.0698755618734451e-17,
  0.35877067027057225, -2.4623815582638635e-17,
  0.4636476090008061, 2.2698777452961687e-17,
  0.5585993153435624, -5.4556305485916264e-18,
  0.6435011087932844, 1.5834785051444286e-17,
  0.7188299996216245, -2.1478388444456983e-17,
  0.7853981633974483, 3.061616997868383e-17,
];

/** [-] Tangents below this equal the angle to a relative error of 2^-61. */
const FLAT = 2 ** -30;

/** Slots of double-doubles, two numbers each. */
const slots = new Float64Array(12);
const X = 0;
const Y = 2;
const A = 4;
const B = 6;
const T = 8;
const ANGLE = 10;

/**
 * Angle of the direction (x, y) from the x axis, from -π to π [rad]. The sign of zero is preserved as in `Math.atan2`: on the
 * negative x axis y = -0 gives -π, and atan2(0, 0) = 0. Infinite coordinates are treated as limits.
 */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  const isInfinite = Math.max(Math.abs(x), Math.abs(y)) === Number.POSITIVE_INFINITY;
  slots[X] = isInfinite ? limit(x) : x;
  slots[Y] = isInfinite ? limit(y) : y;
  slots[X + 1] = 0;
  slots[Y + 1] = 0;
  return angleOfSlots();
}

/** Arc tangent, from -π/2 to π/2 [rad]. */
export function atan(x: number): number {
  return atan2(x, 1);
}

/** Arc cosine, from 0 to π [rad]; NaN outside [-1, 1]. */
export function acos(x: number): number {
  if (!(Math.abs(x) <= 1)) return Number.NaN;
  slots[X] = x;
  slots[X + 1] = 0;
  // y = sqrt(1 - x²), in double-double: its square root s, then (1 - x² - s²)/(2s)
  slots[A] = 1;
  slots[A + 1] = 0;
  multiplyDoubleDouble(slots, B, X, X);
  subtractDoubleDouble(slots, A, A, B);
  const s = Math.sqrt(slots[A]);
  slots[Y] = s;
  slots[Y + 1] = 0;
  multiplyDoubleDouble(slots, B, Y, Y);
  subtractDoubleDouble(slots, B, A, B);
  slots[Y + 1] = s > 0 ? slots[B] / (2 * s) : 0;
  return angleOfSlots();
}

/** ±1 for an infinite coordinate, ±0 for a finite one. */
function limit(value: number): number {
  return Math.abs(value) === Number.POSITIVE_INFINITY ? Math.sign(value) : value * 0;
}

/**
 * Angle of the direction in slots X and Y. In the first octant, with s <= l the shorter and longer side, it is
 * atan(s/l) = atan t + atan u for the eighth t nearest to s/l and u = (s - t l)/(l + t s), |u| <= 1/16. The other
 * octants measure it from a multiple of π/2.
 */
function angleOfSlots(): number {
  const isLeft = slots[X] < 0 || Object.is(slots[X], -0);
  const isBelow = slots[Y] < 0 || Object.is(slots[Y], -0);
  if (isLeft) negate(X);
  if (isBelow) negate(Y);
  const isSteep = slots[Y] > slots[X];
  const short = isSteep ? X : Y;
  const long = isSteep ? Y : X;
  const quarters = isSteep ? 1 : isLeft ? 2 : 0;
  const sign = isSteep === isLeft ? 1 : -1; // π/2 - θ to the right, π/2 + θ and π - θ to the left
  slots[ANGLE] = quarters * HALF_PI[0];
  slots[ANGLE + 1] = quarters * HALF_PI[1];

  const ratio = slots[long] > 0 ? slots[short] / slots[long] : 0;
  if (ratio < FLAT) {
    if (quarters === 0) return isBelow ? -ratio : ratio;
    const angle = slots[ANGLE] + (slots[ANGLE + 1] + sign * ratio);
    return isBelow ? -angle : angle;
  }
  keepInRange(long);
  const eighths = Math.round(8 * ratio);
  slots[T] = eighths / 8;
  slots[T + 1] = 0;
  multiplyDoubleDouble(slots, A, T, long);
  subtractDoubleDouble(slots, A, short, A);
  multiplyDoubleDouble(slots, B, T, short);
  addDoubleDouble(slots, B, long, B);
  divideDoubleDouble(slots, A, A, B);

  // atan u = u - u³/3 + ... + u^13/13; the next term is below 2^-59 of u
  const u = slots[A];
  const z = u * u;
  const series = -1 / 3 + z * (1 / 5 + z * (-1 / 7 + z * (1 / 9 + z * (-1 / 11 + z * (1 / 13)))));
  slots[A + 1] += u * z * series;

  slots[T] = EIGHTHS[2 * eighths];
  slots[T + 1] = EIGHTHS[2 * eighths + 1];
  addDoubleDouble(slots, T, T, A);
  if (sign > 0) addDoubleDouble(slots, ANGLE, ANGLE, T);
  else subtractDoubleDouble(slots, ANGLE, ANGLE, T);
  return isBelow ? -slots[ANGLE] : slots[ANGLE];
}

function negate(slot: number): void {
  slots[slot] = -slots[slot];
  slots[slot + 1] = -slots[slot + 1];
}

/** Scales both sides, of similar size, so that products neither overflow nor underflow. */
function keepInRange(long: number): void {
  const scale = slots[long] > 2 ** 900 ? 2 ** -600 : slots[long] < 2 ** -300 ? 2 ** 700 : 1;
  for (let i = X; i < Y + 2; i++) slots[i] *= scale;
}
