import type { SolidBodies } from '../../../dynamics/solid-bodies.ts';
import type { Pose } from '../../../math/pose.ts';

/** Writes the pose of body i. */
// biome-ignore format: one row per line
export function writePose(out: Pose, bodies: Pick<SolidBodies, 'positions' | 'orientations'>, i: number): void {
  const { positions, orientations: q } = bodies;
  const { position, rotation } = out;
  const w = q[4 * i], x = q[4 * i + 1], y = q[4 * i + 2], z = q[4 * i + 3];
  position.x = positions[3 * i];
  position.y = positions[3 * i + 1];
  position.z = positions[3 * i + 2];
  rotation.xx = 1 - 2 * (y * y + z * z);
  rotation.xy = 2 * (x * y - w * z);
  rotation.xz = 2 * (x * z + w * y);
  rotation.yx = 2 * (x * y + w * z);
  rotation.yy = 1 - 2 * (x * x + z * z);
  rotation.yz = 2 * (y * z - w * x);
  rotation.zx = 2 * (x * z - w * y);
  rotation.zy = 2 * (y * z + w * x);
  rotation.zz = 1 - 2 * (x * x + y * y);
}

/** The orientation of body i from that of its principal axes: q = principal orientation · conj(principal axes). */
// biome-ignore format: one quaternion per line
export function storeOrientation(bodies: SolidBodies, principalOrientations: Float64Array, i: number): void {
  const { orientations, principalAxes: p } = bodies;
  const k = 4 * i;
  const w = principalOrientations[k], x = principalOrientations[k + 1], y = principalOrientations[k + 2], z = principalOrientations[k + 3];
  const a = p[k], b = -p[k + 1], c = -p[k + 2], d = -p[k + 3];
  orientations[k] = w * a - x * b - y * c - z * d;
  orientations[k + 1] = w * b + x * a + y * d - z * c;
  orientations[k + 2] = w * c - x * d + y * a + z * b;
  orientations[k + 3] = w * d + x * c - y * b + z * a;
}
