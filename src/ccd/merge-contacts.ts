/**
 * Sorted lists of contacts, as several threads have found them, merged into packed arrays. The result is divided into buckets of
 * about equal size, which are merged independently of each other: a bucket has a range of each list, bounded by contacts that are drawn from all lists.
 */
import { type ArrayMemory, integersIn } from '../broad/swept/flat-tree.ts';
import { compareContacts, orderContacts } from './order-contacts.ts';
import {
  attachContactList,
  type ContactArrays,
  type ContactList,
  createContactArrays,
  type PackedContacts,
} from './packed-contacts.ts';

/** A list, and the indices of its contacts in their order: `order` may be longer. */
export interface SortedContacts {
  readonly list: ContactList;
  readonly order: Int32Array;
}

/** Lists, where each bucket begins in each of them, and the arrays of the result. Plain arrays, which may be in shared memory. */
export interface ContactMerge {
  readonly lists: readonly SortedContacts[];
  readonly bucketCount: number;
  /** Of each bucket and of the end: the position in the order of each list. */
  readonly bounds: Int32Array;
  readonly out: PackedContacts;
}

/** Contacts drawn per bucket: enough that the largest bucket has about one and a half times the mean size. */
const SAMPLES_PER_BUCKET = 16;

/** A result for at most `bucketCount` buckets, in `memory`. */
export function planMerge(
  lists: readonly SortedContacts[],
  bucketCount: number,
  memory: ArrayMemory = 'own',
): ContactMerge {
  const count = lists.reduce((sum, { list }) => sum + list.count, 0);
  const splitters = chooseSplitters(lists, count, bucketCount);
  const buckets = splitters.length + 1;
  const bounds = integersIn(memory, new Int32Array((buckets + 1) * lists.length));
  lists.forEach((sorted, l) => {
    for (let k = 0; k < splitters.length; k++) bounds[(k + 1) * lists.length + l] = positionOf(splitters[k], sorted);
    bounds[buckets * lists.length + l] = sorted.list.count;
  });
  return { lists, bucketCount: buckets, bounds, out: { count, ...createContactArrays(count, memory) } };
}

interface Splitter {
  readonly list: ContactList;
  readonly index: number;
}

/** First contacts of the buckets after the first one. Whole contacts, since aligned meshes have many with the same time. */
function chooseSplitters(lists: readonly SortedContacts[], count: number, bucketCount: number): Splitter[] {
  if (bucketCount <= 1) return [];
  const stride = Math.max(1, Math.floor(count / (SAMPLES_PER_BUCKET * bucketCount)));
  const samples: Splitter[] = [];
  for (const { list, order } of lists) {
    for (let k = stride >> 1; k < list.count; k += stride) samples.push({ list, index: order[k] });
  }
  samples.sort((p, q) => compareContacts(p.list, p.index, q.list, q.index));
  const buckets = Math.min(bucketCount, samples.length);
  return Array.from(
    { length: Math.max(0, buckets - 1) },
    (_, k) => samples[Math.floor(((k + 1) * samples.length) / buckets)],
  );
}

/** Number of contacts before a splitter. */
function positionOf({ list, index }: Splitter, sorted: SortedContacts): number {
  let low = 0;
  let high = sorted.list.count;
  while (low < high) {
    const midpoint = (low + high) >> 1;
    if (compareContacts(sorted.list, sorted.order[midpoint], list, index) < 0) low = midpoint + 1;
    else high = midpoint;
  }
  return low;
}

/** Writes the contacts of a bucket to the result. */
export function mergeBucket({ lists, bounds, out }: ContactMerge, bucket: number): void {
  const width = lists.length;
  const next = bounds.slice(bucket * width, (bucket + 1) * width);
  const ends = bounds.subarray((bucket + 1) * width, (bucket + 2) * width);
  const last = ends.reduce((sum, end) => sum + end, 0);
  for (let at = next.reduce((sum, begin) => sum + begin, 0); at < last; at++) {
    let first = -1;
    for (let l = 0; l < width; l++) {
      if (next[l] < ends[l] && (first < 0 || isBefore(lists[l], next[l], lists[first], next[first]))) first = l;
    }
    const { list, order } = lists[first];
    copyContact(out, at, list, order[next[first]++]);
  }
}

function isBefore(a: SortedContacts, p: number, b: SortedContacts, q: number): boolean {
  return compareContacts(a.list, a.order[p], b.list, b.order[q]) < 0;
}

function copyContact(out: ContactArrays, to: number, list: ContactList, from: number): void {
  out.kinds[to] = list.kinds[from];
  out.times[to] = list.times[from];
  out.faces[to] = list.faces[from];
  out.gapRates[to] = list.gapRates[from];
  for (let k = 0; k < 5; k++) out.nodes[5 * to + k] = list.nodes[5 * from + k];
  for (let k = 0; k < 4; k++) out.weights[4 * to + k] = list.weights[4 * from + k];
  for (let k = 0; k < 3; k++) {
    out.points[3 * to + k] = list.points[3 * from + k];
    out.normals[3 * to + k] = list.normals[3 * from + k];
  }
}

/** The merge, of the same arrays, as an object of this thread. */
export function attachMerge({ lists, bucketCount, bounds, out }: ContactMerge): ContactMerge {
  return {
    lists: lists.map(({ list, order }) => ({ list: attachContactList(list), order })),
    bucketCount,
    bounds,
    out: attachContactList({ ...out, memory: 'shared' }),
  };
}

/** All contacts of some lists, sorted by time, then by kind and nodes: an order that does not depend on the lists. */
export function sortContacts(lists: readonly ContactList[]): PackedContacts {
  const sorted = lists.map((list) => ({ list, order: new Int32Array(list.count) }));
  for (const { list, order } of sorted) orderContacts(order, list);
  const merge = planMerge(sorted, 1);
  mergeBucket(merge, 0);
  return merge.out;
}
