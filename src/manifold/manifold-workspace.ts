import { type ContactFrame, createProjectedFace, type ProjectedFace } from './projected-face.ts';

/** Candidate points of a manifold. */
export interface CandidatePoints {
  count: number;
  /** Four numbers per pair: tangential coordinates (u, v), the height of the point of A along n, and the signed gap [m]. */
  numbers: Float64Array;
  /** One number: gap up to which pairs are accepted [m]. */
  readonly limit: Float64Array;
}

/** Intersection of two projected faces. */
export interface ClippedPolygon {
  count: number;
  /** u v u v ... [m] */
  positions: Float64Array;
}

/** Intermediate results of a manifold query, from the contact frames to the reduced set of points. */
export interface ManifoldWorkspace {
  readonly frameA: ContactFrame;
  readonly frameB: ContactFrame;
  /** The projected supporting faces of A and B, and their intersection. */
  readonly projectedA: ProjectedFace;
  readonly projectedB: ProjectedFace;
  readonly clipped: ClippedPolygon;
  readonly candidates: CandidatePoints;
  /** Indices of the selected candidates, the deepest first, and their feature ids. */
  chosen: Int32Array;
  features: Int32Array;
  /** Input and output of `surfaceAlong`. */
  readonly line: Float64Array;
}

export function createManifoldWorkspace(): ManifoldWorkspace {
  return {
    frameA: new Float64Array(12),
    frameB: new Float64Array(12),
    projectedA: createProjectedFace(),
    projectedB: createProjectedFace(),
    clipped: { count: 0, positions: new Float64Array(32) },
    candidates: { count: 0, numbers: new Float64Array(64), limit: new Float64Array(1) },
    chosen: new Int32Array(4),
    features: new Int32Array(4),
    line: new Float64Array(7),
  };
}
