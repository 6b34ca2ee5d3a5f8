/** Single queries on the GPU: pairs with points of their own, without a broad phase. For tests and measurements of the stages after it. */
import { createEndpointMotion, type PointMotion } from '../../src/ccd/point-motion.ts';
import { LEAST_CAPACITY } from '../../src/gpu/gpu-buffers.ts';
import { createStepRunner } from '../../src/gpu/gpu-step.ts';
import { createMeshLayout } from '../../src/gpu/mesh-layout.ts';
import type { PairKind } from '../../src/gpu/pair-kinds.ts';
import { sharedGpu } from '../../src/gpu/shared-gpu.ts';
import { type CullBound, WIDE_BOUND } from '../../src/gpu/step-scale.ts';

/** Points of a query: the node and the corners of the face, or two edges. */
export const QUERY_POINTS: Readonly<Record<PairKind, number>> = { 'edge-edge': 4, 'node-quad': 5, 'node-triangle': 4 };

/** Verdict of the GPU. */
export type QueryVerdict = 'miss' | 'hit' | 'open';

export interface GpuPairCheck {
  readonly adapter: string;
  /** Decides `count` queries, whose points follow each other in the motion; the time [s] of hits. */
  check(motion: PointMotion): Promise<{ verdicts: QueryVerdict[]; times: Float64Array }>;
  close(): void;
}

/** Throws if there is no GPU. */
export async function createGpuPairCheck(
  kind: PairKind,
  count: number,
  bound: CullBound = WIDE_BOUND,
): Promise<GpuPairCheck> {
  const points = QUERY_POINTS[kind];
  const indices = (from: number, to: number) =>
    Int32Array.from(
      { length: (to - from) * count },
      (_, k) => points * Math.floor(k / (to - from)) + from + (k % (to - from)),
    );
  const none = new Int32Array();
  const isEdges = kind === 'edge-edge';
  const layout = createMeshLayout({
    positions: new Float64Array(3 * points * count),
    triangles: kind === 'node-triangle' ? indices(1, 4) : none,
    quads: kind === 'node-quad' ? indices(1, 5) : none,
    edges: isEdges ? indices(0, 4) : none,
    rules: {},
  });
  const gpu = await sharedGpu();
  if (!gpu.device) throw new Error(gpu.reason);
  const { device, pipelines, adapter, hasTimestamps } = gpu;
  const maxListBytes = device.limits.maxStorageBufferBindingSize;
  const runner = createStepRunner(device, layout, pipelines, {
    hasTimestamps,
    bound,
    maxListBytes,
    leastCapacity: LEAST_CAPACITY,
  });
  const [{ a, b }] = layout.pairings;
  const positionOf = (set: typeof a) => {
    const found = new Uint32Array(set.count);
    layout.topology.subarray(set.numbers, set.numbers + set.count).forEach((number, position) => {
      found[number] = position;
    });
    return found;
  };
  const [ofA, ofB] = [positionOf(a), positionOf(b)];
  const faceNumbers = new Int32Array(count);
  (kind === 'node-quad' ? layout.quadsByNumber : layout.trianglesByNumber).forEach((face, number) => {
    faceNumbers[face] = number;
  });
  const positions = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    positions[2 * i] = ofA[isEdges ? 2 * i : points * i];
    positions[2 * i + 1] = ofB[isEdges ? 2 * i + 1 : faceNumbers[i]];
  }
  return {
    adapter,
    check: async (motion) => {
      const output = await runner.run(motion, false, { slot: 0, positions });
      if (typeof output === 'string') throw new Error(output);
      const verdicts = new Array<QueryVerdict>(count).fill('miss');
      const times = new Float64Array(count);
      const taus = new Float64Array(output.hits.buffer, output.hits.byteOffset, 2 * output.hitCount);
      const query = (word: number) => Math.floor((word & 0x3fffffff) / (isEdges ? 2 : points));
      for (let i = 0; i < output.hitCount; i++) {
        const at = query(output.hits[4 * i + 2]);
        verdicts[at] = 'hit';
        times[at] = taus[2 * i] * motion.duration;
      }
      for (let i = 0; i < output.openCount; i++) verdicts[query(output.open[2 * i])] = 'open';
      return { verdicts, times };
    },
    close: runner.destroy,
  };
}

/** A motion of queries of 24 numbers each, as in the public data sets: four points at the start, then at the end. */
export function queryMotion(numbers: Float64Array): PointMotion {
  const count = numbers.length / 24;
  const start = new Float64Array(12 * count);
  const end = new Float64Array(12 * count);
  for (let i = 0; i < count; i++) {
    start.set(numbers.subarray(24 * i, 24 * i + 12), 12 * i);
    end.set(numbers.subarray(24 * i + 12, 24 * i + 24), 12 * i);
  }
  return createEndpointMotion(start, end);
}
