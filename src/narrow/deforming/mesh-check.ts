/**
 * Every contact that begins within one step of a deforming mesh: search for near pairs, then first contact of each, exactly.
 * [VBC24] spec 3.1, 3.2
 */
import type { BroadPhaseKind } from '../../broad/broad-phase.ts';
import { createMeshSearch, type MeshSearch } from '../../broad/swept/mesh-search.ts';
import { meshEdges, type SurfaceMesh } from '../../shapes/mesh.ts';
import { createContactBatch, edgeEdgeBatch, nodeTriangleBatch } from './batch.ts';
import {
  createEdgeEdgeContact,
  createNodeTriangleContact,
  edgeEdgeContact,
  type FirstContact,
  nodeTriangleContact,
} from './first-contact.ts';
import { createNodeQuadContact, nodeQuadContact } from './node-quad.ts';
import { coordinateAt, type PointMotion } from './point-motion.ts';
import { isHit } from './verdict.ts';

export interface MeshCheckOptions {
  /** How near pairs are found; all kinds find the same. Default tree. */
  readonly search?: BroadPhaseKind;
  /** Look at edges against edges too, not only at nodes against faces. Default true. */
  readonly edges?: boolean;
}

export interface MeshCheck {
  /** By time, then by kind and numbers. */
  readonly contacts: readonly MeshContact[];
  /** Near pairs looked at. */
  readonly nodeFacePairs: number;
  readonly edgePairs: number;
}

/** One node that meets a face, or one edge that meets another. */
export interface MeshContact {
  readonly kind: 'node-triangle' | 'node-quad' | 'edge-edge';
  /** [s] from the start of the step. */
  readonly time: number;
  /** The node and then the corners of the face; or the ends of the first edge and then of the second. */
  readonly nodes: readonly number[];
  /** Element number of the face (triangles first); -1 for edges. */
  readonly face: number;
  /** Weights of the corners of the face; or of the ends of the first edge and then of the second. */
  readonly weights: readonly number[];
  /** Where they meet [m]. */
  readonly point: readonly [number, number, number];
  /** Unit normal of the face, or of both edges; zero where there is none. */
  readonly normal: readonly [number, number, number];
  /** Rate of the distance along the normal [m/s]. */
  readonly gapRate: number;
}

/** Contacts among the elements of `mesh` whose nodes move as `motion` says; pairs that share a node are left out. */
export function checkMesh(mesh: SurfaceMesh, motion: PointMotion, options: MeshCheckOptions = {}): MeshCheck {
  const { search = 'tree', edges = true } = options;
  const vertexCount = mesh.positions.length / 3;
  if (motion.start.length !== mesh.positions.length) {
    throw new RangeError(`mesh check: the motion has ${motion.start.length / 3} points, the mesh ${vertexCount} nodes`);
  }
  const end = endPositions(motion);
  const start = (given: Omit<Parameters<typeof createMeshSearch>[0], 'kind' | 'vertexCount'>): MeshSearch => {
    const found = createMeshSearch({ kind: search, vertexCount, ...given });
    found.update(motion.start, end);
    return found;
  };
  const triangles = start({
    faces: mesh.triangles,
    edges: edges ? meshEdges(mesh) : undefined,
    tolerance: rounding(motion),
  });
  const quads = start({ faces: mesh.quads, nodesPerFace: 4, tolerance: rounding(motion) });
  const contacts: MeshContact[] = [];
  const nodeFacePairs =
    findTriangleContacts(contacts, mesh, motion, triangles) + findQuadContacts(contacts, mesh, motion, quads);
  const edgePairs = edges ? findEdgeContacts(contacts, meshEdges(mesh), motion, triangles) : 0;
  contacts.sort(byTime);
  return { contacts, nodeFacePairs, edgePairs };
}

/** Positions at the end of the step, rounded where velocities are given. */
function endPositions(motion: PointMotion): Float64Array {
  return motion.given === 'ends'
    ? motion.onward
    : Float64Array.from(motion.start, (_, i) => coordinateAt(motion, i, 1));
}

/** Room for the rounding of the end positions, so that no box is too small [m]. */
function rounding(motion: PointMotion): number {
  if (motion.given === 'ends') return 0;
  let largest = 0;
  for (let i = 0; i < motion.start.length; i++) {
    largest = Math.max(largest, Math.abs(motion.start[i]) + Math.abs(motion.onward[i]) * motion.duration);
  }
  return 4 * 2 ** -53 * largest;
}

/** Pairs decided in one call. */
const CHUNK = 65_536;

function findTriangleContacts(out: MeshContact[], mesh: SurfaceMesh, motion: PointMotion, search: MeshSearch): number {
  const { triangles } = mesh;
  const batch = createContactBatch(CHUNK);
  const contact = createNodeTriangleContact();
  const visit = (pairs: Int32Array, count: number) => {
    nodeTriangleBatch(batch, motion, pairs, triangles, 0, count);
    for (let i = 0; i < count; i++) {
      if (!isHit(batch.flags[i])) continue;
      const [node, face] = [pairs[2 * i], pairs[2 * i + 1]];
      const corners = Array.from(triangles.subarray(3 * face, 3 * face + 3));
      nodeTriangleContact(contact, motion, node, corners[0], corners[1], corners[2]);
      out.push(describe('node-triangle', motion, contact, [node, ...corners], face, [...contact.weights]));
    }
  };
  return search.forEachCandidate('vertex-face', visit, CHUNK);
}

function findQuadContacts(out: MeshContact[], mesh: SurfaceMesh, motion: PointMotion, search: MeshSearch): number {
  const contact = createNodeQuadContact();
  const triangleCount = mesh.triangles.length / 3;
  const visit = (pairs: Int32Array, count: number) => {
    for (let i = 0; i < count; i++) {
      const [node, quad] = [pairs[2 * i], pairs[2 * i + 1]];
      const corners = mesh.quads.subarray(4 * quad, 4 * quad + 4);
      nodeQuadContact(contact, motion, node, corners);
      if (!contact.hit) continue;
      out.push(describe('node-quad', motion, contact, [node, ...corners], triangleCount + quad, [...contact.weights]));
    }
  };
  return search.forEachCandidate('vertex-face', visit, CHUNK);
}

function findEdgeContacts(out: MeshContact[], edges: Int32Array, motion: PointMotion, search: MeshSearch): number {
  const batch = createContactBatch(CHUNK);
  const contact = createEdgeEdgeContact();
  const visit = (pairs: Int32Array, count: number) => {
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
  return search.forEachCandidate('edge-edge', visit, CHUNK);
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
  // a node meets the face where it is; two edges where the first one is
  const place = (axis: number) =>
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
    point: [place(0), place(1), place(2)],
    normal: [normal.x, normal.y, normal.z],
    gapRate,
  };
}

function byTime(p: MeshContact, q: MeshContact): number {
  if (p.time !== q.time) return p.time - q.time;
  if (p.kind !== q.kind) return p.kind < q.kind ? -1 : 1;
  for (let i = 0; i < p.nodes.length; i++) if (p.nodes[i] !== q.nodes[i]) return p.nodes[i] - q.nodes[i];
  return 0;
}
