/**
 * Elementary functions in fixed-point integers with 240 binary places: slow, simple and good to 200 bits. The second
 * opinion on the functions of `src/math`.
 */

const PLACES = 240n;
const ONE = 1n << PLACES;

/** The exact value of a finite double above 2^-180 in size. */
export function toFixed(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 2047n;
  const size = ((bits & (2n ** 52n - 1n)) | (2n ** 52n)) * 2n ** (exponent + PLACES - 1075n);
  return value < 0 ? -size : value > 0 ? size : 0n;
}

export function multiply(a: bigint, b: bigint): bigint {
  return (a * b) >> PLACES;
}

export function divide(a: bigint, b: bigint): bigint {
  return (a << PLACES) / b;
}

/** Taylor's series at 2^-40 of the argument, then forty squarings. */
export function expFixed(x: bigint): bigint {
  let term = ONE;
  let sum = ONE;
  for (let k = 1n; term > 1n || term < -1n; k++) {
    term = multiply(term, x >> 40n) / k;
    sum += term;
  }
  for (let i = 0; i < 40; i++) sum = multiply(sum, sum);
  return sum;
}

/** Inverse of `expFixed`: three Newton-like steps of third order from a double. */
export function logFixed(x: number): bigint {
  let y = toFixed(Math.log(x));
  for (let i = 0; i < 3; i++) {
    const f = multiply(toFixed(x), expFixed(-y)) - ONE;
    y += f - multiply(f, f) / 2n + multiply(multiply(f, f), f) / 3n;
  }
  return y;
}

export function tanhFixed(x: number): bigint {
  const square = expFixed(2n * toFixed(x));
  return divide(square - ONE, square + ONE);
}

/** Angle of the direction (x, y), y >= 0, in (0, π). */
export function angleFixed(y: bigint, x: bigint): bigint {
  const size = x < 0n ? -x : x;
  const angle = y <= size ? atanFixed(divide(y, size)) : PI / 2n - atanFixed(divide(size, y));
  return x < 0n ? PI - angle : angle;
}

export function sqrtFixed(x: bigint): bigint {
  let root = toFixed(Math.sqrt(Number(x >> 120n) / 2 ** 120));
  for (let i = 0; i < 4; i++) root = (root + divide(x, root)) / 2n;
  return root;
}

/** sqrt(1 - x²) */
export function sineOfCosine(x: number): bigint {
  return sqrtFixed(ONE - multiply(toFixed(x), toFixed(x)));
}

/** Five halvings of the angle, then Gregory's series. */
function atanFixed(tangent: bigint): bigint {
  let x = tangent;
  for (let i = 0; i < 5; i++) x = divide(x, ONE + sqrtFixed(ONE + multiply(x, x)));
  return gregory(x) * 32n;
}

function gregory(x: bigint): bigint {
  const square = multiply(x, x);
  let power = x;
  let sum = 0n;
  for (let k = 1n; power > 0n; k += 2n) {
    sum += k % 4n === 1n ? power / k : -power / k;
    power = multiply(power, square);
  }
  return sum;
}

/** Machin's formula. */
const PI = 16n * gregory(ONE / 5n) - 4n * gregory(ONE / 239n);

/** Distance of a double from the true value, in units of the double's last place. */
export function ulpError(value: number, exact: bigint): number {
  const unit = toFixed(2 ** (Math.floor(Math.log2(Math.abs(value))) - 52));
  const error = toFixed(value) - exact;
  return Math.abs(Number((error * 1_000_000n) / unit)) / 1e6;
}
