import { createAabb } from '../../../bounds/aabb.ts';
import { shapeAabb } from '../../../bounds/shape-aabb.ts';
import { createVec3, setVec3 } from '../../../math/vec3.ts';
import { IMPULSE, ROW } from '../../../response/solver/contact-rows.ts';
import { loadSolverBody, storeSolverBody } from '../../../response/solver/solver-bodies.ts';
import { checkTurning, MAX_TURN } from '../../check-rotation.ts';
import { stopAtImpacts } from './ccd.ts';
import { scaleImpulses } from './contact-cache.ts';
import { nearing, SEARCH, SPECULATIVE_MARGIN, searchPairs, setNearing } from './find-contacts.ts';
import { gatherRows, minGap, storeImpulses } from './gather-rows.ts';
import { letSleep, wakeBody, wakeForLoads } from './islands.ts';
import { report, updatePairs } from './pair-updates.ts';
import { storeOrientation, writePose } from './poses.ts';
import { type StepWorld, stepSettings } from './step-world.ts';
import { runSubsteps } from './substeps.ts';

/** One step of the scene's length. */
export function advanceStep(world: StepWorld): void {
  world.begun.length = 0;
  world.ended.length = 0;
  wakeForLoads(world);
  placeBodies(world);
  updatePairs(world);
  findAllContacts(world);
  loadBodies(world);
  checkAngularVelocities(world);
  gatherRows(world);
  runSubsteps(world);
  storeImpulses(world);
  storeBodies(world);
  checkAngularVelocities(world);
  stopAtImpacts(world);
  reportContacts(world);
  letSleep(world);
  world.stepCount++;
  // not a sum of steps: no rounding piles up
  world.time = world.origin.time + (world.stepCount - world.origin.stepCount) * world.scene.time.step;
}

/**
 * One step that is only `length` [s] long: the last one of a run. What contacts begin it with are impulses of a whole step's substeps,
 * so they are as much smaller, and what it leaves is as much larger: forces stay the same.
 */
export function advancePartOfStep(world: StepWorld, length: number): void {
  const { scene, cache, time } = world;
  const fraction = length / scene.time.step;
  scaleImpulses(cache, fraction);
  const part: StepWorld = { ...world, ...stepSettings({ ...scene, time: { ...scene.time, step: length } }) };
  advanceStep(part);
  scaleImpulses(cache, 1 / fraction);
  world.stepCount = part.stepCount;
  world.patchSlots = part.patchSlots;
  world.time = time + length;
  world.origin.time = world.time;
  world.origin.stepCount = world.stepCount;
}

const angularVelocity = createVec3();

/** Of all bodies that move. */
function checkAngularVelocities({ bodies, active, time, scene }: StepWorld): void {
  const { angularVelocities } = bodies;
  const { step } = scene.time;
  for (let i = 0; i < bodies.count; i++) {
    if (active[i] === 0) continue;
    const rotation =
      step *
      (Math.abs(angularVelocities[3 * i]) +
        Math.abs(angularVelocities[3 * i + 1]) +
        Math.abs(angularVelocities[3 * i + 2]));
    if (!(rotation > MAX_TURN)) continue;
    setVec3(angularVelocity, angularVelocities[3 * i], angularVelocities[3 * i + 1], angularVelocities[3 * i + 2]);
    checkTurning(scene.bodies[i].name, angularVelocity, step, time);
  }
}

/** Does body i move in this step? */
function isMoving({ free, asleep, bodies }: StepWorld, i: number): boolean {
  if (free[i] === 1) return asleep[i] === 0;
  for (let k = 3 * i; k < 3 * i + 3; k++)
    if (bodies.velocities[k] !== 0 || bodies.angularVelocities[k] !== 0) return true;
  return false;
}

const box = createAabb();

/** Poses and boxes of what moves (and of everything in the first step): the boxes hold the step as it would be without contacts. */
function placeBodies(world: StepWorld): void {
  const { bodies, active, poses, shapes, boxes } = world;
  for (let i = 0; i < bodies.count; i++) {
    active[i] = isMoving(world, i) ? 1 : 0;
    world.swings[i] = active[i] === 1 ? swingOf(world, i) : 0;
    if (active[i] === 0 && world.stepCount > 0) continue;
    writePose(poses[i], bodies, i);
    shapeAabb(box, shapes[i], poses[i]);
    boxes[6 * i] = box.min.x;
    boxes[6 * i + 1] = box.min.y;
    boxes[6 * i + 2] = box.min.z;
    boxes[6 * i + 3] = box.max.x;
    boxes[6 * i + 4] = box.max.y;
    boxes[6 * i + 5] = box.max.z;
    widenForStep(world, i);
  }
}

/** By the way ahead, by what turning can add, and by the distance in which contacts are looked for. */
function widenForStep(world: StepWorld, i: number): void {
  const { bodies, boxes, radii, settings, scene } = world;
  const { step } = scene.time;
  const around = SPECULATIVE_MARGIN * settings.slop + world.swings[i] + (world.free[i] === 1 ? world.gravityDeltaV : 0);
  const side = Number.isFinite(radii[i]) ? around : SPECULATIVE_MARGIN * settings.slop;
  for (let k = 0; k < 3; k++) {
    const way = step * bodies.velocities[3 * i + k];
    boxes[6 * i + k] += Math.min(way, 0) - side;
    boxes[6 * i + 3 + k] += Math.max(way, 0) + side;
  }
}

/** How far turning takes a point of body i in a step [m]; no farther than across the body. */
function swingOf({ bodies, radii, scene }: StepWorld, i: number): number {
  const { angularVelocities } = bodies;
  const angularVelocity = Math.sqrt(
    angularVelocities[3 * i] ** 2 + angularVelocities[3 * i + 1] ** 2 + angularVelocities[3 * i + 2] ** 2,
  );
  return angularVelocity === 0 ? 0 : Math.min(angularVelocity * scene.time.step, 2) * radii[i];
}

/** Looks at every pair of which a body moves; where one touches a body asleep, that one wakes, and its pairs are looked at as well. */
function findAllContacts(world: StepWorld): void {
  const { searchList, options } = world;
  do {
    listPairs(world);
    if (options.search) options.search(world, searchList);
    else searchPairs(world, searchList, 0, searchList.count);
  } while (wakeTouched(world));
}

/** The pairs of which a body moves, but for those that have been looked at. */
function listPairs({ searchList: list, pairs, cache, active, stepCount }: StepWorld): void {
  list.count = 0;
  if (list.numbers.length < SEARCH * pairs.count) list.numbers = new Int32Array(2 * SEARCH * pairs.count);
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    const a = pairs.first[slot];
    const b = pairs.second[slot];
    if (cache.visited[slot] === stepCount || (active[a] === 0 && active[b] === 0)) continue;
    cache.visited[slot] = stepCount;
    const at = SEARCH * list.count++;
    list.numbers[at] = slot;
    list.numbers[at + 1] = a;
    list.numbers[at + 2] = b;
  }
}

/** Wakes bodies that have been touched, by the pairs just looked at. False: none. */
function wakeTouched(world: StepWorld): boolean {
  const { count, numbers } = world.searchList;
  const { asleep } = world;
  let woken = false;
  for (let at = 0; at < SEARCH * count; at += SEARCH) {
    const a = numbers[at + 1];
    const b = numbers[at + 2];
    if ((asleep[a] === 1 || asleep[b] === 1) && wakeByContact(world, numbers[at], a, b)) woken = true;
  }
  return woken;
}

/** Wakes the body of a pair that sleeps, and all that sleep with it, if the other one touches it or may do so in this step. */
function wakeByContact(world: StepWorld, slot: number, a: number, b: number): boolean {
  const { asleep, free, active, cache } = world;
  if (cache.sensors[slot] === 1 || cache.counts[slot] === 0) return false;
  setNearing(world, a, b);
  if (minGap(world, slot) > nearing[0]) return false;
  wakeBody(world, asleep[a] === 1 ? a : b);
  for (let i = 0; i < active.length; i++) if (free[i] === 1 && asleep[i] === 0) active[i] = 1;
  return true;
}

function loadBodies({ solver, bodies, asleep, startPoses }: StepWorld): void {
  for (let i = 0; i < bodies.count; i++) {
    loadSolverBody(solver, bodies, i, asleep[i] === 1);
    for (let k = 0; k < 3; k++) startPoses[7 * i + k] = bodies.positions[3 * i + k];
    for (let k = 0; k < 4; k++) startPoses[7 * i + 3 + k] = bodies.orientations[4 * i + k];
  }
}

function storeBodies(world: StepWorld): void {
  const { solver, bodies, active, free } = world;
  for (let i = 0; i < bodies.count; i++) {
    if (active[i] === 0) continue;
    if (free[i] === 1) storeSolverBody(solver, bodies, i);
    storeOrientation(bodies, solver.principalOrientations, i);
  }
}

/** Which pairs have begun and which have ceased to touch: to push, in the step, or as a sensor to overlap at its start. */
function reportContacts(world: StepWorld): void {
  const { pairs, cache, stepCount, contacts, patchSlots } = world;
  let patch = 0;
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    const hasPatch = patch < contacts.patchCount && patchSlots[patch] === slot;
    const pushing = hasPatch && isPushing(world, patch);
    if (hasPatch) patch++;
    if (cache.visited[slot] !== stepCount) continue;
    const now = cache.sensors[slot] === 1 ? cache.counts[slot] > 0 : pushing;
    if (now === (cache.touching[slot] === 1)) continue;
    cache.touching[slot] = now ? 1 : 0;
    report(world, slot, now);
  }
}

function isPushing({ contacts }: StepWorld, patch: number): boolean {
  const { rows, starts } = contacts;
  for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW) {
    for (let k = 0; k < 3; k++) if (rows[at + IMPULSE + k] !== 0) return true;
  }
  return false;
}
