import {
  APPROACH,
  ARM_A,
  ARM_B,
  CLOSING,
  COUPLING,
  type ContactRows,
  FRICTION_IMPULSE,
  GAP,
  IMPACTED,
  IMPULSE,
  MEAN_IMPULSE,
  MIN_TANGENT_MASS,
  NORMAL_IMPULSE,
  NORMAL_MASS,
  ROW,
  TANGENT_MASS,
} from './contact-rows.ts';
import { INVERSE_INERTIA, INVERSE_MASS, RECORD, ROTATION, TRANSLATION } from './solver-bodies.ts';

/**
 * One pass of the contact solver a substep (spec general-pairs 7): contact after contact, each with the velocities that the ones before it
 * have left. Impulses begin with those of the last substep; a push never pulls, and drag and push together stay in
 * Coulomb's cone, a disc at every push. Both bodies are pushed at one and the same point, so that no pass changes the angular momentum of a pair.
 *
 * What a pass does not reach, the next ones do: in a tall stack an error of the impulses swings up and down like a spring, hardly damped.
 * So a push goes back by a small share of how far it is from its own mean over the last half second: that takes the
 * swing out and leaves a steady push alone.
 *
 * A contact that presses goes on as it is while its gap is narrow: where overlaps are pushed out, others open by less than that, and must
 * not close with a blow each time.
 */

/** Every contact is solved. */
export const SOLVE = 0;
/** Only contacts that struck: they leave with their share of the speed of approach. */
export const RESTITUTION = 1;
/** Only the patches noted as loaded, once more. */
export const EXTRA_PASS = 2;

/** In units of the depth that is left alone: overlaps beyond it are worth a pass that pushes out. */
const DEEP = 2;
/** In units of the weight of the lighter body: patches that carry more are under a heavy load. */
const HEAVY = 25;
/** [1/s] Rate at which pushes go back to their mean, and at which the mean follows them. */
const DAMPING_RATE = 6;
const AVERAGING_RATE = 2;

export interface SolverSettings {
  /** Length of a substep [s]. */
  readonly time: number;
  /** Share by which a push goes back to its mean in a substep, and the mean follows in a step. */
  readonly dampingRate: number;
  readonly averagingRate: number;
  /** Depth that is left alone [m]. */
  readonly slop: number;
  /** Slower approaches do not bounce [m/s]. */
  readonly restitutionThreshold: number;
  /** What gravity adds to the velocity in a substep [m/s]. */
  readonly gravityDeltaV: number;
}

/** For steps of `step` [s] in `substeps` parts. */
export function createSolverSettings(
  step: number,
  substeps: number,
  slop: number,
  restitutionThreshold: number,
  gravity: number,
): SolverSettings {
  const time = step / substeps;
  return {
    time,
    dampingRate: Math.min(1, DAMPING_RATE * time),
    averagingRate: Math.min(1, AVERAGING_RATE * step),
    slop,
    restitutionThreshold,
    gravityDeltaV: gravity * time,
  };
}

/** The impulses that the rows begin the substep with; notes the patches under a heavy load. */
// biome-ignore format: one vector per line
export function warmStart(contacts: ContactRows, records: Float64Array, { gravityDeltaV }: SolverSettings): void {
  const { patchCount, bodiesA, bodiesB, starts, fractions, rows } = contacts;
  contacts.overloadedCount = 0;
  let load = 0;
  for (let patch = 0; patch < patchCount; patch++) {
    const a = RECORD * bodiesA[patch], b = RECORD * bodiesB[patch];
    // how far B has come against A, and which part of it the points have
    const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
    const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
    const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
    const along = fractions[patch], behind = 1 - along;
    const vx = records[a], vy = records[a + 1], vz = records[a + 2];
    const wx = records[a + 3], wy = records[a + 4], wz = records[a + 5];
    const tx = records[b], ty = records[b + 1], tz = records[b + 2];
    const ox = records[b + 3], oy = records[b + 4], oz = records[b + 5];
    let carried = 0;
    let px = 0, py = 0, pz = 0, ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0;
    for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW) {
      const push = rows[at + NORMAL_IMPULSE];
      const rx = rows[at + ARM_A] + along * dx, ry = rows[at + ARM_A + 1] + along * dy, rz = rows[at + ARM_A + 2] + along * dz;
      const sx = rows[at + ARM_B] - behind * dx, sy = rows[at + ARM_B + 1] - behind * dy, sz = rows[at + ARM_B + 2] - behind * dz;
      if (push === 0) {
        // as `noteClosing` does, with what is at hand
        rows[at + CLOSING] =
          rows[at] * (tx + oy * sz - oz * sy - vx - wy * rz + wz * ry) +
          rows[at + 1] * (ty + oz * sx - ox * sz - vy - wz * rx + wx * rz) +
          rows[at + 2] * (tz + ox * sy - oy * sx - vz - wx * ry + wy * rx);
        continue;
      }
      carried += push;
      const jx = push * rows[at] + rows[at + FRICTION_IMPULSE];
      const jy = push * rows[at + 1] + rows[at + FRICTION_IMPULSE + 1];
      const jz = push * rows[at + 2] + rows[at + FRICTION_IMPULSE + 2];
      px += jx;
      py += jy;
      pz += jz;
      ax += ry * jz - rz * jy;
      ay += rz * jx - rx * jz;
      az += rx * jy - ry * jx;
      bx += sy * jz - sz * jy;
      by += sz * jx - sx * jz;
      bz += sx * jy - sy * jx;
    }
    const ma = records[a + INVERSE_MASS], mb = records[b + INVERSE_MASS];
    const weights = gravityDeltaV > 0 ? (carried * Math.max(ma, mb)) / gravityDeltaV : 0;
    if (weights > HEAVY) {
      contacts.overloaded[contacts.overloadedCount++] = patch;
      load = Math.max(load, weights);
    }
    const i = a + INVERSE_INERTIA, j = b + INVERSE_INERTIA;
    records[a] -= ma * px;
    records[a + 1] -= ma * py;
    records[a + 2] -= ma * pz;
    records[a + 3] -= records[i] * ax + records[i + 1] * ay + records[i + 2] * az;
    records[a + 4] -= records[i + 1] * ax + records[i + 3] * ay + records[i + 4] * az;
    records[a + 5] -= records[i + 2] * ax + records[i + 4] * ay + records[i + 5] * az;
    records[b] += mb * px;
    records[b + 1] += mb * py;
    records[b + 2] += mb * pz;
    records[b + 3] += records[j] * bx + records[j + 1] * by + records[j + 2] * bz;
    records[b + 4] += records[j + 1] * bx + records[j + 3] * by + records[j + 4] * bz;
    records[b + 5] += records[j + 2] * bx + records[j + 4] * by + records[j + 5] * bz;
  }
  contacts.load = load;
}

/**
 * How fast a contact closes that does not press yet: if it strikes, that is what it struck with. A moment later the other points of a
 * face that lands flat would not know any more.
 */
// biome-ignore format: one vector per line
export function noteClosing(contacts: ContactRows, patch: number, at: number, records: Float64Array): void {
  const { rows } = contacts;
  const a = RECORD * contacts.bodiesA[patch], b = RECORD * contacts.bodiesB[patch];
  const along = contacts.fractions[patch], behind = 1 - along;
  const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
  const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
  const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
  const px = rows[at + ARM_A] + along * dx, py = rows[at + ARM_A + 1] + along * dy, pz = rows[at + ARM_A + 2] + along * dz;
  const qx = rows[at + ARM_B] - behind * dx, qy = rows[at + ARM_B + 1] - behind * dy, qz = rows[at + ARM_B + 2] - behind * dz;
  rows[at + CLOSING] =
    rows[at] * (records[b] + records[b + 4] * qz - records[b + 5] * qy - records[a] - records[a + 4] * pz + records[a + 5] * py) +
    rows[at + 1] * (records[b + 1] + records[b + 5] * qx - records[b + 3] * qz - records[a + 1] - records[a + 5] * px + records[a + 3] * pz) +
    rows[at + 2] * (records[b + 2] + records[b + 3] * qy - records[b + 4] * qx - records[a + 2] - records[a + 3] * py + records[a + 4] * px);
}

/** One pass over the rows; `mode` is one of the three above. */
// biome-ignore format: one vector per line
export function solveRows(contacts: ContactRows, records: Float64Array, settings: SolverSettings, mode: number): void {
  const { patchCount, bodiesA, bodiesB, starts, materials, fractions, rows, overloaded } = contacts;
  const { time, dampingRate, slop, restitutionThreshold } = settings;
  const deep = -DEEP * slop;
  const isExtraPass = mode === EXTRA_PASS;
  const count = isExtraPass ? contacts.overloadedCount : patchCount;
  for (let k = 0; k < count; k++) {
    const patch = isExtraPass ? overloaded[k] : k;
    const a = RECORD * bodiesA[patch], b = RECORD * bodiesB[patch];
    const along = fractions[patch], behind = 1 - along;
    const staticFriction = materials[3 * patch], dynamicFriction = materials[3 * patch + 1];
    const ma = records[a + INVERSE_MASS], mb = records[b + INVERSE_MASS];
    const i = a + INVERSE_INERTIA, j = b + INVERSE_INERTIA;
    const ixx = records[i], ixy = records[i + 1], ixz = records[i + 2], iyy = records[i + 3], iyz = records[i + 4], izz = records[i + 5];
    const jxx = records[j], jxy = records[j + 1], jxz = records[j + 2], jyy = records[j + 3], jyz = records[j + 4], jzz = records[j + 5];
    // how far B has come and turned against A since the contacts were found
    const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
    const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
    const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
    const ex = records[a + ROTATION], ey = records[a + ROTATION + 1], ez = records[a + ROTATION + 2];
    const fx = records[b + ROTATION], fy = records[b + ROTATION + 1], fz = records[b + ROTATION + 2];
    let vx = records[a], vy = records[a + 1], vz = records[a + 2];
    let wx = records[a + 3], wy = records[a + 4], wz = records[a + 5];
    let tx = records[b], ty = records[b + 1], tz = records[b + 2];
    let sx = records[b + 3], sy = records[b + 4], sz = records[b + 5];
    for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW) {
      if (mode === RESTITUTION && rows[at + IMPACTED] === 0) continue;
      const nx = rows[at], ny = rows[at + 1], nz = rows[at + 2];
      const px = rows[at + ARM_A], py = rows[at + ARM_A + 1], pz = rows[at + ARM_A + 2];
      const qx = rows[at + ARM_B], qy = rows[at + ARM_B + 1], qz = rows[at + ARM_B + 2];
      const gap =
        rows[at + GAP] +
        nx * (dx + fy * qz - fz * qy - ey * pz + ez * py) +
        ny * (dy + fz * qx - fx * qz - ez * px + ex * pz) +
        nz * (dz + fx * qy - fy * qx - ex * py + ey * px);
      const ax = px + along * dx, ay = py + along * dy, az = pz + along * dz;
      const bx = qx - behind * dx, by = qy - behind * dy, bz = qz - behind * dz;
      // velocity of B against A
      let ux = tx - vx + (sy * bz - sz * by - (wy * az - wz * ay));
      let uy = ty - vy + (sz * bx - sx * bz - (wz * ax - wx * az));
      let uz = tz - vz + (sx * by - sy * bx - (wx * ay - wy * ax));
      const un = nx * ux + ny * uy + nz * uz;

      // push
      const before = rows[at + NORMAL_IMPULSE];
      let step = -rows[at + NORMAL_MASS] * un;
      if (mode === RESTITUTION) step -= rows[at + NORMAL_MASS] * materials[3 * patch + 2] * rows[at + APPROACH];
      else if (gap <= 0) {
        if (!isExtraPass) step -= dampingRate * (before - rows[at + MEAN_IMPULSE]);
        if (gap < deep) contacts.deep = true;
      } else if (before === 0 || gap > slop) step -= rows[at + NORMAL_MASS] * (gap / time);
      const push = Math.max(before + step, 0);
      // neither pressed nor pressing: no drag either
      if (before === 0 && push === 0) continue;
      const pushed = push - before;
      if (mode === SOLVE && before === 0 && push > 0 && rows[at + CLOSING] < rows[at + APPROACH]) {
        rows[at + APPROACH] = rows[at + CLOSING];
        if (rows[at + CLOSING] < -restitutionThreshold) {
          rows[at + IMPACTED] = 1;
          contacts.impacted = true;
          if (materials[3 * patch + 2] > 0) contacts.bounces = true;
        }
      }

      // drag: as much as holds the surfaces together, or as much as sliding allows
      ux += pushed * rows[at + COUPLING] - un * nx;
      uy += pushed * rows[at + COUPLING + 1] - un * ny;
      uz += pushed * rows[at + COUPLING + 2] - un * nz;
      const gx = rows[at + FRICTION_IMPULSE], gy = rows[at + FRICTION_IMPULSE + 1], gz = rows[at + FRICTION_IMPULSE + 2];
      const m = at + TANGENT_MASS;
      let hx = gx - rows[m] * ux - rows[m + 1] * uy - rows[m + 2] * uz;
      let hy = gy - rows[m + 1] * ux - rows[m + 3] * uy - rows[m + 4] * uz;
      let hz = gz - rows[m + 2] * ux - rows[m + 4] * uy - rows[m + 5] * uz;
      const max = staticFriction * push;
      if (hx * hx + hy * hy + hz * hz > max * max) {
        const slide = rows[at + MIN_TANGENT_MASS];
        hx = gx - slide * ux;
        hy = gy - slide * uy;
        hz = gz - slide * uz;
        const length = Math.sqrt(hx * hx + hy * hy + hz * hz);
        // what creeps still sticks: a patch must not lose its hold because one of its points is pressed less for a while
        const limit = (ux * ux + uy * uy + uz * uz > restitutionThreshold * restitutionThreshold ? dynamicFriction : staticFriction) * push;
        const fraction = length > limit ? limit / length : 1;
        hx *= fraction;
        hy *= fraction;
        hz *= fraction;
      }
      rows[at + NORMAL_IMPULSE] = push;
      rows[at + FRICTION_IMPULSE] = hx;
      rows[at + FRICTION_IMPULSE + 1] = hy;
      rows[at + FRICTION_IMPULSE + 2] = hz;
      if (mode === SOLVE) {
        rows[at + IMPULSE] += push * nx + hx;
        rows[at + IMPULSE + 1] += push * ny + hy;
        rows[at + IMPULSE + 2] += push * nz + hz;
      }

      // both together on the bodies
      const jx = pushed * nx + hx - gx, jy = pushed * ny + hy - gy, jz = pushed * nz + hz - gz;
      if (isExtraPass) {
        rows[at + IMPULSE] += jx;
        rows[at + IMPULSE + 1] += jy;
        rows[at + IMPULSE + 2] += jz;
      }
      vx -= ma * jx;
      vy -= ma * jy;
      vz -= ma * jz;
      const lx = ay * jz - az * jy, ly = az * jx - ax * jz, lz = ax * jy - ay * jx;
      wx -= ixx * lx + ixy * ly + ixz * lz;
      wy -= ixy * lx + iyy * ly + iyz * lz;
      wz -= ixz * lx + iyz * ly + izz * lz;
      tx += mb * jx;
      ty += mb * jy;
      tz += mb * jz;
      const mx = by * jz - bz * jy, my = bz * jx - bx * jz, mz = bx * jy - by * jx;
      sx += jxx * mx + jxy * my + jxz * mz;
      sy += jxy * mx + jyy * my + jyz * mz;
      sz += jxz * mx + jyz * my + jzz * mz;
    }
    records[a] = vx;
    records[a + 1] = vy;
    records[a + 2] = vz;
    records[a + 3] = wx;
    records[a + 4] = wy;
    records[a + 5] = wz;
    records[b] = tx;
    records[b + 1] = ty;
    records[b + 2] = tz;
    records[b + 3] = sx;
    records[b + 4] = sy;
    records[b + 5] = sz;
  }
}
