import { closestParts } from '../distance/compound/closest-parts.ts';
import { closestSphereToTrimesh } from '../distance/compound/point-trimesh.ts';
import { hasCore } from '../distance/convex/core.ts';
import { flatBody } from '../distance/convex/flat-body.ts';
import { compoundSupport } from '../distance/convex/support-compound.ts';
import { supportIntoHalfspace } from '../distance/convex/support-solid.ts';
import type { Disc } from '../shapes/disc.ts';
import type { Polygon } from '../shapes/polygon.ts';
import type { Shape, ShapeKind } from '../shapes/shape.ts';
import { trimeshSupport } from '../shapes/trimesh-support.ts';
import { inFixedOrder } from './fixed-order.ts';
import { impactByAdvancement, impactOfParts } from './impact-methods.ts';
import { type PairAccuracy, ROUNDING } from './pair-accuracy.ts';
import {
  type ClosestMethod,
  type ImpactMethod,
  LOWEST,
  type PairMethods,
  type PairQueries,
  row,
} from './pair-methods.ts';
import { SOLID_KINDS } from './solid-rows.ts';

/** Compounds and meshes with any shape, and flat bodies with spatial ones. */

const PARTS = 'nearest parts by bounding volume hierarchies, smallest lower bound first';
const AS_PARTS: PairAccuracy = { distance: 1e-14, depth: 'lower-bound', points: 1e-14 };
const FEATURES = 'two triangles: all feature pairs, exact predicates where they may intersect, separating axes';
const TRIANGLES = 'nearest triangle by a bounding volume hierarchy; sign by angle-weighted normals';
const SPHERES: PairAccuracy = { ...ROUNDING, depth: 'lower-bound' };
const FLAT = 'as a flat spatial body';
const AS_FLAT: PairAccuracy = { distance: 1e-14, depth: 'lower-bound', points: 1e-14 };

/**
 * Rows of bodies with several parts, compounds and triangle meshes, with all other bodies, and of discs and polygons
 * with solids. Their methods query pairs of parts: choose the groups of these too.
 */
export function partsRows(queries: PairQueries): PairMethods[] {
  const ofParts = impactOfParts(queries);
  const byAdvancement = impactByAdvancement(queries);
  const overParts: ClosestMethod = (out, shapeA, poseA, shapeB, poseB, cache) =>
    closestParts(out, shapeA, poseA, shapeB, poseB, cache, queries.closest);
  const smoothToMesh: ClosestMethod<'tiled', 'trimesh'> = (out, shapeA, poseA, shapeB, poseB, cache) => {
    requireConvex(shapeA);
    return overParts(out, shapeA, poseA, shapeB, poseB, cache);
  };
  const impactOfSmoothAndMesh: ImpactMethod = (
    out,
    shapeA,
    motionA,
    shapeB,
    motionB,
    duration,
    separation,
    maxIterations,
  ) => {
    requireConvex(shapeA.kind === 'tiled' ? shapeA : shapeB);
    return ofParts(out, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations);
  };
  const kinds = ['point', 'segment', ...SOLID_KINDS, 'ellipsoid', 'tiled', 'compound'] as const;
  return [
    ...kinds.map((kind) => row([kind, 'compound'], PARTS, AS_PARTS, overParts, ofParts)),
    row(
      ['compound', 'halfspace'],
      LOWEST,
      ROUNDING,
      (out, shapeA, poseA, shapeB, poseB) => supportIntoHalfspace(out, shapeA, poseA, shapeB, poseB, compoundSupport),
      byAdvancement,
    ),
    ...(['point', 'sphere'] as const).map((kind) =>
      row([kind, 'trimesh'], TRIANGLES, kind === 'point' ? ROUNDING : SPHERES, closestSphereToTrimesh, ofParts),
    ),
    ...kinds
      .filter((kind) => kind !== 'point' && kind !== 'sphere' && kind !== 'tiled')
      .map((kind) => row([kind, 'trimesh'], PARTS, AS_PARTS, overParts, ofParts)),
    row(['trimesh', 'trimesh'], `${PARTS}; ${FEATURES}`, AS_PARTS, inFixedOrder(overParts), ofParts),
    row(['tiled', 'trimesh'], `${PARTS}; convex smooth bodies only`, AS_PARTS, smoothToMesh, impactOfSmoothAndMesh),
    row(
      ['trimesh', 'halfspace'],
      LOWEST,
      ROUNDING,
      (out, shapeA, poseA, shapeB, poseB) => supportIntoHalfspace(out, shapeA, poseA, shapeB, poseB, trimeshSupport),
      byAdvancement,
    ),
    ...flatRows(queries, [...SOLID_KINDS, 'ellipsoid', 'compound', 'trimesh']),
  ];
}

/** The distance to a triangle needs the support function of the other body. */
function requireConvex(shape: Shape): void {
  if (!hasCore(shape)) {
    throw new RangeError(
      'closest: a smooth body paired with a triangle mesh must be closed and convex; use a mesh of it instead',
    );
  }
}

function isFlat(shape: Shape): shape is Disc | Polygon {
  return shape.kind === 'disc' || shape.kind === 'polygon';
}

/** Rows of discs and polygons with spatial bodies of these kinds. */
export function flatRows({ closest, impact }: PairQueries, kinds: readonly ShapeKind[]): PairMethods[] {
  const closestFlat: ClosestMethod<'disc' | 'polygon'> = (out, shapeA, poseA, shapeB, poseB, cache) =>
    closest(out, flatBody(shapeA), poseA, shapeB, poseB, cache);
  const impactFlat: ImpactMethod = (out, shapeA, motionA, shapeB, motionB, duration, separation, maxIterations) => {
    const a = isFlat(shapeA) ? flatBody(shapeA) : shapeA;
    const b = isFlat(shapeB) ? flatBody(shapeB) : shapeB;
    return impact(out, a, motionA, b, motionB, duration, separation, maxIterations);
  };
  return kinds.flatMap((kind) =>
    (['disc', 'polygon'] as const).map((flat) => row([flat, kind], FLAT, AS_FLAT, closestFlat, impactFlat)),
  );
}
