/**
 * A small fixed kernel measured in the same rounds as a workload: a target in units of its speed holds on any machine, a target in operations per
 * second only on one. One operation solves three linear equations by elimination with pivoting: packed arrays, data-dependent branches and
 * divisions, like the kernels of this library.
 */
import { createRandom } from './inputs/random.ts';

/** Number of systems: 96 kB, so that they stay in the cache. */
const SYSTEMS = 1000;
/** Three rows of three coefficients and a right-hand side. */
const SYSTEM = 12;

const systems = drawSystems();
const rows = new Float64Array(SYSTEM);

function drawSystems(): Float64Array {
  const random = createRandom(1);
  return Float64Array.from({ length: SYSTEM * SYSTEMS }, () => random.between(-1, 1));
}

/** Solves all systems once. Returns the sum of the first unknowns, so that no part of the work can be omitted. */
export function runReferenceKernel(): number {
  let sum = 0;
  for (let at = 0; at < SYSTEM * SYSTEMS; at += SYSTEM) sum += solve(at);
  return sum;
}

/** CPU time of one operation [s], from `repeats` runs. */
export function timeReferenceKernel(repeats: number): number {
  const start = process.cpuUsage();
  let sum = 0;
  for (let k = 0; k < repeats; k++) sum += runReferenceKernel();
  const used = process.cpuUsage(start);
  if (!Number.isFinite(sum)) throw new Error('the reference kernel has a singular system');
  return ((used.user + used.system) * 1e-6) / (repeats * SYSTEMS);
}

function solve(at: number): number {
  for (let k = 0; k < SYSTEM; k++) rows[k] = systems[at + k];
  for (let column = 0; column < 3; column++) {
    let pivot = column;
    for (let row = column + 1; row < 3; row++) {
      if (Math.abs(rows[4 * row + column]) > Math.abs(rows[4 * pivot + column])) pivot = row;
    }
    for (let k = column; k < 4; k++) {
      const swapped = rows[4 * column + k];
      rows[4 * column + k] = rows[4 * pivot + k];
      rows[4 * pivot + k] = swapped;
    }
    for (let row = 0; row < 3; row++) {
      if (row === column) continue;
      const factor = rows[4 * row + column] / rows[4 * column + column];
      for (let k = column; k < 4; k++) rows[4 * row + k] -= factor * rows[4 * column + k];
    }
  }
  return rows[3] / rows[0];
}
