/**
 * Cheap bounds of the fastest oscillation of an island. With J_c the row of a spring c, J_cᵀJ_c is at most twice the sum of its parts of the two
 * bodies, so that ω² is at most twice the largest eigenvalue of a single body whose partners are fixed.
 */
import { eigenvalueBound } from '../../../math/eigenvalue-bound.ts';
import { largestStep } from '../../../response/contact-step-limit.ts';
import type { CompliantBody, CompliantPair, Island, PointForce } from './compliant-pair.ts';

/** Part of a spring between two bodies that counts for each of them. */
function partOf({ a, b }: CompliantPair): number {
  return a.inverseMass > 0 && b.inverseMass > 0 ? 2 : 1;
}

/** Whether a step of `h` [s] is short enough by the sums over the contacts of each body. */
export function isClearlyShort({ bodies, pairs }: Island, h: number): boolean {
  for (const body of bodies) body.stiffness = body.damping = 0;
  for (const pair of pairs) {
    const { a, b, points, pointCount } = pair;
    for (let k = 0; k < pointCount; k++) {
      if (a.inverseMass > 0) addSlopes(a, points[k], partOf(pair));
      if (b.inverseMass > 0) addSlopes(b, points[k], partOf(pair));
    }
  }
  let [omegaSq, gamma] = [0, 0];
  for (const { stiffness, damping } of bodies) {
    omegaSq = Math.max(omegaSq, stiffness);
    gamma = Math.max(gamma, damping);
  }
  return omegaSq === 0 || h <= largestStep('rk4', omegaSq, gamma, minDampingRatio(pairs));
}

function addSlopes(body: CompliantBody, contact: PointForce, part: number): void {
  const { x, y, z } = body.pose.position;
  const { point, stiffness, damping, tangentialStiffness, tangentialDamping } = contact;
  const armSq = (point.x - x) ** 2 + (point.y - y) ** 2 + (point.z - z) ** 2;
  const mobility = part * (body.inverseMass + armSq * body.maxInverseInertia);
  body.stiffness += mobility * (stiffness + 2 * tangentialStiffness);
  body.damping += mobility * (damping + 2 * tangentialDamping);
}

/** Smallest ratio of damping to stiffness of a contact [s]. */
function minDampingRatio(pairs: readonly CompliantPair[]): number {
  let min = Number.POSITIVE_INFINITY;
  for (const { points, pointCount } of pairs) {
    for (let k = 0; k < pointCount; k++) {
      if (points[k].stiffness > 0) min = Math.min(min, points[k].damping / points[k].stiffness);
    }
  }
  return min;
}

/** The bound on an eigenvalue is then too high by a factor of at most 6^(1/32), 6 %. */
const SQUARINGS = 5;
const SIZE = 6;
const scratch = new Float64Array(SIZE * SIZE);
const matrices = { stiffness: new Float64Array(SIZE * SIZE), damping: new Float64Array(SIZE * SIZE) };

/** The same by the eigenvalues of each body: sharper, since a body on many springs has six ways to oscillate. */
export function isShortForBodies({ bodies, pairs }: Island, h: number): boolean {
  let [omegaSq, gamma] = [0, 0];
  for (const body of bodies) {
    if (body.stiffness === 0) continue;
    matrices.stiffness.fill(0);
    matrices.damping.fill(0);
    for (const pair of pairs) if (pair.a === body || pair.b === body) addMatrices(body, pair);
    omegaSq = Math.max(omegaSq, eigenvalueBound(matrices.stiffness, scratch, SIZE, SQUARINGS));
    if (body.damping > 0) gamma = Math.max(gamma, eigenvalueBound(matrices.damping, scratch, SIZE, SQUARINGS));
  }
  return h <= largestStep('rk4', omegaSq, gamma, minDampingRatio(pairs));
}

/** Springs along the normal and, in all directions, the tangential ones: those count less along the normal. */
function addMatrices(body: CompliantBody, pair: CompliantPair): void {
  for (const contact of pair.points.slice(0, pair.pointCount)) {
    const { normal, stiffness, damping, tangentialStiffness, tangentialDamping } = contact;
    const part = partOf(pair);
    setRow(body, contact, normal.x, normal.y, normal.z);
    addSquare(part * (stiffness - tangentialStiffness), part * (damping - tangentialDamping));
    if (tangentialStiffness === 0) continue;
    for (let axis = 0; axis < 3; axis++) {
      setRow(body, contact, axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0);
      addSquare(part * tangentialStiffness, part * tangentialDamping);
    }
  }
}

const row = new Float64Array(SIZE);

/** J M^(-1/2) of a direction, with the largest inverse moment for every axis. */
// biome-ignore format: one vector per line
function setRow(body: CompliantBody, { point }: PointForce, nx: number, ny: number, nz: number): void {
  const { position } = body.pose;
  const x = point.x - position.x, y = point.y - position.y, z = point.z - position.z;
  const linear = Math.sqrt(body.inverseMass), angular = Math.sqrt(body.maxInverseInertia);
  row[0] = linear * nx; row[1] = linear * ny; row[2] = linear * nz;
  row[3] = angular * (y * nz - z * ny); row[4] = angular * (z * nx - x * nz); row[5] = angular * (x * ny - y * nx);
}

function addSquare(stiffness: number, damping: number): void {
  for (let i = 0, at = 0; i < SIZE; i++) {
    for (let j = 0; j < SIZE; j++, at++) {
      const product = row[i] * row[j];
      matrices.stiffness[at] += stiffness * product;
      matrices.damping[at] += damping * product;
    }
  }
}
