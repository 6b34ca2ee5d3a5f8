import type { PointMotion } from '../../ccd/point-motion.ts';

/**
 * Whether the swept boxes of two elements over the step are more than `tolerance` [m] apart. The elements
 * are the `countA` nodes from index `i` on in `nodesA`, and likewise `nodesB`. Decides most pairs at once.
 */
export function sweptBoxesDisjoint(
  { start, endOrVelocity, duration }: PointMotion,
  nodesA: Int32Array,
  i: number,
  countA: number,
  nodesB: Int32Array,
  j: number,
  countB: number,
  tolerance: number,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    let lowA = Number.POSITIVE_INFINITY;
    let highA = Number.NEGATIVE_INFINITY;
    for (let k = i; k < i + countA; k++) {
      const at = 3 * nodesA[k] + axis;
      const end = start[at] + duration * endOrVelocity[at];
      lowA = Math.min(lowA, start[at], end);
      highA = Math.max(highA, start[at], end);
    }
    let lowB = Number.POSITIVE_INFINITY;
    let highB = Number.NEGATIVE_INFINITY;
    for (let k = j; k < j + countB; k++) {
      const at = 3 * nodesB[k] + axis;
      const end = start[at] + duration * endOrVelocity[at];
      lowB = Math.min(lowB, start[at], end);
      highB = Math.max(highB, start[at], end);
    }
    if (lowA > highB + tolerance || lowB > highA + tolerance) return true;
  }
  return false;
}
