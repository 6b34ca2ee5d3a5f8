import {
  APPROACH,
  ARM_A,
  ARM_B,
  CLOSING,
  type ContactRows,
  FRICTION_IMPULSE,
  IMPACTED,
  IMPULSE,
  MIN_TANGENT_MASS,
  NORMAL_IMPULSE,
  NORMAL_MASS,
  PRESENT_GAP,
  ROW,
  TANGENT_MASS,
} from './contact-rows.ts';
import { ensurePairs, pairNeighbours } from './pair-manifolds.ts';
import { INVERSE_INERTIA, INVERSE_MASS, RECORD, TRANSLATION } from './solver-bodies.ts';
import { RELAX_KERNEL, runKernel, runPass, SOLVE_KERNEL, type SolverMemory } from './solver-memory.ts';
import {
  CORRECTION,
  IMPACT,
  MAX_CORRECTION_SPEED,
  MAX_MATRIX_ROWS,
  MEAN_FRACTION,
  PULL,
  RESTITUTION,
  SOLVE,
  type SolverSettings,
  SWEEPS,
  WITH_IMPACT,
} from './solver-settings.ts';
import { RESPONSE, START, sweepMatrix, TERMS } from './sweep-matrix.ts';

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

/**
 * Of each row of the present manifold: the angular part of the normal's Jacobian, r × n with r the present arm [m], then the change of the angular
 * velocity by a unit normal impulse on B, -JA (rA × n) and JB (rB × n) [1/(kg m)], then the normal impulse before the pass [N s]. Vectors of both
 * bodies by coordinate: ax bx ay by az bz.
 */
let terms = new Float64Array(64);
/** Velocities of both bodies of a manifold that is swept by its matrix. */
const motion = new Float64Array(12);

/** One pass over all manifolds, or only over the selected ones, in one of the four modes. */
// biome-ignore format: one vector per line
export function solveRows(contacts: ContactRows, records: Float64Array, settings: SolverSettings, mode: number, onlySelected = false): void {
  ensurePairs(contacts, records);
  const { bodiesA, bodiesB, starts, fractions, materials, meanImpulses, rebounds, rows, selected, driven, schedule } = contacts;
  const { surfaceVelocities: surface } = contacts;
  const { time, slop, restitutionThreshold } = settings;
  const isImpact = mode === IMPACT || mode === RESTITUTION;
  const sweeps = onlySelected ? SWEEPS[SOLVE] : SWEEPS[mode], correctionRate = CORRECTION / time;
  const list = onlySelected ? selected : schedule.pairs;
  const count = onlySelected ? contacts.selectedCount : 2 * schedule.pairCount;
  const singlePull = onlySelected ? settings.singlePull : 0, softLoad = onlySelected ? settings.softLoad : Infinity;
  if (contacts.memory && !isImpact) {
    setSolveParameters(contacts.memory.parameters, contacts, records, settings, mode, onlySelected);
    const kernel = mode === SOLVE ? SOLVE_KERNEL : RELAX_KERNEL;
    if ((onlySelected ? runSelected(contacts, contacts.memory, records, kernel) : runPass(contacts, contacts.memory, kernel)) > 0) contacts.impacted = true;
    return;
  }
  for (let k = 0; k < count; k++) {
    const manifold = list[k];
    if (!onlySelected && k % 2 === 1 && manifold === list[k - 1]) continue;
    const a = RECORD * bodiesA[manifold], b = RECORD * bodiesB[manifold];
    const staticFriction = materials[3 * manifold], dynamicFriction = materials[3 * manifold + 1];
    const ma = records[a + INVERSE_MASS], mb = records[b + INVERSE_MASS];
    const i = a + INVERSE_INERTIA, j = b + INVERSE_INERTIA;
    const ixx = records[i], ixy = records[i + 1], ixz = records[i + 2], iyy = records[i + 3], iyz = records[i + 4], izz = records[i + 5];
    const jxx = records[j], jxy = records[j + 1], jxz = records[j + 2], jyy = records[j + 3], jyz = records[j + 4], jzz = records[j + 5];
    // without negative zeros, to which adding a zero, as the other kernels do, would make a difference
    let vx = records[a] + 0, vy = records[a + 1] + 0, vz = records[a + 2] + 0;
    let wx = records[a + 3] + 0, wy = records[a + 4] + 0, wz = records[a + 5] + 0;
    let tx = records[b] + 0, ty = records[b + 1] + 0, tz = records[b + 2] + 0;
    let sx = records[b + 3] + 0, sy = records[b + 4] + 0, sz = records[b + 5] + 0;
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
      terms[t + START] = rows[at + NORMAL_IMPULSE];
    }
    const isSingle = end - first === ROW;
    const softPull = softLoad / (meanImpulses[manifold] * Math.max(ma, mb));
    const pull = isSingle ? singlePull : Math.min(PULL, softPull);
    const rigid = 1 - pull, mean = isSingle ? 0 : MEAN_FRACTION * meanImpulses[manifold];
    // gaps between these are not corrected
    const lowest = -slop, highest = isSingle ? 0 : -slop;
    // beyond this gap a contact has no impulse
    const maxGap = isSingle ? slop : Infinity;
    const rowCount = (end - first) / ROW;
    const byMatrix = mode === SOLVE && rowCount > 1 && rowCount <= MAX_MATRIX_ROWS;
    if (byMatrix) {
      motion[0] = vx; motion[1] = vy; motion[2] = vz; motion[3] = wx; motion[4] = wy; motion[5] = wz;
      motion[6] = tx; motion[7] = ty; motion[8] = tz; motion[9] = sx; motion[10] = sy; motion[11] = sz;
      sweepMatrix(contacts, manifold, terms, motion, ma, mb, rigid, pull * mean, settings, sweeps);
      vx = motion[0]; vy = motion[1]; vz = motion[2]; wx = motion[3]; wy = motion[4]; wz = motion[5];
      tx = motion[6]; ty = motion[7]; tz = motion[8]; sx = motion[9]; sy = motion[10]; sz = motion[11];
    }
    // once a sweep changes nothing, further ones would not either; one point is solved by the first
    for (let sweep = 0, changed = !byMatrix; changed && sweep < (isSingle ? 1 : sweeps); sweep++) {
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
        const wanted = base - mass * un;
        // biome-ignore lint/complexity/useMathMinMax: zero also if it is NaN, for an infinite gap of a disabled row
        const normalImpulse = wanted > 0 ? wanted : 0;
        if (before === 0 && normalImpulse === 0) continue;
        if (mode === SOLVE && before === 0 && rows[at + CLOSING] < rows[at + APPROACH]) {
          rows[at + APPROACH] = rows[at + CLOSING];
          if (rows[at + CLOSING] < -restitutionThreshold) {
            rows[at + IMPACTED] = 1;
            contacts.marks[manifold] |= WITH_IMPACT;
            contacts.impacted = true;
          }
        }
        rows[at + NORMAL_IMPULSE] = normalImpulse;
        const change = normalImpulse - before;
        if (change !== 0) changed = true;
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
    for (let at = first, t = 0; at < end; at += ROW, t += TERMS) {
      if (isImpact && rows[at + IMPACTED] === 0) continue;
      const normalImpulse = rows[at + NORMAL_IMPULSE];
      const gx = rows[at + FRICTION_IMPULSE], gy = rows[at + FRICTION_IMPULSE + 1], gz = rows[at + FRICTION_IMPULSE + 2];
      const change = normalImpulse - terms[t + START];
      if (normalImpulse === 0 && gx === 0 && gy === 0 && gz === 0) {
        rows[at + IMPULSE] += change * rows[at];
        rows[at + IMPULSE + 1] += change * rows[at + 1];
        rows[at + IMPULSE + 2] += change * rows[at + 2];
        continue;
      }
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
      rows[at + IMPULSE] += change * rows[at] + jx;
      rows[at + IMPULSE + 1] += change * rows[at + 1] + jy;
      rows[at + IMPULSE + 2] += change * rows[at + 2] + jz;
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

/** Parameters of the kernels for a pass over all manifolds, or over the selected ones. */
// biome-ignore format: one kind of parameters per line
export function setSolveParameters(
  p: Float64Array, contacts: ContactRows, records: Float64Array, settings: SolverSettings, mode: number, onlySelected: boolean,
): void {
  const { bodiesA, bodiesB, starts, fractions, rows, materials, meanImpulses, surfaceVelocities, marks, driven } = contacts;
  const { time, slop, restitutionThreshold, singlePull, softLoad } = settings;
  p[0] = bodiesA.byteOffset; p[1] = bodiesB.byteOffset; p[2] = starts.byteOffset; p[3] = fractions.byteOffset; p[4] = rows.byteOffset; p[5] = records.byteOffset;
  p[6] = materials.byteOffset; p[7] = meanImpulses.byteOffset; p[8] = driven ? surfaceVelocities.byteOffset : 0; p[9] = marks.byteOffset;
  p[10] = SWEEPS[onlySelected ? SOLVE : mode]; p[11] = onlySelected ? singlePull : 0;
  p[12] = time; p[13] = CORRECTION / time; p[14] = slop; p[15] = restitutionThreshold; p[16] = onlySelected ? softLoad : Number.POSITIVE_INFINITY;
}

/** Runs a kernel on the selected manifolds, in their order. */
function runSelected(contacts: ContactRows, memory: SolverMemory, records: Float64Array, kernel: number): number {
  const { selected, selectedCount, selectedPairs } = contacts;
  const count = pairNeighbours(contacts, records, selectedPairs, selected, selectedCount);
  return runKernel(memory.kernels, kernel, memory.parameters, selectedPairs.byteOffset, count);
}
