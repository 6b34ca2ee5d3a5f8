import type { ReadonlyPose } from '../../math/pose.ts';
import { type ConvexPart, convexDecomposition } from '../../shapes/convex-decomposition.ts';
import { createPlanarCore, type PlanarCore, setPlanarCore } from '../../shapes/planar-core.ts';
import type { PlanarShape } from '../../shapes/shape.ts';
import { type Contact, copyContact, createContact, type FeatureKind } from '../contact.ts';
import { closestConvex } from '../convex-polygon/convex-distance.ts';
import { clearSimplexCache, createSimplexCache, type SimplexCache } from '../simplex-cache.ts';

const coreA = createPlanarCore();
const coreB = createPlanarCore();

/** Contact of two convex planar shapes other than half-spaces: GJK on their cores, then the radii. */
export function closestConvexShapes(
  out: Contact,
  shapeA: PlanarShape,
  poseA: ReadonlyPose,
  shapeB: PlanarShape,
  poseB: ReadonlyPose,
  cache: SimplexCache,
): Contact {
  setPlanarCore(coreA, shapeA);
  setPlanarCore(coreB, shapeB);
  closestConvex(out, coreA.vertices, poseA, coreB.vertices, poseB, cache);
  // the outline of a segment visits its edge twice; both are edge 0
  if (shapeA.kind === 'segment' && out.featureA === 'edge') out.indexA = 0;
  if (shapeB.kind === 'segment' && out.featureB === 'edge') out.indexB = 0;
  const radiusA = coreA.radius;
  const radiusB = coreB.radius;
  if (radiusA === 0 && radiusB === 0) return out;
  if (out.distance <= EQUAL * (radiusA + radiusB) && out.distance >= -EQUAL * (radiusA + radiusB))
    checkUniqueTranslation(out);
  return addRadii(out, radiusA, radiusB);
}

/** Circles with coincident centres, or a centre on a segment, have several minimum translations; with a centre on a polygon side only one. */
function checkUniqueTranslation(out: Contact): void {
  if (!isOnSide(out.featureA, coreA) && !isOnSide(out.featureB, coreB)) out.unique = false;
}

/** Is the point on a side of a polygon, which has an interior? */
function isOnSide(feature: FeatureKind, { vertices }: PlanarCore): boolean {
  return feature === 'edge' && vertices.length > 4;
}

/** Relative to the size: lengths that differ by less than the first are equal, points that differ by more than the second are distinct. */
const EQUAL = 4e-15;
const ELSEWHERE = 1e-6;

/** Inflates cores by their radii: the points move towards each other along the normal. */
export function addRadii(out: Contact, radiusA: number, radiusB: number): Contact {
  if (radiusA === 0 && radiusB === 0) return out;
  const { pointA, pointB, normal } = out;
  out.distance -= radiusA + radiusB;
  pointA.x += radiusA * normal.x;
  pointA.y += radiusA * normal.y;
  pointA.z += radiusA * normal.z;
  // from the moved point A, not from B's core: pointB = pointA + distance * normal holds to the last digit
  pointB.x = pointA.x + out.distance * normal.x;
  pointB.y = pointA.y + out.distance * normal.y;
  pointB.z = pointA.z + out.distance * normal.z;
  if (radiusA > 0) {
    out.featureA = 'edge';
    out.indexA = -1;
  }
  if (radiusB > 0) {
    out.featureB = 'edge';
    out.indexB = -1;
  }
  return out;
}

const trial = createContact();
const pieceCache = createSimplexCache();

/**
 * Contact of shapes of which at least one is a non-convex polygon: the closest, or deepest, pair of convex parts. Exact for separate and
 * touching shapes; for overlapping shapes the depth is a lower bound (`approximate`). [CP13-2.6]
 */
export function closestConvexParts(
  out: Contact,
  shapeA: PlanarShape,
  poseA: ReadonlyPose,
  shapeB: PlanarShape,
  poseB: ReadonlyPose,
): Contact {
  const piecesA = shapeA.kind === 'polygon' ? convexDecomposition(shapeA) : undefined;
  const piecesB = shapeB.kind === 'polygon' ? convexDecomposition(shapeB) : undefined;
  out.distance = Number.POSITIVE_INFINITY;
  let iterations = 0;
  for (let i = 0; i < (piecesA?.length ?? 1); i++) {
    for (let j = 0; j < (piecesB?.length ?? 1); j++) {
      const partA = piecesA?.[i];
      const partB = piecesB?.[j];
      clearSimplexCache(pieceCache);
      closestConvexShapes(trial, partA?.polygon ?? shapeA, poseA, partB?.polygon ?? shapeB, poseB, pieceCache);
      iterations += trial.iterations;
      const others = noteTie(out);
      if (trial.distance >= out.distance) continue;
      copyContact(out, trial);
      if (others) out.unique = false;
      if (partA) out.indexA = parentIndex(partA, trial.featureA, trial.indexA);
      if (partB) out.indexB = parentIndex(partB, trial.featureB, trial.indexB);
    }
  }
  out.iterations = iterations;
  if (out.distance < 0) out.status = 'approximate';
  return out;
}

/** Does the trial tie with the contact so far, at another position? Then neither is unique. */
function noteTie(out: Contact): boolean {
  const { pointA, pointB } = out;
  if (out.distance === Number.POSITIVE_INFINITY) return false;
  const { x, y } = pointB;
  const size = Math.max(
    Math.abs(x - pointA.x),
    Math.abs(y - pointA.y),
    Math.abs(x - trial.pointB.x),
    Math.abs(y - trial.pointB.y),
  );
  if (Math.abs(trial.distance - out.distance) > EQUAL * size) return false;
  const apart = Math.max(Math.abs(pointA.x - trial.pointA.x), Math.abs(pointA.y - trial.pointA.y));
  if (apart <= ELSEWHERE * size) return false;
  out.unique = false;
  return true;
}

function parentIndex(piece: ConvexPart, feature: Contact['featureA'], index: number): number {
  return feature === 'vertex' ? piece.parentVertices[index] : piece.parentEdges[index];
}
