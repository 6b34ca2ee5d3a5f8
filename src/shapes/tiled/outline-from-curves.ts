import { type BezierCurve, CURVE_JET, evaluateCurve } from '../nurbs/curve.ts';
import { assembleTiledBody } from './assemble-tiled-body.ts';
import { jetVector } from './patch-side.ts';
import type { TiledBody } from './tiled-body.ts';

export interface OutlineOptions {
  /** How far the ends of neighbouring curves may gape [m]; a billionth of the body's size when left out. */
  readonly tolerance?: number;
  /** Names of the curves; C1, C2 ... when left out. */
  readonly names?: readonly string[];
}

/**
 * A body of the plane from its curves, in order and counter-clockwise. Curve i starts at vertex V(i) and ends at the
 * next.
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
