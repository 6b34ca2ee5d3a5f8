import type { Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { createSpatialBody, type SpatialBody } from '../../dynamics/rigid-body.ts';
import {
  copyMat3,
  createMat3,
  type Mat3,
  type ReadonlyMat3,
  rotateTensor,
  solveSymmetric,
  transformVec3,
} from '../../math/mat3.ts';
import { poseAt } from '../../math/motion.ts';
import { createPose, toBody, toWorld } from '../../math/pose.ts';
import {
  addScaledVec3,
  addVec3,
  copyVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { RigidMeshBody } from '../../scene/mesh-scene.ts';
import type { BodyRange, MeshModel } from './mesh-model.ts';

/**
 * A rigid surface mesh. Contacts change the velocity and the angular momentum of the body; its nodes move with it. In a step the body rotates
 * about a constant axis, with the angular velocity that the angular momentum has at the orientation of the midpoint of the step: second order,
 * and without torque the angular momentum remains the same.
 */
export interface RigidSurface {
  /** Index into the scene's bodies. */
  readonly index: number;
  /** Its angular velocity and its inverse inertia in world axes are those of the midpoint of the step. */
  readonly body: SpatialBody;
  /** About the centre of mass, half a step behind the pose, as all velocities [kg m²/s]. */
  readonly angularMomentum: Vec3;
  /** Velocities of the last step, and the impulses of contacts in this one with their moments, for the ledger. */
  readonly last: { readonly velocity: Vec3; readonly angularVelocity: Vec3 };
  readonly received: { readonly linear: Vec3; readonly angular: Vec3 };
  /** Inverse inertia in body axes [1/(kg m²)]; zero for an immovable body. */
  readonly ownInverseInertia: Mat3;
  readonly firstNode: number;
  readonly nodeCount: number;
  /** Offset of each node in body axes, xyz [m]. */
  readonly arms: Float64Array;
}

export function createRigidSurfaces({ scene, ranges }: MeshModel): RigidSurface[] {
  return scene.bodies.flatMap((body, i) => (body.kind === 'rigid' ? [createRigidSurface(i, body, ranges[i])] : []));
}

function createRigidSurface(
  index: number,
  given: RigidMeshBody,
  { mesh, firstNode, nodeCount }: BodyRange,
): RigidSurface {
  const { moments, principalAxes, pose, velocity, angularVelocity } = given;
  const { x, y, z } = moments;
  const inOwnAxes = createMat3(x, y, z);
  const inertia = rotatedInertia(pose.rotation, rotatedInertia(principalAxes, inOwnAxes));
  const body = createSpatialBody(pose, given.mass, inertia, velocity, angularVelocity);
  const ownInverseInertia = rotatedInertia(principalAxes, createMat3(1 / x, 1 / y, 1 / z));
  const isFree = body.inverseMass > 0;
  const arms = mesh.positions.slice();
  for (let i = 0; i < arms.length; i += 3) {
    toBody(arm, pose, setVec3(point, arms[i], arms[i + 1], arms[i + 2]));
    arms.set([arm.x, arm.y, arm.z], i);
  }
  return {
    index,
    body,
    angularMomentum: isFree ? solveSymmetric(createVec3(), body.inverseInertia, angularVelocity) : createVec3(),
    last: { velocity: createVec3(), angularVelocity: createVec3() },
    received: { linear: createVec3(), angular: createVec3() },
    ownInverseInertia,
    firstNode,
    nodeCount,
    arms,
  };
}

const next = createPose();
const midpoint = createPose();
const arm: Vec3 = createVec3();
const point: Vec3 = createVec3();
const impulse: Vec3 = createVec3();
const force: Vec3 = createVec3();
const torque: Vec3 = createVec3();
const change: Vec3 = createVec3();
const NO_ACCELERATION: ReadonlyVec3 = createVec3();

/** The angular velocity at the midpoint of a step converges by about (rotation in the step)/2 per iteration. */
const ROTATION_ITERATIONS = 30;
const SAME_ROTATION = 1e-16;

/** Sets the angular velocity with which a free body rotates in a step of `timeStep` from its pose: I(midpoint) ω = L. */
export function updateRotation(surface: RigidSurface, timeStep: number): void {
  const { body, angularMomentum, ownInverseInertia } = surface;
  if (body.inverseMass === 0) return;
  const { angularVelocity, inverseInertia } = body;
  if (isIsotropic(ownInverseInertia)) {
    transformVec3(angularVelocity, inverseInertia, angularMomentum);
    return;
  }
  for (let k = 0; k < ROTATION_ITERATIONS; k++) {
    poseAt(midpoint, { ...body, acceleration: NO_ACCELERATION }, 0.5 * timeStep);
    rotateTensor(inverseInertia, midpoint.rotation, ownInverseInertia);
    subVec3(change, transformVec3(point, inverseInertia, angularMomentum), angularVelocity);
    copyVec3(angularVelocity, point);
    if (lengthVec3(change) <= SAME_ROTATION * lengthVec3(point)) break;
  }
}

/** The inertia of a sphere or a cube is the same in all axes, without rounding. */
function rotatedInertia(rotation: ReadonlyMat3, inertia: Mat3): Mat3 {
  return isIsotropic(inertia) ? inertia : rotateTensor(createMat3(), rotation, inertia);
}

function isIsotropic({ xx, yy, zz, xy, yz, zx }: Mat3): boolean {
  return xx === yy && yy === zz && xy === 0 && yz === 0 && zx === 0;
}

/** Sets the velocities that move the nodes, in one step, to their positions on the body. */
export function predictRigid(surface: RigidSurface, { positions, velocities }: Nodes, timeStep: number): void {
  const { body, firstNode, nodeCount, arms } = surface;
  updateRotation(surface, timeStep);
  poseAt(next, { ...body, acceleration: NO_ACCELERATION }, timeStep);
  for (let k = 0, at = 3 * firstNode; k < 3 * nodeCount; k += 3, at += 3) {
    toWorld(point, next, setVec3(arm, arms[k], arms[k + 1], arms[k + 2]));
    velocities[at] = (point.x - positions[at]) / timeStep;
    velocities[at + 1] = (point.y - positions[at + 1]) / timeStep;
    velocities[at + 2] = (point.z - positions[at + 2]) / timeStep;
  }
}

/** Advances the body and its nodes by one step. */
export function moveRigid(surface: RigidSurface, nodes: Nodes, timeStep: number): void {
  const { pose } = surface.body;
  nextPositions(nodes.positions, surface, timeStep);
  copyVec3(pose.position, next.position);
  copyMat3(pose.rotation, next.rotation);
}

/** Writes the positions of the nodes one step later into `out`, packed positions of all nodes [m]. */
export function nextPositions(out: Float64Array, surface: RigidSurface, timeStep: number): void {
  const { body, firstNode, nodeCount, arms } = surface;
  poseAt(next, { ...body, acceleration: NO_ACCELERATION }, timeStep);
  for (let k = 0, at = 3 * firstNode; k < 3 * nodeCount; k += 3, at += 3) {
    toWorld(point, next, setVec3(arm, arms[k], arms[k + 1], arms[k + 2]));
    out[at] = point.x;
    out[at + 1] = point.y;
    out[at + 2] = point.z;
  }
}

/** Moves the body by the mean displacement of its nodes from `before`, and the nodes back to their positions on the body. */
export function shiftRigid(surface: RigidSurface, nodes: Nodes, before: Float64Array): void {
  const { body, firstNode, nodeCount } = surface;
  const { position } = body.pose;
  for (let at = 3 * firstNode; at < 3 * (firstNode + nodeCount); at += 3) {
    position.x += (nodes.positions[at] - before[at]) / nodeCount;
    position.y += (nodes.positions[at + 1] - before[at + 1]) / nodeCount;
    position.z += (nodes.positions[at + 2] - before[at + 2]) / nodeCount;
  }
  moveRigid(surface, nodes, 0);
}

/** Begins a step: its contacts have not acted yet. */
export function beginRigidStep({ body, last, received }: RigidSurface): void {
  copyVec3(last.velocity, body.velocity);
  copyVec3(last.angularVelocity, body.angularVelocity);
  setVec3(received.linear, 0, 0, 0);
  setVec3(received.angular, 0, 0, 0);
}

/** Work of the contacts of this step on a free body [J]: impulses times the means of the velocities before and after. */
export function contactWorkOn({ body, last, received }: RigidSurface): number {
  addVec3(point, last.velocity, body.velocity);
  addVec3(arm, last.angularVelocity, body.angularVelocity);
  return 0.5 * (dotVec3(received.linear, point) + dotVec3(received.angular, arm));
}

/** v += P/m, L += M for an impulse P of contacts [N s] and its moment M about the centre [N m s]. */
export function addBodyImpulse(surface: RigidSurface, linear: ReadonlyVec3, angular: ReadonlyVec3): void {
  const { body, angularMomentum, received } = surface;
  addVec3(received.linear, received.linear, linear);
  addVec3(received.angular, received.angular, angular);
  addScaledVec3(body.velocity, body.velocity, linear, body.inverseMass);
  addVec3(angularMomentum, angularMomentum, angular);
}

/** v += Δt (g + F/m), L += Δt M with the forces on the nodes. */
export function accelerateRigid(surface: RigidSurface, nodes: Nodes, gravity: ReadonlyVec3, timeStep: number): void {
  const { body, angularMomentum } = surface;
  if (body.inverseMass === 0) return;
  const { forces } = nodes;
  sumMoments(surface, nodes, (at) => setVec3(impulse, forces[at], forces[at + 1], forces[at + 2]));
  addScaledVec3(body.velocity, body.velocity, force, timeStep * body.inverseMass);
  addScaledVec3(angularMomentum, angularMomentum, torque, timeStep);
  addScaledVec3(body.velocity, body.velocity, gravity, timeStep);
}

/** Sums the forces on the nodes, and their moments about the centre, into `force` and `torque`. */
function sumMoments(
  { body, firstNode, nodeCount }: RigidSurface,
  { positions }: Nodes,
  actsOn: (at: number) => Vec3,
): void {
  const { position } = body.pose;
  setVec3(force, 0, 0, 0);
  setVec3(torque, 0, 0, 0);
  for (let k = 0, at = 3 * firstNode; k < nodeCount; k++, at += 3) {
    const acting = actsOn(at);
    setVec3(arm, positions[at] - position.x, positions[at + 1] - position.y, positions[at + 2] - position.z);
    addVec3(force, force, acting);
    addVec3(torque, torque, crossVec3(point, arm, acting));
  }
}
