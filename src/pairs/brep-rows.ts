import { closestToBrep } from '../distance/brep/brep-contact.ts';
import { brepSupport } from '../distance/brep/brep-support.ts';
import type { BoundaryShape } from '../distance/brep/solid-boundary.ts';
import { closestParts } from '../distance/compound/closest-parts.ts';
import { supportIntoHalfspace } from '../distance/convex/support-solid.ts';
import { inFixedOrder } from './fixed-order.ts';
import { impactByAdvancement, impactOfParts } from './impact-methods.ts';
import type { PairAccuracy } from './pair-accuracy.ts';
import { type ClosestMethod, LOWEST, type PairMethods, type PairQueries, row } from './pair-methods.ts';
import { flatRows } from './parts-rows.ts';
import { SOLID_KINDS } from './solid-rows.ts';

/** Bodies of trimmed faces. */

const TRIMMED =
  'branch and bound over faces, edges and vertices, with control points and squared distances in Bernstein form; winding number of the loops';
const PARTS = 'nearest parts by bounding volume hierarchies; each: bounds over faces, edges and vertices';
const CERTIFIED: PairAccuracy = { distance: 2e-10, depth: 'lower-bound', points: 2e-10, normal: 1e-7 };
const CERTIFIED_POINT: PairAccuracy = { distance: 2e-10, depth: 2e-10, points: 2e-10, normal: 1e-7 };
const LOWEST_POINT: PairAccuracy = { distance: 1e-12, depth: 1e-12, points: 1e-12 };

/** Rows of bodies of trimmed faces with all other bodies. Compounds, discs and polygons query their parts: choose the groups of these too. */
export function brepRows(queries: PairQueries): PairMethods[] {
  const byAdvancement = impactByAdvancement(queries);
  const toBrep: ClosestMethod<BoundaryShape['kind'], 'brep'> = (out, shapeA, poseA, shapeB, poseB) =>
    closestToBrep(out, shapeA, poseA, shapeB, poseB, queries.closest);
  const kinds = ['segment', ...SOLID_KINDS, 'ellipsoid', 'tiled', 'trimesh'] as const;
  return [
    row(['point', 'brep'], TRIMMED, CERTIFIED_POINT, toBrep, byAdvancement),
    ...kinds.map((kind) => row([kind, 'brep'], TRIMMED, CERTIFIED, toBrep, byAdvancement)),
    row(['brep', 'brep'], TRIMMED, CERTIFIED, inFixedOrder(toBrep), byAdvancement),
    row(
      ['compound', 'brep'],
      PARTS,
      CERTIFIED,
      (out, shapeA, poseA, shapeB, poseB, cache) =>
        closestParts(out, shapeA, poseA, shapeB, poseB, cache, queries.closest),
      impactOfParts(queries),
    ),
    ...flatRows(queries, ['brep']),
    row(
      ['brep', 'halfspace'],
      LOWEST,
      LOWEST_POINT,
      (out, shapeA, poseA, shapeB, poseB) => supportIntoHalfspace(out, shapeA, poseA, shapeB, poseB, brepSupport),
      byAdvancement,
    ),
  ];
}
