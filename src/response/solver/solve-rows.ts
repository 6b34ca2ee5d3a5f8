import {
  APPROACH,
  ARM_A,
  ARM_B,
  CLOSING,
  type ContactRows,
  FRICTION_IMPULSE,
  GAP,
  IMPACTED,
  IMPULSE,
  MIN_TANGENT_MASS,
  NORMAL_IMPULSE,
  NORMAL_MASS,
  PRESENT_GAP,
  ROW,
  TANGENT_MASS,
  updateGaps,
} from './contact-rows.ts';
import { INVERSE_INERTIA, INVERSE_MASS, RECORD, ROTATION, TRANSLATION } from './solver-bodies.ts';
import { RELAX_KERNEL, RESPONSE, runKernel, runPass, SOLVE_KERNEL, TERMS, WARM_START_KERNEL } from './solver-memory.ts';
import {
  CORRECTION,
  HEAVY,
  IMPACT,
  MANY_OVERLOADED,
  MAX_CORRECTION_SPEED,
  MEAN_FRACTION,
  PULL,
  RESTITUTION,
  SOLVE,
  type SolverSettings,
  SWEEPS,
  VERY_HEAVY,
  WITH_IMPACT,
} from './solver-settings.ts';

/**
 * Sequential impulses: each manifold uses the velocities left by the manifolds before it, and is solved as a block: several sweeps over its
 * normal impulses, then the friction impulses of all its points. When a face lands flat, the first point that is solved makes it rotate and
 * the next ones stop the rotation; friction at these intermediate velocities would be an impulse that no real contact has. A normal
 * impulse is non-negative; a friction impulse stays in the Coulomb cone, a disc for each normal impulse. Both bodies receive an impulse at
 * the same point, so no pass changes the angular momentum of a pair. A substep is warm started with the impulses of the last one.
 *
 * One pass per substep finds the impulses of a tall stack only over many substeps: impulse and velocity then exchange energy like spring
 * and mass. Two terms of the first pass keep that stable, as in a soft contact: normal impulses are pulled to a mean by the fraction PULL,
 * which damps, and the fraction CORRECTION of the difference to an overlap of one slop is corrected, which acts as a spring against
 * leaning. The mean is the same for all points of a manifold and follows slowly, so that a constant load causes little further overlap and
 * an uneven one is still resisted. A manifold of one point has no lever arm to resist with: it is rigid, and its gap is only corrected
 * where it is positive or below the slop. The second pass, RELAX, removes the velocity of the correction, which remains in
 * the positions only.
 *
 * The spring is stretched at the unloaded side of an unevenly loaded manifold: a point with a normal impulse stays active until the spring
 * is relaxed, which may be at a small gap. If it ended at a fixed gap, the impulse would jump, and a pile would never come to rest. The point of
 * a manifold of one stays active up to a gap of one slop: the correction opens other contacts by less than that, and they must not close
 * with an impact each time.
 */

/** Applies the impulses of the last substep as the first estimate of this one; selects the overloaded manifolds. */
// biome-ignore format: one vector per line
export function warmStart(contacts: ContactRows, records: Float64Array, { gravityDisplacement }: SolverSettings): void {
  if (contacts.memory) {
    const { bodiesA, bodiesB, starts, fractions, rows, marks, memory } = contacts;
    const p = memory.parameters;
    p[0] = bodiesA.byteOffset; p[1] = bodiesB.byteOffset; p[2] = starts.byteOffset; p[3] = fractions.byteOffset;
    p[4] = rows.byteOffset; p[5] = records.byteOffset; p[6] = marks.byteOffset; p[7] = gravityDisplacement;
    selectOverloaded(contacts, runPass(contacts, memory, WARM_START_KERNEL));
    return;
  }
  const { manifoldCount, bodiesA, bodiesB, starts, fractions, rows } = contacts;
  let overloadedCount = 0;
  const order = scheduledOrder(contacts);
  for (let k = 0; k < manifoldCount; k++) {
    const manifold = order ? order[k] : k;
    const a = RECORD * bodiesA[manifold], b = RECORD * bodiesB[manifold];
    updateGaps(contacts, manifold, records);
    const vx = records[a], vy = records[a + 1], vz = records[a + 2];
    const wx = records[a + 3], wy = records[a + 4], wz = records[a + 5];
    const tx = records[b], ty = records[b + 1], tz = records[b + 2];
    const ox = records[b + 3], oy = records[b + 4], oz = records[b + 5];
    const fractionA = fractions[manifold], fractionB = 1 - fractionA;
    const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
    const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
    const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
    let carried = 0;
    let px = 0, py = 0, pz = 0, ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0;
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      const normalImpulse = rows[at + NORMAL_IMPULSE];
      const rx = rows[at + ARM_A] + fractionA * dx, ry = rows[at + ARM_A + 1] + fractionA * dy, rz = rows[at + ARM_A + 2] + fractionA * dz;
      const sx = rows[at + ARM_B] - fractionB * dx, sy = rows[at + ARM_B + 1] - fractionB * dy, sz = rows[at + ARM_B + 2] - fractionB * dz;
      if (normalImpulse === 0) {
        // as `storeClosingSpeed`, from the local values
        rows[at + CLOSING] =
          rows[at] * (tx + oy * sz - oz * sy - vx - wy * rz + wz * ry) +
          rows[at + 1] * (ty + oz * sx - ox * sz - vy - wz * rx + wx * rz) +
          rows[at + 2] * (tz + ox * sy - oy * sx - vz - wx * ry + wy * rx);
        continue;
      }
      carried += normalImpulse;
      const jx = normalImpulse * rows[at] + rows[at + FRICTION_IMPULSE];
      const jy = normalImpulse * rows[at + 1] + rows[at + FRICTION_IMPULSE + 1];
      const jz = normalImpulse * rows[at + 2] + rows[at + FRICTION_IMPULSE + 2];
      rows[at + IMPULSE] += jx;
      rows[at + IMPULSE + 1] += jy;
      rows[at + IMPULSE + 2] += jz;
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
    const weights = gravityDisplacement > 0 ? (carried * Math.max(ma, mb)) / gravityDisplacement : 0;
    const isOverloaded = weights > HEAVY;
    contacts.marks[manifold] = weights > VERY_HEAVY ? 2 : isOverloaded ? 1 : 0;
    if (isOverloaded) overloadedCount++;
    const i = a + INVERSE_INERTIA, j = b + INVERSE_INERTIA;
    if (ma > 0) {
      records[a] -= ma * px;
      records[a + 1] -= ma * py;
      records[a + 2] -= ma * pz;
      records[a + 3] -= records[i] * ax + records[i + 1] * ay + records[i + 2] * az;
      records[a + 4] -= records[i + 1] * ax + records[i + 3] * ay + records[i + 4] * az;
      records[a + 5] -= records[i + 2] * ax + records[i + 4] * ay + records[i + 5] * az;
    }
    if (mb > 0) {
      records[b] += mb * px;
      records[b + 1] += mb * py;
      records[b + 2] += mb * pz;
      records[b + 3] += records[j] * bx + records[j + 1] * by + records[j + 2] * bz;
      records[b + 4] += records[j + 1] * bx + records[j + 3] * by + records[j + 4] * bz;
      records[b + 5] += records[j + 2] * bx + records[j + 4] * by + records[j + 5] * bz;
    }
  }
  selectOverloaded(contacts, overloadedCount);
}

/** Undefined: the manifolds are solved in their own order. */
function scheduledOrder({ schedule }: ContactRows): Int32Array | undefined {
  return schedule.chunkCount > 0 ? schedule.order : undefined;
}

/** Selects the overloaded manifolds, of which there are `count`, or the very heavily loaded ones if they are many; in order. */
function selectOverloaded(contacts: ContactRows, count: number): void {
  const { marks, selected, manifoldCount } = contacts;
  contacts.selectedCount = 0;
  if (count === 0) return;
  const least = count > MANY_OVERLOADED ? 2 : 1;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    if (marks[manifold] >= least) selected[contacts.selectedCount++] = manifold;
  }
}

/**
 * Stores the closing velocity of a contact without a normal impulse, which is its impact velocity if it closes. It must be stored before the
 * pass: when a face lands flat, the impulse at its first point changes the velocities at the others.
 */
// biome-ignore format: one vector per line
export function storeClosingSpeed(contacts: ContactRows, manifold: number, at: number, records: Float64Array): void {
  const { rows } = contacts;
  const a = RECORD * contacts.bodiesA[manifold], b = RECORD * contacts.bodiesB[manifold];
  const fractionA = contacts.fractions[manifold], fractionB = 1 - fractionA;
  const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
  const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
  const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
  const px = rows[at + ARM_A] + fractionA * dx, py = rows[at + ARM_A + 1] + fractionA * dy, pz = rows[at + ARM_A + 2] + fractionA * dz;
  const qx = rows[at + ARM_B] - fractionB * dx, qy = rows[at + ARM_B + 1] - fractionB * dy, qz = rows[at + ARM_B + 2] - fractionB * dz;
  rows[at + CLOSING] =
    rows[at] * (records[b] + records[b + 4] * qz - records[b + 5] * qy - records[a] - records[a + 4] * pz + records[a + 5] * py) +
    rows[at + 1] * (records[b + 1] + records[b + 5] * qx - records[b + 3] * qz - records[a + 1] - records[a + 5] * px + records[a + 3] * pz) +
    rows[at + 2] * (records[b + 2] + records[b + 3] * qy - records[b + 4] * qx - records[a + 2] - records[a + 3] * py + records[a + 4] * px);
}

/** The gap of the row of `manifold` at offset `at`, at the present positions [m]. */
// biome-ignore format: one vector per line
export function gapOfRow(contacts: ContactRows, manifold: number, at: number, records: Float64Array): number {
  const { rows } = contacts;
  const a = RECORD * contacts.bodiesA[manifold], b = RECORD * contacts.bodiesB[manifold];
  const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
  const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
  const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
  const ex = records[a + ROTATION], ey = records[a + ROTATION + 1], ez = records[a + ROTATION + 2];
  const fx = records[b + ROTATION], fy = records[b + ROTATION + 1], fz = records[b + ROTATION + 2];
  const px = rows[at + ARM_A], py = rows[at + ARM_A + 1], pz = rows[at + ARM_A + 2];
  const qx = rows[at + ARM_B], qy = rows[at + ARM_B + 1], qz = rows[at + ARM_B + 2];
  return (
    rows[at + GAP] +
    rows[at] * (dx + fy * qz - fz * qy - ey * pz + ez * py) +
    rows[at + 1] * (dy + fz * qx - fx * qz - ez * px + ex * pz) +
    rows[at + 2] * (dz + fx * qy - fy * qx - ex * py + ey * px)
  );
}

/**
 * Of each row of the present manifold: the angular part of the normal's Jacobian, r × n with r the present arm [m], then the change of the angular
 * velocity by a unit normal impulse on B, -JA (rA × n) and JB (rB × n) [1/(kg m)]. Vectors of both bodies by coordinate: ax bx ay by az bz.
 */
let terms = new Float64Array(64);

/** One pass over all manifolds, or only over the selected ones, in one of the four modes. */
// biome-ignore format: one vector per line
export function solveRows(contacts: ContactRows, records: Float64Array, settings: SolverSettings, mode: number, onlySelected = false): void {
  const { manifoldCount, bodiesA, bodiesB, starts, fractions, materials, meanImpulses, rebounds, rows, selected, driven } = contacts;
  const { surfaceVelocities: surface } = contacts;
  const { time, slop, restitutionThreshold } = settings;
  const isImpact = mode === IMPACT || mode === RESTITUTION;
  const sweeps = onlySelected ? SWEEPS[SOLVE] : SWEEPS[mode], correctionRate = CORRECTION / time;
  const list = onlySelected ? selected : scheduledOrder(contacts);
  const count = onlySelected ? contacts.selectedCount : manifoldCount;
  const singlePull = onlySelected ? settings.singlePull : 0, softLoad = onlySelected ? settings.softLoad : Infinity;
  if (contacts.memory && !isImpact) {
    const p = contacts.memory.parameters;
    p[0] = bodiesA.byteOffset; p[1] = bodiesB.byteOffset; p[2] = starts.byteOffset; p[3] = materials.byteOffset;
    p[4] = meanImpulses.byteOffset; p[5] = fractions.byteOffset; p[6] = rows.byteOffset; p[7] = records.byteOffset; p[8] = driven ? surface.byteOffset : 0;
    p[9] = contacts.marks.byteOffset;
    p[10] = sweeps; p[11] = singlePull; p[12] = time; p[13] = correctionRate; p[14] = slop; p[15] = restitutionThreshold; p[16] = softLoad;
    const kernel = mode === SOLVE ? SOLVE_KERNEL : RELAX_KERNEL;
    const result = onlySelected
      ? runKernel(contacts.memory.kernels, kernel, p, selected.byteOffset, count)
      : runPass(contacts, contacts.memory, kernel);
    if (result > 0) contacts.impacted = true;
    return;
  }
  for (let k = 0; k < count; k++) {
    const manifold = list ? list[k] : k;
    const a = RECORD * bodiesA[manifold], b = RECORD * bodiesB[manifold];
    const staticFriction = materials[3 * manifold], dynamicFriction = materials[3 * manifold + 1];
    const ma = records[a + INVERSE_MASS], mb = records[b + INVERSE_MASS];
    const i = a + INVERSE_INERTIA, j = b + INVERSE_INERTIA;
    const ixx = records[i], ixy = records[i + 1], ixz = records[i + 2], iyy = records[i + 3], iyz = records[i + 4], izz = records[i + 5];
    const jxx = records[j], jxy = records[j + 1], jxz = records[j + 2], jyy = records[j + 3], jyz = records[j + 4], jzz = records[j + 5];
    let vx = records[a], vy = records[a + 1], vz = records[a + 2];
    let wx = records[a + 3], wy = records[a + 4], wz = records[a + 5];
    let tx = records[b], ty = records[b + 1], tz = records[b + 2];
    let sx = records[b + 3], sy = records[b + 4], sz = records[b + 5];
    const first = ROW * starts[manifold], end = ROW * starts[manifold + 1];
    const fractionA = fractions[manifold], fractionB = 1 - fractionA;
    const dx = records[b + TRANSLATION] - records[a + TRANSLATION];
    const dy = records[b + TRANSLATION + 1] - records[a + TRANSLATION + 1];
    const dz = records[b + TRANSLATION + 2] - records[a + TRANSLATION + 2];
    if (terms.length < (TERMS * (end - first)) / ROW) terms = new Float64Array((2 * TERMS * (end - first)) / ROW);
    for (let at = first, t = 0; at < end; at += ROW, t += TERMS) {
      const nx = rows[at], ny = rows[at + 1], nz = rows[at + 2];
      const ax = rows[at + ARM_A] + fractionA * dx, ay = rows[at + ARM_A + 1] + fractionA * dy, az = rows[at + ARM_A + 2] + fractionA * dz;
      const bx = rows[at + ARM_B] - fractionB * dx, by = rows[at + ARM_B + 1] - fractionB * dy, bz = rows[at + ARM_B + 2] - fractionB * dz;
      const lx = ay * nz - az * ny, ly = az * nx - ax * nz, lz = ax * ny - ay * nx;
      const mx = by * nz - bz * ny, my = bz * nx - bx * nz, mz = bx * ny - by * nx;
      terms[t] = lx; terms[t + 1] = mx; terms[t + 2] = ly; terms[t + 3] = my; terms[t + 4] = lz; terms[t + 5] = mz;
      terms[t + RESPONSE] = -(ixx * lx + ixy * ly + ixz * lz);
      terms[t + RESPONSE + 1] = jxx * mx + jxy * my + jxz * mz;
      terms[t + RESPONSE + 2] = -(ixy * lx + iyy * ly + iyz * lz);
      terms[t + RESPONSE + 3] = jxy * mx + jyy * my + jyz * mz;
      terms[t + RESPONSE + 4] = -(ixz * lx + iyz * ly + izz * lz);
      terms[t + RESPONSE + 5] = jxz * mx + jyz * my + jzz * mz;
    }
    const isSingle = end - first === ROW;
    const pull = isSingle ? singlePull : Math.min(PULL, softLoad / (meanImpulses[manifold] * Math.max(ma, mb)));
    const rigid = 1 - pull, mean = isSingle ? 0 : MEAN_FRACTION * meanImpulses[manifold];
    // gaps between these are not corrected
    const lowest = -slop, highest = isSingle ? 0 : -slop;
    // beyond this gap a contact has no impulse
    const maxGap = isSingle ? slop : Infinity;
    // once a sweep changes nothing, further ones would not either; one point is solved by the first
    for (let sweep = 0, changed = true; changed && sweep < (isSingle ? 1 : sweeps); sweep++) {
      changed = false;
      for (let at = first, t = 0; at < end; at += ROW, t += TERMS) {
        if (isImpact && rows[at + IMPACTED] === 0) continue;
        const nx = rows[at], ny = rows[at + 1], nz = rows[at + 2];
        const lx = terms[t], ly = terms[t + 2], lz = terms[t + 4];
        const mx = terms[t + 1], my = terms[t + 3], mz = terms[t + 5];
        // normal velocity of B relative to A; short sums, because each row waits for the last one
        const un =
          nx * tx + ny * ty + (nz * tz + mx * sx) + (my * sy + mz * sz) -
          (nx * vx + ny * vy + (nz * vz + lx * wx) + (ly * wy + lz * wz));
        // the impulse is base - mass un
        const before = rows[at + NORMAL_IMPULSE];
        let base = before, mass = rows[at + NORMAL_MASS];
        if (mode === RESTITUTION) base -= mass * materials[3 * manifold + 2] * Math.min(rows[at + CLOSING], 0);
        else if (mode !== IMPACT) {
          const gap = rows[at + PRESENT_GAP];
          if (gap > 0 && (before === 0 || gap > maxGap)) base -= mass * (gap / time);
          else if (mode === SOLVE) {
            const excess = gap < lowest ? gap - lowest : gap > highest ? gap - highest : 0;
            const correction = Math.min(-correctionRate * excess, MAX_CORRECTION_SPEED);
            base = rigid * (before + mass * correction) + pull * mean;
            mass *= rigid;
          }
        }
        const normalImpulse = Math.max(base - mass * un, 0);
        if (before === 0 && normalImpulse === 0) continue;
        if (mode === SOLVE && before === 0 && rows[at + CLOSING] < rows[at + APPROACH]) {
          rows[at + APPROACH] = rows[at + CLOSING];
          if (rows[at + CLOSING] < -restitutionThreshold) {
            rows[at + IMPACTED] = 1;
            contacts.marks[manifold] = WITH_IMPACT;
            contacts.impacted = true;
          }
        }
        rows[at + NORMAL_IMPULSE] = normalImpulse;
        const change = normalImpulse - before;
        if (change !== 0) changed = true;
        rows[at + IMPULSE] += change * nx;
        rows[at + IMPULSE + 1] += change * ny;
        rows[at + IMPULSE + 2] += change * nz;
        vx -= ma * nx * change;
        vy -= ma * ny * change;
        vz -= ma * nz * change;
        wx += terms[t + RESPONSE] * change;
        wy += terms[t + RESPONSE + 2] * change;
        wz += terms[t + RESPONSE + 4] * change;
        tx += mb * nx * change;
        ty += mb * ny * change;
        tz += mb * nz * change;
        sx += terms[t + RESPONSE + 1] * change;
        sy += terms[t + RESPONSE + 3] * change;
        sz += terms[t + RESPONSE + 5] * change;
      }
    }
    for (let at = first; at < end; at += ROW) {
      if (isImpact && rows[at + IMPACTED] === 0) continue;
      const normalImpulse = rows[at + NORMAL_IMPULSE];
      const gx = rows[at + FRICTION_IMPULSE], gy = rows[at + FRICTION_IMPULSE + 1], gz = rows[at + FRICTION_IMPULSE + 2];
      if (normalImpulse === 0 && gx === 0 && gy === 0 && gz === 0) continue;
      const ax = rows[at + ARM_A] + fractionA * dx, ay = rows[at + ARM_A + 1] + fractionA * dy, az = rows[at + ARM_A + 2] + fractionA * dz;
      const bx = rows[at + ARM_B] - fractionB * dx, by = rows[at + ARM_B + 1] - fractionB * dy, bz = rows[at + ARM_B + 2] - fractionB * dz;
      // velocity of B relative to A; the tangential mass removes its normal part
      let ux = tx - vx + (sy * bz - sz * by - (wy * az - wz * ay));
      let uy = ty - vy + (sz * bx - sx * bz - (wz * ax - wx * az));
      let uz = tz - vz + (sx * by - sy * bx - (wx * ay - wy * ax));
      if (driven) {
        ux += surface[3 * manifold];
        uy += surface[3 * manifold + 1];
        uz += surface[3 * manifold + 2];
      }
      if (mode === RESTITUTION) {
        ux -= rebounds[3 * manifold];
        uy -= rebounds[3 * manifold + 1];
        uz -= rebounds[3 * manifold + 2];
      }
      // the impulse that ends the sliding, limited to the Coulomb disc
      const m = at + TANGENT_MASS;
      let hx = gx - (rows[m] * ux + rows[m + 1] * uy + rows[m + 2] * uz);
      let hy = gy - (rows[m + 1] * ux + rows[m + 3] * uy + rows[m + 4] * uz);
      let hz = gz - (rows[m + 2] * ux + rows[m + 4] * uy + rows[m + 5] * uz);
      const max = staticFriction * normalImpulse;
      if (hx * hx + hy * hy + hz * hz > max * max) {
        const un = rows[at] * ux + rows[at + 1] * uy + rows[at + 2] * uz;
        ux -= un * rows[at];
        uy -= un * rows[at + 1];
        uz -= un * rows[at + 2];
        const slide = rows[at + MIN_TANGENT_MASS];
        hx = gx - slide * ux;
        hy = gy - slide * uy;
        hz = gz - slide * uz;
        const length = Math.sqrt(hx * hx + hy * hy + hz * hz);
        // creeping counts as sticking: a manifold must not lose its grip because one of its points is unloaded for a while
        const limit = (ux * ux + uy * uy + uz * uz > restitutionThreshold * restitutionThreshold ? dynamicFriction : staticFriction) * normalImpulse;
        const fraction = length > limit ? limit / length : 1;
        hx *= fraction;
        hy *= fraction;
        hz *= fraction;
      }
      rows[at + FRICTION_IMPULSE] = hx;
      rows[at + FRICTION_IMPULSE + 1] = hy;
      rows[at + FRICTION_IMPULSE + 2] = hz;
      const jx = hx - gx, jy = hy - gy, jz = hz - gz;
      rows[at + IMPULSE] += jx;
      rows[at + IMPULSE + 1] += jy;
      rows[at + IMPULSE + 2] += jz;
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
    if (ma > 0) {
      records[a] = vx;
      records[a + 1] = vy;
      records[a + 2] = vz;
      records[a + 3] = wx;
      records[a + 4] = wy;
      records[a + 5] = wz;
    }
    if (mb > 0) {
      records[b] = tx;
      records[b + 1] = ty;
      records[b + 2] = tz;
      records[b + 3] = sx;
      records[b + 4] = sy;
      records[b + 5] = sz;
    }
  }
}

/** Moves the mean normal impulse of each manifold by the fraction `rate` towards that of its points now. */
export function updateMeanImpulses({ manifoldCount, starts, meanImpulses, rows }: ContactRows, rate: number): void {
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    let sum = 0;
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) sum += rows[at + NORMAL_IMPULSE];
    const mean = sum / (starts[manifold + 1] - starts[manifold]);
    meanImpulses[manifold] += rate * (mean - meanImpulses[manifold]);
  }
}

/** The impulse of an impact is no estimate for the next substep, which starts from zero. */
export function clearImpacts(contacts: ContactRows): void {
  const { rows, starts, marks, manifoldCount } = contacts;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    if (marks[manifold] !== WITH_IMPACT) continue;
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      if (rows[at + IMPACTED] === 0) continue;
      rows[at + IMPACTED] = 0;
      rows[at + NORMAL_IMPULSE] = 0;
      for (let k = FRICTION_IMPULSE; k < FRICTION_IMPULSE + 3; k++) rows[at + k] = 0;
    }
  }
  contacts.impacted = false;
}
