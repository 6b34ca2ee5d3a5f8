import type { RigidBody } from '../../dynamics/rigid-body.ts';
import { createMat3 } from '../../math/mat3.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { addScaledVec3, createVec3, scaleVec3, type Vec3 } from '../../math/vec3.ts';
import { frameAfter } from '../frame-count.ts';
import type { BodyState, NodeStates } from '../observer.ts';
import { laggedBodies, meshLedger } from './mesh-ledger.ts';
import type { MeshWorld } from './mesh-world.ts';

/** Records the current state if this step is the nearest one to a due frame, or if it is the `last` step. */
export function recordMeshFrame(world: MeshWorld, last: boolean): void {
  const { interval } = world.model.scene.record;
  const half = 0.5 * world.step;
  if (!last && world.time < world.nextFrame * interval - half) return;
  const states = nodeStates(world);
  world.observer.frame(world.time, bodyStates(world, states), meshLedger(world));
  world.observer.nodes?.(world.time, states);
  world.nextFrame = frameAfter(world.nextFrame, interval, world.time + half);
}

/** Positions, and velocities at the same time: advanced by half a step with the current forces. */
export function nodeStates(world: MeshWorld): NodeStates[] {
  const { model, rigid } = world;
  const { positions, velocities, forces, inverseMasses } = model.nodes;
  const lag = 0.5 * world.step;
  const bodies = laggedBodies(world, lag);
  return model.ranges.map(({ firstNode, nodeCount }, i) => {
    const [from, to] = [3 * firstNode, 3 * (firstNode + nodeCount)];
    const own = { positions: positions.slice(from, to), velocities: velocities.slice(from, to) };
    const at = rigid.findIndex(({ index }) => index === i);
    if (at >= 0) setRigidVelocities(own, bodies[at]);
    else for (let k = from; k < to; k++) own.velocities[k - from] += lag * inverseMasses[(k / 3) | 0] * forces[k];
    return own;
  });
}

function setRigidVelocities({ positions: x, velocities }: NodeStates, body: RigidBody): void {
  const velocity = createVec3();
  for (let k = 0; k < x.length; k += 3) {
    velocityOfPoint(velocity, body, { x: x[k], y: x[k + 1], z: x[k + 2] });
    velocities.set([velocity.x, velocity.y, velocity.z], k);
  }
}

/** State of each body as a whole: an elastic one by its centre of mass, without rotation. */
function bodyStates(world: MeshWorld, states: readonly NodeStates[]): BodyState[] {
  const { model, rigid } = world;
  const bodies = laggedBodies(world, 0.5 * world.step);
  return model.scene.bodies.map(({ name }, i) => {
    const at = rigid.findIndex(({ index }) => index === i);
    if (at >= 0) return rigidState(name, bodies[at]);
    const masses = model.masses.subarray(model.ranges[i].firstNode);
    return {
      name,
      position: weightedMean(masses, states[i].positions),
      rotation: createMat3(),
      angle: 0,
      velocity: weightedMean(masses, states[i].velocities),
      angularVelocity: createVec3(),
    };
  });
}

function rigidState(name: string, { pose, velocity, angularVelocity }: RigidBody): BodyState {
  return { name, ...pose, angle: 0, velocity, angularVelocity };
}

function weightedMean(masses: Float64Array, field: Float64Array): Vec3 {
  const sum = createVec3();
  let mass = 0;
  for (let k = 0; k < field.length; k += 3) {
    const own = masses[k / 3];
    addScaledVec3(sum, sum, { x: field[k], y: field[k + 1], z: field[k + 2] }, own);
    mass += own;
  }
  return scaleVec3(sum, sum, 1 / mass);
}
