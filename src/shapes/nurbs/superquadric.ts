import { power } from '../../math/exponential.ts';
import { type ReadonlyMat3, transformVec3 } from '../../math/mat3.ts';
import { createVec3, type ReadonlyVec3, type Vec3 } from '../../math/vec3.ts';
import { checkAboveZero, describeValue } from '../checks.ts';
import { projectPatchJet } from './project-jet.ts';

/**
 * One octant of a superellipsoid ((|x/a|^p + |y/b|^p)^(q/p) + |z/c|^q) = 1, in any affine frame: the flat triangle between
 * the ends P, Q, T of its three half-axes, projected from the centre onto the surface.
 *
 *   f = centre + ((1 - t)((1 - u) P + u Q) + t T) / g,    g^q = (1 - t)^q ρ^q + t^q,    ρ^p = (1 - u)^p + u^p
 *
 * with t = v on the upper octants (the side v = 1 degenerates to the tip T) and t = 1 - v on the lower ones. This is regular
 * where the usual signed powers of sine and cosine are not: first and second derivatives are finite on the closed square
 * for p, q >= 2 and for p, q = 1. Between 1 and 2 the surface itself has infinite curvature where it intersects the axes.
 */
export interface SuperquadricPatch {
  readonly kind: 'superquadric';
  /** centre, P, Q, T: xyz each [m]. */
  readonly frame: Float64Array;
  /** p, of the cross-section. */
  readonly exponentP: number;
  /** q, of the profile. */
  readonly exponentQ: number;
  /** Is t = v? On the lower octants t = 1 - v, so that f_u × f_v points outward. */
  readonly upper: boolean;
}

/** Below this exponent (p, q above 40) corners are too sharp for a tracker: use a box. */
const MIN_EXPONENT = 0.05;

/**
 * The eight octants of a superellipsoid with semi-axes along x, y, z [m], about the z axis: four below, then four
 * above, each four counter-clockwise from the x axis. `exponent1` = 2/q shapes the profile and `exponent2` = 2/p the
 * cross-section (Barr's e1 and e2): 1 is round, 2 a diamond with edges, towards 0 a box; those between 1 and 2 have
 * infinite curvature and are rejected.
 */
export function createSuperquadric(semiAxes: ReadonlyVec3, exponent1: number, exponent2: number): SuperquadricPatch[] {
  const { x: a, y: b, z: c } = semiAxes;
  [a, b, c].forEach((value, i) => {
    checkAboveZero(`superquadric: semiAxes.${'xyz'[i]}`, value);
  });
  const exponentQ = checkedExponent('exponent1', exponent1);
  const exponentP = checkedExponent('exponent2', exponent2);
  const ends = [a, 0, 0, b, -a, 0, 0, -b, a, 0];
  return [false, true].flatMap((upper) =>
    [0, 1, 2, 3].map((quadrant): SuperquadricPatch => {
      const [px, py, qx, qy] = ends.slice(2 * quadrant, 2 * quadrant + 4);
      const frame = Float64Array.of(0, 0, 0, px, py, 0, qx, qy, 0, 0, 0, upper ? c : -c);
      return superquadricPatch(frame, exponentP, exponentQ, upper);
    }),
  );
}

/** The only factory; its input is neither copied nor checked. */
function superquadricPatch(
  frame: Float64Array,
  exponentP: number,
  exponentQ: number,
  upper: boolean,
): SuperquadricPatch {
  return { kind: 'superquadric', frame, exponentP, exponentQ, upper };
}

function checkedExponent(name: string, exponent: number): number {
  if (!((exponent >= MIN_EXPONENT && exponent <= 1) || exponent === 2)) {
    throw new RangeError(
      `superquadric: ${name} must be ${MIN_EXPONENT} to 1, or 2 (curvature is infinite in between), got ${describeValue(exponent)}`,
    );
  }
  return 2 / exponent;
}

/** M f + shift for every point f, det M > 0. */
export function transformSuperquadric(
  patch: SuperquadricPatch,
  m: ReadonlyMat3,
  shift: ReadonlyVec3,
): SuperquadricPatch {
  const { frame, exponentP, exponentQ, upper } = patch;
  const moved = new Float64Array(12);
  for (let at = 0; at < 12; at += 3) {
    const image = transformVec3(createVec3(), m, createVec3(frame[at], frame[at + 1], frame[at + 2]));
    moved.set([image.x, image.y, image.z], at);
  }
  moved[0] += shift.x;
  moved[1] += shift.y;
  moved[2] += shift.z;
  return superquadricPatch(moved, exponentP, exponentQ, upper);
}

const sums = new Float64Array(24);
const normP = new Float64Array(6);
const normQ = new Float64Array(6);

/** Writes f at `out[0]`, f_u at 3, f_v at 6, f_uu at 9, f_uv at 12, f_vv at 15. */
export function evaluateSuperquadric(out: Float64Array, patch: SuperquadricPatch, x: Float64Array): Float64Array {
  const { frame, exponentP, exponentQ, upper } = patch;
  const u = x[0];
  const v = x[1];
  const t = upper ? v : 1 - v;
  const rest = 1 - t;
  for (let k = 0; k < 3; k++) {
    const p = frame[3 + k];
    const q = frame[6 + k];
    const side = p + u * (q - p);
    sums[k] = rest * side + t * frame[9 + k];
    sums[4 + k] = rest * (q - p);
    sums[8 + k] = frame[9 + k] - side;
    sums[16 + k] = p - q;
  }
  // ρ(u) = |(1 - u, u)| of order p
  norm(normP, 1 - u, u, exponentP);
  const rho = normP[0];
  const rhoU = normP[2] - normP[1];
  const rhoUU = normP[3] - 2 * normP[4] + normP[5];
  // g(u, t) = |(r, t)| of order q with r = (1 - t) ρ
  norm(normQ, rest * rho, t, exponentQ);
  const rU = rest * rhoU;
  const gr = normQ[1];
  const grr = normQ[3];
  const grt = normQ[4];
  sums[3] = normQ[0];
  sums[7] = gr * rU;
  sums[11] = normQ[2] - gr * rho;
  sums[15] = grr * rU * rU + gr * rest * rhoUU;
  sums[19] = grt * rU - grr * rU * rho - gr * rhoU;
  sums[23] = grr * rho * rho - 2 * grt * rho + normQ[5];
  projectPatchJet(out, sums);
  for (let k = 0; k < 3; k++) {
    out[k] += frame[k];
    if (!upper) {
      out[6 + k] = -out[6 + k];
      out[12 + k] = -out[12 + k];
    }
  }
  return out;
}

/**
 * h = (|a|^q + |b|^q)^(1/q), not both zero, and its derivatives h_a, h_b, h_aa, h_ab, h_bb. With α = |a|/h and β = |b|/h:
 * h_a = α^(q-1),  h_aa = (q - 1) α^(q-2) β^q / h,  h_ab = -(q - 1)(αβ)^(q-1) / h, signs as those of a and b.
 */
function norm(out: Float64Array, a: number, b: number, q: number): void {
  const sizeA = Math.abs(a);
  const sizeB = Math.abs(b);
  const larger = Math.max(sizeA, sizeB);
  const ratio = Math.min(sizeA, sizeB) / larger;
  // two powers suffice: all others are products of these (for q = 1 the second derivatives are 0)
  const ratioPower = q > 1 ? power(ratio, q - 2) : 0;
  const sum = 1 + (q > 1 ? ratioPower * ratio * ratio : ratio);
  const h = larger * power(sum, 1 / q);
  const largest = larger / h;
  const largestPower = 1 / (sum * largest * largest);
  const smallest = ratio * largest;
  const smallestPower = ratioPower * largestPower;
  const first = sizeA >= sizeB;
  const alpha = first ? largest : smallest;
  const alphaPower = first ? largestPower : smallestPower;
  const beta = first ? smallest : largest;
  const betaPower = first ? smallestPower : largestPower;
  const signA = a < 0 ? -1 : 1;
  const signB = b < 0 ? -1 : 1;
  const curving = (q - 1) / h;
  out[0] = h;
  out[1] = signA * (q > 1 ? alphaPower * alpha : 1);
  out[2] = signB * (q > 1 ? betaPower * beta : 1);
  out[3] = curving * alphaPower * betaPower * beta * beta;
  out[4] = -signA * signB * curving * alphaPower * alpha * betaPower * beta;
  out[5] = curving * betaPower * alphaPower * alpha * alpha;
}

/**
 * Support value of the octant: the maximum of n · f. In coordinates along P, Q, T its points are nonnegative and of norm 1,
 * so it is the dual norm of the positive parts of (n·P, n·Q, n·T); where all are negative it is attained at a corner.
 */
export function superquadricSupport(patch: SuperquadricPatch, n: ReadonlyVec3): number {
  const { frame, exponentP, exponentQ } = patch;
  const center = heightOf(frame, 0, n);
  const p = heightOf(frame, 3, n);
  const q = heightOf(frame, 6, n);
  const tip = heightOf(frame, 9, n);
  if (Math.max(p, q, tip) <= 0) return center + Math.max(p, q, tip);
  const wide = dualNorm(Math.max(p, 0), Math.max(q, 0), exponentP);
  return center + dualNorm(wide, Math.max(tip, 0), exponentQ);
}

/** n · (the vector at `at`) */
function heightOf(frame: Float64Array, at: number, n: ReadonlyVec3): number {
  return n.x * frame[at] + n.y * frame[at + 1] + n.z * frame[at + 2];
}

/** The norm dual to that of order q: of order q / (q - 1), and for q = 1 the larger of the two. */
function dualNorm(a: number, b: number, q: number): number {
  const larger = Math.max(a, b);
  if (q === 1 || larger === 0) return larger;
  const order = q / (q - 1);
  return larger * power(1 + power(Math.min(a, b) / larger, order), 1 / order);
}

/**
 * Writes u and v of the support point in direction `n` (at `n[0]`, any length); returns false if n is not a normal of the
 * octant. The point that attains the dual norm: with coordinates a, b, c along P, Q, T, weights α = n·P, β = n·Q, τ = n·T
 * and their dual norms W = |(α, β)|, D = |(W, τ)|,
 *
 *   a : b = α^(1/(p-1)) : β^(1/(p-1)),   |(a, b)| = (W/D)^(1/(q-1)),   c = (τ/D)^(1/(q-1)).
 */
export function superquadricSupportPoint(out: Float64Array, patch: SuperquadricPatch, n: Float64Array): boolean {
  const { frame, exponentP: p, exponentQ: q, upper } = patch;
  const alpha = n[0] * frame[3] + n[1] * frame[4] + n[2] * frame[5];
  const beta = n[0] * frame[6] + n[1] * frame[7] + n[2] * frame[8];
  const tau = n[0] * frame[9] + n[1] * frame[10] + n[2] * frame[11];
  if (!(alpha >= 0 && beta >= 0 && tau >= 0 && alpha + beta + tau > 0)) return false;
  const u = secondFraction(alpha, beta, p);
  const wide = dualNorm(alpha, beta, p);
  // (1 - u, u) and (a, b) have different lengths; that of (a, b) follows from the profile
  norm(normP, 1 - u, u, p);
  const c = secondFraction(wide, tau, q);
  const rest = (1 - c) / normP[0];
  const t = c / (rest + c);
  out[0] = u;
  out[1] = upper ? t : 1 - t;
  return true;
}

/** b/(a + b) where a : b = α^(1/(q-1)) : β^(1/(q-1)); for q = 1 it is 1 if β is the larger, else 0. */
function secondFraction(alpha: number, beta: number, q: number): number {
  if (q === 1 || alpha + beta === 0) return beta > alpha ? 1 : 0;
  const ratio = power(Math.min(alpha, beta) / Math.max(alpha, beta), 1 / (q - 1));
  return beta > alpha ? 1 / (1 + ratio) : ratio / (1 + ratio);
}

/** Eight points whose convex hull contains the octant: the corners of the box that P, Q and T span. */
export function superquadricCorners(patch: SuperquadricPatch): Vec3[] {
  const { frame } = patch;
  return [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => {
    const [i, j, k] = [bits & 1, (bits >> 1) & 1, bits >> 2];
    const [x, y, z] = [0, 1, 2].map((c) => frame[c] + i * frame[3 + c] + j * frame[6 + c] + k * frame[9 + c]);
    return createVec3(x, y, z);
  });
}
