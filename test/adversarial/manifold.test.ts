import { describe, expect, it } from 'vitest';
import type { Contact } from '../../src/distance/contact.ts';
import { contactManifolds } from '../../src/manifold/contact-manifolds.ts';
import { planarManifold } from '../../src/manifold/planar-manifold.ts';
import { createRandom } from '../../src/math/random.ts';
import type { PairMethods } from '../../src/pairs/pair-methods.ts';
import { closest, pairTable } from '../../src/pairs/query.ts';
import type { PlanarShape, ShapeKind } from '../../src/shapes/shape.ts';
import { type AdversarialBody, drawAdversarialPair } from './draw-pair.ts';
import { coordinateRounding, crossInPlane, isConvexBody, lengthOf } from './judge-closest.ts';
import { judgeDeepestPoint, judgeManifold, judgeSharedSides, type ManifoldLimits } from './judge-manifold.ts';

/**
 * Contact manifolds, `planarManifold` in the plane and `contactManifolds` in space, in the configurations of `closest`. Case k of a row is
 * always the same.
 */
const CASES = Number(process.env['ADVERSARIAL_CASES'] ?? 5_000) / 5;
const TIMEOUT = 900_000 + 20 * CASES;

const PLANAR: readonly ShapeKind[] = ['point', 'segment', 'disc', 'polygon', 'halfspace'];
const CONVEX: readonly ShapeKind[] = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull', 'ellipsoid', 'halfspace'];
const PARTS: readonly ShapeKind[] = ['sphere', 'box', 'hull', 'compound', 'trimesh', 'halfspace'];

const rowsOf = (kinds: readonly ShapeKind[]) =>
  pairTable.filter(({ kinds: [a, b] }) => kinds.includes(a) && kinds.includes(b) && !(a === b && a === 'halfspace'));

/** What the library states of points and gaps in space, in parts of L; in the plane both are rounding. */
const SPATIAL = { points: 1e-9, gaps: 1e-9 };
const FLAT = { points: 4e-14, gaps: 2e-14 };

/** A margin for contact, in parts of L. */
const TOLERANCES = [1e-12, 1e-9, 1e-6, 1e-3, 1e-1];

type Judge = (a: AdversarialBody, b: AdversarialBody, contact: Contact, limits: ManifoldLimits) => string[];

const judgeInPlane: Judge = (a, b, contact, limits) => {
  const [shapeA, shapeB] = [a.shape as PlanarShape, b.shape as PlanarShape];
  const manifold = planarManifold(shapeA, a.pose, shapeB, b.pose, contact, limits.tolerance);
  // bodies far apart have the one pair of closest points
  const apart = manifold.points.length === 1 ? { ...limits, tolerance: Number.POSITIVE_INFINITY } : limits;
  return [
    ...judgeManifold(a, b, manifold, apart),
    ...(crossInPlane(a, b) ? [] : judgeDeepestPoint(a, b, manifold, contact, limits)),
    ...judgeSharedSides(a, b, manifold, limits),
  ];
};

const judgeInSpace: Judge = (a, b, contact, limits) => {
  const manifolds = contactManifolds(a.shape, a.pose, b.shape, b.pose, limits.tolerance);
  const faults = manifolds.flatMap((manifold) => judgeManifold(a, b, manifold, limits));
  const convex = isConvexBody(a) && isConvexBody(b);
  if (convex && manifolds.length > 1) faults.push(`${manifolds.length} manifolds of convex bodies`);
  if (convex) faults.push(...manifolds.flatMap((manifold) => judgeDeepestPoint(a, b, manifold, contact, limits)));
  const { distance } = contact;
  if (manifolds.length === 0 && distance < limits.tolerance - limits.gaps)
    faults.push(`none at a distance of ${distance}`);
  if (manifolds.length > 0 && distance > limits.tolerance + limits.gaps)
    faults.push(`one at a distance of ${distance}`);
  return faults;
};

function judgeCase(row: PairMethods, k: number, planar: boolean): string[] {
  const random = createRandom(41 + 7919 * pairTable.indexOf(row) + 15_485_863 * k + (planar ? 1 : 0));
  const { a, b, description } = drawAdversarialPair(random, row.kinds, planar);
  // the planar manifold is that of the sides at a contact, of polygons that are not convex too, but only convex ones are judged here
  if (planar && !(isConvexBody(a) && isConvexBody(b))) return [];
  const contact = closest(a.shape, a.pose, b.shape, b.pose);
  const size = lengthOf(a, b);
  const more = contact.errorBound + coordinateRounding(a, b, size);
  const stated = planar ? FLAT : SPATIAL;
  const limits: ManifoldLimits = {
    points: stated.points * size + more,
    gaps: stated.gaps * size + more,
    tolerance: size * TOLERANCES[random.below(TOLERANCES.length)],
  };
  const faults = (planar ? judgeInPlane : judgeInSpace)(a, b, contact, limits);
  return faults.map((fault) => `case ${k} (${description}, tolerance ${limits.tolerance}): ${fault}`);
}

describe.each([
  { name: 'planar bodies', planar: true, rows: rowsOf(PLANAR), fraction: 0.4 },
  { name: 'convex bodies', planar: false, rows: rowsOf(CONVEX), fraction: 0.5 },
  {
    name: 'meshes and compounds',
    planar: false,
    rows: rowsOf(PARTS).filter((row) => !rowsOf(CONVEX).includes(row)),
    fraction: 0.1,
  },
])('manifolds in adversarial configurations: $name', ({ planar, rows, fraction }) => {
  it.each(rows.map((row) => [row.kinds.join(' and '), row] as const))('%s', { timeout: TIMEOUT }, (_, row) => {
    const faults: string[] = [];
    for (let k = 0; k < (CASES * fraction) / rows.length; k++) faults.push(...judgeCase(row, k, planar));
    expect({ count: faults.length, first: faults.slice(0, 10) }).toEqual({ count: 0, first: [] });
  });
});
