import type { Joint } from '../../../response/joints/joint.ts';
import { SimulationError } from '../../world.ts';
import { recountExclusions, type StepJoints } from './step-joints.ts';

/** The state of joints in a snapshot: all numbers of all joints, then of those of docked bodies, one behind the other; removed joints have none. */

/** The arrays of a joint that are its state; a number for whether it is broken follows. */
function stateOf(joint: Joint) {
  return [joint.coordinates, joint.rates, joint.reaction, joint.motorForces, joint.bounds, joint.energies];
}

function jointsOf({ list, docked }: StepJoints): Joint[] {
  return [...list.filter((joint) => joint !== undefined), ...docked];
}

function stateLength(joints: StepJoints): number {
  let length = 0;
  for (const joint of jointsOf(joints)) length += 1 + stateOf(joint).reduce((sum, list) => sum + list.length, 0);
  return length;
}

export function takeJointState(joints: StepJoints): Float64Array {
  const numbers = new Float64Array(stateLength(joints));
  let at = 0;
  for (const joint of jointsOf(joints)) {
    for (const list of stateOf(joint)) {
      numbers.set(list, at);
      at += list.length;
    }
    numbers[at++] = joint.broken ? 1 : 0;
  }
  return numbers;
}

/** Restores the state of the same joints; throws a SimulationError if they are others. */
export function restoreJointState(joints: StepJoints, numbers: Float64Array = new Float64Array()): void {
  const length = stateLength(joints);
  if (!(numbers instanceof Float64Array) || numbers.length !== length || !numbers.every(Number.isFinite)) {
    throw new SimulationError(`snapshot: joints: expected ${length} finite numbers of the joints of this world`);
  }
  let at = 0;
  for (const joint of jointsOf(joints)) {
    for (const list of stateOf(joint)) {
      list.set(numbers.subarray(at, at + list.length));
      at += list.length;
    }
    joint.broken = numbers[at++] === 1;
  }
  recountExclusions(joints);
}
