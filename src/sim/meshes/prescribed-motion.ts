import type { Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { createMotion, type Motion, poseAt } from '../../math/motion.ts';
import { createPose, toWorld } from '../../math/pose.ts';
import { createVec3, type Vec3 } from '../../math/vec3.ts';
import type { PrescribedNodes } from '../../scene/mesh-scene.ts';
import { nodesOfSet } from './body-mesh.ts';
import type { MeshModel } from './mesh-model.ts';

/** Nodes with prescribed motion. */
export interface PrescribedNodeSet {
  readonly nodes: Int32Array;
  /** Offset of each from the centre of all of them at the start, xyz [m]. */
  readonly arms: Float64Array;
  /** Motion of that centre, from the start of the run. */
  readonly motion: Motion;
  /** [s] */
  readonly until: number;
}

/** All prescribed motions of a scene. A node that is clamped, or prescribed by an earlier entry, is left out. */
export function createPrescribedNodes({ scene, ranges, nodes }: MeshModel): PrescribedNodeSet[] {
  return scene.bodies.flatMap((body, i) => {
    if (body.kind === 'rigid') return [];
    const { mesh, firstNode } = ranges[i];
    const taken = new Set(body.clamps.flatMap((set) => [...nodesOfSet(mesh, set)]));
    return body.prescribed.map((prescribedNodes) => {
      const all = nodesOfSet(mesh, prescribedNodes.nodes);
      const own = all.filter((node) => !taken.has(node));
      for (const node of own) taken.add(node);
      return createNodeSet(
        prescribedNodes,
        nodes,
        own.map((node) => firstNode + node),
        all.map((node) => firstNode + node),
      );
    });
  });
}

function createNodeSet(
  prescribedNodes: PrescribedNodes,
  { positions }: Nodes,
  own: Int32Array,
  all: Int32Array,
): PrescribedNodeSet {
  const center = [0, 1, 2].map((axis) => all.reduce((sum, node) => sum + positions[3 * node + axis], 0) / all.length);
  const arms = Float64Array.from({ length: 3 * own.length }, (_, k) => {
    return positions[3 * own[Math.floor(k / 3)] + (k % 3)] - center[k % 3];
  });
  return {
    nodes: own,
    arms,
    motion: createMotion(createPose(center), prescribedNodes.velocity, prescribedNodes.angularVelocity),
    until: prescribedNodes.until,
  };
}

const pose = createPose();
const arm: Vec3 = createVec3();
const target: Vec3 = createVec3();

/** Sets the velocities that move prescribed nodes, in one step from `time` on, to their prescribed positions at its end. */
export function setPrescribedVelocities(
  prescribed: readonly PrescribedNodeSet[],
  { positions, velocities }: Nodes,
  time: number,
  timeStep: number,
): void {
  for (const { nodes, arms, motion, until } of prescribed) {
    poseAt(pose, motion, Math.min(time + timeStep, until));
    for (let k = 0; k < nodes.length; k++) {
      const at = 3 * nodes[k];
      arm.x = arms[3 * k];
      arm.y = arms[3 * k + 1];
      arm.z = arms[3 * k + 2];
      toWorld(target, pose, arm);
      velocities[at] = (target.x - positions[at]) / timeStep;
      velocities[at + 1] = (target.y - positions[at + 1]) / timeStep;
      velocities[at + 2] = (target.z - positions[at + 2]) / timeStep;
    }
  }
}
