import type { ReadonlyPose } from '../../math/pose.ts';

/** The frame of B in that of A: rotation by rows, then the origin [m]. */
export type RelativeFrame = Float64Array;

/** Writes the frame of B in that of A: R = R_Aᵀ R_B by rows, then o = R_Aᵀ (p_B - p_A). Throws a RangeError unless all of it is finite: no bound would exclude a cell. */
// biome-ignore format: one row per line
export function relativeFrame(out: RelativeFrame, { position: p, rotation: a }: ReadonlyPose, { position: q, rotation: b }: ReadonlyPose): RelativeFrame {
  out[0] = a.xx * b.xx + a.yx * b.yx + a.zx * b.zx; out[1] = a.xx * b.xy + a.yx * b.yy + a.zx * b.zy; out[2] = a.xx * b.xz + a.yx * b.yz + a.zx * b.zz;
  out[3] = a.xy * b.xx + a.yy * b.yx + a.zy * b.zx; out[4] = a.xy * b.xy + a.yy * b.yy + a.zy * b.zy; out[5] = a.xy * b.xz + a.yy * b.yz + a.zy * b.zz;
  out[6] = a.xz * b.xx + a.yz * b.yx + a.zz * b.zx; out[7] = a.xz * b.xy + a.yz * b.yy + a.zz * b.zy; out[8] = a.xz * b.xz + a.yz * b.yz + a.zz * b.zz;
  const x = q.x - p.x, y = q.y - p.y, z = q.z - p.z;
  out[9] = a.xx * x + a.yx * y + a.zx * z; out[10] = a.xy * x + a.yy * y + a.zy * z; out[11] = a.xz * x + a.yz * y + a.zz * z;
  let sum = 0;
  for (let k = 0; k < 12; k++) sum += out[k];
  if (!Number.isFinite(sum)) throw new RangeError('closest: poses of bodies of trimmed faces must be finite');
  return out;
}
