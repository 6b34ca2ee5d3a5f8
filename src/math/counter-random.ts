/**
 * Random numbers by index: a number depends on the seed, the stream and the index alone, so any of them can be computed
 * without the ones before it. The index is an integer below 2^53.
 */

/** Multipliers of the finalizer of MurmurHash3 (Appleby, 2011). */
const MIX_1 = 0x85ebca6b;
const MIX_2 = 0xc2b2ae35;
/** Fractional bits of the golden ratio: distinguishes the two words of a number. */
const GOLDEN = 0x9e3779b9;

function mix(word: number): number {
  let h = word ^ (word >>> 16);
  h = Math.imul(h, MIX_1);
  h ^= h >>> 13;
  h = Math.imul(h, MIX_2);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 32 random bits of four words: each word is mixed with the result of the words before it, in two rounds. */
export function hashWords(a: number, b: number, c: number, d: number): number {
  let h = mix(a ^ GOLDEN);
  h = mix(h ^ mix(b + GOLDEN));
  h = mix((Math.imul(h, 5) + 0x165667b1) ^ mix(c ^ MIX_1));
  h = mix((Math.imul(h, 5) + 0x27d4eb2f) ^ mix(d ^ MIX_2));
  return h;
}

/** Number `index` of a stream, uniform in (0, 1): an odd multiple of 2^-53, so neither 0 nor 1. */
export function uniformAt(seed: number, stream: number, index: number): number {
  const low = index >>> 0;
  const high = Math.floor(index / 2 ** 32);
  const key = mix(seed) ^ Math.imul(stream + 1, GOLDEN);
  const first = hashWords(key, stream, low, high);
  const second = hashWords(key ^ GOLDEN, first, low, high);
  // 26 bits of each word, and a last bit of one
  return ((first >>> 6) * 2 ** 27 + (second >>> 6) * 2 + 1) / 2 ** 53;
}

/** Rounds of the Feistel network; four make a pseudorandom permutation (Luby and Rackoff, 1988), six leave a margin. */
const ROUNDS = 6;

/**
 * Element `index` of a pseudorandom permutation of 0 ... count - 1, without a table: a Feistel network on the next even
 * number of bits, repeated until the result is below `count` (cycle walking). `count` is at most 2^52.
 */
export function permutedIndex(index: number, count: number, seed: number, stream: number): number {
  let bits = 1;
  while (2 ** (2 * bits) < count) bits++;
  const size = 2 ** bits;
  let at = index;
  do {
    let left = Math.floor(at / size);
    let right = at % size;
    for (let round = 0; round < ROUNDS; round++) {
      const next = (left ^ hashWords(seed, stream, right, round)) & (size - 1);
      left = right;
      right = next;
    }
    at = left * size + right;
  } while (at >= count);
  return at;
}
