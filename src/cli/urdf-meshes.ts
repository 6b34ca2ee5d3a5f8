import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UrdfError, type UrdfModel, urdfMeshFiles } from '../entries/urdf.ts';
import { InputError, systemReason } from './failure.ts';
import { readWholeFile } from './files.ts';
import { isInside, MAX_MESH_BYTES } from './mesh-files.ts';

/** Folders of packages by name, for `package://name/path`. */
export type PackageFolders = ReadonlyMap<string, string>;

/**
 * Reads the mesh files of a model at `path`. A file must be in the folder of the model or in the folder of a package, also after
 * symbolic links are followed: a model from elsewhere cannot read other files.
 */
export async function readUrdfMeshes(
  model: UrdfModel,
  path: string,
  packages: PackageFolders,
): Promise<Map<string, Uint8Array>> {
  const meshes = new Map<string, Uint8Array>();
  const folders = [dirname(resolve(path)), ...packages.values()];
  for (const [filename, line] of urdfMeshFiles(model)) {
    const fail = (reason: string): never => {
      throw new UrdfError(model.source, line, `mesh file ${JSON.stringify(filename)} ${reason}`);
    };
    const file = realPath(locate(filename, folders[0], packages, fail), fail);
    if (!folders.some((folder) => isInside(file, realPath(folder, fail)))) {
      fail('must be in the folder of the model or of a package (--package name=folder)');
    }
    const bytes = await readWholeFile(file, 'mesh file', MAX_MESH_BYTES).catch((error) => {
      throw error instanceof InputError ? new UrdfError(model.source, line, error.message) : error;
    });
    meshes.set(filename, bytes);
  }
  return meshes;
}

/** The path of a file by its name in the model: `package://name/path`, `file://path`, or a path from the folder of the model. */
function locate(filename: string, folder: string, packages: PackageFolders, fail: (reason: string) => never): string {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]+):\/\/(.*)$/i.exec(filename) ?? [];
  if (scheme === undefined) return resolve(folder, filename);
  if (scheme === 'file') return fileUrlPath(filename, fail);
  if (scheme !== 'package') return fail('must be a path, package://name/path or file://path');
  const [name, ...steps] = rest.split('/');
  const root = packages.get(name) ?? fail(`is in the package "${name}": --package ${name}=folder says where that is`);
  const path = resolve(root, ...steps.filter((step) => step !== ''));
  return isInside(path, root) ? path : fail('must be inside the folder of its package');
}

function fileUrlPath(url: string, fail: (reason: string) => never): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    return fail(`must be a valid file address (${(error as Error).message})`);
  }
}

function realPath(path: string, fail: (reason: string) => never): string {
  try {
    return realpathSync(path);
  } catch (error) {
    return fail(`cannot be read: ${systemReason(error)} (${path})`);
  }
}

/** `name=folder` of the option `--package`. */
export function parsePackage(text: string, known: PackageFolders): Map<string, string> {
  const [, name, folder] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined) throw new InputError(`--package must be name=folder, got '${text}'`);
  return new Map([...known, [name, join(resolve(folder))]]);
}
