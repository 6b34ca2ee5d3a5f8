import { flatBody } from '../distance/convex/flat-body.ts';
import { closestSegmentToTiled } from '../distance/convex/segment-tiled.ts';
import { closestSolids } from '../distance/convex/solid-contact.ts';
import { closestSolidToTiled } from '../distance/convex/solid-tiled.ts';
import { closestEllipsoids, closestEllipsoidToHalfspace } from '../distance/ellipsoid/ellipsoid-contact.ts';
import { addRadii } from '../distance/planar/core-contact.ts';
import { closestTiledShapes } from '../distance/smooth/tiled-contact.ts';
import { closestTiledToHalfspace } from '../distance/smooth/tiled-halfspace.ts';
import { createPoint } from '../shapes/point.ts';
import { asTiledBody } from '../shapes/tiled/as-tiled-body.ts';
import { inFixedOrder } from './fixed-order.ts';
import { impactByAdvancement } from './impact-methods.ts';
import { type PairAccuracy, ROUNDING } from './pair-accuracy.ts';
import { LOWEST, type PairMethods, type PairQueries, row } from './pair-methods.ts';
import { SOLID_KINDS } from './solid-rows.ts';

/** Tiled bodies and ellipsoids. */

const SMOOTH =
  'closest points proven by two planes; overlapping: largest gap over directions; not convex: bounds over all pieces';
const SMOOTH_POINT = 'closest points proven by two planes; inside or not convex: bounds over all pieces';
const CERTIFIED: PairAccuracy = { distance: 4e-10, depth: 'minimum-found', points: 4e-10, normal: 1e-7 };
const CERTIFIED_POINT: PairAccuracy = { distance: 4e-10, depth: 4e-10, points: 4e-10, normal: 1e-7 };
const ELLIPSOIDS: PairAccuracy = {
  ...ROUNDING,
  exception: 'overlapping by more than the smallest radii of curvature: the smallest depth found',
};
const SUPPORTS = 'GJK on farthest points; the tiled body not convex: the other as patches, bounds over all pieces';
const CERTIFIED_SUPPORTS: PairAccuracy = {
  distance: 1e-14,
  depth: 1e-11,
  points: 1e-7,
  exception: 'the tiled body not convex: 4e-10 L',
};
/** In the plane a segment is a thin stadium. */
const CERTIFIED_SEGMENT: PairAccuracy = {
  ...CERTIFIED_SUPPORTS,
  exception: 'in the plane, or the tiled body not convex: 4e-10 L',
};

/** One of all points: what is kept for a smooth body and a point is then kept once. */
const POINT = createPoint();

export function smoothRows(queries: PairQueries): PairMethods[] {
  const byAdvancement = impactByAdvancement(queries);
  return [
    row(
      ['point', 'tiled'],
      SMOOTH_POINT,
      CERTIFIED_POINT,
      (out, _a, poseA, shapeB, poseB) => closestTiledShapes(out, POINT, poseA, shapeB, poseB),
      byAdvancement,
    ),
    row(['segment', 'tiled'], SUPPORTS, CERTIFIED_SEGMENT, closestSegmentToTiled, byAdvancement),
    row(
      ['disc', 'tiled'],
      `centre: ${SMOOTH_POINT}; beside a body of space as a flat one`,
      CERTIFIED_POINT,
      (out, shapeA, poseA, shapeB, poseB, cache) => {
        if (shapeB.dimension === 3) return queries.closest(out, flatBody(shapeA), poseA, shapeB, poseB, cache);
        closestTiledShapes(out, POINT, poseA, shapeB, poseB);
        // a disc over a dent may be lifted out by less than its centre's way
        if (!shapeB.convex && out.distance < shapeA.radius) out.status = 'approximate';
        return addRadii(out, shapeA.radius, 0);
      },
      byAdvancement,
    ),
    row(
      ['polygon', 'tiled'],
      `the polygon as curves: ${SMOOTH}; beside a body of space as a flat one`,
      CERTIFIED,
      (out, shapeA, poseA, shapeB, poseB, cache) =>
        shapeB.dimension === 3
          ? queries.closest(out, flatBody(shapeA), poseA, shapeB, poseB, cache)
          : closestTiledShapes(out, asTiledBody(shapeA), poseA, shapeB, poseB),
      byAdvancement,
    ),
    row(['tiled', 'tiled'], SMOOTH, CERTIFIED, inFixedOrder(closestTiledShapes), byAdvancement),
    row(['tiled', 'halfspace'], LOWEST, ROUNDING, closestTiledToHalfspace, byAdvancement),
    ...SOLID_KINDS.map((kind) =>
      row(
        [kind, 'tiled'],
        kind === 'sphere' ? `centre: ${SMOOTH_POINT}` : SUPPORTS,
        kind === 'sphere' ? CERTIFIED_POINT : CERTIFIED_SUPPORTS,
        closestSolidToTiled,
        byAdvancement,
      ),
    ),
    row(
      ['point', 'ellipsoid'],
      'nearest place of the surface in closed form but for one root',
      ROUNDING,
      closestSolids,
      byAdvancement,
    ),
    row(
      ['ellipsoid', 'ellipsoid'],
      'climb over normals',
      ELLIPSOIDS,
      (out, shapeA, poseA, shapeB, poseB) => closestEllipsoids(out, shapeA, poseA, shapeB, poseB),
      byAdvancement,
    ),
    row(
      ['ellipsoid', 'tiled'],
      `the ellipsoid as patches: ${SMOOTH}`,
      CERTIFIED,
      (out, shapeA, poseA, shapeB, poseB) => closestTiledShapes(out, asTiledBody(shapeA), poseA, shapeB, poseB),
      byAdvancement,
    ),
    row(['ellipsoid', 'halfspace'], LOWEST, ROUNDING, closestEllipsoidToHalfspace, byAdvancement),
  ];
}
