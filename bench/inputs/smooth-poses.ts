import type { Pose } from 'appulse';

/** Fills a pose from twelve numbers: position, then rotation by rows. */
export function fillPose({ position, rotation }: Pose, poses: Float64Array, k: number): void {
  position.x = poses[k];
  position.y = poses[k + 1];
  position.z = poses[k + 2];
  rotation.xx = poses[k + 3];
  rotation.xy = poses[k + 4];
  rotation.xz = poses[k + 5];
  rotation.yx = poses[k + 6];
  rotation.yy = poses[k + 7];
  rotation.yz = poses[k + 8];
  rotation.zx = poses[k + 9];
  rotation.zy = poses[k + 10];
  rotation.zz = poses[k + 11];
}
