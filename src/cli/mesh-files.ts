import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { meshFileReferences, type ReadMeshOptions, readMesh, type SurfaceMesh } from '../entries/meshes.ts';
import { InputError, systemReason } from './failure.ts';
import { findInput, readWholeFile } from './files.ts';
import { hdf5Option } from './hdf5.ts';
import { note } from './output.ts';

/** Larger mesh files are rejected before they are read. [bytes] */
export const MAX_MESH_BYTES = 2 ** 28;

/** A mesh file of a command may be this large [bytes]. */
const MAX_SINGLE_BYTES = 2 * 1024 ** 3;

/** More files that one file refers to are an input error. */
export const MAX_FILES = 1000;

/**
 * Reads the mesh files of a scene, whose paths are relative to `folder`, and the files that they refer to. A file must be in that folder also after
 * symbolic links are followed: a scene from elsewhere cannot read other files.
 */
export async function readMeshFiles(
  names: readonly string[],
  folder: string,
  source: string,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const pending = [...names];
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (files.has(name)) continue;
    const real = realPathInside(name, folder, 'the folder of the scene', `${source}: `);
    const bytes = await readWholeFile(real, 'mesh file', MAX_MESH_BYTES);
    files.set(name, bytes);
    if (files.size > MAX_FILES) throw new InputError(`${source}: more than ${MAX_FILES} mesh files`);
    for (const reference of meshFileReferences(name, bytes)) pending.push(reference);
  }
  return files;
}

/** The path of a file of `folder`, without symbolic links. Throws an InputError if it is missing or outside of the folder. */
export function realPathInside(name: string, folder: string, called: string, prefix = ''): string {
  const path = join(folder, name);
  const fail = (reason: string) => new InputError(`${prefix}cannot read mesh file '${path}': ${reason}`);
  let real: string;
  try {
    real = realpathSync(path);
  } catch (error) {
    throw fail(systemReason(error));
  }
  if (!isInside(real, realpathSync(resolve(folder)))) throw fail(`it is outside of ${called}`);
  return real;
}

/** The mesh of a file, with the files that it refers to; notices go to standard error. */
export async function readMeshFile(given: string, options: Pick<ReadMeshOptions, 'set'> = {}): Promise<SurfaceMesh> {
  const path = sep === '\\' ? given.replaceAll('\\', '/') : given;
  const bytes = await readWholeFile(path, 'mesh', MAX_SINGLE_BYTES);
  const files = new Map<string, Uint8Array>();
  const own = path.slice(0, path.lastIndexOf('/') + 1);
  const names = meshFileReferences(path, bytes).map((name) => name.slice(own.length));
  if (names.length > 0) {
    const folder = dirname(await findInput(path));
    for (const [name, data] of await readMeshFiles(names, folder, path)) files.set(own + name, data);
  }
  const hdf5 = await hdf5Option([[path, bytes]]);
  return readMesh(path, bytes, { ...options, ...hdf5, files, notice: note });
}

/** Whether a path is inside a folder; both without symbolic links. */
export function isInside(path: string, folder: string): boolean {
  const steps = relative(folder, path);
  return steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}
