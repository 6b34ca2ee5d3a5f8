import { copyVec3, createVec3, type Vec3 } from '../math/vec3.ts';

/** When two moving bodies first touch: the one result of every continuous method. */
export interface Impact {
  /**
   * `hit`: first contact at `time`. `none`: no contact in the step. `initial-overlap`: the bodies overlap at the start
   * (`time` = 0). `iteration-limit`: undecided; no contact before `time`. Where a separation is to be kept, bodies nearer than that count
   * as overlapping, and as touching where they reach it.
   */
  status: 'hit' | 'none' | 'initial-overlap' | 'iteration-limit';
  /** [s] from the start of the step; the end of the step when there is no hit. */
  time: number;
  /** Witness points at `time`, world axes [m]; equal up to `gap`. */
  pointA: Vec3;
  pointB: Vec3;
  /** Unit vector from A to B at `time`. */
  normal: Vec3;
  /** Distance left at `time` [m]: never late means gap >= 0, or the separation, up to rounding; in space up to 1e-9 of the size more. */
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
  iterations: number;
}

export function createImpact(): Impact {
  return {
    status: 'none',
    time: 0,
    pointA: createVec3(),
    pointB: createVec3(),
    normal: createVec3(1, 0, 0),
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
