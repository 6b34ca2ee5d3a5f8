import { ARM_A, ARM_B, CLOSING, type ContactRows, IMPACTED, ROW } from './contact-rows.ts';
import { INVERSE_INERTIA, INVERSE_MASS, RECORD, TRANSLATION } from './solver-bodies.ts';

/** For each selected manifold: the tangential velocity that its rebound causes without friction, -e w K n / (n·K n), at the centre of its impacted points. */
export function storeRebounds(contacts: ContactRows, records: Float64Array): void {
  const { selected, selectedCount, bodiesA, bodiesB, starts, fractions, materials, rebounds, rows } = contacts;
  for (let k = 0; k < selectedCount; k++) {
    const manifold = selected[k];
    let [count, approach, normalRow] = [0, 0, 0];
    arms.fill(0);
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      if (rows[at + IMPACTED] === 0) continue;
      count++;
      normalRow = at;
      approach += Math.min(rows[at + CLOSING], 0);
      for (let k = 0; k < 3; k++) {
        arms[k] += rows[at + ARM_A + k];
        arms[3 + k] += rows[at + ARM_B + k];
      }
    }
    if (count === 0) continue;
    const [a, b] = [RECORD * bodiesA[manifold], RECORD * bodiesB[manifold]];
    const fractionA = fractions[manifold];
    for (let k = 0; k < 3; k++) {
      const displacement = records[b + TRANSLATION + k] - records[a + TRANSLATION + k];
      arms[k] = arms[k] / count + fractionA * displacement;
      arms[3 + k] = arms[3 + k] / count - (1 - fractionA) * displacement;
      response[k] = 0;
    }
    addResponse(records, a, 0, rows, normalRow);
    addResponse(records, b, 3, rows, normalRow);
    const [nx, ny, nz] = [rows[normalRow], rows[normalRow + 1], rows[normalRow + 2]];
    const along = nx * response[0] + ny * response[1] + nz * response[2];
    const scale = along > 0 ? (-materials[3 * manifold + 2] * approach) / (count * along) : 0;
    for (let l = 0; l < 3; l++) rebounds[3 * manifold + l] = scale * (response[l] - along * rows[normalRow + l]);
  }
}

/** Mean arms of A and B of a manifold [m], and K n there [1/kg]. */
const arms = new Float64Array(6);
const response = new Float64Array(3);

/** Adds the part of one body to K n: n/m + (I⁻¹ (r × n)) × r. */
// biome-ignore format: one vector per line
function addResponse(records: Float64Array, body: number, arm: number, rows: Float64Array, at: number): void {
  const nx = rows[at], ny = rows[at + 1], nz = rows[at + 2];
  const rx = arms[arm], ry = arms[arm + 1], rz = arms[arm + 2];
  const lx = ry * nz - rz * ny, ly = rz * nx - rx * nz, lz = rx * ny - ry * nx;
  const i = body + INVERSE_INERTIA;
  const wx = records[i] * lx + records[i + 1] * ly + records[i + 2] * lz;
  const wy = records[i + 1] * lx + records[i + 3] * ly + records[i + 4] * lz;
  const wz = records[i + 2] * lx + records[i + 4] * ly + records[i + 5] * lz;
  const inverseMass = records[body + INVERSE_MASS];
  response[0] += inverseMass * nx + wy * rz - wz * ry;
  response[1] += inverseMass * ny + wz * rx - wx * rz;
  response[2] += inverseMass * nz + wx * ry - wy * rx;
}
