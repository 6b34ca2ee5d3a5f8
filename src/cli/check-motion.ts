import {
  acceleratedMotion,
  constantVelocityMotion,
  endpointMotion,
  type MeshMotion,
  type SurfaceMesh,
} from '../entries/meshes.ts';
import { InputError } from './failure.ts';
import { readMeshFile } from './mesh-files.ts';

export interface MotionOptions {
  readonly dt: number;
  readonly accelerations?: boolean;
  readonly set?: string;
}

/** The motion from the mesh of `path` to that of `nextPath`, or with the velocities, and accelerations, that the first file has. */
export async function readMotion(
  mesh: SurfaceMesh,
  path: string,
  nextPath: string | undefined,
  { dt, accelerations, set }: MotionOptions,
): Promise<MeshMotion> {
  if (nextPath === undefined) return ownMotion(mesh, path, dt, accelerations ?? false);
  if (accelerations) {
    throw new InputError(`--accelerations: expected one file with velocities and accelerations, got '${nextPath}' too`);
  }
  const next = await readMeshFile(nextPath, { set });
  expectSameElements(mesh, path, next, nextPath);
  return endpointMotion(mesh.positions, next.positions, dt);
}

function ownMotion(mesh: SurfaceMesh, path: string, dt: number, isAccelerated: boolean): MeshMotion {
  if (!mesh.velocities) {
    throw new InputError(
      `${path}: has no velocities; expected velocities or a second file with the mesh at the end of the step`,
    );
  }
  if (!isAccelerated) return constantVelocityMotion(mesh.positions, mesh.velocities, dt);
  const accelerations = accelerationsOf(mesh);
  if (!accelerations) {
    const names = Object.keys(mesh.pointData ?? {}).join(', ') || 'none';
    throw new InputError(
      `${path}: has no accelerations; expected point data 'ax', 'ay' and 'az', or 'acceleration' with three components, got ${names}`,
    );
  }
  try {
    return acceleratedMotion(mesh.positions, mesh.velocities, accelerations, dt);
  } catch (error) {
    throw error instanceof RangeError ? new InputError(`${path}: ${error.message}`) : error;
  }
}

function accelerationsOf({ pointData = {}, positions }: SurfaceMesh): Float64Array | undefined {
  const columns = ['ax', 'ay', 'az'].map((name) => pointData[name]);
  if (columns.every((column) => column?.length === positions.length / 3)) {
    return positions.map((_, i) => columns[i % 3][Math.floor(i / 3)]);
  }
  const name = Object.keys(pointData).find((key) => /^acc(eleration)?s?$/i.test(key));
  const vectors = name === undefined ? undefined : pointData[name];
  return vectors?.length === positions.length ? vectors : undefined;
}

function expectSameElements(mesh: SurfaceMesh, path: string, next: SurfaceMesh, nextPath: string): void {
  const counts = (of: SurfaceMesh) =>
    `${of.positions.length / 3} nodes, ${of.triangles.length / 3} triangles, ${of.quads.length / 4} quads`;
  if (counts(next) !== counts(mesh)) {
    throw new InputError(`${nextPath}: expected the mesh of ${path} (${counts(mesh)}), got ${counts(next)}`);
  }
  for (const kind of ['triangles', 'quads'] as const) {
    const other = next[kind].findIndex((node, i) => node !== mesh[kind][i]);
    const corners = kind === 'triangles' ? 3 : 4;
    if (other >= 0)
      throw new InputError(
        `${nextPath}: ${kind} ${Math.floor(other / corners)}: expected the nodes of ${path}, got different nodes`,
      );
  }
}
