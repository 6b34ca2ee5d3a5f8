import { createPoint } from '../../shapes/point.ts';
import { asTiledBody } from '../../shapes/tiled/as-tiled-body.ts';
import { addRadii } from '../closest/core-contact.ts';
import { closestEllipsoids, closestEllipsoidToWall } from '../ellipsoid/ellipsoid-contact.ts';
import { LOWEST, type PairMethods, type PairQueries, ROUNDING, row } from '../pair-methods.ts';
import { closestSegmentToTiled } from '../parametric/segment-tiled.ts';
import { closestSolidToTiled } from '../parametric/solid-tiled.ts';
import { closestTiledShapes } from '../parametric/tiled-contact.ts';
import { closestTiledToWall } from '../parametric/tiled-wall.ts';
import { flatBody } from '../space/flat-body.ts';
import { closestSolids } from '../space/solid-contact.ts';
import { inFixedOrder } from './fixed-order.ts';
import { impactByAdvancement } from './impact-methods.ts';
import { SOLID_KINDS } from './solid-rows.ts';

/** Tiled bodies and ellipsoids. */

const SMOOTH =
  'closest points proven by two planes; overlapping: largest gap over directions; not convex: bounds over all pieces';
const SMOOTH_POINT = 'closest points proven by two planes; inside or not convex: bounds over all pieces';
const PROVEN = 'found to about 1e-15 L, proven to 4e-10 of the size; overlapping: the least depth found';
const PROVEN_POINT = 'found to about 1e-15 L, proven to 4e-10 of the size, inside too';
const ELLIPSOIDS =
  'to rounding, about 1e-15 L; overlapping by more than the smallest radii of curvature: the least depth found';
const SUPPORTS = 'GJK on farthest points; the tiled body not convex: the other as patches, bounds over all pieces';
const PROVEN_SUPPORTS =
  'proven to about 1e-14 L, overlapping to about 1e-11 L; places and normals to about 1e-7; the tiled body not convex: proven to 4e-10 of the size';

/** One of all points: what is kept for a smooth body and a point is then kept once. */
const POINT = createPoint();

export function smoothRows(queries: PairQueries): PairMethods[] {
  const byAdvancement = impactByAdvancement(queries);
  return [
    row(
      ['point', 'tiled'],
      SMOOTH_POINT,
      PROVEN_POINT,
      (out, _a, poseA, shapeB, poseB) => closestTiledShapes(out, POINT, poseA, shapeB, poseB),
      byAdvancement,
    ),
    row(['segment', 'tiled'], SUPPORTS, PROVEN_SUPPORTS, closestSegmentToTiled, byAdvancement),
    row(
      ['disc', 'tiled'],
      `centre: ${SMOOTH_POINT}; beside a body of space as a flat one`,
      PROVEN_POINT,
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
      PROVEN,
      (out, shapeA, poseA, shapeB, poseB, cache) =>
        shapeB.dimension === 3
          ? queries.closest(out, flatBody(shapeA), poseA, shapeB, poseB, cache)
          : closestTiledShapes(out, asTiledBody(shapeA), poseA, shapeB, poseB),
      byAdvancement,
    ),
    row(['tiled', 'tiled'], SMOOTH, PROVEN, inFixedOrder(closestTiledShapes), byAdvancement),
    row(['tiled', 'halfplane'], LOWEST, ROUNDING, closestTiledToWall, byAdvancement),
    ...SOLID_KINDS.map((kind) =>
      row(
        [kind, 'tiled'],
        kind === 'sphere' ? `centre: ${SMOOTH_POINT}` : SUPPORTS,
        kind === 'sphere' ? PROVEN_POINT : PROVEN_SUPPORTS,
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
      PROVEN,
      (out, shapeA, poseA, shapeB, poseB) => closestTiledShapes(out, asTiledBody(shapeA), poseA, shapeB, poseB),
      byAdvancement,
    ),
    row(['ellipsoid', 'halfplane'], LOWEST, ROUNDING, closestEllipsoidToWall, byAdvancement),
  ];
}
