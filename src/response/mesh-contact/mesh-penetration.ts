/**
 * Initial penetration of meshes, which no crossing within a step can show: nodes inside closed bodies of the same mesh, and edges that pierce
 * faces; found, and removed by moving nodes apart. [VBC24-2.6], [VBC24-3.3]
 */
import { closestOnFace, createFacePoint } from '../../distance/features/closest-on-face.ts';
import { createNodes } from '../../dynamics/finite-elements/nodes.ts';
import type { SurfaceMesh } from '../../shapes/mesh.ts';
import { addNodeContact, clearMeshContacts, createMeshContacts } from './contact-list.ts';
import { connectedBodies, isClosed, windingNumber } from './mesh-bodies.ts';
import { separateNodes } from './mesh-penalty.ts';
import { findPiercings, type Piercing } from './piercing-edges.ts';

/** A node inside another body. */
export interface NodePenetration {
  /** Index of the node. */
  readonly node: number;
  /** Number of the connected body that contains it, in the order of their first elements. */
  readonly body: number;
  /** Nearest face of that body: element number, triangles first. */
  readonly face: number;
  /** Distance from that face [m]. */
  readonly depth: number;
  /** Weights of the corners of the face at the closest point. */
  readonly weights: readonly number[];
  /** Outward unit normal of the face. */
  readonly normal: readonly [number, number, number];
}

/** Penetrations of a mesh at rest. */
export interface MeshPenetration {
  /** Nodes inside closed bodies, sorted by node. */
  readonly nodes: readonly NodePenetration[];
  /** Edges that pierce a face without a common node: two nodes, and the face; of open surfaces too. */
  readonly piercings: readonly Piercing[];
  /** Largest depth of a node [m]. */
  readonly maxDepth: number;
}

/**
 * Finds nodes inside closed connected bodies of the mesh, other than their own, and edges that pierce faces. Quadrilaterals are four triangles about
 * their centroid for nodes, and two triangles for piercing edges. Nodes within 1e-12 of the size of a body are on its surface. Piercing is
 * decided exactly; an edge that only touches a face does not pierce it.
 *
 * @example
 * ```ts
 * import { findPenetrations, surfaceMesh } from 'appulse/meshes';
 *
 * const tetrahedron = (x: number) => [x, 0, 0, x + 2, 0, 0, x, 2, 0, x, 0, 2];
 * const faces = (k: number) => [k, k + 2, k + 1, k, k + 1, k + 3, k, k + 3, k + 2, k + 1, k + 2, k + 3];
 * const positions = [...tetrahedron(0), ...tetrahedron(0.25).map((c) => c + 0.125)];
 * const mesh = surfaceMesh({ positions, triangles: [...faces(0), ...faces(4)] });
 * const { nodes, maxDepth } = findPenetrations(mesh);
 * console.log(nodes.map(({ node }) => node), maxDepth); // [ 4 ] 0.125
 * ```
 */
export function findPenetrations(mesh: SurfaceMesh, positions: Float64Array = mesh.positions): MeshPenetration {
  checkPositions(mesh, positions);
  const nodes = findNodes(mesh, positions);
  return {
    nodes,
    piercings: findPiercings(mesh, positions),
    maxDepth: nodes.reduce((max, { depth }) => Math.max(max, depth), 0),
  };
}

function checkPositions(mesh: SurfaceMesh, positions: Float64Array): void {
  if (positions.length !== mesh.positions.length) {
    throw new RangeError(`mesh penetration: expected ${mesh.positions.length} coordinates, got ${positions.length}`);
  }
}

/** Depth relative to the size of a body at which a node is on its surface: above the rounding error of distances and of the sum of angles. */
const ON_SURFACE = 1e-12;

const foot = createFacePoint();

function findNodes(mesh: SurfaceMesh, positions: Float64Array): NodePenetration[] {
  const bodies = connectedBodies(mesh);
  const found: NodePenetration[] = [];
  for (const body of bodies) {
    if (!isClosed(body)) continue;
    const box = boxOf(positions, body.nodes);
    for (const other of bodies) {
      if (other === body) continue;
      for (const node of other.nodes) {
        if (!isInBox(positions, node, box) || windingNumber(positions, body.faces, node) === 0) continue;
        const penetration = nearestFace(positions, node, bodies.indexOf(body), body);
        if (penetration.depth > ON_SURFACE * sizeOf(box)) found.push(penetration);
      }
    }
  }
  return found.sort((a, b) => a.node - b.node || a.body - b.body);
}

function nearestFace(
  positions: Float64Array,
  node: number,
  index: number,
  body: ReturnType<typeof connectedBodies>[number],
): NodePenetration {
  let [nearest, found] = [Number.POSITIVE_INFINITY, 0];
  for (let k = 0; k < body.elements.length; k++) {
    const { distance } = closestOnFace(foot, positions, node, body.faces, k);
    if (distance < nearest) [nearest, found] = [distance, k];
  }
  const { weights, normal } = closestOnFace(foot, positions, node, body.faces, found);
  return {
    node,
    body: index,
    face: body.elements[found],
    depth: nearest,
    weights: [...weights],
    normal: [normal.x, normal.y, normal.z],
  };
}

function boxOf(positions: Float64Array, nodes: readonly number[]): number[] {
  const box = [0, 1, 2].flatMap((axis) => {
    const values = nodes.map((node) => positions[3 * node + axis]);
    return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  });
  return box;
}

function sizeOf(box: readonly number[]): number {
  return Math.max(box[1] - box[0], box[3] - box[2], box[5] - box[4]);
}

function isInBox(positions: Float64Array, node: number, box: readonly number[]): boolean {
  return [0, 1, 2].every((axis) => {
    const value = positions[3 * node + axis];
    return value >= box[2 * axis] && value <= box[2 * axis + 1];
  });
}

/** Options of `removePenetrations`. */
export interface RemovalOptions {
  /** Masses of the nodes [kg], which are moved in inverse proportion; default equal ones. */
  readonly masses?: ArrayLike<number>;
  /** Nodes that must not move. */
  readonly held?: ArrayLike<number>;
  /** Largest number of rounds; default 200. */
  readonly rounds?: number;
}

/** Result of `removePenetrations`. */
export interface PenetrationRemoval {
  /** New positions of all nodes, xyz xyz ... [m]; the centre of mass of nodes that are not held has not moved. */
  readonly positions: Float64Array;
  readonly status: 'converged' | 'iteration-limit';
  /** Number of rounds. */
  readonly rounds: number;
  /** Largest depth at the start [m]. */
  readonly maxDepth: number;
  /** Largest depth that is left [m]. */
  readonly remaining: number;
}

/** Nodes are moved farther than to the face by this fraction of their depth: other nodes of the face move it back. */
const OVERSHOOT = 0.05;

/**
 * Moves nodes that are inside other closed bodies out through their nearest faces, and the corners of these in the opposite direction, until no node is
 * inside. Velocities are not involved: for the start of a run. Edges that pierce each other without a node inside are not removed; see
 * `findPenetrations`.
 */
export function removePenetrations(
  mesh: SurfaceMesh,
  positions: Float64Array = mesh.positions,
  options: RemovalOptions = {},
): PenetrationRemoval {
  checkPositions(mesh, positions);
  const { rounds: limit = 200, held = [] } = options;
  const count = positions.length / 3;
  const nodes = createNodes(positions, Float64Array.from(options.masses ?? new Float64Array(count).fill(1)));
  for (let i = 0; i < held.length; i++) nodes.inverseMasses[held[i]] = 0;
  const contacts = createMeshContacts();
  let [maxDepth, rounds] = [0, 0];
  let inside = findNodes(mesh, nodes.positions);
  for (; inside.length > 0 && rounds < limit; rounds++) {
    clearMeshContacts(contacts);
    for (const { node, face, weights, normal, depth } of inside) {
      const [x, y, z] = normal;
      const corners = cornersOf(mesh, face);
      addNodeContact(contacts, node, corners, weights.slice(0, corners.length), { x, y, z });
      if (rounds === 0) maxDepth = Math.max(maxDepth, depth);
    }
    separateNodes(contacts, nodes, 1 + OVERSHOOT);
    inside = findNodes(mesh, nodes.positions);
  }
  return {
    positions: nodes.positions,
    status: inside.length === 0 ? 'converged' : 'iteration-limit',
    rounds,
    maxDepth,
    remaining: inside.reduce((max, { depth }) => Math.max(max, depth), 0),
  };
}

function cornersOf({ triangles, quads }: SurfaceMesh, face: number): Int32Array {
  const quad = face - triangles.length / 3;
  return quad < 0 ? triangles.subarray(3 * face, 3 * face + 3) : quads.subarray(4 * quad, 4 * quad + 4);
}
