/** Coordinates of one point relative to another on linear or quadratic paths, in doubles; differences first. */
import type { AcceleratedMotion } from './accelerated-motion.ts';
import type { PointMotion } from './point-motion.ts';

/** Coordinate `i` minus coordinate `j` of the packed points at τ [m]. */
export function positionAt(motion: PointMotion | AcceleratedMotion, i: number, j: number, tau: number): number {
  const { start, duration } = motion;
  const x = start[i] - start[j];
  if (motion.given === 'accelerations') {
    const t = tau * duration;
    const speed = motion.velocities[i] - motion.velocities[j];
    return x + t * (speed + 0.5 * t * (motion.accelerations[i] - motion.accelerations[j]));
  }
  const endOrVelocity = motion.endOrVelocity[i] - motion.endOrVelocity[j];
  return motion.given === 'ends' ? (1 - tau) * x + tau * endOrVelocity : x + tau * duration * endOrVelocity;
}

/** Rate of the same [m/s]. */
export function velocityAt(motion: PointMotion | AcceleratedMotion, i: number, j: number, tau: number): number {
  if (motion.given === 'accelerations') {
    const acceleration = motion.accelerations[i] - motion.accelerations[j];
    return motion.velocities[i] - motion.velocities[j] + tau * motion.duration * acceleration;
  }
  const endOrVelocity = motion.endOrVelocity[i] - motion.endOrVelocity[j];
  return motion.given === 'ends'
    ? (endOrVelocity - (motion.start[i] - motion.start[j])) / motion.duration
    : endOrVelocity;
}
