import { createMat3, rotationAboutAxis } from '../../math/mat3.ts';
import { clonePose, composePose, createPose, type Pose, type ReadonlyPose } from '../../math/pose.ts';
import { createVec3, scaleVec3 } from '../../math/vec3.ts';
import type { UrdfJoint, UrdfModel } from './urdf-model.ts';

/** Pose of the child of a joint in the axes of its parent, at a position [rad or m]: the origin, then the motion along the axis. */
export function childPose({ type, origin, axis }: UrdfJoint, position: number): Pose {
  if (position === 0) return clonePose(origin);
  const isTranslation = type === 'prismatic';
  return composePose(createPose(), origin, {
    position: isTranslation ? scaleVec3(createVec3(), axis, position) : createVec3(),
    rotation: isTranslation ? createMat3() : rotationAboutAxis(createMat3(), axis, position),
  });
}

/** World pose of every link, by name. `positions`: of the joints [rad or m], 0 where absent. */
export function linkPoses(
  { root, joints }: UrdfModel,
  positions: ReadonlyMap<string, number>,
  base: ReadonlyPose,
): Map<string, ReadonlyPose> {
  const poses = new Map<string, ReadonlyPose>([[root, base]]);
  for (const joint of joints) {
    const parent = poses.get(joint.parent) as ReadonlyPose;
    const inner = childPose(joint, positions.get(joint.name) ?? 0);
    poses.set(joint.child, composePose(inner, parent, inner));
  }
  return poses;
}
