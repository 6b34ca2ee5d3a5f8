/**
 * Several simultaneous contacts. [CP13-3.4]
 *
 * One pair that touches at two points (edge on edge) is determined by rigid-body theory. With w_i the normal speeds
 * before: A j + (1 + e) w ≥ 0, j ≥ 0, complementary. Its solution is equivalent to the single impulse Σ j_i at
 * p̄ = Σ j_i p_i / Σ j_i, so the pair is resolved as one contact at p̄, with friction: the guarantees of the algebraic
 * law (cone, energy) then hold for two points as for one. Friction at p̄ may make one of the points approach again; it
 * is then resolved again.
 *
 * Simultaneous contacts of different pairs are not determined by rigid-body theory; both usual models are available.
 * Newton's cradle of three: `sequential` gives 0, 0, 1 and `simultaneous` -1/3, 2/3, 2/3.
 */
import { isImmovable } from '../dynamics/rigid-body.ts';
import { velocityOfPoint } from '../math/motion.ts';
import { createVec3, lengthVec3 } from '../math/vec3.ts';
import { checkKeys } from '../shapes/checks.ts';
import { inverseEffectiveMass, normalSpeed, SPEED_ROUNDING } from './impulse.ts';
import {
  contactAt,
  createPairImpulses,
  impulseFraction,
  type PairContact,
  type PairImpulses,
  recordImpulse,
  withCommonPoints,
} from './pair-contact.ts';
import { respond, setVelocities } from './respond.ts';
import { resolveSimultaneously } from './simultaneous-impact.ts';

export interface ResolveOptions {
  /** `sequential` (default): one pair after the other until none approaches. `simultaneous`: all in one problem. */
  readonly multiContact?: 'sequential' | 'simultaneous';
  /** Next pair: the fastest approaching (default; equally fast ones of one body together) or the first in the list. */
  readonly order?: 'fastest-approach' | 'first';
  /** Approach speeds below this count as zero [m/s]; default 1e-12. */
  readonly approachTolerance?: number;
  /**
   * Continue until no contact approaches (default). With false there is one impact only, which may leave a contact
   * approaching: the law requires w' ≥ -e w, so a contact that was separating may approach.
   */
  readonly repeat?: boolean;
  /** A pair rebounds from an approach faster than this [m/s], also from one that another pair caused; default 0. */
  readonly restitutionThreshold?: number;
}

/** Result of `resolveContacts`: impulses, work and status. */
export interface Resolution {
  /** Impulses of each pair, on B [N s], in the order of the input. */
  readonly pairs: readonly PairImpulses[];
  /** Number of impacts: single pairs, or simultaneous problems. */
  impactCount: number;
  /** Change of the kinetic energy [J]. */
  work: number;
  /**
   * `separating`: no contact approaches. `approaching`: one does, and `repeat` was off. `impact-limit`: one still did
   * at the maximum number of impacts; the rest was stopped without restitution.
   */
  status: 'separating' | 'approaching' | 'impact-limit';
}

const OPTION_KEYS: readonly (keyof ResolveOptions)[] = [
  'multiContact',
  'order',
  'approachTolerance',
  'repeat',
  'restitutionThreshold',
];

/** Approach speeds that differ by less than this fraction are equal. */
const EQUAL_SPEED = 1e-9;

/** Maximum number of impacts per item. */
const IMPACTS_PER_ITEM = 1000;

/**
 * Simultaneous contacts of several pairs: changes the velocities of the bodies until no contact approaches, and returns
 * the impulses of each pair. Throws a RangeError for an unknown option.
 *
 * @example
 * ```ts
 * import { material, planarBody, pose, resolveContacts, vec3 } from 'appulse';
 *
 * const [a, b, c] = [0, 1, 2].map((x) => planarBody(pose([x, 0]), 1, 1, vec3(x === 0 ? 1 : 0, 0), 0)); // Newton's cradle
 * const elastic = material({ restitution: 1 });
 * const at = (x: number) => [{ pointA: vec3(x, 0), pointB: vec3(x, 0) }];
 * const { status } = resolveContacts([
 *   { a, b, normal: vec3(1, 0), points: at(0.5), material: elastic },
 *   { a: b, b: c, normal: vec3(1, 0), points: at(1.5), material: elastic },
 * ]);
 * console.log(status, a.velocity.x, b.velocity.x, c.velocity.x); // separating 0 0 1
 * ```
 */
export function resolveContacts(given: readonly PairContact[], options: ResolveOptions = {}): Resolution {
  checkKeys('options', options, OPTION_KEYS);
  const items = given.map(withCommonPoints);
  const { multiContact = 'sequential', order = 'fastest-approach', approachTolerance = 1e-12, repeat = true } = options;
  const { restitutionThreshold = 0 } = options;
  const resolution: Resolution = {
    pairs: items.map(createPairImpulses),
    impactCount: 0,
    work: 0,
    status: 'separating',
  };
  const tolerance = Math.max(approachTolerance, SPEED_ROUNDING * largestSpeed(items));
  const limit = IMPACTS_PER_ITEM * items.length;
  const speeds = Float64Array.from(items, approachSpeed);
  const touching = itemsOfBodies(items);
  for (let next = nextItem(speeds, order, tolerance); next >= 0; next = nextItem(speeds, order, tolerance)) {
    if (!repeat && resolution.impactCount === 1) {
      resolution.status = 'approaching';
      break;
    }
    if (resolution.impactCount === limit) {
      resolution.status = 'impact-limit';
      resolveSimultaneously(items, resolution.pairs, 0);
      break;
    }
    const all = multiContact === 'simultaneous';
    const group = all ? items.map((_, i) => i) : order === 'first' ? [next] : tiesOf(items, speeds, next);
    const rebounding = group.map((i) => withRestitution(items[i], restitutionThreshold));
    const pairs = group.map((i) => resolution.pairs[i]);
    if (all || group.length > 1) resolveSimultaneously(rebounding, pairs, 1);
    else resolvePair(rebounding[0], pairs[0]);
    resolution.impactCount++;
    // an impact changes the speeds of the pairs that share a body with it, and no others
    for (const i of group) {
      for (const body of [items[i].a, items[i].b]) {
        for (const k of touching.get(body) ?? []) speeds[k] = approachSpeed(items[k]);
      }
    }
  }
  for (const pair of resolution.pairs) resolution.work += pair.work;
  return resolution;
}

/** Whether a contact approaches faster than the rounding error of its speed. */
export function hasApproach(items: readonly PairContact[]): boolean {
  return nextItem(Float64Array.from(items, approachSpeed), 'first', SPEED_ROUNDING * largestSpeed(items)) >= 0;
}

/** The items of every movable body. */
function itemsOfBodies(items: readonly PairContact[]): Map<PairContact['a'], number[]> {
  const found = new Map<PairContact['a'], number[]>();
  for (const [i, item] of items.entries()) {
    for (const body of [item.a, item.b]) {
      if (isImmovable(body)) continue;
      const list = found.get(body);
      if (list) list.push(i);
      else found.set(body, [i]);
    }
  }
  return found;
}

/** The item as it is if it approaches faster than the threshold now, else without restitution. */
function withRestitution(item: PairContact, threshold: number): PairContact {
  if (item.material.restitution === 0 || threshold === 0 || -approachSpeed(item) > threshold) return item;
  return { ...item, material: { ...item.material, restitution: 0 } };
}

/** One impact of one pair, at its p̄. */
function resolvePair(item: PairContact, pair: PairImpulses): void {
  const fraction = impulseFraction(item);
  const response = respond(contactAt(item, fraction), item.a, item.b, item.material);
  setVelocities(response, item.a, item.b);
  recordImpulse(pair, response.impulse, response.normalImpulse, fraction);
  pair.work += response.work;
  pair.mode = response.mode;
  pair.energyIncreased ||= response.energyIncreased;
}

/** The next item to resolve, by approach speeds [m/s], or -1 when none approaches. */
function nextItem(speeds: Float64Array, order: 'fastest-approach' | 'first', tolerance: number): number {
  let best = -1;
  let fastest = -tolerance;
  for (let i = 0; i < speeds.length; i++) {
    if (!(speeds[i] < fastest)) continue;
    best = i;
    if (order === 'first') break;
    fastest = speeds[i];
  }
  return best;
}

/** Indices of the item `first` and of those that approach equally fast and are connected with it by movable bodies, through such items. */
function tiesOf(items: readonly PairContact[], speeds: Float64Array, first: number): number[] {
  const limit = (1 - EQUAL_SPEED) * speeds[first];
  const equal: number[] = [];
  for (let k = 0; k < speeds.length; k++) if (speeds[k] <= limit && k !== first) equal.push(k);
  const group = [first];
  if (equal.length === 0) return group;
  for (const i of group) {
    for (const k of equal) {
      if (!group.includes(k) && haveCommonBody(items[i], items[k])) group.push(k);
    }
  }
  return group.sort((p, q) => p - q);
}

function haveCommonBody(one: PairContact, other: PairContact): boolean {
  return [one.a, one.b].some((body) => body.inverseMass > 0 && (body === other.a || body === other.b));
}

/** The smallest normal speed among the points that can move [m/s]. */
function approachSpeed(item: PairContact): number {
  let smallest = 0;
  for (const { pointA, pointB } of item.points) {
    const contact = { pointA, pointB, normal: item.normal };
    const speed = normalSpeed(contact, item.a, item.b);
    if (speed < smallest && inverseEffectiveMass(contact, item.a, item.b) > 0) smallest = speed;
  }
  return smallest;
}

function largestSpeed(items: readonly PairContact[]): number {
  const velocity = createVec3();
  let largest = 0;
  for (const { a, b, points } of items) {
    for (const { pointA, pointB } of points) {
      largest = Math.max(
        largest,
        lengthVec3(velocityOfPoint(velocity, a, pointA)),
        lengthVec3(velocityOfPoint(velocity, b, pointB)),
      );
    }
  }
  return largest;
}
