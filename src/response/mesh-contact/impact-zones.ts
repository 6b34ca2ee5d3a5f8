/**
 * Impact zones (Provot, *Collision and self-collision handling in cloth model dedicated to design garments*, 1997): where impulses leave contacts
 * in a step, the nodes of these contacts move together as a rigid body. All nodes of a zone then move by one affine map, x ↦ x + t (v + ω×(x - c)),
 * whose determinant 1 + t²|ω|² is never zero: different points of a zone stay different, so no contact remains within it.
 */
import type { Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { addPointInertia, createMat3, type Mat3, solveSymmetric } from '../../math/mat3.ts';
import { createVec3, crossVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../../math/vec3.ts';

/** Nodes that move together. */
export interface ImpactZone {
  readonly nodes: readonly number[];
  /** Group of its nodes with a given motion; -1: all its nodes are free. */
  readonly holder: number;
}

/** Velocity field of the nodes of a group with a given motion: writes the velocity at a position [m] to `out` [m/s]. */
export type GivenMotion = (out: Vec3, position: ReadonlyVec3) => void;

/** The zones of a step: sets of nodes that only grow. */
export interface ImpactZones {
  /** Joins the nodes of a contact; false if they are in one zone already. */
  join(nodes: ArrayLike<number>, count: number): boolean;
  zones(): ImpactZone[];
}

/** `holderOf` is the group of each node with a given motion, or -1. */
export function createImpactZones(nodeCount: number, holderOf: (node: number) => number): ImpactZones {
  const parent = new Int32Array(nodeCount).fill(-1);
  const find = (node: number): number => {
    let root = node;
    while (parent[root] >= 0 && parent[root] !== root) root = parent[root];
    return root;
  };
  return {
    join: (nodes, count) => {
      let joined = false;
      for (let k = 0; k < count; k++) {
        if (parent[nodes[k]] < 0) parent[nodes[k]] = nodes[k];
        const [a, b] = [find(nodes[0]), find(nodes[k])];
        if (a === b && k > 0) continue;
        parent[Math.max(a, b)] = Math.min(a, b);
        joined ||= a !== b;
      }
      return joined;
    },
    zones: () => {
      const members = new Map<number, number[]>();
      parent.forEach((_, node) => {
        if (parent[node] < 0) return;
        const root = find(node);
        const list = members.get(root);
        if (list) list.push(node);
        else members.set(root, [node]);
      });
      return [...members.values()].map((nodes) => ({ nodes, holder: holderOfAll(nodes, holderOf) }));
    },
  };
}

/** The given motion of a zone; one of several is a contradiction, which the caller finds as a contact that remains. */
function holderOfAll(nodes: readonly number[], holderOf: (node: number) => number): number {
  return nodes.reduce((holder, node) => Math.max(holder, holderOf(node)), -1);
}

const arm = createVec3();
const rotation = createVec3();
const velocity = createVec3();

/** Sets the velocities of free nodes of a zone to the given motion. */
export function followMotion(
  { velocities, positions, inverseMasses }: Nodes,
  zone: ImpactZone,
  motion: GivenMotion,
): void {
  for (const node of zone.nodes) {
    if (inverseMasses[node] === 0) continue;
    const at = 3 * node;
    motion(velocity, setVec3(arm, positions[at], positions[at + 1], positions[at + 2]));
    velocities.set([velocity.x, velocity.y, velocity.z], at);
  }
}

/**
 * Sets the velocities of a free zone to those of a rigid body with the momentum and the angular momentum of its nodes. This is the projection to rigid
 * motions: it conserves both and never increases the kinetic energy.
 */
export function moveRigidly({ velocities, positions, inverseMasses }: Nodes, { nodes }: ImpactZone): void {
  const [center, mean] = [createVec3(), createVec3()];
  let mass = 0;
  for (const node of nodes) {
    const m = 1 / inverseMasses[node];
    mass += m;
    addAt(center, positions, node, m);
    addAt(mean, velocities, node, m);
  }
  setVec3(center, center.x / mass, center.y / mass, center.z / mass);
  setVec3(mean, mean.x / mass, mean.y / mass, mean.z / mass);
  const omega = angularVelocity(velocities, positions, inverseMasses, nodes, center, mean);
  for (const node of nodes) {
    crossVec3(rotation, omega, armOf(positions, node, center));
    velocities.set([mean.x + rotation.x, mean.y + rotation.y, mean.z + rotation.z], 3 * node);
  }
}

function addAt(sum: Vec3, field: Float64Array, node: number, factor: number): void {
  sum.x += factor * field[3 * node];
  sum.y += factor * field[3 * node + 1];
  sum.z += factor * field[3 * node + 2];
}

function armOf(positions: Float64Array, node: number, center: ReadonlyVec3): Vec3 {
  const at = 3 * node;
  return setVec3(arm, positions[at] - center.x, positions[at + 1] - center.y, positions[at + 2] - center.z);
}

/** I⁻¹ Σ m r×(v - mean); zero about the line of nodes that lie on one. */
// biome-ignore format: the nodes on one line
function angularVelocity(
  velocities: Float64Array, positions: Float64Array, inverseMasses: Float64Array, nodes: readonly number[], center: Vec3, mean: Vec3,
): Vec3 {
  const inertia: Mat3 = createMat3(0, 0, 0);
  const momentum = createVec3();
  for (const node of nodes) {
    const m = 1 / inverseMasses[node];
    const at = 3 * node;
    armOf(positions, node, center);
    setVec3(velocity, velocities[at] - mean.x, velocities[at + 1] - mean.y, velocities[at + 2] - mean.z);
    crossVec3(rotation, arm, velocity);
    momentum.x += m * rotation.x;
    momentum.y += m * rotation.y;
    momentum.z += m * rotation.z;
    addPointInertia(inertia, arm, m);
  }
  return solveSymmetric(createVec3(), inertia, momentum);
}
