import { IN_TREE, REMOVED } from '../../../broad/persistent-pairs.ts';
import { PAIR_CACHE_LENGTH } from '../../../manifold/pair-cache.ts';
import { createLedgerTotals } from '../../ledger-totals.ts';
import { BLOCK_SIZES, CACHED_IMPULSE, PLACE, POINT } from './contact-cache.ts';
import { REST_MOTION } from './step-world.ts';

/** Quaternions have length 1 to machine precision; this is far above that, and far below a visible error. */
const UNIT_TOLERANCE = 1e-6;
/** Numbers of a body: position, orientation, velocity, angular velocity. */
const BODY = 13;

class ContentError extends Error {}

/**
 * The first error in the content of a snapshot, with the name of the field; undefined if a world of as many bodies can resume from
 * it. It may come from any source, so everything that the steps rely on is checked: lengths, finite numbers, unit quaternions, indices.
 */
export function snapshotViolation(snapshot: unknown): string | undefined {
  try {
    checkState(snapshot);
    return undefined;
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  }
}

type Members = Readonly<Record<string, unknown>>;
type Packed = Float64Array | Int32Array | Uint8Array;
type Test = readonly [isValid: (value: number) => boolean, expected: string];

const FINITE: Test = [Number.isFinite, 'a finite number'];
const NUMBER: Test = [(value) => !Number.isNaN(value), 'a number'];
const NOT_NEGATIVE: Test = [(value) => value >= 0 && value < Infinity, 'a finite number, 0 or more'];
const FLAG: Test = [(value) => value === 0 || value === 1, '0 or 1'];
const range = (from: number, to: number): Test => [
  (value) => Number.isInteger(value) && value >= from && value <= to,
  `an integer from ${from} to ${to}`,
];

function members(value: unknown, name: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new ContentError(`${name}: missing, expected an object`);
}

function check(name: string, value: unknown, [isValid, expected]: Test): number {
  if (typeof value === 'number' && isValid(value)) return value;
  throw new ContentError(`${name}: expected ${expected}, got ${String(value).slice(0, 40)}`);
}

/** `length` packed numbers of a type, all of which pass a test. */
function packed<P extends Packed>(
  from: Members,
  name: string,
  type: new (length: number) => P,
  length: number,
  test: Test,
): P {
  const found = from[name];
  if (!(found instanceof type)) throw new ContentError(`${name}: missing, expected a ${type.name}`);
  if (found.length !== length) throw new ContentError(`${name}: expected ${length} numbers, got ${found.length}`);
  for (let i = 0; i < length; i++) if (!test[0](found[i])) check(`${name}[${i}]`, found[i], test);
  return found;
}

/** The same for a length that is not otherwise known. */
function packedList(from: Members, name: string, test: Test): Int32Array {
  const found = from[name];
  return packed(from, name, Int32Array, found instanceof Int32Array ? found.length : 0, test);
}

function checkState(given: unknown): void {
  const state = members(given, 'state');
  const { bodies } = state;
  const count = bodies instanceof Float64Array ? Math.floor(bodies.length / BODY) : 0;
  check('time', state['time'], NOT_NEGATIVE);
  check('stepCount', state['stepCount'], range(0, Number.MAX_SAFE_INTEGER));
  checkBalance(members(state['totals'], 'totals'));
  checkUnit('bodies', packed(state, 'bodies', Float64Array, BODY * count, FINITE).subarray(3 * count, 7 * count), 4);
  packed(state, 'asleep', Uint8Array, count, FLAG);
  packed(state, 'restTimes', Float64Array, count, NOT_NEGATIVE);
  packed(state, 'restMotions', Float64Array, REST_MOTION * count, FINITE);
  packed(state, 'groups', Int32Array, count, range(0, count - 1));
  packed(state, 'boxes', Float64Array, 6 * count, NUMBER);
  const fatBoxes = packed(state, 'fatBoxes', Float64Array, 6 * count, NUMBER);
  const places = packed(state, 'places', Uint8Array, count, range(0, REMOVED));
  for (let i = 0; i < 6 * count; i++) {
    if (places[Math.floor(i / 6)] === IN_TREE) check(`fatBoxes[${i}]`, fatBoxes[i], FINITE);
  }
  const live = checkPairs(members(state['pairs'], 'pairs'), count);
  checkCache(members(state['cache'], 'cache'), live);
}

function checkBalance(totals: Members): void {
  for (const [name, like] of Object.entries(createLedgerTotals())) {
    if (typeof like === 'number') check(`totals.${name}`, totals[name], FINITE);
    else {
      const vector = members(totals[name], `totals.${name}`);
      for (const axis of ['x', 'y', 'z']) check(`totals.${name}.${axis}`, vector[axis], FINITE);
    }
  }
}

/** Checks that every `stride` numbers begin with a unit quaternion; `or`: another accepted length. */
function checkUnit(name: string, from: Float64Array, stride: number, or = 1): void {
  for (let at = 0; at < from.length; at += stride) {
    const size = Math.sqrt(from[at] ** 2 + from[at + 1] ** 2 + from[at + 2] ** 2 + from[at + 3] ** 2);
    if (Math.abs(size - 1) > UNIT_TOLERANCE && size !== or) {
      throw new ContentError(
        `${name}: expected a unit quaternion of body or pair ${at / stride}, got one of length ${size}`,
      );
    }
  }
}

/** Slots that hold a pair: 1 for each. Every slot holds one, has just lost it, or is free. */
function checkPairs(pairs: Members, count: number): Uint8Array {
  const first = packedList(pairs, 'first', range(0, count - 1));
  const slotCount = first.length;
  const second = packed(pairs, 'second', Int32Array, slotCount, range(0, count - 1));
  const order = first.findIndex((body, slot) => body >= second[slot]);
  if (order >= 0) throw new ContentError(`pairs.first[${order}]: expected a smaller index than pairs.second[${order}]`);
  const uses = new Uint8Array(slotCount);
  for (const name of ['slots', 'freeSlots', 'dropped']) {
    for (const slot of packedList(pairs, name, range(0, slotCount - 1))) uses[slot]++;
  }
  const odd = uses.findIndex((times) => times !== 1);
  if (odd >= 0)
    throw new ContentError(`pairs: expected slot ${odd} once in slots, freeSlots or dropped, got ${uses[odd]} times`);
  const slots = packedList(pairs, 'slots', range(0, slotCount - 1));
  const key = (slot: number) => first[slot] * count + second[slot];
  for (let k = 1; k < slots.length; k++) {
    if (!(key(slots[k - 1]) < key(slots[k])))
      throw new ContentError(`pairs.slots[${k}]: expected slots sorted by their bodies`);
  }
  const live = new Uint8Array(slotCount);
  for (const slot of slots) live[slot] = 1;
  return live;
}

function checkCache(cache: Members, live: Uint8Array): void {
  const slotCount = live.length;
  const pointCount = check('cache.pointCount', cache['pointCount'], range(0, 2 ** 31 - 1));
  packed(cache, 'points', Float64Array, POINT * pointCount, FINITE);
  packed(cache, 'features', Int32Array, pointCount, FINITE);
  packed(cache, 'impulses', Float64Array, CACHED_IMPULSE * pointCount, FINITE);
  packed(cache, 'materials', Float64Array, 3 * slotCount, NOT_NEGATIVE);
  packed(cache, 'resistances', Float64Array, 2 * slotCount, NOT_NEGATIVE);
  packed(cache, 'angularImpulses', Float64Array, 3 * slotCount, FINITE);
  packed(cache, 'loads', Float64Array, slotCount, NOT_NEGATIVE);
  packed(cache, 'sensors', Uint8Array, slotCount, FLAG);
  packed(cache, 'touching', Uint8Array, slotCount, FLAG);
  packed(cache, 'visited', Int32Array, slotCount, range(-1, 2 ** 31 - 1));
  checkUnit('cache.places', packed(cache, 'places', Float64Array, PLACE * slotCount, NUMBER), PLACE, 0);
  checkCaches(packed(cache, 'caches', Float64Array, PAIR_CACHE_LENGTH * slotCount, FINITE));
  checkBlocks(cache, live, pointCount);
}

/** See `packPairCache`: the number of vertex pairs, their indices, and a direction. */
function checkCaches(caches: Float64Array): void {
  for (let at = 0; at < caches.length; at += PAIR_CACHE_LENGTH) {
    check(`cache.caches[${at}]`, caches[at], range(0, 3));
    for (let k = at + 1; k < at + 7; k++) check(`cache.caches[${k}]`, caches[k], range(0, 2 ** 31 - 1));
  }
}

/** Blocks of points, of pairs and free ones, must not overlap. */
function checkBlocks(cache: Members, live: Uint8Array, pointCount: number): void {
  const [narrow, wide] = BLOCK_SIZES;
  const slotCount = live.length;
  const isSize: Test = [(size) => size === narrow || size === wide, `${narrow} or ${wide}`];
  const capacities = packed(cache, 'capacities', Int32Array, slotCount, isSize);
  const counts = packed(cache, 'counts', Int32Array, slotCount, range(0, wide));
  const blocks = packed(cache, 'blocks', Int32Array, slotCount, range(0, pointCount));
  const taken = new Uint8Array(pointCount);
  const take = (name: string, block: number, size: number) => {
    check(name, block, range(0, pointCount - size));
    if (taken.subarray(block, block + size).includes(1))
      throw new ContentError(`${name}: its points belong to another block`);
    taken.fill(1, block, block + size);
  };
  for (let slot = 0; slot < slotCount; slot++) {
    if (live[slot] === 0) continue;
    check(`cache.counts[${slot}]`, counts[slot], range(0, capacities[slot]));
    take(`cache.blocks[${slot}]`, blocks[slot], capacities[slot]);
  }
  for (const [name, size] of [['freeNarrow', narrow] as const, ['freeWide', wide] as const]) {
    const free = cache[name];
    if (!Array.isArray(free)) throw new ContentError(`cache.${name}: missing, expected a list`);
    for (const [i, block] of free.entries()) take(`cache.${name}[${i}]`, block, size);
  }
}
