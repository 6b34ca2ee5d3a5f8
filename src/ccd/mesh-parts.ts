/** The pairs of a mesh check, divided into parts that are independent of each other. */
import type { BroadPhaseKind } from '../broad/broad-phase.ts';
import type { CandidateVisitor } from '../broad/swept/candidates.ts';
import type { ArrayMemory } from '../broad/swept/flat-tree.ts';
import { createMeshBroadPhase, type MeshBroadPhase, type Pairing } from '../broad/swept/mesh-search.ts';
import type { MeshTrees } from '../broad/swept/mesh-trees.ts';
import type { PairingRules } from '../broad/swept/surface-elements.ts';
import type { SweptPositions, SweptTree } from '../broad/swept/swept-tree.ts';
import { createPairBuffer, forEachTreePair, type PairBuffer } from '../broad/swept/tree-pairs.ts';
import { type ContactList, createContactList } from './packed-contacts.ts';
import { type PairTask, pairVisitor } from './pair-visitors.ts';

/** Input of a check. Plain arrays, which may be in shared memory. */
export interface MeshTask extends PairTask {
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

export function createMeshParts(task: MeshTask): MeshParts {
  const { edges, triangles, quads } = pairSources(task);
  return {
    partCount: edges.partCount + triangles.partCount + quads.partCount,
    check: (part, out) => {
      if (part < edges.partCount) {
        out.edgePairs += edges.forEachPair(part, pairVisitor('edge-edge', out.contacts, task));
        return;
      }
      const rest = part - edges.partCount;
      out.nodeFacePairs +=
        rest < triangles.partCount
          ? triangles.forEachPair(rest, pairVisitor('node-triangle', out.contacts, task))
          : quads.forEachPair(rest - triangles.partCount, pairVisitor('node-quad', out.contacts, task));
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
