/** The pairs of a mesh check, divided into parts that are independent of each other, and the exact first contact of each pair. */
import type { BroadPhaseKind } from '../broad/broad-phase.ts';
import type { CandidateVisitor } from '../broad/swept/candidates.ts';
import type { ArrayMemory } from '../broad/swept/flat-tree.ts';
import { createMeshBroadPhase, type MeshBroadPhase, type Pairing } from '../broad/swept/mesh-search.ts';
import type { MeshElements, MeshTrees } from '../broad/swept/mesh-trees.ts';
import type { PairingRules } from '../broad/swept/surface-elements.ts';
import type { SweptPositions, SweptTree } from '../broad/swept/swept-tree.ts';
import { createPairBuffer, forEachTreePair, type PairBuffer } from '../broad/swept/tree-pairs.ts';
import { decideEdgeEdge, decideNodeTriangle } from './decide-contact.ts';
import { HIT_LENGTH, isHit } from './decision-stage.ts';
import { createFirstContact, type FirstContact, writeContact } from './first-contact.ts';
import { createNodeQuadContact, nodeQuadContact } from './node-quad.ts';
import { addContact, CONTACT_KINDS, type ContactList, createContactList, type MeshContact } from './packed-contacts.ts';
import { coordinateAt, type PointMotion } from './point-motion.ts';
import { createRelativeMotion, loadEdgeEdge, loadNodeTriangle } from './relative-motion.ts';

/** Input of a check. Plain arrays, which may be in shared memory. */
export interface MeshTask extends MeshElements {
  readonly motion: PointMotion;
  readonly positions: SweptPositions;
  readonly search: MeshSearch;
}

/** Trees that are fitted to the positions, or another kind of broad phase, which every thread creates by itself. */
export type MeshSearch =
  | { readonly trees: MeshTrees }
  | { readonly kind: BroadPhaseKind; readonly rules: PairingRules };

/** What was found in some parts. */
export interface MeshFindings {
  /** Unsorted. */
  readonly contacts: ContactList;
  nodeFacePairs: number;
  edgePairs: number;
}

export function createMeshFindings(memory: ArrayMemory = 'own'): MeshFindings {
  return { contacts: createContactList(memory), nodeFacePairs: 0, edgePairs: 0 };
}

export interface MeshParts {
  readonly partCount: number;
  /** Adds the contacts and counts of a part to `out`. */
  check(part: number, out: MeshFindings): void;
}

/** Candidate pairs of one pairing, in parts. */
interface PairSource {
  readonly partCount: number;
  /** Returns the number of pairs. */
  forEachPair(part: number, visit: CandidateVisitor): number;
}

/** The boxes of a check contain all positions from the start to the end of the step. End positions are written to `end` if velocities are given. */
export function sweptPositions(
  motion: PointMotion,
  end: Float64Array = new Float64Array(motion.start.length),
): SweptPositions {
  const { start, endOrVelocity, duration } = motion;
  if (motion.given === 'ends') return { start, end: endOrVelocity, margin: 0 };
  let largest = 0;
  for (let i = 0; i < start.length; i++) {
    end[i] = coordinateAt(motion, i, 1);
    largest = Math.max(largest, Math.abs(start[i]) + Math.abs(endOrVelocity[i]) * duration);
  }
  // covers the rounding error of the end positions, so that no box is too small
  return { start, end, margin: 4 * 2 ** -53 * largest };
}

export function createMeshParts(task: MeshTask): MeshParts {
  const { edges, triangles, quads } = pairSources(task);
  return {
    partCount: edges.partCount + triangles.partCount + quads.partCount,
    check: (part, out) => {
      if (part < edges.partCount) {
        out.edgePairs += edges.forEachPair(part, edgeVisitor(out.contacts, task));
        return;
      }
      const rest = part - edges.partCount;
      out.nodeFacePairs +=
        rest < triangles.partCount
          ? triangles.forEachPair(rest, triangleVisitor(out.contacts, task))
          : quads.forEachPair(rest - triangles.partCount, quadVisitor(out.contacts, task));
    },
  };
}

function pairSources(task: MeshTask): Record<'edges' | 'triangles' | 'quads', PairSource> {
  if ('trees' in task.search) {
    const { vertices, edges, triangles, quads } = task.search.trees;
    const buffer = createPairBuffer();
    return {
      edges: treeSource(buffer, edges, edges),
      triangles: treeSource(buffer, vertices, triangles),
      quads: treeSource(buffer, vertices, quads),
    };
  }
  const { triangles: faces, quads, edges, positions } = task;
  const vertexCount = positions.start.length / 3;
  const base = { ...task.search.rules, kind: task.search.kind, vertexCount, tolerance: positions.margin };
  const triangleSearch = createMeshBroadPhase({ ...base, faces, edges });
  const quadSearch = createMeshBroadPhase({ ...base, faces: quads, nodesPerFace: 4 });
  for (const search of [triangleSearch, quadSearch]) search.update(positions.start, positions.end);
  return {
    edges: rangeSource(triangleSearch, 'edge-edge', edges.length / 2),
    triangles: rangeSource(triangleSearch, 'vertex-face', vertexCount),
    quads: rangeSource(quadSearch, 'vertex-face', quads.length > 0 ? vertexCount : 0),
  };
}

function treeSource(buffer: PairBuffer, a: SweptTree, b: SweptTree): PairSource {
  return {
    partCount: b.order.length === 0 ? 0 : a.parts.length,
    forEachPair: (part, visit) => forEachTreePair(buffer, a, b, part, visit),
  };
}

/** Elements per part of broad phases other than trees, and pairs visited at a time. */
const RANGE = 1024;
const VISITED = 4096;

function rangeSource(search: MeshBroadPhase, pairing: Pairing, count: number): PairSource {
  return {
    partCount: Math.ceil(count / RANGE),
    forEachPair: (part, visit) => search.forEachCandidate(pairing, visit, VISITED, RANGE * part, RANGE * (part + 1)),
  };
}

const found = new Float64Array(HIT_LENGTH);
const location = new Float64Array(3);
const relative = createRelativeMotion();
const contact = createFirstContact();
const quadContact = createNodeQuadContact();
const nodes = new Int32Array(5);
const weights = new Float64Array(4);

/** What a visitor reads of a task. */
export interface PairTask extends MeshElements {
  readonly motion: PointMotion;
}

/** Adds the contacts among pairs of a kind to `out`: node and triangle, node and quadrilateral (its own index), or two edges. */
export function pairVisitor(kind: MeshContact['kind'], out: ContactList, task: PairTask): CandidateVisitor {
  if (kind === 'edge-edge') return edgeVisitor(out, task);
  return kind === 'node-quad' ? quadVisitor(out, task) : triangleVisitor(out, task);
}

function triangleVisitor(out: ContactList, { motion, triangles }: PairTask): CandidateVisitor {
  return (pairs, count) => {
    for (let i = 0; i < count; i++) {
      const node = pairs[2 * i];
      const face = pairs[2 * i + 1];
      const a = triangles[3 * face];
      const b = triangles[3 * face + 1];
      const c = triangles[3 * face + 2];
      const verdict = decideNodeTriangle(found, motion, node, a, b, c);
      if (!isHit(verdict)) continue;
      loadNodeTriangle(relative, motion, node, a, b, c);
      writeContact(contact, found, motion, verdict, relative, location);
      setNodes(node, a, b, c, -1);
      for (let k = 0; k < 4; k++) weights[k] = k < 3 ? location[k] : 0;
      pushContact(out, 'node-triangle', motion, contact, face);
    }
  };
}

function quadVisitor(out: ContactList, { motion, triangles, quads }: PairTask): CandidateVisitor {
  return (pairs, count) => {
    for (let i = 0; i < count; i++) {
      const node = pairs[2 * i];
      const quad = pairs[2 * i + 1];
      const corners = quads.subarray(4 * quad, 4 * quad + 4);
      nodeQuadContact(quadContact, motion, node, corners);
      if (!quadContact.hit) continue;
      setNodes(node, corners[0], corners[1], corners[2], corners[3]);
      for (let k = 0; k < 4; k++) weights[k] = quadContact.weights[k];
      pushContact(out, 'node-quad', motion, quadContact, triangles.length / 3 + quad);
    }
  };
}

function edgeVisitor(out: ContactList, { motion, edges }: PairTask): CandidateVisitor {
  return (pairs, count) => {
    for (let i = 0; i < count; i++) {
      const a = 2 * pairs[2 * i];
      const b = 2 * pairs[2 * i + 1];
      const p0 = edges[a];
      const p1 = edges[a + 1];
      const p2 = edges[b];
      const p3 = edges[b + 1];
      const verdict = decideEdgeEdge(found, motion, p0, p1, p2, p3);
      if (!isHit(verdict)) continue;
      loadEdgeEdge(relative, motion, p0, p1, p2, p3);
      writeContact(contact, found, motion, verdict, relative, location);
      setNodes(p0, p1, p2, p3, -1);
      for (let k = 0; k < 2; k++) {
        weights[2 * k] = 1 - location[k];
        weights[2 * k + 1] = location[k];
      }
      pushContact(out, 'edge-edge', motion, contact, -1);
    }
  };
}

function setNodes(a: number, b: number, c: number, d: number, e: number): void {
  nodes[0] = a;
  nodes[1] = b;
  nodes[2] = c;
  nodes[3] = d;
  nodes[4] = e;
}

/** Adds a contact of `nodes` with `weights`. */
// biome-ignore format: the contact on one line
function pushContact(
  list: ContactList, kind: MeshContact['kind'], motion: PointMotion, { time, normal, gapRate }: FirstContact, face: number,
): void {
  const at = addContact(list);
  const tau = time / motion.duration;
  list.kinds[at] = CONTACT_KINDS.indexOf(kind);
  list.times[at] = time;
  list.faces[at] = face;
  list.gapRates[at] = gapRate;
  for (let k = 0; k < 5; k++) list.nodes[5 * at + k] = nodes[k];
  for (let k = 0; k < 4; k++) list.weights[4 * at + k] = weights[k];
  list.normals[3 * at] = normal.x;
  list.normals[3 * at + 1] = normal.y;
  list.normals[3 * at + 2] = normal.z;
  for (let axis = 0; axis < 3; axis++) {
    // the contact point is on the node, or on the first edge
    const first = coordinateAt(motion, 3 * nodes[0] + axis, tau);
    list.points[3 * at + axis] =
      kind === 'edge-edge' ? weights[0] * first + weights[1] * coordinateAt(motion, 3 * nodes[1] + axis, tau) : first;
  }
}
