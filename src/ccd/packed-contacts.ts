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

type Arrays = { -readonly [Name in keyof typeof ENTRIES]: PackedContacts[Name] };

function createArrays(capacity: number, memory: ArrayMemory): Arrays {
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
export interface ContactList extends Arrays {
  count: number;
  readonly memory: ArrayMemory;
}

const FIRST_CAPACITY = 64;

/**
 * In shared memory another thread can read the list. (Memory that is transferred instead makes all later accesses of the thread to typed arrays slower: V8
 * then checks each for detached memory.)
 */
export function createContactList(memory: ArrayMemory = 'own'): ContactList {
  return { count: 0, memory, ...createArrays(FIRST_CAPACITY, memory) };
}

/** Adds another contact, of which the caller writes all entries; returns its index. */
export function addContact(list: ContactList): number {
  if (list.count === list.times.length) {
    const larger = createArrays(2 * list.count, list.memory);
    for (const name of NAMES) {
      larger[name].set(list[name]);
      (list as unknown as Record<string, NumberArray>)[name] = larger[name];
    }
  }
  return list.count++;
}

/** All contacts of some lists, sorted by time, then by kind and nodes: an order that does not depend on the lists. */
export function sortContacts(lists: readonly ContactList[]): PackedContacts {
  const all = lists.length === 1 ? lists[0] : concatenate(lists);
  const highs = upperBits(all.times, all.count);
  const order = sortedByDigits(highs);
  completeOrder(order, highs, all);
  const { count } = all;
  return {
    count,
    kinds: Uint8Array.from(order, (i) => all.kinds[i]),
    times: pickNumbers(all.times, order, ENTRIES.times),
    nodes: pickIntegers(all.nodes, order, ENTRIES.nodes),
    faces: pickIntegers(all.faces, order, ENTRIES.faces),
    weights: pickNumbers(all.weights, order, ENTRIES.weights),
    points: pickNumbers(all.points, order, ENTRIES.points),
    normals: pickNumbers(all.normals, order, ENTRIES.normals),
    gapRates: pickNumbers(all.gapRates, order, ENTRIES.gapRates),
  };
}

function concatenate(lists: readonly ContactList[]): ContactList {
  const count = lists.reduce((sum, list) => sum + list.count, 0);
  const all: ContactList = { count, memory: 'own', ...createArrays(count, 'own') };
  let filled = 0;
  for (const list of lists) {
    for (const name of NAMES) {
      all[name].set(list[name].subarray(0, ENTRIES[name] * list.count), ENTRIES[name] * filled);
    }
    filled += list.count;
  }
  return all;
}

const DIGIT_BITS = 16;
const DIGITS = 2 ** DIGIT_BITS;

/** The upper 32 bits of times, which are not negative: bits of doubles have the order of the values, and these separate nearly all of them. */
function upperBits(times: Float64Array, count: number): Uint32Array {
  const highs = new Uint32Array(count);
  const bits = new DataView(new ArrayBuffer(8));
  for (let i = 0; i < count; i++) {
    // -0 has other bits than 0
    bits.setFloat64(0, times[i] + 0);
    highs[i] = bits.getUint32(0);
  }
  return highs;
}

/** Indices sorted by their keys: radix sort. */
function sortedByDigits(keys: Uint32Array): Int32Array {
  const count = keys.length;
  let order = Int32Array.from({ length: count }, (_, i) => i);
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    const offsets = new Int32Array(DIGITS + 1);
    for (let i = 0; i < count; i++) offsets[((keys[i] >>> shift) & (DIGITS - 1)) + 1]++;
    for (let digit = 0; digit < DIGITS; digit++) offsets[digit + 1] += offsets[digit];
    const next = new Int32Array(count);
    for (let k = 0; k < count; k++) next[offsets[(keys[order[k]] >>> shift) & (DIGITS - 1)]++] = order[k];
    order = next;
  }
  return order;
}

/** Sorts contacts whose times have the same upper bits, which are next to each other in `order`. */
function completeOrder(order: Int32Array, highs: Uint32Array, { times, kinds, nodes }: Arrays): void {
  const compare = (i: number, j: number): number => {
    if (times[i] !== times[j]) return times[i] - times[j];
    // names of kinds in alphabetical order
    if (kinds[i] !== kinds[j]) return CONTACT_KINDS[kinds[i]] < CONTACT_KINDS[kinds[j]] ? -1 : 1;
    for (let k = 0; k < 5; k++) {
      if (nodes[5 * i + k] !== nodes[5 * j + k]) return nodes[5 * i + k] - nodes[5 * j + k];
    }
    return 0;
  };
  for (let from = 0, to = 1; from < order.length; from = to++) {
    while (to < order.length && highs[order[to]] === highs[order[from]]) to++;
    if (to - from > 1) order.subarray(from, to).sort(compare);
  }
}

function pickNumbers(values: Float64Array, order: Int32Array, entries: number): Float64Array {
  const out = new Float64Array(entries * order.length);
  for (let i = 0, k = 0; i < order.length; i++) {
    for (let from = entries * order[i]; k < entries * (i + 1); k++, from++) out[k] = values[from];
  }
  return out;
}

function pickIntegers(values: Int32Array, order: Int32Array, entries: number): Int32Array {
  const out = new Int32Array(entries * order.length);
  for (let i = 0, k = 0; i < order.length; i++) {
    for (let from = entries * order[i]; k < entries * (i + 1); k++, from++) out[k] = values[from];
  }
  return out;
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
