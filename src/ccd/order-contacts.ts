/** The order of contacts: by time, then by kind and nodes. It does not depend on how the contacts were found. */
import { CONTACT_KINDS, type ContactArrays, type ContactList } from './packed-contacts.ts';

/** Three digits cover the 32 bits of a key; their counters fit into the first cache. */
const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;

const counters = new Int32Array(DIGITS + 1);
const timeBits = new DataView(new ArrayBuffer(8));
/** Grow with the largest list. */
let keys = new Uint32Array(1024);
let exchange = new Int32Array(1024);

/** Writes the indices of the contacts of `list` to the beginning of `order`, sorted. */
export function orderContacts(order: Int32Array, list: ContactList): void {
  const { count } = list;
  if (keys.length < count) {
    keys = new Uint32Array(2 * count);
    exchange = new Int32Array(2 * count);
  }
  setUpperBits(list.times, count);
  for (let i = 0; i < count; i++) exchange[i] = i;
  sortByDigit(exchange, order, 0, count);
  sortByDigit(order, exchange, DIGIT_BITS, count);
  sortByDigit(exchange, order, 2 * DIGIT_BITS, count);
  completeOrder(order, list);
}

/** Keys: the upper 32 bits of times, which are not negative. Bits of doubles have the order of the values, and these separate nearly all of them. */
function setUpperBits(times: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    // -0 has other bits than 0
    timeBits.setFloat64(0, times[i] + 0);
    keys[i] = timeBits.getUint32(0);
  }
}

/** One pass of a radix sort. */
function sortByDigit(from: Int32Array, to: Int32Array, shift: number, count: number): void {
  counters.fill(0);
  for (let i = 0; i < count; i++) counters[((keys[i] >>> shift) & (DIGITS - 1)) + 1]++;
  for (let digit = 0; digit < DIGITS; digit++) counters[digit + 1] += counters[digit];
  for (let k = 0; k < count; k++) to[counters[(keys[from[k]] >>> shift) & (DIGITS - 1)]++] = from[k];
}

/** Sorts contacts whose times have the same upper bits, which are next to each other in `order`. */
function completeOrder(order: Int32Array, list: ContactList): void {
  const { count } = list;
  const compare = (i: number, j: number): number => compareContacts(list, i, list, j);
  for (let from = 0, to = 1; from < count; from = to++) {
    while (to < count && keys[order[to]] === keys[order[from]]) to++;
    if (to - from > 1) order.subarray(from, to).sort(compare);
  }
}

/** Negative if contact i of `a` comes before contact j of `b`. */
export function compareContacts(a: ContactArrays, i: number, b: ContactArrays, j: number): number {
  if (a.times[i] !== b.times[j]) return a.times[i] - b.times[j];
  // names of kinds in alphabetical order
  if (a.kinds[i] !== b.kinds[j]) return CONTACT_KINDS[a.kinds[i]] < CONTACT_KINDS[b.kinds[j]] ? -1 : 1;
  for (let k = 0; k < 5; k++) {
    if (a.nodes[5 * i + k] !== b.nodes[5 * j + k]) return a.nodes[5 * i + k] - b.nodes[5 * j + k];
  }
  return 0;
}
