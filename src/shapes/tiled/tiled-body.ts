import type { ReadonlyVec3 } from '../../math/vec3.ts';
import type { Curve, PatchSide } from '../nurbs/curve.ts';
import type { Patch } from '../nurbs/patch.ts';

/** Owner of a side of a face: an edge, the vertex of a degenerate side, or none (an open patch). */
export type SideOwner =
  | { readonly kind: 'edge'; readonly index: number }
  | { readonly kind: 'vertex'; readonly index: number }
  | { readonly kind: 'none' };

export interface TiledFace {
  readonly name: string;
  readonly patch: Patch;
  readonly sides: Readonly<Record<PatchSide, SideOwner>>;
}

/** Position of an edge on a face: the face's running parameter is t, or 1 - t if reversed. */
export interface EdgeFace {
  readonly face: number;
  readonly side: PatchSide;
  readonly reversed: boolean;
}

/** A curve between two faces of a tiled body, or a curve of a planar one. */
export interface TiledEdge {
  readonly name: string;
  readonly curve: Curve;
  /** Index of the vertex at t = 0. */
  readonly from: number;
  /** Index of the vertex at t = 1. A closed planar curve may end where it starts. */
  readonly to: number;
  /** Its two faces; empty for planar curves. */
  readonly faces: readonly EdgeFace[];
  /** Do its faces have a common tangent plane along the whole edge? The tracker then crosses it without stopping. */
  readonly smooth: boolean;
}

export interface TiledVertex {
  readonly name: string;
  readonly point: ReadonlyVec3;
  /** The edges that end here: t = 0 or 1. */
  readonly edges: readonly { readonly edge: number; readonly end: 0 | 1 }[];
}

/**
 * A body tiled from parametric pieces: in 3-D patches joined along edges that end at vertices, in 2-D (z = 0)
 * curves that run counter-clockwise from vertex to vertex. Plain data, validated by `createTiledBody`.
 * A feature has one index: faces come first, then edges, then vertices. [PG05-6.1]
 */
export interface TiledBody {
  readonly kind: 'tiled';
  /** 2: planar, in z = 0. 3: spatial. */
  readonly dimension: 2 | 3;
  /** Patches of a spatial body; empty for a planar one. */
  readonly faces: readonly TiledFace[];
  /** Edges between faces; in 2-D the curves of the outline. */
  readonly edges: readonly TiledEdge[];
  readonly vertices: readonly TiledVertex[];
  /** False: a single open patch without neighbours, whose closest point may lie on its boundary. */
  readonly closed: boolean;
  /** Non-convex bodies are processed patch by patch. [PG05-6.7] */
  readonly convex: boolean;
  /** A point well inside, body axes [m]. */
  readonly center: ReadonlyVec3;
  /** Radius of a sphere about `center` that contains the body [m]. */
  readonly radius: number;
}

export type FeatureDimension = 0 | 1 | 2;

/** Number of parameters of feature `feature`: 2 on a face, 1 on an edge, 0 at a vertex. */
export function featureDimension(body: TiledBody, feature: number): FeatureDimension {
  const { faces, edges } = body;
  if (feature < faces.length) return 2;
  return feature < faces.length + edges.length ? 1 : 0;
}

/** Name of a feature by its index: faces first, then edges, then vertices. */
export function featureName(body: TiledBody, feature: number): string {
  const { faces, edges, vertices } = body;
  if (feature < faces.length) return faces[feature].name;
  const edge = feature - faces.length;
  return edge < edges.length ? edges[edge].name : vertices[edge - edges.length].name;
}
