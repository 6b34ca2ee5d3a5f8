/** The passes of a step, in one command encoder. */
import { blockRange, type ListBuffers, type MeshBuffers } from './gpu-buffers.ts';
import type { MeshLayout } from './mesh-layout.ts';
import { COUNTERS } from './parameters.ts';
import type { PassName } from './phase-times.ts';
import { bindBuffers, type Pipelines } from './pipelines.ts';
import type { HitSort } from './sort-passes.ts';
import type { Timestamps } from './timestamps.ts';

/** Bind groups: of the whole step, and of each part and pairing. */
export interface PassBindings {
  readonly convert: GPUBindGroup;
  readonly refit: readonly GPUBindGroup[];
  readonly parts: readonly (readonly PairingBindings[])[];
}

interface PairingBindings {
  readonly blockPairs: GPUBindGroup;
  readonly listArguments: readonly GPUBindGroup[];
  readonly tiles: GPUBindGroup;
  readonly deep: GPUBindGroup;
  readonly exact: GPUBindGroup;
}

export function createPassBindings(
  device: GPUDevice,
  layout: MeshLayout,
  pipelines: Pipelines,
  buffers: MeshBuffers,
  lists: ListBuffers,
  programs: readonly GPUBuffer[],
): PassBindings {
  const { step, topology, points, boxes, coordinates, counters } = buffers;
  const bind = (pipeline: GPUComputePipeline, ...list: GPUBuffer[]) => bindBuffers(device, pipeline, list);
  return {
    convert: bind(pipelines.convert, step, coordinates, points, counters),
    refit: buffers.sets.map((set) => bind(pipelines.refit, step, set, topology, points, boxes)),
    parts: lists.pairings.map((uniforms) =>
      layout.pairings.map((_, slot): PairingBindings => {
        const pairing = uniforms[slot];
        const [blockPairs, survivors, undecided] = lists.lists[slot];
        const [forTiles, forDeep, forExact] = buffers.listArguments[slot];
        return {
          blockPairs: bind(pipelines.blockPairs, pairing, boxes, blockPairs, counters),
          listArguments: pipelines.listArguments.map((pipeline, list) =>
            bind(pipeline, pairing, buffers.listArguments[slot][list], counters),
          ),
          tiles: bind(
            pipelines.tiles,
            ...[step, pairing, topology, points, boxes, coordinates, blockPairs, forTiles, survivors, counters],
          ),
          deep: bind(pipelines.deep, ...[step, pairing, topology, points, survivors, forDeep, undecided, counters]),
          exact: bind(
            pipelines.exact,
            ...[
              step,
              pairing,
              topology,
              coordinates,
              programs[slot],
              undecided,
              forExact,
              lists.hits,
              lists.open,
              counters,
            ],
          ),
        };
      }),
    ),
  };
}

/** Workgroups along x; more continue along y. */
const MAX_GROUPS = 32_768;

/** Pairs that take the place of those of the broad phase, as positions of their elements in the sets. */
export interface GivenPairs {
  readonly slot: number;
  readonly pairs: GPUBuffer;
  /** Their number, in one word. */
  readonly count: GPUBuffer;
}

/** Stages over lists: the pass, and the list that it fills. */
const STAGES = [
  ['tiles', 1],
  ['deep', 2],
  ['exact', 3],
] as const;

// biome-ignore format: the buffers on one line
export function encodePasses(
  encoder: GPUCommandEncoder, layout: MeshLayout, pipelines: Pipelines, buffers: MeshBuffers, bindings: PassBindings,
  sort: HitSort | undefined, timestamps: Timestamps, given: GivenPairs | undefined,
): void {
  const inPass = (name: PassName, part: number, encode: (pass: GPUComputePassEncoder) => void) => {
    const pass = encoder.beginComputePass(part === 0 ? timestamps.writes(name) : {});
    encode(pass);
    pass.end();
  };
  const parts = bindings.parts.length;
  encoder.clearBuffer(buffers.counters);
  if (given) encoder.copyBufferToBuffer(given.count, 0, buffers.counters, 4 * (listCounter(given.slot) + 1), 4);
  for (let part = 0; part < parts; part++) {
    const pairings = bindings.parts[part];
    if (part > 0) clearLists(encoder, buffers, layout);
    inPass('prepare', part, (pass) => {
      if (part === 0) encodeBoxes(pass, layout, pipelines, bindings);
      pairings.forEach((bound, slot) => {
        const list = given ? 1 : 0;
        if (!given) encodeBlockPairs(pass, layout, pipelines, bound, slot, part, parts);
        dispatch(pass, pipelines.listArguments[list], bound.listArguments[list], 1);
      });
    });
    for (const [name, next] of STAGES) {
      if (given && name === 'tiles') continue;
      inPass(name, part, (pass) => {
        pairings.forEach((bound, slot) => {
          pass.setPipeline(pipelines[name]);
          pass.setBindGroup(0, bound[name]);
          pass.dispatchWorkgroupsIndirect(buffers.listArguments[slot][next - 1], 0);
        });
        if (next > 2) return;
        for (const bound of pairings) dispatch(pass, pipelines.listArguments[next], bound.listArguments[next], 1);
      });
    }
  }
  if (sort) inPass('sort', 0, (pass) => sort.encode(pass));
}

function listCounter(slot: number): number {
  return COUNTERS.lists + slot * COUNTERS.listStride;
}

// biome-ignore format: the part on one line
function encodeBlockPairs(
  pass: GPUComputePassEncoder, layout: MeshLayout, pipelines: Pipelines, bound: PairingBindings, slot: number, part: number, parts: number,
): void {
  const { a, b } = layout.pairings[slot];
  const [from, to] = blockRange(a.blocks, part, parts);
  dispatch(pass, pipelines.blockPairs, bound.blockPairs, Math.ceil(b.blocks / 64), Math.ceil((to - from) / 32));
}

/** Coordinates in single precision, boxes of elements and blocks. */
function encodeBoxes(
  pass: GPUComputePassEncoder,
  layout: MeshLayout,
  pipelines: Pipelines,
  bindings: PassBindings,
): void {
  spreadDispatch(pass, pipelines.convert, bindings.convert, Math.ceil(layout.vertexCount / 64));
  layout.sets.forEach((set, i) => {
    if (set.blocks > 0) spreadDispatch(pass, pipelines.refit, bindings.refit[i], set.blocks);
  });
}

/** The lists of the next part start empty. */
function clearLists(encoder: GPUCommandEncoder, { counters }: MeshBuffers, { pairings }: MeshLayout): void {
  pairings.forEach((_, slot) => {
    encoder.clearBuffer(counters, 4 * listCounter(slot), 12);
  });
}

function spreadDispatch(
  pass: GPUComputePassEncoder,
  pipeline: GPUComputePipeline,
  bindings: GPUBindGroup,
  groups: number,
): void {
  const x = Math.min(groups, MAX_GROUPS);
  dispatch(pass, pipeline, bindings, x, Math.ceil(groups / x));
}

// biome-ignore format: the groups on one line
function dispatch(pass: GPUComputePassEncoder, pipeline: GPUComputePipeline, bindings: GPUBindGroup, x: number, y = 1): void {
  if (x === 0 || y === 0) return;
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, bindings);
  pass.dispatchWorkgroups(x, y);
}
