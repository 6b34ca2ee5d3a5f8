import { PAIR_CACHE_LENGTH } from '../../../manifold/pair-cache.ts';
import type { Material } from '../../../response/material.ts';
import { MAX_MANIFOLD_ROWS } from '../../../response/solver/solver-memory.ts';

/**
 * Data of body pairs cached from step to step, by pair slot: contact points in the axes of the bodies,
 * and their impulses. Each slot has its own block of points, so that pairs can be searched in any order, or in parallel.
 */
export interface ContactCache {
  /** Allocates the arrays: `shareMemory` makes them visible to other threads. */
  allocate: (bytes: number) => ArrayBufferLike;
  /** Number of reallocations. */
  growths: number;
  /** Capacity in slots and points. */
  slotCapacity: number;
  pointCapacity: number;
  /** Number of points found, start of the block, and its capacity. */
  counts: Int32Array;
  blocks: Int32Array;
  capacities: Int32Array;
  /** Number of points of all allocated blocks, and free blocks, by size. */
  pointCount: number;
  readonly freeNarrow: number[];
  readonly freeWide: number[];
  /**
   * `PLACE` numbers per slot: pose of B in the axes of A at the last search (quaternion, position), the margin, and a lower bound of the
   * distance of the bodies [m] if no points were found.
   */
  places: Float64Array;
  /**
   * `SLACK` numbers per slot, for `needsSearch`: how far the bodies may move before the search has anything to do. No part of the state:
   * without them the search finds the same.
   */
  slacks: Float64Array;
  /** Three numbers per slot: static friction, dynamic friction, restitution. */
  materials: Float64Array;
  /** Two numbers per slot: lever arms of rolling and spinning resistance [m]. */
  resistances: Float64Array;
  /** Whether one of them has ever been positive: else they and the angular impulses are all zero. */
  resisting: boolean;
  /** Three numbers per slot: angular impulse of these resistances in a substep, world axes [N m s]. */
  angularImpulses: Float64Array;
  /** Sum of the normal impulses of a substep, averaged over the last seconds [N s]. */
  loads: Float64Array;
  /** 1: a trigger, overlaps are only reported. */
  sensors: Uint8Array;
  /** 1: the bodies touched at the end of the last step. */
  touching: Uint8Array;
  /** Number of the step in which the pair was last searched. */
  visited: Int32Array;
  /** `PAIR_CACHE_LENGTH` numbers per slot: warm-start data of the last search. */
  caches: Float64Array;
  /**
   * `POINT` numbers per point: the normal in the axes of A, the position on A in its axes, and that on B in its axes; xyz each. One array: the
   * points of a large world are read from memory in every step.
   */
  points: Float64Array;
  features: Int32Array;
  /**
   * `CACHED_IMPULSE` numbers per point: normal impulse and friction impulse (a vector in world axes), both of a substep [N s].
   */
  impulses: Float64Array;
}

/** Multiplies all impulses by `factor`, for substeps of another length. */
export function scaleImpulses({ impulses, angularImpulses, loads, pointCount }: ContactCache, factor: number): void {
  for (let i = 0; i < CACHED_IMPULSE * pointCount; i++) impulses[i] *= factor;
  for (let slot = 0; slot < loads.length; slot++) loads[slot] *= factor;
  for (let k = 0; k < angularImpulses.length; k++) angularImpulses[k] *= factor;
}

/** Fields that a search reads and writes. */
export type SearchCache = Pick<
  ContactCache,
  'counts' | 'blocks' | 'capacities' | 'places' | 'slacks' | 'caches' | 'points' | 'features' | 'impulses'
>;

export const PLACE = 9;
export const PLACE_MARGIN = 7;
export const PLACE_APART = 8;
/** Slack, lever arm of rotations, and margin [m], set by the search; sums of the travels of both bodies at that time [m], [rad]. */
export const SLACK = 5;
export const SLACK_ARM = 1;
export const SLACK_MARGIN = 2;
export const SLACK_TRAVEL = 3;
export const CACHED_IMPULSE = 4;
export const POINT = 9;
export const ANCHOR_A = 3;
export const ANCHOR_B = 6;
/** Maximum number of points of a pair of convex bodies, and of any other pair. */
const NARROW = 4;
const WIDE = MAX_MANIFOLD_ROWS;
/** Block sizes in points. */
export const BLOCK_SIZES = [NARROW, WIDE] as const;
const FIRST_SLOTS = 64;

export function createContactCache(): ContactCache {
  const cache: ContactCache = {
    allocate: (bytes) => new ArrayBuffer(bytes),
    growths: 0,
    slotCapacity: 0,
    pointCapacity: 0,
    counts: new Int32Array(),
    blocks: new Int32Array(),
    capacities: new Int32Array(),
    pointCount: 0,
    freeNarrow: [],
    freeWide: [],
    places: new Float64Array(),
    slacks: new Float64Array(),
    materials: new Float64Array(),
    resistances: new Float64Array(),
    resisting: false,
    angularImpulses: new Float64Array(),
    loads: new Float64Array(),
    sensors: new Uint8Array(),
    touching: new Uint8Array(),
    visited: new Int32Array(),
    caches: new Float64Array(),
    points: new Float64Array(),
    features: new Int32Array(),
    impulses: new Float64Array(),
  };
  reserveSlots(cache, FIRST_SLOTS);
  reservePoints(cache, NARROW * FIRST_SLOTS);
  return cache;
}

/** Ensures capacity for slots 0 to `count` - 1. */
export function reserveSlots(cache: ContactCache, count: number): void {
  if (count <= cache.slotCapacity) return;
  cache.slotCapacity = Math.max(count, 2 * cache.slotCapacity);
  growSlots(cache);
}

/** Ensures capacity for points 0 to `count` - 1. */
export function reservePoints(cache: ContactCache, count: number): void {
  if (count <= cache.pointCapacity) return;
  cache.pointCapacity = Math.max(count, 2 * cache.pointCapacity);
  growPoints(cache);
}

/** Moves all arrays to memory that can be passed to other threads. */
export function shareMemory(cache: ContactCache): void {
  cache.allocate = (bytes) => new SharedArrayBuffer(bytes);
  growSlots(cache);
  growPoints(cache);
}

/** Reallocates the arrays of slots to their capacity, with the old content. */
function growSlots(cache: ContactCache): void {
  const capacity = cache.slotCapacity;
  cache.growths++;
  cache.counts = renewed(cache, cache.counts, capacity);
  cache.blocks = renewed(cache, cache.blocks, capacity);
  cache.capacities = renewed(cache, cache.capacities, capacity);
  cache.places = renewed(cache, cache.places, PLACE * capacity);
  cache.slacks = renewed(cache, cache.slacks, SLACK * capacity);
  cache.materials = renewed(cache, cache.materials, 3 * capacity);
  cache.resistances = renewed(cache, cache.resistances, 2 * capacity);
  cache.angularImpulses = renewed(cache, cache.angularImpulses, 3 * capacity);
  cache.loads = renewed(cache, cache.loads, capacity);
  cache.sensors = renewed(cache, cache.sensors, capacity);
  cache.touching = renewed(cache, cache.touching, capacity);
  cache.visited = renewed(cache, cache.visited, capacity);
  cache.caches = renewed(cache, cache.caches, PAIR_CACHE_LENGTH * capacity);
}

function growPoints(cache: ContactCache): void {
  const capacity = cache.pointCapacity;
  cache.growths++;
  cache.points = renewed(cache, cache.points, POINT * capacity);
  cache.features = renewed(cache, cache.features, capacity);
  cache.impulses = renewed(cache, cache.impulses, CACHED_IMPULSE * capacity);
}

type Packed = Float64Array | Int32Array | Uint8Array;

function renewed<Numbers extends Packed>(cache: ContactCache, old: Numbers, length: number): Numbers {
  const Numbers = old.constructor as new (buffer: ArrayBufferLike) => Numbers;
  const longer = new Numbers(cache.allocate(old.BYTES_PER_ELEMENT * length));
  longer.set(old);
  return longer;
}

/** Opens a slot for a new pair, without cached data. `wide`: one of the bodies is not convex. */
export function openSlot(cache: ContactCache, slot: number, material: Material, trigger: boolean, wide: boolean): void {
  reserveSlots(cache, slot + 1);
  const free = wide ? cache.freeWide : cache.freeNarrow;
  const capacity = wide ? WIDE : NARROW;
  const block = free.pop() ?? cache.pointCount;
  if (block === cache.pointCount) {
    cache.pointCount += capacity;
    reservePoints(cache, cache.pointCount);
  }
  clearPoints(cache, block, capacity);
  cache.blocks[slot] = block;
  cache.capacities[slot] = capacity;
  cache.counts[slot] = 0;
  // not the pose of any pair: a quaternion of length zero
  clear(cache.places, PLACE * slot, PLACE * slot + PLACE);
  cache.slacks[SLACK * slot] = -1;
  setSlotMaterial(cache, slot, material);
  cache.angularImpulses.fill(0, 3 * slot, 3 * slot + 3);
  cache.loads[slot] = 0;
  cache.sensors[slot] = trigger ? 1 : 0;
  cache.touching[slot] = 0;
  cache.visited[slot] = -1;
  clear(cache.caches, PAIR_CACHE_LENGTH * slot, PAIR_CACHE_LENGTH * (slot + 1));
}

/** For a few numbers a loop is faster than `fill`. */
function clear(numbers: Float64Array, from: number, to: number): void {
  for (let k = from; k < to; k++) numbers[k] = 0;
}

/** No data of earlier pairs: equal worlds then have equal snapshots, whatever they did before. */
function clearPoints(cache: ContactCache, block: number, capacity: number): void {
  const end = block + capacity;
  clear(cache.points, POINT * block, POINT * end);
  for (let point = block; point < end; point++) cache.features[point] = 0;
  clear(cache.impulses, CACHED_IMPULSE * block, CACHED_IMPULSE * end);
}

/** Sets friction and restitution of a pair. */
export function setSlotMaterial(cache: ContactCache, slot: number, material: Material): void {
  const frictionless = material.frictionLaw === 'none';
  cache.materials[3 * slot] = frictionless ? 0 : material.staticFriction;
  cache.materials[3 * slot + 1] = frictionless ? 0 : material.dynamicFriction;
  cache.materials[3 * slot + 2] = material.restitution;
  cache.resistances[2 * slot] = material.rollingFriction;
  cache.resistances[2 * slot + 1] = material.spinningFriction;
  if (material.rollingFriction > 0 || material.spinningFriction > 0) cache.resisting = true;
}

/** The pair no longer exists: its block can be reused. */
export function closeSlot(cache: ContactCache, slot: number): void {
  (cache.capacities[slot] === WIDE ? cache.freeWide : cache.freeNarrow).push(cache.blocks[slot]);
}
