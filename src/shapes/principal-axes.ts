import { leftSingularVectors3, polarFactor3 } from '../math/jacobi-svd.ts';
import { createMat3, type Mat3, type ReadonlyMat3 } from '../math/mat3.ts';
import { createVec3, type Vec3 } from '../math/vec3.ts';

/** The current shape of a deformed ellipsoid. [PATH98-2.2] */
export interface PrincipalAxes {
  /** Columns are the unit directions P1, P2, P3. */
  readonly rotation: Mat3;
  /** Their lengths α1, α2, α3 [m]. */
  readonly semiAxes: Vec3;
}

/**
 * Which axis is the first: `material`, the one nearest to the image of the first reference axis; `length`, the longest, as in
 * the source. By length the width becomes the height after a small stretch (M9).
 */
export type AxisOrder = 'material' | 'length';

/** An empty result for `principalAxes`. */
export function createPrincipalAxes(): PrincipalAxes {
  return { rotation: createMat3(), semiAxes: createVec3() };
}

/** Semi-axes that agree within this fraction have no unique directions. */
const EQUAL = 1e-9;

/** Scratch, column by column: the computed axes, the columns of B at unit length, the labelled axes. */
const found = new Float64Array(9);
const images = new Float64Array(9);
const axes = new Float64Array(9);
const lengths = new Float64Array(3);
const alpha = new Float64Array(3);
const values = createVec3();
const left = createMat3();
/** |cosine| between computed axis l and image k, at 3 l + k. */
const agreement = new Float64Array(9);

/** Which computed axis gets label 0, 1, 2. */
const PERMUTATIONS = [
  [0, 1, 2],
  [1, 0, 2],
  [0, 2, 1],
  [2, 1, 0],
  [1, 2, 0],
  [2, 0, 1],
] as const;

/**
 * Principal axes of the ellipsoid { B u : |u| ≤ 1 }, from the singular values of B: no inverse and no square of B is
 * needed. Each axis points to the side of its own reference axis. [PATH98-2.2]
 *
 * @example
 * ```ts
 * import { mat3FromRows } from 'appulse';
 * import { createPrincipalAxes, principalAxes } from 'appulse/vehicles';
 *
 * const b = mat3FromRows([[3, 0, 0], [0, 1.8, 0], [0, 0, 1.9]]); // taller than wide
 * const { x, y, z } = principalAxes(createPrincipalAxes(), b).semiAxes;
 * console.log(x, y, z, principalAxes(createPrincipalAxes(), b, 'length').semiAxes.y); // 3 1.8 1.9 1.9
 * ```
 */
export function principalAxes(out: PrincipalAxes, b: ReadonlyMat3, order: AxisOrder = 'material'): PrincipalAxes {
  leftSingularVectors3(values, left, b);
  storeColumns(found, left);
  lengths[0] = values.x;
  lengths[1] = values.y;
  lengths[2] = values.z;
  storeColumns(images, b);
  const isClear = keepLabels();
  if (!isClear) {
    normaliseImages();
    labelAxes();
  }
  if (equalCount() > 0) {
    if (isClear) normaliseImages();
    resolveEqualAxes();
  }
  if (order === 'length') sortByLength();
  out.semiAxes.x = alpha[0];
  out.semiAxes.y = alpha[1];
  out.semiAxes.z = alpha[2];
  loadColumns(out.rotation, axes);
  return out;
}

/** Squared cosine above which two directions are within 26°: three such axes leave no better labels. */
const CLEAR_SQ = 0.81;

/** Keeps the labels of the computed axes, with the signs of `labelAxes`, if they are clearly the best ones. */
function keepLabels(): boolean {
  for (let k = 0; k < 9; k += 3) {
    const along = dotColumns(found, k, images, k);
    if (!(along * along > CLEAR_SQ * dotColumns(images, k, images, k))) return false;
    const sign = along < 0 ? -1 : 1;
    axes[k] = sign * found[k];
    axes[k + 1] = sign * found[k + 1];
    axes[k + 2] = sign * found[k + 2];
  }
  alpha[0] = lengths[0];
  alpha[1] = lengths[1];
  alpha[2] = lengths[2];
  return true;
}

/** The labels and signs for which the axes agree best with the images of the reference axes. */
function labelAxes(): void {
  for (let l = 0; l < 9; l += 3) {
    for (let k = 0; k < 3; k++) agreement[l + k] = Math.abs(dotColumns(found, l, images, 3 * k));
  }
  let best = PERMUTATIONS[0] as (typeof PERMUTATIONS)[number];
  let bestSum = -1;
  for (let p = 0; p < PERMUTATIONS.length; p++) {
    const labels = PERMUTATIONS[p];
    const sum = agreement[3 * labels[0]] + agreement[3 * labels[1] + 1] + agreement[3 * labels[2] + 2];
    if (sum > bestSum) {
      bestSum = sum;
      best = labels;
    }
  }
  for (let k = 0; k < 3; k++) {
    const from = 3 * best[k];
    const sign = dotColumns(found, from, images, 3 * k) < 0 ? -1 : 1;
    for (let i = 0; i < 3; i++) axes[3 * k + i] = sign * found[from + i];
    alpha[k] = lengths[best[k]];
  }
}

/**
 * Two equal semi-axes span a circle in which the directions are not unique: use the pair nearest to the images of the
 * reference axes, by their polar factor. For three (a sphere) use the polar factor itself.
 */
function resolveEqualAxes(): void {
  storeColumns(images, polarFactor3(left, loadColumns(left, images)));
  if (equalCount() === 1) {
    // the nearest matrix that contains the distinct axis: project the others into its plane and orthonormalise them
    const distinct = areEqual(0, 1) ? 6 : areEqual(1, 2) ? 0 : 3;
    for (let k = 0; k < 9; k += 3) projectColumn(k, distinct);
    for (let i = 0; i < 3; i++) images[distinct + i] = axes[distinct + i];
    storeColumns(images, polarFactor3(left, loadColumns(left, images)));
  }
  axes.set(images);
}

function areEqual(i: number, j: number): boolean {
  return Math.abs(alpha[i] - alpha[j]) <= EQUAL * Math.max(alpha[i], alpha[j]);
}

function equalCount(): number {
  return Number(areEqual(0, 1)) + Number(areEqual(1, 2)) + Number(areEqual(2, 0));
}

/** Removes from an image its component along the axis at `distinct`. */
function projectColumn(k: number, distinct: number): void {
  const along = dotColumns(images, k, axes, distinct);
  for (let i = 0; i < 3; i++) images[k + i] -= along * axes[distinct + i];
}

function sortByLength(): void {
  for (const [i, j] of [
    [0, 1],
    [1, 2],
    [0, 1],
  ]) {
    if (alpha[i] >= alpha[j]) continue;
    [alpha[i], alpha[j]] = [alpha[j], alpha[i]];
    for (let k = 0; k < 3; k++) [axes[3 * i + k], axes[3 * j + k]] = [axes[3 * j + k], axes[3 * i + k]];
  }
}

function dotColumns(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

function normaliseImages(): void {
  for (let k = 0; k < 9; k += 3) normaliseColumn(images, k);
}

function normaliseColumn(a: Float64Array, i: number): void {
  const length = Math.sqrt(dotColumns(a, i, a, i));
  for (let k = i; k < i + 3; k++) a[k] /= length;
}

function storeColumns(out: Float64Array, m: ReadonlyMat3): void {
  out[0] = m.xx;
  out[1] = m.yx;
  out[2] = m.zx;
  out[3] = m.xy;
  out[4] = m.yy;
  out[5] = m.zy;
  out[6] = m.xz;
  out[7] = m.yz;
  out[8] = m.zz;
}

function loadColumns(out: Mat3, columns: Float64Array): Mat3 {
  out.xx = columns[0];
  out.yx = columns[1];
  out.zx = columns[2];
  out.xy = columns[3];
  out.yy = columns[4];
  out.zy = columns[5];
  out.xz = columns[6];
  out.yz = columns[7];
  out.zz = columns[8];
  return out;
}
