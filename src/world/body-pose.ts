import { createPose, type Pose, toWorld } from '../math/pose.ts';
import { createVec3, lengthVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { writePose } from '../sim/solids/steps/poses.ts';
import type { StepWorld } from '../sim/solids/steps/step-world.ts';

/** Pose of body i of the steps: of its centre of mass, or of the origin of an immovable body. */
export function poseOf({ bodies }: Pick<StepWorld, 'bodies'>, i: number): Pose {
  const pose = createPose();
  writePose(pose, bodies, i);
  return pose;
}

/** Pose of the axes of the shape as given, in which the centre of mass is at `origin`. */
export function originPose(steps: Pick<StepWorld, 'bodies'>, i: number, origin: ReadonlyVec3): Pose {
  const pose = poseOf(steps, i);
  if (lengthVec3(origin) === 0) return pose;
  return { ...pose, position: toWorld(createVec3(), pose, createVec3(-origin.x, -origin.y, -origin.z)) };
}
