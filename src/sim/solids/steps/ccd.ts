import { boxesOverlap } from '../../../broad/pairs.ts';
import { rotationRate } from '../../../math/torque-free-rotation.ts';
import { addScaledVec3, createVec3, crossVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../../../math/vec3.ts';
import { findCandidates, findFastBodies, isInsideBox } from './fast-candidates.ts';
import { coverFlight, type Flight, flightFromNow, heldFlight, laterFlight, moveAlong } from './fast-flights.ts';
import { resolveFastImpact } from './fast-impact.ts';
import { type FastCandidate, findNextContact } from './fast-impact-time.ts';
import { createFastStep, type FastStep, flightAt, MAX_CARRIES, MAX_IMPACTS, pathOf } from './fast-step.ts';
import { wakeBody } from './islands.ts';
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
 * next contact ends undecided. A waiting body that a kinematic body reaches moves with it.
 *
 * Bodies whose impact is slower than the restitution threshold stay in contact: until the end of the step they may overlap as much as
 * the solver allows, and if that is not enough, they wait.
 *
 * No path leads into another body, deeper than the two overlap at the start of the step or the solver has left them: every path is
 * continuous, from the pose at the start of the step to that at its end.
 */
const STILL: ReadonlyVec3 = createVec3();
const rate = createVec3();
const arm = createVec3();
const NONE: ReadonlySet<number> = new Set();

/** Resolves the impacts of fast bodies; returns the slots of the pairs that collided. */
export function resolveFastImpacts(world: StepWorld): ReadonlySet<number> {
  const fast = findFastBodies(world);
  if (fast === undefined) return NONE;
  const fastStep = createFastStep(world);
  let extended = false;
  for (const i of fast) {
    if (isInsideBox(world, i)) continue;
    for (const flight of pathOf(fastStep, i)) if (coverFlight(world, i, flight)) extended = true;
  }
  if (extended) updatePairs(world);
  let candidates = findCandidates(world, fast).map((slot) => findNextContact(fastStep, slot));
  for (;;) {
    let first: FastCandidate | undefined;
    for (const candidate of candidates) if (candidate.time < (first?.time ?? Infinity)) first = candidate;
    if (first === undefined) break;
    candidates.splice(candidates.indexOf(first), 1);
    if (world.cache.sensors[first.slot] === 1) reportTrigger(world, first.slot);
    else candidates = replaceCandidates(fastStep, candidates, collide(fastStep, first));
  }
  for (const [i, path] of fastStep.paths) {
    const [flight] = path;
    if (flight.impactCount > 0) moveAlong(world, i, flight, world.scene.time.step, flight.isHeld);
  }
  return fastStep.impacted;
}

function reportTrigger(world: StepWorld, slot: number): void {
  const { cache } = world;
  if (cache.touching[slot] === 1) return;
  cache.touching[slot] = 1;
  report(world, slot, true);
}

/** The impact of a pair, and the flights of its movable bodies after it; returns these bodies. */
function collide(fastStep: FastStep, { slot, time, waits: isAsked }: FastCandidate): readonly number[] {
  const { world, paths } = fastStep;
  const { pairs, free, active, cache } = world;
  const { step } = world.scene.time;
  world.counts.fastImpacts++;
  const pair = [pairs.first[slot], pairs.second[slot]];
  const before = pair.map((i) => flightAt(fastStep, i, time));
  const poses = before.map((flight) => laterFlight(flight, time).pose);
  // the solver cannot stop a body that rotates far
  const isLeftToSolver = cache.materials[3 * slot + 2] === 0 && !world.fastSlots.includes(slot);
  const waits =
    isAsked ||
    before.some(({ isHeld }) => isHeld) ||
    (isLeftToSolver && pair.some((i) => free[i] === 1 && touchesOthers(world, i)));
  const moved = pair.filter((i) => free[i] === 1);
  for (const i of moved) {
    wakeBody(world, i);
    moveAlong(world, i, flightAt(fastStep, i, time), time, waits);
  }
  const status = waits ? 'no-contact' : resolveFastImpact(world, slot, step - time, before, poses);
  if (status === 'rejected') fastStep.rejected.add(slot);
  else if (status !== 'no-contact') {
    if (status === 'slow') fastStep.persistent.add(slot);
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
  return moved;
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

/** The candidates after those of the bodies in `moved`, which have collided, are found again. */
function replaceCandidates(
  fastStep: FastStep,
  candidates: readonly FastCandidate[],
  moved: readonly number[],
): FastCandidate[] {
  const { pairs, boxes } = fastStep.world;
  const involves = (slot: number) => moved.includes(pairs.first[slot]) || moved.includes(pairs.second[slot]);
  const next = candidates.filter(({ slot }) => !involves(slot));
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    if (
      !involves(slot) ||
      fastStep.rejected.has(slot) ||
      !boxesOverlap(boxes, pairs.first[slot], boxes, pairs.second[slot])
    )
      continue;
    const candidate = findNextContact(fastStep, slot);
    if (candidate.time < Infinity) next.push(candidate);
  }
  return next;
}
