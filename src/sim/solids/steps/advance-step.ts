import { createAabb } from '../../../bounds/aabb.ts';
import { shapeAabb } from '../../../bounds/shape-aabb.ts';
import { boxesOverlap } from '../../../broad/pairs.ts';
import { SIZES } from '../../../distance/convex/core.ts';
import { createVec3, setVec3 } from '../../../math/vec3.ts';
import {
  hasEqualMoments,
  loadSolverBody,
  MODE,
  RECORD,
  storeSolverBody,
} from '../../../response/solver/solver-bodies.ts';
import { checkRotation, MAX_ROTATION } from '../../check-rotation.ts';
import { closeContactWork } from '../../ledger-totals.ts';
import { clearAppliedForces } from './body-forces.ts';
import { resolveFastImpacts } from './ccd.ts';
import { releaseBroken } from './change-joints.ts';
import { SLACK, SLACK_ARM, SLACK_MARGIN, SLACK_TRAVEL, scaleImpulses } from './contact-cache.ts';
import { countNeighbours } from './fast-approach.ts';
import { SEARCH, searchPairs } from './find-contacts.ts';
import { wakeForFields } from './find-forces.ts';
import { gatherRows } from './gather-rows.ts';
import { letSleep, wakeBody, wakeForLoads, wakeJoined } from './islands.ts';
import { minGap } from './min-gap.ts';
import { orderSlots } from './order-slots.ts';
import { SPECULATIVE_MARGIN, setMaxApproach } from './pair-motion.ts';
import { report, updatePairs } from './pair-updates.ts';
import { storeOrientation, writePose } from './poses.ts';
import { type StepWorld, stepSettings } from './step-world.ts';
import { storeImpulses } from './store-impulses.ts';
import { runSubsteps } from './substeps.ts';

/** Advances the world by one step of the scene's length (`scene.time.step` [s]). */
export function advanceStep(world: StepWorld): void {
  world.begun.length = 0;
  world.ended.length = 0;
  world.counts.impacts = 0;
  world.counts.fastImpacts = 0;
  world.counts.impactSearches = 0;
  wakeForLoads(world);
  wakeForFields(world);
  wakeJoined(world);
  updateBoxes(world);
  // not within the step: its contacts refer to the slots
  orderSlots(world);
  updatePairs(world);
  findAllContacts(world);
  loadBodies(world);
  checkAngularVelocities(world);
  countNeighbours(world);
  gatherRows(world);
  runSubsteps(world);
  storeImpulses(world);
  storeBodies(world);
  if (world.joints.broken.length > 0) releaseBroken(world);
  checkAngularVelocities(world);
  reportContacts(world, resolveFastImpacts(world));
  letSleep(world);
  clearAppliedForces(world.bodyForces);
  for (const link of world.bodyForces.links) link.endStep?.(world.time + world.scene.time.step);
  closeContactWork(world.totals);
  world.stepCount++;
  // not a sum of steps: no accumulation of rounding errors
  world.time = world.origin.time + (world.stepCount - world.origin.stepCount) * world.scene.time.step;
}

/**
 * One step of only `length` [s]: the last one of a run. The cached impulses are those of a full step's substeps,
 * so they are scaled down before and up again after it: forces stay the same.
 */
export function advancePartOfStep(world: StepWorld, length: number): void {
  const { scene, cache, time } = world;
  const fraction = length / scene.time.step;
  scaleImpulses(cache, fraction);
  const shorter = { ...scene, time: { ...scene.time, step: length } };
  const part: StepWorld = { ...world, scene: shorter, ...stepSettings(shorter) };
  advanceStep(part);
  scaleImpulses(cache, 1 / fraction);
  world.stepCount = part.stepCount;
  world.manifoldSlots = part.manifoldSlots;
  world.time = time + length;
  world.origin.time = world.time;
  world.origin.stepCount = world.stepCount;
}

const angularVelocity = createVec3();

/** Checks the angular velocities of all bodies that move. */
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
    if (!(rotation > MAX_ROTATION)) continue;
    setVec3(angularVelocity, angularVelocities[3 * i], angularVelocities[3 * i + 1], angularVelocities[3 * i + 2]);
    checkRotation(scene.bodies[i].name, angularVelocity, step, time);
  }
}

/** Whether body i moves in this step. */
function isMoving({ free, asleep, bodies }: StepWorld, i: number): boolean {
  return free[i] === 1 ? asleep[i] === 0 : isDriven(bodies, i);
}

function isDriven({ velocities, angularVelocities }: StepWorld['bodies'], i: number): boolean {
  for (let k = 3 * i; k < 3 * i + 3; k++) if (velocities[k] !== 0 || angularVelocities[k] !== 0) return true;
  return false;
}

const box = createAabb();

/** Updates poses and boxes of moving bodies (of all in the first step): the boxes bound the step without contacts. */
function updateBoxes(world: StepWorld): void {
  const { bodies, active, poses, boxSizes, changed } = world;
  for (let i = 0; i < bodies.count; i++) {
    active[i] = isMoving(world, i) ? 1 : 0;
    world.rotationDisplacements[i] = active[i] === 1 ? rotationDisplacement(world, i) : 0;
    world.reaches[i] = active[i] === 1 ? reachOf(world, i) : 0;
    addTravel(world, i);
    if (active[i] === 0 && world.stepCount > 0 && changed[i] === 0) continue;
    changed[i] = 0;
    writePose(poses[i], bodies, i);
    if (boxSizes[4 * i + SIZES] > 0) writeBoxBounds(world, i);
    else writeShapeBounds(world, i);
    widenForStep(world, i);
  }
}

/** Maximum displacement of a point of body i in the step, without forces [m]. */
function reachOf({ bodies: { velocities: v }, rotationDisplacements, scene }: StepWorld, i: number): number {
  const speed = Math.sqrt(v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2]);
  return speed * scene.time.step + rotationDisplacements[i];
}

/** A quaternion that has changed by d has rotated by at most this many times d [rad]: 4 asin(d/2), for the largest d of one rotation, √2. */
const ANGLE_PER_CHANGE = 2.3;

/** Adds the distance of the pose of body i from that at the start of the last step, whatever has moved it since. */
// biome-ignore format: one vector per line
function addTravel({ bodies: { positions: p, orientations: o }, startPoses: s, travels }: StepWorld, i: number): void {
  const x = p[3 * i] - s[7 * i], y = p[3 * i + 1] - s[7 * i + 1], z = p[3 * i + 2] - s[7 * i + 2];
  const c = o[4 * i] - s[7 * i + 3], d = o[4 * i + 1] - s[7 * i + 4], e = o[4 * i + 2] - s[7 * i + 5], f = o[4 * i + 3] - s[7 * i + 6];
  travels[2 * i] += Math.sqrt(x * x + y * y + z * z);
  travels[2 * i + 1] += ANGLE_PER_CHANGE * Math.sqrt(c * c + d * d + e * e + f * f);
}

function writeShapeBounds({ boxes, shapes, poses }: StepWorld, i: number): void {
  shapeAabb(box, shapes[i], poses[i]);
  boxes[6 * i] = box.min.x;
  boxes[6 * i + 1] = box.min.y;
  boxes[6 * i + 2] = box.min.z;
  boxes[6 * i + 3] = box.max.x;
  boxes[6 * i + 4] = box.max.y;
  boxes[6 * i + 5] = box.max.z;
}

/** The same for a sharp box, from packed numbers. */
// biome-ignore format: one row per line
function writeBoxBounds({ boxes, boxSizes, bodies: { positions, orientations: q } }: StepWorld, i: number): void {
  const hx = boxSizes[4 * i + SIZES], hy = boxSizes[4 * i + SIZES + 1], hz = boxSizes[4 * i + SIZES + 2];
  const w = q[4 * i], x = q[4 * i + 1], y = q[4 * i + 2], z = q[4 * i + 3];
  const ex = Math.abs(1 - 2 * (y * y + z * z)) * hx + Math.abs(2 * (x * y - w * z)) * hy + Math.abs(2 * (x * z + w * y)) * hz;
  const ey = Math.abs(2 * (x * y + w * z)) * hx + Math.abs(1 - 2 * (x * x + z * z)) * hy + Math.abs(2 * (y * z - w * x)) * hz;
  const ez = Math.abs(2 * (x * z - w * y)) * hx + Math.abs(2 * (y * z + w * x)) * hy + Math.abs(1 - 2 * (x * x + y * y)) * hz;
  const cx = positions[3 * i], cy = positions[3 * i + 1], cz = positions[3 * i + 2];
  boxes[6 * i] = cx - ex; boxes[6 * i + 1] = cy - ey; boxes[6 * i + 2] = cz - ez;
  boxes[6 * i + 3] = cx + ex; boxes[6 * i + 4] = cy + ey; boxes[6 * i + 5] = cz + ez;
}

/** Extends the box by the displacement ahead, by the effect of rotation, and by the speculative margin. */
// biome-ignore format: one vector per line
function widenForStep(world: StepWorld, i: number): void {
  const { boxes, radii, settings, scene } = world;
  const { velocities: v } = world.bodies;
  const { step } = scene.time;
  const around =
    SPECULATIVE_MARGIN * settings.slop +
    world.rotationDisplacements[i] +
    (world.free[i] === 1 ? world.gravityDisplacement : 0);
  const side = Number.isFinite(radii[i]) ? around : SPECULATIVE_MARGIN * settings.slop;
  const x = step * v[3 * i], y = step * v[3 * i + 1], z = step * v[3 * i + 2];
  const k = 6 * i;
  boxes[k] += Math.min(x, 0) - side; boxes[k + 1] += Math.min(y, 0) - side; boxes[k + 2] += Math.min(z, 0) - side;
  boxes[k + 3] += Math.max(x, 0) + side; boxes[k + 4] += Math.max(y, 0) + side; boxes[k + 5] += Math.max(z, 0) + side;
}

/** Maximum displacement of a point of body i by rotation in a step [m]; at most its diameter. */
function rotationDisplacement({ bodies, radii, scene }: StepWorld, i: number): number {
  const { angularVelocities: w } = bodies;
  const [x, y, z] = [w[3 * i], w[3 * i + 1], w[3 * i + 2]];
  const angularVelocity = Math.sqrt(x * x + y * y + z * z);
  return angularVelocity === 0 ? 0 : Math.min(angularVelocity * scene.time.step, 2) * radii[i];
}

/** Searches all pairs with a moving body; a sleeping body that is touched wakes up, and its pairs are searched as well. */
function findAllContacts(world: StepWorld): void {
  const { searchList, options } = world;
  do {
    listPairs(world);
    if (options.pool) options.pool.search(world, searchList);
    else searchPairs(world, searchList, 0, searchList.count);
  } while (wakeTouched(world));
}

/** Lists the pairs with a moving body, except for those already searched, and those that have not moved enough for a search. */
function listPairs(world: StepWorld): void {
  const { searchList: list, pairs, cache, active, stepCount, travels } = world;
  const { slacks } = cache;
  list.count = 0;
  if (list.numbers.length < SEARCH * pairs.count) list.numbers = new Int32Array(2 * SEARCH * pairs.count);
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    const a = pairs.first[slot];
    const b = pairs.second[slot];
    if (cache.visited[slot] === stepCount || (active[a] === 0 && active[b] === 0)) continue;
    cache.visited[slot] = stepCount;
    if (!needsSearch(world, slot, a, b)) continue;
    slacks[SLACK * slot + SLACK_TRAVEL] = travels[2 * a] + travels[2 * b];
    slacks[SLACK * slot + SLACK_TRAVEL + 1] = travels[2 * a + 1] + travels[2 * b + 1];
    const at = SEARCH * list.count++;
    list.numbers[at] = slot;
    list.numbers[at + 1] = a;
    list.numbers[at + 2] = b;
  }
}

/** False if a search would change nothing: the bodies have moved by less than the slack of the last one. Contacts of sleeping bodies may wake them. */
function needsSearch(world: StepWorld, slot: number, a: number, b: number): boolean {
  const { cache, travels, asleep, boxes, settings, reaches } = world;
  const { slacks } = cache;
  const at = SLACK * slot;
  // first of all: it reads from few cache lines
  if (!boxesOverlap(boxes, a, boxes, b)) return cache.counts[slot] > 0;
  const slack = slacks[at];
  if (!(slack > 0) || asleep[a] === 1 || asleep[b] === 1) return true;
  const moved = travels[2 * a] + travels[2 * b] - slacks[at + SLACK_TRAVEL];
  const rotated = travels[2 * a + 1] + travels[2 * b + 1] - slacks[at + SLACK_TRAVEL + 1];
  if (!(moved + slacks[at + SLACK_ARM] * rotated <= slack)) return true;
  const margin = SPECULATIVE_MARGIN * settings.slop + reaches[a] + reaches[b] + world.gravityDisplacement;
  return !(margin <= slacks[at + SLACK_MARGIN]);
}

/** Wakes bodies touched in the pairs just searched. False: none. */
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

/** Of the pair being tested [m]: in an array, because returned numbers get boxed. */
const maxApproach = new Float64Array(1);

/**
 * Wakes the sleeping body of a pair, and its island, if the other one touches it or may do so in this step. Its last impacts are those
 * until the first midpoint of the next step, half a substep ahead. A body that is hit asleep would act as an immovable one.
 */
function wakeByContact(world: StepWorld, slot: number, a: number, b: number): boolean {
  const { asleep, free, active, cache, scene } = world;
  if (cache.sensors[slot] === 1 || cache.counts[slot] === 0) return false;
  setMaxApproach(maxApproach, world, a, b);
  if (minGap(world, slot) > (1 + 1 / scene.time.substeps) * maxApproach[0]) return false;
  wakeBody(world, asleep[a] === 1 ? a : b);
  for (let i = 0; i < world.bodies.count; i++) if (free[i] === 1 && asleep[i] === 0) active[i] = 1;
  return true;
}

// biome-ignore format: one vector per line
function loadBodies({ solver, bodies, active, free, asleep, startPoses: s, startVelocities: t, deflectionTimes, contacts }: StepWorld): void {
  const { positions: p, orientations: o, velocities: v, angularVelocities: w, moments } = bodies;
  if (contacts.memory) solver.moments.set(moments);
  deflectionTimes.fill(-1, 0, bodies.count);
  for (let i = 0; i < bodies.count; i++) {
    loadSolverBody(solver, bodies, i, asleep[i] === 1);
    solver.records[RECORD * i + MODE] = active[i] === 0 ? 0 : free[i] === 1 && hasEqualMoments(moments, i) ? 1 : 2;
    const k = 3 * i, l = 4 * i, to = 7 * i, at = 6 * i;
    s[to] = p[k]; s[to + 1] = p[k + 1]; s[to + 2] = p[k + 2];
    s[to + 3] = o[l]; s[to + 4] = o[l + 1]; s[to + 5] = o[l + 2]; s[to + 6] = o[l + 3];
    t[at] = v[k]; t[at + 1] = v[k + 1]; t[at + 2] = v[k + 2];
    t[at + 3] = w[k]; t[at + 4] = w[k + 1]; t[at + 5] = w[k + 2];
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

/**
 * Reports pairs whose contact began or ended: an impulse in the step, or for a trigger an overlap at its start. `impacted` are the slots of
 * pairs with an impact resolved by CCD.
 */
function reportContacts(world: StepWorld, impacted: ReadonlySet<number>): void {
  const { pairs, cache, stepCount, pressedSlots } = world;
  const hasImpacts = impacted.size > 0;
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    if (cache.visited[slot] !== stepCount) continue;
    const isActive = pressedSlots[slot] === 1 || (hasImpacts && impacted.has(slot));
    const now = cache.sensors[slot] === 1 ? cache.counts[slot] > 0 : isActive;
    if (now === (cache.touching[slot] === 1)) continue;
    cache.touching[slot] = now ? 1 : 0;
    report(world, slot, now);
  }
}
