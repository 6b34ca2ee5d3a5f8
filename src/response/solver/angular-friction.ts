import { type ContactRows, NORMAL_IMPULSE, ROW, WORK } from './contact-rows.ts';
import { INVERSE_INERTIA, INVERSE_MASS, RECORD } from './solver-bodies.ts';

/**
 * Rolling and spinning resistance: angular impulses between the bodies of a manifold that oppose their relative angular velocity, of at most a
 * lever arm [m] times the sum of its normal impulses. The spinning one is along the normal, the rolling one perpendicular to it (a
 * disc, as for friction). Solved after the friction of the points, and warm started like it. Manifolds without resistance are skipped.
 */

/** Of the present manifold: sum of the normal impulses, and their mean normal. */
const load = new Float64Array(4);

/** Applies the angular impulses of the last substep as the first estimate of this one. */
export function warmStartAngular(contacts: ContactRows, records: Float64Array): void {
  const { manifoldCount, resistances, angularImpulses: l } = contacts;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    if (resistances[2 * manifold] === 0 && resistances[2 * manifold + 1] === 0) continue;
    const k = 3 * manifold;
    applyAngular(contacts, records, manifold, l[k], l[k + 1], l[k + 2]);
  }
}

/** One pass over all manifolds with resistance. */
// biome-ignore format: one vector per line
export function solveAngular(contacts: ContactRows, records: Float64Array): void {
  const { manifoldCount, bodiesA, bodiesB, resistances, angularImpulses } = contacts;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    const rolling = resistances[2 * manifold], spinning = resistances[2 * manifold + 1];
    if (rolling === 0 && spinning === 0) continue;
    findLoad(contacts, manifold);
    const total = load[0], nx = load[1], ny = load[2], nz = load[3];
    const a = RECORD * bodiesA[manifold], b = RECORD * bodiesB[manifold];
    const i = a + INVERSE_INERTIA, j = b + INVERSE_INERTIA;
    const xx = records[i] + records[j], xy = records[i + 1] + records[j + 1], xz = records[i + 2] + records[j + 2];
    const yy = records[i + 3] + records[j + 3], yz = records[i + 4] + records[j + 4], zz = records[i + 5] + records[j + 5];
    const kx = xx * nx + xy * ny + xz * nz, ky = xy * nx + yy * ny + yz * nz, kz = xz * nx + yz * ny + zz * nz;
    const alongNormal = nx * kx + ny * ky + nz * kz;
    // the larger eigenvalue in the tangent plane, from the trace and the determinant n·adj(K) n there
    const half = 0.5 * (xx + yy + zz - alongNormal);
    const determinant =
      nx * nx * (yy * zz - yz * yz) + ny * ny * (xx * zz - xz * xz) + nz * nz * (xx * yy - xy * xy) +
      2 * (nx * ny * (xz * yz - xy * zz) + nx * nz * (xy * yz - xz * yy) + ny * nz * (xy * xz - yz * xx));
    const across = half + Math.sqrt(Math.max(half * half - determinant, 0));
    const wx = records[b + 3] - records[a + 3], wy = records[b + 4] - records[a + 4], wz = records[b + 5] - records[a + 5];
    const wn = nx * wx + ny * wy + nz * wz;
    const k = 3 * manifold;
    const ox = angularImpulses[k], oy = angularImpulses[k + 1], oz = angularImpulses[k + 2];
    const on = nx * ox + ny * oy + nz * oz;
    const maxSpinning = spinning * total;
    let ln = alongNormal > 0 ? on - wn / alongNormal : 0;
    ln = Math.max(-maxSpinning, Math.min(ln, maxSpinning));
    const mass = across > 0 ? 1 / across : 0;
    let lx = ox - on * nx - mass * (wx - wn * nx);
    let ly = oy - on * ny - mass * (wy - wn * ny);
    let lz = oz - on * nz - mass * (wz - wn * nz);
    const length = Math.sqrt(lx * lx + ly * ly + lz * lz), maxRolling = rolling * total;
    const fraction = length > maxRolling ? maxRolling / length : 1;
    lx = fraction * lx + ln * nx;
    ly = fraction * ly + ln * ny;
    lz = fraction * lz + ln * nz;
    angularImpulses[k] = lx;
    angularImpulses[k + 1] = ly;
    angularImpulses[k + 2] = lz;
    applyAngular(contacts, records, manifold, lx - ox, ly - oy, lz - oz);
  }
}

function findLoad({ starts, rows }: ContactRows, manifold: number): void {
  load.fill(0);
  for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
    const normalImpulse = rows[at + NORMAL_IMPULSE];
    load[0] += normalImpulse;
    for (let k = 0; k < 3; k++) load[1 + k] += normalImpulse * rows[at + k];
  }
  const length = Math.sqrt(load[1] * load[1] + load[2] * load[2] + load[3] * load[3]);
  const scale = length > 0 ? 1 / length : 0;
  for (let k = 1; k < 4; k++) load[k] *= scale;
}

/** Angular impulse l on B, and its opposite on A. */
// biome-ignore format: one vector per line
function applyAngular(contacts: ContactRows, records: Float64Array, manifold: number, lx: number, ly: number, lz: number): void {
  const a = RECORD * contacts.bodiesA[manifold], b = RECORD * contacts.bodiesB[manifold];
  const i = a + INVERSE_INERTIA, j = b + INVERSE_INERTIA;
  records[a + 3] -= records[i] * lx + records[i + 1] * ly + records[i + 2] * lz;
  records[a + 4] -= records[i + 1] * lx + records[i + 3] * ly + records[i + 4] * lz;
  records[a + 5] -= records[i + 2] * lx + records[i + 4] * ly + records[i + 5] * lz;
  records[b + 3] += records[j] * lx + records[j + 1] * ly + records[j + 2] * lz;
  records[b + 4] += records[j + 1] * lx + records[j + 3] * ly + records[j + 4] * lz;
  records[b + 5] += records[j + 2] * lx + records[j + 4] * ly + records[j + 5] * lz;
}

/**
 * Adds to `totals` the angular impulses on immovable bodies in the present substep, in the layout of `addImmovableImpulse`. With `before`, the
 * velocities before the forces of the substep (six numbers per body), also their work on the movable bodies to the first row of each manifold.
 */
// biome-ignore format: one vector per line
export function addAngularImpulses(totals: Float64Array, contacts: ContactRows, records: Float64Array, before?: Float64Array): void {
  const { manifoldCount, bodiesA, bodiesB, starts, rows, resistances, angularImpulses: l } = contacts;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    if (resistances[2 * manifold] === 0 && resistances[2 * manifold + 1] === 0) continue;
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? bodiesA[manifold] : bodiesB[manifold], sign = side === 0 ? -1 : 1;
      const r = RECORD * body, isImmovable = records[r + INVERSE_MASS] === 0;
      for (let k = 0; k < 3; k++) {
        const impulse = sign * l[3 * manifold + k];
        const rate = records[r + 3 + k];
        if (isImmovable) {
          totals[3 + k] += impulse;
          totals[6] -= impulse * rate;
        } else if (before) rows[ROW * starts[manifold] + WORK] += 0.5 * impulse * (rate + before[6 * body + 3 + k]);
      }
    }
  }
}
