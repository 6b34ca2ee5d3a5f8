import { rotateAboutAxis, rotateByPseudoVelocity, rotateTorqueFree } from '../solver/rotate-bodies.ts';
import {
  ANGULAR_VELOCITY,
  hasEqualMoments,
  INVERSE_MASS,
  RECORD,
  type SolverBodies,
  VELOCITY,
} from '../solver/solver-bodies.ts';
import { findJointGeometry } from './joint-coordinates.ts';
import { applyRow, COUPLED, factoriseRows, LEADER, LIMIT, LOCKED } from './joint-rows.ts';
import { isMoving, type JointSystem } from './joint-system.ts';
import { substituteSkyline } from './ldl.ts';

/**
 * Impulses of the joints before a flight, such that all locked axes are at their place after it (SHAKE). With the flight as the exact motion of
 * free bodies the scheme is symplectic and of second order; joints do not drift, and since the two bodies of a joint get opposite impulses at
 * one point, momentum and angular momentum are conserved to machine precision.
 */

const MAX_ITERATIONS = 24;
/** Iterations in which limits may be included or excluded. */
const MAX_CHANGES = 8;
/** Errors of coordinates below this count as zero, relative to the size of the numbers they come from. */
const TOLERANCE = 4e-15;
/** [m], [rad] Smallest error after the iterations that counts as a failure. */
const MAX_ERROR = 1e-9;
/** [m/s], [rad/s] Joints that do not fit at the start are closed no faster than this. */
const MAX_CLOSING_SPEED = 4;

/** The bodies that fly. */
export interface FlyingBodies {
  readonly solver: SolverBodies;
  /** Centres of mass, xyz [m]. */
  readonly positions: Float64Array;
  /** Principal moments [kg m²]. */
  readonly moments: Float64Array;
  /** 1 for bodies that move by forces. */
  readonly free: Uint8Array;
}

/** Poses after the flight. */
const predicted = { positions: new Float64Array(0), principalOrientations: new Float64Array(0) };

/**
 * Adds the impulses for a flight of `time` [s], and of `correctionTime` [s] with the pseudo-velocities. The rows of the system must be those of
 * the present positions. Impulses of limits stay on their side, together with those that the rows already have. False: no impulses were found,
 * because the bodies would rotate too far in this time.
 */
export function solveJointPositions(
  system: JointSystem,
  bodies: FlyingBodies,
  time: number,
  correctionTime: number,
): boolean {
  const { rows } = system;
  const { records } = bodies.solver;
  if (rows.count === 0) return true;
  prepare(system);
  let isFactorised = false;
  let smallest = Number.POSITIVE_INFINITY;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    predict(system, bodies, time, correctionTime);
    const isChanged = findErrors(system, time, iteration < MAX_CHANGES, records);
    let largest = 0;
    for (let i = 0; i < rows.count; i++) largest = Math.max(largest, Math.abs(rows.unknowns[i]));
    if (largest === 0 && !isChanged) return true;
    if (isChanged) isFactorised = false;
    else if (!(largest < smallest)) {
      // no better than before: rounding errors, or a rotation too fast for the flight
      for (let i = 0; i < rows.count; i++) if (lastStep[i] !== 0) applyRow(rows, i, -lastStep[i], records);
      return smallest * time < MAX_ERROR;
    }
    smallest = isChanged ? Number.POSITIVE_INFINITY : largest;
    if (!isFactorised) factoriseRows(rows, records);
    isFactorised = true;
    substituteSkyline(rows.matrix, rows.unknowns);
    for (let i = 0; i < rows.count; i++) {
      lastStep[i] = rows.unknowns[i];
      if (lastStep[i] !== 0) applyRow(rows, i, lastStep[i], records);
    }
  }
  return smallest * time < MAX_ERROR;
}

let lastStep = new Float64Array(0);

/** Only rows of locked axes and of limits that already have an impulse are solved for. */
function prepare({ rows }: JointSystem): void {
  const { count, kinds, bounds, impulses } = rows;
  if (lastStep.length < count) lastStep = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const isIncluded = kinds[i] === LOCKED || kinds[i] === COUPLED || (kinds[i] === LIMIT && impulses[i] !== 0);
    bounds[i] = isIncluded ? 0 : 1;
  }
}

/**
 * Sets the unknowns to the velocities that correct the errors after the flight. Limits that would be passed are included; true if their set
 * has changed.
 */
function findErrors(system: JointSystem, time: number, mayChange: boolean, records: Float64Array): boolean {
  const { joints, rows, geometry } = system;
  const { count, kinds, bounds, unknowns, axes } = rows;
  let isChanged = false;
  let current = -1;
  let scale = 0;
  let leading = 0;
  for (let i = 0; i < count; i++) {
    unknowns[i] = 0;
    const joint = joints[rows.joints[i]];
    if (rows.joints[i] !== current) {
      current = rows.joints[i];
      findJointGeometry(geometry, joint, predicted, true);
      scale = 0;
      for (let k = 0; k < 6; k++) scale = Math.max(scale, Math.abs(geometry.origins[k]));
    }
    const axis = axes[i];
    const tolerance = TOLERANCE * (axis > 2 ? 1 : scale);
    if (kinds[i] === LOCKED) {
      const reference = joint.definition.length;
      const start = joint.coordinates[axis] - reference;
      const most = MAX_CLOSING_SPEED * time;
      const rest = start > most ? start - most : start < -most ? start + most : 0;
      const error = geometry.coordinates[axis] - reference - rest;
      if (Math.abs(error) > tolerance) unknowns[i] = -error / time;
    } else if (kinds[i] === LEADER) leading = geometry.coordinates[axis];
    else if (kinds[i] === COUPLED) {
      const offset = joint.definition.mimic?.offset ?? 0;
      const error = geometry.coordinates[axis] + rows.factors[i] * leading - offset;
      if (Math.abs(error) > tolerance + TOLERANCE * Math.abs(leading)) unknowns[i] = -error / time;
    } else if (kinds[i] === LIMIT) {
      if (mayChange && changeLimit(system, i, geometry.coordinates[axis], tolerance, records)) isChanged = true;
      if (bounds[i] !== 0) continue;
      const error = limitError(system, i, geometry.coordinates[axis]);
      if (Math.abs(error) > tolerance) unknowns[i] = -error / time;
    }
  }
  return isChanged;
}

/** How far the coordinate is from the limit of row i, above it or below. */
function limitError({ joints, rows }: JointSystem, i: number, coordinate: number): number {
  const { min, max } = joints[rows.joints[i]].definition.axes[rows.axes[i]];
  return coordinate - (rows.lows[i] === 0 ? min : max);
}

/** Includes the limit of row i if it would be passed, and excludes it if its impulse would pull; true if it has changed. */
function changeLimit(
  system: JointSystem,
  i: number,
  coordinate: number,
  tolerance: number,
  records: Float64Array,
): boolean {
  const { rows } = system;
  const side = rows.lows[i] === 0 ? 1 : -1;
  if (rows.bounds[i] !== 0) {
    if (!(side * limitError(system, i, coordinate) < -tolerance)) return false;
    rows.bounds[i] = 0;
    return true;
  }
  if (!(side * rows.impulses[i] < 0)) return false;
  applyRow(rows, i, -rows.impulses[i], records);
  rows.bounds[i] = 1;
  return true;
}

/** Poses of all bodies of the rows after the flight, as the substeps move them. */
function predict({ joints }: JointSystem, bodies: FlyingBodies, time: number, correctionTime: number): void {
  const { solver, positions } = bodies;
  if (predicted.positions.length < positions.length) {
    predicted.positions = new Float64Array(positions.length);
    predicted.principalOrientations = new Float64Array(solver.principalOrientations.length);
  }
  for (const joint of joints) {
    if (!isMoving(joint, solver.records)) continue;
    const { bodyA, bodyB } = joint.definition;
    if (bodyA >= 0) predictBody(bodies, bodyA, time, correctionTime);
    if (bodyB >= 0) predictBody(bodies, bodyB, time, correctionTime);
  }
}

/** Angular velocity, inverse mass and inverse inertia, then the orientation. */
const saved = new Float64Array(14);

function predictBody(bodies: FlyingBodies, i: number, time: number, correctionTime: number): void {
  const { solver, positions, moments, free } = bodies;
  const { records, principalOrientations, pseudoVelocities } = solver;
  const r = RECORD * i;
  for (let k = 0; k < 3; k++) {
    predicted.positions[3 * i + k] = positions[3 * i + k] + time * records[r + VELOCITY + k];
  }
  for (let k = 0; k < 10; k++) saved[k] = records[r + ANGULAR_VELOCITY + k];
  for (let k = 0; k < 4; k++) saved[10 + k] = principalOrientations[4 * i + k];
  const isFree = free[i] === 1 && records[r + INVERSE_MASS] > 0;
  if (isFree && !hasEqualMoments(moments, i)) rotateTorqueFree(solver, moments, i, time);
  else rotateAboutAxis(principalOrientations, i, records, r + ANGULAR_VELOCITY, time);
  if (isFree && correctionTime > 0) {
    for (let k = 0; k < 3; k++) predicted.positions[3 * i + k] += correctionTime * pseudoVelocities[6 * i + k];
    rotateByPseudoVelocity(solver, moments, i, correctionTime);
  }
  for (let k = 0; k < 10; k++) records[r + ANGULAR_VELOCITY + k] = saved[k];
  for (let k = 0; k < 4; k++) {
    predicted.principalOrientations[4 * i + k] = principalOrientations[4 * i + k];
    principalOrientations[4 * i + k] = saved[10 + k];
  }
}
