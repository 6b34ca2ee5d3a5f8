import { createAabb } from '../../../bounds/aabb.ts';
import { shapeAabb } from '../../../bounds/shape-aabb.ts';
import { createPose } from '../../../math/pose.ts';
import { ARM_A, ARM_B, GAP, ROW } from '../../../response/solver/contact-rows.ts';
import { RECORD, ROTATION, TRANSLATION } from '../../../response/solver/solver-bodies.ts';
import { SPECULATIVE_MARGIN } from './pair-motion.ts';
import { MAX_SPECULATIVE_MARGIN } from './pair-updates.ts';
import { writePose } from './poses.ts';
import { isJoined } from './step-joints.ts';
import type { StepWorld } from './step-world.ts';

/** Which bodies and pairs need CCD after the substeps of a step. */

/** [rad] Beyond this the end pose does not determine the rotation. */
const NEARLY_PI = 3;

const box = createAabb();
const endPose = createPose();

/** Bodies that have moved farther in this step than the speculative margin; undefined if there are none. */
export function findFastBodies(world: StepWorld): Set<number> | undefined {
  const { bodies, active, solver, innerRadii, fastSlots, pairs, free } = world;
  let fast: Set<number> | undefined;
  const { records } = solver;
  for (let i = 0; i < bodies.count; i++) {
    if (active[i] === 0) continue;
    const motion = lengthAt(records, RECORD * i + TRANSLATION);
    // a half-space moves into bodies of any size
    const isFast =
      innerRadii[i] === Infinity ? motion > 0 : motion + swingOf(world, i) > MAX_SPECULATIVE_MARGIN * innerRadii[i];
    if (!isFast) continue;
    // a joined body that is set back to its impact would leave its joints
    if (isJoined(world.joints, i)) continue;
    fast ??= new Set();
    fast.add(i);
  }
  for (const slot of fastSlots) {
    fast ??= new Set();
    for (const i of [pairs.first[slot], pairs.second[slot]])
      if (free[i] === 1 && !isJoined(world.joints, i)) fast.add(i);
  }
  return fast;
}

/**
 * Whether the box of body i for the step contains its actual path. It contains free flight, so it does unless a contact has
 * deflected the body. Between start and end a point deviates from its chord by at most ρ (1 - cos(θ/2)) ≤ ρ θ²/8.
 */
export function isInsideBox(
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

/** Slots of the pairs with a fast body that no contact of this step separates. */
export function findCandidates(world: StepWorld, fast: ReadonlySet<number>): number[] {
  const { pairs } = world;
  const candidates: number[] = [];
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    const a = pairs.first[slot];
    const b = pairs.second[slot];
    if (!fast.has(a) && !fast.has(b)) continue;
    if (!mayTouch(world, fast, a, b)) continue;
    const isSeparated =
      !world.fastSlots.includes(slot) && (isSlowPair(world, a, b) || isSeparatedByContact(world, slot));
    if (!isSeparated) candidates.push(slot);
  }
  return candidates;
}

/** Whether the swept boxes of two bodies overlap. Bodies that are not fast leave their boxes only slightly in any case. */
function mayTouch({ boxes, innerRadii }: StepWorld, fast: ReadonlySet<number>, a: number, b: number): boolean {
  const margin = MAX_SPECULATIVE_MARGIN * ((fast.has(a) ? 0 : innerRadii[a]) + (fast.has(b) ? 0 : innerRadii[b]));
  for (let k = 0; k < 3; k++) {
    if (boxes[6 * a + k] - margin > boxes[6 * b + 3 + k] || boxes[6 * b + k] - margin > boxes[6 * a + 3 + k])
      return false;
  }
  return true;
}

/** Whether the relative displacement of the bodies is within the speculative margin. */
function isSlowPair(world: StepWorld, a: number, b: number): boolean {
  const { solver, innerRadii } = world;
  const { records } = solver;
  for (let k = 0; k < 3; k++)
    between[k] = records[RECORD * b + TRANSLATION + k] - records[RECORD * a + TRANSLATION + k];
  const thickness = finiteOr0(innerRadii[a]) + finiteOr0(innerRadii[b]);
  return lengthAt(between, 0) + swingOf(world, a) + swingOf(world, b) <= MAX_SPECULATIVE_MARGIN * thickness;
}

/** A half-space is as thick as the other body needs. */
function finiteOr0(radius: number): number {
  return radius < Infinity ? radius : 0;
}

/** Maximum displacement of a point of body i by its rotation in the step, outside the sphere inside it [m]. */
function swingOf({ solver, radii, innerRadii }: StepWorld, i: number): number {
  const rotated = lengthAt(solver.records, RECORD * i + ROTATION);
  return rotated === 0 || radii[i] === Infinity ? 0 : rotated * (radii[i] - innerRadii[i]);
}

/** Depth up to which contacts of the solver separate two bodies [m]: that of the thinner one. */
export function speculativeMargin({ innerRadii }: StepWorld, a: number, b: number): number {
  return MAX_SPECULATIVE_MARGIN * finiteOr0(Math.min(innerRadii[a], innerRadii[b]));
}

const between = new Float64Array(3);

/**
 * Whether the bodies had a contact in this step that prevented penetration beyond the speculative margin.
 * False where a body has rotated so far that other parts of it may be in contact.
 */
function isSeparatedByContact(world: StepWorld, slot: number): boolean {
  const { contacts, manifoldSlots, solver, radii, settings } = world;
  const { records } = solver;
  const { rows, starts } = contacts;
  const patch = manifoldSlots.subarray(0, contacts.manifoldCount).indexOf(slot);
  if (patch < 0) return false;
  const a = contacts.bodiesA[patch];
  const b = contacts.bodiesB[patch];
  for (const i of [a, b]) {
    if (swingOf(world, i) > MAX_SPECULATIVE_MARGIN * radii[i]) return false;
  }
  const deepest = -Math.max(settings.slop, speculativeMargin(world, a, b));
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
