import { crossIsZero } from './exact-cross.ts';
import type { ReadonlyVec3 } from './vec3.ts';

/** The directions of both segments, xyz xyz, and their upper and lower halves of 26 digits: products of halves are exact. */
const d = new Float64Array(6);
const upper = new Float64Array(6);
const lower = new Float64Array(6);
/** 2^27 + 1 splits a double into two halves. */
const SPLIT = 134217729;
/** [m] Products of components between these neither underflow nor overflow, rounding errors included. */
const SMALLEST = 1e-70;
const LARGEST = 1e70;
/** A cross product above this fraction of its terms is not a rounding error. */
const OBLIQUE = 1e-14;

/**
 * Is (endA - startA) × (endB - startB) exactly zero for the given doubles, every component? Where the differences are exact,
 * as they mostly are, no memory is allocated.
 */
export function areParallel(
  startA: ReadonlyVec3,
  endA: ReadonlyVec3,
  startB: ReadonlyVec3,
  endB: ReadonlyVec3,
): boolean {
  takeDirections(startA, endA, startB, endB);
  const x = d[1] * d[5] - d[2] * d[4];
  const y = d[2] * d[3] - d[0] * d[5];
  const z = d[0] * d[4] - d[1] * d[3];
  const size = (Math.abs(d[0]) + Math.abs(d[1]) + Math.abs(d[2])) * (Math.abs(d[3]) + Math.abs(d[4]) + Math.abs(d[5]));
  if (Math.abs(x) + Math.abs(y) + Math.abs(z) > OBLIQUE * size) return false;
  if (areExact(startA, endA, 0) && areExact(startB, endB, 3) && split()) {
    return sameProducts(0, 1) && sameProducts(1, 2) && sameProducts(2, 0);
  }
  return (
    crossIsZero(startA.x, startA.y, endA.x, endA.y, startB.x, startB.y, endB.x, endB.y) &&
    crossIsZero(startA.y, startA.z, endA.y, endA.z, startB.y, startB.z, endB.y, endB.z) &&
    crossIsZero(startA.z, startA.x, endA.z, endA.x, startB.z, startB.x, endB.z, endB.x)
  );
}

function takeDirections(startA: ReadonlyVec3, endA: ReadonlyVec3, startB: ReadonlyVec3, endB: ReadonlyVec3): void {
  d[0] = endA.x - startA.x;
  d[1] = endA.y - startA.y;
  d[2] = endA.z - startA.z;
  d[3] = endB.x - startB.x;
  d[4] = endB.y - startB.y;
  d[5] = endB.z - startB.z;
}

/** Is the direction at `k` exact? If so, it leads from either end to the other. */
// biome-ignore format: one axis per line
function areExact(start: ReadonlyVec3, end: ReadonlyVec3, k: number): boolean {
  return (
    start.x + d[k] === end.x && end.x - d[k] === start.x &&
    start.y + d[k + 1] === end.y && end.y - d[k + 1] === start.y &&
    start.z + d[k + 2] === end.z && end.z - d[k + 2] === start.z
  );
}

/** Veltkamp's splitting of all components; false if one is too small or too large. */
function split(): boolean {
  for (let i = 0; i < 6; i++) {
    const value = d[i];
    if (value !== 0 && !(Math.abs(value) > SMALLEST && Math.abs(value) < LARGEST)) return false;
    const big = SPLIT * value;
    upper[i] = big - (big - value);
    lower[i] = value - upper[i];
  }
  return true;
}

/** d_i d_(j+3) = d_j d_(i+3) exactly: the rounded products are equal, and so are their rounding errors (Dekker's product). */
// biome-ignore format: one product per line
function sameProducts(i: number, j: number): boolean {
  const k = i + 3, l = j + 3;
  const p = d[i] * d[l];
  const r = d[j] * d[k];
  const lostP = lower[i] * lower[l] - (p - upper[i] * upper[l] - lower[i] * upper[l] - upper[i] * lower[l]);
  const lostR = lower[j] * lower[k] - (r - upper[j] * upper[k] - lower[j] * upper[k] - upper[j] * lower[k]);
  return p === r && lostP === lostR;
}
