import { pose as createPose, type Motion, motion, vec3 } from '../../src/index.ts';
import type { PlayBody } from './play-state.ts';

/** The motion of a body, as its query reads it. */
export function motionOf({ position, rotation, velocity, angularVelocity }: PlayBody): Motion {
  return motion(createPose(position, rotation), vec3(...velocity), vec3(...angularVelocity));
}
