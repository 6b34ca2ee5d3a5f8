/** The script of the thread of `createGpuCheckThread`: answers requests one after the other. */
import { type MessagePort, workerData } from 'node:worker_threads';
import type { MeshCheckOptions, PackedMeshCheck } from '../ccd/mesh-check.ts';
import type { MeshMotion } from '../ccd/mesh-motion.ts';
import { createGpuMeshCheck, type GpuMeshCheck } from '../gpu/index.ts';
import type { SurfaceMesh } from '../shapes/mesh.ts';

export interface GpuWorkerData {
  readonly port: MessagePort;
  /** Number of answers sent; the caller waits for the next. */
  readonly answered: Int32Array;
}

/** A new check, or a step of one. */
export interface GpuRequest {
  readonly check: number;
  readonly mesh?: SurfaceMesh;
  readonly options?: MeshCheckOptions;
  readonly motion?: MeshMotion;
}

export interface GpuAnswer {
  readonly adapter?: string;
  readonly reason?: string;
  readonly found?: PackedMeshCheck;
  readonly error?: Error;
}

const { port, answered }: GpuWorkerData = workerData;
const checks = new Map<number, GpuMeshCheck>();

port.on('message', async (request: GpuRequest) => {
  port.postMessage(await answer(request));
  Atomics.add(answered, 0, 1);
  Atomics.notify(answered, 0);
});

async function answer({ check, mesh, options, motion }: GpuRequest): Promise<GpuAnswer> {
  try {
    if (mesh) checks.set(check, await createGpuMeshCheck(mesh, options));
    const known = checks.get(check);
    if (!known || !motion) return { ...names(known?.adapter, known?.reason) };
    const step = await known.check(motion);
    return { ...names(known.adapter, step.reason), found: step.toPacked() };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function names(adapter: string | undefined, reason: string | undefined): GpuAnswer {
  return { ...(adapter !== undefined && { adapter }), ...(reason !== undefined && { reason }) };
}
