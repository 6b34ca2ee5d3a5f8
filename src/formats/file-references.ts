import type { FileLocation } from './mesh-file-error.ts';
import { MeshFileError } from './mesh-file-error.ts';

/**
 * The path of a file that `source` names, from the folder to which `source` is relative. A path that is absolute or leads out of the folder of `source` is
 * rejected: a file from elsewhere must not read other files.
 */
export function referencedPath(source: string, location: FileLocation | undefined, name: string): string {
  const isOutside =
    /^[/\\~]|^[a-z]:|^[a-z][a-z0-9+.-]*:/i.test(name) ||
    name.includes('\\') ||
    name.includes('\0') ||
    name.split('/').includes('..');
  if (isOutside || name === '') {
    const expected =
      'a file that is referred to must be in the folder of this file, with / between folders and without ".."';
    throw new MeshFileError(source, location, expected, name);
  }
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  return (
    folder +
    name
      .split('/')
      .filter((step) => step !== '.' && step !== '')
      .join('/')
  );
}

/** The bytes of a file that `source` names. */
export function referencedFile(
  source: string,
  location: FileLocation | undefined,
  name: string,
  files: ReadonlyMap<string, Uint8Array> | undefined,
): { readonly path: string; readonly bytes: Uint8Array } {
  const path = referencedPath(source, location, name);
  const bytes = files?.get(path);
  if (bytes === undefined) {
    throw new MeshFileError(
      source,
      location,
      `needs the file ${JSON.stringify(path)}, which must be given together with it`,
    );
  }
  return { path, bytes };
}
