import { createVec3 } from '../math/vec3.ts';
import { type Joint, LOSS, MOTOR_WORK, mainAxis } from '../response/joints/joint.ts';
import type { JointRow } from './observer.ts';

/** The rows of all joints that are not removed. */
export function jointRows(joints: readonly (Joint | undefined)[]): JointRow[] {
  return joints.flatMap((joint, index) => (joint ? [jointRow(joint, index)] : []));
}

/** The row of a joint with this index. */
export function jointRow(joint: Joint, index: number): JointRow {
  const { definition, coordinates, rates, reaction: r, motorForces, energies, broken } = joint;
  const axis = mainAxis(definition);
  return {
    joint: index,
    position: axis < 0 ? 0 : coordinates[axis],
    velocity: axis < 0 ? 0 : rates[axis],
    force: createVec3(r[0], r[1], r[2]),
    torque: createVec3(r[3], r[4], r[5]),
    motorForce: axis < 0 ? 0 : motorForces[axis],
    motorWork: energies[MOTOR_WORK],
    loss: energies[LOSS],
    broken,
  };
}
