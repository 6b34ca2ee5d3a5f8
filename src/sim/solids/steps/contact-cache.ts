import { PAIR_CACHE_LENGTH } from '../../../manifold/pair-cache.ts';
import type { Material } from '../../../response/material.ts';

/**
 * What is remembered of pairs of bodies from step to step, by the slot of the pair: where they touch, in the axes of the bodies,
 * and with which impulses. Each slot has a block of points of its own, so that pairs can be looked at in any order, or at once.
 */
export interface ContactCache {
  /** Where the arrays lie: `shareMemory` lets other threads see them. */
  allocate: (bytes: number) => ArrayBufferLike;
  /** How often arrays have been replaced by longer ones. */
  growths: number;
  /** Slots and points there is room for. */
  slotCapacity: number;
  pointCapacity: number;
  /** Points found, where the block begins, and how many it holds. */
  counts: Int32Array;
  blocks: Int32Array;
  capacities: Int32Array;
  /** Points of all blocks handed out so far, and blocks given back, by size. */
  pointCount: number;
  readonly freeNarrow: number[];
  readonly freeWide: number[];
  /**
   * `PLACE` numbers a slot: pose of B in the axes of A when the points were looked for (quaternion, position), the margin, and how far
   * apart the bodies were at least [m] if none were found.
   */
  places: Float64Array;
  /** Three numbers a slot: static friction, dynamic friction, restitution. */
  materials: Float64Array;
  /** 1: bodies that touch are only reported. */
  sensors: Uint8Array;
  /** 1: the bodies touched at the end of the last step. */
  touching: Uint8Array;
  /** The number of the step in which the pair was last looked at. */
  visited: Int32Array;
  /** `PAIR_CACHE_LENGTH` numbers a slot: what the last search knew. */
  caches: Float64Array;
  /** Points: places in the axes of A and of B, normals in those of A; xyz each. */
  anchorsA: Float64Array;
  anchorsB: Float64Array;
  normals: Float64Array;
  features: Int32Array;
  /** `CACHED_IMPULSE` numbers a point: push, drag (a vector in world axes), mean of the push [N s], all of a substep; age in steps. */
  impulses: Float64Array;
}

/** Multiplies all impulses by `factor`: those of a substep that is as much longer. */
export function scaleImpulses({ impulses, pointCount }: ContactCache, factor: number): void {
  for (let i = 0; i < CACHED_IMPULSE * pointCount; i += CACHED_IMPULSE) {
    for (let k = 0; k < CACHED_AGE; k++) impulses[i + k] *= factor;
  }
}

/** What a search reads and writes of it. */
export type SearchCache = Pick<
  ContactCache,
  | 'counts'
  | 'blocks'
  | 'capacities'
  | 'places'
  | 'caches'
  | 'anchorsA'
  | 'anchorsB'
  | 'normals'
  | 'features'
  | 'impulses'
>;

export const PLACE = 9;
export const PLACE_MARGIN = 7;
export const PLACE_APART = 8;
export const CACHED_IMPULSE = 6;
export const CACHED_MEAN = 4;
export const CACHED_AGE = 5;
/** Points of a pair of convex bodies, at most, and of any other pair. */
const NARROW = 4;
const WIDE = 32;
/** Points that a block may hold. */
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
    materials: new Float64Array(),
    sensors: new Uint8Array(),
    touching: new Uint8Array(),
    visited: new Int32Array(),
    caches: new Float64Array(),
    anchorsA: new Float64Array(),
    anchorsB: new Float64Array(),
    normals: new Float64Array(),
    features: new Int32Array(),
    impulses: new Float64Array(),
  };
  reserveSlots(cache, FIRST_SLOTS);
  reservePoints(cache, NARROW * FIRST_SLOTS);
  return cache;
}

/** Makes room for slots 0 to `count` - 1. */
export function reserveSlots(cache: ContactCache, count: number): void {
  if (count <= cache.slotCapacity) return;
  cache.slotCapacity = Math.max(count, 2 * cache.slotCapacity);
  renewSlots(cache);
}

/** Makes room for points 0 to `count` - 1. */
export function reservePoints(cache: ContactCache, count: number): void {
  if (count <= cache.pointCapacity) return;
  cache.pointCapacity = Math.max(count, 2 * cache.pointCapacity);
  renewPoints(cache);
}

/** Moves all to memory that other threads can be given. */
export function shareMemory(cache: ContactCache): void {
  cache.allocate = (bytes) => new SharedArrayBuffer(bytes);
  renewSlots(cache);
  renewPoints(cache);
}

/** New arrays for slots, as long as there shall be room, with what the old ones hold. */
function renewSlots(cache: ContactCache): void {
  const room = cache.slotCapacity;
  cache.growths++;
  cache.counts = renewed(cache, cache.counts, room);
  cache.blocks = renewed(cache, cache.blocks, room);
  cache.capacities = renewed(cache, cache.capacities, room);
  cache.places = renewed(cache, cache.places, PLACE * room);
  cache.materials = renewed(cache, cache.materials, 3 * room);
  cache.sensors = renewed(cache, cache.sensors, room);
  cache.touching = renewed(cache, cache.touching, room);
  cache.visited = renewed(cache, cache.visited, room);
  cache.caches = renewed(cache, cache.caches, PAIR_CACHE_LENGTH * room);
}

function renewPoints(cache: ContactCache): void {
  const room = cache.pointCapacity;
  cache.growths++;
  cache.anchorsA = renewed(cache, cache.anchorsA, 3 * room);
  cache.anchorsB = renewed(cache, cache.anchorsB, 3 * room);
  cache.normals = renewed(cache, cache.normals, 3 * room);
  cache.features = renewed(cache, cache.features, room);
  cache.impulses = renewed(cache, cache.impulses, CACHED_IMPULSE * room);
}

type Packed = Float64Array | Int32Array | Uint8Array;

function renewed<Numbers extends Packed>(cache: ContactCache, old: Numbers, length: number): Numbers {
  const Numbers = old.constructor as new (buffer: ArrayBufferLike) => Numbers;
  const longer = new Numbers(cache.allocate(old.BYTES_PER_ELEMENT * length));
  longer.set(old);
  return longer;
}

/** A slot for a new pair, of which nothing is known yet. `wide`: one of the bodies is not convex. */
export function openSlot(cache: ContactCache, slot: number, material: Material, trigger: boolean, wide: boolean): void {
  reserveSlots(cache, slot + 1);
  const free = wide ? cache.freeWide : cache.freeNarrow;
  const capacity = wide ? WIDE : NARROW;
  const block = free.pop() ?? cache.pointCount;
  if (block === cache.pointCount) {
    cache.pointCount += capacity;
    reservePoints(cache, cache.pointCount);
  }
  cache.blocks[slot] = block;
  cache.capacities[slot] = capacity;
  cache.counts[slot] = 0;
  // the pose of no pair: a quaternion of length zero
  cache.places.fill(0, PLACE * slot, PLACE * slot + PLACE);
  const frictionless = material.frictionLaw === 'none';
  cache.materials[3 * slot] = frictionless ? 0 : material.staticFriction;
  cache.materials[3 * slot + 1] = frictionless ? 0 : material.dynamicFriction;
  cache.materials[3 * slot + 2] = material.restitution;
  cache.sensors[slot] = trigger ? 1 : 0;
  cache.touching[slot] = 0;
  cache.visited[slot] = -1;
  cache.caches.fill(0, PAIR_CACHE_LENGTH * slot, PAIR_CACHE_LENGTH * (slot + 1));
}

/** The pair has gone: its block may go to another. */
export function closeSlot(cache: ContactCache, slot: number): void {
  (cache.capacities[slot] === WIDE ? cache.freeWide : cache.freeNarrow).push(cache.blocks[slot]);
}
