import type { ManifoldWorkspace } from './manifold-workspace.ts';
/**
 * Contact frame: normal n and tangents t1, t2. A point is p = u t1 + v t2 + h n in A's frame: (u, v) are its tangential
 * coordinates, h its height along n.
 */

/** Sets both frames for the n in `normal[0..2]`, in A's frame; `relative` is the pose of B relative to A. */
// biome-ignore format: one vector per line
export function setContactFrames(manifold: ManifoldWorkspace, normal: Float64Array, relative: Float64Array): void {
  const { frameA, frameB } = manifold;
  setContactFrameOfA(manifold, normal);
  const r0 = relative[0], r1 = relative[1], r2 = relative[2];
  const r3 = relative[3], r4 = relative[4], r5 = relative[5];
  const r6 = relative[6], r7 = relative[7], r8 = relative[8];
  const tx = relative[9], ty = relative[10], tz = relative[11];
  for (let k = 0; k < 3; k++) {
    const x = frameA[3 * k], y = frameA[3 * k + 1], z = frameA[3 * k + 2];
    frameB[3 * k] = r0 * x + r3 * y + r6 * z;
    frameB[3 * k + 1] = r1 * x + r4 * y + r7 * z;
    frameB[3 * k + 2] = r2 * x + r5 * y + r8 * z;
    frameB[9 + k] = x * tx + y * ty + z * tz;
  }
}

/** t1 and t2 are perpendicular to n to machine precision; their orientation is arbitrary. */
// biome-ignore format: one vector per line
export function setContactFrameOfA(manifold: ManifoldWorkspace, normal: Float64Array): void {
  const { frameA } = manifold;
  const x = normal[0], y = normal[1], z = normal[2];
  let ux = 0, uy = 0, uz = 0;
  if (Math.abs(x) > 0.6) {
    const k = 1 / Math.sqrt(x * x + y * y);
    ux = y * k; uy = -x * k;
  } else {
    const k = 1 / Math.sqrt(y * y + z * z);
    uy = z * k; uz = -y * k;
  }
  frameA[0] = x; frameA[1] = y; frameA[2] = z;
  frameA[3] = ux; frameA[4] = uy; frameA[5] = uz;
  frameA[6] = y * uz - z * uy; frameA[7] = z * ux - x * uz; frameA[8] = x * uy - y * ux;
}
