/**
 * A lower bound of the signed distance of what two boxes of two bodies hold: B's box seen from A's axes and A's from B's, each
 * made a box along these axes. The better of the two counts. Boxes apart have the distance of these boxes; overlapping ones
 * minus the least overlap along an axis, which no depth of what they hold exceeds.
 */

/** Where B is as seen from A, for boxes: R by rows, t, |R| by rows. */
export const BOX_FRAME = 21;

/** `relative` has R and t as `setRelative` writes them. */
export function setBoxFrame(frame: Float64Array, relative: Float64Array): void {
  for (let k = 0; k < 12; k++) frame[k] = relative[k];
  for (let k = 0; k < 9; k++) frame[12 + k] = Math.abs(relative[k]);
}

/** Boxes by their numbers in hierarchies: middles and half edges. Writes the bound to `out[0]`. */
// biome-ignore format: one vector per line
export function boxGap(out: Float64Array, frame: Float64Array, boxesA: Float64Array, a: number, boxesB: Float64Array, b: number): void {
  const i = 6 * a, j = 6 * b;
  const bx = boxesB[j], by = boxesB[j + 1], bz = boxesB[j + 2];
  const fx = boxesB[j + 3], fy = boxesB[j + 4], fz = boxesB[j + 5];
  const ex = boxesA[i + 3], ey = boxesA[i + 4], ez = boxesA[i + 5];
  const r0 = frame[0], r1 = frame[1], r2 = frame[2], r3 = frame[3], r4 = frame[4], r5 = frame[5], r6 = frame[6], r7 = frame[7], r8 = frame[8];
  const q0 = frame[12], q1 = frame[13], q2 = frame[14], q3 = frame[15], q4 = frame[16], q5 = frame[17], q6 = frame[18], q7 = frame[19], q8 = frame[20];
  // from the middle of A's box to that of B's
  const cx = frame[9] + r0 * bx + r1 * by + r2 * bz - boxesA[i];
  const cy = frame[10] + r3 * bx + r4 * by + r5 * bz - boxesA[i + 1];
  const cz = frame[11] + r6 * bx + r7 * by + r8 * bz - boxesA[i + 2];
  // gaps along the axes of A
  const gx = Math.abs(cx) - ex - (q0 * fx + q1 * fy + q2 * fz);
  const gy = Math.abs(cy) - ey - (q3 * fx + q4 * fy + q5 * fz);
  const gz = Math.abs(cz) - ez - (q6 * fx + q7 * fy + q8 * fz);
  // and along those of B
  const hx = Math.abs(r0 * cx + r3 * cy + r6 * cz) - fx - (q0 * ex + q3 * ey + q6 * ez);
  const hy = Math.abs(r1 * cx + r4 * cy + r7 * cz) - fy - (q1 * ex + q4 * ey + q7 * ez);
  const hz = Math.abs(r2 * cx + r5 * cy + r8 * cz) - fz - (q2 * ex + q5 * ey + q8 * ez);
  const least = Math.max(gx, gy, gz, hx, hy, hz);
  if (least <= 0) {
    out[0] = least;
    return;
  }
  const ax = Math.max(gx, 0), ay = Math.max(gy, 0), az = Math.max(gz, 0);
  const dx = Math.max(hx, 0), dy = Math.max(hy, 0), dz = Math.max(hz, 0);
  out[0] = Math.sqrt(Math.max(ax * ax + ay * ay + az * az, dx * dx + dy * dy + dz * dz));
}
