import type { Solid } from '../distance/convex/core.ts';
import { closestSolids } from '../distance/convex/solid-contact.ts';
import { closestSolidToHalfspace } from '../distance/convex/support-solid.ts';
import type { SolidShape } from '../shapes/solid.ts';
import { impactByAdvancement, impactOfCorners } from './impact-methods.ts';
import { type PairAccuracy, ROUNDING } from './pair-accuracy.ts';
import { LOWEST, type PairMethods, type PairQueries, row } from './pair-methods.ts';

/** Convex solids and half-spaces. */

const ROUND_SOLIDS: PairAccuracy = { distance: 1e-14, depth: 1e-11, points: 1e-14 };

const CORES = 'GJK on the cores, then radii';
const WALK = 'closest features (Lin-Canny), GJK where they do not converge';

/** Depth method for two bodies with overlapping cores. */
function overlapOf(both: (...kinds: Solid['kind'][]) => boolean, sphere: boolean): string {
  if (both('segment', 'sphere', 'capsule')) return 'intersecting cores: the direction perpendicular to both';
  if (both('capsule', 'box')) return 'overlapping cores: separating axes';
  if (sphere) return 'inside: the nearest face';
  const polytope = 'overlapping cores: expanding polytope (EPA)';
  return both('segment', 'capsule', 'box', 'hull') ? polytope : `${polytope}, then Newton's method`;
}

export const SOLID_KINDS: readonly SolidShape['kind'][] = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull'];

/**
 * Rows of convex solids (sphere, capsule, box, cylinder, cone, hull) with each other and with points, segments,
 * ellipsoids and half-spaces.
 */
export function solidRows(queries: PairQueries): PairMethods[] {
  const byAdvancement = impactByAdvancement(queries);
  /** Two convex solids. */
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
