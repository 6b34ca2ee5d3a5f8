import type { BezierCurve } from '../nurbs/bezier.ts';
import { CURVE_JET, evaluateCurve } from '../nurbs/curve.ts';
import { assembleTiledBody } from './assemble-tiled-body.ts';
import { jetVector } from './patch-side.ts';
import type { TiledBody } from './tiled-body.ts';

export interface OutlineOptions {
  /** Maximum gap between the ends of consecutive curves [m]; default: a billionth of the body's size. */
  readonly tolerance?: number;
  /** Names of the curves; default C1, C2 ... */
  readonly names?: readonly string[];
}

/**
 * A planar body from its curves [m], in order and counter-clockwise. Curve i starts at vertex V(i) and ends at the
 * next. Throws a RangeError if the ends do not agree within `options.tolerance` [m].
 *
 * @example
 * ```ts
 * import { bezierCurve, outlineFromCurves } from 'appulse/nurbs';
 *
 * const drop = outlineFromCurves([bezierCurve([[0, 0], [2, -1], [2, 1], [0, 0]])]); // one closed curve with a corner
 * console.log(drop.edges.length, drop.vertices.length, drop.closed); // 1 1 true
 * ```
 */
export function outlineFromCurves(curves: readonly BezierCurve[], options: OutlineOptions = {}): TiledBody {
  const jet = new Float64Array(CURVE_JET);
  const vertices = curves.map((curve, i) => ({
    name: `V${i + 1}`,
    point: jetVector(evaluateCurve(jet, curve, 0), 0),
  }));
  const edges = curves.map((curve, i) => ({
    name: options.names?.[i] ?? `C${i + 1}`,
    curve,
    from: i,
    to: (i + 1) % curves.length,
    faces: [],
  }));
  return assembleTiledBody({ dimension: 2, faces: [], edges, vertices }, options.tolerance);
}
