/**
 * Several contacts at the same time. [CP13] spec 3.4
 *
 * One pair that touches at two points (edge on edge) is decided by rigid-body theory. With w_i the normal speeds
 * before: A j + (1 + e) w ≥ 0, j ≥ 0, complementary. Its solution acts like the single impulse Σ j_i at p̄ = Σ j_i
 * p_i / Σ j_i, so the pair is answered as one contact at p̄, friction included: the algebraic law then keeps its
 * promises (cone, energy) for two points as for one. Friction at p̄ may press one of the points in again; it is then
 * still approaching and is taken again.
 *
 * Different pairs that touch at once are not decided by rigid-body theory; both usual answers are offered. Newton's
 * cradle of three: `sequential` gives 0, 0, 1 and `simultaneous` -1/3, 2/3, 2/3.
 */
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
import { applyResponse, respond } from './respond.ts';
import { resolveSimultaneously } from './simultaneous-impact.ts';

export interface ResolveOptions {
  /** `sequential` (default): one pair after the other until none approaches. `simultaneous`: all in one problem. */
  readonly multiContact?: 'sequential' | 'simultaneous';
  /** Which pair is next: the fastest approaching (default, ties by index) or the first in the list. */
  readonly order?: 'fastest-approach' | 'first';
  /** Slower approach than this is none [m/s]; default 1e-12. */
  readonly approachTolerance?: number;
  /**
   * Go on until no contact approaches (default). With false there is one impact only, which may leave a contact
   * approaching: the law asks w' ≥ -e w, so one that was parting before may come in again.
   */
  readonly repeat?: boolean;
}

export interface Resolution {
  /** In the order of the items. */
  readonly pairs: readonly PairImpulses[];
  /** Impacts taken: pairs one by one, or simultaneous problems. */
  impactCount: number;
  /** Change of the kinetic energy [J]. */
  work: number;
  /**
   * `separating`: no contact approaches. `approaching`: one does, and `repeat` was off. `impact-limit`: one still did
   * after the cap of impacts; the rest was stopped without restitution.
   */
  status: 'separating' | 'approaching' | 'impact-limit';
}

const OPTION_KEYS: readonly (keyof ResolveOptions)[] = ['multiContact', 'order', 'approachTolerance', 'repeat'];

/** Cap of impacts for each item. */
const IMPACTS_PER_ITEM = 1000;

/** Changes the velocities until no contact approaches; reports what each pair received. */
export function resolveContacts(given: readonly PairContact[], options: ResolveOptions = {}): Resolution {
  checkKeys('options', options, OPTION_KEYS);
  const items = given.map(withCommonPoints);
  const { multiContact = 'sequential', order = 'fastest-approach', approachTolerance = 1e-12, repeat = true } = options;
  const resolution: Resolution = {
    pairs: items.map(createPairImpulses),
    impactCount: 0,
    work: 0,
    status: 'separating',
  };
  const tolerance = Math.max(approachTolerance, SPEED_ROUNDING * largestSpeed(items));
  const limit = IMPACTS_PER_ITEM * items.length;
  for (let next = nextItem(items, order, tolerance); next >= 0; next = nextItem(items, order, tolerance)) {
    if (!repeat && resolution.impactCount === 1) {
      resolution.status = 'approaching';
      break;
    }
    if (resolution.impactCount === limit) {
      resolution.status = 'impact-limit';
      resolveSimultaneously(items, resolution.pairs, 0);
      break;
    }
    if (multiContact === 'sequential') resolvePair(items[next], resolution.pairs[next]);
    else resolveSimultaneously(items, resolution.pairs, 1);
    resolution.impactCount++;
  }
  for (const pair of resolution.pairs) resolution.work += pair.work;
  return resolution;
}

/** Does a contact approach, faster than rounding alone would make it? */
export function hasApproach(items: readonly PairContact[]): boolean {
  return nextItem(items, 'first', SPEED_ROUNDING * largestSpeed(items)) >= 0;
}

/** One impact of one pair, at its p̄. */
function resolvePair(item: PairContact, pair: PairImpulses): void {
  const fraction = impulseFraction(item);
  const response = respond(contactAt(item, fraction), item.a, item.b, item.material);
  applyResponse(response, item.a, item.b);
  recordImpulse(pair, response.impulse, response.normalImpulse, fraction);
  pair.work += response.work;
  pair.mode = response.mode;
  pair.energyIncreased ||= response.energyIncreased;
}

/** The item to take next, or -1 when none approaches. */
function nextItem(items: readonly PairContact[], order: 'fastest-approach' | 'first', tolerance: number): number {
  let best = -1;
  let fastest = -tolerance;
  for (let i = 0; i < items.length; i++) {
    const speed = approachSpeed(items[i]);
    if (!(speed < fastest)) continue;
    best = i;
    if (order === 'first') break;
    fastest = speed;
  }
  return best;
}

/** The smallest normal speed among the points that can give way [m/s]. */
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
