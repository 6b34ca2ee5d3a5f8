import { dotAt } from './projection-error.ts';

/** Vectors packed into arrays: three numbers each, from a given index. */

/** Length of the vector at `i`. */
export function lengthAt(a: Float64Array, i: number): number {
  return Math.sqrt(dotAt(a, i, a, i));
}

/** Writes ±a·b to `out[at]`. Not boxed, as a number returned is where the call is not inlined. */
// biome-ignore format: one scalar product
export function writeDot(out: Float64Array, at: number, sign: 1 | -1, a: Float64Array, i: number, b: Float64Array, j: number): void {
  out[at] = sign * (a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2]);
}

/** k a × b, with an integer k */
// biome-ignore format: one vector product
export function crossAt(out: Float64Array, at: number, a: Float64Array, i: number, b: Float64Array, j: number, k: number): void {
  const x = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
  const y = a[i + 2] * b[j] - a[i] * b[j + 2];
  const z = a[i] * b[j + 1] - a[i + 1] * b[j];
  out[at] = k * x;
  out[at + 1] = k * y;
  out[at + 2] = k * z;
}

/** e_axis × a */
export function crossAxisAt(out: Float64Array, at: number, axis: number, a: Float64Array, i: number): void {
  const next = (axis + 1) % 3;
  const last = (axis + 2) % 3;
  out[at + axis] = 0;
  out[at + next] = -a[i + last];
  out[at + last] = a[i + next];
}

/** Replaces the vector at `at` by k = `factor[0]` times its component orthogonal to the unit vector `normal`. */
export function orthogonalPart(vectors: Float64Array, at: number, normal: Float64Array, factor: Float64Array): void {
  const along = vectors[at] * normal[0] + vectors[at + 1] * normal[1] + vectors[at + 2] * normal[2];
  const k = factor[0];
  for (let i = 0; i < 3; i++) vectors[at + i] = k * (vectors[at + i] - along * normal[i]);
}
