import { solveAngular, warmStartAngular } from '../../../response/solver/angular-friction.ts';
import { addVelocitiesByKernel, kickByKernel } from '../../../response/solver/body-loops.ts';
import { warmStartAndSolve } from '../../../response/solver/interleaved-passes.ts';
import { refreshRows } from '../../../response/solver/refresh-rows.ts';
import { clearImpacts, updateMeanImpulses } from '../../../response/solver/row-impulses.ts';
import { listImmovable } from '../../../response/solver/row-ledger.ts';
import { solveInitial, solveOverloaded } from '../../../response/solver/solve-overloaded.ts';
import { solveRows } from '../../../response/solver/solve-rows.ts';
import { INVERSE_MASS, RECORD } from '../../../response/solver/solver-bodies.ts';
import { RELAX, SOLVE } from '../../../response/solver/solver-settings.ts';
import { warmStart } from '../../../response/solver/warm-start.ts';
import { wouldPenetrate } from './closing-speeds.ts';
import { hasFastBody, markDeflected } from './deflections.ts';
import { findForces, isForced } from './find-forces.ts';
import { fly } from './fly.ts';
import { findImpactCandidates } from './impacts.ts';
import { resolveImpactsAhead, resolveImpactsAtStart } from './impacts-ahead.ts';
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
import { addContactWork, addExternalWork, addResistance } from './step-work.ts';
import type { StepWorld } from './step-world.ts';
import { stopAtStart } from './stop-at-start.ts';

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

/** The velocity of position correction is the one before the relaxation, added with sign 1, less the one after it, with sign -1. */
function addVelocities({ solver, bodies, contacts: { memory } }: StepWorld, sign: number): void {
  const { records, pseudoVelocities } = solver;
  if (memory) {
    addVelocitiesByKernel(memory.kernels, solver, sign);
    return;
  }
  for (let p = 0, r = 0; p < 6 * bodies.count; p += 6, r += RECORD) {
    pseudoVelocities[p] += sign * records[r];
    pseudoVelocities[p + 1] += sign * records[r + 1];
    pseudoVelocities[p + 2] += sign * records[r + 2];
    pseudoVelocities[p + 3] += sign * records[r + 3];
    pseudoVelocities[p + 4] += sign * records[r + 4];
    pseudoVelocities[p + 5] += sign * records[r + 5];
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
  if (world.contacts.memory && !isForced(world)) {
    solver.centres.set(positions);
    kickByKernel(world.contacts.memory.kernels, solver, world.scene.forces.gravity, time);
    before.set(solver.before);
    addExternalImpulse(world, solver.sums);
    return;
  }
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
  addExternalImpulse(world, impulseSum);
}

function addExternalImpulse({ totals }: StepWorld, sums: Float64Array): void {
  const { externalImpulse: p, externalAngularImpulse: l } = totals;
  p.x += sums[0];
  p.y += sums[1];
  p.z += sums[2];
  l.x += sums[3];
  l.y += sums[4];
  l.z += sums[5];
}
