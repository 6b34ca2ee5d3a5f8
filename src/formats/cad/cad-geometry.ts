/** Curves and surfaces as CAD files give them, in the units of the file. Parameters are those of OpenCascade: angles in rad. */

export type Vector = readonly [number, number, number];
export type Pair = readonly [number, number];

/** A right-handed or left-handed frame: origin and three unit axes. */
export interface CadFrame {
  readonly origin: Vector;
  readonly x: Vector;
  readonly y: Vector;
  readonly z: Vector;
}

/** A rational B-spline in n dimensions; `knots` is the flat knot vector. */
export interface CadSpline<Point> {
  readonly kind: 'spline';
  readonly degree: number;
  readonly points: readonly Point[];
  readonly weights: readonly number[];
  readonly knots: readonly number[];
}

/** A planar curve in the parameters of a surface. */
export type CadCurve2 =
  | { readonly kind: 'line'; readonly origin: Pair; readonly direction: Pair }
  | { readonly kind: 'conic'; readonly center: Pair; readonly x: Pair; readonly y: Pair }
  | CadSpline<Pair>
  | CadJetCurve
  | { readonly kind: 'other'; readonly name: string };

/** A planar curve that can only be evaluated; trimming curves are fitted to it. */
export interface CadJetCurve {
  readonly kind: 'jet';
  /** Pieces that are smooth, ascending. */
  readonly pieces: readonly CadJetPiece[];
  /** Largest error of the fit, in u and v. */
  readonly error: number;
}

export interface CadJetPiece {
  readonly from: number;
  readonly to: number;
  /** Point, first and second derivative at t: u v u' v' u'' v''. */
  readonly evaluate: (t: number) => readonly number[];
}

/** A curve in space: origin + t direction, center + cos t x + sin t y, or a spline. */
export type CadCurve3 =
  | { readonly kind: 'line'; readonly origin: Vector; readonly direction: Vector }
  | { readonly kind: 'conic'; readonly center: Vector; readonly x: Vector; readonly y: Vector }
  | CadSpline<Vector>
  | { readonly kind: 'other'; readonly name: string };

/** A rational B-spline surface: points[i][j], i along u. */
export interface CadSplineSurface {
  readonly kind: 'spline-surface';
  readonly degreeU: number;
  readonly degreeV: number;
  readonly points: readonly (readonly Vector[])[];
  readonly weights: readonly (readonly number[])[];
  readonly knotsU: readonly number[];
  readonly knotsV: readonly number[];
  /** Periods of closed parameters; 0: not periodic. */
  readonly periodU: number;
  readonly periodV: number;
}

export type CadSurface =
  | { readonly kind: 'plane'; readonly frame: CadFrame }
  | { readonly kind: 'cylinder'; readonly frame: CadFrame; readonly radius: number }
  | { readonly kind: 'cone'; readonly frame: CadFrame; readonly radius: number; readonly angle: number }
  | { readonly kind: 'sphere'; readonly frame: CadFrame; readonly radius: number }
  | { readonly kind: 'torus'; readonly frame: CadFrame; readonly major: number; readonly minor: number }
  | { readonly kind: 'extrusion'; readonly direction: Vector; readonly curve: CadCurve3 }
  | { readonly kind: 'revolution'; readonly origin: Vector; readonly direction: Vector; readonly curve: CadCurve3 }
  | CadSplineSurface
  | { readonly kind: 'other'; readonly name: string };

/** One trimming curve of a loop: the curve over [from, to], run backwards if reversed. */
export interface CadTrim {
  readonly curve: CadCurve2;
  readonly from: number;
  readonly to: number;
  readonly reversed: boolean;
  /** The edge in space with the same parameter, if the file has it. */
  readonly space?: CadCurve3;
}

/** An edge of a loop in space: the curve over [from, to], run backwards if reversed. */
export interface CadSpaceEdge {
  readonly curve: CadCurve3;
  readonly from: number;
  readonly to: number;
  readonly reversed: boolean;
}

/** Loops in space. */
export interface CadSpaceLoops {
  readonly loops: readonly (readonly CadSpaceEdge[])[];
  /** Largest distance of an edge from the surface. */
  readonly tolerance: number;
  /** Low and high u, low and high v of an extrusion or revolution. */
  readonly domain?: readonly [number, number, number, number];
}

/** A face of a file. */
export interface CadFace {
  readonly surface: CadSurface;
  readonly loops: readonly (readonly CadTrim[])[];
  /** Loops in space, where trimming curves are not known. */
  readonly edges?: CadSpaceLoops;
  /** Is the outward normal opposite to f_u × f_v? */
  readonly reversed: boolean;
}
