import {
  checkMesh,
  type MeshCheck,
  type MeshCheckOptions,
  type MeshMotion,
  type SurfaceMesh,
} from '../entries/meshes.ts';
import { createMeshCheckPool } from '../workers/index.ts';
import { InputError } from './failure.ts';
import { note } from './output.ts';

/** Where contacts are found: on some threads, or on the GPU; and options of the check. */
export interface ContactOptions extends MeshCheckOptions {
  readonly threads: number;
  readonly gpu?: boolean;
}

/** The contacts of a mesh of the file `path`; coordinates outside the valid range are reported as errors of that file. */
export async function findContacts(
  mesh: SurfaceMesh,
  motion: MeshMotion,
  options: ContactOptions,
  path: string,
): Promise<MeshCheck> {
  const { threads, gpu, ...selected } = options;
  const pool = threads === 1 || gpu ? undefined : createMeshCheckPool({ threads });
  try {
    const found = gpu ? await findOnGpu(mesh, motion, selected) : undefined;
    return found ?? (pool ? await pool.checkMesh(mesh, motion, selected) : checkMesh(mesh, motion, selected));
  } catch (error) {
    throw error instanceof RangeError ? new InputError(`${path}: ${error.message}`) : error;
  } finally {
    await pool?.close();
  }
}

/** Nothing if the GPU cannot do it: the reason is printed, and the CPU takes its place. */
async function findOnGpu(
  mesh: SurfaceMesh,
  motion: MeshMotion,
  options: MeshCheckOptions,
): Promise<MeshCheck | undefined> {
  const { createGpuMeshCheck } = await import('../gpu/index.ts');
  const gpu = await createGpuMeshCheck(mesh, options);
  try {
    if (gpu.reason !== undefined) {
      note(`decided by the CPU: ${gpu.reason}`);
      return undefined;
    }
    const found = await gpu.check(motion);
    if (found.reason !== undefined) note(`decided by the CPU: ${found.reason}`);
    return found.toMeshCheck();
  } finally {
    gpu.close();
  }
}
