/** Contacts of a step in packed arrays; weights, points and normals are computed when they are asked for. */
import {
  type ContactDescriber,
  createContactDescriber,
  type MeshCheck,
  type MeshContact,
  type MeshTask,
} from '../ccd/mesh-check.ts';
import { PAIR_KINDS } from './contact-program.ts';
import type { PhaseTimes } from './phase-times.ts';

/** Contacts of a mesh within one step, as `checkMesh` finds them. */
export interface PackedMeshCheck {
  /** Number of node-face pairs that the broad phase found. */
  readonly nodeFacePairs: number;
  /** Number of edge-edge pairs that the broad phase found; 0 without edges. */
  readonly edgePairs: number;
  /** Number of contacts. */
  readonly count: number;
  /** [s] from the start of the step. */
  readonly times: Float64Array;
  /** Kind of each contact, an index into `MESH_CONTACT_KINDS`. */
  readonly kinds: Uint8Array;
  /** The node, or the first edge. */
  readonly first: Int32Array;
  /** The face (element index, triangles first), or the second edge. */
  readonly second: Int32Array;
  /** Two nodes of each edge, by its index; empty without edges. */
  readonly edges: Int32Array;
  /** Who decided: the GPU, or the CPU because of `reason`. */
  readonly by: 'gpu' | 'cpu';
  /** Why the CPU decided this step. */
  readonly reason?: string;
  /** Pairs that the GPU left to the CPU: degenerate ones, and times that need polishing. */
  readonly openPairs: number;
  /** Times of the phases [ms]; of the GPU itself where it can measure them. */
  readonly phases?: StepPhases;
  /** Contact i in full. */
  contact(i: number): MeshContact;
  /** All contacts in full, as a `MeshCheck`; sorted if the arrays are. */
  toMeshCheck(): MeshCheck;
}

/** Times of the phases of a step [ms]: those of `PhaseTimes`, and of the CPU after the GPU. */
export interface StepPhases extends PhaseTimes {
  /** Open pairs and packing, on the CPU [ms]. */
  readonly finish: number;
  /** The whole step, wall-clock time [ms]. */
  readonly total: number;
}

/** Kinds of contacts in the order of their numbers in packed arrays. */
export const MESH_CONTACT_KINDS: readonly MeshContact['kind'][] = PAIR_KINDS;

export interface PackedArrays {
  readonly times: Float64Array;
  readonly kinds: Uint8Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
}

export interface PackedFacts {
  readonly nodeFacePairs: number;
  readonly edgePairs: number;
  readonly openPairs: number;
  readonly by: 'gpu' | 'cpu';
  readonly reason?: string;
  readonly phases?: StepPhases;
}

/** The motion of `task` is read when a contact is described. */
export function createPackedCheck(arrays: PackedArrays, facts: PackedFacts, task: MeshTask): PackedMeshCheck {
  const { times, kinds, first, second } = arrays;
  let describe: ContactDescriber | undefined;
  const contact = (i: number): MeshContact => {
    if (!(Number.isInteger(i) && i >= 0 && i < times.length)) {
      throw new RangeError(`contact: must be an integer from 0 to ${times.length - 1}, got ${i}`);
    }
    describe ??= createContactDescriber(task);
    return describe(MESH_CONTACT_KINDS[kinds[i]], first[i], second[i]);
  };
  const { nodeFacePairs, edgePairs } = facts;
  return {
    ...facts,
    ...arrays,
    count: times.length,
    edges: task.edges,
    contact,
    toMeshCheck: () => ({ nodeFacePairs, edgePairs, contacts: Array.from(times, (_, i) => contact(i)) }),
  };
}

/** The result of the CPU in packed arrays. */
export function packMeshCheck(check: MeshCheck, task: MeshTask, reason: string): PackedMeshCheck {
  const { contacts, nodeFacePairs, edgePairs } = check;
  const numbers = edgeNumbers(task);
  const second = ({ nodes, face }: MeshContact) => (face >= 0 ? face : numbers(nodes[2], nodes[3]));
  const first = ({ nodes, face }: MeshContact) => (face >= 0 ? nodes[0] : numbers(nodes[0], nodes[1]));
  const arrays = {
    times: Float64Array.from(contacts, ({ time }) => time),
    kinds: Uint8Array.from(contacts, ({ kind }) => MESH_CONTACT_KINDS.indexOf(kind)),
    first: Int32Array.from(contacts, first),
    second: Int32Array.from(contacts, second),
  };
  return createPackedCheck(arrays, { nodeFacePairs, edgePairs, openPairs: 0, by: 'cpu', reason }, task);
}

/** Edges are sorted by their first and then their second node. */
function edgeNumbers({ edges }: MeshTask): (i: number, j: number) => number {
  return (i, j) => {
    let low = 0;
    let high = edges.length / 2 - 1;
    while (low < high) {
      const midpoint = (low + high) >> 1;
      const isBelow = edges[2 * midpoint] < i || (edges[2 * midpoint] === i && edges[2 * midpoint + 1] < j);
      if (isBelow) low = midpoint + 1;
      else high = midpoint;
    }
    return low;
  };
}
