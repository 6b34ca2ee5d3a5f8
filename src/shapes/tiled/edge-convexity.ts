import { createVec3, crossVec3, dotVec3, normalizeVec3 } from '../../math/vec3.ts';
import { PATCH_JET } from '../nurbs/patch.ts';
import { jetNormal, jetVector, runsAlongU, sideOrientation } from './patch-side.ts';
import { evaluateEdgeFace, type TiledEdgePart, type TiledParts } from './tiled-parts.ts';

/** Normals that differ by less than this angle [rad] count as equal. */
export const SAME_NORMAL = 1e-8;

/** Between the ends, where a degenerate side may leave a face without a normal. */
const EDGE_SAMPLES = Array.from({ length: 32 }, (_, i) => (i + 0.5) / 32);

const jet = new Float64Array(PATCH_JET);
const normalA = createVec3();
const normalB = createVec3();
const tangent = createVec3();
const cross = createVec3();

/** Range of the dihedral angle along a spatial edge. */
export interface DihedralRange {
  /** Sine of the angle from one face's normal to the other's, minimum and maximum: above zero where the body is convex. */
  readonly min: number;
  readonly max: number;
  /** Minimum cosine of that angle. */
  readonly cosine: number;
}

/** Angle between the normals about the edge, which runs counter-clockwise around its first face. */
export function dihedralRange(parts: TiledParts, edge: TiledEdgePart): DihedralRange {
  const [a, b] = edge.faces;
  const along = runsAlongU(a.side) ? 3 : 6;
  let [min, max, cosine] = [Infinity, -Infinity, 1];
  for (const t of EDGE_SAMPLES) {
    jetNormal(normalB, evaluateEdgeFace(jet, parts, b, t));
    jetNormal(normalA, evaluateEdgeFace(jet, parts, a, t));
    normalizeVec3(tangent, jetVector(jet, along));
    const sine = sideOrientation(a.side) * dotVec3(crossVec3(cross, normalA, normalB), tangent);
    min = Math.min(min, sine);
    max = Math.max(max, sine);
    cosine = Math.min(cosine, dotVec3(normalA, normalB));
  }
  return { min, max, cosine };
}

/** Do the faces have a common tangent plane along the whole edge? */
export function isSmoothEdge({ min, max, cosine }: DihedralRange): boolean {
  return cosine > 0 && min >= -SAME_NORMAL && max <= SAME_NORMAL;
}

/** Is the whole edge convex or smooth? */
export function isConvexEdge({ min, cosine }: DihedralRange): boolean {
  return min >= -SAME_NORMAL && (cosine > 0 || min > SAME_NORMAL);
}
