import { checkSize } from '../checks.ts';
import { evaluatePatch, PATCH_JET } from '../nurbs/patch.ts';
import { bodyCenter, radiusAbout, roughSize } from './bounding-sphere.ts';
import { checkPlanarBody } from './check-planar-body.ts';
import { checkSpatialBody } from './check-spatial-body.ts';
import { isConvexBody } from './convexity.ts';
import { dihedralRange, isSmoothEdge } from './edge-convexity.ts';
import { jetVector, PATCH_SIDES } from './patch-side.ts';
import type { TiledBody } from './tiled-body.ts';
import type { TiledParts } from './tiled-parts.ts';

/** Maximum gap at joints, as a fraction of half the body's diagonal: files have fifteen digits. */
const JOINT_TOLERANCE = 1e-9;

/**
 * Assembles and validates a body from its parts: a RangeError names the part that does not fit. `tolerance` [m] is the
 * maximum gap at joints. A single face without edges is an open patch.
 */
export function assembleTiledBody(parts: TiledParts, tolerance = JOINT_TOLERANCE * roughSize(parts)): TiledBody {
  const { dimension, faces } = parts;
  const open = faces.length === 1 && PATCH_SIDES.every((side) => faces[0].sides[side].kind === 'none');
  if (dimension === 2) checkPlanarBody(parts, tolerance);
  else if (!open) checkSpatialBody(parts, tolerance);
  const edges = parts.edges.map((edge) => ({
    ...edge,
    smooth: dimension === 3 && isSmoothEdge(dihedralRange(parts, edge)),
  }));
  const vertices = parts.vertices.map((vertex, index) => ({ ...vertex, edges: edgeEnds(parts, index) }));
  const center = open
    ? jetVector(evaluatePatch(new Float64Array(PATCH_JET), faces[0].patch, 0.5, 0.5), 0)
    : bodyCenter(parts);
  const radius = radiusAbout(center, parts);
  checkSize('tiled body', radius);
  return {
    kind: 'tiled',
    dimension,
    faces,
    edges,
    vertices,
    closed: !open,
    convex: isConvexBody({ dimension, faces, edges, vertices, center, radius }),
    center,
    radius,
  };
}

/** The edges that end at a vertex; a closed one ends there twice. */
function edgeEnds(parts: TiledParts, vertex: number): { edge: number; end: 0 | 1 }[] {
  return parts.edges.flatMap(({ from, to }, edge) => [
    ...(from === vertex ? [{ edge, end: 0 as const }] : []),
    ...(to === vertex ? [{ edge, end: 1 as const }] : []),
  ]);
}
