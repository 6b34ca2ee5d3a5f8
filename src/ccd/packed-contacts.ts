/**
 * Contacts of a mesh check in packed arrays: a step may have a hundred thousand of them, for which objects take longer than the
 * search, and threads pass arrays without a copy.
 */
import type { ArrayMemory } from '../broad/swept/flat-tree.ts';

/** Kinds of contacts: a node with a triangle or a quadrilateral, two edges. */
export const CONTACT_KINDS = ['node-triangle', 'node-quad', 'edge-edge'] as const;

/** A contact of a node with a face, or of two edges. */
export interface MeshContact {
  /** Which features touch. */
  readonly kind: (typeof CONTACT_KINDS)[number];
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

/** Contacts in packed arrays: entry i of each belongs to contact i; see `MeshContact` for their meaning. */
export interface PackedContacts {
  /** Number of contacts; the arrays have exactly this many entries. */
  readonly count: number;
  /** Index in `CONTACT_KINDS`. */
  readonly kinds: Uint8Array;
  /** [s] from the start of the step. */
  readonly times: Float64Array;
  /** Five per contact; -1 where a contact has four. */
  readonly nodes: Int32Array;
  /** Element index of the face; -1 for edges. */
  readonly faces: Int32Array;
  /** Four per contact; 0 where a contact has three. */
  readonly weights: Float64Array;
  /** xyz of each contact point [m]. */
  readonly points: Float64Array;
  /** xyz of each unit normal. */
  readonly normals: Float64Array;
  /** Rate of the distance along the normal [m/s]. */
  readonly gapRates: Float64Array;
}

/** The arrays of `PackedContacts`, with their entries per contact. */
const ENTRIES = {
  kinds: 1,
  times: 1,
  nodes: 5,
  faces: 1,
  weights: 4,
  points: 3,
  normals: 3,
  gapRates: 1,
} as const;
const NAMES = Object.keys(ENTRIES) as (keyof typeof ENTRIES)[];

type NumberArray = Uint8Array | Int32Array | Float64Array;

/** The arrays of `PackedContacts`. */
export type ContactArrays = { -readonly [Name in keyof typeof ENTRIES]: PackedContacts[Name] };

export function createContactArrays(capacity: number, memory: ArrayMemory): ContactArrays {
  const buffer = (bytes: number) => (memory === 'shared' ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  return {
    kinds: new Uint8Array(buffer(capacity)),
    times: new Float64Array(buffer(8 * capacity)),
    nodes: new Int32Array(buffer(20 * capacity)),
    faces: new Int32Array(buffer(4 * capacity)),
    weights: new Float64Array(buffer(32 * capacity)),
    points: new Float64Array(buffer(24 * capacity)),
    normals: new Float64Array(buffer(24 * capacity)),
    gapRates: new Float64Array(buffer(8 * capacity)),
  };
}

/** Contacts as they are found: the arrays have a capacity of more than `count` contacts, and grow. */
export interface ContactList extends ContactArrays {
  count: number;
  readonly memory: ArrayMemory;
}

const FIRST_CAPACITY = 64;

/**
 * In shared memory another thread can read the list. (Memory that is transferred instead makes all later accesses of the thread to typed arrays slower: V8
 * then checks each for detached memory.)
 */
export function createContactList(memory: ArrayMemory = 'own'): ContactList {
  return { count: 0, memory, ...createContactArrays(FIRST_CAPACITY, memory) };
}

/** The list, of the same arrays, as an object of this thread: objects that were sent to it have other hidden classes. */
export function attachContactList({ count, memory, ...arrays }: ContactList): ContactList {
  const { kinds, times, nodes, faces, weights, points, normals, gapRates } = arrays;
  return { count, memory, kinds, times, nodes, faces, weights, points, normals, gapRates };
}

/** Adds another contact, of which the caller writes all entries; returns its index. */
export function addContact(list: ContactList): number {
  if (list.count === list.times.length) {
    const larger = createContactArrays(2 * list.count, list.memory);
    for (const name of NAMES) {
      larger[name].set(list[name]);
      (list as unknown as Record<string, NumberArray>)[name] = larger[name];
    }
  }
  return list.count++;
}

/** Contact `i` as an object. */
export function unpackContact(packed: PackedContacts, i: number): MeshContact {
  const { kinds, times, nodes, faces, weights, points, normals, gapRates } = packed;
  const kind = CONTACT_KINDS[kinds[i]];
  const numbers = (values: NumberArray, entries: number, count: number): number[] => {
    const list: number[] = [];
    for (let k = entries * i; k < entries * i + count; k++) list.push(values[k]);
    return list;
  };
  return {
    kind,
    time: times[i],
    nodes: numbers(nodes, 5, kind === 'node-quad' ? 5 : 4),
    face: faces[i],
    weights: numbers(weights, 4, kind === 'node-triangle' ? 3 : 4),
    point: [points[3 * i], points[3 * i + 1], points[3 * i + 2]],
    normal: [normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]],
    gapRate: gapRates[i],
  };
}
