import { HALF, MIDPOINT, ORIENTED_BOX_LENGTH } from '../../shapes/bvh.ts';

export interface BoxGaps {
  /** Separation of two boxes along the axes u, v, w of A's box; below zero they overlap. */
  readonly alongA: Float64Array;
  /** The same along the axes of B's box. */
  readonly alongB: Float64Array;
  /** Offset from the centre of A's box to the centre of B's box, along the axes of A's box, then of B's. */
  readonly centerOffsetA: Float64Array;
  readonly centerOffsetB: Float64Array;
}

export function createBoxGaps(): BoxGaps {
  return {
    alongA: new Float64Array(3),
    alongB: new Float64Array(3),
    centerOffsetA: new Float64Array(3),
    centerOffsetB: new Float64Array(3),
  };
}

/**
 * Computes the separations of boxes a and b; `relative` is the pose of B in A's frame, as `setRelative` writes it. In the axes u, v, w of the two
 * boxes, A and B: M = Aᵀ R B, gaps |c| - (e + |M| f) and |Mᵀc| - (f + |Mᵀ| e), with c from centre to centre.
 */
// biome-ignore format: one vector per line
export function findGaps(gaps: BoxGaps, relative: Float64Array, boxesA: Float64Array, a: number, boxesB: Float64Array, b: number): void {
  const { centerOffsetA, alongA, centerOffsetB, alongB } = gaps;
  const r = relative;
  const i = ORIENTED_BOX_LENGTH * a, j = ORIENTED_BOX_LENGTH * b;
  const ex = boxesA[i + HALF], ey = boxesA[i + HALF + 1], ez = boxesA[i + HALF + 2];
  const fx = boxesB[j + HALF], fy = boxesB[j + HALF + 1], fz = boxesB[j + HALF + 2];
  const r0 = r[0], r1 = r[1], r2 = r[2], r3 = r[3], r4 = r[4], r5 = r[5], r6 = r[6], r7 = r[7], r8 = r[8];
  // the axes of B's box and the offset between the centres, in A's frame
  const ux = boxesB[j], uy = boxesB[j + 1], uz = boxesB[j + 2];
  const vx = boxesB[j + 3], vy = boxesB[j + 4], vz = boxesB[j + 5];
  const wx = boxesB[j + 6], wy = boxesB[j + 7], wz = boxesB[j + 8];
  const mx = boxesB[j + MIDPOINT], my = boxesB[j + MIDPOINT + 1], mz = boxesB[j + MIDPOINT + 2];
  const b0x = r0 * ux + r1 * uy + r2 * uz, b0y = r3 * ux + r4 * uy + r5 * uz, b0z = r6 * ux + r7 * uy + r8 * uz;
  const b1x = r0 * vx + r1 * vy + r2 * vz, b1y = r3 * vx + r4 * vy + r5 * vz, b1z = r6 * vx + r7 * vy + r8 * vz;
  const b2x = r0 * wx + r1 * wy + r2 * wz, b2y = r3 * wx + r4 * wy + r5 * wz, b2z = r6 * wx + r7 * wy + r8 * wz;
  const dx = r[9] + r0 * mx + r1 * my + r2 * mz - boxesA[i + MIDPOINT];
  const dy = r[10] + r3 * mx + r4 * my + r5 * mz - boxesA[i + MIDPOINT + 1];
  const dz = r[11] + r6 * mx + r7 * my + r8 * mz - boxesA[i + MIDPOINT + 2];
  const gx = b0x * dx + b0y * dy + b0z * dz, gy = b1x * dx + b1y * dy + b1z * dz, gz = b2x * dx + b2y * dy + b2z * dz;
  let hx = fx, hy = fy, hz = fz;
  for (let k = 0; k < 3; k++) {
    const px = boxesA[i + 3 * k], py = boxesA[i + 3 * k + 1], pz = boxesA[i + 3 * k + 2];
    const half = k === 0 ? ex : k === 1 ? ey : ez;
    const m0 = Math.abs(px * b0x + py * b0y + pz * b0z);
    const m1 = Math.abs(px * b1x + py * b1y + pz * b1z);
    const m2 = Math.abs(px * b2x + py * b2y + pz * b2z);
    const offset = px * dx + py * dy + pz * dz;
    centerOffsetA[k] = offset;
    alongA[k] = Math.abs(offset) - half - (m0 * fx + m1 * fy + m2 * fz);
    hx += m0 * half; hy += m1 * half; hz += m2 * half;
  }
  centerOffsetB[0] = gx; centerOffsetB[1] = gy; centerOffsetB[2] = gz;
  alongB[0] = Math.abs(gx) - hx; alongB[1] = Math.abs(gy) - hy; alongB[2] = Math.abs(gz) - hz;
}

/**
 * Writes to `out[0]` a lower bound of the signed distance of the contents of the boxes measured last: for separate boxes their
 * distance, for overlapping boxes minus the smallest overlap along an axis, which no penetration depth of the contents exceeds.
 */
// biome-ignore format: one vector per line
export function boundDistance(gaps: BoxGaps, out: Float64Array): void {
  const { alongA, alongB } = gaps;
  const ax = alongA[0], ay = alongA[1], az = alongA[2];
  const bx = alongB[0], by = alongB[1], bz = alongB[2];
  const min = Math.max(ax, ay, az, bx, by, bz);
  out[0] = min <= 0 ? min : Math.sqrt(Math.max(squares(ax, ay, az), squares(bx, by, bz)));
}

/** Sum of squares of the positive arguments. */
function squares(x: number, y: number, z: number): number {
  const a = Math.max(x, 0);
  const b = Math.max(y, 0);
  const c = Math.max(z, 0);
  return a * a + b * b + c * c;
}
