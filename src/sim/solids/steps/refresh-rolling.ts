import { createContactPoints, createPairCache, solidContactPoints } from '../../../manifold/contact-points.ts';
import { PAIR_CACHE_LENGTH, unpackPairCache } from '../../../manifold/pair-cache.ts';
import { createPose, type Pose } from '../../../math/pose.ts';
import { setVec3, subVec3 } from '../../../math/vec3.ts';
import {
  ARM_A,
  ARM_B,
  type ContactRows,
  FRICTION_IMPULSE,
  GAP,
  NORMAL_IMPULSE,
  NORMAL_MASS,
  prepareRow,
  ROW,
} from '../../../response/solver/contact-rows.ts';
import { rotateAboutAxis } from '../../../response/solver/rotate-bodies.ts';
import { ANGULAR_VELOCITY, RECORD, ROTATION, TRANSLATION } from '../../../response/solver/solver-bodies.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { storeOrientation, writePose } from './poses.ts';
import type { StepWorld } from './step-world.ts';

/**
 * A body that rolls on a rim or on a tip rotates about a point that moves on its surface. With the point of the start of the step an impulse acts
 * where the body no longer touches, and the error, of first order in the step, adds energy. The points of such bodies are found again in
 * every substep, half a substep ahead: the velocities after the impulses last until the next midpoint, and that is the mean point until then.
 */

/** [rad] After smaller rotations since the search at the start of the step its points are used: as large as those after which it keeps them. */
const MIN_ROTATION = 1e-3;

/** Gap of a row without a contact [m]; gaps are divided by the length of a substep, and the result must stay finite. */
const NO_CONTACT = 1e100;

const found = createContactPoints();
const pairCache = createPairCache();
const poseA = createPose();
const poseB = createPose();

/** Whether one body may roll on its rim or tip on the other. Searches of meshes and smooth bodies in every substep would be too expensive. */
export function mayRoll(a: Shape, b: Shape): boolean {
  return (mayRollOnRim(a) || mayRollOnRim(b)) && !isLarge(a) && !isLarge(b);
}

function isLarge({ kind }: Shape): boolean {
  return kind === 'trimesh' || kind === 'tiled' || kind === 'brep';
}

/** Spheres are exact without it: their points move with their centres. */
function mayRollOnRim({ kind }: Shape): boolean {
  return kind === 'cylinder' || kind === 'cone' || kind === 'capsule' || kind === 'ellipsoid' || kind === 'compound';
}

/** States of a manifold of bodies that may roll on a rim: its points are those of the contact search, or those of the present substep. */
const SEARCHED = 1;
const SINGLE = 2;

/** Finds the points of manifolds again where one of the bodies may roll on a rim and has rotated. */
export function refreshRollingContacts(world: StepWorld): void {
  const { contacts, solver } = world;
  const { manifoldCount, starts, rolling, bodiesA, bodiesB, rows } = contacts;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    if (rolling[manifold] === 0 || rows[ROW * starts[manifold] + NORMAL_MASS] === 0) continue;
    if (countLoaded(contacts, manifold) !== 1) continue;
    if (hasRotated(solver.records, bodiesA[manifold]) || hasRotated(solver.records, bodiesB[manifold]))
      refreshManifold(world, manifold);
  }
}

/** Number of points with a normal impulse: a body that rolls on a rim or tip has one. */
function countLoaded({ rows, starts }: ContactRows, manifold: number): number {
  let count = 0;
  for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
    if (rows[at + NORMAL_IMPULSE] > 0) count++;
  }
  return count;
}

function hasRotated(records: Float64Array, i: number): boolean {
  const t = RECORD * i + ROTATION;
  return Math.abs(records[t]) + Math.abs(records[t + 1]) + Math.abs(records[t + 2]) > MIN_ROTATION;
}

/**
 * While the bodies touch at one point, it is the first row of the manifold and the others have no contact. The points of a rim that is about
 * to lie flat follow in the other rows.
 */
function refreshManifold(world: StepWorld, manifold: number): void {
  const { contacts, shapes, settings, cache, manifoldSlots } = world;
  const { rows, starts, rolling, meanImpulses } = contacts;
  const [i, j] = [contacts.bodiesA[manifold], contacts.bodiesB[manifold]];
  const ahead = 0.5 * settings.time;
  predictPose(poseA, world, i, ahead);
  predictPose(poseB, world, j, ahead);
  subVec3(poseB.position, poseB.position, poseA.position);
  setVec3(poseA.position, 0, 0, 0);
  // what the pair's own search has left: with that of another pair results would depend on the order of pairs
  unpackPairCache(pairCache, cache.caches, PAIR_CACHE_LENGTH * manifoldSlots[manifold]);
  const count = solidContactPoints(found, shapes[i], poseA, shapes[j], poseB, 4 * settings.slop, pairCache);
  const first = ROW * starts[manifold];
  const end = ROW * starts[manifold + 1];
  if (count === 1 && rolling[manifold] === SEARCHED) {
    rolling[manifold] = SINGLE;
    for (let at = first + ROW; at < end; at += ROW) moveImpulse(rows, first, at);
  }
  if (rolling[manifold] !== SINGLE) return;
  for (let at = first, k = 0; at < end && k < count; at += ROW, k++) writeRow(world, manifold, at, k, ahead);
  if (count === 1) meanImpulses[manifold] = rows[first + NORMAL_IMPULSE];
}

/** Adds the impulses of the row at `from` to those of the row at `to`; the former has no contact from then on. */
function moveImpulse(rows: Float64Array, to: number, from: number): void {
  for (let k = NORMAL_IMPULSE; k < FRICTION_IMPULSE + 3; k++) {
    rows[to + k] += rows[from + k];
    rows[from + k] = 0;
  }
  rows[from + GAP] = NO_CONTACT;
}

/** Writes found point k into the row at offset `at`. */
// biome-ignore format: one vector per line
function writeRow(world: StepWorld, manifold: number, at: number, k: number, ahead: number): void {
  const { contacts, solver: { records } } = world;
  const { rows } = contacts;
  const { x, y, z } = poseB.position;
  const a = RECORD * contacts.bodiesA[manifold], b = RECORD * contacts.bodiesB[manifold];
  const f = contacts.fractions[manifold], g = 1 - f;
  const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
  const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
  const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
  const { pointsA: p, pointsB: q, normals } = found;
  const nx = normals[3 * k], ny = normals[3 * k + 1], nz = normals[3 * k + 2];
  const cx = g * p[3 * k] + f * q[3 * k], cy = g * p[3 * k + 1] + f * q[3 * k + 1], cz = g * p[3 * k + 2] + f * q[3 * k + 2];
  // arms and gap at detection from which the solver, adding the displacement, gets those of now
  const px = cx - f * dx, py = cy - f * dy, pz = cz - f * dz;
  const qx = cx - x + g * dx, qy = cy - y + g * dy, qz = cz - z + g * dz;
  const ex = records[a + ROTATION], ey = records[a + ROTATION + 1], ez = records[a + ROTATION + 2];
  const fx = records[b + ROTATION], fy = records[b + ROTATION + 1], fz = records[b + ROTATION + 2];
  const hx = rows[at + FRICTION_IMPULSE], hy = rows[at + FRICTION_IMPULSE + 1], hz = rows[at + FRICTION_IMPULSE + 2];
  const along = nx * hx + ny * hy + nz * hz;
  rows[at] = nx;
  rows[at + 1] = ny;
  rows[at + 2] = nz;
  rows[at + ARM_A] = px;
  rows[at + ARM_A + 1] = py;
  rows[at + ARM_A + 2] = pz;
  rows[at + ARM_B] = qx;
  rows[at + ARM_B + 1] = qy;
  rows[at + ARM_B + 2] = qz;
  rows[at + FRICTION_IMPULSE] = hx - along * nx;
  rows[at + FRICTION_IMPULSE + 1] = hy - along * ny;
  rows[at + FRICTION_IMPULSE + 2] = hz - along * nz;
  const approach = approachAt(records, a, b, cx, cy, cz, cx - x, cy - y, cz - z, nx, ny, nz);
  rows[at + GAP] =
    found.distances[k] + ahead * approach -
    nx * (dx + fy * qz - fz * qy - ey * pz + ez * py) -
    ny * (dy + fz * qx - fx * qz - ez * px + ex * pz) -
    nz * (dz + fx * qy - fy * qx - ex * py + ey * px);
  prepareRow(contacts, manifold, at, records);
}

/** Normal speed at which the points at these arms of A and B approach each other. */
// biome-ignore format: one vector per line
function approachAt(
  records: Float64Array, a: number, b: number,
  px: number, py: number, pz: number,
  qx: number, qy: number, qz: number,
  nx: number, ny: number, nz: number,
): number {
  return (
    nx * (records[a] + records[a + 4] * pz - records[a + 5] * py - records[b] - records[b + 4] * qz + records[b + 5] * qy) +
    ny * (records[a + 1] + records[a + 5] * px - records[a + 3] * pz - records[b + 1] - records[b + 5] * qx + records[b + 3] * qz) +
    nz * (records[a + 2] + records[a + 3] * py - records[a + 4] * px - records[b + 2] - records[b + 3] * qy + records[b + 4] * qx)
  );
}

const orientation = new Float64Array(4);

/** The pose of body i, `time` [s] ahead at constant velocity. */
function predictPose(out: Pose, { bodies, solver, active }: StepWorld, i: number, time: number): void {
  if (active[i] === 0) {
    writePose(out, bodies, i);
    return;
  }
  const { principalOrientations, records } = solver;
  for (let k = 0; k < 4; k++) orientation[k] = principalOrientations[4 * i + k];
  rotateAboutAxis(principalOrientations, i, records, RECORD * i + ANGULAR_VELOCITY, time);
  storeOrientation(bodies, principalOrientations, i);
  for (let k = 0; k < 4; k++) principalOrientations[4 * i + k] = orientation[k];
  writePose(out, bodies, i);
  out.position.x += time * records[RECORD * i];
  out.position.y += time * records[RECORD * i + 1];
  out.position.z += time * records[RECORD * i + 2];
}
