import { createMat3 } from '../../math/mat3.ts';
import { rotateTorqueFree as rotateExactly, type TorqueFreeRotation } from '../../math/torque-free-rotation.ts';
import { cosSin } from '../../math/trig.ts';
import { ANGULAR_VELOCITY, INVERSE_INERTIA, RECORD, type SolverBodies, writeInverseInertia } from './solver-bodies.ts';

/**
 * Torque-free rotation of a body over a short time, by splitting: the kinetic energy is a sum over the three principal axes, and the flow
 * of each term is an exact rotation about that axis. In the order 1(h/2) 3(h/2) 2(h) 3(h/2) 1(h/2) the scheme is symmetric and of second
 * order. It conserves the angular momentum to machine precision for any step. Its energy error, which contacts would let add up over many
 * steps, is removed by a tiny rotation after it. Larger rotations use the exact solution in `math/torque-free-rotation.ts`; for most, which are
 * small, the splitting is cheaper.
 */

/** [rad] Larger rotations per call use the exact solution. */
const EXACT_ANGLE = 0.02;

/** Change of the energy by rounding, relative to it. */
const ENERGY_ROUNDING = 1e-15;

/** [rad] Larger than any rotation that restores the energy: the error of the splitting is of third order. */
const MAX_CORRECTION = 1e-6;

/** [rad] Beyond this the exact solution would take too long; the world's step rejects such angular velocities. */
const MAX_EXACT_ANGLE = 1e5;

/** [rad] Up to this half angle a few terms of the series are exact to machine precision, and cheaper. */
const SERIES_ANGLE = 0.02;
export const SERIES_ANGLE_SQ = SERIES_ANGLE * SERIES_ANGLE;

/** In: the square of a half angle. Out: its cosine, and its sine divided by the half angle. */
const halfAngle = new Float64Array(2);

function halfAngleCosSin(): void {
  const z = halfAngle[0];
  if (z > SERIES_ANGLE_SQ) {
    const x = Math.sqrt(z);
    halfAngle[0] = x;
    cosSin(halfAngle);
    halfAngle[1] /= x;
    return;
  }
  halfAngle[0] = 1 - z * (1 / 2 - z * (1 / 24 - z * (1 / 720)));
  halfAngle[1] = 1 - z * (1 / 6 - z * (1 / 120 - z * (1 / 5040)));
}

/** Workspace: orientation w x y z and angular momentum along the principal axes of the current body. */
const flow = new Float64Array(7);
const L = 4;
const exact: TorqueFreeRotation = { state: flow, moments: new Float64Array(3), axes: createMat3() };

/** Torque-free rotation of body i for `time` [s]: updates orientation and angular velocity. */
export function rotateTorqueFree(solver: SolverBodies, moments: Float64Array, i: number, time: number): void {
  const { records } = solver;
  const s = RECORD * i + ANGULAR_VELOCITY;
  if (records[s] === 0 && records[s + 1] === 0 && records[s + 2] === 0) return;
  const a = moments[3 * i];
  const b = moments[3 * i + 1];
  const c = moments[3 * i + 2];
  if (a === b && b === c) {
    rotateAboutAxis(solver.principalOrientations, i, records, s, time);
    return;
  }
  loadFlow(solver, a, b, c, i);
  const angle = Math.abs(time) * (Math.abs(flow[L] / a) + Math.abs(flow[L + 1] / b) + Math.abs(flow[L + 2] / c));
  if (angle > EXACT_ANGLE && angle <= MAX_EXACT_ANGLE) {
    exact.moments[0] = a;
    exact.moments[1] = b;
    exact.moments[2] = c;
    rotateExactly(exact, time);
  } else {
    const energy = doubleEnergy(a, b, c);
    rotateAboutPrincipalAxis(0, (0.5 * time) / a);
    rotateAboutPrincipalAxis(2, (0.5 * time) / c);
    rotateAboutPrincipalAxis(1, time / b);
    rotateAboutPrincipalAxis(2, (0.5 * time) / c);
    rotateAboutPrincipalAxis(0, (0.5 * time) / a);
    restoreEnergy(a, b, c, energy);
  }
  storeFlow(solver, a, b, c, i);
}

/** 2 E = Σ L_i²/I_i. */
function doubleEnergy(a: number, b: number, c: number): number {
  return (flow[L] * flow[L]) / a + (flow[L + 1] * flow[L + 1]) / b + (flow[L + 2] * flow[L + 2]) / c;
}

/**
 * Restores twice the energy, `before`, by the small rotation φ = s L×ω in principal axes: the angular momentum in world axes stays, that in
 * principal axes changes by L×φ and the energy by -s |L×ω|², up to the square of an error of third order.
 */
// biome-ignore format: one vector per line
function restoreEnergy(a: number, b: number, c: number, before: number): void {
  const excess = 0.5 * (doubleEnergy(a, b, c) - before);
  if (Math.abs(excess) < ENERGY_ROUNDING * before) return;
  const la = flow[L], lb = flow[L + 1], lc = flow[L + 2];
  // L×ω with ω_i = L_i/I_i
  const x = lb * lc * (1 / c - 1 / b), y = lc * la * (1 / a - 1 / c), z = la * lb * (1 / b - 1 / a);
  const square = x * x + y * y + z * z;
  // near a principal axis there is no such rotation
  if (!(excess * excess < MAX_CORRECTION * MAX_CORRECTION * square)) return;
  const s = excess / square;
  const px = s * x, py = s * y, pz = s * z;
  // L×φ, and half of (L×φ)×φ: without it the length of L would change by the square of φ
  const ux = lb * pz - lc * py, uy = lc * px - la * pz, uz = la * py - lb * px;
  flow[L] += ux + 0.5 * (uy * pz - uz * py);
  flow[L + 1] += uy + 0.5 * (uz * px - ux * pz);
  flow[L + 2] += uz + 0.5 * (ux * py - uy * px);
  const w = flow[0], qx = flow[1], qy = flow[2], qz = flow[3];
  flow[0] = w - 0.5 * (qx * px + qy * py + qz * pz);
  flow[1] = qx + 0.5 * (w * px + qy * pz - qz * py);
  flow[2] = qy + 0.5 * (w * py + qz * px - qx * pz);
  flow[3] = qz + 0.5 * (w * pz + qx * py - qy * px);
}

/** The flow of one term: a rotation about principal axis `axis` by rate · L. */
function rotateAboutPrincipalAxis(axis: number, rate: number): void {
  const j = axis === 2 ? 0 : axis + 1;
  const k = axis === 0 ? 2 : axis - 1;
  const half = 0.5 * rate * flow[L + axis];
  halfAngle[0] = half * half;
  halfAngleCosSin();
  const c = halfAngle[0];
  const s = half * halfAngle[1];
  const w = flow[0];
  const qi = flow[1 + axis];
  const qj = flow[1 + j];
  const qk = flow[1 + k];
  flow[0] = c * w - s * qi;
  flow[1 + axis] = c * qi + s * w;
  flow[1 + j] = c * qj + s * qk;
  flow[1 + k] = c * qk - s * qj;
  const cosine = c * c - s * s;
  const sine = 2 * s * c;
  const lj = flow[L + j];
  const lk = flow[L + k];
  flow[L + j] = cosine * lj + sine * lk;
  flow[L + k] = cosine * lk - sine * lj;
}

// biome-ignore format: one quaternion or vector per line
function loadFlow({ records, principalOrientations }: SolverBodies, a: number, b: number, c: number, i: number): void {
  const w = principalOrientations[4 * i], x = principalOrientations[4 * i + 1], y = principalOrientations[4 * i + 2], z = principalOrientations[4 * i + 3];
  const s = RECORD * i + ANGULAR_VELOCITY;
  const sx = records[s], sy = records[s + 1], sz = records[s + 2];
  flow[0] = w;
  flow[1] = x;
  flow[2] = y;
  flow[3] = z;
  flow[L] = a * ((1 - 2 * (y * y + z * z)) * sx + 2 * (x * y + w * z) * sy + 2 * (x * z - w * y) * sz);
  flow[L + 1] = b * (2 * (x * y - w * z) * sx + (1 - 2 * (x * x + z * z)) * sy + 2 * (y * z + w * x) * sz);
  flow[L + 2] = c * (2 * (x * z + w * y) * sx + 2 * (y * z - w * x) * sy + (1 - 2 * (x * x + y * y)) * sz);
}

// biome-ignore format: one quaternion or vector per line
function storeFlow({ records, principalOrientations }: SolverBodies, a: number, b: number, c: number, i: number): void {
  const k = 1 / Math.sqrt(flow[0] * flow[0] + flow[1] * flow[1] + flow[2] * flow[2] + flow[3] * flow[3]);
  const w = k * flow[0], x = k * flow[1], y = k * flow[2], z = k * flow[3];
  const sa = flow[L] / a, sb = flow[L + 1] / b, sc = flow[L + 2] / c;
  const s = RECORD * i + ANGULAR_VELOCITY;
  principalOrientations[4 * i] = w;
  principalOrientations[4 * i + 1] = x;
  principalOrientations[4 * i + 2] = y;
  principalOrientations[4 * i + 3] = z;
  records[s] = (1 - 2 * (y * y + z * z)) * sa + 2 * (x * y - w * z) * sb + 2 * (x * z + w * y) * sc;
  records[s + 1] = 2 * (x * y + w * z) * sa + (1 - 2 * (x * x + z * z)) * sb + 2 * (y * z - w * x) * sc;
  records[s + 2] = 2 * (x * z - w * y) * sa + 2 * (y * z + w * x) * sb + (1 - 2 * (x * x + y * y)) * sc;
}

/** Rotates the orientation of body i by the rotation vector `rates[at..at + 2]` · `time`. */
// biome-ignore format: one quaternion per line
export function rotateAboutAxis(principalOrientations: Float64Array, i: number, rates: Float64Array, at: number, time: number): void {
  const rx = rates[at], ry = rates[at + 1], rz = rates[at + 2];
  const half = 0.5 * time;
  const square = half * half * (rx * rx + ry * ry + rz * rz);
  if (square === 0) return;
  // the series of `halfAngleCosSin`, without the way through memory
  let c = 1 - square * (1 / 2 - square * (1 / 24 - square * (1 / 720)));
  let f = half * (1 - square * (1 / 6 - square * (1 / 120 - square * (1 / 5040))));
  if (square > SERIES_ANGLE_SQ) {
    halfAngle[0] = square;
    halfAngleCosSin();
    c = halfAngle[0];
    f = half * halfAngle[1];
  }
  const a = f * rx, b = f * ry, d = f * rz;
  const w = principalOrientations[4 * i], x = principalOrientations[4 * i + 1], y = principalOrientations[4 * i + 2], z = principalOrientations[4 * i + 3];
  const nw = c * w - a * x - b * y - d * z;
  const nx = c * x + a * w + b * z - d * y;
  const ny = c * y - a * z + b * w + d * x;
  const nz = c * z + a * y - b * x + d * w;
  // one Newton step for 1/√: a product of unit quaternions has unit length except for rounding
  const k = 1.5 - 0.5 * (nw * nw + nx * nx + ny * ny + nz * nz);
  principalOrientations[4 * i] = k * nw;
  principalOrientations[4 * i + 1] = k * nx;
  principalOrientations[4 * i + 2] = k * ny;
  principalOrientations[4 * i + 3] = k * nz;
}

/**
 * Rotates body i by its pseudo-velocity for `time` [s]. Its angular momentum is conserved, so its angular velocity changes with the
 * rotated inertia; returns the change of its energy [J].
 */
// biome-ignore format: one vector per line
export function rotateByPseudoVelocity(solver: SolverBodies, moments: Float64Array, i: number, time: number): number {
  const { records, principalOrientations, pseudoVelocities } = solver;
  const a = moments[3 * i], b = moments[3 * i + 1], c = moments[3 * i + 2];
  const at = 6 * i + 3;
  if (pseudoVelocities[at] === 0 && pseudoVelocities[at + 1] === 0 && pseudoVelocities[at + 2] === 0) return 0;
  if (a === b && b === c) {
    rotateAboutAxis(principalOrientations, i, pseudoVelocities, at, time);
    return 0;
  }
  loadFlow(solver, a, b, c, i);
  const w = flow[0], x = flow[1], y = flow[2], z = flow[3];
  const la = flow[L], lb = flow[L + 1], lc = flow[L + 2];
  const lx = (1 - 2 * (y * y + z * z)) * la + 2 * (x * y - w * z) * lb + 2 * (x * z + w * y) * lc;
  const ly = 2 * (x * y + w * z) * la + (1 - 2 * (x * x + z * z)) * lb + 2 * (y * z - w * x) * lc;
  const lz = 2 * (x * z - w * y) * la + 2 * (y * z + w * x) * lb + (1 - 2 * (x * x + y * y)) * lc;
  rotateAboutAxis(principalOrientations, i, pseudoVelocities, at, time);
  writeInverseInertia(solver, moments, i);
  const s = RECORD * i + ANGULAR_VELOCITY, j = RECORD * i + INVERSE_INERTIA;
  const sx = records[j] * lx + records[j + 1] * ly + records[j + 2] * lz;
  const sy = records[j + 1] * lx + records[j + 3] * ly + records[j + 4] * lz;
  const sz = records[j + 2] * lx + records[j + 4] * ly + records[j + 5] * lz;
  const energyChange = 0.5 * (lx * (sx - records[s]) + ly * (sy - records[s + 1]) + lz * (sz - records[s + 2]));
  records[s] = sx;
  records[s + 1] = sy;
  records[s + 2] = sz;
  return energyChange;
}
