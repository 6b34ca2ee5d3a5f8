import { boxesOverlap } from '../../../broad/pairs.ts';
import { tumblingImpact } from '../../../free-flight/tumbling-impact.ts';
import { rotationRate } from '../../../math/torque-free-rotation.ts';
import { addScaledVec3, createVec3, crossVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../../../math/vec3.ts';
import { createImpact } from '../../../toi/impact.ts';
import { findCandidates, findFastBodies, isInsideBox, speculativeMargin } from './fast-candidates.ts';
import {
  coverFlight,
  type Flight,
  flightFromNow,
  heldFlight,
  laterFlight,
  moveAlong,
  pathOfStep,
} from './fast-flights.ts';
import { resolveFastImpact } from './fast-impact.ts';
import { wakeBody } from './islands.ts';
import { minGap } from './min-gap.ts';
import { report, updatePairs } from './pair-updates.ts';
import type { StepWorld } from './step-world.ts';

/**
 * CCD: bodies that move far in a step relative to their thickness collide at the exact times of impact on their paths, as in an event-driven
 * world, and fly on for the rest of the step with their new velocities, to further impacts. The contacts of the substeps have acted
 * before: this finds what they could not, since they are searched at the start of the step only, up to a margin. The relative motion
 * of two bodies decides, so that two fast ones collide as well.
 *
 * A body waits in its pose for the next step, and keeps its velocity, after MAX_IMPACTS impacts, if it meets a waiting body, and at a
 * plastic impact with a body that touches others: the solver then finds all their impulses together. So does one whose search for its
 * next contact ends undecided. A waiting body that a kinematic body
 * reaches moves with it.
 *
 * No path leads into another body, deeper than the two overlap at the start of the step or the solver has left them: every path is
 * continuous, from the pose at the start of the step to that at its end.
 */
const MAX_IMPACTS = 64;

/** Maximum number of times that a waiting body begins to move with another one, or stops. */
const MAX_CARRIES = 16;

/** Distance queries of a search for the next contact, without those for rotation, and the factor of the allowed depth after that. */
const STEP_LIMIT = 256;
const DEEPER = 4;

/** Relative to the speeds of the bodies: approach of touching bodies below this is rounding. */
const SPEED_NOISE = 1e-12;

interface Candidate {
  readonly slot: number;
  /** Time of contact [s]; Infinity for never. */
  readonly time: number;
  /** True: before this time there is no contact, and at this time it is not known whether there is one. */
  readonly isUndecided: boolean;
}

/** The paths of a step, by body, and the pairs that may collide. */
interface FastStep {
  readonly world: StepWorld;
  readonly paths: Map<number, readonly Flight[]>;
  candidates: Candidate[];
  /** Slots of pairs with an impact, and of those that the filter of the caller rejects. */
  readonly impacted: Set<number>;
  readonly rejected: Set<number>;
  /** Number of manifolds of the solver: those of CCD follow. */
  readonly solvedCount: number;
}

const impact = createImpact();
const STILL: ReadonlyVec3 = createVec3();
const rate = createVec3();
const arm = createVec3();
const NONE: ReadonlySet<number> = new Set();

/** Resolves the impacts of fast bodies; returns the slots of the pairs that collided. */
export function resolveFastImpacts(world: StepWorld): ReadonlySet<number> {
  const fast = findFastBodies(world);
  if (fast === undefined) return NONE;
  const fastStep: FastStep = {
    world,
    paths: new Map(),
    candidates: [],
    impacted: new Set(),
    rejected: new Set(),
    solvedCount: world.contacts.manifoldCount,
  };
  let extended = false;
  for (const i of fast) {
    if (isInsideBox(world, i)) continue;
    for (const flight of pathOf(fastStep, i)) if (coverFlight(world, i, flight)) extended = true;
  }
  if (extended) updatePairs(world);
  fastStep.candidates = findCandidates(world, fast).map((slot) => candidateOf(fastStep, slot));
  for (;;) {
    let first: Candidate | undefined;
    for (const candidate of fastStep.candidates) if (candidate.time < (first?.time ?? Infinity)) first = candidate;
    if (first === undefined) break;
    fastStep.candidates.splice(fastStep.candidates.indexOf(first), 1);
    if (world.cache.sensors[first.slot] === 1) reportTrigger(world, first.slot);
    else collide(fastStep, first);
  }
  for (const [i, path] of fastStep.paths) {
    const [flight] = path;
    if (flight.impactCount > 0) moveAlong(world, i, flight, world.scene.time.step, flight.isHeld);
  }
  return fastStep.impacted;
}

function pathOf({ world, paths }: FastStep, i: number): readonly Flight[] {
  const known = paths.get(i);
  if (known) return known;
  const path = pathOfStep(world, i);
  paths.set(i, path);
  return path;
}

/** The piece of the path of body i at `time` [s]; from its end on the next one. */
function flightAt(fastStep: FastStep, i: number, time: number): Flight {
  const path = pathOf(fastStep, i);
  return path.length > 1 && time >= path[1].start ? path[1] : path[0];
}

function reportTrigger(world: StepWorld, slot: number): void {
  const { cache } = world;
  if (cache.touching[slot] === 1) return;
  cache.touching[slot] = 1;
  report(world, slot, true);
}

/** The impact of a pair, and the flights of its movable bodies after it. */
function collide(fastStep: FastStep, { slot, time, isUndecided }: Candidate): void {
  const { world, paths } = fastStep;
  const { pairs, free, active, cache } = world;
  const { step } = world.scene.time;
  const pair = [pairs.first[slot], pairs.second[slot]];
  const before = pair.map((i) => flightAt(fastStep, i, time));
  const poses = before.map((flight) => laterFlight(flight, time).pose);
  // the solver cannot stop a body that rotates far
  const isLeftToSolver = cache.materials[3 * slot + 2] === 0 && !world.fastSlots.includes(slot);
  const waits =
    isUndecided ||
    before.some(({ isHeld }) => isHeld) ||
    (isLeftToSolver && pair.some((i) => free[i] === 1 && touchesOthers(world, i)));
  const moved = pair.filter((i) => free[i] === 1);
  for (const i of moved) {
    wakeBody(world, i);
    moveAlong(world, i, flightAt(fastStep, i, time), time, waits);
  }
  const status = waits ? 'no-contact' : resolveFastImpact(world, slot, step - time, before, poses);
  if (status === 'rejected') fastStep.rejected.add(slot);
  else if (status === 'resolved') {
    fastStep.impacted.add(slot);
    cache.visited[slot] = world.stepCount;
  }
  const isHeld = status === 'no-contact';
  const next: [number, Flight][] = [];
  let extended = false;
  for (const i of moved) {
    const last = flightAt(fastStep, i, time);
    const flight =
      isHeld || last.impactCount >= MAX_IMPACTS
        ? heldFlight(world, i, time, last, carrierVelocity(fastStep, slot, i, time))
        : flightFromNow(world, i, time, last);
    next.push([i, flight]);
    active[i] = 1;
    if (coverFlight(world, i, flight)) extended = true;
  }
  for (const [i, flight] of next) paths.set(i, [flight]);
  if (extended) updatePairs(world);
  findNewCandidates(fastStep, moved);
}

/** Velocity of the contact point of the body that body i meets at `time` [s], if that cannot be stopped; else zero. */
function carrierVelocity(fastStep: FastStep, slot: number, i: number, time: number): ReadonlyVec3 {
  const { pairs, free } = fastStep.world;
  const other = pairs.first[slot] === i ? pairs.second[slot] : pairs.first[slot];
  const own = flightAt(fastStep, i, time);
  const flight = flightAt(fastStep, other, time);
  if (own.impactCount >= MAX_IMPACTS + MAX_CARRIES || (free[other] === 1 && !flight.isHeld)) return STILL;
  const { pose, velocity, torqueFree } = laterFlight(flight, time);
  rotationRate(rate, torqueFree);
  if (lengthVec3(rate) === 0) return velocity;
  // about the centre of the body: its surface near there is the one that touches
  subVec3(arm, laterFlight(own, time).pose.position, pose.position);
  return addScaledVec3(createVec3(), velocity, crossVec3(arm, rate, arm), 1);
}

/** Whether body i has a contact with an impulse in the last substep, or a cached one if it sleeps, with another movable body. */
function touchesOthers(world: StepWorld, i: number): boolean {
  const { contacts, asleep, free, pairs, cache, scene } = world;
  if (asleep[i] === 1) {
    for (let k = 0; k < pairs.count; k++) {
      const slot = pairs.slots[k];
      const [a, b] = [pairs.first[slot], pairs.second[slot]];
      if ((a === i || b === i) && cache.touching[slot] === 1 && free[a] === 1 && free[b] === 1) return true;
    }
    return false;
  }
  // deflected before the last substep: no contact presses on it now
  if (world.deflectionTimes[i] < scene.time.step - world.settings.time) return false;
  for (let manifold = 0; manifold < contacts.manifoldCount; manifold++) {
    const [a, b] = [contacts.bodiesA[manifold], contacts.bodiesB[manifold]];
    if ((a === i || b === i) && free[a] === 1 && free[b] === 1) return true;
  }
  return false;
}

/** Replaces the candidates of bodies that have collided. */
function findNewCandidates(fastStep: FastStep, moved: readonly number[]): void {
  const { world } = fastStep;
  const { pairs, boxes } = world;
  const involves = (slot: number) => moved.includes(pairs.first[slot]) || moved.includes(pairs.second[slot]);
  fastStep.candidates = fastStep.candidates.filter(({ slot }) => !involves(slot));
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    if (
      !involves(slot) ||
      fastStep.rejected.has(slot) ||
      !boxesOverlap(boxes, pairs.first[slot], boxes, pairs.second[slot])
    )
      continue;
    const candidate = candidateOf(fastStep, slot);
    if (candidate.time < Infinity) fastStep.candidates.push(candidate);
  }
}

/** Whether no contact changes the motion of body i, or none any more in this step. */
function isImmovable(fastStep: FastStep, i: number): boolean {
  if (fastStep.world.free[i] === 0) return true;
  const [{ isHeld, impactCount }] = pathOf(fastStep, i);
  return isHeld && impactCount > MAX_IMPACTS + MAX_CARRIES;
}

function candidateOf(fastStep: FastStep, slot: number): Candidate {
  const time = impactTime(fastStep, slot);
  return { slot, time, isUndecided: time < Infinity && impact.status === 'iteration-limit' };
}

/** Time of the step at which the bodies of a pair touch [s]; Infinity for never. */
function impactTime(fastStep: FastStep, slot: number): number {
  const { pairs, scene } = fastStep.world;
  const [a, b] = [pairs.first[slot], pairs.second[slot]];
  // two bodies that no impact moves would collide without end
  if (isImmovable(fastStep, a) && isImmovable(fastStep, b)) return Infinity;
  const { step } = scene.time;
  let from = Math.max(pathOf(fastStep, a)[0].start, pathOf(fastStep, b)[0].start);
  while (from < step) {
    const [flightA, flightB] = [flightAt(fastStep, a, from), flightAt(fastStep, b, from)];
    // the last pieces end with the step; a rounded sum of start and duration may miss it
    const until = Math.min(endOf(fastStep, a, flightA), endOf(fastStep, b, flightB));
    const time = timeOnFlights(fastStep, slot, flightA, flightB, from, until);
    if (time < Infinity) return time;
    from = until;
  }
  return Infinity;
}

/** End of a piece of the path of body i: the start of the next one, or the end of the step [s]. */
function endOf(fastStep: FastStep, i: number, flight: Flight): number {
  const path = pathOf(fastStep, i);
  return path.length > 1 && flight === path[0] ? path[1].start : fastStep.world.scene.time.step;
}

/**
 * The same on one piece of each path. Bodies that overlap at its start are in contact where they are deeper, or than the solver leaves the
 * bodies of its contacts; after an impact they collide if they approach faster than the restitution threshold. Bodies that slide along each
 * other need too many distance queries: they may go deeper, as those of the solver.
 */
// biome-ignore format: one interval per line
function timeOnFlights(
  fastStep: FastStep, slot: number,
  flightA: Flight, flightB: Flight,
  from: number, until: number,
): number {
  const { pairs, shapes, settings, cache } = fastStep.world;
  const [shapeA, shapeB] = [shapes[pairs.first[slot]], shapes[pairs.second[slot]]];
  const slowest = SPEED_NOISE * (lengthVec3(flightA.velocity) + lengthVec3(flightB.velocity));
  const [a, b] = [laterFlight(flightA, from), laterFlight(flightB, from)];
  const search = (depth: number) =>
    tumblingImpact(impact, shapeA, a, shapeB, b, until - from, slowest, depth, STEP_LIMIT);
  const hasImpact = flightA.impactCount + flightB.impactCount > 0;
  let depth = hasImpact ? 0 : depthOfSolver(fastStep, slot);
  search(depth);
  if (impact.status === 'initial-overlap' && cache.sensors[slot] !== 1) {
    if (hasImpact && impact.closingSpeed > settings.restitutionThreshold) return from;
    depth = Math.max(-impact.gap, depthOfSolver(fastStep, slot));
    search(depth);
  }
  const deepest = settings.slop + speculativeMargin(fastStep.world, pairs.first[slot], pairs.second[slot]);
  while (impact.status === 'iteration-limit' && depth < deepest) {
    depth = Math.min(Math.max(settings.slop, DEEPER * depth), deepest);
    search(depth);
  }
  return impact.status === 'none' ? Infinity : from + impact.time;
}

/** Depth at which the solver may leave the bodies of a pair that touch at the start of the step, and have a contact of it [m]. */
function depthOfSolver({ world, solvedCount }: FastStep, slot: number): number {
  const { manifoldSlots, pairs, settings } = world;
  if (!manifoldSlots.subarray(0, solvedCount).includes(slot) || minGap(world, slot) > settings.slop) return 0;
  return settings.slop + speculativeMargin(world, pairs.first[slot], pairs.second[slot]);
}
