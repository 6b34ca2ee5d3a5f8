import { createSolidBodies } from '../../../dynamics/solid-bodies.ts';
import { exp } from '../../../math/exponential.ts';
import { NonFiniteError } from '../../../math/finite.ts';
import { copyMat3, createMat3 } from '../../../math/mat3.ts';
import { createPose } from '../../../math/pose.ts';
import { createVec3, setVec3 } from '../../../math/vec3.ts';
import {
  ANGULAR_VELOCITY,
  INVERSE_INERTIA,
  INVERSE_MASS,
  RECORD,
  VELOCITY,
} from '../../../response/solver/solver-bodies.ts';
import { type FieldForce, type FieldState, isSpecial } from './body-forces.ts';
import { wakeBody } from './islands.ts';
import { storeOrientation, writePose } from './poses.ts';
import type { StepWorld } from './step-world.ts';

/** Whether any force besides gravity acts in the current step. */
export function isForced({ scene, bodyForces }: StepWorld): boolean {
  const { fields, links, hasApplied, specialCount } = bodyForces;
  return scene.forces.loads.length > 0 || fields.length > 0 || links.length > 0 || hasApplied || specialCount > 0;
}

/** Forces and torques besides gravity that act at `time` [s], in the states at the midpoint of a substep. */
export function findForces(world: StepWorld, time: number): void {
  const { bodyForces, forces, torques, bodies } = world;
  const forced = isForced(world);
  if (forced || bodyForces.isWritten) {
    forces.fill(0);
    torques.fill(0);
  }
  bodyForces.isWritten = forced;
  if (!forced) return;
  addLoads(world, time);
  if (bodyForces.hasApplied) addApplied(world);
  if (bodyForces.fields.length > 0) {
    for (let i = 0; i < bodies.count; i++) {
      if (world.solver.records[RECORD * i + INVERSE_MASS] === 0) continue;
      writeFieldState(state, world, i);
      evaluateFields(world, i, time);
      addVectors(forces, torques, i);
    }
  }
  for (const link of bodyForces.links) link.add?.(time, world.settings.time);
  if (bodyForces.specialCount === 0) return;
  for (let i = 0; i < bodies.count; i++) {
    if (world.solver.records[RECORD * i + INVERSE_MASS] !== 0 && isSpecial(bodyForces, i)) addSpecial(world, i);
  }
}

function addLoads({ scene, forces, torques }: StepWorld, time: number): void {
  for (const { body, force, torque, from, until } of scene.forces.loads) {
    if (!(time >= from && time < until)) continue;
    const k = 3 * body;
    forces[k] += force.x;
    forces[k + 1] += force.y;
    forces[k + 2] += force.z;
    torques[k] += torque.x;
    torques[k + 1] += torque.y;
    torques[k + 2] += torque.z;
  }
}

function addApplied({ bodies, bodyForces: { applied }, forces, torques }: StepWorld): void {
  for (let i = 0; i < bodies.count; i++) {
    for (let k = 0; k < 3; k++) {
      forces[3 * i + k] += applied[6 * i + k];
      torques[3 * i + k] += applied[6 * i + 3 + k];
    }
  }
}

const state: FieldState = {
  position: createVec3(),
  velocity: createVec3(),
  angularVelocity: createVec3(),
  rotation: createMat3(),
  mass: 0,
};
const one: FieldForce = { force: createVec3(), torque: createVec3() };
const sum: FieldForce = { force: createVec3(), torque: createVec3() };

/** One body: its orientation within a step follows from that of its principal axes. */
const single = createSolidBodies([
  {
    pose: createPose(),
    velocity: createVec3(),
    angularVelocity: createVec3(),
    mass: 1,
    moments: createVec3(1, 1, 1),
    principalAxes: createMat3(),
  },
]);
const principal = new Float64Array(4);
const pose = createPose();

/** Writes the state of body i within a step. */
export function writeFieldState(out: FieldState, { bodies, solver }: StepWorld, i: number): void {
  const { records, principalOrientations } = solver;
  const r = RECORD * i;
  setVec3(out.position, bodies.positions[3 * i], bodies.positions[3 * i + 1], bodies.positions[3 * i + 2]);
  setVec3(out.velocity, records[r + VELOCITY], records[r + VELOCITY + 1], records[r + VELOCITY + 2]);
  const w = r + ANGULAR_VELOCITY;
  setVec3(out.angularVelocity, records[w], records[w + 1], records[w + 2]);
  principal.set(principalOrientations.subarray(4 * i, 4 * i + 4));
  single.principalAxes.set(bodies.principalAxes.subarray(4 * i, 4 * i + 4));
  storeOrientation(single, principal, 0);
  writePose(pose, single, 0);
  copyMat3(out.rotation, pose.rotation);
  out.mass = 1 / bodies.inverseMasses[i];
}

/** State of sleeping body i between steps. */
function setSleepingState({ bodies, poses }: StepWorld, i: number): void {
  setVec3(state.position, bodies.positions[3 * i], bodies.positions[3 * i + 1], bodies.positions[3 * i + 2]);
  setVec3(state.velocity, 0, 0, 0);
  setVec3(state.angularVelocity, 0, 0, 0);
  copyMat3(state.rotation, poses[i].rotation);
  state.mass = 1 / bodies.inverseMasses[i];
}

/** Sums the fields on body i in `state`. */
function evaluateFields({ bodyForces, scene }: StepWorld, i: number, time: number): void {
  setVec3(sum.force, 0, 0, 0);
  setVec3(sum.torque, 0, 0, 0);
  for (const field of bodyForces.fields) {
    setVec3(one.force, 0, 0, 0);
    setVec3(one.torque, 0, 0, 0);
    field(i, state, time, one);
    const { force: f, torque: t } = one;
    const total = f.x + f.y + f.z + t.x + t.y + t.z;
    if (!Number.isFinite(total)) throw new NonFiniteError(`force field: force on ${scene.bodies[i].name}`, total);
    setVec3(sum.force, sum.force.x + f.x, sum.force.y + f.y, sum.force.z + f.z);
    setVec3(sum.torque, sum.torque.x + t.x, sum.torque.y + t.y, sum.torque.z + t.z);
  }
}

function addVectors(forces: Float64Array, torques: Float64Array, i: number): void {
  forces[3 * i] += sum.force.x;
  forces[3 * i + 1] += sum.force.y;
  forces[3 * i + 2] += sum.force.z;
  torques[3 * i] += sum.torque.x;
  torques[3 * i + 1] += sum.torque.y;
  torques[3 * i + 2] += sum.torque.z;
}

/** (e^(-c h) - 1)/h, the rate of change by damping over a substep [1/s]; exact for a body without other forces. */
function dampingRate(damping: number, time: number): number {
  return damping === 0 ? 0 : (exp(-damping * time) - 1) / time;
}

/**
 * Gravity scale and damping of body i, as forces. Damping acts on the velocity that the other forces have changed for half of the
 * substep: of second order also with gravity.
 */
// biome-ignore format: one vector per line
function addSpecial(world: StepWorld, i: number): void {
  const { bodyForces, solver, forces, torques, settings } = world;
  const { records } = solver;
  const { x: gx, y: gy, z: gz } = world.scene.forces.gravity;
  const half = 0.5 * settings.time;
  const r = RECORD * i, k = 3 * i;
  const inverseMass = records[r + INVERSE_MASS];
  const extra = bodyForces.gravityScales[i] - 1;
  forces[k] += extra * (gx / inverseMass);
  forces[k + 1] += extra * (gy / inverseMass);
  forces[k + 2] += extra * (gz / inverseMass);
  const rate = dampingRate(bodyForces.linearDampings[i], settings.time) / inverseMass;
  if (rate !== 0) {
    const vx = records[r] + half * (gx + inverseMass * forces[k]);
    const vy = records[r + 1] + half * (gy + inverseMass * forces[k + 1]);
    const vz = records[r + 2] + half * (gz + inverseMass * forces[k + 2]);
    forces[k] += rate * vx;
    forces[k + 1] += rate * vy;
    forces[k + 2] += rate * vz;
  }
  const angularRate = dampingRate(bodyForces.angularDampings[i], settings.time);
  if (angularRate === 0) return;
  const j = r + INVERSE_INERTIA, w = r + ANGULAR_VELOCITY;
  const tx = torques[k], ty = torques[k + 1], tz = torques[k + 2];
  addInertiaTimes(
    world, i, angularRate,
    records[w] + half * (records[j] * tx + records[j + 1] * ty + records[j + 2] * tz),
    records[w + 1] + half * (records[j + 1] * tx + records[j + 3] * ty + records[j + 4] * tz),
    records[w + 2] + half * (records[j + 2] * tx + records[j + 4] * ty + records[j + 5] * tz),
  );
}

/** Adds the torque k I ω: into principal axes, times the moments, and back. */
// biome-ignore format: one vector per line
function addInertiaTimes({ bodies, solver, torques }: StepWorld, i: number, factor: number, wx: number, wy: number, wz: number): void {
  const q = solver.principalOrientations;
  const { moments } = bodies;
  const w = q[4 * i], x = q[4 * i + 1], y = q[4 * i + 2], z = q[4 * i + 3];
  const xx = 1 - 2 * (y * y + z * z), xy = 2 * (x * y - w * z), xz = 2 * (x * z + w * y);
  const yx = 2 * (x * y + w * z), yy = 1 - 2 * (x * x + z * z), yz = 2 * (y * z - w * x);
  const zx = 2 * (x * z - w * y), zy = 2 * (y * z + w * x), zz = 1 - 2 * (x * x + y * y);
  const a = factor * moments[3 * i] * (xx * wx + yx * wy + zx * wz);
  const b = factor * moments[3 * i + 1] * (xy * wx + yy * wy + zy * wz);
  const c = factor * moments[3 * i + 2] * (xz * wx + yz * wy + zz * wz);
  torques[3 * i] += xx * a + xy * b + xz * c;
  torques[3 * i + 1] += yx * a + yy * b + yz * c;
  torques[3 * i + 2] += zx * a + zy * b + zz * c;
}

/** Wakes sleeping bodies on which the force of the fields has changed. */
export function wakeForFields(world: StepWorld): void {
  const { bodyForces, bodies, asleep, free } = world;
  if (bodyForces.fields.length === 0) return;
  const { fieldForces } = bodyForces;
  for (let i = 0; i < bodies.count; i++) {
    if (free[i] === 0) continue;
    if (asleep[i] === 0) {
      fieldForces[6 * i] = Number.NaN;
      continue;
    }
    setSleepingState(world, i);
    evaluateFields(world, i, world.time);
    const { force: f, torque: t } = sum;
    const now = [f.x, f.y, f.z, t.x, t.y, t.z];
    const isKnown = !Number.isNaN(fieldForces[6 * i]);
    if (isKnown && now.some((value, k) => value !== fieldForces[6 * i + k])) wakeBody(world, i);
    fieldForces.set(now, 6 * i);
    if (asleep[i] === 0) fieldForces[6 * i] = Number.NaN;
  }
}
