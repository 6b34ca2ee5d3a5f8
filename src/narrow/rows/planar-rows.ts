import { closestConvexShapes, closestPieces } from '../closest/core-contact.ts';
import { closestOutlines } from '../closest/outline-contact.ts';
import { closestPointToOutline } from '../closest/point-outline.ts';
import { closestPoints, closestPointToSegment, closestSegments } from '../closest/spatial-contact.ts';
import { closestToWall, closestWalls } from '../closest/wall-contact.ts';
import { isInOnePlane } from '../one-plane.ts';
import { type PairAccuracy, ROUNDING } from '../pair-accuracy.ts';
import { type ClosestMethod, type PairMethods, type PairQueries, row } from '../pair-methods.ts';
import { closestHalfSpaces } from '../space/half-spaces.ts';
import { closestSolidToWall } from '../space/support-solid.ts';
import { impactAnywhere, impactByAdvancement, impactInPlane, impactOfCorners } from './impact-methods.ts';

/** Points, segments, discs, polygons and half planes among themselves. */

const POLYGONS: PairAccuracy = {
  ...ROUNDING,
  exception: 'overlapping a non-convex polygon: a lower bound of the depth',
};
const CORES = 'GJK on the cores, then radii';
const OUTLINE = 'GJK on the cores, then radii; not convex: nearest edge and side';
const PIECES = 'GJK and separating axes; not convex: nearest convex pieces, or edge hierarchies for many vertices';

/** Beyond this many pairs of edges the outlines of non-convex polygons are searched by their hierarchies first. */
const HIERARCHY_FROM = 4096;

type Grown = 'point' | 'segment' | 'disc' | 'polygon';

const overPieces: ClosestMethod<Grown, Grown> = (out, shapeA, poseA, shapeB, poseB, cache) => {
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
  return closestPieces(out, shapeA, poseA, shapeB, poseB);
};

const pointOrSegmentToWall: ClosestMethod<'point' | 'segment', 'halfplane'> = (out, shapeA, poseA, shapeB, poseB) =>
  isInOnePlane(shapeA, poseA, shapeB, poseB)
    ? closestToWall(out, shapeA, poseA, shapeB, poseB)
    : closestSolidToWall(out, shapeA, poseA, shapeB, poseB);

const wallToWall: ClosestMethod<'halfplane', 'halfplane'> = (out, shapeA, poseA, shapeB, poseB) =>
  isInOnePlane(shapeA, poseA, shapeB, poseB)
    ? closestWalls(out, shapeA, poseA, shapeB, poseB)
    : closestHalfSpaces(out, shapeA, poseA, shapeB, poseB);

export function planarRows(queries: PairQueries): PairMethods[] {
  const planar = impactInPlane(queries);
  const corners = impactAnywhere(queries, impactOfCorners);
  const walls = impactAnywhere(queries, impactByAdvancement(queries));
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
    row(['point', 'halfplane'], 'height over the wall', ROUNDING, pointOrSegmentToWall, walls),
    row(['segment', 'halfplane'], 'lowest end over the wall', ROUNDING, pointOrSegmentToWall, walls),
    inPlane(row(['disc', 'halfplane'], 'height over the wall', ROUNDING, closestToWall, planar)),
    inPlane(row(['polygon', 'halfplane'], 'lowest vertex over the wall', ROUNDING, closestToWall, planar)),
    row(['halfplane', 'halfplane'], 'width between facing walls', ROUNDING, wallToWall, walls),
  ];
}
