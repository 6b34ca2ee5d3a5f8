import { checkList } from '../math/check-arguments.ts';
import { createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { checkSize, describeValue, finiteNumbers } from './checks.ts';

/** A box about the origin of its pose, its edges along the axes; if rounded, a smaller box inflated by `radius`. */
export interface Box {
  readonly kind: 'box';
  /** Half edges along x, y, z, the rounding included [m], each above zero. */
  readonly halfSizes: ReadonlyVec3;
  /** Radius of edges and corners [m], from 0 (sharp) to the smallest half edge. */
  readonly radius: number;
}

/** `edges` are full lengths [m] along x, y, z. */
export function createBox(edges: readonly number[], radius = 0): Box {
  checkList('box: edges', edges, 'three numbers [x, y, z]');
  if (edges.length !== 3 || !finiteNumbers(edges) || edges.some((edge) => !(edge > 0))) {
    throw new RangeError(`box: edges must be three numbers, finite and above zero, got ${describeValue(edges)}`);
  }
  const max = Math.min(...edges) / 2;
  if (!(Number.isFinite(radius) && radius >= 0 && radius <= max)) {
    throw new RangeError(
      `box: radius must be from 0 to ${max} m, half the smallest edge, got ${describeValue(radius)}`,
    );
  }
  checkSize('box', Math.max(...edges));
  return { kind: 'box', halfSizes: createVec3(edges[0] / 2, edges[1] / 2, edges[2] / 2), radius };
}
