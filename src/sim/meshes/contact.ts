import type { ReadonlyVec3 } from '../../math/vec3.ts';

/** A contact found by the velocity check in this step, or a persistent one of the last step. [VBC24-3.4] */
export type Touch = NodeTouch | EdgeTouch;

interface TouchBase {
  /** Identifies and orders contacts. */
  readonly key: number;
  /** Bodies: the impulse on the slave acts along the normal, that on the master in the opposite direction. */
  readonly slave: number;
  readonly master: number;
  /** First contact [s] since the start of the step; undefined for a persistent contact. */
  readonly time?: number;
  /** Closing speed at first contact [m/s]. */
  readonly closingSpeed: number;
}

/** A node of the slave on a face of the master. A node may touch several faces, but not two that share a node. */
export interface NodeTouch extends TouchBase {
  readonly kind: 'node';
  readonly node: number;
  readonly face: number;
  /** 1: on the side where the face's normal points. -1: behind it (two-sided surfaces). */
  readonly side: 1 | -1;
}

/** An edge of the slave crossing an edge of the master. */
export interface EdgeTouch extends TouchBase {
  readonly kind: 'edges';
  /** Two of the slave, two of the master. */
  readonly nodes: readonly [number, number, number, number];
  /** Unit, from the master's edge to the slave's. */
  readonly normal: ReadonlyVec3;
}

/** Two times that differ by less than this fraction of the step are equal. */
const SAME_TIME = 1e-9;

/** Earliest first, then by decreasing speed, then by key. For contacts of one step. */
export function compareTouches(a: Touch, b: Touch, timeStep: number): number {
  const later = (a.time ?? 0) - (b.time ?? 0);
  if (Math.abs(later) > SAME_TIME * timeStep) return later;
  return b.closingSpeed - a.closingSpeed || a.key - b.key;
}
