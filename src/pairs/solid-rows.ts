import type { Solid } from '../distance/convex/core.ts';
import { closestSolids } from '../distance/convex/solid-contact.ts';
import { closestSolidToHalfspace } from '../distance/convex/support-solid.ts';
import type { SolidShape } from '../shapes/solid.ts';
import { impactByAdvancement, impactOfCorners } from './impact-methods.ts';
import { type PairAccuracy, ROUNDING } from './pair-accuracy.ts';
import { LOWEST, type PairMethods, type PairQueries, row } from './pair-methods.ts';

/** Convex bodies of space, and the half space behind a wall. */

const ROUND_SOLIDS: PairAccuracy = { distance: 1e-14, depth: 1e-11, points: 1e-14 };

const CORES = 'GJK on the cores, then radii';
const WALK = 'a walk over the features, GJK where it does not settle';

/** How the depth of two bodies is found whose cores overlap. */
function overlapOf(both: (...kinds: Solid['kind'][]) => boolean, sphere: boolean): string {
  if (both('segment', 'sphere', 'capsule')) return 'cores that meet: the direction across both';
  if (both('capsule', 'box')) return 'overlapping cores: separating axes';
  if (sphere) return 'inside: the nearest face';
  const polytope = 'overlapping cores: expanding polytope';
  return both('segment', 'capsule', 'box', 'hull') ? polytope : `${polytope}, then Newton's method`;
}

export const SOLID_KINDS: readonly SolidShape['kind'][] = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull'];

export function solidRows(queries: PairQueries): PairMethods[] {
  const byAdvancement = impactByAdvancement(queries);
  /** Two convex bodies of space. */
  const solidRow = (kindA: Solid['kind'], kindB: Solid['kind']): PairMethods => {
    const both = (...kinds: Solid['kind'][]) => kinds.includes(kindA) && kinds.includes(kindB);
    const sphere = [kindA, kindB].some((kind) => kind === 'point' || kind === 'sphere');
    const exact = both('point', 'sphere', 'capsule') || (sphere && !both('point', 'segment', 'sphere', 'hull'));
    const method = exact
      ? 'closest points in closed form, then radii'
      : `${both('hull') ? WALK : CORES}; ${overlapOf(both, sphere)}`;
    const corners = both('point', 'segment', 'sphere', 'capsule', 'box', 'hull');
    const accuracy = corners ? ROUNDING : ROUND_SOLIDS;
    return row([kindA, kindB], method, accuracy, closestSolids, corners ? impactOfCorners : byAdvancement);
  };
  return [
    solidRow('segment', 'ellipsoid'),
    ...SOLID_KINDS.flatMap((kind, i) => [
      solidRow('point', kind),
      solidRow('segment', kind),
      ...SOLID_KINDS.slice(0, i + 1).map((other) => solidRow(other, kind)),
      solidRow(kind, 'ellipsoid'),
      row([kind, 'halfspace'], LOWEST, ROUNDING, closestSolidToHalfspace, byAdvancement),
    ]),
  ];
}
