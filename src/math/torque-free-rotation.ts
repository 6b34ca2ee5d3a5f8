/**
 * Torque-free rotation of a rigid body. Its angular velocity is not constant, its angular momentum is: the state is a unit
 * quaternion q and the angular momentum L in principal axes.
 *
 * The kinetic energy Σ L_i²/(2 I_i) is split as
 *
 *   |L|²/(2 I_m) + c_j L_j²/2 + c_k L_k²/2,   c_i = 1/I_i - 1/I_m,   m the axis of the intermediate moment.
 *
 * Every flow conserves |L|, so the first term commutes with the others: it rotates the body about its angular momentum in world
 * axes at the constant rate |L|/I_m, in one step for any t. The other two are rotations about body axes by the angle h c_i L_i,
 * while the other two components of L rotate by the opposite angle. A step is j(h/2) k(h) j(h/2); such steps are composed to
 * higher orders. World angular momentum is conserved to machine precision for any step, energy to the order. With two equal
 * moments one term remains, with three none: then the rotation is exact. (The plain split 1(h/2) 3(h/2) 2(h) 3(h/2) 1(h/2)
 * needs twice the rotations and is less accurate, as its angles are those of the whole motion. The contact solver uses it for
 * rotations of a few milliradians: there both are accurate enough, and packed bodies need no conversion to this state.)
 */
import {
  createMat3,
  type Mat3,
  multiplyMat3,
  type ReadonlyMat3,
  rotateTensor,
  transformTransposedVec3,
  transformVec3,
} from './mat3.ts';
import { quaternionFromRotation } from './quaternion.ts';
import { cosSin } from './trig.ts';
import { createVec3, type ReadonlyVec3, setVec3, type Vec3 } from './vec3.ts';

export interface TorqueFreeRotation {
  /** Unit quaternion w x y z, principal axes to world axes; then the angular momentum in principal axes [kg m²/s]. */
  readonly state: Float64Array;
  /** Principal moments [kg m²], finite. */
  readonly moments: Float64Array;
  /** Columns: the principal axes in body axes. */
  readonly axes: ReadonlyMat3;
}

/** Offset of the angular momentum in `state`. */
const MOMENTUM = 4;

/**
 * A body with this rotation (body axes to world axes) and `angularVelocity` (world axes [rad/s]). Infinite moments, of bodies
 * that cannot be rotated, are treated as equal ones: their angular velocity is constant, too.
 */
export function createTorqueFreeRotation(
  rotation: ReadonlyMat3,
  angularVelocity: ReadonlyVec3,
  moments: ReadonlyVec3,
  axes: ReadonlyMat3,
): TorqueFreeRotation {
  const { x, y, z } = moments;
  const isRotatable = x + y + z < Number.POSITIVE_INFINITY;
  const body: TorqueFreeRotation = {
    state: new Float64Array(7),
    moments: isRotatable ? Float64Array.of(x, y, z) : Float64Array.of(1, 1, 1),
    axes,
  };
  const q = quaternionFromRotation(multiplyMat3({ ...axes }, rotation, axes));
  body.state.set([q.w, q.x, q.y, q.z]);
  setRotationRate(body, angularVelocity);
  return body;
}

/** The same body, with its own copy of the state. */
export function copyTorqueFreeRotation({ state, moments, axes }: TorqueFreeRotation): TorqueFreeRotation {
  return { state: state.slice(), moments, axes };
}

export type RotationOrder = 2 | 4 | 6 | 8;

/** Weights of the symmetric substeps of one step: given before the central one, which is the remainder to 1. */
const COMPOSITIONS: Readonly<Record<RotationOrder, Float64Array>> = {
  2: composition([]),
  4: composition([1.3512071919596578]),
  // Yoshida's first solution, and Suzuki and Umeno's with 15 stages
  6: composition([0.7845136104775573, 0.23557321335935813, -1.177679984178871]),
  8: composition([
    0.741670364350613, -0.4091008258000316, 0.1907547102962384, -0.5738624711160822, 0.2990641813036559,
    0.33462491824529816, 0.3152930923967666,
  ]),
};

function composition(before: readonly number[]): Float64Array {
  const central = before.reduce((rest, weight) => rest - 2 * weight, 1);
  return Float64Array.of(...before, central, ...before.toReversed());
}

/** [rad] Sum of the rotations about the two axes in one step of order 8 that leaves only rounding error. */
const STEP_ROTATION = 0.15;

/** Rotates a body for `t` [s], backwards if negative, in enough steps of order 8 to leave only rounding error. */
export function rotateTorqueFree(body: TorqueFreeRotation, t: number): void {
  findLimits(body);
  const steps = Math.max(1, Math.ceil((limits[ROTATION_RATE] * Math.abs(t)) / STEP_ROTATION));
  const h = t / steps;
  for (let step = 0; step < steps; step++) rotationStep(body, h, 8);
}

/** One step of `h` [s] of the given order. */
export function rotationStep(body: TorqueFreeRotation, h: number, order: RotationOrder): void {
  const { state, moments } = body;
  const m = intermediateAxis(moments);
  const j = (m + 1) % 3;
  const k = (m + 2) % 3;
  const cj = h * (1 / moments[j] - 1 / moments[m]);
  const ck = h * (1 / moments[k] - 1 / moments[m]);
  if (cj !== 0 || ck !== 0) {
    const weights = COMPOSITIONS[cj === 0 || ck === 0 ? 2 : order];
    let before = 0;
    for (let stage = 0; stage < weights.length; stage++) {
      // the end of the previous stage and the start of this one
      rotateAboutAxis(state, j, 0.5 * (before + weights[stage]) * cj * state[MOMENTUM + j]);
      rotateAboutAxis(state, k, weights[stage] * ck * state[MOMENTUM + k]);
      before = weights[stage];
    }
    rotateAboutAxis(state, j, 0.5 * before * cj * state[MOMENTUM + j]);
  }
  rotateAboutMomentum(state, h / moments[m]);
}

/**
 * One step of `h` [s] and order 8 of a rotation with kicks: each of its symmetric substeps calls `kick` with half its duration [s], rotates by a
 * step of order 2, and calls `kick` again.
 */
export function composedRotationStep(body: TorqueFreeRotation, h: number, kick: (duration: number) => void): void {
  const weights = COMPOSITIONS[8];
  let before = 0;
  for (let stage = 0; stage < weights.length; stage++) {
    kick(0.5 * h * (before + weights[stage]));
    rotationStep(body, h * weights[stage], 2);
    before = weights[stage];
  }
  kick(0.5 * h * before);
}

/** The axis of the intermediate moment. */
function intermediateAxis(moments: Float64Array): number {
  const a = moments[0];
  const b = moments[1];
  const c = moments[2];
  if ((a - b) * (a - c) <= 0) return 0;
  return (b - a) * (b - c) <= 0 ? 1 : 2;
}

/** An angle, then its cosine and sine. */
const half = new Float64Array(2);

/** q ← q (cos θ/2, sin θ/2 e_i); the components of L perpendicular to the axis rotate by -θ. */
// biome-ignore format: one rotation per line
function rotateAboutAxis(state: Float64Array, i: number, angle: number): void {
  const j = (i + 1) % 3, k = (i + 2) % 3;
  half[0] = 0.5 * angle;
  cosSin(half);
  const c = half[0], s = half[1];
  const w = state[0], x = state[1 + i], y = state[1 + j], z = state[1 + k];
  state[0] = w * c - x * s; state[1 + i] = x * c + w * s;
  state[1 + j] = y * c + z * s; state[1 + k] = z * c - y * s;
  const cosine = 1 - 2 * s * s, sine = 2 * s * c;
  const lj = state[MOMENTUM + j], lk = state[MOMENTUM + k];
  state[MOMENTUM + j] = cosine * lj + sine * lk;
  state[MOMENTUM + k] = cosine * lk - sine * lj;
}

/** q ← q exp(L t); L is unchanged. One Newton step normalizes q. */
// biome-ignore format: one vector per line
function rotateAboutMomentum(state: Float64Array, t: number): void {
  const lx = state[MOMENTUM], ly = state[MOMENTUM + 1], lz = state[MOMENTUM + 2];
  const length = Math.sqrt(lx * lx + ly * ly + lz * lz);
  if (length === 0) return;
  half[0] = 0.5 * t * length;
  cosSin(half);
  const c = half[0], s = half[1] / length;
  const w = state[0], x = state[1], y = state[2], z = state[3];
  const a = s * lx, b = s * ly, d = s * lz;
  const w1 = w * c - x * a - y * b - z * d;
  const x1 = x * c + w * a + y * d - z * b;
  const y1 = y * c + w * b + z * a - x * d;
  const z1 = z * c + w * d + x * b - y * a;
  const unit = 1.5 - 0.5 * (w1 * w1 + x1 * x1 + y1 * y1 + z1 * z1);
  state[0] = unit * w1; state[1] = unit * x1; state[2] = unit * y1; state[3] = unit * z1;
}

/** Writes the rotation, body axes to world axes. */
export function torqueFreeOrientation(out: Mat3, { state, axes }: TorqueFreeRotation): Mat3 {
  const p = rotationOf(principal, state);
  // R Pᵀ
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = axes;
  out.xx = p.xx * xx + p.xy * xy + p.xz * xz;
  out.xy = p.xx * yx + p.xy * yy + p.xz * yz;
  out.xz = p.xx * zx + p.xy * zy + p.xz * zz;
  out.yx = p.yx * xx + p.yy * xy + p.yz * xz;
  out.yy = p.yx * yx + p.yy * yy + p.yz * yz;
  out.yz = p.yx * zx + p.yy * zy + p.yz * zz;
  out.zx = p.zx * xx + p.zy * xy + p.zz * xz;
  out.zy = p.zx * yx + p.zy * yy + p.zz * yz;
  out.zz = p.zx * zx + p.zy * zy + p.zz * zz;
  return out;
}

const principal = createMat3();

/** Principal axes to world axes. */
function rotationOf(out: Mat3, state: Float64Array): Mat3 {
  const w = state[0];
  const x = state[1];
  const y = state[2];
  const z = state[3];
  out.xx = 1 - 2 * (y * y + z * z);
  out.xy = 2 * (x * y - w * z);
  out.xz = 2 * (x * z + w * y);
  out.yx = 2 * (x * y + w * z);
  out.yy = 1 - 2 * (x * x + z * z);
  out.yz = 2 * (y * z - w * x);
  out.zx = 2 * (x * z - w * y);
  out.zy = 2 * (y * z + w * x);
  out.zz = 1 - 2 * (x * x + y * y);
  return out;
}

/** Writes the angular velocity ω, world axes [rad/s]. */
export function rotationRate(out: Vec3, { state, moments }: TorqueFreeRotation): Vec3 {
  setVec3(out, state[MOMENTUM] / moments[0], state[MOMENTUM + 1] / moments[1], state[MOMENTUM + 2] / moments[2]);
  return transformVec3(out, rotationOf(principal, state), out);
}

/** Writes the angular momentum about the centre, world axes [kg m²/s]. */
export function torqueFreeMomentum(out: Vec3, { state }: TorqueFreeRotation): Vec3 {
  setVec3(out, state[MOMENTUM], state[MOMENTUM + 1], state[MOMENTUM + 2]);
  return transformVec3(out, rotationOf(principal, state), out);
}

/** Writes I⁻¹ in world axes [1/(kg m²)]. */
export function torqueFreeInverseInertia(out: Mat3, { state, moments }: TorqueFreeRotation): Mat3 {
  rotationOf(principal, state);
  return rotateTensor(out, principal, createMat3(1 / moments[0], 1 / moments[1], 1 / moments[2]));
}

const own = createVec3();

/** Sets the angular velocity ω, world axes [rad/s]. */
function setRotationRate({ state, moments }: TorqueFreeRotation, angularVelocity: ReadonlyVec3): void {
  transformTransposedVec3(own, rotationOf(principal, state), angularVelocity);
  state[MOMENTUM] = moments[0] * own.x;
  state[MOMENTUM + 1] = moments[1] * own.y;
  state[MOMENTUM + 2] = moments[2] * own.z;
}

/** Sets the angular momentum about the centre, world axes [kg m²/s]. */
export function setTorqueFreeMomentum({ state }: TorqueFreeRotation, momentum: ReadonlyVec3): void {
  transformTransposedVec3(own, rotationOf(principal, state), momentum);
  state[MOMENTUM] = own.x;
  state[MOMENTUM + 1] = own.y;
  state[MOMENTUM + 2] = own.z;
}

/** Adds an angular impulse `k` times `impulse`, world axes [kg m²/s], to the momentum itself, without loss of accuracy. */
export function addAngularImpulse({ state }: TorqueFreeRotation, impulse: ReadonlyVec3, k: number): void {
  transformTransposedVec3(own, rotationOf(principal, state), impulse);
  state[MOMENTUM] += k * own.x;
  state[MOMENTUM + 1] += k * own.y;
  state[MOMENTUM + 2] += k * own.z;
}

/** Rotational kinetic energy [J]. */
export function rotationalEnergy({ state, moments }: TorqueFreeRotation): number {
  let twice = 0;
  for (let i = 0; i < 3; i++) twice += (state[MOMENTUM + i] * state[MOMENTUM + i]) / moments[i];
  return 0.5 * twice;
}

/** Offsets in `limits`. */
const ANGULAR_VELOCITY = 0;
const ANGULAR_ACCELERATION = 1;
const ROTATION_RATE = 2;
/** Of the last body passed to `findLimits`: maximum |ω| and |dω/dt|, and the rate of the two rotations that make up a step. */
const limits = new Float64Array(3);

/**
 * Limits from |L| and the energy, with a ≥ b ≥ c the inverse moments and L1, L2, L3 the momentum along their axes. The two sums
 *
 *   2E - c|L|² = (a - c) L1² + (b - c) L2²,   a|L|² - 2E = (a - b) L2² + (a - c) L3²
 *
 * are both constant; they restrict (L1², L2², L3²) to a segment from L2 = 0 to the end of L1 or L3. |ω|² is linear on it.
 */
// biome-ignore format: one quantity per line
function findLimits({ state, moments }: TorqueFreeRotation): void {
  const m = intermediateAxis(moments), j = (m + 1) % 3, k = (m + 2) % 3;
  const min = moments[j] < moments[k] ? j : k, max = min === j ? k : j;
  const a = 1 / moments[min], b = 1 / moments[m], c = 1 / moments[max];
  const l1 = state[MOMENTUM + min], l2 = state[MOMENTUM + m], l3 = state[MOMENTUM + max];
  if (a === c) {
    limits[ANGULAR_VELOCITY] = a * Math.sqrt(l1 * l1 + l2 * l2 + l3 * l3);
    limits[ANGULAR_ACCELERATION] = 0;
    limits[ROTATION_RATE] = 0;
    return;
  }
  const above = (a - c) * l1 * l1 + (b - c) * l2 * l2;
  const below = (a - b) * l2 * l2 + (a - c) * l3 * l3;
  const first = above / (a - c), third = below / (a - c);
  const second = Math.min(b > c ? above / (b - c) : Number.POSITIVE_INFINITY, a > b ? below / (a - b) : Number.POSITIVE_INFINITY);
  const firstEnd = Math.max(0, first - second * (b - c) / (a - c)), thirdEnd = Math.max(0, third - second * (a - b) / (a - c));
  limits[ANGULAR_VELOCITY] = Math.sqrt(Math.max(a * a * first + c * c * third, a * a * firstEnd + b * b * second + c * c * thirdEnd));
  // ω1' = (I3 - I2)/I1 ω2 ω3 = (b - c)(a/bc) (b L2)(c L3) and so on
  const rate1 = a * (b - c) * Math.sqrt(second * third);
  const rate2 = b * (a - c) * Math.sqrt(third * first);
  const rate3 = c * (a - b) * Math.sqrt(first * second);
  limits[ANGULAR_ACCELERATION] = Math.sqrt(rate1 * rate1 + rate2 * rate2 + rate3 * rate3);
  // rate of each rotation, and of its change by the other within a step; if one is zero, the other is exact
  const coupled = Math.sqrt((a - b) * (b - c) * (l1 * l1 + l2 * l2 + l3 * l3));
  limits[ROTATION_RATE] = coupled === 0 ? 0 : coupled + (a - b) * Math.sqrt(first) + (b - c) * Math.sqrt(third);
}

/** Maximum |ω| of the torque-free motion [rad/s]. */
export function maxAngularSpeed(body: TorqueFreeRotation): number {
  findLimits(body);
  return limits[ANGULAR_VELOCITY];
}

/** Upper bound of |dω/dt| of the torque-free motion [rad/s²]. */
export function maxAngularAcceleration(body: TorqueFreeRotation): number {
  findLimits(body);
  return limits[ANGULAR_ACCELERATION];
}
