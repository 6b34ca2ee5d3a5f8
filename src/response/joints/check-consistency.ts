import type { ReadonlyPose } from '../../math/pose.ts';
import { quaternionFromRotation } from '../../math/quaternion.ts';
import type { ReadonlyVec3 } from '../../math/vec3.ts';
import { createSolverBodies, INVERSE_INERTIA, INVERSE_MASS, RECORD } from '../solver/solver-bodies.ts';
import { createJoint, type JointDefinition } from './joint.ts';
import { setPrincipalFrames } from './joint-coordinates.ts';
import { COUPLED, JOINT_ROW, LOCKED, MOTOR, rowVelocity } from './joint-rows.ts';
import { createJointSystem, setJointRows, setSystemJoints } from './joint-system.ts';
import { solveJointVelocities } from './solve-joint-velocities.ts';

/** A body of joints: whether forces move it, where it is, and its velocities [m/s], [rad/s] if they do not. */
export interface ConsistencyBody {
  readonly isFree: boolean;
  readonly pose: ReadonlyPose;
  readonly velocity: ReadonlyVec3;
  readonly angularVelocity: ReadonlyVec3;
}

/** Largest velocity that joints may lack, relative to the velocities that are given. */
const TOLERANCE = 1e-6;

/**
 * Checks that velocities exist with which all joints hold: prescribed bodies and motors to a velocity without a maximum force determine some of
 * them. Reports the joint that lacks most, with the velocity that it lacks [m/s] or [rad/s].
 */
export function checkConsistency(
  definitions: readonly JointDefinition[],
  bodies: readonly ConsistencyBody[],
  report: (joint: number, expected: string) => void,
): void {
  const scale = Math.max(...definitions.map(motorSpeed), ...bodies.filter(({ isFree }) => !isFree).map(speedOf), 0);
  if (!(scale > 0)) return;
  const system = createJointSystem();
  const solver = createSolverBodies(bodies.length);
  const joints = definitions.map(createJoint);
  const positions = new Float64Array(3 * bodies.length);
  const principalAxes = new Float64Array(4 * bodies.length);
  for (const [i, body] of bodies.entries()) {
    const { position: p, rotation } = body.pose;
    const { w, x, y, z } = quaternionFromRotation(rotation);
    positions.set([p.x, p.y, p.z], 3 * i);
    solver.principalOrientations.set([w, x, y, z], 4 * i);
    principalAxes[4 * i] = 1;
    loadBody(solver.records, i, body);
  }
  for (const joint of joints) setPrincipalFrames(joint, { principalAxes });
  setSystemJoints(system, joints, (i) => bodies[i].isFree);
  const poses = { positions, principalOrientations: solver.principalOrientations };
  // of one second: limits are far, springs and motors to a position give way
  setJointRows(system, poses, solver.records, 1, { time: 1, before: new Float64Array(6 * bodies.length) });
  const { rows } = system;
  solveJointVelocities(rows, solver.records);
  let [worst, largest] = [-1, TOLERANCE * scale];
  for (let i = 0; i < rows.count; i++) {
    const isRigid = rows.kinds[i] === LOCKED || rows.kinds[i] === COUPLED;
    const isDriven = rows.kinds[i] === MOTOR && rows.highs[i] === Number.POSITIVE_INFINITY && rows.softness[i] === 0;
    if (!isRigid && !isDriven) continue;
    const missing = Math.abs(rows.targets[i] - rowVelocity(rows, i, solver.records, RECORD));
    if (missing > largest) [worst, largest] = [i, missing];
  }
  if (worst < 0) return;
  const unit = rows.numbers.subarray(JOINT_ROW * worst, JOINT_ROW * worst + 3).every((n) => n === 0) ? 'rad/s' : 'm/s';
  report(
    joints.indexOf(system.joints[rows.joints[worst]]),
    `cannot hold together with the other joints: the given velocities differ by ${Number(largest.toPrecision(3))} ${unit} there`,
  );
}

function motorSpeed({ axes }: JointDefinition): number {
  return Math.max(
    0,
    ...axes.map(({ motor }) =>
      motor && 'velocity' in motor && motor.maxForce === Number.POSITIVE_INFINITY ? Math.abs(motor.velocity) : 0,
    ),
  );
}

function speedOf({ velocity: v, angularVelocity: w }: ConsistencyBody): number {
  return Math.max(Math.hypot(v.x, v.y, v.z), Math.hypot(w.x, w.y, w.z));
}

/** Any mass will do: whether velocities exist does not depend on it. */
function loadBody(
  records: Float64Array,
  i: number,
  { isFree, velocity: v, angularVelocity: w }: ConsistencyBody,
): void {
  const r = RECORD * i;
  if (!isFree) {
    records.set([v.x, v.y, v.z, w.x, w.y, w.z], r);
    return;
  }
  records[r + INVERSE_MASS] = 1;
  for (const k of [0, 3, 5]) records[r + INVERSE_INERTIA + k] = 1;
}
