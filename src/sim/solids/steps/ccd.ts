import { createAabb, writeAabb } from '../../../bounds/aabb.ts';
import { shapeAabb, sweptAabb } from '../../../bounds/shape-aabb.ts';
import { transformTransposedVec3, transformVec3 } from '../../../math/mat3.ts';
import { createMotion, poseAt } from '../../../math/motion.ts';
import { createSampledMotion, motionBetween, type SampledMotion } from '../../../math/motion-between.ts';
import { createPose, type ReadonlyPose } from '../../../math/pose.ts';
import { quaternionFromRotation } from '../../../math/quaternion.ts';
import { createVec3, setVec3 } from '../../../math/vec3.ts';
import { impactInto } from '../../../pairs/query.ts';
import { ARM_A, ARM_B, GAP, ROW } from '../../../response/solver/contact-rows.ts';
import { rotateTorqueFree } from '../../../response/solver/rotate-bodies.ts';
import { ANGULAR_VELOCITY, RECORD, ROTATION, TRANSLATION } from '../../../response/solver/solver-bodies.ts';
import { createImpact } from '../../../toi/impact.ts';
import { angularMomentumOf } from '../solid-ledger.ts';
import { SPECULATIVE_MARGIN } from './find-contacts.ts';
import { MAX_SPECULATIVE_MARGIN, report, updatePairs } from './pair-updates.ts';
import { storeOrientation, writePose } from './poses.ts';
import type { StepWorld } from './step-world.ts';

/**
 * CCD: bodies that move far in a step relative to their thickness are stopped at their first contact, and so is the other body: each moves
 * from its pose at the start of the step to that at its end at constant velocity, and the time of impact on these paths is
 * found as exactly as in an event-driven world. They keep their velocities; the next step begins with the contact. The relative motion
 * of two bodies decides, so that two fast ones collide as well.
 */

/** [rad] Beyond this the rotation is taken from the angular velocities: end poses do not determine it. */
const NEARLY_PI = 3;

interface Candidate {
  readonly slot: number;
  /** Time of contact [s]; Infinity for never. */
  time: number;
  done: boolean;
}

const box = createAabb();
const endPose = createPose();
const impact = createImpact();

export function stopAtImpacts(world: StepWorld): void {
  const fast = findFastBodies(world);
  if (fast === undefined) return;
  const motions = new Map<number, SampledMotion>();
  for (const i of fast) {
    if (isInsideBox(world, i)) continue;
    sweptAabb(box, world.shapes[i], motionOf(world, motions, i), world.scene.time.step);
    writeAabb(world.boxes, i, box);
  }
  updatePairs(world);
  const stops = new Map<number, number>();
  const candidates = findCandidates(world, fast);
  for (const candidate of candidates) candidate.time = pairImpactTime(world, motions, stops, candidate.slot);
  for (;;) {
    let first: Candidate | undefined;
    for (const candidate of candidates) {
      if (!candidate.done && candidate.time < (first?.time ?? Infinity)) first = candidate;
    }
    if (first === undefined) break;
    first.done = true;
    stopFirst(world, stops, candidates, first, (slot) => pairImpactTime(world, motions, stops, slot));
  }
  for (const [body, time] of stops) stopBody(world, motionOf(world, motions, body), body, time);
}

/** Bodies that have moved farther in this step than the speculative margin; undefined if there are none. */
function findFastBodies({ bodies, active, solver, radii, innerRadii }: StepWorld): Set<number> | undefined {
  let fast: Set<number> | undefined;
  const { records } = solver;
  for (let i = 0; i < bodies.count; i++) {
    if (active[i] === 0) continue;
    const motion = lengthAt(records, RECORD * i + TRANSLATION);
    const swing = lengthAt(records, RECORD * i + ROTATION) * (radii[i] - innerRadii[i]);
    if (!(motion + swing > MAX_SPECULATIVE_MARGIN * innerRadii[i])) continue;
    fast ??= new Set();
    fast.add(i);
  }
  return fast;
}

/**
 * Whether the box of body i for the step contains its actual path. It contains free flight, so it does unless a contact has
 * deflected the body. Between start and end a point deviates from its chord by at most ρ (1 - cos(θ/2)) ≤ ρ θ²/8.
 */
function isInsideBox(
  { bodies, solver, shapes, boxes, radii, rotationDisplacements, gravityDisplacement, settings }: StepWorld,
  i: number,
): boolean {
  const rotation = lengthAt(solver.records, RECORD * i + ROTATION);
  const bulge = (radii[i] * rotation * rotation) / 8;
  if (
    !(
      rotation < NEARLY_PI &&
      bulge <= SPECULATIVE_MARGIN * settings.slop + rotationDisplacements[i] + gravityDisplacement
    )
  )
    return false;
  writePose(endPose, bodies, i);
  const { min, max } = shapeAabb(box, shapes[i], endPose);
  const k = 6 * i;
  return (
    min.x - bulge >= boxes[k] &&
    min.y - bulge >= boxes[k + 1] &&
    min.z - bulge >= boxes[k + 2] &&
    max.x + bulge <= boxes[k + 3] &&
    max.y + bulge <= boxes[k + 4] &&
    max.z + bulge <= boxes[k + 5]
  );
}

function lengthAt(packed: Float64Array, k: number): number {
  return Math.sqrt(packed[k] * packed[k] + packed[k + 1] * packed[k + 1] + packed[k + 2] * packed[k + 2]);
}

/** The constant-velocity motion of a body through the step. */
function motionOf(world: StepWorld, motions: Map<number, SampledMotion>, i: number): SampledMotion {
  const known = motions.get(i);
  if (known) return known;
  const { step } = world.scene.time;
  const { records } = world.solver;
  writePose(endPose, world.bodies, i);
  // `poses` are those of the start of the step until the next one begins
  const motion = motionBetween(createSampledMotion(), world.poses[i], endPose, step);
  const t = RECORD * i + ROTATION;
  if (lengthAt(records, t) > NEARLY_PI) {
    setVec3(motion.angularVelocity, records[t] / step, records[t + 1] / step, records[t + 2] / step);
  }
  motions.set(i, motion);
  return motion;
}

/** Pairs with a fast body that no contact of this step separates. */
function findCandidates(world: StepWorld, fast: Set<number>): Candidate[] {
  const { pairs } = world;
  const candidates: Candidate[] = [];
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    const a = pairs.first[slot];
    const b = pairs.second[slot];
    if (!fast.has(a) && !fast.has(b)) continue;
    if (mayTouch(world, fast, a, b) && !isSlowPair(world, a, b) && !isSeparatedByContact(world, slot))
      candidates.push({ slot, time: Infinity, done: false });
  }
  return candidates;
}

/** Whether the swept boxes of two bodies overlap. Bodies that are not fast leave their boxes only slightly in any case. */
function mayTouch({ boxes, innerRadii }: StepWorld, fast: Set<number>, a: number, b: number): boolean {
  const margin = MAX_SPECULATIVE_MARGIN * ((fast.has(a) ? 0 : innerRadii[a]) + (fast.has(b) ? 0 : innerRadii[b]));
  for (let k = 0; k < 3; k++) {
    if (boxes[6 * a + k] - margin > boxes[6 * b + 3 + k] || boxes[6 * b + k] - margin > boxes[6 * a + 3 + k])
      return false;
  }
  return true;
}

/** Whether the relative displacement of the bodies is within the speculative margin. */
function isSlowPair({ solver, innerRadii, radii }: StepWorld, a: number, b: number): boolean {
  const { records } = solver;
  const swing = (i: number) => {
    const rotated = lengthAt(records, RECORD * i + ROTATION);
    return rotated === 0 ? 0 : rotated * (radii[i] - innerRadii[i]);
  };
  for (let k = 0; k < 3; k++)
    between[k] = records[RECORD * b + TRANSLATION + k] - records[RECORD * a + TRANSLATION + k];
  return lengthAt(between, 0) + swing(a) + swing(b) <= MAX_SPECULATIVE_MARGIN * (innerRadii[a] + innerRadii[b]);
}

const between = new Float64Array(3);

/**
 * Whether the bodies had a contact in this step that prevented penetration beyond the speculative margin.
 * False where a body has rotated so far that other parts of it may be in contact.
 */
function isSeparatedByContact(world: StepWorld, slot: number): boolean {
  const { contacts, manifoldSlots, solver, innerRadii, radii, settings } = world;
  const { records } = solver;
  const { rows, starts } = contacts;
  const patch = manifoldSlots.subarray(0, contacts.manifoldCount).indexOf(slot);
  if (patch < 0) return false;
  const a = contacts.bodiesA[patch];
  const b = contacts.bodiesB[patch];
  for (const i of [a, b]) {
    if (lengthAt(records, RECORD * i + ROTATION) * (radii[i] - innerRadii[i]) > MAX_SPECULATIVE_MARGIN * radii[i])
      return false;
  }
  const deepest = -Math.max(settings.slop, MAX_SPECULATIVE_MARGIN * (innerRadii[a] + innerRadii[b]));
  for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW) {
    const gap =
      rows[at + GAP] +
      displacementAlong(records, RECORD * b, rows, at, ARM_B) -
      displacementAlong(records, RECORD * a, rows, at, ARM_A);
    if (gap < deepest) return false;
  }
  return true;
}

/** Displacement of a point of a body along the normal of a row. */
function displacementAlong(records: Float64Array, r: number, rows: Float64Array, at: number, arm: number): number {
  const [x, y, z] = [rows[at + arm], rows[at + arm + 1], rows[at + arm + 2]];
  const [tx, ty, tz] = [records[r + ROTATION], records[r + ROTATION + 1], records[r + ROTATION + 2]];
  return (
    rows[at] * (records[r + TRANSLATION] + ty * z - tz * y) +
    rows[at + 1] * (records[r + TRANSLATION + 1] + tz * x - tx * z) +
    rows[at + 2] * (records[r + TRANSLATION + 2] + tx * y - ty * x)
  );
}

/** Time at which the bodies of a pair touch [s], each moving until it stops; Infinity for never, or if they overlap from the start. */
function pairImpactTime(
  world: StepWorld,
  motions: Map<number, SampledMotion>,
  stops: Map<number, number>,
  slot: number,
): number {
  const { pairs, shapes, scene } = world;
  const { step } = scene.time;
  const a = pairs.first[slot];
  const b = pairs.second[slot];
  const stopA = stops.get(a) ?? step;
  const stopB = stops.get(b) ?? step;
  const both = Math.min(stopA, stopB);
  impactInto(impact, shapes[a], motionOf(world, motions, a), shapes[b], motionOf(world, motions, b), both);
  if (impact.status === 'initial-overlap') return Infinity;
  if (impact.status !== 'none') return impact.time;
  if (stopA === stopB) return Infinity;
  // one of them is at rest by now
  const lateA = motionFrom(motionOf(world, motions, a), both, stopA > both);
  const lateB = motionFrom(motionOf(world, motions, b), both, stopB > both);
  impactInto(impact, shapes[a], lateA, shapes[b], lateB, Math.max(stopA, stopB) - both);
  return impact.status === 'none' || impact.status === 'initial-overlap' ? Infinity : both + impact.time;
}

/** The rest of a motion from `time` on, or at rest there. */
function motionFrom(motion: SampledMotion, time: number, moving: boolean) {
  const pose = poseAt(createPose(), motion, time);
  return moving ? createMotion(pose, motion.velocity, motion.angularVelocity) : createMotion(pose);
}

/** Stops the two bodies that touch first; their other candidates are searched again. A trigger only reports. */
function stopFirst(
  world: StepWorld,
  stops: Map<number, number>,
  candidates: readonly Candidate[],
  { slot, time }: Candidate,
  timeOf: (slot: number) => number,
): void {
  const { pairs, cache, free } = world;
  if (cache.sensors[slot] === 1) {
    if (cache.touching[slot] === 1) return;
    cache.touching[slot] = 1;
    report(world, slot, true);
    return;
  }
  const stopped = [pairs.first[slot], pairs.second[slot]].filter(
    (i) => free[i] === 1 && (stops.get(i) ?? Infinity) > time,
  );
  for (const i of stopped) stops.set(i, time);
  for (const other of candidates) {
    if (other.done || (!stopped.includes(pairs.first[other.slot]) && !stopped.includes(pairs.second[other.slot])))
      continue;
    if (other.time >= time) other.time = timeOf(other.slot);
  }
}

/** Moves a body back to its pose at `time` of its motion; the change of its energy and angular momentum counts as contact work. */
function stopBody(world: StepWorld, motion: SampledMotion, i: number, time: number): void {
  const { bodies, totals, scene } = world;
  const { positions, velocities, inverseMasses } = bodies;
  const { position } = poseAt(endPose, motion, time);
  const k = 3 * i;
  const dx = position.x - positions[k];
  const dy = position.y - positions[k + 1];
  const dz = position.z - positions[k + 2];
  const mass = 1 / inverseMasses[i];
  const { x: gx, y: gy, z: gz } = scene.forces.gravity;
  const [vx, vy, vz] = [velocities[k], velocities[k + 1], velocities[k + 2]];
  totals.contactWork -= mass * (gx * dx + gy * dy + gz * dz);
  const l = totals.angularImpulseOnImmovable;
  l.x -= mass * (dy * vz - dz * vy);
  l.y -= mass * (dz * vx - dx * vz);
  l.z -= mass * (dx * vy - dy * vx);
  positions[k] = position.x;
  positions[k + 1] = position.y;
  positions[k + 2] = position.z;
  const before = angularMomentumOf(momentumBefore, bodies, i);
  rotateBack(world, endPose, i, scene.time.step - time);
  const after = angularMomentumOf(momentumAfter, bodies, i);
  l.x -= after.x - before.x;
  l.y -= after.y - before.y;
  l.z -= after.z - before.z;
}

const momentumBefore = createVec3();
const momentumAfter = createVec3();
const freePose = createPose();
const angularVelocity = createVec3();

/**
 * Rotates body i back to the orientation of `pose`, `time` [s] ago. The motion was one of constant velocity, but the body tumbles: its
 * angular velocity is that of the free body at that time, in body axes, so that its energy is unchanged.
 */
function rotateBack({ bodies, solver }: StepWorld, pose: ReadonlyPose, i: number, time: number): void {
  const { orientations, moments, angularVelocities } = bodies;
  const { records, principalOrientations } = solver;
  const k = 3 * i;
  if (moments[k] !== moments[k + 1] || moments[k] !== moments[k + 2]) {
    rotateTorqueFree(solver, moments, i, -time);
    storeOrientation(bodies, principalOrientations, i);
    writePose(freePose, bodies, i);
    const s = RECORD * i + ANGULAR_VELOCITY;
    setVec3(angularVelocity, records[s], records[s + 1], records[s + 2]);
    transformTransposedVec3(angularVelocity, freePose.rotation, angularVelocity);
    transformVec3(angularVelocity, pose.rotation, angularVelocity);
    angularVelocities[k] = angularVelocity.x;
    angularVelocities[k + 1] = angularVelocity.y;
    angularVelocities[k + 2] = angularVelocity.z;
  }
  const q = quaternionFromRotation(pose.rotation);
  orientations[4 * i] = q.w;
  orientations[4 * i + 1] = q.x;
  orientations[4 * i + 2] = q.y;
  orientations[4 * i + 3] = q.z;
}
