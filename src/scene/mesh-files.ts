import type { Fail, JsonPath } from './scene-error.ts';

/** Rejects a mesh whose file was not read: what has no access to files cannot run the scene. */
export function missingMeshFile(file: string, path: JsonPath, fail: Fail): never {
  return fail(path, `the mesh file ${JSON.stringify(file)} is missing: it must be given together with the scene`);
}

/** A scene from elsewhere must not read files outside of its folder. */
export function checkMeshPath(file: string, path: JsonPath, fail: Fail, folder = 'the folder of the scene'): void {
  const isOutside =
    /^[/\\]|^[a-z]:|^[a-z][a-z0-9+.-]*:\/\//i.test(file) || file.includes('\\') || file.split('/').includes('..');
  if (isOutside) fail(path, `must be a path inside ${folder}, with / between folders and without ".."`);
}
