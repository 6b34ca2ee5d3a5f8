import {
  AFTER,
  advanceForcedBodies,
  createForcedWorkspace,
  DURATION,
  type Forces,
} from '../../../dynamics/forced-bodies.ts';
import { checkRotation } from '../../check-rotation.ts';
import { copyLedgerTotals, createLedgerTotals } from '../../ledger-totals.ts';
import { addContact, addGravity, addLoads, nextLoadChange } from './add-forces.ts';
import { changeOf, evaluateForces, releasedEnergy, updateAttachment } from './attachment.ts';
import { findIslands } from './candidate-pairs.ts';
import type { CompliantPair, Island } from './compliant-pair.ts';
import { type CompliantWorld, loadState, movePrescribed, storeState } from './compliant-world.ts';
import { findPoints } from './find-points.ts';
import { firstRoot } from './first-root.ts';
import { evaluatePair, type Stage } from './point-force.ts';
import { returnSprings, springEnergy, updateSprings } from './point-springs.ts';
import { checkOverlaps, maxInterval, tooLongStep } from './step-limits.ts';

/** Maximum number of begins and ends of contacts in an island and a step at which it is divided; the rest of the step is not. */
const MAX_CHANGES = 8;
/** Accuracy of the time of a begin or end, as a fraction of the interval. */
const TIME_TOLERANCE = 1e-10;
/** Maximum evaluations for such a time; they converge in three or four, and where they do not, by halving. */
const MAX_EVALUATIONS = 48;
/** Evaluations before halving. */
const FAST_EVALUATIONS = 8;

/**
 * Advances to the time `end` [s]. Each island is divided in time where its contacts begin or end and where loads change, so that forces are
 * smooth within each interval and the order of the integrator holds. Returns false if the step is too long: the world is then as before,
 * with the reason in `failure`.
 */
export function advanceTo(world: CompliantWorld, end: number): boolean {
  const { bodies, totals, time } = world;
  const h = end - time;
  const before = createLedgerTotals();
  copyLedgerTotals(before, totals);
  for (const body of bodies) storeState(body.stepStart, body);
  for (const island of findIslands(world, h)) {
    if (!advanceIsland(world, island, end)) break;
  }
  movePrescribed(bodies, end);
  if (world.failure === undefined) checkTravels(world, h);
  if (world.failure !== undefined) {
    for (const body of bodies) loadState(body, body.stepStart);
    copyLedgerTotals(totals, before);
    return false;
  }
  world.time = end;
  world.stepCount++;
  for (const pair of world.pairs.values()) if (pair.trigger) findAttachment(pair);
  evaluateForces(world);
  return true;
}

/** Updates a pair in the current state, without interval. */
function findAttachment(pair: CompliantPair): void {
  findPoints(pair);
  updateAttachment(pair);
}

/** Attaches the pairs that touch in the initial state: their adhesion is part of it. */
export function attachInitially(world: CompliantWorld): void {
  findIslands(world, 0);
  for (const pair of world.pairs.values()) findAttachment(pair);
  for (const pair of world.pairs.values()) updateSprings(pair);
  evaluateForces(world);
}

/** The pairs of the step were chosen for bounded displacements. */
function checkTravels(world: CompliantWorld, h: number): void {
  for (const { name, travel, pose, stepStart } of world.free) {
    const { x, y, z } = stepStart.pose.position;
    const moved = Math.sqrt((pose.position.x - x) ** 2 + (pose.position.y - y) ** 2 + (pose.position.z - z) ** 2);
    if (!(moved > travel)) continue;
    world.failure = `time.step: must be below ${0.5 * h} s: ${name} moves by ${moved} m, more than its speed and forces allow`;
    return;
  }
}

/** Advances an island from the time of the world to `end` [s]. */
function advanceIsland(world: CompliantWorld, island: Island, end: number): boolean {
  const h = end - world.time;
  let time = world.time;
  movePrescribed(island.immovable, time);
  for (let changes = 0; time < end; ) {
    const longest = maxInterval(world, island, h);
    if (world.failure !== undefined) return false;
    const target = Math.min(end, nextLoadChange(world.scene, time), time + longest);
    let span = target - time;
    const undivided = changes >= MAX_CHANGES;
    beginInterval(world, island);
    if (!advanceWithin(world, island, { time, span, h, undivided })) return false;
    if (!undivided && hasChange(island)) {
      changes++;
      const first = firstChange(world, island, { time, span, h, undivided });
      if (first === undefined) return false;
      span = first;
    }
    time = span < target - time ? time + span : target;
    checkOverlaps(world, island);
    endInterval(world, island);
  }
  return world.failure === undefined;
}

/** An interval of an island, within a step of `h` [s]. */
interface Interval {
  readonly time: number;
  readonly span: number;
  readonly h: number;
  readonly undivided: boolean;
}

/** The depths of the pairs are those of the current state. */
function beginInterval(world: CompliantWorld, island: Island): void {
  for (const body of island.bodies) storeState(body.start, body);
  copyLedgerTotals(world.totalsAtStart, world.totals);
  markStart(island);
}

function returnToStart(world: CompliantWorld, { bodies, pairs }: Island): void {
  copyLedgerTotals(world.totals, world.totalsAtStart);
  for (const body of bodies) loadState(body, body.start);
  for (const pair of pairs) returnSprings(pair);
}

/** Stores which pairs are attached now, and the tangential springs; adds the energy that they lose to the work of the contacts. */
function endInterval({ totals }: CompliantWorld, { pairs }: Island): void {
  for (const pair of pairs) {
    const energy = springEnergy(pair);
    totals.contactWork += releasedEnergy(pair, updateAttachment(pair));
    updateSprings(pair);
    totals.contactWork += springEnergy(pair) - energy;
  }
}

function hasChange({ pairs }: Island): boolean {
  for (const pair of pairs) if (changeOf(pair, pair.depth) > 0) return true;
  return false;
}

/**
 * Time from the start of the interval to just after the first begin or end of a contact; the island is left in that state, from the state
 * at the end of the interval. Undefined if the step is too long.
 */
function firstChange(world: CompliantWorld, island: Island, interval: Interval): number | undefined {
  const tolerance = TIME_TOLERANCE * interval.span;
  let [low, high] = [0, interval.span];
  markEnd(island);
  let isAtHigh = true;
  for (let k = 0; k < MAX_EVALUATIONS && high - low > tolerance; k++) {
    const root = k < FAST_EVALUATIONS ? estimate(island, low, high) : 0.5 * (low + high);
    if (high - root <= 2 * tolerance) break;
    const span = Math.min(Math.max(root + tolerance, low + tolerance), high - tolerance);
    if (!advanceWithin(world, island, { ...interval, span })) return undefined;
    isAtHigh = hasChange(island);
    if (isAtHigh) {
      high = span;
      markEnd(island);
    } else {
      low = span;
      markStart(island);
    }
  }
  if (!isAtHigh && !advanceWithin(world, island, { ...interval, span: high })) return undefined;
  return high;
}

function markStart({ pairs }: Island): void {
  for (const pair of pairs) {
    pair.startDepth = pair.depth;
    pair.startDepthRate = pair.depthRate;
  }
}

function markEnd({ pairs }: Island): void {
  for (const pair of pairs) {
    pair.endDepth = pair.depth;
    pair.endDepthRate = pair.depthRate;
  }
}

/** Earliest root of the cubics through depths and rates at both ends of the search [s]. */
function estimate({ pairs }: Island, low: number, high: number): number {
  let first = high;
  for (const pair of pairs) {
    const end = changeOf(pair, pair.endDepth);
    if (!(end > 0)) continue;
    const sign = pair.attached ? -1 : 1;
    const start = changeOf(pair, pair.startDepth);
    const root = firstRoot(start, sign * pair.startDepthRate, end, sign * pair.endDepthRate, high - low);
    first = Math.min(first, low + root);
  }
  return first;
}

/** Advances the island to `span` [s] after the start of the interval, from any state. */
function advanceWithin(world: CompliantWorld, island: Island, { time, span, h, undivided }: Interval): boolean {
  returnToStart(world, island);
  const { bodies, pairs, immovable } = island;
  for (const { name, angularVelocity } of bodies) checkRotation(name, angularVelocity, span, time);
  for (const [i, body] of bodies.entries()) body.slot = i;
  const forces: Forces = (out, times) => {
    const after = times[AFTER];
    const duration = times[DURATION];
    movePrescribed(immovable, time + after);
    addGravity(world, bodies, out, duration);
    addLoads(world, bodies, out, time + 0.5 * span, duration);
    const stage: Stage = { after, duration };
    for (const pair of pairs) {
      evaluatePair(pair, stage, undivided);
      for (let k = 0; k < pair.pointCount; k++) addContact(world, out, pair.points[k], duration);
    }
    if (after === 0 || after === span) world.failure ??= tooLongStep(world, island, h);
  };
  advanceForcedBodies(bodies, span, forces, workspaceFor(world, bodies.length));
  movePrescribed(immovable, time + span);
  for (const pair of pairs) findPoints(pair);
  return world.failure === undefined;
}

function workspaceFor({ workspaces }: CompliantWorld, count: number) {
  const found = workspaces.get(count) ?? createForcedWorkspace(count);
  workspaces.set(count, found);
  return found;
}
