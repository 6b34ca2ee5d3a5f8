import { createContact } from '../distance/contact.ts';
import { differenceOf } from '../math/compensated.ts';
import { createPose } from '../math/pose.ts';
import { copyVec3, createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { closestInto, impactInto } from '../pairs/query.ts';
import type { ContactLaw } from '../scene/scene.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { PlanarShape } from '../shapes/shape.ts';
import { copyImpact, createImpact, type Impact } from '../toi/impact.ts';
import { planarImpact } from '../toi/planar-impact.ts';
import {
  type CompositeBody,
  createSnapshot,
  type Part,
  partPose,
  type Snapshot,
  snapshotAt,
} from './composite-body.ts';
import { overlapError, SimulationError, type World } from './world.ts';

/** Bodies nearer than this fraction of their size are in contact; a search may report overlaps up to it. */
const CONTACT_RESOLUTION = 1e-11;
/** Rounding of a position, relative to its magnitude. */
const POSITION_ROUNDING = 1e-14;
/** An interval is short if the rest of its sequence takes less than this fraction of the pair's longest one; or if it takes less than MIN_INTERVAL itself. */
const SHORT_REST = 1e-8;
const MIN_INTERVAL = 1e-12;
/** This many consecutive short intervals are an accumulation (Zeno). */
const SHORT_INTERVALS = 12;
/** Maximum number of consecutive undecided searches of one pair, each of about ten thousand steps. */
const MAX_UNDECIDED = 100;

/** Two parts that may touch. */
interface PartPair {
  readonly partA: Part;
  readonly partB: Part;
  readonly law: ContactLaw;
}

/** The impacts of a pair so far. */
export interface PairHistory {
  /** Time of the last one [s]: the sum of both. */
  last: number;
  lastLow: number;
  /** The last interval between two, and the longest [s]. */
  interval: number;
  longest: number;
  /** Number of consecutive short intervals. */
  short: number;
  /** Number of consecutive undecided searches. */
  undecided: number;
}

function createPairHistory(): PairHistory {
  return { last: 0, lastLow: 0, interval: 0, longest: 0, short: 0, undecided: 0 };
}

/** Two composite bodies that may touch, and the time of their next impact. */
export interface Pair {
  readonly kind: 'pair';
  readonly a: CompositeBody;
  readonly b: CompositeBody;
  /** Their indices in the world's list; A comes first. */
  readonly indexA: number;
  readonly indexB: number;
  readonly parts: readonly PartPair[];
  /** Rank of the valid scheduled event, -1 without one. */
  scheduledRank: number;
  /** The first contact found, and the index of its part pair. */
  readonly impact: Impact;
  contact: number;
  readonly history: PairHistory;
}

/** Creates the pair of two composites, given their indices; undefined if none of their parts collide, or neither can move. */
export function createPair({ lawOf, composites }: World, indexA: number, indexB: number): Pair | undefined {
  const [a, b] = [composites[indexA], composites[indexB]];
  if (a.inverseMass === 0 && b.inverseMass === 0) return undefined;
  const parts = a.parts
    .flatMap((partA) => b.parts.map((partB) => ({ partA, partB, law: lawOf(partA.body, partB.body) })))
    .filter(({ law }) => law.collide);
  if (parts.length === 0) return undefined;
  const history = createPairHistory();
  return { kind: 'pair', a, b, indexA, indexB, parts, scheduledRank: -1, impact: createImpact(), contact: 0, history };
}

const snapshotA = createSnapshot();
const snapshotB = createSnapshot();
const trial = createImpact();

/**
 * The first contact of a pair within `left` [s] from now on, stored in the pair. Returns the time until then, or Infinity. Speeds
 * below `noise` [m/s] count as zero.
 */
export function searchImpact(world: World, pair: Pair, left: number, noise: number): number {
  zeroIfSlow(snapshotAt(snapshotA, pair.a, world.time, world.timeLow), noise);
  zeroIfSlow(snapshotAt(snapshotB, pair.b, world.time, world.timeLow), noise);
  let best = Number.POSITIVE_INFINITY;
  for (let index = 0; index < pair.parts.length; index++) {
    const { partA, partB } = pair.parts[index];
    const duration = Math.min(left, best);
    findImpact(flyingShape(world, partA), flyingShape(world, partB), duration);
    if (trial.status === 'initial-overlap') throw overlapOf(world, partA.body, partB.body);
    if (trial.status === 'none' || trial.time >= best) continue;
    best = trial.time;
    pair.contact = index;
    copyImpact(pair.impact, trial);
  }
  countUndecided(world, pair, best);
  return best;
}

/** First contact of shapes that fly as `snapshotA` and `snapshotB`, in `trial`. Angular accelerations are for planar bodies only. */
function findImpact(shapeA: PlanarShape, shapeB: PlanarShape, duration: number): void {
  const [a, b] = [snapshotA.angularAcceleration, snapshotB.angularAcceleration];
  if (a === 0 && b === 0) impactInto(trial, shapeA, snapshotA, shapeB, snapshotB, duration);
  else planarImpact(trial, shapeA, snapshotA, shapeB, snapshotB, duration, undefined, { a, b });
}

/** Bodies at rest except for rounding must not collide at the speed of that rounding. */
function zeroIfSlow(snapshot: Snapshot, noise: number): void {
  const { velocity } = snapshot;
  if (Math.abs(velocity.x) < noise) velocity.x = 0;
  if (Math.abs(velocity.y) < noise) velocity.y = 0;
}

function flyingShape(world: World, part: Part): PlanarShape {
  if (part.carried) return part.carried;
  const name = world.names[part.body];
  throw new SimulationError(
    `${name}: a docked ${part.shape.kind} needs time.method 'steps'; 'events' carries polygons only`,
  );
}

function overlapOf({ names, time }: World, bodyA: number, bodyB: number): SimulationError {
  return overlapError(names[bodyA], names[bodyB], time, trial.gap);
}

/** An undecided search resumes where it ended, but not indefinitely. */
function countUndecided(world: World, { impact, history, parts, contact }: Pair, found: number): void {
  const isUndecided = found < Number.POSITIVE_INFINITY && impact.status === 'iteration-limit';
  history.undecided = isUndecided ? history.undecided + 1 : 0;
  if (history.undecided < MAX_UNDECIDED) return;
  const { partA, partB } = parts[contact];
  const [a, b] = [world.names[partA.body], world.names[partB.body]];
  throw new SimulationError(`the time of impact of ${a} and ${b} is not decided after t = ${world.time} s`);
}

/**
 * Whether the bodies of a pair stay in contact instead of flying to their next impact, `after` [s] from now. True when
 * they touch now and still touch half way, where a rebound is highest, and only their acceleration brings them together: every
 * further impact would be lower and sooner, without end (Zeno, [CP13-3.4]), and bodies at rest do not rebound at all. False for
 * bodies that approach now, at any distance: that is an impact, as in an elastic chain.
 */
export function staysInContact(world: World, pair: Pair, after: number, noise: number): boolean {
  const { acceleration: a, angularAcceleration: angularA } = pair.a;
  const { acceleration: b, angularAcceleration: angularB } = pair.b;
  const isUniform = a.x === b.x && a.y === b.y && angularA === 0 && angularB === 0;
  if (!(after > 0 && after < Number.POSITIVE_INFINITY) || isUniform) return false;
  return isInContact(world, pair, 0.5 * after) && isInContact(world, pair, 0) && !approaches(world, pair, after, noise);
}

/** Whether the parts that touch after `after` [s] would do so in about that time without acceleration. */
function approaches(world: World, pair: Pair, after: number, noise: number): boolean {
  const { partA, partB } = pair.parts[pair.contact];
  for (const [snapshot, composite] of [
    [snapshotA, pair.a],
    [snapshotB, pair.b],
  ] as const) {
    zeroIfSlow(snapshotAt(snapshot, composite, world.time, world.timeLow), noise);
    copyVec3(snapshot.acceleration, NO_ACCELERATION);
    snapshot.angularAcceleration = 0;
  }
  impactInto(trial, flyingShape(world, partA), snapshotA, flyingShape(world, partB), snapshotB, 2 * after);
  return trial.status === 'hit';
}

const NO_ACCELERATION: ReadonlyVec3 = createVec3();

const contact = createContact();
const poseA = createPose();
const poseB = createPose();

/** Whether the gap of the parts that touch next is within the contact resolution, `after` [s] from now in free flight. */
function isInContact({ time, timeLow }: World, pair: Pair, after: number): boolean {
  const { partA, partB } = pair.parts[pair.contact];
  const a = partPose(poseA, partA, snapshotAt(snapshotA, pair.a, time, timeLow + after));
  const b = partPose(poseB, partB, snapshotAt(snapshotB, pair.b, time, timeLow + after));
  closestInto(contact, partA.shape, a, partB.shape, b);
  const { x: ax, y: ay } = a.position;
  const { x: bx, y: by } = b.position;
  const place = Math.max(Math.abs(ax), Math.abs(ay), Math.abs(bx), Math.abs(by));
  return contact.distance <= CONTACT_RESOLUTION * sizeOf(pair) + POSITION_ROUNDING * place;
}

/** Sum of the radii of the parts that touch next, without half-spaces [m]. */
function sizeOf({ parts, contact: index }: Pair): number {
  const radii = [parts[index].partA, parts[index].partB].map(({ shape }) => shapeRadius(shape));
  return radii.filter(Number.isFinite).reduce((sum, radius) => sum + radius, 0);
}

/**
 * Updates the pair's record of intervals. True when its impacts accumulate although no force holds the bodies together, as for a
 * body between two others that removes their speed. Elastic impacts remove none, and are finite in number. [CP13-3.4], Zeno
 */
export function accumulates({ history, parts, contact: index }: Pair, time: number, timeLow: number): boolean {
  addInterval(history, time, timeLow);
  return history.short >= SHORT_INTERVALS && parts[index].law.material.restitution < 1;
}

/**
 * Intervals Δ, Δ', ... of an accumulation shrink at least geometrically: the rest of it takes about Δ'² / (Δ - Δ'). Short intervals alone prove
 * nothing: a light body between a fixed and a heavy one collides often while it reverses the heavy one, at intervals that shrink ever more
 * slowly and then grow.
 */
function addInterval(history: PairHistory, time: number, timeLow: number): void {
  const interval = differenceOf(time, timeLow, history.last, history.lastLow);
  const { interval: before, longest } = history;
  const ends = interval < before && interval * interval < SHORT_REST * longest * (before - interval);
  history.short = ends || interval < MIN_INTERVAL * longest ? history.short + 1 : 0;
  history.interval = interval;
  history.longest = Math.max(longest, interval);
  history.last = time;
  history.lastLow = timeLow;
}

export function bodyNames(world: World, { parts, contact: index }: Pair): readonly [string, string] {
  const { partA, partB } = parts[index];
  return [world.names[partA.body], world.names[partB.body]];
}
