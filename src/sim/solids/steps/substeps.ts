import { addAngularImpulses, solveAngular, warmStartAngular } from '../../../response/solver/angular-friction.ts';
import { FRICTION_IMPULSE, NORMAL_IMPULSE, ROW, updateGaps } from '../../../response/solver/contact-rows.ts';
import { warmStartAndSolve } from '../../../response/solver/interleaved-passes.ts';
import { refreshRows } from '../../../response/solver/refresh-rows.ts';
import { clearImpacts, updateMeanImpulses } from '../../../response/solver/row-impulses.ts';
import { addHalfWork, addImmovableImpulse, listImmovable } from '../../../response/solver/row-ledger.ts';
import { solveInitial, solveOverloaded } from '../../../response/solver/solve-overloaded.ts';
import { solveRows } from '../../../response/solver/solve-rows.ts';
import { ANGULAR_VELOCITY, hasEqualMoments, INVERSE_MASS, RECORD } from '../../../response/solver/solver-bodies.ts';
import { RELAX, SOLVE } from '../../../response/solver/solver-settings.ts';
import { warmStart } from '../../../response/solver/warm-start.ts';
import { wouldPenetrate } from './closing-speeds.ts';
import { hasFastBody, markDeflected } from './deflections.ts';
import { findForces, isForced } from './find-forces.ts';
import { fly } from './fly.ts';
import { findImpactCandidates, mayHaveImpacts, resolveImpacts } from './impacts.ts';
import { solveJointContacts } from './joint-contacts.ts';
import { limitJointEnergy } from './joint-energy.ts';
import {
  addWorkOfGravity,
  beginJoints,
  divideFlight,
  finishJoints,
  finishJointsAtMidpoint,
  projectJointVelocities,
  solveJointsAtMidpoint,
  solveJointsBeforeFlight,
} from './joints.ts';
import { refreshRollingContacts } from './refresh-rolling.ts';
import type { StepWorld } from './step-world.ts';
import { surfaceDriveWork } from './surface-velocity.ts';

/**
 * The substeps of one step, each by Moreau's midpoint rule: half of the flight, all impulses at the midpoint, half of the flight; two
 * consecutive halves are combined. Flight is then exact under gravity, sliding is exact under constant friction, and the
 * balance closes. Position correction moves bodies after the impulses; the pseudo-velocities are discarded.
 */
export function runSubsteps(world: StepWorld): void {
  const { solver, contacts } = world;
  const { substeps } = world.scene.time;
  const { time } = world.settings;
  const { links } = world.bodyForces;
  solver.pseudoVelocities.fill(0);
  const isFast = contacts.rowCount > 0 && hasFastBody(world);
  if (contacts.rowCount > 0) {
    listImmovable(contacts, solver.records);
    findImpactCandidates(world);
    // with other velocities than those for which the rows were gathered, their closing speeds are computed again
    if (resolveImpactsAtStart(world) ? wouldPenetrate(world) : contacts.penetrating) stopAtStart(world);
  }
  for (const link of links) link.constrain?.(0);
  const hasJoints = beginJoints(world);
  if (hasJoints) flyBeforeMidpoint(world, time);
  else fly(world, 0.5 * time, time);
  for (const link of links) link.follow?.(0.5 * time);
  for (let k = 0; k < substeps; k++) {
    findForces(world, world.time + (k + 0.5) * time);
    kick(world);
    solver.pseudoVelocities.fill(0);
    if (hasJoints) solveJointsAtMidpoint(world, world.time + (k + 0.5) * time);
    if (contacts.rowCount > 0) resolve(world, (k + 0.5) * time, isFast, hasJoints);
    else if (hasJoints) finishJointsAtMidpoint(world, true);
    for (const link of links) link.constrain?.(time);
    addExternalWork(world);
    const flight = k + 1 < substeps ? time : 0.5 * time;
    if (hasJoints) flyJoined(world, k + 1 < substeps);
    else fly(world, flight, time);
    for (const link of links) link.follow?.(flight);
  }
}

/** The flight after a midpoint in a world with joints: they act again before the first half of the next substep, if there is one. */
function flyJoined(world: StepWorld, hasNext: boolean): void {
  const { joints, settings } = world;
  const { pieces } = joints;
  const piece = (0.5 * settings.time) / pieces;
  fly(world, piece, settings.time);
  for (let left = 0.5 * settings.time - piece; left > ROUNDING * settings.time; ) {
    const time = solveJointsBeforeFlight(world, Math.min(piece, left), 0);
    addWorkOfGravity(world, -left);
    fly(world, time, 0);
    left -= time;
  }
  if (hasNext) flyBeforeMidpoint(world, 0);
  else {
    projectJointVelocities(world);
    limitJointEnergy(world);
    finishJoints(world);
  }
}

/** The first half of a substep in a world with joints; they act before each of its pieces. */
function flyBeforeMidpoint(world: StepWorld, correctionTime: number): void {
  const half = 0.5 * world.settings.time;
  divideFlight(world, half);
  const piece = half / world.joints.pieces;
  let correction = correctionTime;
  for (let left = half; left > ROUNDING * half; correction = 0) {
    const time = solveJointsBeforeFlight(world, Math.min(piece, left), correction);
    if (left < half) addWorkOfGravity(world, half - left);
    fly(world, time, correction);
    left -= time;
  }
}

/** Fraction of a flight that counts as nothing. */
const ROUNDING = 1e-9;

/** Resolves all contacts at the midpoint of a substep, `start` [s] after the start of the step. */
function resolve(world: StepWorld, start: number, isFast: boolean, hasJoints: boolean): void {
  const { settings, solver, contacts } = world;
  const { records } = solver;
  const isFirst = world.stepCount === 0 && start < settings.time;
  refreshRows(contacts, records);
  if (contacts.anyRolling) refreshRollingContacts(world);
  resolveImpactsAhead(world, start);
  if (contacts.resisting) {
    warmStart(contacts, records, settings);
    warmStartAngular(contacts, records);
    solveRows(contacts, records, settings, SOLVE);
  } else warmStartAndSolve(contacts, records, settings);
  if (isFirst) {
    solveInitial(contacts, records, settings, RELAX);
    updateMeanImpulses(contacts, 1);
    solveInitial(contacts, records, settings, SOLVE);
  } else solveOverloaded(contacts, records, settings, SOLVE);
  if (contacts.resisting) solveAngular(contacts, records);
  if (hasJoints) solveJointContacts(world, SOLVE);
  addVelocities(world, 1);
  solveRows(contacts, records, settings, RELAX);
  solveOverloaded(contacts, records, settings, RELAX);
  if (contacts.resisting) solveAngular(contacts, records);
  if (hasJoints) solveJointContacts(world, RELAX);
  addVelocities(world, -1);
  if (hasJoints) finishJointsAtMidpoint(world, false);
  addContactWork(world, settings.time);
  if (contacts.resisting) addResistance(world);
  if (isFast) markDeflected(world, start);
  if (contacts.impacted) clearImpacts(contacts);
}

/** Adds the angular impulses of rolling and spinning resistance to the ledger; their work is part of the contact work. */
function addResistance({ contacts, solver, totals, before, options }: StepWorld): void {
  immovableImpulse.fill(0);
  addAngularImpulses(immovableImpulse, contacts, solver.records, options.measureWork ? before : undefined);
  const { angularImpulseOnImmovable: l } = totals;
  l.x += immovableImpulse[3];
  l.y += immovableImpulse[4];
  l.z += immovableImpulse[5];
  totals.driveWork += immovableImpulse[6];
}

/** The velocity of position correction is the one before the relaxation, added with sign 1, less the one after it, with sign -1. */
function addVelocities({ solver: { records, pseudoVelocities }, bodies }: StepWorld, sign: number): void {
  for (let p = 0, r = 0; p < 6 * bodies.count; p += 6, r += RECORD) {
    pseudoVelocities[p] += sign * records[r];
    pseudoVelocities[p + 1] += sign * records[r + 1];
    pseudoVelocities[p + 2] += sign * records[r + 2];
    pseudoVelocities[p + 3] += sign * records[r + 3];
    pseudoVelocities[p + 4] += sign * records[r + 4];
    pseudoVelocities[p + 5] += sign * records[r + 5];
  }
}

/** Velocity changes by the forces of a substep, six numbers per body. */
let kicks = new Float64Array(64);

/**
 * Impacts from a midpoint, `start` [s] after the start of the step, until the next one. The velocities at a midpoint are those after half of
 * the velocity change by forces: half of it is taken back meanwhile.
 */
function resolveImpactsAhead(world: StepWorld, start: number): void {
  const { settings } = world;
  if (!mayHaveImpacts(world, settings.time)) return;
  takeBackHalfKicks(world);
  resolveImpacts(world, start, settings.time, kicks, () => addContactWork(world, 0));
  addWorkBeforeImpacts(world);
  addHalfKicks(world);
}

/** Sets `kicks`, the velocity changes since `before`, and takes half of them back. */
function takeBackHalfKicks({ bodies, solver: { records }, before }: StepWorld): void {
  if (kicks.length < 6 * bodies.count) kicks = new Float64Array(12 * bodies.count);
  for (let i = 0; i < bodies.count; i++) {
    const isMovable = records[RECORD * i + INVERSE_MASS] > 0;
    for (let k = 0; k < 6; k++) {
      const at = RECORD * i + k;
      kicks[6 * i + k] = isMovable ? records[at] - before[6 * i + k] : 0;
      records[at] -= 0.5 * kicks[6 * i + k];
      before[6 * i + k] = records[at];
    }
  }
}

function addHalfKicks({ bodies, solver: { records }, before }: StepWorld): void {
  for (let i = 0; i < bodies.count; i++) {
    for (let k = 0; k < 6; k++) {
      const at = RECORD * i + k;
      before[6 * i + k] = records[at] - 0.5 * kicks[6 * i + k];
      records[at] += 0.5 * kicks[6 * i + k];
    }
  }
}

/** Impacts from the start of a step until its first midpoint; false if there can be none. */
function resolveImpactsAtStart(world: StepWorld): boolean {
  const duration = 0.5 * world.settings.time;
  if (!mayHaveImpacts(world, duration)) return false;
  findForces(world, world.time);
  setKicks(world, duration);
  resolveImpacts(world, 0, duration, kicks, () => addContactWork(world, 0));
  subtractWorkOfShift(world);
  return true;
}

/** Sets `kicks` to the velocity changes by forces during `duration` [s], and `before` to the present velocities. */
function setKicks({ solver: { records }, before, bodies, forces, scene }: StepWorld, duration: number): void {
  if (kicks.length < 6 * bodies.count) kicks = new Float64Array(12 * bodies.count);
  const { x, y, z } = scene.forces.gravity;
  for (let i = 0; i < bodies.count; i++) {
    const inverseMass = records[RECORD * i + INVERSE_MASS];
    const time = inverseMass > 0 ? duration : 0;
    kicks[6 * i] = time * (x + inverseMass * forces[3 * i]);
    kicks[6 * i + 1] = time * (y + inverseMass * forces[3 * i + 1]);
    kicks[6 * i + 2] = time * (z + inverseMass * forces[3 * i + 2]);
    for (let k = 3; k < 6; k++) kicks[6 * i + k] = 0;
    for (let k = 0; k < 6; k++) before[6 * i + k] = records[RECORD * i + k];
  }
}

/** The work of gravity along the shift of the bodies, as in `workOfContacts`. */
function subtractWorkOfShift({ solver, bodies, settings, scene, totals }: StepWorld): void {
  const { records, pseudoVelocities } = solver;
  const { x, y, z } = scene.forces.gravity;
  for (let i = 0; i < bodies.count; i++) {
    if (records[RECORD * i + INVERSE_MASS] === 0) continue;
    const shift = x * pseudoVelocities[6 * i] + y * pseudoVelocities[6 * i + 1] + z * pseudoVelocities[6 * i + 2];
    totals.contactWork -= (settings.time * shift) / records[RECORD * i + INVERSE_MASS];
  }
}

/** Until the midpoint the bodies have moved with their velocities before the elastic impacts: the work of loads along the difference. */
function addWorkBeforeImpacts(world: StepWorld): void {
  if (!isForced(world)) return;
  const { bodies, solver, forces, torques, before, settings, totals } = world;
  for (let i = 0; i < bodies.count; i++) {
    for (let k = 0; k < 3; k++) {
      const change = before[6 * i + k] - solver.records[RECORD * i + k];
      const angularChange = before[6 * i + 3 + k] - solver.records[RECORD * i + 3 + k];
      totals.externalWork += 0.5 * settings.time * (forces[3 * i + k] * change + torques[3 * i + k] * angularChange);
    }
  }
}

/** Solver passes over the contacts at the start of a step. */
const START_PASSES = 8;

/**
 * Bodies that touch at the start of a step and are so fast that half a substep of flight would cause deep penetration stop at once,
 * without forces. The warm-start impulses of the other contacts are set aside meanwhile.
 */
function stopAtStart(world: StepWorld): void {
  const { settings, solver, contacts, before, bodies } = world;
  const { records } = solver;
  const { rows, rowCount } = contacts;
  const saved = rows.slice(0, ROW * rowCount);
  for (let at = 0; at < ROW * rowCount; at += ROW) rows.fill(0, at + NORMAL_IMPULSE, at + FRICTION_IMPULSE + 3);
  for (let manifold = 0; manifold < contacts.manifoldCount; manifold++) updateGaps(contacts, manifold, records);
  for (let i = 0; i < bodies.count; i++) for (let k = 0; k < 6; k++) before[6 * i + k] = records[RECORD * i + k];
  for (let pass = 0; pass < START_PASSES; pass++) solveRows(contacts, records, settings, RELAX);
  addContactWork(world, 0);
  markDeflected(world, 0);
  for (let at = 0; at < ROW * rowCount; at += ROW) {
    for (let k = NORMAL_IMPULSE; k < FRICTION_IMPULSE + 3; k++) rows[at + k] = saved[at + k];
  }
}

const impulseSum = new Float64Array(6);

/** Gravity and loads over a full substep, at the midpoint. */
// biome-ignore format: one vector per line
function kick(world: StepWorld): void {
  const { bodies, solver, forces, torques, before, settings } = world;
  const { records } = solver;
  const { positions } = bodies;
  const { x: gx, y: gy, z: gz } = world.scene.forces.gravity;
  const { time } = settings;
  impulseSum.fill(0);
  for (let i = 0; i < bodies.count; i++) {
    const r = RECORD * i;
    const inverseMass = records[r + INVERSE_MASS];
    if (inverseMass === 0) continue;
    const s = 6 * i, k = 3 * i;
    before[s] = records[r]; before[s + 1] = records[r + 1]; before[s + 2] = records[r + 2];
    before[s + 3] = records[r + 3]; before[s + 4] = records[r + 4]; before[s + 5] = records[r + 5];
    const tx = time * torques[k], ty = time * torques[k + 1], tz = time * torques[k + 2];
    const px = time * (gx / inverseMass + forces[k]);
    const py = time * (gy / inverseMass + forces[k + 1]);
    const pz = time * (gz / inverseMass + forces[k + 2]);
    records[r] += inverseMass * px;
    records[r + 1] += inverseMass * py;
    records[r + 2] += inverseMass * pz;
    if (tx !== 0 || ty !== 0 || tz !== 0) {
      records[r + 3] += records[r + 7] * tx + records[r + 8] * ty + records[r + 9] * tz;
      records[r + 4] += records[r + 8] * tx + records[r + 10] * ty + records[r + 11] * tz;
      records[r + 5] += records[r + 9] * tx + records[r + 11] * ty + records[r + 12] * tz;
    }
    const x = positions[k], y = positions[k + 1], z = positions[k + 2];
    impulseSum[0] += px;
    impulseSum[1] += py;
    impulseSum[2] += pz;
    impulseSum[3] += y * pz - z * py + tx;
    impulseSum[4] += z * px - x * pz + ty;
    impulseSum[5] += x * py - y * px + tz;
  }
  const { externalImpulse: p, externalAngularImpulse: l } = world.totals;
  p.x += impulseSum[0];
  p.y += impulseSum[1];
  p.z += impulseSum[2];
  l.x += impulseSum[3];
  l.y += impulseSum[4];
  l.z += impulseSum[5];
}

const immovableImpulse = new Float64Array(7);

function addContactWork(world: StepWorld, time: number): void {
  const { contacts, solver, before, bodies, totals } = world;
  immovableImpulse.fill(0);
  addImmovableImpulse(immovableImpulse, contacts, solver.records, bodies.positions);
  const { impulseOnImmovable: p, angularImpulseOnImmovable: l } = totals;
  p.x += immovableImpulse[0];
  p.y += immovableImpulse[1];
  p.z += immovableImpulse[2];
  l.x += immovableImpulse[3];
  l.y += immovableImpulse[4];
  l.z += immovableImpulse[5];
  totals.contactWork += workOfContacts(world, time);
  totals.driveWork += immovableImpulse[6];
  if (contacts.driven) totals.driveWork += surfaceDriveWork(contacts);
  if (!world.options.measureWork) return;
  addHalfWork(contacts, solver.records, before, 6);
  addHalfWork(contacts, solver.records, solver.records, RECORD);
}

/**
 * Work of contacts on the bodies, with forces that acted for `time` [s]: the change of kinetic energy less the work of gravity and loads along
 * the mean velocity, and the work of gravity and loads along the position correction.
 */
// biome-ignore format: one vector per line
function workOfContacts(world: StepWorld, time: number): number {
  const { bodies, solver, forces, torques, before } = world;
  const { records, pseudoVelocities } = solver;
  const { moments } = bodies;
  const { x: gx, y: gy, z: gz } = world.scene.forces.gravity;
  let work = 0;
  for (let i = 0; i < bodies.count; i++) {
    const r = RECORD * i;
    const inverseMass = records[r + INVERSE_MASS];
    if (inverseMass === 0) continue;
    const k = 3 * i, b = 6 * i;
    const mass = 1 / inverseMass;
    const fx = time * (mass * gx + forces[k]), fy = time * (mass * gy + forces[k + 1]), fz = time * (mass * gz + forces[k + 2]);
    // impulse of the contacts times the mean of the velocities before and after
    work +=
      0.5 * (mass * (records[r] - before[b]) - fx) * (records[r] + before[b]) +
      0.5 * (mass * (records[r + 1] - before[b + 1]) - fy) * (records[r + 1] + before[b + 1]) +
      0.5 * (mass * (records[r + 2] - before[b + 2]) - fz) * (records[r + 2] + before[b + 2]);
    work -= fx * pseudoVelocities[b] + fy * pseudoVelocities[b + 1] + fz * pseudoVelocities[b + 2];
    const sx = 0.5 * (records[r + 3] + before[b + 3]);
    const sy = 0.5 * (records[r + 4] + before[b + 4]);
    const sz = 0.5 * (records[r + 5] + before[b + 5]);
    if (hasEqualMoments(moments, i)) {
      const dx = records[r + 3] - before[b + 3], dy = records[r + 4] - before[b + 4], dz = records[r + 5] - before[b + 5];
      rotationWork[0] = moments[k] * (sx * dx + sy * dy + sz * dz);
    } else findRotationWork(world, i);
    work += rotationWork[0] - time * (torques[k] * sx + torques[k + 1] * sy + torques[k + 2] * sz);
  }
  return work;
}

/** Change of the rotational energy of one body [J]: in an array, because numbers returned by a call are boxed. */
const rotationWork = new Float64Array(1);

/** ω̄·I (ω - ω0), ω̄ the mean angular velocity: the change of the rotational energy. */
// biome-ignore format: one vector per line
function findRotationWork({ bodies, solver, before }: StepWorld, i: number): void {
  const { records, principalOrientations } = solver;
  const { moments } = bodies;
  const r = RECORD * i + ANGULAR_VELOCITY, s = 6 * i + 3;
  const dx = records[r] - before[s], dy = records[r + 1] - before[s + 1], dz = records[r + 2] - before[s + 2];
  rotationWork[0] = 0;
  if (dx === 0 && dy === 0 && dz === 0) return;
  const sx = 0.5 * (records[r] + before[s]), sy = 0.5 * (records[r + 1] + before[s + 1]), sz = 0.5 * (records[r + 2] + before[s + 2]);
  const a = moments[3 * i], b = moments[3 * i + 1], c = moments[3 * i + 2];
  const w = principalOrientations[4 * i], x = principalOrientations[4 * i + 1], y = principalOrientations[4 * i + 2], z = principalOrientations[4 * i + 3];
  const xx = 1 - 2 * (y * y + z * z), xy = 2 * (x * y - w * z), xz = 2 * (x * z + w * y);
  const yx = 2 * (x * y + w * z), yy = 1 - 2 * (x * x + z * z), yz = 2 * (y * z - w * x);
  const zx = 2 * (x * z - w * y), zy = 2 * (y * z + w * x), zz = 1 - 2 * (x * x + y * y);
  rotationWork[0] =
    a * (xx * sx + yx * sy + zx * sz) * (xx * dx + yx * dy + zx * dz) +
    b * (xy * sx + yy * sy + zy * sz) * (xy * dx + yy * dy + zy * dz) +
    c * (xz * sx + yz * sy + zz * sz) * (xz * dx + yz * dy + zz * dz);
}

/** Work of loads and other forces besides gravity: half a substep with the velocity before the impulses, half with the one after, plus the position correction. */
function addExternalWork(world: StepWorld): void {
  if (!isForced(world)) return;
  const { bodies, solver, forces, torques, before, settings, totals } = world;
  const { records, pseudoVelocities } = solver;
  for (let i = 0; i < bodies.count; i++) {
    if (records[RECORD * i + INVERSE_MASS] === 0) continue;
    let work = 0;
    for (let k = 0; k < 3; k++) {
      const meanVelocity = 0.5 * (before[6 * i + k] + records[RECORD * i + k]) + pseudoVelocities[6 * i + k];
      const rotation = 0.5 * (before[6 * i + 3 + k] + records[RECORD * i + 3 + k]);
      work += forces[3 * i + k] * meanVelocity + torques[3 * i + k] * rotation;
    }
    totals.externalWork += settings.time * work;
  }
  for (const link of world.bodyForces.links) link.addWork?.(settings.time);
}
