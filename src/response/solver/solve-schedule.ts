import type { ContactRows } from './contact-rows.ts';
import { ensurePairs, pairWithin } from './pair-manifolds.ts';
import { INVERSE_MASS, RECORD } from './solver-bodies.ts';
import {
  CHUNK,
  CHUNK_LEVEL_END,
  CHUNK_REGION,
  clearSchedule,
  MAX_CHUNKS,
  MAX_SLABS,
  REGIONS,
} from './solver-memory.ts';

/**
 * Order in which the manifolds of a large world are solved, so that several threads can do it with the bits of one. The bodies are divided into
 * slabs along the axis in which they extend farthest. First come the manifolds between bodies of one slab, slab by slab; then those between a
 * slab and the next one, first of the slabs with an even index, then with an odd one; then all others, of bodies that are longer than a slab
 * is thick. Manifolds of different slabs in one of these four levels have no movable body in common. The slabs do not depend on the number of
 * threads. In a small world there is one slab: the manifolds are solved in their own order. Within a slab they are solved in pairs.
 */

/** Worlds with fewer manifolds have one slab: several threads are not worth it. */
const MIN_MANIFOLDS = 512;
/** A slab has at least this many manifolds, and is this many times as thick as the mean distance of two bodies along the axis. */
const MIN_SLAB = 32;
const MIN_THICKNESS = 4;
/** Fraction of the manifolds that may be between bodies farther apart than neighbouring slabs. */
const MAX_REMAINDER = 0.05;

/** Divisions of the axis, for a sum over the bodies without sorting them. */
const BIN_COUNT = 4096;
const bins = new Int32Array(BIN_COUNT);
/** Slab of each body. */
let slabs = new Int32Array(64);
/** Index of the chunk of each manifold, before empty ones are removed. */
let keys = new Int32Array(64);
/** Number of manifolds by key, then the end of their part of the order. */
const ends = new Int32Array(MAX_CHUNKS);

/** Manifolds in the order of their keys. */
let order = new Int32Array(64);

/** Writes the schedule of the present contacts of bodies at these positions, xyz each. */
export function updateSchedule(contacts: ContactRows, records: Float64Array, positions: Float64Array): void {
  clearSchedule(contacts.schedule);
  if (contacts.manifoldCount >= MIN_MANIFOLDS) divideIntoSlabs(contacts, records, positions);
  ensurePairs(contacts, records);
}

function divideIntoSlabs(contacts: ContactRows, records: Float64Array, positions: Float64Array): void {
  const { manifoldCount } = contacts;
  if (slabs.length < records.length / RECORD) slabs = new Int32Array((2 * records.length) / RECORD);
  if (keys.length < manifoldCount) keys = new Int32Array(2 * manifoldCount);
  markMovable(contacts, records);
  const axis = longestAxis(records.length / RECORD, positions);
  const most = maxSlabs(contacts, positions, axis);
  if (most > 1) findBins(records.length / RECORD, positions, axis);
  for (let slabCount = most; slabCount > 1; slabCount >>= 1) {
    findSlabs(contacts, records.length / RECORD, slabCount);
    if (countByKey(contacts, slabCount) > MAX_REMAINDER * manifoldCount) continue;
    if (order.length < manifoldCount) order = new Int32Array(2 * manifoldCount);
    writeOrder(contacts, slabCount);
    pairChunks(contacts, records);
    return;
  }
}

/** 1 for each movable body, and for those of them with contacts: the loops below read it from few cache lines. */
let movable = new Uint8Array(64);
let touched = new Uint8Array(64);

function markMovable({ bodiesA, bodiesB, manifoldCount }: ContactRows, records: Float64Array): void {
  const count = records.length / RECORD;
  if (movable.length < count) {
    movable = new Uint8Array(2 * count);
    touched = new Uint8Array(2 * count);
  }
  for (let i = 0, at = INVERSE_MASS; i < count; i++, at += RECORD) movable[i] = records[at] > 0 ? 1 : 0;
  touched.fill(0, 0, count);
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    touched[bodiesA[manifold]] = 1;
    touched[bodiesB[manifold]] = 1;
  }
}

const isMovable = (body: number) => movable[body] === 1;

/** Minimum coordinate of the movable bodies with contacts along the axis, and the extent. */
let low = 0;
let extent = 0;

// biome-ignore format: one bound per line
function longestAxis(bodyCount: number, positions: Float64Array): number {
  let lowX = Infinity, lowY = Infinity, lowZ = Infinity;
  let highX = -Infinity, highY = -Infinity, highZ = -Infinity;
  for (let i = 0; i < bodyCount; i++) {
    if (movable[i] === 0 || touched[i] === 0) continue;
    const x = positions[3 * i], y = positions[3 * i + 1], z = positions[3 * i + 2];
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  const ex = highX - lowX, ey = highY - lowY, ez = highZ - lowZ;
  const axis = ey > ex ? (ez > ey ? 2 : 1) : ez > ex ? 2 : 0;
  low = axis === 0 ? lowX : axis === 1 ? lowY : lowZ;
  extent = axis === 0 ? ex : axis === 1 ? ey : ez;
  return axis;
}

/** Number of slabs that are thick enough for the distances of touching bodies. */
function maxSlabs({ bodiesA, bodiesB, manifoldCount }: ContactRows, positions: Float64Array, axis: number): number {
  let sum = 0;
  let count = 0;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    const a = bodiesA[manifold];
    const b = bodiesB[manifold];
    if (!isMovable(a) || !isMovable(b)) continue;
    sum += Math.abs(positions[3 * a + axis] - positions[3 * b + axis]);
    count++;
  }
  const thickness = count > 0 ? (MIN_THICKNESS * sum) / count : 0;
  return Math.floor(Math.min(MAX_SLABS / 2, manifoldCount / MIN_SLAB, thickness > 0 ? extent / thickness : MAX_SLABS));
}

/** Division of the axis in which each body is. */
let binsOfBodies = new Int32Array(64);

function findBins(bodyCount: number, positions: Float64Array, axis: number): void {
  if (binsOfBodies.length < bodyCount) binsOfBodies = new Int32Array(2 * bodyCount);
  const scale = extent > 0 ? (BIN_COUNT - 1) / extent : 0;
  for (let i = 0, at = axis; i < bodyCount; i++, at += 3) {
    const bin = Math.floor(scale * (positions[at] - low));
    binsOfBodies[i] = Math.max(0, Math.min(bin, BIN_COUNT - 1));
  }
}

/** Divides the bodies so that all slabs have about the same number of manifolds. */
function findSlabs({ bodiesA, bodiesB, manifoldCount }: ContactRows, bodyCount: number, slabCount: number): void {
  bins.fill(0);
  let total = 0;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    const a = bodiesA[manifold];
    const b = bodiesB[manifold];
    bins[binsOfBodies[a]] += movable[a];
    bins[binsOfBodies[b]] += movable[b];
    total += movable[a] + movable[b];
  }
  for (let bin = 0, sum = 0; bin < BIN_COUNT; bin++) {
    const count = bins[bin];
    bins[bin] = Math.min(Math.floor((slabCount * sum) / total), slabCount - 1);
    sum += count;
  }
  for (let i = 0; i < bodyCount; i++) slabs[i] = bins[binsOfBodies[i]];
}

/**
 * Finds the keys of all manifolds, which are in the order of the levels, and the number of manifolds of each. Returns that of the last key: of
 * all that are not between neighbouring slabs.
 */
function countByKey({ bodiesA, bodiesB, manifoldCount }: ContactRows, slabCount: number): number {
  const evenCount = slabCount >> 1;
  const last = 2 * slabCount - 1;
  ends.fill(0);
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    const a = bodiesA[manifold];
    const b = bodiesB[manifold];
    const slabA = slabs[isMovable(a) ? a : b];
    const slabB = slabs[isMovable(b) ? b : a];
    const slab = Math.min(slabA, slabB);
    const distance = Math.max(slabA, slabB) - slab;
    const between = slabCount + (slab % 2 === 0 ? slab / 2 : evenCount + (slab - 1) / 2);
    const key = distance === 0 ? slab : distance === 1 ? between : last;
    keys[manifold] = key;
    ends[key]++;
  }
  return ends[last];
}

/** Sorts the manifolds by key; those of one key stay in their order. */
function writeOrder({ schedule, manifoldCount }: ContactRows, slabCount: number): void {
  const { chunks } = schedule;
  const evenCount = slabCount >> 1;
  const levelEnds = [slabCount, slabCount + evenCount, 2 * slabCount - 1, 2 * slabCount];
  let count = 0;
  let start = 0;
  let key = 0;
  schedule.slabCount = slabCount;
  levelEnds.forEach((levelEnd, level) => {
    const first = count;
    for (const firstKey = key; key < levelEnd; key++) {
      schedule.firstChunks[key] = count;
      const slab = level === 0 ? key : level === 3 ? 0 : 2 * (key - firstKey) + level - 1;
      const size = ends[key];
      ends[key] = start;
      if (size === 0) continue;
      chunks[CHUNK * count] = start;
      chunks[CHUNK * count + CHUNK_REGION] = Math.floor((REGIONS * slab) / slabCount);
      count++;
      start += size;
    }
    for (let chunk = first; chunk < count; chunk++) chunks[CHUNK * chunk + CHUNK_LEVEL_END] = count;
  });
  schedule.firstChunks[key] = count;
  chunks[CHUNK * count] = start;
  schedule.chunkCount = count;
  for (let manifold = 0; manifold < manifoldCount; manifold++) order[ends[keys[manifold]]++] = manifold;
}

/** Pairs the manifolds of each chunk, whose start becomes that in the list of pairs. */
function pairChunks(contacts: ContactRows, records: Float64Array): void {
  const { schedule, manifoldCount } = contacts;
  const { chunks, chunkCount } = schedule;
  let pairCount = 0;
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    const start = chunks[CHUNK * chunk];
    chunks[CHUNK * chunk] = pairCount;
    pairCount = pairWithin(contacts, records, order, start, chunks[CHUNK * (chunk + 1)], pairCount);
  }
  chunks[CHUNK * chunkCount] = pairCount;
  schedule.pairCount = pairCount;
  schedule.manifoldCount = manifoldCount;
}
