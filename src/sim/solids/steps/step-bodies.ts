import { dropPairsOf, removeBox, renewBox, reserveBoxes } from '../../../broad/persistent-pairs.ts';
import { type SolidBodyState, setSolidBody } from '../../../dynamics/solid-bodies.ts';
import { createMat3 } from '../../../math/mat3.ts';
import { createPose } from '../../../math/pose.ts';
import { createVec3 } from '../../../math/vec3.ts';
import { solidInnerRadius } from '../../../ray/mesh-inner-radius.ts';
import { RECORD, resizeSolverBodies } from '../../../response/solver/solver-bodies.ts';
import type { SolidBody } from '../../../scene/solid-scene.ts';
import { createPoint } from '../../../shapes/point.ts';
import { shapeRadius } from '../../../shapes/radius.ts';
import { DEFAULT_FORCE_SETTINGS, type ForceSettings, setForceSettings } from './body-forces.ts';
import { closeSlot } from './contact-cache.ts';
import { wakeBody } from './islands.ts';
import { report } from './pair-updates.ts';
import { writePose } from './poses.ts';
import { packBoxSizes, REST_MOTION, type StepWorld } from './step-world.ts';

/** Bodies of a step world between its steps: added, removed, changed. Arrays grow by doubling; indices of removed bodies are reused. */

const MIN_CAPACITY = 16;

/** Adds a body and returns its index. */
export function addStepBody(world: StepWorld, body: SolidBody, settings = DEFAULT_FORCE_SETTINGS): number {
  const i = world.freeIndices.pop() ?? world.bodies.count;
  reserveBodies(world, i + 1);
  if (i === world.bodies.count) setCount(world, i + 1);
  world.alive[i] = 1;
  setStepBody(world, i, body, settings);
  return i;
}

/** Number of bodies, removed ones included. */
function setCount(world: StepWorld, count: number): void {
  world.bodies.count = count;
  world.solver.count = count;
  world.pairs.boxCount = count;
}

/** Sets all data of body i as those of a body that is new to the contact search. */
export function setStepBody(world: StepWorld, i: number, body: SolidBody, settings: ForceSettings): void {
  const { scene, bodies, shapes, poses } = world;
  world.revision++;
  scene.bodies[i] = body;
  setSolidBody(bodies, i, body);
  shapes[i] = body.shape;
  world.radii[i] = shapeRadius(body.shape);
  world.innerRadii[i] = solidInnerRadius(body.shape);
  world.boxSizes.set(packBoxSizes([body.shape]), 4 * i);
  poses[i] ??= createPose();
  world.free[i] = body.motion === 'free' ? 1 : 0;
  world.asleep[i] = 0;
  world.restTimes[i] = 0;
  world.restMotions.fill(0, REST_MOTION * i, REST_MOTION * i + REST_MOTION);
  world.groups[i] = i;
  setForceSettings(world.bodyForces, i, settings);
  world.bodyForces.applied.fill(0, 6 * i, 6 * i + 6);
  world.bodyForces.fieldForces.fill(Number.NaN, 6 * i, 6 * i + 6);
  markChanged(world, i);
}

/** The pose of body i was changed from outside: its box, its pairs and its contacts are searched again. */
export function markChanged(world: StepWorld, i: number): void {
  writePose(world.poses[i], world.bodies, i);
  world.changed[i] = 1;
  renewBox(world.pairs, i);
}

/** Ends all pairs of body i, and their contacts. They are found again in the next step, unless the body is removed. */
export function dropContacts(world: StepWorld, i: number): void {
  const { pairs, cache, contacts } = world;
  dropPairsOf(pairs, i, (slot) => {
    if (cache.touching[slot] === 1) report(world, slot, false);
    closeSlot(cache, slot);
  });
  // the index may soon be that of another body: its contacts of the last step are no longer reported
  for (let manifold = 0; manifold < contacts.manifoldCount; manifold++) {
    if (contacts.bodiesA[manifold] !== i && contacts.bodiesB[manifold] !== i) continue;
    contacts.bodiesA[manifold] = -1;
    contacts.bodiesB[manifold] = -1;
  }
}

/** Wakes all bodies with a cached contact with body i, and their islands. */
export function wakeNeighbours(world: StepWorld, i: number): void {
  const { pairs, cache } = world;
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    if (cache.counts[slot] === 0) continue;
    const [a, b] = [pairs.first[slot], pairs.second[slot]];
    if (a === i) wakeBody(world, b);
    if (b === i) wakeBody(world, a);
  }
}

const REMOVED_STATE: SolidBodyState = {
  pose: createPose(),
  velocity: createVec3(),
  angularVelocity: createVec3(),
  mass: Number.POSITIVE_INFINITY,
  moments: createVec3(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
  principalAxes: createMat3(),
};
const REMOVED_BODY: SolidBody = {
  ...REMOVED_STATE,
  name: '',
  shape: createPoint(),
  motion: 'fixed',
  trigger: false,
};

/** Removes body i. Bodies that touch it wake up; its index may be used again. */
export function removeStepBody(world: StepWorld, i: number): void {
  wakeNeighbours(world, i);
  dropContacts(world, i);
  clearStepBody(world, i);
  world.freeIndices.push(i);
}

/** Writes the data of a removed body, which takes no part in any step. */
export function clearStepBody(world: StepWorld, i: number): void {
  setStepBody(world, i, REMOVED_BODY, DEFAULT_FORCE_SETTINGS);
  world.alive[i] = 0;
  world.changed[i] = 0;
  world.active[i] = 0;
  world.boxes.fill(0, 6 * i, 6 * i + 6);
  world.rotationDisplacements[i] = 0;
  world.solver.records.fill(0, RECORD * i, RECORD * i + RECORD);
  removeBox(world.pairs, i);
  world.pairs.tree.bounds.fill(0, 6 * i, 6 * i + 6);
}

/** Ensures capacity for bodies 0 to `count` - 1. */
function reserveBodies(world: StepWorld, count: number): void {
  const { bodies, solver, bodyForces } = world;
  const before = bodies.inverseMasses.length;
  if (count <= before) return;
  const capacity = Math.max(count, 2 * before, MIN_CAPACITY);
  const longer = <Packed extends Float64Array | Int32Array | Uint8Array>(old: Packed, stride: number): Packed => {
    const array = new (old.constructor as new (length: number) => Packed)(stride * capacity);
    array.set(old);
    return array;
  };
  bodies.positions = longer(bodies.positions, 3);
  bodies.orientations = longer(bodies.orientations, 4);
  bodies.velocities = longer(bodies.velocities, 3);
  bodies.angularVelocities = longer(bodies.angularVelocities, 3);
  bodies.inverseMasses = longer(bodies.inverseMasses, 1);
  bodies.moments = longer(bodies.moments, 3);
  bodies.principalAxes = longer(bodies.principalAxes, 4);
  resizeSolverBodies(solver, capacity, world.contacts.memory);
  bodyForces.applied = longer(bodyForces.applied, 6);
  bodyForces.gravityScales = longer(bodyForces.gravityScales, 1).fill(1, before);
  bodyForces.linearDampings = longer(bodyForces.linearDampings, 1);
  bodyForces.angularDampings = longer(bodyForces.angularDampings, 1);
  bodyForces.surfaceVelocities = longer(bodyForces.surfaceVelocities, 3);
  bodyForces.fieldForces = longer(bodyForces.fieldForces, 6).fill(Number.NaN, 6 * before);
  world.alive = longer(world.alive, 1);
  world.changed = longer(world.changed, 1);
  world.free = longer(world.free, 1);
  world.asleep = longer(world.asleep, 1);
  world.restTimes = longer(world.restTimes, 1);
  world.restMotions = longer(world.restMotions, REST_MOTION);
  world.groups = longer(world.groups, 1);
  world.radii = longer(world.radii, 1);
  world.innerRadii = longer(world.innerRadii, 1);
  world.boxSizes = longer(world.boxSizes, 4);
  world.rotationDisplacements = longer(world.rotationDisplacements, 1);
  world.reaches = longer(world.reaches, 1);
  world.travels = longer(world.travels, 2);
  world.boxes = longer(world.boxes, 6);
  world.active = longer(world.active, 1);
  world.forces = longer(world.forces, 3);
  world.torques = longer(world.torques, 3);
  world.before = longer(world.before, 6);
  world.startPoses = longer(world.startPoses, 7);
  world.startVelocities = longer(world.startVelocities, 6);
  world.deflectionTimes = longer(world.deflectionTimes, 1);
  reserveBoxes(world.pairs, capacity);
}

/** Sets the number of bodies, removed ones included, to that of a snapshot. */
export function resizeBodies(world: StepWorld, count: number): void {
  reserveBodies(world, count);
  for (let i = world.bodies.count; i < count; i++) clearStepBody(world, i);
  for (let i = count; i < world.bodies.count; i++) clearStepBody(world, i);
  setCount(world, count);
}

/** The pose of body i was set at the end of its motion in a step: its box is computed again in the next one. */
export function markMoved(world: StepWorld, i: number): void {
  world.changed[i] = 1;
}
