/** The shaders, compiled for a device. */
import { DEEP } from './deep-wgsl.ts';
import { EXACT } from './exact-wgsl.ts';
import { ARGUMENTS, BLOCK_PAIRS, CONVERT, REFIT } from './prepare-wgsl.ts';
import { SORT_BLOCKS, SORT_PASS } from './sort-wgsl.ts';
import { TILES } from './tiles-wgsl.ts';

export interface Pipelines {
  readonly convert: GPUComputePipeline;
  readonly refit: GPUComputePipeline;
  readonly blockPairs: GPUComputePipeline;
  /** Workgroups for the block pairs, the survivors, the undecided pairs. */
  readonly listArguments: readonly GPUComputePipeline[];
  readonly tiles: GPUComputePipeline;
  readonly deep: GPUComputePipeline;
  readonly exact: GPUComputePipeline;
  readonly sortBlocks: GPUComputePipeline;
  readonly mergeBlocks: GPUComputePipeline;
  readonly sortPass: GPUComputePipeline;
}

/** Compiles all shaders. Rejects with the compiler's message. */
export async function createPipelines(device: GPUDevice): Promise<Pipelines> {
  const compile = (label: string, code: string, constants?: Record<string, number>) => {
    const module = device.createShaderModule({ label, code });
    return device.createComputePipelineAsync({
      label,
      layout: 'auto',
      compute: { module, ...(constants && { constants }) },
    });
  };
  const [exact, tiles, deep, convert, refit, blockPairs, sortBlocks, mergeBlocks, sortPass, ...listArguments] =
    await Promise.all([
      compile('exact', EXACT),
      compile('tiles', TILES),
      compile('deep', DEEP),
      compile('convert', CONVERT),
      compile('refit', REFIT),
      compile('block pairs', BLOCK_PAIRS),
      compile('sort blocks', SORT_BLOCKS, { MERGE: 0 }),
      compile('merge blocks', SORT_BLOCKS, { MERGE: 1 }),
      compile('sort pass', SORT_PASS),
      ...[0, 1, 2].map((list) => compile(`arguments ${list}`, ARGUMENTS, { LIST: list })),
    ]);
  return { convert, refit, blockPairs, listArguments, tiles, deep, exact, sortBlocks, mergeBlocks, sortPass };
}

/** The buffers of a pipeline, in the order of its bindings. */
export function bindBuffers(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  buffers: readonly GPUBuffer[],
): GPUBindGroup {
  return device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
}
