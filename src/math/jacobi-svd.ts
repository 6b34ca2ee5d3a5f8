import type { Mat3, ReadonlyMat3 } from './mat3.ts';
import { setVec3, type Vec3 } from './vec3.ts';

/** The method converges quadratically: 3 columns are orthogonal to the last bit after 5 or 6 sweeps. */
const MAX_SWEEPS = 20;

/** Columns with a smaller cosine between them are orthogonal. */
const NEGLIGIBLE = 2 ** -54;

/** Scratch: the columns being orthogonalized and the product of all rotations, both by columns. */
const w = new Float64Array(9);
const r = new Float64Array(9);
/** Lengths of the columns, and the column indices in descending order of length. */
const lengths = new Float64Array(3);
const order = new Uint8Array(3);

/**
 * A = U diag(values) Vᵀ, the largest value first. One-sided Jacobi (Hestenes): the columns of A are rotated in pairs until they
 * are orthogonal. Small values are relatively as accurate as large ones, since no product AᵀA is formed. A
 * value of zero leaves its column of U zero.
 */
export function singularValues3(values: Vec3, u: Mat3, v: Mat3, a: ReadonlyMat3): Vec3 {
  needsRight = true;
  decompose(values, u, a);
  storeColumns(v, r, false);
  return values;
}

/** The values and U alone, with the same bits, where V is not needed. */
export function leftSingularVectors3(values: Vec3, u: Mat3, a: ReadonlyMat3): Vec3 {
  needsRight = false;
  return decompose(values, u, a);
}

/** Whether the rotations are accumulated in `r`. */
let needsRight = true;

function decompose(values: Vec3, u: Mat3, a: ReadonlyMat3): Vec3 {
  loadColumns(a);
  for (let sweep = 0, rotated = true; rotated && sweep < MAX_SWEEPS; sweep++) {
    rotated = orthogonalizeColumns(0, 3);
    rotated = orthogonalizeColumns(0, 6) || rotated;
    rotated = orthogonalizeColumns(3, 6) || rotated;
  }
  for (let k = 0; k < 3; k++) {
    lengths[k] = Math.sqrt(w[3 * k] * w[3 * k] + w[3 * k + 1] * w[3 * k + 1] + w[3 * k + 2] * w[3 * k + 2]);
    order[k] = k;
  }
  sortPair(0, 1);
  sortPair(1, 2);
  sortPair(0, 1);
  storeColumns(u, w, true);
  return setVec3(values, lengths[order[0]], lengths[order[1]], lengths[order[2]]);
}

/** The orthogonal matrix nearest to A (its polar factor): U Vᵀ. `out` may be A. */
export function polarFactor3(out: Mat3, a: ReadonlyMat3): Mat3 {
  singularValues3(spareValues, spareU, spareV, a);
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = spareU;
  const s = spareV;
  out.xx = xx * s.xx + xy * s.xy + xz * s.xz;
  out.xy = xx * s.yx + xy * s.yy + xz * s.yz;
  out.xz = xx * s.zx + xy * s.zy + xz * s.zz;
  out.yx = yx * s.xx + yy * s.xy + yz * s.xz;
  out.yy = yx * s.yx + yy * s.yy + yz * s.yz;
  out.yz = yx * s.zx + yy * s.zy + yz * s.zz;
  out.zx = zx * s.xx + zy * s.xy + zz * s.xz;
  out.zy = zx * s.yx + zy * s.yy + zz * s.yz;
  out.zz = zx * s.zx + zy * s.zy + zz * s.zz;
  return out;
}

const spareValues: Vec3 = { x: 0, y: 0, z: 0 };
const spareU: Mat3 = { xx: 1, xy: 0, xz: 0, yx: 0, yy: 1, yz: 0, zx: 0, zy: 0, zz: 1 };
const spareV: Mat3 = { xx: 1, xy: 0, xz: 0, yx: 0, yy: 1, yz: 0, zx: 0, zy: 0, zz: 1 };

/** One rotation that makes the columns at `p` and `q` orthogonal; false if they already are. */
function orthogonalizeColumns(p: number, q: number): boolean {
  const pp = w[p] * w[p] + w[p + 1] * w[p + 1] + w[p + 2] * w[p + 2];
  const qq = w[q] * w[q] + w[q + 1] * w[q + 1] + w[q + 2] * w[q + 2];
  const pq = w[p] * w[q] + w[p + 1] * w[q + 1] + w[p + 2] * w[q + 2];
  if (Math.abs(pq) <= NEGLIGIBLE * Math.sqrt(pp * qq)) return false;
  // t = tan of the smaller of the two angles that make them orthogonal
  const theta = (qq - pp) / (2 * pq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  rotateColumns(w, p, q, c, s);
  if (needsRight) rotateColumns(r, p, q, c, s);
  return true;
}

function rotateColumns(columns: Float64Array, p: number, q: number, c: number, s: number): void {
  for (let k = 0; k < 3; k++) {
    const x = columns[p + k];
    const y = columns[q + k];
    columns[p + k] = c * x - s * y;
    columns[q + k] = s * x + c * y;
  }
}

function sortPair(i: number, j: number): void {
  if (lengths[order[i]] >= lengths[order[j]]) return;
  const previous = order[i];
  order[i] = order[j];
  order[j] = previous;
}

function loadColumns(a: ReadonlyMat3): void {
  w[0] = a.xx;
  w[1] = a.yx;
  w[2] = a.zx;
  w[3] = a.xy;
  w[4] = a.yy;
  w[5] = a.zy;
  w[6] = a.xz;
  w[7] = a.yz;
  w[8] = a.zz;
  if (!needsRight) return;
  r.fill(0);
  r[0] = r[4] = r[8] = 1;
}

/** The columns in the order of the values, normalized on request. */
function storeColumns(out: Mat3, from: Float64Array, normalise: boolean): void {
  const i = 3 * order[0];
  const j = 3 * order[1];
  const k = 3 * order[2];
  // a column of length zero is unchanged
  const x = (normalise && lengths[order[0]]) || 1;
  const y = (normalise && lengths[order[1]]) || 1;
  const z = (normalise && lengths[order[2]]) || 1;
  out.xx = from[i] / x;
  out.yx = from[i + 1] / x;
  out.zx = from[i + 2] / x;
  out.xy = from[j] / y;
  out.yy = from[j + 1] / y;
  out.zy = from[j + 2] / y;
  out.xz = from[k] / z;
  out.yz = from[k + 1] / z;
  out.zz = from[k + 2] / z;
}
