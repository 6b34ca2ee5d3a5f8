/** Contacts of a step in packed arrays; weights, points and normals are computed when they are asked for. */
import { sortContacts } from '../ccd/merge-contacts.ts';
import { type MeshCheck, type PackedMeshCheck, unpackMeshCheck } from '../ccd/mesh-check.ts';
import {
  CONTACT_KINDS,
  type ContactList,
  createContactList,
  type MeshContact,
  unpackContact,
} from '../ccd/packed-contacts.ts';
import { type PairTask, pairVisitor } from '../ccd/pair-visitors.ts';
import type { PhaseTimes } from './phase-times.ts';

/** Contacts of a mesh within one step, as `checkMesh` finds them. The motion must not change before contacts are described. */
export interface GpuMeshStep {
  /** Number of node-face pairs that the broad phase found. */
  readonly nodeFacePairs: number;
  /** Number of edge-edge pairs that the broad phase found; 0 without edges. */
  readonly edgePairs: number;
  /** Number of contacts. */
  readonly count: number;
  /** [s] from the start of the step. */
  readonly times: Float64Array;
  /** Kind of each contact, an index into `CONTACT_KINDS` of `appulse/meshes`. */
  readonly kinds: Uint8Array;
  /** The node, or the first edge. */
  readonly first: Int32Array;
  /** The face (element index, triangles first), or the second edge. */
  readonly second: Int32Array;
  /** Two nodes of each edge, by its index; empty without edges. */
  readonly edges: Int32Array;
  /** Which processor decided: the GPU, or the CPU because of `reason`. */
  readonly by: 'gpu' | 'cpu';
  /** Why the CPU decided this step. */
  readonly reason?: string;
  /** Pairs that the GPU left to the CPU: degenerate ones, and times that need polishing. */
  readonly openPairs: number;
  /** Times of the phases [ms]; of the GPU itself where it can measure them. */
  readonly phases?: StepPhases;
  /** Contact i in full. */
  contact(i: number): MeshContact;
  /** All contacts in full and sorted, as `checkMeshPacked` returns them. */
  toPacked(): PackedMeshCheck;
  /** All contacts in full and sorted, as `checkMesh` returns them. */
  toMeshCheck(): MeshCheck;
}

/** Times of the phases of a step [ms]: those of `PhaseTimes`, and of the CPU after the GPU. */
export interface StepPhases extends PhaseTimes {
  /** Open pairs and packing, on the CPU [ms]. */
  readonly finish: number;
  /** The whole step, wall-clock time [ms]. */
  readonly total: number;
}

export interface ContactArrays {
  readonly times: Float64Array;
  readonly kinds: Uint8Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
}

export interface StepFacts {
  readonly nodeFacePairs: number;
  readonly edgePairs: number;
  readonly openPairs: number;
  readonly by: 'gpu' | 'cpu';
  readonly reason?: string;
  readonly phases?: StepPhases;
}

/** The motion of `task` is read when a contact is described. */
export function createGpuMeshStep(arrays: ContactArrays, facts: StepFacts, task: PairTask): GpuMeshStep {
  const { times } = arrays;
  const { nodeFacePairs, edgePairs } = facts;
  const contact = (i: number): MeshContact => {
    if (!(Number.isInteger(i) && i >= 0 && i < times.length)) {
      throw new RangeError(`contact: must be an integer from 0 to ${times.length - 1}, got ${i}`);
    }
    const list = createContactList();
    describe(list, arrays, task, i, i + 1);
    return unpackContact(list, 0);
  };
  const toPacked = (): PackedMeshCheck => {
    const list = createContactList();
    describe(list, arrays, task, 0, times.length);
    return { contacts: sortContacts([list]), nodeFacePairs, edgePairs };
  };
  return {
    ...facts,
    ...arrays,
    count: times.length,
    edges: task.edges,
    contact,
    toPacked,
    toMeshCheck: () => unpackMeshCheck(toPacked()),
  };
}

function describe(
  out: ContactList,
  { kinds, first, second }: ContactArrays,
  task: PairTask,
  from: number,
  to: number,
): void {
  const pair = new Int32Array(2);
  const firstQuad = task.triangles.length / 3;
  const visitors = CONTACT_KINDS.map((kind) => pairVisitor(kind, out, task));
  for (let i = from; i < to; i++) {
    pair[0] = first[i];
    pair[1] = CONTACT_KINDS[kinds[i]] === 'node-quad' ? second[i] - firstQuad : second[i];
    visitors[kinds[i]](pair, 1);
  }
}

/** The result of the CPU in the same form. */
export function stepOfCpu(check: PackedMeshCheck, task: PairTask, reason: string): GpuMeshStep {
  const { contacts, nodeFacePairs, edgePairs } = check;
  const { count, times, kinds, nodes, faces } = contacts;
  const first = new Int32Array(count);
  const second = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const at = 5 * i;
    first[i] = faces[i] >= 0 ? nodes[at] : edgeNumber(task.edges, nodes[at], nodes[at + 1]);
    second[i] = faces[i] >= 0 ? faces[i] : edgeNumber(task.edges, nodes[at + 2], nodes[at + 3]);
  }
  const facts = { nodeFacePairs, edgePairs, openPairs: 0, by: 'cpu' as const, reason };
  return createGpuMeshStep({ times, kinds, first, second }, facts, task);
}

/** Edges are sorted by their first and then their second node. */
function edgeNumber(edges: Int32Array, i: number, j: number): number {
  let low = 0;
  let high = edges.length / 2 - 1;
  while (low < high) {
    const midpoint = (low + high) >> 1;
    const isBelow = edges[2 * midpoint] < i || (edges[2 * midpoint] === i && edges[2 * midpoint + 1] < j);
    if (isBelow) low = midpoint + 1;
    else high = midpoint;
  }
  return low;
}
