import { type CrushCurve, residualAfter, yieldForce, yieldSlope } from '../../dynamics/vehicle/crush-curve.ts';

/** Force of two structures in series, and the residual crush of each while it acts. */
export interface CrushForce {
  /** [N] */
  force: number;
  /** Energy in both springs [J]. */
  stored: number;
  /** [m] */
  residualA: number;
  residualB: number;
}

const slope = { compliance: 0.5, next: 0.5 };

/**
 * Force of two structures that are compressed together by `depth` [m] and had the residual crushes `oldA` and `oldB` [m]. A missing
 * structure is rigid; at least one is given. Elastic while neither yields: F = k (depth - oldA - oldB), with the springs in series;
 * else F solves F/k + Σ max(old, C(F)) = depth, whose left side is an increasing polyline that is followed from node to node.
 */
export function crushForce(
  out: CrushForce,
  depth: number,
  curveA: CrushCurve | undefined,
  oldA: number,
  curveB: CrushCurve | undefined,
  oldB: number,
): CrushForce {
  const compliance = (curveA ? 1 / curveA.unloading : 0) + (curveB ? 1 / curveB.unloading : 0);
  const yieldA = curveA ? yieldForce(curveA, oldA) : Number.POSITIVE_INFINITY;
  const yieldB = curveB ? yieldForce(curveB, oldB) : Number.POSITIVE_INFINITY;
  const elastic = (depth - oldA - oldB) / compliance;
  out.residualA = oldA;
  out.residualB = oldB;
  if (elastic <= Math.min(yieldA, yieldB)) {
    out.force = Math.max(0, elastic);
  } else {
    let force = Math.min(yieldA, yieldB);
    let sum = force * compliance + oldA + oldB;
    for (;;) {
      let next = Number.POSITIVE_INFINITY;
      let soft = compliance;
      if (curveA) {
        if (force < yieldA) next = yieldA;
        else {
          yieldSlope(slope, curveA, force);
          soft += slope.compliance;
          next = slope.next;
        }
      }
      if (curveB) {
        if (force < yieldB) next = Math.min(next, yieldB);
        else {
          yieldSlope(slope, curveB, force);
          soft += slope.compliance;
          next = Math.min(next, slope.next);
        }
      }
      const reached = force + (depth - sum) / soft;
      if (reached <= next) {
        force = reached;
        break;
      }
      sum += (next - force) * soft;
      force = next;
    }
    out.force = force;
    if (curveA && force > yieldA) out.residualA = Math.max(oldA, residualAfter(curveA, force));
    if (curveB && force > yieldB) out.residualB = Math.max(oldB, residualAfter(curveB, force));
  }
  out.stored = 0.5 * compliance * out.force * out.force;
  return out;
}

/** Side of a vehicle that a unit vector from it points to: 0 front, 1 rear, 2 left, 3 right. `d` is the offset of its director 1. */
export function crushRegion(state: Float64Array, d: number, x: number, y: number, z: number): number {
  const ahead = (x * state[d] + y * state[d + 1] + z * state[d + 2]) / lengthAt(state, d);
  const left = (x * state[d + 3] + y * state[d + 4] + z * state[d + 5]) / lengthAt(state, d + 3);
  if (Math.abs(ahead) >= Math.abs(left)) return ahead >= 0 ? 0 : 1;
  return left > 0 ? 2 : 3;
}

function lengthAt(state: Float64Array, i: number): number {
  return Math.sqrt(state[i] * state[i] + state[i + 1] * state[i + 1] + state[i + 2] * state[i + 2]);
}
