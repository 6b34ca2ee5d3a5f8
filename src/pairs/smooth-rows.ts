import { flatBody } from '../distance/convex/flat-body.ts';
import { closestSolids } from '../distance/convex/solid-contact.ts';
import { closestEllipsoids, closestEllipsoidToHalfspace } from '../distance/ellipsoid/ellipsoid-contact.ts';
import { addRadii } from '../distance/planar/core-contact.ts';
import { closestSegmentToTiled } from '../distance/smooth/segment-tiled.ts';
import { closestSolidToTiled } from '../distance/smooth/solid-tiled.ts';
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
  'closest points certified by two support planes; overlapping: maximum gap over directions; non-convex: bounds over all pieces';
const SMOOTH_POINT = 'closest points certified by two support planes; inside or non-convex: bounds over all pieces';
const CERTIFIED: PairAccuracy = { distance: 4e-10, depth: 'minimum-found', points: 4e-10, normal: 1e-7 };
const CERTIFIED_POINT: PairAccuracy = { distance: 4e-10, depth: 4e-10, points: 4e-10, normal: 1e-7 };
const ELLIPSOIDS: PairAccuracy = {
  ...ROUNDING,
  exception: 'overlapping by more than the smallest radii of curvature: the smallest depth found',
};
const SUPPORTS = 'GJK on support points; non-convex tiled body: the other as patches, bounds over all pieces';
const CERTIFIED_SUPPORTS: PairAccuracy = {
  distance: 1e-14,
  depth: 1e-11,
  points: 1e-7,
  exception: 'non-convex tiled body: 4e-10 L',
};
/** A planar segment is treated as a thin stadium. */
const CERTIFIED_SEGMENT: PairAccuracy = {
  ...CERTIFIED_SUPPORTS,
  exception: 'planar or non-convex tiled body: 4e-10 L',
};

/** One shared point, so that the workspace of a smooth body and a point is cached once. */
const POINT = createPoint();

/**
 * Rows of tiled smooth bodies with each other and with all other shapes that have one part, and of ellipsoids with
 * points, ellipsoids and half-spaces.
 */
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
      `centre: ${SMOOTH_POINT}; as a flat body if the tiled body is spatial`,
      CERTIFIED_POINT,
      (out, shapeA, poseA, shapeB, poseB, cache) => {
        if (shapeB.dimension === 3) return queries.closest(out, flatBody(shapeA), poseA, shapeB, poseB, cache);
        closestTiledShapes(out, POINT, poseA, shapeB, poseB);
        // the depth of a disc in a dent may be less than that of its centre
        if (!shapeB.convex && out.distance < shapeA.radius) out.status = 'approximate';
        return addRadii(out, shapeA.radius, 0);
      },
      byAdvancement,
    ),
    row(
      ['polygon', 'tiled'],
      `the polygon as curves: ${SMOOTH}; as a flat body if the tiled body is spatial`,
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
      'closest point on the surface by one scalar root',
      ROUNDING,
      closestSolids,
      byAdvancement,
    ),
    row(
      ['ellipsoid', 'ellipsoid'],
      'maximum gap over normals',
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
