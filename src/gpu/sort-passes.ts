/** The passes of the bitonic sort, see `sort-wgsl.ts`. */
import type { BufferStore } from './gpu-buffers.ts';
import { USAGE } from './gpu-buffers.ts';
import { SORT_FIELDS, uniformBytes } from './parameters.ts';
import { bindBuffers, type Pipelines } from './pipelines.ts';
import { SORT_BLOCK } from './sort-wgsl.ts';

interface SortPass {
  readonly pipeline: GPUComputePipeline;
  readonly bindings: GPUBindGroup;
  readonly groups: number;
}

export interface HitSort {
  readonly size: number;
  encode(pass: GPUComputePassEncoder): void;
  destroy(): void;
}

/** Sorts the first `size` hits (a power of two, at least 512). */
// biome-ignore format: the buffers on one line
export function createHitSort(
  device: GPUDevice, store: BufferStore, pipelines: Pipelines, hits: GPUBuffer, counters: GPUBuffer, size: number,
): HitSort {
  const uniforms: GPUBuffer[] = [];
  const passes: SortPass[] = [];
  const add = (pipeline: GPUComputePipeline, sequence: number, distance: number, groups: number) => {
    const bytes = uniformBytes(SORT_FIELDS, { sequence, distance, size });
    const uniform = store.create('sort', bytes.byteLength, USAGE.uniform | USAGE.copyTo, bytes);
    uniforms.push(uniform);
    const buffers = pipeline === pipelines.sortPass ? [uniform, hits] : [uniform, hits, counters];
    passes.push({ pipeline, bindings: bindBuffers(device, pipeline, buffers), groups });
  };
  add(pipelines.sortBlocks, SORT_BLOCK, 0, size / SORT_BLOCK);
  for (let sequence = 2 * SORT_BLOCK; sequence <= size; sequence *= 2) {
    for (let distance = sequence / 2; distance >= SORT_BLOCK; distance /= 2) {
      add(pipelines.sortPass, sequence, distance, size / SORT_BLOCK);
    }
    add(pipelines.mergeBlocks, sequence, 0, size / SORT_BLOCK);
  }
  return {
    size,
    encode: (encoder) => {
      for (const { pipeline, bindings, groups } of passes) {
        encoder.setPipeline(pipeline);
        encoder.setBindGroup(0, bindings);
        encoder.dispatchWorkgroups(groups);
      }
    },
    destroy: () => {
      for (const uniform of uniforms) store.destroy(uniform);
    },
  };
}
