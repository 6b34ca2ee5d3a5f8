import { PAIR_CACHE_LENGTH } from '../../../narrow/space/contact/pair-cache.ts';
import type { Material } from '../../../response/material.ts';

/**
 * What is remembered of pairs of bodies from step to step, by the slot of the pair: where they touch, in the axes of the bodies,
 * and with which impulses. Each slot has a block of points of its own, so that pairs can be looked at in any order, or at once.
 */
export interface ContactMemory {
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
  /** `TRACE` numbers a point: push, drag (a vector in world axes), mean of the push [N s], all of a substep; age in steps. */
  impulses: Float64Array;
}

/** Multiplies all impulses by `factor`: those of a substep that is as much longer. */
export function scaleImpulses({ impulses, pointCount }: ContactMemory, factor: number): void {
  for (let i = 0; i < TRACE * pointCount; i += TRACE) {
    for (let k = 0; k < TRACE_AGE; k++) impulses[i + k] *= factor;
  }
}

/** What a search reads and writes of it. */
export type SearchMemory = Pick<
  ContactMemory,
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
export const TRACE = 6;
export const TRACE_MEAN = 4;
export const TRACE_AGE = 5;
/** Points of a pair of convex bodies, at most, and of any other pair. */
const NARROW = 4;
const WIDE = 32;
/** Points that a block may hold. */
export const BLOCK_SIZES = [NARROW, WIDE] as const;
const FIRST_SLOTS = 64;

export function createContactMemory(): ContactMemory {
  const memory: ContactMemory = {
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
  reserveSlots(memory, FIRST_SLOTS);
  reservePoints(memory, NARROW * FIRST_SLOTS);
  return memory;
}

/** Makes room for slots 0 to `count` - 1. */
export function reserveSlots(memory: ContactMemory, count: number): void {
  if (count <= memory.slotCapacity) return;
  memory.slotCapacity = Math.max(count, 2 * memory.slotCapacity);
  renewSlots(memory);
}

/** Makes room for points 0 to `count` - 1. */
export function reservePoints(memory: ContactMemory, count: number): void {
  if (count <= memory.pointCapacity) return;
  memory.pointCapacity = Math.max(count, 2 * memory.pointCapacity);
  renewPoints(memory);
}

/** Moves all to memory that other threads can be given. */
export function shareMemory(memory: ContactMemory): void {
  memory.allocate = (bytes) => new SharedArrayBuffer(bytes);
  renewSlots(memory);
  renewPoints(memory);
}

/** New arrays for slots, as long as there shall be room, with what the old ones hold. */
function renewSlots(memory: ContactMemory): void {
  const room = memory.slotCapacity;
  memory.growths++;
  memory.counts = renewed(memory, memory.counts, room);
  memory.blocks = renewed(memory, memory.blocks, room);
  memory.capacities = renewed(memory, memory.capacities, room);
  memory.places = renewed(memory, memory.places, PLACE * room);
  memory.materials = renewed(memory, memory.materials, 3 * room);
  memory.sensors = renewed(memory, memory.sensors, room);
  memory.touching = renewed(memory, memory.touching, room);
  memory.visited = renewed(memory, memory.visited, room);
  memory.caches = renewed(memory, memory.caches, PAIR_CACHE_LENGTH * room);
}

function renewPoints(memory: ContactMemory): void {
  const room = memory.pointCapacity;
  memory.growths++;
  memory.anchorsA = renewed(memory, memory.anchorsA, 3 * room);
  memory.anchorsB = renewed(memory, memory.anchorsB, 3 * room);
  memory.normals = renewed(memory, memory.normals, 3 * room);
  memory.features = renewed(memory, memory.features, room);
  memory.impulses = renewed(memory, memory.impulses, TRACE * room);
}

type Packed = Float64Array | Int32Array | Uint8Array;

function renewed<Numbers extends Packed>(memory: ContactMemory, old: Numbers, length: number): Numbers {
  const Numbers = old.constructor as new (buffer: ArrayBufferLike) => Numbers;
  const longer = new Numbers(memory.allocate(old.BYTES_PER_ELEMENT * length));
  longer.set(old);
  return longer;
}

/** A slot for a new pair, of which nothing is known yet. `wide`: one of the bodies is not convex. */
export function openSlot(
  memory: ContactMemory,
  slot: number,
  material: Material,
  sensor: boolean,
  wide: boolean,
): void {
  reserveSlots(memory, slot + 1);
  const free = wide ? memory.freeWide : memory.freeNarrow;
  const capacity = wide ? WIDE : NARROW;
  const block = free.pop() ?? memory.pointCount;
  if (block === memory.pointCount) {
    memory.pointCount += capacity;
    reservePoints(memory, memory.pointCount);
  }
  memory.blocks[slot] = block;
  memory.capacities[slot] = capacity;
  memory.counts[slot] = 0;
  // the pose of no pair: a quaternion of length zero
  memory.places.fill(0, PLACE * slot, PLACE * slot + PLACE);
  const frictionless = material.frictionLaw === 'none';
  memory.materials[3 * slot] = frictionless ? 0 : material.staticFriction;
  memory.materials[3 * slot + 1] = frictionless ? 0 : material.dynamicFriction;
  memory.materials[3 * slot + 2] = material.restitution;
  memory.sensors[slot] = sensor ? 1 : 0;
  memory.touching[slot] = 0;
  memory.visited[slot] = -1;
  memory.caches.fill(0, PAIR_CACHE_LENGTH * slot, PAIR_CACHE_LENGTH * (slot + 1));
}

/** The pair has gone: its block may go to another. */
export function closeSlot(memory: ContactMemory, slot: number): void {
  (memory.capacities[slot] === WIDE ? memory.freeWide : memory.freeNarrow).push(memory.blocks[slot]);
}
