import {
  clearPairCache,
  createContactPoints,
  createPairCache,
  solidContactPoints,
} from '../../../manifold/contact-points.ts';
import { copyMat3 } from '../../../math/mat3.ts';
import { createPose, type ReadonlyPose } from '../../../math/pose.ts';
import { createVec3, setVec3, subVec3 } from '../../../math/vec3.ts';
import {
  APPROACH,
  ARM_A,
  ARM_B,
  CLOSING,
  FRICTION_IMPULSE,
  GAP,
  IMPACTED,
  IMPULSE,
  NORMAL_IMPULSE,
  prepareRow,
  ROW,
  updateGaps,
  WORK,
} from '../../../response/solver/contact-rows.ts';
import { storeClosingSpeed } from '../../../response/solver/row-geometry.ts';
import { solveRows } from '../../../response/solver/solve-rows.ts';
import { INVERSE_MASS, loadSolverBody, RECORD, storeSolverBody } from '../../../response/solver/solver-bodies.ts';
import { IMPACT, RESTITUTION } from '../../../response/solver/solver-settings.ts';
import { storeRebounds } from '../../../response/solver/store-rebounds.ts';
import { addImpulseOnImmovable } from '../../ledger-totals.ts';
import { angularMomentumOf } from '../solid-ledger.ts';
import type { Flight } from './fast-flights.ts';
import { appendManifold, filterManifold } from './gather-rows.ts';
import type { StepWorld } from './step-world.ts';

/** Passes over the points of an impact. */
const PASSES = 24;

/**
 * `fast`, `slow`: resolved, with an approach faster or slower than the restitution threshold. `no-contact`: the bodies have no contact point.
 * `rejected`: by the filter of the caller, they pass through each other.
 */
export type FastImpactStatus = 'fast' | 'slow' | 'no-contact' | 'rejected';

const found = createContactPoints();
const pairCache = createPairCache();
const poseA = createPose();
const poseB = createPose();

/**
 * The impact of two bodies that touch in their poses, `left` [s] before the end of the step, as a further manifold of the step's
 * contacts. Then the bodies stop approaching with half of the velocity change by forces until the end of the step, as at a midpoint: an
 * inelastic contact would penetrate without that.
 */
export function resolveFastImpact(
  world: StepWorld,
  slot: number,
  left: number,
  flights: readonly Flight[],
  poses: readonly ReadonlyPose[],
): FastImpactStatus {
  const { pairs, contacts, solver, bodies } = world;
  const involved = [pairs.first[slot], pairs.second[slot]];
  for (const i of involved) loadSolverBody(solver, bodies, i, false);
  if (!addContacts(world, slot, poses)) return 'no-contact';
  if (!filterManifold(world)) return 'rejected';
  const manifold = contacts.manifoldCount - 1;
  contacts.selected[0] = manifold;
  contacts.selectedCount = 1;
  updateGaps(contacts, manifold, solver.records);
  const isRebound = markRows(world, manifold);
  const energy = energyOf(world, involved);
  solve(world, IMPACT);
  if (isRebound) {
    storeRebounds(contacts, solver.records);
    solve(world, RESTITUTION);
  }
  addKicks(world, involved, flights, 0.5 * left);
  clearImpulses(world, manifold);
  solve(world, IMPACT);
  addKicks(world, involved, flights, -0.5 * left);
  addToLedger(world, manifold, energyOf(world, involved) - energy, poses);
  endManifold(world, manifold, poses);
  return isRebound ? 'fast' : 'slow';
}

function solve({ contacts, solver, settings }: StepWorld, mode: number): void {
  for (let pass = 0; pass < PASSES; pass++) solveRows(contacts, solver.records, settings, mode, true);
}

/** Adds the manifold of the touching bodies; false if they have no contact point. */
// biome-ignore format: one vector per line
function addContacts(world: StepWorld, slot: number, poses: readonly ReadonlyPose[]): boolean {
  const { pairs, contacts, shapes, settings, solver } = world;
  const a = pairs.first[slot], b = pairs.second[slot];
  // relative to the centre of A
  copyMat3(poseA.rotation, poses[0].rotation);
  copyMat3(poseB.rotation, poses[1].rotation);
  subVec3(poseB.position, poses[1].position, poses[0].position);
  const { x, y, z } = poseB.position;
  clearPairCache(pairCache);
  const count = solidContactPoints(found, shapes[a], poseA, shapes[b], poseB, settings.slop, pairCache);
  if (count === 0) return false;
  appendManifold(world, slot, count);
  const manifold = contacts.manifoldCount - 1;
  contacts.meanImpulses[manifold] = 0;
  const { rows } = contacts;
  for (let k = 0, at = ROW * contacts.starts[manifold]; k < count; k++, at += ROW) {
    rows.fill(0, at, at + ROW);
    for (let l = 0; l < 3; l++) {
      const midpoint = 0.5 * (found.pointsA[3 * k + l] + found.pointsB[3 * k + l]);
      rows[at + l] = found.normals[3 * k + l];
      rows[at + ARM_A + l] = midpoint;
      rows[at + ARM_B + l] = midpoint - (l === 0 ? x : l === 1 ? y : z);
    }
    rows[at + GAP] = found.distances[k];
    prepareRow(contacts, manifold, at, solver.records);
  }
  return true;
}

/** All points take part in the impact; true if one approaches faster than the restitution threshold. */
function markRows({ contacts, solver, settings }: StepWorld, manifold: number): boolean {
  const { rows, starts } = contacts;
  let isFast = false;
  for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
    storeClosingSpeed(contacts, manifold, at, solver.records);
    rows[at + IMPACTED] = 1;
    rows[at + APPROACH] = Math.min(rows[at + CLOSING], 0);
    if (rows[at + CLOSING] < -settings.restitutionThreshold) isFast = true;
  }
  return isFast;
}

/** Velocity changes by the acceleration of the flights over `time` [s]. */
function addKicks({ solver }: StepWorld, involved: number[], flights: readonly Flight[], time: number): void {
  const { records } = solver;
  involved.forEach((i, k) => {
    const r = RECORD * i;
    if (records[r + INVERSE_MASS] === 0) return;
    records[r] += time * flights[k].acceleration.x;
    records[r + 1] += time * flights[k].acceleration.y;
    records[r + 2] += time * flights[k].acceleration.z;
  });
}

function clearImpulses({ contacts }: StepWorld, manifold: number): void {
  const { rows, starts } = contacts;
  for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
    rows[at + NORMAL_IMPULSE] = 0;
    rows.fill(0, at + FRICTION_IMPULSE, at + FRICTION_IMPULSE + 3);
  }
}

function storeVelocities({ solver, bodies }: StepWorld, involved: number[]): void {
  for (const i of involved) if (solver.records[RECORD * i + INVERSE_MASS] > 0) storeSolverBody(solver, bodies, i);
}

const momentum = createVec3();

/** Kinetic energy of the movable bodies, with the velocities of the solver [J]. */
function energyOf(world: StepWorld, involved: number[]): number {
  const { bodies } = world;
  const { velocities: v, angularVelocities: w, inverseMasses } = bodies;
  storeVelocities(world, involved);
  let twice = 0;
  for (const i of involved) {
    if (inverseMasses[i] === 0) continue;
    const k = 3 * i;
    const { x, y, z } = angularMomentumOf(momentum, bodies, i);
    twice += (v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]) / inverseMasses[i];
    twice += x * w[k] + y * w[k + 1] + z * w[k + 2];
  }
  return 0.5 * twice;
}

const point = createVec3();
const impulse = createVec3();
const velocity = createVec3();

/** Work of the contact, and its impulses on an immovable body. */
function addToLedger(world: StepWorld, manifold: number, work: number, poses: readonly ReadonlyPose[]): void {
  const { contacts, bodies, totals, options } = world;
  const { rows, starts, bodiesA, bodiesB } = contacts;
  totals.contactWork += work;
  if (options.measureWork) rows[ROW * starts[manifold] + WORK] += work;
  for (const [i, arm, sign, { position }] of [
    [bodiesA[manifold], ARM_A, -1, poses[0]],
    [bodiesB[manifold], ARM_B, 1, poses[1]],
  ] as const) {
    if (bodies.inverseMasses[i] > 0) continue;
    const { velocities: v, angularVelocities: w } = bodies;
    const k = 3 * i;
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      const [rx, ry, rz] = [rows[at + arm], rows[at + arm + 1], rows[at + arm + 2]];
      setVec3(point, position.x + rx, position.y + ry, position.z + rz);
      setVec3(impulse, sign * rows[at + IMPULSE], sign * rows[at + IMPULSE + 1], sign * rows[at + IMPULSE + 2]);
      setVec3(
        velocity,
        v[k] + w[k + 1] * rz - w[k + 2] * ry,
        v[k + 1] + w[k + 2] * rx - w[k] * rz,
        v[k + 2] + w[k] * ry - w[k + 1] * rx,
      );
      addImpulseOnImmovable(totals, point, impulse, velocity);
    }
  }
}

/** The impulses are no estimate for the next step; the arms of a recorded contact begin at the pose at the start of the step. */
// biome-ignore format: one vector per line
function endManifold(world: StepWorld, manifold: number, poses: readonly ReadonlyPose[]): void {
  const { contacts, startPoses } = world;
  const { rows, starts, bodiesA, bodiesB } = contacts;
  clearImpulses(world, manifold);
  const { x: ax, y: ay, z: az } = poses[0].position;
  const { x: bx, y: by, z: bz } = poses[1].position;
  const a = 7 * bodiesA[manifold], b = 7 * bodiesB[manifold];
  for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
    rows[at + IMPACTED] = 0;
    rows[at + ARM_A] += ax - startPoses[a];
    rows[at + ARM_A + 1] += ay - startPoses[a + 1];
    rows[at + ARM_A + 2] += az - startPoses[a + 2];
    rows[at + ARM_B] += bx - startPoses[b];
    rows[at + ARM_B + 1] += by - startPoses[b + 1];
    rows[at + ARM_B + 2] += bz - startPoses[b + 2];
  }
}
