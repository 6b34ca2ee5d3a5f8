/**
 * All contacts that begin within one step of a deforming mesh: broad phase, then exact first contact of each pair; in one call, or
 * in chunks for several threads. [VBC24-3.1], [VBC24-3.2]
 */
import type { BroadPhaseKind } from '../broad/broad-phase.ts';
import { createMeshBroadPhase, type MeshBroadPhase, type Pairing } from '../broad/swept/mesh-search.ts';
import { meshEdges, type SurfaceMesh } from '../shapes/mesh.ts';
import { createContactBatch, edgeEdgeBatch, nodeTriangleBatch } from './batch.ts';
import { isHit } from './decision-stage.ts';
import {
  createEdgeEdgeContact,
  createNodeTriangleContact,
  edgeEdgeContact,
  type FirstContact,
  nodeTriangleContact,
} from './first-contact.ts';
import { createNodeQuadContact, nodeQuadContact } from './node-quad.ts';
import { coordinateAt, type PointMotion } from './point-motion.ts';

/** Options of `checkMesh`. */
export interface MeshCheckOptions {
  /** Broad phase; all kinds find the same contacts. Default `aabb-tree`. */
  readonly search?: BroadPhaseKind;
  /** Test edge-edge pairs as well as node-face pairs. Default true. */
  readonly edges?: boolean;
}

/** Contacts of a mesh within one step, and the number of pairs tested. */
export interface MeshCheck {
  /** Sorted by time, then by kind and indices. */
  readonly contacts: readonly MeshContact[];
  /** Number of node-face pairs that the broad phase found. */
  readonly nodeFacePairs: number;
  /** Number of edge-edge pairs that the broad phase found; 0 without edges. */
  readonly edgePairs: number;
}

/** A contact of a node with a face, or of two edges. */
export interface MeshContact {
  readonly kind: 'node-triangle' | 'node-quad' | 'edge-edge';
  /** [s] from the start of the step. */
  readonly time: number;
  /** The node and then the corners of the face; or the ends of the first edge and then of the second. */
  readonly nodes: readonly number[];
  /** Element index of the face (triangles first); -1 for edges. */
  readonly face: number;
  /** Weights of the corners of the face; or of the ends of the first edge and then of the second. */
  readonly weights: readonly number[];
  /** Contact point [m]. */
  readonly point: readonly [number, number, number];
  /** Unit normal of the face, or of both edges; zero where there is none. */
  readonly normal: readonly [number, number, number];
  /** Rate of the distance along the normal [m/s]. */
  readonly gapRate: number;
}

/**
 * First contacts within one step among the elements of `mesh`, whose nodes move with `motion`; pairs that have a common
 * node are excluded. Returns a new result, sorted by time. Throws a RangeError or TypeError for a motion of another
 * number of points or for invalid options.
 *
 * @example
 * ```ts
 * import { checkMesh, constantVelocityMotion, surfaceMesh } from 'appulse/meshes';
 *
 * const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 2, 0.4, 0.2, 3, 0.2, 0.4, 3]; // a triangle above another
 * const mesh = surfaceMesh({ positions, triangles: [0, 1, 2, 3, 4, 5] });
 * const velocities = mesh.positions.map((_, i) => (i >= 9 && i % 3 === 2 ? -4 : 0)); // the upper one falls at 4 m/s
 * const [first] = checkMesh(mesh, constantVelocityMotion(mesh.positions, velocities, 1)).contacts;
 * console.log(first.kind, first.time, first.nodes, first.point); // node-triangle 0.5 [ 3, 0, 1, 2 ] [ 0.2, 0.2, 0 ]
 * ```
 */
export function checkMesh(mesh: SurfaceMesh, motion: PointMotion, options: MeshCheckOptions = {}): MeshCheck {
  return mergeChecks([createMeshChunks(createMeshTask(mesh, motion, options)).check(0, 1)]);
}

/** Validates the input and applies the default options. */
export function createMeshTask(mesh: SurfaceMesh, motion: PointMotion, options: MeshCheckOptions = {}): MeshTask {
  const { search = 'aabb-tree', edges = true } = options;
  if (motion.start.length !== mesh.positions.length) {
    const counts = `${motion.start.length / 3} points, the mesh ${mesh.positions.length / 3} nodes`;
    throw new RangeError(`mesh check: the motion has ${counts}`);
  }
  const { triangles, quads } = mesh;
  return { motion, triangles, quads, edges: edges ? meshEdges(mesh) : new Int32Array(), search };
}

/** Merges the checks of all chunks, given in order. */
export function mergeChecks(chunks: readonly MeshCheck[]): MeshCheck {
  return {
    contacts: chunks.flatMap(({ contacts }) => contacts).sort(byTime),
    nodeFacePairs: chunks.reduce((sum, chunk) => sum + chunk.nodeFacePairs, 0),
    edgePairs: chunks.reduce((sum, chunk) => sum + chunk.edgePairs, 0),
  };
}

/** Input of a check. Plain arrays, which may be in shared memory. */
export interface MeshTask {
  readonly motion: PointMotion;
  readonly triangles: Int32Array;
  readonly quads: Int32Array;
  /** Empty if edges are not tested. */
  readonly edges: Int32Array;
  readonly search: BroadPhaseKind;
}

export interface MeshChunks {
  /** Contacts of chunk `chunk` of `chunkCount`, unsorted. */
  check(chunk: number, chunkCount: number): MeshCheck;
}

/** Pairs decided in one call. */
const CHUNK = 65_536;

export function createMeshChunks(task: MeshTask): MeshChunks {
  const { motion, triangles, quads, edges, search: kind } = task;
  const vertexCount = motion.start.length / 3;
  const end = endPositions(motion);
  const tolerance = roundingOfEnds(motion);
  const triangleSearch = createMeshBroadPhase({ kind, vertexCount, faces: triangles, edges, tolerance });
  const quadSearch = createMeshBroadPhase({ kind, vertexCount, faces: quads, nodesPerFace: 4, tolerance });
  for (const search of [triangleSearch, quadSearch]) search.update(motion.start, end);
  return {
    check: (chunk, chunkCount) => {
      const contacts: MeshContact[] = [];
      const visitCandidates = (
        search: MeshBroadPhase,
        pairing: Pairing,
        visit: (pairs: Int32Array, count: number) => void,
      ) => {
        const all = pairing === 'edge-edge' ? edges.length / 2 : vertexCount;
        const [from, to] = [chunk, chunk + 1].map((index) => Math.floor((index * all) / chunkCount));
        return search.forEachCandidate(pairing, visit, CHUNK, from, to);
      };
      return {
        nodeFacePairs:
          visitCandidates(triangleSearch, 'vertex-face', triangleVisitor(contacts, task)) +
          visitCandidates(quadSearch, 'vertex-face', quadVisitor(contacts, task)),
        edgePairs: visitCandidates(triangleSearch, 'edge-edge', edgeVisitor(contacts, task)),
        contacts,
      };
    },
  };
}

/** Positions at the end of the step, rounded where velocities are given. */
export function endPositions(motion: PointMotion): Float64Array {
  return motion.given === 'ends'
    ? motion.endOrVelocity
    : Float64Array.from(motion.start, (_, i) => coordinateAt(motion, i, 1));
}

/** Margin for the rounding error of the end positions, so that no box is too small [m]. */
export function roundingOfEnds(motion: PointMotion): number {
  if (motion.given === 'ends') return 0;
  let largest = 0;
  for (let i = 0; i < motion.start.length; i++) {
    largest = Math.max(largest, Math.abs(motion.start[i]) + Math.abs(motion.endOrVelocity[i]) * motion.duration);
  }
  return 4 * 2 ** -53 * largest;
}

type Visitor = (pairs: Int32Array, count: number) => void;

const batch = createContactBatch(CHUNK);

function triangleVisitor(out: MeshContact[], { motion, triangles }: MeshTask): Visitor {
  const contact = createNodeTriangleContact();
  return (pairs, count) => {
    nodeTriangleBatch(batch, motion, pairs, triangles, 0, count);
    for (let i = 0; i < count; i++) {
      if (!isHit(batch.flags[i])) continue;
      const [node, face] = [pairs[2 * i], pairs[2 * i + 1]];
      const corners = Array.from(triangles.subarray(3 * face, 3 * face + 3));
      nodeTriangleContact(contact, motion, node, corners[0], corners[1], corners[2]);
      out.push(describe('node-triangle', motion, contact, [node, ...corners], face, [...contact.weights]));
    }
  };
}

function quadVisitor(out: MeshContact[], { motion, triangles, quads }: MeshTask): Visitor {
  const contact = createNodeQuadContact();
  return (pairs, count) => {
    for (let i = 0; i < count; i++) {
      const [node, quad] = [pairs[2 * i], pairs[2 * i + 1]];
      const corners = quads.subarray(4 * quad, 4 * quad + 4);
      nodeQuadContact(contact, motion, node, corners);
      if (!contact.hit) continue;
      const face = triangles.length / 3 + quad;
      out.push(describe('node-quad', motion, contact, [node, ...corners], face, [...contact.weights]));
    }
  };
}

function edgeVisitor(out: MeshContact[], { motion, edges }: MeshTask): Visitor {
  const contact = createEdgeEdgeContact();
  return (pairs, count) => {
    edgeEdgeBatch(batch, motion, pairs, edges, 0, count);
    for (let i = 0; i < count; i++) {
      if (!isHit(batch.flags[i])) continue;
      const [a, b] = [2 * pairs[2 * i], 2 * pairs[2 * i + 1]];
      const ends = [edges[a], edges[a + 1], edges[b], edges[b + 1]];
      edgeEdgeContact(contact, motion, ends[0], ends[1], ends[2], ends[3]);
      const { u, v } = contact;
      out.push(describe('edge-edge', motion, contact, ends, -1, [1 - u, u, 1 - v, v]));
    }
  };
}

function describe(
  kind: MeshContact['kind'],
  motion: PointMotion,
  contact: FirstContact,
  nodes: number[],
  face: number,
  weights: number[],
): MeshContact {
  const { time, normal, gapRate } = contact;
  const tau = time / motion.duration;
  // the contact point is on the node, or on the first edge
  const coordinate = (axis: number) =>
    kind === 'edge-edge'
      ? weights[0] * coordinateAt(motion, 3 * nodes[0] + axis, tau) +
        weights[1] * coordinateAt(motion, 3 * nodes[1] + axis, tau)
      : coordinateAt(motion, 3 * nodes[0] + axis, tau);
  return {
    kind,
    time,
    nodes,
    face,
    weights,
    point: [coordinate(0), coordinate(1), coordinate(2)],
    normal: [normal.x, normal.y, normal.z],
    gapRate,
  };
}

/** The order of contacts in a `MeshCheck`. */
function byTime(p: MeshContact, q: MeshContact): number {
  if (p.time !== q.time) return p.time - q.time;
  if (p.kind !== q.kind) return p.kind < q.kind ? -1 : 1;
  for (let i = 0; i < p.nodes.length; i++) if (p.nodes[i] !== q.nodes[i]) return p.nodes[i] - q.nodes[i];
  return 0;
}
