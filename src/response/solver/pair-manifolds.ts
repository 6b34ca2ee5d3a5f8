import type { ContactRows } from './contact-rows.ts';
import { INVERSE_MASS, RECORD } from './solver-bodies.ts';

/**
 * Pairs of manifolds that the kernels solve side by side: of as many rows, and without a movable body in common, so that the result is that of
 * solving them one after the other. A manifold without a partner is paired with itself.
 */

/** Manifolds of one number of rows that wait for a partner at the same time; the oldest one remains without if there are more. */
const MAX_WAITING = 8;

/** Waiting manifolds by number of rows, at most 32: in a ring each, and the number of those that have come and gone. */
const waiting = new Int32Array(33 * MAX_WAITING);
const come = new Int32Array(33);
const gone = new Int32Array(33);

/** Ensures that the schedule covers all manifolds: by default they are solved in their own order. */
export function ensurePairs(contacts: ContactRows, records: Float64Array): void {
  const { schedule, manifoldCount } = contacts;
  if (schedule.manifoldCount === manifoldCount) return;
  schedule.pairCount = pairNeighbours(contacts, records, schedule.pairs, undefined, manifoldCount);
  schedule.manifoldCount = manifoldCount;
  schedule.chunkCount = 0;
}

/** Pairs manifolds that follow each other in the `list`, of all if it is undefined: the order stays. Returns the number of pairs. */
export function pairNeighbours(
  contacts: ContactRows,
  records: Float64Array,
  out: Int32Array,
  list: Int32Array | undefined,
  count: number,
): number {
  let pairCount = 0;
  for (let k = 0; k < count; pairCount++) {
    const first = list ? list[k] : k;
    out[2 * pairCount] = first;
    k++;
    const second = k < count ? (list ? list[k] : k) : first;
    const isPair = second !== first && canPair(contacts, records, first, second);
    out[2 * pairCount + 1] = isPair ? second : first;
    if (isPair) k++;
  }
  return pairCount;
}

/** Pairs the manifolds of `list` from index `from` to `to`, in about their order, behind the first `pairCount` pairs; returns the new number. */
export function pairWithin(
  contacts: ContactRows,
  records: Float64Array,
  list: Int32Array,
  from: number,
  to: number,
  pairCount: number,
): number {
  const { starts, schedule } = contacts;
  const { pairs } = schedule;
  let count = pairCount;
  come.fill(0);
  gone.fill(0);
  const append = (first: number, second: number) => {
    pairs[2 * count] = first;
    pairs[2 * count + 1] = second;
    count++;
  };
  for (let k = from; k < to; k++) {
    const manifold = list[k];
    const rows = starts[manifold + 1] - starts[manifold];
    const partner = takePartner(contacts, records, rows, manifold);
    if (partner >= 0) {
      append(partner, manifold);
      continue;
    }
    if (come[rows] - gone[rows] === MAX_WAITING) {
      const oldest = waiting[MAX_WAITING * rows + (gone[rows]++ % MAX_WAITING)];
      append(oldest, oldest);
    }
    waiting[MAX_WAITING * rows + (come[rows]++ % MAX_WAITING)] = manifold;
  }
  for (let rows = 0; rows < come.length; rows++) {
    for (; gone[rows] < come[rows]; gone[rows]++) {
      const left = waiting[MAX_WAITING * rows + (gone[rows] % MAX_WAITING)];
      append(left, left);
    }
  }
  return count;
}

/** Removes the oldest waiting manifold that fits from its ring; -1 if there is none. */
function takePartner(contacts: ContactRows, records: Float64Array, rows: number, manifold: number): number {
  const ring = MAX_WAITING * rows;
  for (let k = gone[rows]; k < come[rows]; k++) {
    const partner = waiting[ring + (k % MAX_WAITING)];
    if (!canPair(contacts, records, partner, manifold)) continue;
    // those before it move up
    for (let l = k; l > gone[rows]; l--) waiting[ring + (l % MAX_WAITING)] = waiting[ring + ((l - 1) % MAX_WAITING)];
    gone[rows]++;
    return partner;
  }
  return -1;
}

function canPair(
  { bodiesA, bodiesB, starts }: ContactRows,
  records: Float64Array,
  first: number,
  second: number,
): boolean {
  if (starts[first + 1] - starts[first] !== starts[second + 1] - starts[second]) return false;
  const a = bodiesA[first];
  const b = bodiesB[first];
  const c = bodiesA[second];
  const d = bodiesB[second];
  if ((a === c || a === d) && records[RECORD * a + INVERSE_MASS] > 0) return false;
  return !((b === c || b === d) && records[RECORD * b + INVERSE_MASS] > 0);
}
