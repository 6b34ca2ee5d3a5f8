import { brepRows } from './brep-rows.ts';
import {
  type Closest,
  type ClosestInto,
  createPairQueries,
  type ImpactInto,
  type ImpactOptions,
  type ImpactQuery,
} from './create-queries.ts';
import type { PairMethods } from './pair-methods.ts';
import { partsRows } from './parts-rows.ts';
import { planarRows } from './planar-rows.ts';
import { smoothRows } from './smooth-rows.ts';
import { solidRows } from './solid-rows.ts';

export type { ImpactOptions, PairMethods };

const queries = createPairQueries([planarRows, smoothRows, solidRows, partsRows, brepRows]);

/**
 * The pair table: the method for each pair of kinds, simpler kind first. The same row is used for the other order, with
 * A and B swapped. Do not change it.
 */
export const pairTable: readonly PairMethods[] = queries.table;

/**
 * Signed distance of two bodies [m] with closest points in world axes and the unit normal from A to B: positive when
 * apart, negative when penetrating. Returns a new `Contact`; its `status` and `errorBound` state the accuracy. Throws a
 * TypeError for an argument that is no shape or pose, a RangeError for numbers that are not finite, for planar bodies
 * outside a common plane and for a pair without a method.
 *
 * @example
 * ```ts
 * import { closest, pose, sphere } from 'appulse';
 *
 * const { distance, pointA, pointB, normal, status } = closest(sphere(1), pose(), sphere(0.5), pose([0, 0, 4]));
 * console.log(distance, pointA.z, pointB.z, normal, status); // 2.5 1 3.5 { x: 0, y: 0, z: 1 } exact
 * ```
 */
export const closest: Closest = queries.closest;

/**
 * `closest` into an existing contact, for loops: the result is reused. With a persistent `cache` for each pair, GJK on
 * convex polygons starts from its last result; always pass the bodies in the same order with it. The numbers of the
 * poses are not checked.
 *
 * @example
 * ```ts
 * import { closestInto, createContact, createSimplexCache, disc, polygon, pose } from 'appulse';
 *
 * const square = polygon([[0, 0], [1, 0], [1, 1], [0, 1]]);
 * const contact = createContact();
 * const cache = createSimplexCache();
 * const moving = pose([4, 0.5]);
 * for (; moving.position.x > 2; moving.position.x -= 0.5) closestInto(contact, square, pose(), disc(0.5), moving, cache);
 * console.log(contact.distance, contact.featureA); // 1 edge
 * ```
 */
export const closestInto: ClosestInto = queries.closestInto;

/**
 * First time within `duration` [s] at which two moving bodies touch, or come within `options.separation` [m]. Returns a
 * new `Impact`, whose `status` is `hit`, `none`, `initial-overlap` or `iteration-limit`. The time is never late: the
 * bodies have not passed each other, and the remaining `gap` is reported. Throws a TypeError or RangeError for an
 * invalid argument and for a pair without a method.
 *
 * @example
 * ```ts
 * import { impact, motion, pose, sphere, vec3 } from 'appulse';
 *
 * const shot = motion(pose([-10, 0, 0]), vec3(4, 0, 0)); // 4 m/s along x
 * const { status, time, closingSpeed } = impact(sphere(1), shot, sphere(1), motion(pose()), 5);
 * console.log(status, time.toFixed(9), closingSpeed); // hit 2.000000000 4
 * ```
 */
export const impact: ImpactQuery = queries.impact;

/**
 * `impact` into an existing result, for loops. `separation` [m] and `maxIterations` are arguments; the numbers of the
 * motions are not checked.
 */
export const impactInto: ImpactInto = queries.impactInto;
