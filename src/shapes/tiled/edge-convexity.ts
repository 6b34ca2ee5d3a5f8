import { createVec3, crossVec3, dotVec3, normalizeVec3 } from '../../math/vec3.ts';
import { PATCH_JET } from '../nurbs/patch.ts';
import { jetNormal, jetVector, runsAlongU, sideTurn } from './patch-side.ts';
import { evaluateEdgeFace, type TiledEdgePart, type TiledParts } from './tiled-parts.ts';

/** Normals that differ by less than this angle [rad] count as one. */
export const SAME_NORMAL = 1e-8;

/** Between the ends, where a collapsed side may leave a face without a normal. */
const FOLD_SAMPLES = Array.from({ length: 32 }, (_, i) => (i + 0.5) / 32);

const jet = new Float64Array(PATCH_JET);
const normalA = createVec3();
const normalB = createVec3();
const tangent = createVec3();
const cross = createVec3();

/** How an edge of space folds, over all its length. */
export interface DihedralRange {
  /** Sine of the turn from one face's normal to the other's, least and largest: above zero where the body is convex. */
  readonly min: number;
  readonly largest: number;
  /** Least cosine of that turn. */
  readonly cosine: number;
}

/** Turn of the normals about the edge, which runs counter-clockwise around its first face. */
export function dihedralRange(parts: TiledParts, edge: TiledEdgePart): DihedralRange {
  const [a, b] = edge.faces;
  const along = runsAlongU(a.side) ? 3 : 6;
  let [min, largest, cosine] = [Infinity, -Infinity, 1];
  for (const t of FOLD_SAMPLES) {
    jetNormal(normalB, evaluateEdgeFace(jet, parts, b, t));
    jetNormal(normalA, evaluateEdgeFace(jet, parts, a, t));
    normalizeVec3(tangent, jetVector(jet, along));
    const sine = sideTurn(a.side) * dotVec3(crossVec3(cross, normalA, normalB), tangent);
    min = Math.min(min, sine);
    largest = Math.max(largest, sine);
    cosine = Math.min(cosine, dotVec3(normalA, normalB));
  }
  return { min, largest, cosine };
}

/** Do the faces meet with one tangent plane all along? */
export function isSmoothEdge({ min, largest, cosine }: DihedralRange): boolean {
  return cosine > 0 && min >= -SAME_NORMAL && largest <= SAME_NORMAL;
}

/** Does the edge turn outward, or not at all, all along? */
export function isConvexFold({ min, cosine }: DihedralRange): boolean {
  return min >= -SAME_NORMAL && (cosine > 0 || min > SAME_NORMAL);
}
