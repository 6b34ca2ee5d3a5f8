import {
  APPROACH,
  CLOSING,
  FRICTION_IMPULSE,
  IMPACTED,
  NORMAL_IMPULSE,
  NORMAL_MASS,
  ROW,
  updateGaps,
} from '../../../response/solver/contact-rows.ts';
import { refreshSpheres } from '../../../response/solver/refresh-rows.ts';
import { gapOfRow, storeClosingSpeed } from '../../../response/solver/row-geometry.ts';
import { solveRows } from '../../../response/solver/solve-rows.ts';
import { hasEqualMoments, INVERSE_MASS, RECORD, TRANSLATION } from '../../../response/solver/solver-bodies.ts';
import { IMPACT, RESTITUTION } from '../../../response/solver/solver-settings.ts';
import { storeRebounds } from '../../../response/solver/store-rebounds.ts';
import { clearSpeeds, createImpactCandidates, listCandidates, selectFastest, setSpeed } from './impact-candidates.ts';
import type { StepWorld } from './step-world.ts';

/**
 * Impacts, approaches faster than the restitution threshold, between two midpoints, before the other contacts are solved. They are resolved
 * pair by pair, the fastest first and equally fast ones together, until none approaches: the rule of exact times of impact [CP13-3.4], so a
 * touching cradle keeps its energy.
 *
 * Each is resolved with the velocities at its own time of impact, dt after the midpoint, and the bodies continue as if they had left from
 * there: extrapolated back to the midpoint, their velocities v₁ belong to positions that differ by (v₀ - v₁) dt. That shift is applied with
 * the position correction of the substep. With constant accelerations times and heights of bounces are exact.
 *
 * Plastic impacts of bodies that have other contacts are left to the solver, which finds all their impulses together.
 */

/** Maximum number of passes over the points of an impact, and the relative change of their impulses at which they end. */
const MAX_PASSES = 24;
const CONVERGED = 1e-13;
/** Maximum number of impacts of a manifold in a substep. */
const IMPACTS_PER_MANIFOLD = 20;

const candidates = createImpactCandidates();
/** By manifold: the time until its next impact [s]. */
let delays = new Float64Array(64);
/** By row: impulses set aside, and the sum of those of the impacts; normal and friction. */
let saved = new Float64Array(256);
let sums = new Float64Array(256);
/** Bodies of the present impacts, 1 for each of them by body, and their velocities before. */
const involved: number[] = [];
let isInvolved = new Uint8Array(64);
let startVelocities = new Float64Array(64);

/** Finds the manifolds whose impacts are resolved here; called at the start of the substeps. */
export function findImpactCandidates(world: StepWorld): void {
  listCandidates(candidates, world);
}

/** Whether an impact may happen within `duration` [s]: a cheap test with the present velocities. */
export function mayHaveImpacts(world: StepWorld, duration: number): boolean {
  const { contacts, solver, settings } = world;
  const { rows, starts } = contacts;
  const { restitutionThreshold, gravityDisplacement: kick } = settings;
  for (let k = 0; k < candidates.count; k++) {
    const manifold = candidates.manifolds[k];
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      if (rows[at + NORMAL_IMPULSE] > 0 || rows[at + NORMAL_MASS] === 0) continue;
      storeClosingSpeed(contacts, manifold, at, solver.records);
      const speed = kick - rows[at + CLOSING];
      if (speed > restitutionThreshold && gapOfRow(contacts, manifold, at, solver.records) < speed * duration)
        return true;
    }
  }
  return false;
}

/**
 * Resolves the impacts within `duration` [s]. `kicks` are the velocity changes by forces during it, six
 * numbers per body; the velocities of the bodies are those at its start, `start` [s] after that of the step. `record` is called with the
 * impulses of the impacts in the rows.
 */
export function resolveImpacts(
  world: StepWorld,
  start: number,
  duration: number,
  kicks: Float64Array,
  record: () => void,
): void {
  const { contacts } = world;
  reserve(contacts.manifoldCount, contacts.rowCount, world.bodies.count);
  clearSpeeds(candidates, world);
  for (let k = 0; k < candidates.count; k++) findImpact(world, k, duration, kicks);
  if (!selectFastest(candidates, contacts)) return;
  setImpulsesAside(world);
  let left = IMPACTS_PER_MANIFOLD * contacts.manifoldCount;
  do {
    resolveSelected(world, start, duration, kicks);
    findImpactsOfInvolved(world, duration, kicks);
    world.counts.impacts++;
    left--;
  } while (left > 0 && selectFastest(candidates, contacts));
  restoreImpulses(world, record);
}

/** Only the impacts of bodies whose velocities have changed are others than before. */
function findImpactsOfInvolved(world: StepWorld, duration: number, kicks: Float64Array): void {
  const { starts, ofBodies } = candidates;
  for (const i of involved) {
    for (let k = starts[i]; k < starts[i + 1]; k++) findImpact(world, ofBodies[k], duration, kicks);
  }
}

function reserve(manifolds: number, rows: number, bodies: number): void {
  if (delays.length < manifolds) delays = new Float64Array(2 * manifolds);
  if (saved.length < 4 * rows) {
    saved = new Float64Array(8 * rows);
    sums = new Float64Array(8 * rows);
  }
  if (startVelocities.length < 6 * bodies) {
    startVelocities = new Float64Array(12 * bodies);
    isInvolved = new Uint8Array(2 * bodies);
  }
}

/** Of the impact that is being found [m/s]. */
const fastest = new Float64Array(1);

/** Finds the next impact of a candidate within `duration`: its fastest point, and the time until its first one. */
function findImpact(world: StepWorld, candidate: number, duration: number, kicks: Float64Array): void {
  const { contacts, solver, settings } = world;
  const { rows, starts, bodiesA, bodiesB } = contacts;
  const manifold = candidates.manifolds[candidate];
  fastest[0] = 0;
  delays[manifold] = duration;
  const a = 6 * bodiesA[manifold];
  const b = 6 * bodiesB[manifold];
  for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
    // a contact under load does not approach; once impacts are resolved the loads are set aside. An invalid row applies no impulse: it would
    // remain the fastest
    if (rows[at + NORMAL_IMPULSE] > 0 || rows[at + NORMAL_MASS] === 0) continue;
    storeClosingSpeed(contacts, manifold, at, solver.records);
    const speed = -rows[at + CLOSING];
    // towards each other
    let acceleration = 0;
    for (let k = 0; k < 3; k++) acceleration += (rows[at + k] * (kicks[a + k] - kicks[b + k])) / duration;
    const gap = Math.max(gapOfRow(contacts, manifold, at, solver.records), 0);
    const delay = timeToClose(gap, speed, acceleration);
    if (!(delay < duration) || !(speed + acceleration * delay > settings.restitutionThreshold)) continue;
    fastest[0] = Math.max(fastest[0], speed + acceleration * delay);
    delays[manifold] = Math.min(delays[manifold], delay);
  }
  setSpeed(candidates, candidate, fastest);
}

/** The first positive root of gap = speed t + acceleration t²/2; Infinity if there is none. */
function timeToClose(gap: number, speed: number, acceleration: number): number {
  const discriminant = speed * speed + 2 * acceleration * gap;
  if (discriminant < 0) return Infinity;
  const denominator = speed + Math.sqrt(discriminant);
  return denominator > 0 ? (2 * gap) / denominator : Infinity;
}

function setImpulsesAside({ contacts }: StepWorld): void {
  const { rows, rowCount } = contacts;
  for (let row = 0; row < rowCount; row++) {
    for (let k = 0; k < 4; k++) {
      saved[4 * row + k] = rows[ROW * row + NORMAL_IMPULSE + k];
      sums[4 * row + k] = 0;
      rows[ROW * row + NORMAL_IMPULSE + k] = 0;
    }
  }
}

/** Records the impulses of the impacts and restores the others; a contact that bounced has no warm-start impulse. */
function restoreImpulses({ contacts }: StepWorld, record: () => void): void {
  const { rows, rowCount } = contacts;
  for (let row = 0; row < rowCount; row++) {
    for (let k = 0; k < 4; k++) rows[ROW * row + NORMAL_IMPULSE + k] = sums[4 * row + k];
  }
  record();
  for (let row = 0; row < rowCount; row++) {
    const bounced = sums[4 * row] > 0;
    for (let k = 0; k < 4; k++) rows[ROW * row + NORMAL_IMPULSE + k] = bounced ? 0 : saved[4 * row + k];
  }
}

/** One impact of the selected manifolds, at its own time. */
function resolveSelected(world: StepWorld, start: number, duration: number, kicks: Float64Array): void {
  const { contacts, solver, settings, bodies, deflectionTimes } = world;
  const { records, pseudoVelocities } = solver;
  let delay = duration;
  for (let k = 0; k < contacts.selectedCount; k++) delay = Math.min(delay, delays[contacts.selected[k]]);
  listInvolved(world);
  const fraction = delay / duration;
  for (const i of involved) {
    deflectionTimes[i] = Math.max(deflectionTimes[i], start + delay);
    for (let k = 0; k < 6; k++) {
      records[RECORD * i + k] += fraction * kicks[6 * i + k];
      startVelocities[6 * i + k] = records[RECORD * i + k];
    }
  }
  markRows(world, duration);
  moveSpheres(world, delay, 0.5 * fraction, kicks);
  for (let k = 0; k < contacts.selectedCount; k++) updateGaps(contacts, contacts.selected[k], records);
  solveUntilConverged(world, IMPACT);
  storeRebounds(contacts, records);
  solveUntilConverged(world, RESTITUTION);
  addSums(world);
  clearSelected(world);
  moveSpheres(world, -delay, 0.5 * fraction, kicks);
  for (const i of involved) {
    // rotating a body of unequal moments would change its energy or its angular momentum
    const shifted = hasEqualMoments(bodies.moments, i) ? 6 : 3;
    for (let k = 0; k < 6; k++) {
      const at = RECORD * i + k;
      const change = records[at] - startVelocities[6 * i + k];
      if (k < shifted) pseudoVelocities[6 * i + k] -= (change * delay) / settings.time;
      records[at] -= fraction * kicks[6 * i + k];
    }
  }
}

/** Passes over the selected manifolds until their impulses no longer change. */
function solveUntilConverged(world: StepWorld, mode: number): void {
  const { contacts, solver, settings } = world;
  let before = Number.NaN;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    solveRows(contacts, solver.records, settings, mode, true);
    const sum = squareOfImpulses(world);
    if (Math.abs(sum - before) <= CONVERGED * sum) return;
    before = sum;
  }
}

function squareOfImpulses({ contacts }: StepWorld): number {
  const { rows, starts, selected, selectedCount } = contacts;
  let sum = 0;
  for (let k = 0; k < selectedCount; k++) {
    for (let at = ROW * starts[selected[k]]; at < ROW * starts[selected[k] + 1]; at += ROW) {
      for (let l = 0; l < 4; l++) sum += rows[at + NORMAL_IMPULSE + l] * rows[at + NORMAL_IMPULSE + l];
    }
  }
  return sum;
}

/** Moves the bodies along their paths before the impact for `time` [s], and the normals of spheres with them. */
function moveSpheres({ contacts, solver }: StepWorld, time: number, fraction: number, kicks: Float64Array): void {
  const { records } = solver;
  const { spheres, selected, selectedCount } = contacts;
  let found = false;
  for (let k = 0; k < selectedCount; k++) if (spheres[selected[k]] === 1) found = true;
  if (!found) return;
  for (const i of involved) {
    for (let k = 0; k < 3; k++) {
      const meanVelocity = startVelocities[6 * i + k] - fraction * kicks[6 * i + k];
      records[RECORD * i + TRANSLATION + k] += time * meanVelocity;
    }
  }
  for (let k = 0; k < selectedCount; k++) {
    const manifold = selected[k];
    if (spheres[manifold] === 0) continue;
    refreshSpheres(contacts, manifold, records);
    // along the new normal: a rebound with the speed along another one would change the energy
    storeClosingSpeed(contacts, manifold, ROW * contacts.starts[manifold], records);
  }
}

/** The movable bodies of the selected manifolds. */
function listInvolved({ contacts, solver }: StepWorld): void {
  const { bodiesA, bodiesB, selected, selectedCount } = contacts;
  involved.length = 0;
  for (let k = 0; k < 2 * selectedCount; k++) {
    const i = (k % 2 === 0 ? bodiesA : bodiesB)[selected[k >> 1]];
    if (isInvolved[i] === 1 || !(solver.records[RECORD * i + INVERSE_MASS] > 0)) continue;
    isInvolved[i] = 1;
    involved.push(i);
  }
  for (const i of involved) isInvolved[i] = 0;
}

/** The points that take part in the impact: those that touch, or will before its end. */
function markRows({ contacts, solver, settings }: StepWorld, duration: number): void {
  const { rows, starts, selected, selectedCount } = contacts;
  for (let k = 0; k < selectedCount; k++) {
    const manifold = selected[k];
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      storeClosingSpeed(contacts, manifold, at, solver.records);
      const gap = gapOfRow(contacts, manifold, at, solver.records);
      if (gap > settings.slop && gap + duration * rows[at + CLOSING] > 0) continue;
      rows[at + IMPACTED] = 1;
      rows[at + APPROACH] = Math.min(rows[at + APPROACH], rows[at + CLOSING]);
    }
  }
}

function addSums({ contacts }: StepWorld): void {
  const { rows, starts, selected, selectedCount } = contacts;
  for (let k = 0; k < selectedCount; k++) {
    for (let row = starts[selected[k]]; row < starts[selected[k] + 1]; row++) {
      sums[4 * row] += rows[ROW * row + NORMAL_IMPULSE];
      for (let l = 0; l < 3; l++) sums[4 * row + 1 + l] += rows[ROW * row + FRICTION_IMPULSE + l];
    }
  }
}

/** Clears the impulses of the impact, which are no estimate for the next one, and the marks of its points. */
function clearSelected({ contacts }: StepWorld): void {
  const { rows, starts, selected, selectedCount } = contacts;
  for (let k = 0; k < selectedCount; k++) {
    for (let at = ROW * starts[selected[k]]; at < ROW * starts[selected[k] + 1]; at += ROW) {
      if (rows[at + IMPACTED] === 0) continue;
      rows[at + IMPACTED] = 0;
      rows[at + NORMAL_IMPULSE] = 0;
      for (let l = 0; l < 3; l++) rows[at + FRICTION_IMPULSE + l] = 0;
    }
  }
}
