import { addVec3, createVec3, setVec3 } from '../../../math/vec3.ts';
import { IMPULSE, ROW } from '../../../response/solver/contact-rows.ts';
import { addImpulseOnImmovable } from '../../ledger-totals.ts';
import { angularMomentumOf } from '../solid-ledger.ts';
import { writePose } from './poses.ts';
import { isJoined } from './step-joints.ts';
import { REST_MOTION, type StepWorld } from './step-world.ts';

/**
 * Bodies with common contacts or joints fall asleep and wake together. Islands are found by union-find over the contacts of the step and the
 * joints; immovable bodies connect none.
 */

/** Puts islands to sleep whose bodies have all been slow for long enough. */
export function letSleep(world: StepWorld): void {
  const { timeToSleep } = world.scene.time;
  if (timeToSleep === Number.POSITIVE_INFINITY) return;
  countRest(world);
  joinGroups(world);
  const { groups, restTimes, free, asleep, bodies } = world;
  // the minimum time of an island, stored at its root
  for (let i = 0; i < bodies.count; i++) {
    if (free[i] === 0 || asleep[i] === 1) continue;
    const root = rootOf(groups, i);
    if (root !== i && restTimes[i] < restTimes[root]) restTimes[root] = restTimes[i];
  }
  for (let i = 0; i < bodies.count; i++) {
    if (free[i] === 0 || asleep[i] === 1) continue;
    const root = rootOf(groups, i);
    groups[i] = root;
  }
  for (let i = 0; i < bodies.count; i++) {
    if (free[i] === 1 && asleep[i] === 0 && restTimes[groups[i]] >= timeToSleep) fallAsleep(world, i);
  }
}

/** In units of its radius: a body at rest moves by less than this within the time to sleep. */
const STILL = 0.05;

/**
 * Speed below which a body may fall asleep [m/s]. It has the value of the restitution threshold: contacts of slower bodies do not
 * bounce, so they can come to rest.
 */
function sleepSpeedOf({ contacts }: StepWorld['scene']): number {
  return contacts.restitutionThreshold;
}

/** Fraction of the time to sleep over which velocities are averaged. */
const AVERAGING_TIME = 0.5;
/** Motion is steady if the magnitude of its mean velocity is more than this fraction of its mean speed. Bodies in a pile jitter instead. */
const STEADY = 0.9;
/** Steady motion decays if its speed is below this fraction of its mean. */
const DECAY = 0.9;
/** In units of the sleep speed: slower motion is the residual of the solver. */
const RESIDUAL = 1e-3;

/**
 * Updates the time for which each body has been at rest: its fastest point slower than the sleep speed, and than STILL radii per time to
 * sleep. The sleep speed alone, a few times the speed gained from gravity in a step, would stop a sphere that rolls slowly and steadily.
 * Slow motion that is steady and does not decay is no rest either, but a slide or the start of a fall. Joined bodies may swing slowly for any time: they are at
 * rest when only the residual of the solver is left.
 */
function countRest(world: StepWorld): void {
  const { bodies, free, asleep, restTimes, restMotions, radii, scene } = world;
  const { velocities: v, angularVelocities: w } = bodies;
  const sleepSpeed = sleepSpeedOf(scene);
  const { step, timeToSleep } = scene.time;
  const follow = Math.min(1, step / (AVERAGING_TIME * timeToSleep));
  for (let i = 0; i < bodies.count; i++) {
    if (free[i] === 0 || asleep[i] === 1) continue;
    const speed = lengthAt(v, 3 * i) + radii[i] * lengthAt(w, 3 * i);
    const m = REST_MOTION * i;
    const limit = isJoined(world.joints, i)
      ? RESIDUAL * sleepSpeed
      : Math.min(sleepSpeed, (STILL * radii[i]) / timeToSleep);
    if (!(speed < limit)) {
      restTimes[i] = 0;
      restMotions.fill(0, m, m + REST_MOTION);
      continue;
    }
    for (let k = 0; k < 3; k++) {
      restMotions[m + k] += follow * (v[3 * i + k] - restMotions[m + k]);
      restMotions[m + 3 + k] += follow * (w[3 * i + k] - restMotions[m + 3 + k]);
    }
    restMotions[m + 6] += follow * (speed - restMotions[m + 6]);
    const mean = restMotions[m + 6];
    const isSteady = lengthAt(restMotions, m) + radii[i] * lengthAt(restMotions, m + 3) > STEADY * mean;
    restTimes[i] = isSteady && speed > Math.max(DECAY * mean, RESIDUAL * sleepSpeed) ? 0 : restTimes[i] + step;
  }
}

function lengthAt(packed: Float64Array, k: number): number {
  return Math.sqrt(packed[k] * packed[k] + packed[k + 1] * packed[k + 1] + packed[k + 2] * packed[k + 2]);
}

function joinGroups({ contacts, free, asleep, groups, bodies, joints }: StepWorld): void {
  for (let i = 0; i < bodies.count; i++) if (asleep[i] === 0) groups[i] = i;
  const { bodiesA, bodiesB, starts, rows, manifoldCount } = contacts;
  for (let patch = 0; patch < manifoldCount; patch++) {
    const a = bodiesA[patch];
    const b = bodiesB[patch];
    if (free[a] === 0 || free[b] === 0 || asleep[a] === 1 || asleep[b] === 1) continue;
    for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW) {
      if (rows[at + IMPULSE] === 0 && rows[at + IMPULSE + 1] === 0 && rows[at + IMPULSE + 2] === 0) continue;
      unite(groups, a, b);
      break;
    }
  }
  for (const { definition } of joints.system.joints) {
    const { bodyA: a, bodyB: b } = definition;
    if (a < 0 || b < 0 || free[a] === 0 || free[b] === 0 || asleep[a] === 1 || asleep[b] === 1) continue;
    unite(groups, a, b);
  }
}

function unite(groups: Int32Array, a: number, b: number): void {
  const one = rootOf(groups, a);
  const other = rootOf(groups, b);
  groups[Math.max(one, other)] = Math.min(one, other);
}

/** Root of the set, its body of lowest index; with path halving. */
function rootOf(groups: Int32Array, body: number): number {
  let i = body;
  while (groups[i] !== i) {
    groups[i] = groups[groups[i]];
    i = groups[i];
  }
  return i;
}

const momentum = createVec3();
const angularMomentum = createVec3();

/** The residual motion goes to the supporting bodies: energy as contact work, momentum as impulse on immovable bodies. */
function fallAsleep({ bodies, asleep, totals, poses }: StepWorld, i: number): void {
  const { positions, velocities: v, angularVelocities: w, inverseMasses } = bodies;
  const k = 3 * i;
  const mass = 1 / inverseMasses[i];
  setVec3(momentum, mass * v[k], mass * v[k + 1], mass * v[k + 2]);
  const { x, y, z } = angularMomentumOf(angularMomentum, bodies, i);
  totals.contactWork -= 0.5 * (momentum.x * v[k] + momentum.y * v[k + 1] + momentum.z * v[k + 2]);
  totals.contactWork -= 0.5 * (x * w[k] + y * w[k + 1] + z * w[k + 2]);
  addImpulseOnImmovable(totals, createVec3(positions[k], positions[k + 1], positions[k + 2]), momentum);
  addVec3(totals.angularImpulseOnImmovable, totals.angularImpulseOnImmovable, angularMomentum);
  asleep[i] = 1;
  v.fill(0, k, k + 3);
  w.fill(0, k, k + 3);
  // from now on its pose is not written at the start of a step
  writePose(poses[i], bodies, i);
}

/** Puts a free body to sleep by itself. */
export function sleepBody(world: StepWorld, body: number): void {
  if (world.free[body] === 0 || world.asleep[body] === 1) return;
  world.groups[body] = body;
  fallAsleep(world, body);
}

/** Wakes a body and its island. */
export function wakeBody({ asleep, groups, restTimes, restMotions, bodies }: StepWorld, body: number): void {
  if (asleep[body] === 0) return;
  const group = groups[body];
  for (let i = 0; i < bodies.count; i++) {
    if (asleep[i] === 0 || groups[i] !== group) continue;
    asleep[i] = 0;
    restTimes[i] = 0;
    restMotions.fill(0, REST_MOTION * i, REST_MOTION * i + REST_MOTION);
  }
}

/** A body with a joint to one that moves does not sleep. */
export function wakeJoined(world: StepWorld): void {
  const { joints, asleep, free, bodies } = world;
  if (joints.list.length === 0) return;
  const moves = (body: number) => {
    if (body < 0) return false;
    if (free[body] === 1) return asleep[body] === 0;
    for (let k = 3 * body; k < 3 * body + 3; k++) {
      if (bodies.velocities[k] !== 0 || bodies.angularVelocities[k] !== 0) return true;
    }
    return false;
  };
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const joint of joints.list) {
      if (!joint || joint.broken) continue;
      const { bodyA: a, bodyB: b } = joint.definition;
      const sleeper = a >= 0 && asleep[a] === 1 ? a : b;
      if (sleeper < 0 || asleep[sleeper] === 0 || !moves(sleeper === a ? b : a)) continue;
      wakeBody(world, sleeper);
      isChanged = true;
    }
  }
}

/** A load keeps its body awake while it acts. */
export function wakeForLoads(world: StepWorld): void {
  const { step } = world.scene.time;
  for (const { body, from, until } of world.scene.forces.loads) {
    if (from < world.time + step && until > world.time) wakeBody(world, body);
  }
}
