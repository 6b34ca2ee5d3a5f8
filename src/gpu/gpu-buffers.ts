/** Buffers of a mesh on the GPU. Lists grow when a step needs more; what a list cannot hold is noticed by its counter, and the step repeated. */
import { contactProgram } from './contact-program.ts';
import { kindNumber, type MeshLayout, type PairingLayout } from './mesh-layout.ts';
import { ARGUMENT_WORDS, COUNTERS, PAIRING_FIELDS, SET_FIELDS, STEP_FIELDS, uniformBytes } from './parameters.ts';
import { SORT_BLOCK } from './sort-wgsl.ts';

/** Values of GPUBufferUsage and GPUMapMode, which Node has no globals for. */
export const USAGE = {
  mapRead: 0x1,
  mapWrite: 0x2,
  copyFrom: 0x4,
  copyTo: 0x8,
  uniform: 0x40,
  storage: 0x80,
  indirect: 0x100,
  query: 0x200,
} as const;
export const MAP_READ = 1;
export const MAP_WRITE = 2;

/** Creates buffers and knows how many bytes they have. */
export interface BufferStore {
  readonly bytes: number;
  create(label: string, size: number, usage: number, content?: ArrayBuffer | Uint32Array<ArrayBuffer>): GPUBuffer;
  destroy(buffer: GPUBuffer | undefined): void;
  destroyAll(): void;
}

export function createBufferStore(device: GPUDevice): BufferStore {
  const buffers = new Set<GPUBuffer>();
  let bytes = 0;
  const destroy = (buffer: GPUBuffer | undefined) => {
    if (!buffer || !buffers.delete(buffer)) return;
    bytes -= buffer.size;
    buffer.destroy();
  };
  return {
    get bytes() {
      return bytes;
    },
    create: (label, size, usage, content) => {
      const buffer = device.createBuffer({ label, size: Math.max(16, Math.ceil(size / 16) * 16), usage });
      buffers.add(buffer);
      bytes += buffer.size;
      if (content) device.queue.writeBuffer(buffer, 0, content);
      return buffer;
    },
    destroy,
    destroyAll: () => {
      for (const buffer of buffers) destroy(buffer);
    },
  };
}

/** What does not change with the steps. */
export interface MeshBuffers {
  readonly topology: GPUBuffer;
  readonly sets: readonly GPUBuffer[];
  readonly step: GPUBuffer;
  /** Doubles: positions at the start, at the end, velocities. */
  readonly coordinates: GPUBuffer;
  readonly points: GPUBuffer;
  readonly boxes: GPUBuffer;
  readonly counters: GPUBuffer;
  /** Of each pairing: indirect dispatches over block pairs, survivors, undecided pairs. */
  readonly listArguments: readonly (readonly GPUBuffer[])[];
}

export function createMeshBuffers(store: BufferStore, layout: MeshLayout): MeshBuffers {
  const { storage, uniform, copyTo, copyFrom, indirect } = USAGE;
  const { vertexCount, sets, topology, boxCount, pairings } = layout;
  return {
    topology: store.create('topology', topology.byteLength, storage | copyTo, topology),
    sets: sets.map((set) => {
      const bytes = uniformBytes(SET_FIELDS, { ...set });
      return store.create('set', bytes.byteLength, uniform | copyTo, bytes);
    }),
    step: store.create('step', 4 * STEP_FIELDS.length, uniform | copyTo),
    coordinates: store.create('coordinates', 72 * vertexCount, storage | copyTo),
    points: store.create('points', 32 * vertexCount, storage | copyFrom),
    boxes: store.create('boxes', 32 * boxCount, storage | copyFrom),
    counters: store.create('counters', 4 * COUNTERS.length, storage | copyTo | copyFrom),
    listArguments: pairings.map(() =>
      [0, 1, 2].map(() => store.create('arguments', 4 * ARGUMENT_WORDS, storage | indirect | copyFrom)),
    ),
  };
}

/** Entries of the lists of each pairing, of all hits and of the pairs left to the CPU. */
export interface Capacities {
  readonly lists: readonly (readonly [blockPairs: number, survivors: number, undecided: number])[];
  /** A power of two. */
  readonly hits: number;
  readonly open: number;
  /** The block pairs of one part are processed at a time. */
  readonly parts: number;
}

/** Bytes of an entry of each list, of a hit, of an open pair. */
export const LIST_BYTES = 8;
export const HIT_BYTES = 16;
export const OPEN_BYTES = 8;

/** Entries that every list has at least. */
export const LEAST_CAPACITY = 16_384;

export function firstCapacities({ pairings }: MeshLayout, least: number, maxBytes: number): Capacities {
  const most = Math.floor(maxBytes / LIST_BYTES);
  return {
    lists: pairings.map(({ a, b }) => [
      Math.min(most, Math.max(least, 24 * (a.blocks + b.blocks))),
      Math.min(most, Math.max(least, 2 * (a.count + b.count))),
      Math.min(most, Math.max(least, Math.ceil((a.count + b.count) / 2))),
    ]),
    hits: Math.max(
      SORT_BLOCK,
      2 ** Math.floor(Math.log2(least)),
      2 ** Math.ceil(Math.log2(1 + pairings.reduce((sum, { a }) => sum + a.count, 0) / 4)),
    ),
    open: least,
    parts: 1,
  };
}

export interface ListBuffers {
  /** Of each pairing: block pairs, survivors, undecided pairs. */
  readonly lists: readonly (readonly GPUBuffer[])[];
  readonly hits: GPUBuffer;
  readonly open: GPUBuffer;
  /** Of each part, of each pairing. */
  readonly pairings: readonly (readonly GPUBuffer[])[];
}

export function createListBuffers(store: BufferStore, layout: MeshLayout, capacities: Capacities): ListBuffers {
  const { storage, copyFrom, copyTo, uniform } = USAGE;
  const { parts, lists, hits, open } = capacities;
  return {
    lists: lists.map((sizes) =>
      sizes.map((size) => store.create('list', LIST_BYTES * size, storage | copyTo | copyFrom)),
    ),
    hits: store.create('hits', HIT_BYTES * hits, storage | copyFrom),
    open: store.create('open', OPEN_BYTES * open, storage | copyFrom),
    pairings: Array.from({ length: parts }, (_, part) =>
      layout.pairings.map((pairing, slot) => {
        const bytes = pairingUniforms(layout, pairing, slot, capacities, part);
        return store.create('pairing', bytes.byteLength, uniform | copyTo, bytes);
      }),
    ),
  };
}

export function destroyListBuffers(store: BufferStore, { lists, hits, open, pairings }: ListBuffers): void {
  for (const buffer of [...lists.flat(), hits, open, ...pairings.flat()]) store.destroy(buffer);
}

/** First block of A in a part, and the first one after it. */
export function blockRange(blocks: number, part: number, parts: number): [from: number, to: number] {
  return [Math.floor((blocks * part) / parts), Math.floor((blocks * (part + 1)) / parts)];
}

function pairingUniforms(
  { hasRules }: MeshLayout,
  { kind, a, b }: PairingLayout,
  slot: number,
  { lists, hits, open, parts }: Capacities,
  part: number,
): ArrayBuffer {
  const [fromBlock, toBlock] = blockRange(a.blocks, part, parts);
  const [blockPairCapacity, survivorCapacity, undecidedCapacity] = lists[slot];
  return uniformBytes(PAIRING_FIELDS, {
    kind: kindNumber(kind),
    isSame: a === b ? 1 : 0,
    hasRules: hasRules ? 1 : 0,
    slot,
    aCount: a.count,
    bCount: b.count,
    aBlocks: a.blocks,
    bBlocks: b.blocks,
    aBox: a.box,
    bBox: b.box,
    aBlockBox: a.blockBox,
    bBlockBox: b.blockBox,
    aNodes: a.nodes,
    bNodes: b.nodes,
    aCorners: a.corners,
    bCorners: b.corners,
    aTags: a.tags,
    bTags: b.tags,
    aNumbers: a.numbers,
    bNumbers: b.numbers,
    fromBlock,
    toBlock,
    blockPairCapacity,
    survivorCapacity,
    undecidedCapacity,
    hitCapacity: hits,
    openCapacity: open,
    unused: 0,
  });
}

/** The program of a pairing for the exact stage, with the step's duration among its constants. */
export function programWords(pairing: PairingLayout, given: 'ends' | 'velocities'): ProgramWords {
  const { code, constants, windows } = contactProgram(pairing.kind, given);
  const header = 2 + windows.length;
  const words = new Uint32Array(header + code.length + 2 * constants.length);
  words[0] = windows.length / 2;
  words[1] = (header + code.length) / 2;
  words.set(windows, 2);
  words.set(code, header);
  words.set(new Uint32Array(Float64Array.from(constants).buffer), header + code.length);
  return { words, constants: 4 * (header + code.length) };
}

export interface ProgramWords {
  readonly words: Uint32Array<ArrayBuffer>;
  /** Bytes before the constants. */
  readonly constants: number;
}
