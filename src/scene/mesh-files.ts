import type { Fail, JsonPath } from './scene-error.ts';

/** Rejects a mesh whose file was not read: what has no access to files cannot run the scene. */
export function missingMeshFile(file: string, path: JsonPath, fail: Fail): never {
  return fail(path, `the mesh file ${JSON.stringify(file)} is missing: it must be given together with the scene`);
}
