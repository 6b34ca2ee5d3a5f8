import { closestSpatialHalfspaces } from '../distance/convex/halfspaces.ts';
import { closestSolidToHalfspace } from '../distance/convex/support-solid.ts';
import { closestPoints, closestPointToSegment, closestSegments } from '../distance/features/segment-contact.ts';
import { closestConvexParts, closestConvexShapes } from '../distance/planar/core-contact.ts';
import { closestHalfspaces, closestToHalfspace } from '../distance/planar/halfspace-contact.ts';
import { closestOutlines } from '../distance/planar/outline-contact.ts';
import { closestPointToOutline } from '../distance/planar/point-outline.ts';
import { impactAnywhere, impactByAdvancement, impactInPlane, impactOfCorners } from './impact-methods.ts';
import { type PairAccuracy, ROUNDING } from './pair-accuracy.ts';
import { type ClosestMethod, type PairMethods, type PairQueries, row } from './pair-methods.ts';
import { isInCommonPlane } from './require-planar.ts';

/** Points, segments, discs, polygons and half-spaces with each other. */

const POLYGONS: PairAccuracy = {
  ...ROUNDING,
  exception: 'overlapping a non-convex polygon: a lower bound of the depth',
};
const CORES = 'GJK on the cores, then radii';
const OUTLINE = 'GJK on the cores, then radii; non-convex: nearest edge, sign by side';
const PIECES = 'GJK and separating axes; non-convex: nearest convex pieces, or edge hierarchies for many vertices';

/** Above this number of edge pairs, the boundaries of non-convex polygons are searched by edge hierarchies. */
const HIERARCHY_FROM = 4096;

type CoreShape = 'point' | 'segment' | 'disc' | 'polygon';

const overPieces: ClosestMethod<CoreShape, CoreShape> = (out, shapeA, poseA, shapeB, poseB, cache) => {
  const convexA = shapeA.kind !== 'polygon' || shapeA.convex;
  const convexB = shapeB.kind !== 'polygon' || shapeB.convex;
  if (convexA && convexB) return closestConvexShapes(out, shapeA, poseA, shapeB, poseB, cache);
  if ((shapeA.kind === 'point' || shapeA.kind === 'disc') && shapeB.kind === 'polygon') {
    return closestPointToOutline(out, shapeA.kind === 'disc' ? shapeA.radius : 0, poseA, shapeB, poseB);
  }
  if (shapeA.kind === 'polygon' && shapeB.kind === 'polygon') {
    const edgePairs = (shapeA.vertices.length / 2) * (shapeB.vertices.length / 2);
    if (edgePairs > HIERARCHY_FROM) return closestOutlines(out, shapeA, poseA, shapeB, poseB);
  }
  return closestConvexParts(out, shapeA, poseA, shapeB, poseB);
};

const pointOrSegmentToHalfspace: ClosestMethod<'point' | 'segment', 'halfspace'> = (
  out,
  shapeA,
  poseA,
  shapeB,
  poseB,
) =>
  isInCommonPlane(shapeA, poseA, shapeB, poseB)
    ? closestToHalfspace(out, shapeA, poseA, shapeB, poseB)
    : closestSolidToHalfspace(out, shapeA, poseA, shapeB, poseB);

const halfspaceToHalfspace: ClosestMethod<'halfspace', 'halfspace'> = (out, shapeA, poseA, shapeB, poseB) =>
  isInCommonPlane(shapeA, poseA, shapeB, poseB)
    ? closestHalfspaces(out, shapeA, poseA, shapeB, poseB)
    : closestSpatialHalfspaces(out, shapeA, poseA, shapeB, poseB);

/** Rows of points, segments, discs, polygons and half-spaces with each other. */
export function planarRows(queries: PairQueries): PairMethods[] {
  const planar = impactInPlane(queries);
  const corners = impactAnywhere(queries, impactOfCorners);
  const halfspaces = impactAnywhere(queries, impactByAdvancement(queries));
  const inPlane = (methods: PairMethods): PairMethods => ({ ...methods, planar: true });
  return [
    row(
      ['point', 'point'],
      'difference',
      ROUNDING,
      (out, _a, poseA, _b, poseB) => closestPoints(out, poseA, poseB),
      corners,
    ),
    row(
      ['point', 'segment'],
      'clamped projection',
      ROUNDING,
      (out, _a, poseA, shapeB, poseB) => closestPointToSegment(out, poseA, shapeB, poseB),
      corners,
    ),
    row(['segment', 'segment'], 'best of five candidates', ROUNDING, closestSegments, corners),
    inPlane(row(['point', 'disc'], CORES, ROUNDING, closestConvexShapes, planar)),
    inPlane(row(['segment', 'disc'], CORES, ROUNDING, closestConvexShapes, planar)),
    inPlane(row(['disc', 'disc'], CORES, ROUNDING, closestConvexShapes, planar)),
    inPlane(row(['point', 'polygon'], OUTLINE, POLYGONS, overPieces, planar)),
    inPlane(row(['segment', 'polygon'], PIECES, POLYGONS, overPieces, planar)),
    inPlane(row(['disc', 'polygon'], OUTLINE, POLYGONS, overPieces, planar)),
    inPlane(row(['polygon', 'polygon'], PIECES, POLYGONS, overPieces, planar)),
    row(['point', 'halfspace'], 'height above the half-space', ROUNDING, pointOrSegmentToHalfspace, halfspaces),
    row(
      ['segment', 'halfspace'],
      'lower endpoint above the half-space',
      ROUNDING,
      pointOrSegmentToHalfspace,
      halfspaces,
    ),
    inPlane(row(['disc', 'halfspace'], 'height above the half-space', ROUNDING, closestToHalfspace, planar)),
    inPlane(row(['polygon', 'halfspace'], 'lowest vertex above the half-space', ROUNDING, closestToHalfspace, planar)),
    row(
      ['halfspace', 'halfspace'],
      'distance between the facing half-spaces',
      ROUNDING,
      halfspaceToHalfspace,
      halfspaces,
    ),
  ];
}
