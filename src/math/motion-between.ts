import { atan2 } from './inverse-trig.ts';
import { copyMat3, createMat3, type ReadonlyMat3 } from './mat3.ts';
import type { Motion } from './motion.ts';
import { createPose, type ReadonlyPose } from './pose.ts';
import { copyVec3, createVec3, lengthVec3, scaleVec3, setVec3, subVec3, type Vec3 } from './vec3.ts';

/** A motion with writable components. */
export interface SampledMotion extends Motion {
  readonly pose: ReturnType<typeof createPose>;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

/** At rest at the origin. */
export function createSampledMotion(): SampledMotion {
  return { pose: createPose(), velocity: createVec3(), angularVelocity: createVec3(), acceleration: createVec3() };
}

const rotation = createMat3();

/**
 * Writes the motion with constant velocities from one pose to another in `h` seconds: v = (p1 - p0)/h, ω = log(R1 R0ᵀ)/h,
 * by the smaller angle. [PG05-4.3]
 */
export function motionBetween(out: SampledMotion, from: ReadonlyPose, to: ReadonlyPose, h: number): SampledMotion {
  const { pose, velocity, angularVelocity } = out;
  scaleVec3(velocity, subVec3(velocity, to.position, from.position), 1 / h);
  multiplyTransposed(to.rotation, from.rotation);
  rotationVector(angularVelocity);
  scaleVec3(angularVelocity, angularVelocity, 1 / h);
  copyVec3(pose.position, from.position);
  copyMat3(pose.rotation, from.rotation);
  return out;
}

/** rotation = A Bᵀ */
function multiplyTransposed(a: ReadonlyMat3, b: ReadonlyMat3): void {
  rotation.xx = a.xx * b.xx + a.xy * b.xy + a.xz * b.xz;
  rotation.xy = a.xx * b.yx + a.xy * b.yy + a.xz * b.yz;
  rotation.xz = a.xx * b.zx + a.xy * b.zy + a.xz * b.zz;
  rotation.yx = a.yx * b.xx + a.yy * b.xy + a.yz * b.xz;
  rotation.yy = a.yx * b.yx + a.yy * b.yy + a.yz * b.yz;
  rotation.yz = a.yx * b.zx + a.yy * b.zy + a.yz * b.zz;
  rotation.zx = a.zx * b.xx + a.zy * b.xy + a.zz * b.xz;
  rotation.zy = a.zx * b.yx + a.zy * b.yy + a.zz * b.yz;
  rotation.zz = a.zx * b.zx + a.zy * b.zy + a.zz * b.zz;
}

/** Beyond this cosine, near 180°, the axis is computed from the symmetric part: the antisymmetric part vanishes there. */
const NEARLY_OPPOSITE = -0.9;

/** Axis times angle of `rotation`, from sin θ n = ½ (R - Rᵀ) and cos θ = ½ (tr R - 1). */
function rotationVector(out: Vec3): void {
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = rotation;
  setVec3(out, 0.5 * (zy - yz), 0.5 * (xz - zx), 0.5 * (yx - xy));
  const sine = lengthVec3(out);
  const cosine = 0.5 * (xx + yy + zz - 1);
  const angle = atan2(sine, cosine);
  if (cosine > NEARLY_OPPOSITE) {
    scaleVec3(out, out, sine > 0 ? angle / sine : 1);
    return;
  }
  // n nᵀ (1 - cos θ) = ½ (R + Rᵀ) - cos θ I: its longest column is parallel to n, up to the sign
  const { x, y, z } = out;
  if (xx >= yy && xx >= zz) setVec3(out, xx - cosine, 0.5 * (xy + yx), 0.5 * (xz + zx));
  else if (yy >= zz) setVec3(out, 0.5 * (xy + yx), yy - cosine, 0.5 * (yz + zy));
  else setVec3(out, 0.5 * (xz + zx), 0.5 * (yz + zy), zz - cosine);
  const sign = x * out.x + y * out.y + z * out.z < 0 ? -1 : 1;
  scaleVec3(out, out, (sign * angle) / lengthVec3(out));
}
