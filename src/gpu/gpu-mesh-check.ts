/**
 * `checkMesh` on the GPU: the same contacts with the same bits. The broad phase and the culling run in single precision with a certain error
 * bound; what they leave is decided in doubles (integer arithmetic on the GPU), and the rest by the exact code of the CPU.
 */
import {
  checkMotion,
  createMeshCheck,
  type MeshCheckOptions,
  meshInput,
  type PackedMeshCheck,
} from '../ccd/mesh-check.ts';
import type { MeshMotion } from '../ccd/mesh-motion.ts';
import type { PairTask } from '../ccd/pair-visitors.ts';
import type { SurfaceMesh } from '../shapes/mesh.ts';
import { messageOf } from './device.ts';
import { finishStep, type StraightTask } from './finish-step.ts';
import { LEAST_CAPACITY } from './gpu-buffers.ts';
import { createGpuMeshStep, type GpuMeshStep, stepOfCpu } from './gpu-mesh-step.ts';
import { createStepRunner, type StepOutput, type StepRunner } from './gpu-step.ts';
import { now } from './host-clock.ts';
import { createMeshLayout, type MeshLayout } from './mesh-layout.ts';
import { COUNTERS } from './parameters.ts';
import { sharedGpu } from './shared-gpu.ts';
import { type CullBound, WIDE_BOUND } from './step-scale.ts';

/** Options of `createGpuMeshCheck`: those of `checkMesh`. */
export interface GpuMeshCheckOptions extends MeshCheckOptions {
  /** `cpu`: use the CPU. Default `gpu`. */
  readonly backend?: 'gpu' | 'cpu';
}

/** Options of one step. */
export interface GpuStepOptions {
  /** Contacts in the order of `checkMesh`, by time; default true. Without it in no particular order. */
  readonly sorted?: boolean;
}

/** The contact check of one mesh, step after step. */
export interface GpuMeshCheck {
  /** Name of the GPU; nothing if the CPU decides. */
  readonly adapter: string | undefined;
  /** Why the CPU decides; nothing while the GPU does. */
  readonly reason: string | undefined;
  /** Bytes of the buffers on the GPU. */
  readonly bufferBytes: number;
  /**
   * Contacts within one step. One call at a time: a second one waits. Rejects with the errors of `checkMesh`; a step that the GPU cannot do is
   * decided by the CPU, and the result says why.
   */
  check(motion: MeshMotion, options?: GpuStepOptions): Promise<GpuMeshStep>;
  /** Frees the GPU. Later steps are decided by the CPU. */
  close(): void;
}

/** For tests: what users have no reason to change. */
export interface GpuTestOptions {
  readonly bound?: CullBound;
  readonly maxListBytes?: number;
  readonly leastCapacity?: number;
}

/** Elements of a kind beyond which the order of the mesh is not exact. */
const MAX_ELEMENTS = 2 ** 23;

/**
 * Prepares the contact check of a deforming mesh on the GPU: WebGPU of the browser, or of the optional package `webgpu` in Node. `mesh` gives
 * the elements, and the positions by which they are ordered. The contacts, times and counts of candidates are bitwise those of `checkMesh`. Where
 * there is no GPU, or it fails, the CPU decides: `reason` says why. Throws a RangeError or TypeError for invalid options. Close it at the end.
 *
 * @example
 * ```ts
 * import { createGpuMeshCheck } from 'appulse/gpu';
 * import { constantVelocityMotion, surfaceMesh } from 'appulse/meshes';
 *
 * const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 2, 0.4, 0.2, 3, 0.2, 0.4, 3]; // a triangle above another
 * const mesh = surfaceMesh({ positions, triangles: [0, 1, 2, 3, 4, 5] });
 * const velocities = mesh.positions.map((_, i) => (i >= 9 && i % 3 === 2 ? -4 : 0));
 * const gpu = await createGpuMeshCheck(mesh);
 * const { count, times, contact } = await gpu.check(constantVelocityMotion(mesh.positions, velocities, 1));
 * gpu.close();
 * console.log(count, times[0], contact(0).nodes); // 3 0.5 [ 3, 0, 1, 2 ]
 * ```
 */
export function createGpuMeshCheck(mesh: SurfaceMesh, options: GpuMeshCheckOptions = {}): Promise<GpuMeshCheck> {
  return createGpuMeshCheckWith(mesh, options, {});
}

/** The same with the options of tests. */
export async function createGpuMeshCheckWith(
  mesh: SurfaceMesh,
  options: GpuMeshCheckOptions,
  testOptions: GpuTestOptions,
): Promise<GpuMeshCheck> {
  const { backend = 'gpu' } = options;
  if (backend !== 'gpu' && backend !== 'cpu') {
    throw new RangeError(`createGpuMeshCheck: backend must be 'gpu' or 'cpu', got ${JSON.stringify(backend)}`);
  }
  // the edges and rules are those of every step
  const { triangles, quads, edges, rules, surface } = meshInput(mesh, options);
  const layout = createMeshLayout({ positions: mesh.positions, triangles, quads, edges, rules });
  let cpu: ((motion: MeshMotion) => PackedMeshCheck) | undefined;
  const isBilinear = surface === 'bilinear' && quads.length > 0;
  let opened: Opened = isBilinear
    ? { reason: 'bilinear patches are decided by the CPU' }
    : await open(layout, backend, testOptions);
  let busy: Promise<unknown> = Promise.resolve();

  const fail = (reason: string) => {
    if (opened.runner) opened.close();
    opened = { reason };
  };
  const checkOnCpu = (task: PairTask, reason: string): GpuMeshStep => {
    cpu ??= createMeshCheck(mesh, options);
    return stepOfCpu(cpu(task.motion), task, reason);
  };
  const checkOnce = async (motion: MeshMotion, sorted: boolean): Promise<GpuMeshStep> => {
    const start = now();
    checkMotion(mesh, motion, surface);
    if (motion.given === 'accelerations') {
      const reason = opened.reason ?? 'accelerating nodes are decided by the CPU';
      return checkOnCpu({ triangles, quads, edges, surface, motion }, reason);
    }
    const task: StraightTask = { triangles, quads, edges, surface, motion };
    if (opened.runner) {
      const { runner } = opened;
      const lost = opened.lost();
      if (lost) fail(lost);
      else {
        try {
          const output = await runner.run(motion, sorted);
          if (typeof output === 'string') return checkOnCpu(task, output);
          return finish(output, task, layout, sorted, start);
        } catch (error) {
          // a device that is lost rejects what was under way
          fail(opened.runner ? (opened.lost() ?? `the GPU failed: ${messageOf(error)}`) : messageOf(error));
        }
      }
    }
    return checkOnCpu(task, opened.reason ?? 'closed');
  };
  return {
    get adapter() {
      return opened.adapter;
    },
    get reason() {
      return opened.reason;
    },
    get bufferBytes() {
      return opened.runner?.bufferBytes ?? 0;
    },
    check: (motion, { sorted = true } = {}) => {
      const result = busy.then(() => checkOnce(motion, sorted));
      busy = result.catch(() => {});
      return result;
    },
    close: () => fail('the check was closed'),
  };
}

/** The running GPU, or why there is none. */
type Opened = OpenedGpu | { readonly runner?: undefined; readonly adapter?: undefined; readonly reason: string };

interface OpenedGpu {
  readonly runner: StepRunner;
  readonly adapter: string;
  readonly reason?: undefined;
  /** Why the device was lost; nothing while it is there. */
  lost(): string | undefined;
  close(): void;
}

async function open(layout: MeshLayout, backend: 'gpu' | 'cpu', testOptions: GpuTestOptions): Promise<Opened> {
  if (backend === 'cpu') return { reason: 'the CPU was asked for' };
  if (layout.sets.some(({ count }) => count > MAX_ELEMENTS)) {
    return { reason: `more than ${MAX_ELEMENTS} elements of a kind` };
  }
  const gpu = await sharedGpu();
  if (!gpu.device) return { reason: gpu.reason };
  const tooSmall = missingLimit(layout, gpu.device);
  if (tooSmall) return { reason: tooSmall };
  try {
    const { device, pipelines, hasTimestamps, adapter, lost } = gpu;
    const { bound = WIDE_BOUND, maxListBytes = device.limits.maxStorageBufferBindingSize } = testOptions;
    const { leastCapacity = LEAST_CAPACITY } = testOptions;
    const runner = createStepRunner(device, layout, pipelines, { hasTimestamps, bound, maxListBytes, leastCapacity });
    return { runner, adapter, lost, close: runner.destroy };
  } catch (error) {
    return { reason: `the GPU cannot run the check: ${messageOf(error)}` };
  }
}

/** The fixed buffers must fit; lists are processed in parts. */
function missingLimit({ vertexCount, topology, boxCount }: MeshLayout, { limits }: GPUDevice): string | undefined {
  const needed = Math.max(72 * vertexCount, topology.byteLength, 32 * boxCount);
  if (needed <= limits.maxStorageBufferBindingSize) return undefined;
  return `the mesh needs buffers of ${needed} bytes, the GPU allows ${limits.maxStorageBufferBindingSize}`;
}

function finish(
  output: StepOutput,
  task: StraightTask,
  layout: MeshLayout,
  sorted: boolean,
  start: number,
): GpuMeshStep {
  const begin = now();
  const arrays = finishStep(output, task, layout, sorted);
  const counts = layout.pairings.map((_, slot) => {
    const from = COUNTERS.candidates + slot * COUNTERS.candidateStride;
    return output.counters.subarray(from, from + COUNTERS.candidateStride).reduce((sum, count) => sum + count, 0);
  });
  const countOf = (edges: boolean) =>
    layout.pairings.reduce((sum, { kind }, slot) => sum + ((kind === 'edge-edge') === edges ? counts[slot] : 0), 0);
  const end = now();
  const facts = {
    nodeFacePairs: countOf(false),
    edgePairs: countOf(true),
    openPairs: output.openCount,
    by: 'gpu' as const,
    phases: { ...output.phases, finish: end - begin, total: end - start },
  };
  return createGpuMeshStep(arrays, facts, task);
}
