import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { InputError, systemReason } from './failure.ts';
import { readWholeFile } from './files.ts';

/** Larger mesh files are rejected before they are read. [bytes] */
export const MAX_MESH_BYTES = 2 ** 28;

/**
 * Reads the mesh files of a scene, whose paths are relative to `folder`. A file must be in that folder also after symbolic links are followed: a
 * scene from elsewhere cannot read other files.
 */
export async function readMeshFiles(
  names: readonly string[],
  folder: string,
  source: string,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const root = realpathSync(resolve(folder));
  for (const name of names) {
    const path = join(folder, name);
    const fail = (reason: string) => new InputError(`${source}: cannot read mesh file '${path}': ${reason}`);
    let real: string;
    try {
      real = realpathSync(path);
    } catch (error) {
      throw fail(systemReason(error));
    }
    if (!isInside(real, root)) throw fail('it is outside of the folder of the scene');
    files.set(name, await readWholeFile(real, 'mesh file', MAX_MESH_BYTES));
  }
  return files;
}

/** Whether a path is inside a folder; both without symbolic links. */
export function isInside(path: string, folder: string): boolean {
  const steps = relative(folder, path);
  return steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}
