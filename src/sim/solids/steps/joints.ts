import { sampleKeys } from '../../../math/planar-path.ts';
import { type Joint, SPRING_START, springEnergyOf } from '../../../response/joints/joint.ts';
import {
  createJointGeometry,
  findJointGeometry,
  type JointPoses,
  setPrincipalFrames,
} from '../../../response/joints/joint-coordinates.ts';
import { isMoving, setJointRows, setSystemJoints, storeBounds } from '../../../response/joints/joint-system.ts';
import { type FlyingBodies, solveJointPositions } from '../../../response/joints/solve-joint-positions.ts';
import { solveJointVelocities } from '../../../response/joints/solve-joint-velocities.ts';
import { ANGULAR_VELOCITY, INVERSE_MASS, RECORD } from '../../../response/solver/solver-bodies.ts';
import {
  addError,
  addJointImpulses,
  loseSpringEnergy,
  springEnergyOfJoints,
  storeRates,
  storeReaction,
  updateSpringEnergy,
} from './joint-ledger.ts';
import type { JointedWorld } from './jointed-world.ts';
import { endJoint } from './step-joints.ts';

/**
 * Joints of a world in fixed steps. A substep flies half of its time, applies all forces and impulses, and flies the other half. Joints
 * act before both flights, so that their locked axes are at their place after each of them; at the midpoint they are part of the velocity
 * solution, together with the contacts.
 */

/** Prepares the joints for a step; false if there are none that act. */
export function beginJoints(world: JointedWorld): boolean {
  const { joints, bodies, free } = world;
  joints.broken.length = 0;
  if (joints.list.length === 0) return false;
  if (joints.isChanged) {
    const acting = joints.list.filter((joint) => joint !== undefined && !joint.broken) as Joint[];
    setSystemJoints(joints.system, [...acting, ...joints.docked], (body) => free[body] === 1, joints.list);
    joints.isChanged = false;
  }
  for (const joint of joints.system.joints) {
    setPrincipalFrames(joint, bodies);
    joint.impulse.fill(0);
    joint.motorImpulses.fill(0);
    joint.energies[SPRING_START] = springEnergyOf(joint);
  }
  joints.springEnergy = springEnergyOfJoints(world);
  return joints.system.joints.length > 0;
}

const sample = { value: 0.5, rate: 0.5 };

/** Positions of motors with a path at `time` [s], ahead of it so that the damping acts on the velocity relative to the path. */
export function setMotorTargets({ definition: { axes }, targets }: Joint, time: number): void {
  for (let axis = 0; axis < axes.length; axis++) {
    const { motor } = axes[axis];
    if (!motor || !('position' in motor) || !motor.path) continue;
    sampleKeys(sample, motor.path, time);
    targets[axis] = sample.value + (motor.damping / motor.stiffness) * sample.rate;
  }
}

/** Positions and orientations within a step. */
function posesOf({ bodies, solver }: JointedWorld): JointPoses {
  return { positions: bodies.positions, principalOrientations: solver.principalOrientations };
}

function flyingOf({ bodies, solver, free }: JointedWorld): FlyingBodies {
  return { solver, positions: bodies.positions, moments: bodies.moments, free };
}

/** Velocities before the impulses of the joints, six numbers per body. */
let earlier = new Float64Array(0);

function copyVelocities({ bodies, solver: { records } }: JointedWorld): void {
  if (earlier.length < 6 * bodies.count) earlier = new Float64Array(12 * bodies.count);
  for (let i = 0; i < bodies.count; i++) {
    for (let k = 0; k < 6; k++) earlier[6 * i + k] = records[RECORD * i + k];
  }
}

/**
 * Impulses of the joints before a flight of `time` [s] and `correctionTime` [s] with the pseudo-velocities. Returns the time of the flight, which is
 * shorter if the bodies would rotate too far.
 */
export function solveJointsBeforeFlight(world: JointedWorld, time: number, correctionTime: number): number {
  const { joints, solver, settings } = world;
  copyVelocities(world);
  for (let piece = time; ; piece *= 0.5) {
    setJointRows(joints.system, posesOf(world), solver.records, piece);
    const isFound = solveJointPositions(joints.system, flyingOf(world), piece, correctionTime);
    const isShortest = piece < settings.time / MAX_PIECES;
    if (isFound && (isShortest || !isCoarse(world, piece))) {
      addJointImpulses(world, earlier, true);
      return piece;
    }
    restoreVelocities(world);
    // without impulses the joints open a little; wrong ones would create energy
    if (isShortest) return piece;
  }
}

/** [rad] Rotation in a flight by the change of the angular velocity before it, above which the flight is divided: a chain becomes taut in it. */
const MAX_BEND = 0.005;

/** Whether the impulses of the joints just solved rotate a body too far in a flight of `time` [s]. */
function isCoarse({ joints, solver: { records } }: JointedWorld, time: number): boolean {
  for (const { bodies } of joints.system.articulations) {
    for (const body of bodies) {
      const r = RECORD * body + ANGULAR_VELOCITY;
      const e = 6 * body + 3;
      const [x, y, z] = [records[r] - earlier[e], records[r + 1] - earlier[e + 1], records[r + 2] - earlier[e + 2]];
      if (time * Math.sqrt(x * x + y * y + z * z) > MAX_BEND) return true;
    }
  }
  return false;
}

function restoreVelocities({ bodies, solver: { records } }: JointedWorld): void {
  for (let i = 0; i < bodies.count; i++) {
    for (let k = 0; k < 6; k++) records[RECORD * i + k] = earlier[6 * i + k];
  }
}

/** Sets the rows at the midpoint of a substep, at `time` [s], and solves them without contacts. */
export function solveJointsAtMidpoint(world: JointedWorld, time: number): void {
  const { joints, solver, settings, before } = world;
  for (const joint of joints.system.joints) setMotorTargets(joint, time);
  setJointRows(joints.system, posesOf(world), solver.records, 0.5 * settings.time, { time: settings.time, before });
  solveJointVelocities(joints.system.rows, solver.records);
}

/** [rad] Rotation of a joined body in a flight above which the flight is divided: the positions of joints are then found by few iterations. */
const MAX_ROTATION = 0.1;
const MAX_PIECES = 64;

/** Sets the number of pieces in which a flight of `time` [s] is divided, with the joints solved before each. */
export function divideFlight({ joints, solver }: JointedWorld, time: number): void {
  let fastest = 0;
  for (const { definition } of joints.system.joints) {
    for (const body of [definition.bodyA, definition.bodyB]) {
      if (body >= 0) fastest = Math.max(fastest, lengthAt(solver.records, RECORD * body + ANGULAR_VELOCITY));
    }
  }
  joints.pieces = Math.min(Math.max(1, Math.ceil((fastest * time) / MAX_ROTATION)), MAX_PIECES);
}

/** The impulses just solved act `shift` [s] before the midpoint, or after it if negative: the work of gravity along the difference of the paths. */
export function addWorkOfGravity(world: JointedWorld, shift: number): void {
  const { joints, solver, scene, totals } = world;
  const { records } = solver;
  const { x, y, z } = scene.forces.gravity;
  for (const articulation of joints.system.articulations) {
    let sum = 0;
    for (const i of articulation.bodies) {
      const r = RECORD * i;
      if (records[r + INVERSE_MASS] === 0) continue;
      const dx = records[r] - earlier[6 * i];
      const dy = records[r + 1] - earlier[6 * i + 1];
      const dz = records[r + 2] - earlier[6 * i + 2];
      sum += (x * dx + y * dy + z * dz) / records[r + INVERSE_MASS];
    }
    totals.contactWork += shift * sum;
    addError(world, articulation.joints[0], shift * sum);
  }
}

/** Ends the impulses at the midpoint: the joints are at their place after the second half of the flight. `isAlone`: there are no contacts. */
export function finishJointsAtMidpoint(world: JointedWorld, isAlone: boolean): void {
  const { joints, settings, before } = world;
  storeBounds(joints.system);
  divideFlight(world, 0.5 * settings.time);
  const { rows } = joints.system;
  copyVelocities(world);
  const impulses = rows.impulses.slice(0, rows.count);
  for (; ; joints.pieces *= 2) {
    const piece = (0.5 * settings.time) / joints.pieces;
    const isFound = solveJointPositions(joints.system, flyingOf(world), piece, settings.time);
    const isShortest = joints.pieces >= MAX_PIECES;
    if (isFound && (isShortest || !isCoarse(world, piece))) break;
    restoreVelocities(world);
    rows.impulses.set(impulses);
    if (isShortest) break;
  }
  addJointImpulses(world, before, isAlone);
}

/** The velocities at the end of a step are those of joined bodies. */
export function projectJointVelocities(world: JointedWorld): void {
  const { joints, solver, settings } = world;
  setJointRows(joints.system, posesOf(world), solver.records, 0.5 * settings.time);
  copyVelocities(world);
  solveJointVelocities(joints.system.rows, solver.records);
  addJointImpulses(world, earlier, true);
}

const geometry = createJointGeometry();

/** After the last substep: coordinates, rates and reactions of the step, energy of springs; joints above their maximum load break. */
export function finishJoints(world: JointedWorld): void {
  const { joints, solver, scene } = world;
  const poses = posesOf(world);
  for (const joint of joints.system.joints) {
    if (!isMoving(joint, solver.records)) continue;
    findJointGeometry(geometry, joint, poses);
    for (let axis = 0; axis < joint.coordinates.length; axis++) joint.coordinates[axis] = geometry.coordinates[axis];
    storeRates(joint, geometry.jacobian, solver.records);
    storeReaction(joint, scene.time.step);
  }
  updateSpringEnergy(world);
  breakJoints(world);
}

/** Ends the joints whose reaction in the step is above the given force or torque. */
function breakJoints(world: JointedWorld): void {
  const { joints } = world;
  for (const [index, joint] of joints.list.entries()) {
    if (!joint || joint.broken) continue;
    const { breakForce, breakTorque } = joint.definition;
    if (!(lengthAt(joint.reaction, 0) > breakForce || lengthAt(joint.reaction, 3) > breakTorque)) continue;
    joint.broken = true;
    joints.broken.push(index);
    endJoint(joints, joint);
    loseSpringEnergy(world, joint);
  }
}

function lengthAt(packed: Float64Array, k: number): number {
  return Math.sqrt(packed[k] * packed[k] + packed[k + 1] * packed[k + 1] + packed[k + 2] * packed[k + 2]);
}
