import type { PatchSide } from '../nurbs/curve.ts';

/** Two or three coordinates [m]; the third is 0 in 2-D and by default. */
export type PointInput = readonly number[];

/** A rational Bezier curve in plain form: degree = points - 1; default weight 1. */
export interface CurveInput {
  readonly id: string;
  readonly points: readonly PointInput[];
  readonly weights?: readonly number[];
  /** Names of the vertices at t = 0 and t = 1. */
  readonly from: string;
  readonly to: string;
}

/** A rational Bezier patch in plain form: `points[i][j]`, i along u, j along v. */
export interface FaceInput {
  readonly id: string;
  readonly points: readonly (readonly PointInput[])[];
  readonly weights?: readonly (readonly number[])[];
}

export interface SidedFaceInput extends FaceInput {
  /** The name of an edge on each side, or of the vertex of a degenerate side. */
  readonly sides: Readonly<Record<PatchSide, string>>;
}

export interface EdgeInput extends CurveInput {
  /** Its two faces; the face's running parameter is t, or 1 - t if `reversed`. */
  readonly faces: readonly { readonly face: string; readonly side: PatchSide; readonly reversed?: boolean }[];
}

export interface VertexInput {
  readonly id: string;
  readonly point: PointInput;
}

/** Counter-clockwise curves around a planar body. */
export interface PlanarBodyInput {
  readonly kind: 'planar';
  readonly curves: readonly CurveInput[];
  readonly vertices: readonly VertexInput[];
}

/** Patches that enclose a spatial body. */
export interface SpatialBodyInput {
  readonly kind: 'spatial';
  readonly faces: readonly SidedFaceInput[];
  readonly edges: readonly EdgeInput[];
  readonly vertices: readonly VertexInput[];
}

/** One open patch without neighbours. */
export interface OpenPatchInput {
  readonly kind: 'patch';
  readonly faces: readonly FaceInput[];
}

/** A tiled body as plain JSON, the form of the tracker's scenes. Names are free and must differ. */
export type TiledBodyInput = PlanarBodyInput | SpatialBodyInput | OpenPatchInput;
