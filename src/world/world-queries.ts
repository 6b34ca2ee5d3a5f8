import { createAabb, writeAabb } from '../bounds/aabb.ts';
import { shapeAabb, sweptAabb } from '../bounds/shape-aabb.ts';
import type { Contact } from '../distance/contact.ts';
import { checkMotion, checkPose } from '../math/check-arguments.ts';
import { createMotion, type Motion } from '../math/motion.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { lengthVec3 } from '../math/vec3.ts';
import { closest, impact } from '../pairs/query.ts';
import type { RayHit } from '../ray/ray-hit.ts';
import { raycast } from '../ray/raycast.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { checkAboveZero, checkNotBelowZero, describeValue } from '../shapes/checks.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Impact } from '../toi/impact.ts';
import type { BodyId, VectorInput } from './body-options.ts';
import { poseOf } from './body-pose.ts';
import { lawBetween } from './change-bodies.ts';
import { bodiesInBox, type QueryTree, updateQueryTree, visitTree } from './query-tree.ts';
import { vectorOf } from './vector-input.ts';
import { type BodyEntry, entryAt, indexOf, type WorldStore } from './world-store.ts';

/** Bodies that a query considers. */
export interface QueryFilter {
  /** False: ignored. Default: all bodies except triggers. */
  readonly filter?: (body: BodyId) => boolean;
  /** Whether triggers are found too; default false. */
  readonly triggers?: boolean;
}

/** Limits of a ray, and the bodies it considers. */
export interface RayOptions extends QueryFilter {
  /** [m]; default: no limit. */
  readonly maxDistance?: number;
  /** [m]; default 0. */
  readonly radius?: number;
}

/** A body found by a query. */
export interface BodyDistance {
  readonly body: BodyId;
  /** A is the shape of the query, B the body. */
  readonly contact: Contact;
}

/** A body hit by a ray. */
export interface BodyRayHit {
  readonly body: BodyId;
  readonly hit: RayHit;
}

/** A body that a moving shape touches. */
export interface BodyImpact {
  readonly body: BodyId;
  /** A is the shape of the query, B the body. */
  readonly impact: Impact;
}

/** The store and the tree of its queries, up to date. */
interface Queries {
  readonly store: WorldStore;
  readonly tree: QueryTree;
}

function updated({ store, tree }: Queries): QueryTree {
  updateQueryTree(tree, store.steps, store.changes);
  return tree;
}

function isWanted(store: WorldStore, i: number, { filter, triggers = false }: QueryFilter): boolean {
  const { id, body } = entryAt(store, i);
  return (triggers || !body.trigger) && (filter?.(id) ?? true);
}

const box = createAabb();

/** Box of a shape, packed. */
function boxOf(shape: Shape, pose: ReadonlyPose): Float64Array {
  const packed = new Float64Array(6);
  writeAabb(packed, 0, shapeAabb(box, shape, pose));
  return packed;
}

function checkPlaced(caller: string, shape: Shape, pose: ReadonlyPose): void {
  checkShape(`${caller}: shape`, shape);
  checkPose(`${caller}: pose`, pose);
}

/** See `World.closest`. */
export function closestBodies({ store }: Queries, bodyA: BodyId, bodyB: BodyId): Contact {
  const a = indexOf(store, bodyA, 'closest');
  const b = indexOf(store, bodyB, 'closest');
  if (a === b) throw new RangeError('closest: expected two different bodies');
  const { shapes } = store.steps;
  return closest(shapes[a], poseOf(store.steps, a), shapes[b], poseOf(store.steps, b));
}

/** See `World.closestTo`: branch and bound over the tree, the nearer box first. */
export function closestTo(
  queries: Queries,
  shape: Shape,
  pose: ReadonlyPose,
  options: QueryFilter & { readonly maxDistance?: number } = {},
): BodyDistance | undefined {
  const { store } = queries;
  checkPlaced('closestTo', shape, pose);
  const { maxDistance = Number.POSITIVE_INFINITY } = options;
  if (!(maxDistance >= 0)) {
    throw new RangeError(`closestTo: maxDistance must not be below zero, got ${describeValue(maxDistance)}`);
  }
  const { tree, unbounded } = updated(queries);
  const bounds = boxOf(shape, pose);
  let best: { index: number; contact: Contact } | undefined;
  // boxes that overlap have a gap of 0, whatever the depth of what they contain
  const limit = () => Math.min(maxDistance, Math.max(best?.contact.distance ?? maxDistance, 0));
  const test = (i: number) => {
    if (!isWanted(store, i, options)) return;
    const contact = closest(shape, pose, store.steps.shapes[i], poseOf(store.steps, i));
    const isNearer = best === undefined || contact.distance < best.contact.distance;
    const isFirst = best !== undefined && contact.distance === best.contact.distance && i < best.index;
    if (contact.distance <= maxDistance && (isNearer || isFirst)) best = { index: i, contact };
  };
  for (const i of unbounded) test(i);
  const visit = (node: number): void => {
    if (boxGap(tree.bounds, node, bounds) > limit()) return;
    if (node < tree.leafCapacity) {
      test(node);
      return;
    }
    const [left, right] = [tree.left[node], tree.right[node]];
    const leftFirst = boxGap(tree.bounds, left, bounds) <= boxGap(tree.bounds, right, bounds);
    visit(leftFirst ? left : right);
    visit(leftFirst ? right : left);
  };
  if (tree.root >= 0) visit(tree.root);
  return best && { body: entryAt(store, best.index).id, contact: best.contact };
}

/** Distance of box `node` from another [m], a lower bound of the distance of what they contain; 0 if they overlap, or are unbounded. */
function boxGap(boxes: Float64Array, node: number, other: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const gap = Math.max(boxes[6 * node + k] - other[3 + k], other[k] - boxes[6 * node + 3 + k], 0);
    sum += gap * gap;
  }
  return Math.sqrt(sum);
}

/** See `World.overlap`. */
export function overlap(queries: Queries, shape: Shape, pose: ReadonlyPose, options: QueryFilter = {}): BodyId[] {
  const { store } = queries;
  checkPlaced('overlap', shape, pose);
  const { shapes } = store.steps;
  return bodiesInBox(updated(queries), boxOf(shape, pose))
    .filter((i) => isWanted(store, i, options))
    .filter((i) => closest(shape, pose, shapes[i], poseOf(store.steps, i)).distance < 0)
    .map((i) => entryAt(store, i).id);
}

/** Whether a ray from `o` along the unit vector `d` enters a box within `limit` [m]; the box is inflated by `radius`. */
function entersBox(
  boxes: Float64Array,
  node: number,
  o: readonly number[],
  d: readonly number[],
  limit: number,
  radius: number,
): boolean {
  let [enter, exit] = [0, limit];
  for (let k = 0; k < 3; k++) {
    const min = boxes[6 * node + k] - radius;
    const max = boxes[6 * node + 3 + k] + radius;
    if (d[k] === 0) {
      if (o[k] < min || o[k] > max) return false;
      continue;
    }
    const [near, far] = d[k] > 0 ? [min, max] : [max, min];
    enter = Math.max(enter, (near - o[k]) / d[k]);
    exit = Math.min(exit, (far - o[k]) / d[k]);
  }
  return enter <= exit;
}

interface IndexedHit {
  readonly index: number;
  readonly hit: RayHit;
}

/** Hits of a ray, unordered; with `nearest` boxes beyond the nearest hit so far are skipped. */
function castRay(
  queries: Queries,
  caller: string,
  from: VectorInput,
  direction: VectorInput,
  options: RayOptions,
  nearest: boolean,
): IndexedHit[] {
  const { store } = queries;
  const { maxDistance = Number.POSITIVE_INFINITY, radius = 0 } = options;
  const origin = vectorOf(`${caller}: from`, from);
  const along = vectorOf(`${caller}: direction`, direction);
  const length = lengthVec3(along);
  if (!(length > 0)) throw new RangeError(`${caller}: direction must not be zero, got ${describeValue(direction)}`);
  if (!(maxDistance >= 0)) {
    throw new RangeError(`${caller}: maxDistance must not be below zero, got ${describeValue(maxDistance)}`);
  }
  checkNotBelowZero(`${caller}: radius`, radius);
  const o = [origin.x, origin.y, origin.z];
  const d = [along.x / length, along.y / length, along.z / length];
  const { tree, unbounded } = updated(queries);
  const hits: IndexedHit[] = [];
  let limit = maxDistance;
  const test = (index: number) => {
    if (!isWanted(store, index, options)) return;
    const hit = raycast(store.steps.shapes[index], poseOf(store.steps, index), origin, along, maxDistance, radius);
    if (!hit.hit) return;
    hits.push({ index, hit });
    if (nearest) limit = Math.min(limit, hit.distance);
  };
  for (const i of unbounded) test(i);
  visitTree(tree, (node) => entersBox(tree.bounds, node, o, d, limit, radius), test);
  return hits.sort((a, b) => a.hit.distance - b.hit.distance || a.index - b.index);
}

/** See `World.raycast`. */
export function raycastFirst(
  queries: Queries,
  from: VectorInput,
  direction: VectorInput,
  options: RayOptions = {},
): BodyRayHit | undefined {
  const [first] = castRay(queries, 'raycast', from, direction, options, true);
  return first && { body: entryAt(queries.store, first.index).id, hit: first.hit };
}

/** See `World.raycastAll`. */
export function raycastAll(
  queries: Queries,
  from: VectorInput,
  direction: VectorInput,
  options: RayOptions = {},
): BodyRayHit[] {
  const hits = castRay(queries, 'raycastAll', from, direction, options, false);
  return hits.map(({ index, hit }) => ({ body: entryAt(queries.store, index).id, hit }));
}

/** See `World.castShape`. */
export function castShape(
  queries: Queries,
  shape: Shape,
  motion: Motion,
  time: number,
  options: QueryFilter = {},
): BodyImpact | undefined {
  const { store } = queries;
  checkShape('castShape: shape', shape);
  checkMotion('castShape: motion', motion);
  checkAboveZero('castShape: time', time);
  const bounds = new Float64Array(6);
  writeAabb(bounds, 0, sweptAabb(box, shape, motion, time));
  let best: { index: number; impact: Impact } | undefined;
  for (const i of bodiesInBox(updated(queries), bounds)) {
    if (!isWanted(store, i, options)) continue;
    const found = impact(shape, motion, store.steps.shapes[i], createMotion(poseOf(store.steps, i)), time);
    if (found.status !== 'none' && (best === undefined || found.time < best.impact.time))
      best = { index: i, impact: found };
  }
  return best && { body: entryAt(store, best.index).id, impact: best.impact };
}

/** Throws if a body that is about to be added must not overlap another, and does by more than the slop. */
export function rejectOverlaps(queries: Queries, entry: BodyEntry): void {
  if (entry.options.overlap !== 'error' || entry.body.trigger) return;
  const { store } = queries;
  const { shape, pose, motion, name } = entry.body;
  for (const i of bodiesInBox(updated(queries), boxOf(shape, pose))) {
    const other = entryAt(store, i);
    const respond = (motion === 'free' || other.body.motion === 'free') && !other.body.trigger;
    if (!respond || !lawBetween(store, entry, other).collide) continue;
    const { distance } = closest(shape, pose, other.body.shape, poseOf(store.steps, i));
    if (!(distance < -store.steps.settings.slop)) continue;
    const depth = Number((-distance).toPrecision(3));
    const names = `${JSON.stringify(name)} overlaps ${JSON.stringify(other.body.name)}`;
    throw new RangeError(`addBody: ${names} by ${depth} m; move it, or leave out overlap: 'error'`);
  }
}
