import type { SpatialBody } from '../../../dynamics/rigid-body.ts';
import { rotateUnderTorque } from '../../../math/constant-torque.ts';
import { symmetricEigen3 } from '../../../math/eigen3.ts';
import {
  createMat3,
  invertSymmetric,
  multiplyMat3,
  type ReadonlyMat3,
  rotateTensor,
  transformVec3,
} from '../../../math/mat3.ts';
import { velocityOfPoint } from '../../../math/motion.ts';
import { clonePose, composePose, createPose, type Pose, type ReadonlyPose, relativePose } from '../../../math/pose.ts';
import { quaternionFromRotation } from '../../../math/quaternion.ts';
import {
  createTorqueFreeRotation,
  rotationRate,
  setTorqueFreeMomentum,
  torqueFreeOrientation,
} from '../../../math/torque-free-rotation.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  crossVec3,
  dotVec3,
  type ReadonlyVec3,
  subVec3,
  type Vec3,
} from '../../../math/vec3.ts';
import {
  ANGULAR_VELOCITY,
  loadPrincipalOrientation,
  RECORD,
  TRANSLATION,
  VELOCITY,
  writeInverseInertia,
} from '../../../response/solver/solver-bodies.ts';
import type { LinkForce } from './body-forces.ts';
import { midStepBody } from './mid-step-body.ts';
import { writePose } from './poses.ts';
import type { StepWorld } from './step-world.ts';

/** Bodies of a step world that move as one. Plain data. */
export interface RigidGroup {
  /** Indices of the bodies. */
  readonly members: readonly number[];
  /** Pose of each body relative to the group, whose origin is the common centre of mass, or the first immovable body. */
  readonly poses: readonly ReadonlyPose[];
  /** Principal moments [kg m²] and, in columns, principal axes in the axes of the group; of a group without immovable bodies. */
  readonly moments: ReadonlyVec3;
  readonly axes: ReadonlyMat3;
  /** Position of the first immovable member in the list; -1: none. */
  readonly immovable: number;
}

/** A group of bodies at their present poses, between two steps. */
export function createRigidGroup(world: StepWorld, members: readonly number[]): RigidGroup {
  const bodies = members.map((i) => bodyBetweenSteps(world, i));
  const immovable = bodies.findIndex(({ inverseMass }) => inverseMass === 0);
  const origin = createPose();
  if (immovable >= 0) Object.assign(origin, clonePose(bodies[immovable].pose));
  else Object.assign(origin.position, centreOf(bodies));
  const poses = bodies.map(({ pose }) => relativePose(createPose(), origin, pose));
  const moments = createVec3();
  const axes = createMat3();
  if (immovable < 0) symmetricEigen3(moments, axes, inertiaAbout(bodies, origin.position));
  return { members, poses, moments, axes, immovable };
}

/** Body i between two steps. */
export function bodyBetweenSteps({ bodies }: Pick<StepWorld, 'bodies'>, i: number): SpatialBody {
  const pose = createPose();
  writePose(pose, bodies, i);
  const own = { positions: new Float64Array(3), orientations: bodies.principalAxes.slice(4 * i, 4 * i + 4) };
  const axes = createPose();
  writePose(axes, own, 0);
  const vector = (packed: Float64Array) => createVec3(packed[3 * i], packed[3 * i + 1], packed[3 * i + 2]);
  const inverseMass = bodies.inverseMasses[i];
  const { x, y, z } = vector(bodies.moments);
  const inverse = inverseMass === 0 ? createMat3(0, 0, 0) : createMat3(1 / x, 1 / y, 1 / z);
  const principal = multiplyMat3(createMat3(), pose.rotation, axes.rotation);
  return {
    pose,
    velocity: vector(bodies.velocities),
    angularVelocity: vector(bodies.angularVelocities),
    inverseMass,
    inverseInertia: rotateTensor(createMat3(), principal, inverse),
  };
}

function centreOf(bodies: readonly SpatialBody[]): Vec3 {
  const centre = createVec3();
  let total = 0;
  for (const { inverseMass } of bodies) total += 1 / inverseMass;
  for (const { inverseMass, pose } of bodies) addScaledVec3(centre, centre, pose.position, 1 / inverseMass / total);
  return centre;
}

/** Σ I + m (|d|² 1 - d dᵀ). */
function inertiaAbout(bodies: readonly SpatialBody[], centre: ReadonlyVec3): ReadonlyMat3 {
  const sum = createMat3(0, 0, 0);
  for (const { inverseMass, inverseInertia, pose } of bodies) {
    const own = invertSymmetric(createMat3(), inverseInertia);
    const d = subVec3(createVec3(), pose.position, centre);
    const m = 1 / inverseMass;
    sum.xx += own.xx + m * (d.y * d.y + d.z * d.z);
    sum.yy += own.yy + m * (d.x * d.x + d.z * d.z);
    sum.zz += own.zz + m * (d.x * d.x + d.y * d.y);
    sum.xy += own.xy - m * d.x * d.y;
    sum.xz += own.xz - m * d.x * d.z;
    sum.yz += own.yz - m * d.y * d.z;
  }
  return { ...sum, yx: sum.xy, zx: sum.xz, zy: sum.yz };
}

/** Motion of a group: that of its momentum and angular momentum, or of its immovable member. */
interface GroupMotion {
  readonly centre: Vec3;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  /** Angular momentum about the centre [N m s]; zero with an immovable member. */
  readonly momentum: Vec3;
}

function motionOf(group: RigidGroup, bodies: readonly SpatialBody[]): GroupMotion {
  if (group.immovable >= 0) {
    const { pose, velocity, angularVelocity } = bodies[group.immovable];
    return { centre: pose.position, velocity, angularVelocity, momentum: createVec3() };
  }
  const centre = centreOf(bodies);
  const velocity = createVec3();
  let total = 0;
  for (const { inverseMass } of bodies) total += 1 / inverseMass;
  for (const body of bodies) addScaledVec3(velocity, velocity, body.velocity, 1 / body.inverseMass / total);
  const momentum = createVec3();
  for (const body of bodies) {
    const inertia = invertSymmetric(createMat3(), body.inverseInertia);
    addVec3(momentum, momentum, transformVec3(createVec3(), inertia, body.angularVelocity));
    const arm = subVec3(createVec3(), body.pose.position, centre);
    const moment = crossVec3(arm, arm, subVec3(createVec3(), body.velocity, velocity));
    addScaledVec3(momentum, momentum, moment, 1 / body.inverseMass);
  }
  const inverse = invertSymmetric(createMat3(), inertiaAbout(bodies, centre));
  return { centre, velocity, angularVelocity: transformVec3(createVec3(), inverse, momentum), momentum };
}

/** Velocities of the bodies as parts of the group, and the change of their kinetic energy [J]. */
function projectVelocities(group: RigidGroup, bodies: readonly SpatialBody[]) {
  const { centre, velocity, angularVelocity } = motionOf(group, bodies);
  const motion = { pose: { position: centre, rotation: createMat3() }, velocity, angularVelocity };
  const velocities = bodies.map(({ pose }) => velocityOfPoint(createVec3(), motion, pose.position));
  let work = 0;
  for (const [k, body] of bodies.entries()) {
    if (body.inverseMass === 0) continue;
    const sum = addVec3(createVec3(), velocities[k], body.velocity);
    work += (0.5 / body.inverseMass) * dotVec3(sum, subVec3(createVec3(), velocities[k], body.velocity));
    const inertia = invertSymmetric(createMat3(), body.inverseInertia);
    const change = subVec3(createVec3(), angularVelocity, body.angularVelocity);
    const mean = addVec3(createVec3(), angularVelocity, body.angularVelocity);
    work += 0.5 * dotVec3(mean, transformVec3(change, inertia, change));
  }
  return { velocities, angularVelocity, work };
}

/** Gives the bodies of a new group its velocities, between two steps; momentum is conserved. Returns the kinetic energy lost [J]. */
export function joinGroup(world: StepWorld, group: RigidGroup): number {
  const bodies = group.members.map((i) => bodyBetweenSteps(world, i));
  const { velocities, angularVelocity, work } = projectVelocities(group, bodies);
  for (const [k, i] of group.members.entries()) {
    if (bodies[k].inverseMass === 0) continue;
    setThree(world.bodies.velocities, 3 * i, velocities[k]);
    setThree(world.bodies.angularVelocities, 3 * i, angularVelocity);
  }
  world.totals.contactWork += work;
  if (group.immovable >= 0) addReaction(world, group, bodies, velocities, angularVelocity, work);
  return -work;
}

/** What an immovable member receives; where it moves, its drive works. */
function addReaction(
  { totals }: StepWorld,
  group: RigidGroup,
  bodies: readonly SpatialBody[],
  velocities: readonly ReadonlyVec3[],
  angularVelocity: ReadonlyVec3,
  work: number,
): void {
  totals.driveWork += work;
  for (const [k, { inverseMass, inverseInertia, pose, ...before }] of bodies.entries()) {
    if (inverseMass === 0 || k === group.immovable) continue;
    const impulse = subVec3(createVec3(), before.velocity, velocities[k]);
    addScaledVec3(impulse, createVec3(), impulse, 1 / inverseMass);
    addVec3(totals.impulseOnImmovable, totals.impulseOnImmovable, impulse);
    const angular = subVec3(createVec3(), before.angularVelocity, angularVelocity);
    transformVec3(angular, invertSymmetric(createMat3(), inverseInertia), angular);
    addVec3(angular, angular, crossVec3(createVec3(), pose.position, impulse));
    addVec3(totals.angularImpulseOnImmovable, totals.angularImpulseOnImmovable, angular);
  }
}

/**
 * Holds the bodies of each group together in fixed steps. After the contacts of a substep are solved, the bodies get the velocities of the group's
 * momentum and angular momentum; the group then flies as one rigid body. `groups` may change between steps.
 */
export function createGroupLink(world: StepWorld, groups: () => readonly RigidGroup[]): LinkForce {
  const motions = new Map<RigidGroup, { pose: Pose; motion: GroupMotion }>();
  return {
    constrain(h) {
      motions.clear();
      for (const group of groups()) motions.set(group, constrainGroup(world, group, h));
    },
    follow(time) {
      for (const [group, { pose, motion }] of motions) flyGroup(world, group, pose, motion, time);
    },
  };
}

function constrainGroup(world: StepWorld, group: RigidGroup, h: number): { pose: Pose; motion: GroupMotion } {
  const { totals, forces, torques, solver } = world;
  const bodies = group.members.map((i) => midStepBody(world, i));
  const { velocities, angularVelocity, work } = projectVelocities(group, bodies);
  let external = 0;
  for (const [k, i] of group.members.entries()) {
    if (bodies[k].inverseMass === 0) continue;
    external += 0.5 * h * workOfChange(forces, i, velocities[k], bodies[k].velocity);
    external += 0.5 * h * workOfChange(torques, i, angularVelocity, bodies[k].angularVelocity);
    setThree(solver.records, RECORD * i + VELOCITY, velocities[k]);
    setThree(solver.records, RECORD * i + ANGULAR_VELOCITY, angularVelocity);
  }
  totals.contactWork += work - external;
  if (group.immovable >= 0) addReaction(world, group, bodies, velocities, angularVelocity, work - external);
  const leader = Math.max(group.immovable, 0);
  const inverse = relativePose(createPose(), group.poses[leader], createPose());
  const pose = composePose(createPose(), bodies[leader].pose, inverse);
  const moving = bodies.map((body, k) => ({ ...body, velocity: velocities[k], angularVelocity }));
  return { pose, motion: motionOf(group, moving) };
}

function workOfChange(packed: Float64Array, i: number, after: ReadonlyVec3, before: ReadonlyVec3): number {
  const change = subVec3(createVec3(), after, before);
  return packed[3 * i] * change.x + packed[3 * i + 1] * change.y + packed[3 * i + 2] * change.z;
}

/** Moves the group for `time` [s]; `pose` and `motion` change with it. */
function flyGroup(world: StepWorld, group: RigidGroup, pose: Pose, motion: GroupMotion, time: number): void {
  if (group.immovable >= 0) Object.assign(pose, clonePose(midStepBody(world, group.members[group.immovable]).pose));
  else {
    addScaledVec3(pose.position, pose.position, motion.velocity, time);
    const rotation = createTorqueFreeRotation(pose.rotation, createVec3(), group.moments, group.axes);
    setTorqueFreeMomentum(rotation, motion.momentum);
    rotateUnderTorque(rotation, createVec3(), time);
    torqueFreeOrientation(pose.rotation, rotation);
    rotationRate(motion.angularVelocity, rotation);
  }
  const centre = { pose, velocity: motion.velocity, angularVelocity: motion.angularVelocity };
  for (const [k, i] of group.members.entries()) {
    if (k === group.immovable) continue;
    const member = composePose(createPose(), pose, group.poses[k]);
    setPose(world, i, member);
    setThree(world.solver.records, RECORD * i + VELOCITY, velocityOfPoint(createVec3(), centre, member.position));
    setThree(world.solver.records, RECORD * i + ANGULAR_VELOCITY, motion.angularVelocity);
  }
}

/** Sets the pose of body i within a step. */
function setPose({ bodies, solver }: StepWorld, i: number, { position, rotation }: ReadonlyPose): void {
  const at = RECORD * i + TRANSLATION;
  solver.records[at] += position.x - bodies.positions[3 * i];
  solver.records[at + 1] += position.y - bodies.positions[3 * i + 1];
  solver.records[at + 2] += position.z - bodies.positions[3 * i + 2];
  setThree(bodies.positions, 3 * i, position);
  const { w, x, y, z } = quaternionFromRotation(rotation);
  bodies.orientations.set([w, x, y, z], 4 * i);
  loadPrincipalOrientation(solver.principalOrientations, bodies, i);
  if (bodies.inverseMasses[i] > 0) writeInverseInertia(solver, bodies.moments, i);
}

function setThree(packed: Float64Array, at: number, { x, y, z }: ReadonlyVec3): void {
  packed[at] = x;
  packed[at + 1] = y;
  packed[at + 2] = z;
}
