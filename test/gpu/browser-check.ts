/** Runs in a page: the check on the GPU of the browser against `checkMesh` there. */
import { checkMesh } from '../../src/ccd/mesh-check.ts';
import { createEndpointMotion } from '../../src/ccd/point-motion.ts';
import { createGpuMeshCheck } from '../../src/gpu/index.ts';
import { differences } from './compare.ts';
import { movingSheets } from './sheets.ts';

export interface BrowserResult {
  readonly adapter: string | undefined;
  readonly reason: string | undefined;
  readonly by: string;
  readonly faces: number;
  readonly count: number;
  readonly differences: string[];
}

async function checkInPage(squares: number): Promise<BrowserResult> {
  const { mesh, end } = movingSheets(squares, true);
  const motion = createEndpointMotion(mesh.positions, end);
  const gpu = await createGpuMeshCheck(mesh);
  const { adapter, reason } = gpu;
  const found = await gpu.check(motion);
  gpu.close();
  const faces = mesh.triangles.length / 3 + mesh.quads.length / 4;
  return {
    adapter,
    reason,
    by: found.by,
    faces,
    count: found.count,
    differences: differences(found, checkMesh(mesh, motion)),
  };
}

Object.assign(globalThis, { checkInPage });
