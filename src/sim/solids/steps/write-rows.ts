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
  ROW,
  WORK,
} from '../../../response/solver/contact-rows.ts';
import { RECORD } from '../../../response/solver/solver-bodies.ts';
import { maxOverlap } from './closing-speeds.ts';
import { ANCHOR_A, ANCHOR_B, CACHED_IMPULSE, POINT } from './contact-cache.ts';
import type { StepWorld } from './step-world.ts';

/** Raw rows for `writeRawRows`, from `count` cached points. */
// biome-ignore format: one vector per line
export function copyPoints(world: StepWorld, patch: number, first: number, count: number): void {
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

/**
 * The rows of a manifold, from `count` cached points. Impulses act on both bodies at the same point, in the gap: where it follows the
 * displacement of B by a fraction, it is at that fraction of the gap, so that it is on both surfaces when the gap closes. The cached friction
 * impulse is projected onto the current tangent plane. Rotations are recomputed: loading the pose objects is ten times as slow as the quaternions.
 * The closing speeds are those of `storeClosingSpeeds`.
 */
// biome-ignore format: one vector per line
export function writeRows(world: StepWorld, patch: number, first: number, count: number): void {
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
