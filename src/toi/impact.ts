import { copyVec3, createVec3, setVec3, type Vec3 } from '../math/vec3.ts';

/**
 * When two moving bodies first touch: the one result of every continuous method.
 *
 * What the fields below `time` say depends on the status. `hit` and `initial-overlap`: the contact at `time`. `iteration-limit`: what
 * the last distance query at `time` measured. `none`: no pair of points was measured last, so points and normal are zero
 * vectors, which are no place and no direction, and the closing speed is 0.
 */
export interface Impact {
  /**
   * `hit`: first contact at `time`. `none`: no contact in the step. `initial-overlap`: the bodies overlap at the start
   * (`time` = 0). `iteration-limit`: undecided; no contact before `time`. Where a separation is to be kept, bodies nearer than that count
   * as overlapping, and as touching where they reach it.
   */
  status: 'hit' | 'none' | 'initial-overlap' | 'iteration-limit';
  /** [s] from the start of the step; the end of the step when there is no contact; for `iteration-limit` the time up to which there is none. */
  time: number;
  /** Witness points at `time`, world axes [m]; equal up to `gap`. */
  pointA: Vec3;
  pointB: Vec3;
  /** Unit vector from A to B at `time`. */
  normal: Vec3;
  /**
   * Distance left at `time` [m]: never late means gap >= 0, or the separation, up to rounding; in space up to 1e-9 of the size more.
   * `iteration-limit`: a lower bound of the distance at `time`. `none`: a lower bound of the distance during the whole step, which is the
   * separation, 0 where none is to be kept.
   */
  gap: number;
  /** Closing speed -(vB - vA)·normal at the witness points [m/s], above zero for a hit. */
  closingSpeed: number;
  /** Edge-on-edge hits have a second pair of points; `twoPoints` says whether it is set. */
  twoPoints: boolean;
  secondPointA: Vec3;
  secondPointB: Vec3;
  /** The edge and the vertex that meet: edge `edge` of body `edgeOf` and vertex `vertex` of the other, -1 if none. */
  edgeOf: 'A' | 'B';
  edge: number;
  vertex: number;
  /** Distances measured; for compounds and meshes pairs of boxes looked at. */
  iterations: number;
}

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

/** Writes that there is no contact before `duration` [s] where `separation` [m] is to be kept. */
export function writeNoImpact(out: Impact, duration: number, separation: number, iterations: number): Impact {
  clearImpact(out, 'none', duration, iterations);
  out.gap = separation;
  return out;
}

/** Writes that a search gave up at `time` [s], before which there is no contact. What is known at that time is still to be measured. */
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

/** Iterations that a body may take for each radian it rotates, beyond those of a search without rotation. */
const PER_RADIAN = 64;
/** Iterations that rotation adds at most: a few seconds of work. */
const MAX_FOR_ROTATION = 2 ** 20;

/**
 * Iterations before a search gives up: `base`, and more for bodies that rotate with `speed` [rad/s] together for `duration` [s], which may
 * be infinite. Bodies that pass each other with every revolution have to be followed through each of them.
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
