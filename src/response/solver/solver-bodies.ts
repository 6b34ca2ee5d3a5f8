import type { SolidBodies } from '../../dynamics/solid-bodies.ts';
import { resizeArray, type SolverMemory } from './solver-memory.ts';

/**
 * Bodies in the layout of the contact solver, one record each, so that a contact reads two memory locations instead of ten. Velocities and
 * quantities derived from the orientation are loaded at the start of a step and stored at its end.
 */
export interface SolverBodies {
  count: number;
  /** `RECORD` numbers per body; see the offsets below. */
  records: Float64Array;
  /** `POSE` numbers per body at detection, for the kernels: rotation matrix, row by row, and centre of mass [m]. */
  poses: Float64Array;
  /** For the kernels, as the arrays of the bodies: three numbers per body [m]; six [m/s], [rad/s]; three [kg m²]. */
  centres: Float64Array;
  before: Float64Array;
  moments: Float64Array;
  /** Sums of a loop over the bodies. */
  sums: Float64Array;
  /** Unit quaternions w x y z: principal axes to world axes. */
  principalOrientations: Float64Array;
  /** Linear and angular pseudo-velocity of position correction, six numbers per body, no part of the momentum [m/s], [rad/s]. */
  pseudoVelocities: Float64Array;
}

/** Velocity of the centre of mass [m/s]. */
export const VELOCITY = 0;
/** World axes [rad/s]. */
export const ANGULAR_VELOCITY = 3;
/** [1/kg]; 0 is immovable, also for bodies asleep. */
export const INVERSE_MASS = 6;
/** In world axes: xx xy xz yy yz zz [1/(kg m²)]. */
export const INVERSE_INERTIA = 7;
/** Translation [m] and rotation [rad] of the body since contact detection. */
export const TRANSLATION = 13;
export const ROTATION = 16;
/** How a body flies, set in every step: 0 if it does not move, 1 for a free body of equal moments, 2 for others. */
export const MODE = 19;
/** Three cache lines; the first one holds all that a pass changes, and the inverse mass. */
export const RECORD = 24;

export const POSE = 12;

/** The arrays are in `memory` if there is one: that of the contacts between the bodies. */
export function createSolverBodies(count: number, memory?: SolverMemory): SolverBodies {
  const solver: SolverBodies = {
    count,
    records: new Float64Array(),
    poses: new Float64Array(),
    centres: new Float64Array(),
    before: new Float64Array(),
    moments: new Float64Array(),
    sums: new Float64Array(),
    principalOrientations: new Float64Array(),
    pseudoVelocities: new Float64Array(),
  };
  resizeSolverBodies(solver, count, memory);
  return solver;
}

/** Ensures that the arrays have `capacity` bodies. */
export function resizeSolverBodies(solver: SolverBodies, capacity: number, memory?: SolverMemory): void {
  resizeArray(memory, solver, 'records', RECORD * capacity);
  resizeArray(memory, solver, 'principalOrientations', 4 * capacity);
  resizeArray(memory, solver, 'pseudoVelocities', 6 * capacity);
  if (!memory) return;
  resizeArray(memory, solver, 'poses', POSE * capacity);
  resizeArray(memory, solver, 'centres', 3 * capacity);
  resizeArray(memory, solver, 'before', 6 * capacity);
  resizeArray(memory, solver, 'moments', 3 * capacity);
  resizeArray(memory, solver, 'sums', 6);
}

/** Writes the poses of all bodies. */
// biome-ignore format: one row per line
export function writePoses({ poses }: SolverBodies, { positions, orientations: q, count }: SolidBodies): void {
  for (let i = 0, at = 0; i < count; i++, at += POSE) {
    const w = q[4 * i], x = q[4 * i + 1], y = q[4 * i + 2], z = q[4 * i + 3];
    poses[at] = 1 - 2 * (y * y + z * z); poses[at + 1] = 2 * (x * y - w * z); poses[at + 2] = 2 * (x * z + w * y);
    poses[at + 3] = 2 * (x * y + w * z); poses[at + 4] = 1 - 2 * (x * x + z * z); poses[at + 5] = 2 * (y * z - w * x);
    poses[at + 6] = 2 * (x * z - w * y); poses[at + 7] = 2 * (y * z + w * x); poses[at + 8] = 1 - 2 * (x * x + y * y);
    poses[at + 9] = positions[3 * i]; poses[at + 10] = positions[3 * i + 1]; poses[at + 11] = positions[3 * i + 2];
  }
}

/** Loads the current state of body i; a `held` body is loaded as immovable. Loops over three numbers take longer than statements. */
// biome-ignore format: one vector per line
export function loadSolverBody(solver: SolverBodies, bodies: SolidBodies, i: number, held: boolean): void {
  const { records, principalOrientations } = solver;
  const { velocities: v, angularVelocities: w } = bodies;
  const r = RECORD * i, k = 3 * i;
  records[r + VELOCITY] = v[k]; records[r + VELOCITY + 1] = v[k + 1]; records[r + VELOCITY + 2] = v[k + 2];
  records[r + ANGULAR_VELOCITY] = w[k]; records[r + ANGULAR_VELOCITY + 1] = w[k + 1]; records[r + ANGULAR_VELOCITY + 2] = w[k + 2];
  records[r + TRANSLATION] = 0; records[r + TRANSLATION + 1] = 0; records[r + TRANSLATION + 2] = 0;
  records[r + ROTATION] = 0; records[r + ROTATION + 1] = 0; records[r + ROTATION + 2] = 0;
  records[r + INVERSE_MASS] = held ? 0 : bodies.inverseMasses[i];
  loadPrincipalOrientation(principalOrientations, bodies, i);
  if (records[r + INVERSE_MASS] === 0) records.fill(0, r + INVERSE_INERTIA, r + INVERSE_INERTIA + 6);
  else writeInverseInertia(solver, bodies.moments, i);
}

/** Principal axes to world axes: the product of the body's orientation and its principal axes. */
// biome-ignore format: one quaternion per line
export function loadPrincipalOrientation(principalOrientations: Float64Array, { orientations: q, principalAxes: p }: SolidBodies, i: number): void {
  const k = 4 * i;
  const w = q[k], x = q[k + 1], y = q[k + 2], z = q[k + 3];
  const a = p[k], b = p[k + 1], c = p[k + 2], d = p[k + 3];
  principalOrientations[k] = w * a - x * b - y * c - z * d;
  principalOrientations[k + 1] = w * b + x * a + y * d - z * c;
  principalOrientations[k + 2] = w * c - x * d + y * a + z * b;
  principalOrientations[k + 3] = w * d + x * c - y * b + z * a;
}

/** R diag(1/I) Rᵀ, R the rotation matrix of the principal orientation. */
// biome-ignore format: one row per line
export function writeInverseInertia(solver: SolverBodies, moments: Float64Array, i: number): void {
  const { records, principalOrientations: q } = solver;
  const r = RECORD * i + INVERSE_INERTIA;
  const a = 1 / moments[3 * i], b = 1 / moments[3 * i + 1], c = 1 / moments[3 * i + 2];
  if (a === b && b === c) {
    records[r] = a;
    records[r + 1] = 0;
    records[r + 2] = 0;
    records[r + 3] = a;
    records[r + 4] = 0;
    records[r + 5] = a;
    return;
  }
  const w = q[4 * i], x = q[4 * i + 1], y = q[4 * i + 2], z = q[4 * i + 3];
  const xx = 1 - 2 * (y * y + z * z), xy = 2 * (x * y - w * z), xz = 2 * (x * z + w * y);
  const yx = 2 * (x * y + w * z), yy = 1 - 2 * (x * x + z * z), yz = 2 * (y * z - w * x);
  const zx = 2 * (x * z - w * y), zy = 2 * (y * z + w * x), zz = 1 - 2 * (x * x + y * y);
  records[r] = a * xx * xx + b * xy * xy + c * xz * xz;
  records[r + 1] = a * xx * yx + b * xy * yy + c * xz * yz;
  records[r + 2] = a * xx * zx + b * xy * zy + c * xz * zz;
  records[r + 3] = a * yx * yx + b * yy * yy + c * yz * yz;
  records[r + 4] = a * yx * zx + b * yy * zy + c * yz * zz;
  records[r + 5] = a * zx * zx + b * zy * zy + c * zz * zz;
}

/** Stores the velocities of body i after the step. */
// biome-ignore format: one vector per line
export function storeSolverBody({ records }: SolverBodies, { velocities: v, angularVelocities: w }: SolidBodies, i: number): void {
  const r = RECORD * i, k = 3 * i;
  v[k] = records[r + VELOCITY]; v[k + 1] = records[r + VELOCITY + 1]; v[k + 2] = records[r + VELOCITY + 2];
  w[k] = records[r + ANGULAR_VELOCITY]; w[k + 1] = records[r + ANGULAR_VELOCITY + 1]; w[k + 2] = records[r + ANGULAR_VELOCITY + 2];
}

/** With equal moments the inertia does not depend on the orientation. */
export function hasEqualMoments(moments: Float64Array, i: number): boolean {
  return moments[3 * i] === moments[3 * i + 1] && moments[3 * i] === moments[3 * i + 2];
}
