/** Motion of the impact zones of a step: with the holder of a zone, or rigidly with its momentum and angular momentum. */
import type { Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { addPointInertia, copyMat3, createMat3, type Mat3, rotateTensor, solveSymmetric } from '../../math/mat3.ts';
import { createMotion, poseAt } from '../../math/motion.ts';
import { createPose, type Pose, toBody, toWorld } from '../../math/pose.ts';
import {
  addScaledVec3,
  addVec3,
  copyVec3,
  createVec3,
  crossVec3,
  dotVec3,
  type ReadonlyVec3,
  scaleVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import {
  followMotion,
  type GivenMotion,
  type ImpactZone,
  moveRigidly,
} from '../../response/mesh-contact/impact-zones.ts';
import { addImpulseOnImmovable } from '../ledger-totals.ts';
import type { MeshWorld } from './mesh-world.ts';
import { addBodyImpulse, predictRigid, type RigidSurface } from './rigid-surface.ts';

/** A motion that zones must follow: the velocity field of a step, and its rotation [rad/s]. */
interface HolderMotion {
  readonly field: GivenMotion;
  readonly angularVelocity: ReadonlyVec3;
}

/** Groups of nodes with a given motion: prescribed sets, clamped nodes, immovable rigid bodies. */
export interface Holders {
  /** Group of each node; -1: free. */
  readonly indexOf: Int32Array;
  readonly motions: readonly HolderMotion[];
}

const CLAMPED = 0;

export function findHolders({ model, prescribed, rigid, time, step }: MeshWorld): Holders {
  const { inverseMasses, count } = model.nodes;
  const indexOf = Int32Array.from({ length: count }, (_, node) => (inverseMasses[node] === 0 ? CLAMPED : -1));
  const motions: HolderMotion[] = [{ field: (out) => setVec3(out, 0, 0, 0), angularVelocity: createVec3() }];
  for (const { nodes, motion, until } of prescribed) {
    for (const node of nodes) indexOf[node] = motions.length;
    const [from, to] = [Math.min(time, until), Math.min(time + step, until)];
    const [now, next] = [from, to].map((t) => poseAt(createPose(), motion, t));
    const angularVelocity = scaleVec3(createVec3(), motion.angularVelocity, (to - from) / step);
    motions.push({ field: motionBetween(now, next, step), angularVelocity });
  }
  for (const { body, firstNode, nodeCount } of rigid) {
    if (body.inverseMass > 0) continue;
    indexOf.fill(motions.length, firstNode, firstNode + nodeCount);
    const next = poseAt(createPose(), { ...body, acceleration: createVec3() }, step);
    motions.push({ field: motionBetween(body.pose, next, step), angularVelocity: body.angularVelocity });
  }
  return { indexOf, motions };
}

const inBody = createVec3();

function motionBetween(now: Pose, next: Pose, step: number): GivenMotion {
  return (out, position) => {
    toWorld(out, next, toBody(inBody, now, position));
    setVec3(out, (out.x - position.x) / step, (out.y - position.y) / step, (out.z - position.z) / step);
  };
}

/** Velocity and angular momentum of a free rigid body. */
interface BodyState {
  readonly velocity: Vec3;
  readonly angularMomentum: Vec3;
}

/** The state before the zones of a step, to which every attempt returns. */
export interface ZoneStart {
  readonly velocities: Float64Array;
  /** One per free rigid body. */
  readonly bodies: readonly (BodyState & { readonly received: RigidSurface['received'] })[];
}

export function rememberStart({ model, rigidResponse }: MeshWorld): ZoneStart {
  return {
    velocities: model.nodes.velocities.slice(),
    bodies: (rigidResponse?.surfaces ?? []).map(({ body, angularMomentum, received }) => ({
      velocity: { ...body.velocity },
      angularMomentum: { ...angularMomentum },
      received: { linear: { ...received.linear }, angular: { ...received.angular } },
    })),
  };
}

export function returnToStart({ model, rigidResponse, step }: MeshWorld, start: ZoneStart): void {
  model.nodes.velocities.set(start.velocities);
  rigidResponse?.surfaces.forEach((surface, k) => {
    const { velocity, angularMomentum, received } = start.bodies[k];
    copyVec3(surface.body.velocity, velocity);
    copyVec3(surface.angularMomentum, angularMomentum);
    copyVec3(surface.received.linear, received.linear);
    copyVec3(surface.received.angular, received.angular);
    predictRigid(surface, model.nodes, step);
  });
}

/** The node that represents a node in zones: the first one of a free rigid body for all nodes of the body. */
export function zoneNode({ rigidResponse }: MeshWorld, node: number): number {
  const body = rigidResponse?.bodies.bodyOfNode[node] ?? -1;
  return rigidResponse && body >= 0 ? rigidResponse.surfaces[body].firstNode : node;
}

function bodiesOf({ rigidResponse }: MeshWorld, { nodes }: ImpactZone): RigidSurface[] {
  if (rigidResponse === undefined) return [];
  const { bodies, surfaces } = rigidResponse;
  return nodes.flatMap((node) => (bodies.bodyOfNode[node] >= 0 ? [surfaces[bodies.bodyOfNode[node]]] : []));
}

export function moveZone(world: MeshWorld, zone: ImpactZone, holders: Holders): void {
  const { model, rigidResponse, step } = world;
  const surfaces = bodiesOf(world, zone);
  const nodes = rigidResponse?.nodes ?? model.nodes;
  if (zone.holder >= 0) {
    const { field, angularVelocity } = holders.motions[zone.holder];
    followMotion(nodes, zone, field);
    for (const surface of surfaces) {
      field(velocity, surface.body.pose.position);
      setBodyMotion(surface, velocity, angularVelocity, nodes, step);
    }
  } else if (surfaces.length === 0) moveRigidly(model.nodes, zone);
  else moveWithBodies(nodes, zone, surfaces, step);
}

const velocity = createVec3();
const midpoint = createPose();
const tensor = createMat3();

/** Angular momentum [kg m²/s] of a body that rotates with `angularVelocity` in a step. */
function momentumOf({ body, ownInverseInertia }: RigidSurface, angularVelocity: ReadonlyVec3, step: number): Vec3 {
  poseAt(midpoint, createMotion(body.pose, createVec3(), angularVelocity), 0.5 * step);
  return solveSymmetric(createVec3(), rotateTensor(tensor, midpoint.rotation, ownInverseInertia), angularVelocity);
}

/** Gives a body the velocities of a step; the impulses that this takes are those of contacts. */
function setBodyMotion(
  surface: RigidSurface,
  to: ReadonlyVec3,
  angularVelocity: ReadonlyVec3,
  nodes: Nodes,
  step: number,
): void {
  const { body, angularMomentum } = surface;
  const linear = scaleVec3(createVec3(), subVec3(createVec3(), to, body.velocity), 1 / body.inverseMass);
  const angular = subVec3(createVec3(), momentumOf(surface, angularVelocity, step), angularMomentum);
  addBodyImpulse(surface, linear, angular);
  copyVec3(body.angularVelocity, angularVelocity);
  predictRigid(surface, nodes, step);
}

/** Iterations for the angular velocity of a zone: the error is multiplied by about (rotation in the step)² by each. */
const ITERATIONS = 6;

/**
 * Moves nodes and rigid bodies as one rigid body with their momentum and angular momentum. All points end on one rotation about the centre of
 * mass, so they move by one affine map at every time of the step.
 */
function moveWithBodies(nodes: Nodes, zone: ImpactZone, surfaces: readonly RigidSurface[], step: number): void {
  const masses = pointMasses(nodes, zone, surfaces);
  const [center, mean] = [createVec3(), createVec3()];
  let mass = 0;
  for (const { m, x, v } of masses) {
    mass += m;
    addScaledVec3(center, center, x, m);
    addScaledVec3(mean, mean, v, m);
  }
  scaleVec3(center, center, 1 / mass);
  scaleVec3(mean, mean, 1 / mass);
  const arms = masses.map(({ x }) => subVec3(createVec3(), x, center));
  const momentum = createVec3();
  const inertia: Mat3 = createMat3(0, 0, 0);
  masses.forEach(({ m, v }, i) => {
    addScaledVec3(momentum, momentum, crossVec3(velocity, arms[i], subVec3(velocity, v, mean)), m);
    addPointInertia(inertia, arms[i], m);
  });
  for (const { body, angularMomentum } of surfaces) {
    addVec3(momentum, momentum, angularMomentum);
    addInverse(inertia, body.inverseInertia);
  }
  const omega = solveSymmetric(createVec3(), inertia, momentum);
  const speeds = masses.map(() => createVec3());
  for (let k = 0; ; k++) {
    setChordVelocities(speeds, arms, omega, step);
    if (k === ITERATIONS) break;
    const rest = copyVec3(createVec3(), momentum);
    masses.forEach(({ m }, i) => {
      addScaledVec3(rest, rest, crossVec3(velocity, arms[i], speeds[i]), -m);
    });
    for (const surface of surfaces) subVec3(rest, rest, momentumOf(surface, omega, step));
    addVec3(omega, omega, solveSymmetric(createVec3(), inertia, rest));
  }
  masses.forEach(({ node, surface }, i) => {
    const { x, y, z } = addVec3(speeds[i], speeds[i], mean);
    if (surface) setBodyMotion(surface, speeds[i], omega, nodes, step);
    else nodes.velocities.set([x, y, z], 3 * node);
  });
}

interface PointMass {
  readonly m: number;
  readonly x: ReadonlyVec3;
  readonly v: ReadonlyVec3;
  readonly node: number;
  readonly surface?: RigidSurface;
}

/** The deformable nodes of a zone, and the centres of its bodies. */
function pointMasses(nodes: Nodes, zone: ImpactZone, surfaces: readonly RigidSurface[]): PointMass[] {
  const { positions: x, velocities: v, inverseMasses } = nodes;
  const own = zone.nodes.filter((node) => inverseMasses[node] > 0);
  return [
    ...own.map((node) => ({
      m: 1 / inverseMasses[node],
      x: createVec3(x[3 * node], x[3 * node + 1], x[3 * node + 2]),
      v: createVec3(v[3 * node], v[3 * node + 1], v[3 * node + 2]),
      node,
    })),
    ...surfaces.map((surface) => ({
      m: 1 / surface.body.inverseMass,
      x: surface.body.pose.position,
      v: { ...surface.body.velocity },
      node: -1,
      surface,
    })),
  ];
}

/** out += m⁻¹, column by column. */
function addInverse(out: Mat3, m: Readonly<Mat3>): void {
  const x = solveSymmetric(createVec3(), m, { x: 1, y: 0, z: 0 });
  const y = solveSymmetric(createVec3(), m, { x: 0, y: 1, z: 0 });
  const z = solveSymmetric(createVec3(), m, { x: 0, y: 0, z: 1 });
  const sum = { xx: out.xx + x.x, yy: out.yy + y.y, zz: out.zz + z.z };
  const [xy, xz, yz] = [out.xy + y.x, out.xz + z.x, out.yz + z.y];
  copyMat3(out, { ...sum, xy, yx: xy, xz, zx: xz, yz, zy: yz });
}

/** (R - 1) r / Δt with the rotation R of a step. */
function setChordVelocities(out: readonly Vec3[], arms: readonly ReadonlyVec3[], omega: ReadonlyVec3, step: number) {
  poseAt(midpoint, createMotion(createPose(), createVec3(), omega), step);
  arms.forEach((arm, i) => {
    toWorld(out[i], midpoint, arm);
    scaleVec3(out[i], subVec3(out[i], out[i], arm), 1 / step);
  });
}

const point = createVec3();
const impulse = createVec3();

/**
 * Adds the work of the impulses m Δv that joined the nodes; the holder of a zone receives the opposite impulses. The work on free rigid bodies
 * is that of all their contacts.
 */
export function addZoneWork(world: MeshWorld, zone: ImpactZone, start: ZoneStart): void {
  const { model, totals, before: last, rigidResponse } = world;
  const { positions, velocities, inverseMasses } = rigidResponse?.nodes ?? model.nodes;
  const before = start.velocities;
  for (const node of zone.nodes) {
    if (inverseMasses[node] === 0) continue;
    const at = 3 * node;
    const mass = 1 / inverseMasses[node];
    const [x, y, z] = [0, 1, 2].map((axis) => mass * (velocities[at + axis] - before[at + axis]));
    const [vx, vy, vz] = [0, 1, 2].map((axis) => 0.5 * (last[at + axis] + velocities[at + axis]));
    totals.contactWork += dotVec3(setVec3(impulse, x, y, z), setVec3(velocity, vx, vy, vz));
    if (zone.holder < 0) continue;
    setVec3(point, positions[at], positions[at + 1], positions[at + 2]);
    setVec3(velocity, velocities[at], velocities[at + 1], velocities[at + 2]);
    addImpulseOnImmovable(totals, point, setVec3(impulse, -x, -y, -z), velocity);
  }
  if (zone.holder >= 0) for (const surface of bodiesOf(world, zone)) addHolderImpulse(world, surface, start);
}

function addHolderImpulse({ totals, rigidResponse }: MeshWorld, surface: RigidSurface, start: ZoneStart): void {
  const { body, received } = surface;
  const before = start.bodies[rigidResponse?.surfaces.indexOf(surface) ?? 0].received;
  subVec3(impulse, before.linear, received.linear);
  addImpulseOnImmovable(totals, body.pose.position, impulse, body.velocity);
  subVec3(impulse, before.angular, received.angular);
  addVec3(totals.angularImpulseOnImmovable, totals.angularImpulseOnImmovable, impulse);
  totals.driveWork -= dotVec3(impulse, body.angularVelocity);
}
