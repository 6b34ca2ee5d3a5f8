import { SIZES } from '../../../distance/convex/core.ts';
import {
  APPROACH,
  ARM_A,
  ARM_B,
  CLOSING,
  clearContactRows,
  FRICTION_IMPULSE,
  GAP,
  IMPACTED,
  IMPULSE,
  NORMAL_IMPULSE,
  ROW,
  reserveManifold,
  reserveRows,
  WORK,
} from '../../../response/solver/contact-rows.ts';
import { prepareRows, writeRawRows } from '../../../response/solver/prepare-rows.ts';
import { updateSchedule } from '../../../response/solver/solve-schedule.ts';
import { RECORD, writePoses } from '../../../response/solver/solver-bodies.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { maxOverlap } from './closing-speeds.ts';
import { ANCHOR_A, ANCHOR_B, CACHED_IMPULSE, POINT } from './contact-cache.ts';
import { isLeftToCcd } from './fast-approach.ts';
import { mayRoll } from './refresh-rolling.ts';
import type { StepWorld } from './step-world.ts';
import { writeSurfaceVelocity } from './surface-velocity.ts';

/**
 * Fills the rows of the solver from the cache, pairs in the order of the bodies, points in that of the features. The manifolds of a large world
 * are in the order in which they are solved: every pass then reads the rows from memory in sequence. They are written in the order of the pairs:
 * that of the cache, whose data is several times as long as the rows.
 */
export function gatherRows(world: StepWorld): void {
  const { contacts, options } = world;
  clearContactRows(contacts);
  listManifolds(world);
  const count = contacts.manifoldCount;
  if (options.preSolve) {
    // a filter of the caller may remove manifolds, and sees them in the order of the bodies
    contacts.manifoldCount = 0;
    for (let k = 0; k < count; k++) gatherManifold(world, world.manifoldSlots[k]);
    updateSchedule(contacts, world.solver.records, world.bodies.positions);
  } else {
    updateSchedule(contacts, world.solver.records, world.bodies.positions);
    placeManifolds(world);
    for (let k = 0; k < count; k++) {
      world.manifoldSlots[places[k]] = slots[k];
      writeManifold(world, slots[k], places[k]);
    }
    if (contacts.memory) {
      writePoses(world.solver, world.bodies);
      contacts.penetrating = writeRawRows(contacts, contacts.memory, world.solver, world.settings.time);
      return;
    }
  }
  prepareRows(contacts, world.solver.records);
}

/** Writes the slots and the bodies of the manifolds of this step, without rows. */
function listManifolds(world: StepWorld): void {
  const { pairs, cache, stepCount } = world;
  world.fastSlots.length = 0;
  for (let k = 0; k < pairs.count; k++) {
    const slot = pairs.slots[k];
    if (cache.counts[slot] === 0 || cache.sensors[slot] === 1 || cache.visited[slot] !== stepCount) continue;
    if (isLeftToCcd(world, slot)) {
      world.fastSlots.push(slot);
      continue;
    }
    addManifold(world, slot, 0);
    // the schedule needs the number of rows
    const { manifoldCount, starts } = world.contacts;
    starts[manifoldCount] = starts[manifoldCount - 1] + cache.counts[slot];
  }
}

/** Slots of the manifolds in the order of the pairs, and the place of each in the order in which they are solved. */
let slots = new Int32Array(64);
let places = new Int32Array(64);

/** Finds the place of each manifold in the order of the schedule, and its first row; the schedule is then in the order of the manifolds. */
function placeManifolds({ contacts, cache, manifoldSlots }: StepWorld): void {
  const { manifoldCount, schedule } = contacts;
  const { pairs, pairCount } = schedule;
  if (slots.length < manifoldCount) {
    slots = new Int32Array(2 * manifoldCount);
    places = new Int32Array(2 * manifoldCount);
  }
  slots.set(manifoldSlots.subarray(0, manifoldCount));
  let row = 0;
  let place = 0;
  let lastFrom = -1;
  for (let k = 0; k < 2 * pairCount; k++) {
    const from = pairs[k];
    // a manifold without a partner
    if (k % 2 === 1 && from === lastFrom) {
      pairs[k] = place - 1;
      continue;
    }
    places[from] = place;
    contacts.starts[place] = row;
    row += cache.counts[slots[from]];
    pairs[k] = place++;
    lastFrom = from;
  }
  contacts.starts[manifoldCount] = row;
  contacts.rowCount = row;
  reserveRows(contacts, row);
}

/** Writes manifold `patch`, whose first row is known, from the pair in `slot`. */
function writeManifold(world: StepWorld, slot: number, patch: number): void {
  const { pairs, contacts, cache } = world;
  contacts.bodiesA[patch] = pairs.first[slot];
  contacts.bodiesB[patch] = pairs.second[slot];
  writePair(world, slot, patch);
  writeMeanImpulse(world, patch, slot);
  if (contacts.memory) copyPoints(world, patch, cache.blocks[slot], cache.counts[slot]);
  else writeRows(world, patch, cache.blocks[slot], cache.counts[slot]);
}

/** Raw rows for `writeRawRows`, from `count` cached points. */
// biome-ignore format: one vector per line
function copyPoints(world: StepWorld, patch: number, first: number, count: number): void {
  const { contacts, cache: { points, impulses } } = world;
  const { rows } = contacts;
  const deepest = maxOverlap(world, contacts.bodiesA[patch], contacts.bodiesB[patch]);
  for (let point = first, at = ROW * contacts.starts[patch]; point < first + count; point++, at += ROW) {
    const k = POINT * point, i = CACHED_IMPULSE * point;
    rows[at] = points[k]; rows[at + 1] = points[k + 1]; rows[at + 2] = points[k + 2];
    rows[at + ARM_A] = points[k + ANCHOR_A]; rows[at + ARM_A + 1] = points[k + ANCHOR_A + 1]; rows[at + ARM_A + 2] = points[k + ANCHOR_A + 2];
    rows[at + ARM_B] = points[k + ANCHOR_B]; rows[at + ARM_B + 1] = points[k + ANCHOR_B + 1]; rows[at + ARM_B + 2] = points[k + ANCHOR_B + 2];
    rows[at + NORMAL_IMPULSE] = impulses[i];
    rows[at + FRICTION_IMPULSE] = impulses[i + 1]; rows[at + FRICTION_IMPULSE + 1] = impulses[i + 2]; rows[at + FRICTION_IMPULSE + 2] = impulses[i + 3];
    rows[at + WORK] = deepest;
  }
}

/** The same behind the last manifold, if the filter of the caller accepts it. */
function gatherManifold(world: StepWorld, slot: number): void {
  const { cache, contacts } = world;
  const points = cache.counts[slot];
  const patch = contacts.manifoldCount;
  const { penetrating } = contacts;
  appendManifold(world, slot, points);
  writeMeanImpulse(world, patch, slot);
  writeRows(world, patch, cache.blocks[slot], points);
  if (!filterManifold(world)) contacts.penetrating = penetrating;
}

/** Appends a manifold of `points` rows for the pair in `slot`; the rows are not written. */
export function appendManifold(world: StepWorld, slot: number, points: number): void {
  const { contacts } = world;
  const patch = contacts.manifoldCount;
  addManifold(world, slot, points);
  writePair(world, slot, patch);
  contacts.rowCount += points;
  contacts.starts[patch + 1] = contacts.rowCount;
}

/** Writes what the rows of a manifold share, from the pair in `slot`. */
function writePair(world: StepWorld, slot: number, patch: number): void {
  const { contacts } = world;
  writeKind(world, patch);
  if (world.bodyForces.conveyorCount > 0) writeSurfaceVelocity(world, patch);
  else for (let l = 3 * patch; l < 3 * patch + 3; l++) contacts.surfaceVelocities[l] = 0;
  writeMaterial(world, patch, slot);
}

/** The slot and the bodies of one more manifold. */
function addManifold(world: StepWorld, slot: number, points: number): void {
  const { pairs, contacts } = world;
  reserveManifold(contacts, points);
  const patch = contacts.manifoldCount++;
  if (patch === world.manifoldSlots.length) {
    const longer = new Int32Array(2 * patch);
    longer.set(world.manifoldSlots);
    world.manifoldSlots = longer;
  }
  world.manifoldSlots[patch] = slot;
  contacts.bodiesA[patch] = pairs.first[slot];
  contacts.bodiesB[patch] = pairs.second[slot];
}

/** Removes the last manifold if the filter of the caller rejects it; false: removed. */
export function filterManifold(world: StepWorld): boolean {
  const { contacts, options } = world;
  const patch = contacts.manifoldCount - 1;
  if (!options.preSolve || options.preSolve(world, patch)) return true;
  contacts.manifoldCount--;
  contacts.rowCount = contacts.starts[patch];
  return false;
}

function writeMaterial({ contacts, cache }: StepWorld, patch: number, slot: number): void {
  const { materials, resistances, angularImpulses } = contacts;
  materials[3 * patch] = cache.materials[3 * slot];
  materials[3 * patch + 1] = cache.materials[3 * slot + 1];
  materials[3 * patch + 2] = cache.materials[3 * slot + 2];
  if (!cache.resisting) return;
  resistances[2 * patch] = cache.resistances[2 * slot];
  resistances[2 * patch + 1] = cache.resistances[2 * slot + 1];
  if (resistances[2 * patch] > 0 || resistances[2 * patch + 1] > 0) contacts.resisting = true;
  angularImpulses[3 * patch] = cache.angularImpulses[3 * slot];
  angularImpulses[3 * patch + 1] = cache.angularImpulses[3 * slot + 1];
  angularImpulses[3 * patch + 2] = cache.angularImpulses[3 * slot + 2];
}

/** Writes the mean of the normal impulses of a manifold, moved towards the present ones. */
function writeMeanImpulse({ contacts, cache, settings }: StepWorld, patch: number, slot: number): void {
  const points = cache.counts[slot];
  const first = CACHED_IMPULSE * cache.blocks[slot];
  let sum = 0;
  for (let i = first; i < first + CACHED_IMPULSE * points; i += CACHED_IMPULSE) sum += cache.impulses[i];
  const before = cache.loads[slot] / points;
  contacts.meanImpulses[patch] = before + settings.averagingRate * (sum / points - before);
}

/** Writes which body the points of a manifold follow, and how far they are valid. */
function writeKind({ contacts, radii, shapes, boxSizes }: StepWorld, patch: number): void {
  const a = contacts.bodiesA[patch];
  const b = contacts.bodiesB[patch];
  contacts.reaches[patch] = radii[a] + radii[b];
  contacts.minReach = Math.min(contacts.minReach, radii[a] + radii[b]);
  contacts.spheres[patch] = 0;
  contacts.rolling[patch] = 0;
  // without reading the shapes from memory
  if (boxSizes[4 * a + SIZES] > 0 && boxSizes[4 * b + SIZES] > 0) {
    contacts.fractions[patch] = fractionOfB(radii[a], radii[b]);
    return;
  }
  const roundA = isRound(shapes[a]);
  const roundB = isRound(shapes[b]);
  contacts.fractions[patch] = roundA === roundB ? fractionOfB(radii[a], radii[b]) : roundB ? 1 : 0;
  if (shapes[a].kind === 'sphere' && shapes[b].kind === 'sphere') {
    contacts.spheres[patch] = 1;
    contacts.anySpheres = true;
  } else if (mayRoll(shapes[a], shapes[b])) {
    contacts.rolling[patch] = 1;
    contacts.anyRolling = true;
  }
}

/** Its contact points move with it over a face of another body. */
function isRound({ kind }: Shape): boolean {
  return kind === 'sphere' || kind === 'capsule' || kind === 'ellipsoid';
}

/** Points move with the smaller body: it rolls or slides over the larger one, not the reverse. */
function fractionOfB(radiusA: number, radiusB: number): number {
  return radiusA === Infinity ? 1 : radiusB === Infinity ? 0 : radiusA / (radiusA + radiusB);
}

/**
 * The rows of a manifold, from `count` cached points. Impulses act on both bodies at the same point, in the gap: where it follows the
 * displacement of B by a fraction, it is at that fraction of the gap, so that it is on both surfaces when the gap closes. The cached friction
 * impulse is projected onto the current tangent plane. Rotations are recomputed: loading the pose objects is ten times as slow as the quaternions.
 * The closing speeds are those of `storeClosingSpeeds`.
 */
// biome-ignore format: one vector per line
function writeRows(world: StepWorld, patch: number, first: number, count: number): void {
  const { cache, bodies, contacts, settings } = world;
  const { records } = world.solver;
  const a = contacts.bodiesA[patch], b = contacts.bodiesB[patch];
  const { points, impulses } = cache;
  const { positions, orientations: o } = bodies;
  const { rows } = contacts;
  const fraction = contacts.fractions[patch];
  const w = o[4 * a], x = o[4 * a + 1], y = o[4 * a + 2], z = o[4 * a + 3];
  const pxx = 1 - 2 * (y * y + z * z), pxy = 2 * (x * y - w * z), pxz = 2 * (x * z + w * y);
  const pyx = 2 * (x * y + w * z), pyy = 1 - 2 * (x * x + z * z), pyz = 2 * (y * z - w * x);
  const pzx = 2 * (x * z - w * y), pzy = 2 * (y * z + w * x), pzz = 1 - 2 * (x * x + y * y);
  const c = o[4 * b], d = o[4 * b + 1], e = o[4 * b + 2], f = o[4 * b + 3];
  const qxx = 1 - 2 * (e * e + f * f), qxy = 2 * (d * e - c * f), qxz = 2 * (d * f + c * e);
  const qyx = 2 * (d * e + c * f), qyy = 1 - 2 * (d * d + f * f), qyz = 2 * (e * f - c * d);
  const qzx = 2 * (d * f - c * e), qzy = 2 * (e * f + c * d), qzz = 1 - 2 * (d * d + e * e);
  const sx = positions[3 * b] - positions[3 * a];
  const sy = positions[3 * b + 1] - positions[3 * a + 1];
  const sz = positions[3 * b + 2] - positions[3 * a + 2];
  const v = RECORD * a, u = RECORD * b;
  const vx = records[v], vy = records[v + 1], vz = records[v + 2], wx = records[v + 3], wy = records[v + 4], wz = records[v + 5];
  const tx = records[u], ty = records[u + 1], tz = records[u + 2], ox = records[u + 3], oy = records[u + 4], oz = records[u + 5];
  const halfTime = 0.5 * settings.time, deepest = maxOverlap(world, a, b);
  for (let point = first, at = ROW * contacts.starts[patch]; point < first + count; point++, at += ROW) {
    const k = POINT * point;
    const nx = pxx * points[k] + pxy * points[k + 1] + pxz * points[k + 2];
    const ny = pyx * points[k] + pyy * points[k + 1] + pyz * points[k + 2];
    const nz = pzx * points[k] + pzy * points[k + 1] + pzz * points[k + 2];
    const ax = pxx * points[k + ANCHOR_A] + pxy * points[k + ANCHOR_A + 1] + pxz * points[k + ANCHOR_A + 2];
    const ay = pyx * points[k + ANCHOR_A] + pyy * points[k + ANCHOR_A + 1] + pyz * points[k + ANCHOR_A + 2];
    const az = pzx * points[k + ANCHOR_A] + pzy * points[k + ANCHOR_A + 1] + pzz * points[k + ANCHOR_A + 2];
    const bx = qxx * points[k + ANCHOR_B] + qxy * points[k + ANCHOR_B + 1] + qxz * points[k + ANCHOR_B + 2];
    const by = qyx * points[k + ANCHOR_B] + qyy * points[k + ANCHOR_B + 1] + qyz * points[k + ANCHOR_B + 2];
    const bz = qzx * points[k + ANCHOR_B] + qzy * points[k + ANCHOR_B + 1] + qzz * points[k + ANCHOR_B + 2];
    // from the point of A to the point of B
    const gx = sx + bx - ax, gy = sy + by - ay, gz = sz + bz - az;
    rows[at] = nx;
    rows[at + 1] = ny;
    rows[at + 2] = nz;
    const px = ax + fraction * gx, py = ay + fraction * gy, pz = az + fraction * gz;
    const qx = bx - (1 - fraction) * gx, qy = by - (1 - fraction) * gy, qz = bz - (1 - fraction) * gz;
    rows[at + ARM_A] = px; rows[at + ARM_A + 1] = py; rows[at + ARM_A + 2] = pz;
    rows[at + ARM_B] = qx; rows[at + ARM_B + 1] = qy; rows[at + ARM_B + 2] = qz;
    const gap = nx * gx + ny * gy + nz * gz;
    rows[at + GAP] = gap;
    const closing =
      nx * (tx + oy * qz - oz * qy - vx - wy * pz + wz * py) +
      ny * (ty + oz * qx - ox * qz - vy - wz * px + wx * pz) +
      nz * (tz + ox * qy - oy * qx - vz - wx * py + wy * px);
    rows[at + CLOSING] = closing;
    if (gap + halfTime * closing < deepest) contacts.penetrating = true;
    const i = CACHED_IMPULSE * point;
    const dx = impulses[i + 1], dy = impulses[i + 2], dz = impulses[i + 3];
    const across = nx * dx + ny * dy + nz * dz;
    rows[at + NORMAL_IMPULSE] = impulses[i];
    rows[at + FRICTION_IMPULSE] = dx - across * nx;
    rows[at + FRICTION_IMPULSE + 1] = dy - across * ny;
    rows[at + FRICTION_IMPULSE + 2] = dz - across * nz;
    rows[at + IMPULSE] = 0;
    rows[at + IMPULSE + 1] = 0;
    rows[at + IMPULSE + 2] = 0;
    rows[at + APPROACH] = 0;
    rows[at + IMPACTED] = 0;
    rows[at + WORK] = 0;
  }
}

/** Stores the impulses of the step in the cache, and the sum of the mean normal impulses of each manifold; marks the pairs with an impulse. */
export function storeImpulses(world: StepWorld): void {
  const { cache, contacts, manifoldSlots, pairs } = world;
  if (world.pressedSlots.length < pairs.slotCount) world.pressedSlots = new Uint8Array(2 * pairs.slotCount);
  const { pressedSlots } = world;
  pressedSlots.fill(0, 0, pairs.slotCount);
  const { impulses, loads } = cache;
  const { rows, starts, meanImpulses } = contacts;
  for (let patch = 0; patch < contacts.manifoldCount; patch++) {
    const slot = manifoldSlots[patch];
    let isPressed = 0;
    loads[slot] = meanImpulses[patch] * (starts[patch + 1] - starts[patch]);
    if (cache.resisting) {
      for (let l = 0; l < 3; l++) cache.angularImpulses[3 * slot + l] = contacts.angularImpulses[3 * patch + l];
    }
    let i = CACHED_IMPULSE * cache.blocks[slot];
    for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW, i += CACHED_IMPULSE) {
      impulses[i] = rows[at + NORMAL_IMPULSE];
      impulses[i + 1] = rows[at + FRICTION_IMPULSE];
      impulses[i + 2] = rows[at + FRICTION_IMPULSE + 1];
      impulses[i + 3] = rows[at + FRICTION_IMPULSE + 2];
      if (rows[at + IMPULSE] !== 0 || rows[at + IMPULSE + 1] !== 0 || rows[at + IMPULSE + 2] !== 0) isPressed = 1;
    }
    pressedSlots[slot] = isPressed;
  }
}
