import type { Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { createSpatialBody, type SpatialBody } from '../../dynamics/rigid-body.ts';
import { createMat3, transformVec3 } from '../../math/mat3.ts';
import { poseAt } from '../../math/motion.ts';
import { createPose, toBody, toWorld } from '../../math/pose.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  crossVec3,
  type ReadonlyVec3,
  setVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { RigidMeshBody } from '../../scene/mesh-scene.ts';
import type { BodyRange, MeshModel } from './mesh-model.ts';

/** A rigid surface mesh: contacts act on its nodes, and the sum of their impulses moves the body. */
export interface RigidSurface {
  /** Index into the scene's bodies. */
  readonly index: number;
  /** Its inertia is the same about every axis, so rotation does not change it. */
  readonly body: SpatialBody;
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
  const { inertia, pose, velocity, angularVelocity } = given;
  const tensor = createMat3(inertia, inertia, inertia);
  const body = createSpatialBody(pose, given.mass, tensor, velocity, angularVelocity);
  const arms = mesh.positions.slice();
  for (let i = 0; i < arms.length; i += 3) {
    toBody(arm, pose, setVec3(point, arms[i], arms[i + 1], arms[i + 2]));
    arms.set([arm.x, arm.y, arm.z], i);
  }
  return { index, body, firstNode, nodeCount, arms };
}

const next = createPose();
const arm: Vec3 = createVec3();
const point: Vec3 = createVec3();
const impulse: Vec3 = createVec3();
const force: Vec3 = createVec3();
const torque: Vec3 = createVec3();
const NO_ACCELERATION: ReadonlyVec3 = createVec3();

/** Sets the velocities that move the nodes, in one step, to their positions on the body. */
export function predictRigid(surface: RigidSurface, { positions, velocities }: Nodes, timeStep: number): void {
  const { body, firstNode, nodeCount, arms } = surface;
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
  Object.assign(pose.position, next.position);
  Object.assign(pose.rotation, next.rotation);
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

/** Applies to the body the impulses that contacts gave to its nodes: Σ m Δv, where the velocities were `before`. */
export function absorbImpulses(surface: RigidSurface, nodes: Nodes, before: Float64Array): void {
  const { body, firstNode } = surface;
  if (body.inverseMass === 0) return;
  const { velocities, inverseMasses } = nodes;
  sumMoments(surface, nodes, (at) => {
    const mass = 1 / inverseMasses[firstNode];
    setVec3(impulse, mass * (velocities[at] - before[at]), mass * (velocities[at + 1] - before[at + 1]), mass * (velocities[at + 2] - before[at + 2])); // biome-ignore format: one vector
    return impulse;
  });
  applyImpulse(body, 1);
}

/** v += Δt (g + F/m), ω += Δt I⁻¹ M with the forces on the nodes. */
export function accelerateRigid(surface: RigidSurface, nodes: Nodes, gravity: ReadonlyVec3, timeStep: number): void {
  const { body } = surface;
  if (body.inverseMass === 0) return;
  const { forces } = nodes;
  sumMoments(surface, nodes, (at) => setVec3(impulse, forces[at], forces[at + 1], forces[at + 2]));
  applyImpulse(body, timeStep);
  addScaledVec3(body.velocity, body.velocity, gravity, timeStep);
}

/** Sums the forces or impulses on the nodes, and their moments about the centre, into `force` and `torque`. */
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

function applyImpulse({ velocity, angularVelocity, inverseMass, inverseInertia }: SpatialBody, duration: number): void {
  addScaledVec3(velocity, velocity, force, duration * inverseMass);
  addScaledVec3(angularVelocity, angularVelocity, transformVec3(torque, inverseInertia, torque), duration);
}
