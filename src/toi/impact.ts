import { copyVec3, createVec3, setVec3, type Vec3 } from '../math/vec3.ts';

/**
 * First contact of two moving bodies: the result of every continuous method.
 *
 * The meaning of the fields below `time` depends on the status. `hit` and `initial-overlap`: the contact at `time`.
 * `iteration-limit`: the last distance query, at `time`. `none`: there is no contact, so points and normal are zero vectors and
 * the closing speed is 0.
 */
export interface Impact {
  /**
   * `hit`: first contact at `time`. `none`: no contact in the step. `initial-overlap`: the bodies overlap at the start
   * (`time` = 0). `iteration-limit`: undecided; no contact before `time`. With a separation, bodies closer than that count as
   * overlapping, and bodies at that distance as touching.
   */
  status: 'hit' | 'none' | 'initial-overlap' | 'iteration-limit';
  /** [s] from the start of the step; the end of the step if there is no contact; for `iteration-limit` no contact is before it. */
  time: number;
  /** Witness point on A at `time`, world axes [m]. */
  pointA: Vec3;
  /** Witness point on B at `time`, world axes [m]; equal to `pointA` up to `gap`. */
  pointB: Vec3;
  /** Unit vector from A to B at `time`. */
  normal: Vec3;
  /**
   * Distance at `time` [m]: never late means gap >= 0, or >= the separation, within rounding error; in 3-D up to 1e-9 of the size
   * more. `iteration-limit`: a lower bound of the distance at `time`. `none`: a lower bound of the distance during the whole
   * step, which is the separation, or 0 without one.
   */
  gap: number;
  /** Closing speed -(vB - vA)·normal at the witness points [m/s], above zero for a hit. */
  closingSpeed: number;
  /** Edge-edge hits have a second pair of points; this says whether it is set. */
  twoPoints: boolean;
  /** Second point on A, world axes [m]; valid only with `twoPoints`. */
  secondPointA: Vec3;
  /** Second point on B, world axes [m]; valid only with `twoPoints`. */
  secondPointB: Vec3;
  /** The body whose edge touches a vertex of the other; see `edge` and `vertex`. */
  edgeOf: 'A' | 'B';
  /** Index of the touching edge of body `edgeOf`; -1 if none. */
  edge: number;
  /** Index of the touching vertex of the other body; -1 if none. */
  vertex: number;
  /** Distance queries; for compounds and meshes pairs of boxes tested. */
  iterations: number;
}

/** A new result of `impactInto`, which may be used again for any pair. */
export function createImpact(): Impact {
  return {
    status: 'none',
    time: 0,
    pointA: createVec3(),
    pointB: createVec3(),
    normal: createVec3(),
    gap: 0,
    closingSpeed: 0,
    twoPoints: false,
    secondPointA: createVec3(),
    secondPointB: createVec3(),
    edgeOf: 'A',
    edge: -1,
    vertex: -1,
    iterations: 0,
  };
}

/** Writes that there is no contact before `duration` [s], at the required gap `separation` [m]. */
export function writeNoImpact(out: Impact, duration: number, separation: number, iterations: number): Impact {
  clearImpact(out, 'none', duration, iterations);
  out.gap = separation;
  return out;
}

/** Writes that a search gave up at `time` [s], before which there is no contact. The caller measures the distance at that time. */
export function writeUndecided(out: Impact, time: number, iterations: number): Impact {
  return clearImpact(out, 'iteration-limit', time, iterations);
}

function clearImpact(out: Impact, status: Impact['status'], time: number, iterations: number): Impact {
  out.status = status;
  out.time = time;
  setVec3(out.pointA, 0, 0, 0);
  setVec3(out.pointB, 0, 0, 0);
  setVec3(out.normal, 0, 0, 0);
  out.gap = 0;
  out.closingSpeed = 0;
  out.twoPoints = false;
  out.edgeOf = 'A';
  out.edge = -1;
  out.vertex = -1;
  out.iterations = iterations;
  return out;
}

/** Additional iterations per radian of rotation. */
const PER_RADIAN = 64;
/** Maximum number of iterations added for rotation: a few seconds of work. */
const MAX_FOR_ROTATION = 2 ** 20;

/**
 * Iterations before a search gives up: `base`, and more for bodies with the total angular speed `speed` [rad/s] over `duration`
 * [s], which may be infinite. Bodies that pass each other in every revolution must be tracked through each of them.
 */
export function iterationLimit(base: number, speed: number, duration: number): number {
  return speed > 0 ? base + Math.ceil(Math.min(MAX_FOR_ROTATION, PER_RADIAN * speed * duration)) : base;
}

export function copyImpact(out: Impact, from: Impact): Impact {
  out.status = from.status;
  out.time = from.time;
  copyVec3(out.pointA, from.pointA);
  copyVec3(out.pointB, from.pointB);
  copyVec3(out.normal, from.normal);
  out.gap = from.gap;
  out.closingSpeed = from.closingSpeed;
  out.twoPoints = from.twoPoints;
  copyVec3(out.secondPointA, from.secondPointA);
  copyVec3(out.secondPointB, from.secondPointB);
  out.edgeOf = from.edgeOf;
  out.edge = from.edge;
  out.vertex = from.vertex;
  out.iterations = from.iterations;
  return out;
}
