import {
  APPROACH,
  CLOSING,
  type ContactRows,
  IMPACTED,
  NORMAL_IMPULSE,
  NORMAL_MASS,
  PRESENT_GAP,
  ROW,
} from './contact-rows.ts';
import {
  CORRECTION,
  MAX_CORRECTION_SPEED,
  MAX_MATRIX_ROWS,
  type SolverSettings,
  WITH_IMPACT,
} from './solver-settings.ts';

/** Numbers of a row in the terms of `solveRows`, and offsets in them: r × n of both bodies, changes by a unit impulse, impulse before the pass. */
export const TERMS = 13;
export const RESPONSE = 6;
export const START = 12;

/** Change of the normal velocity of row i by a unit impulse of row j; normal velocities [m/s], and correction speeds times the mass. */
const matrix = new Float64Array(MAX_MATRIX_ROWS * MAX_MATRIX_ROWS);
const velocities = new Float64Array(MAX_MATRIX_ROWS);
const corrections = new Float64Array(MAX_MATRIX_ROWS);

/**
 * The sweeps of the mode SOLVE over a manifold of few rows, by their normal velocities and the matrix; `motion`, the velocities of both bodies, follows
 * at the end. To machine precision this gives what sweeps by the velocities of the bodies give, for fewer operations: the twin of a kernel.
 */
// biome-ignore format: one vector per line
export function sweepMatrix(
  contacts: ContactRows, manifold: number, terms: Float64Array, motion: Float64Array,
  ma: number, mb: number, rigid: number, pulled: number, { slop, time, restitutionThreshold }: SolverSettings, sweeps: number,
): void {
  const { rows, starts, marks } = contacts;
  const correctionRate = CORRECTION / time, lowest = -slop;
  const first = ROW * starts[manifold], count = starts[manifold + 1] - starts[manifold];
  for (let i = 0, at = first; i < count; i++, at += ROW) {
    writeRow(rows, first, terms, motion, ma + mb, i);
    const gap = rows[at + PRESENT_GAP];
    const excess = gap < lowest || gap > lowest ? gap - lowest : 0;
    corrections[i] = rows[at + NORMAL_MASS] * Math.min(-correctionRate * excess, MAX_CORRECTION_SPEED);
  }
  for (let sweep = 0, changed = true; changed && sweep < sweeps; sweep++) {
    changed = false;
    for (let i = 0, at = first; i < count; i++, at += ROW) {
      const before = rows[at + NORMAL_IMPULSE], gap = rows[at + PRESENT_GAP], mass = rows[at + NORMAL_MASS];
      const isOpen = gap > 0 && before === 0;
      const base = isOpen ? before - mass * (gap / time) : rigid * (before + corrections[i]) + pulled;
      const wanted = base - (isOpen ? mass : mass * rigid) * velocities[i];
      // biome-ignore lint/complexity/useMathMinMax: zero also if it is NaN, for an infinite gap of a disabled row
      const impulse = wanted > 0 ? wanted : 0;
      if (before === 0 && impulse > 0 && rows[at + CLOSING] < rows[at + APPROACH]) {
        rows[at + APPROACH] = rows[at + CLOSING];
        if (rows[at + CLOSING] < -restitutionThreshold) {
          rows[at + IMPACTED] = 1;
          marks[manifold] |= WITH_IMPACT;
          contacts.impacted = true;
        }
      }
      rows[at + NORMAL_IMPULSE] = impulse;
      const change = impulse - before;
      if (change !== 0) changed = true;
      for (let k = 0; k < count; k++) velocities[k] += matrix[MAX_MATRIX_ROWS * i + k] * change;
    }
  }
  for (let at = first, t = 0; t < TERMS * count; at += ROW, t += TERMS) addImpulse(rows, at, terms, t, motion, ma, mb);
}

/** Writes the normal velocity of row i, and its entries in the matrix with those up to it. */
// biome-ignore format: one vector per line
function writeRow(rows: Float64Array, first: number, terms: Float64Array, motion: Float64Array, inverseMass: number, i: number): void {
  const at = first + ROW * i, t = TERMS * i;
  const nx = rows[at], ny = rows[at + 1], nz = rows[at + 2];
  velocities[i] =
    nx * motion[6] + ny * motion[7] + (nz * motion[8] + terms[t + 1] * motion[9]) + (terms[t + 3] * motion[10] + terms[t + 5] * motion[11]) -
    (nx * motion[0] + ny * motion[1] + (nz * motion[2] + terms[t] * motion[3]) + (terms[t + 2] * motion[4] + terms[t + 4] * motion[5]));
  const px = inverseMass * nx, py = inverseMass * ny, pz = inverseMass * nz;
  const r = t + RESPONSE;
  for (let j = 0; j <= i; j++) {
    const n = first + ROW * j, u = TERMS * j;
    // the responses of A have the opposite sign
    const entry =
      rows[n] * px + rows[n + 1] * py + rows[n + 2] * pz -
      (terms[u] * terms[r] + terms[u + 2] * terms[r + 2] + terms[u + 4] * terms[r + 4]) +
      (terms[u + 1] * terms[r + 1] + terms[u + 3] * terms[r + 3] + terms[u + 5] * terms[r + 5]);
    matrix[MAX_MATRIX_ROWS * i + j] = entry;
    matrix[MAX_MATRIX_ROWS * j + i] = entry;
  }
}

/** Adds the change of the normal impulse of a row to the velocities. */
// biome-ignore format: one vector per line
function addImpulse(rows: Float64Array, at: number, terms: Float64Array, t: number, motion: Float64Array, ma: number, mb: number): void {
  const change = rows[at + NORMAL_IMPULSE] - terms[t + START];
  const r = t + RESPONSE;
  for (let k = 0; k < 3; k++) {
    motion[k] -= ma * rows[at + k] * change;
    motion[3 + k] += terms[r + 2 * k] * change;
    motion[6 + k] += mb * rows[at + k] * change;
    motion[9 + k] += terms[r + 2 * k + 1] * change;
  }
}
