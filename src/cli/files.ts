import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError, systemReason } from './failure.ts';

/** A folder of the installed package: `examples`, `reference`. This file is bundled into its `dist/lib`, or is `dist/cli/files.js`. */
export function packagePath(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url));
}

const PACKAGE_FOLDERS = ['examples', 'reference'];

/**
 * The path of an input file: as given, or, if there is no such file and the path begins with `examples/` or `reference/`,
 * that of the package. Files of the user have priority.
 */
export async function findInput(given: string): Promise<string> {
  const steps = normalize(given).split(sep);
  if (!PACKAGE_FOLDERS.includes(steps[0])) return given;
  const isMissing = await stat(given).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
  );
  const shipped = packagePath(steps.join('/'));
  return isMissing && (await isFile(shipped)) ? shipped : given;
}

/** Reads a whole file, see `findInput`; one that is too large is rejected before it is read. `what` names it in messages: `scene`, `recording`. */
export async function readWholeFile(path: string, what: string, maxBytes: number): Promise<Buffer> {
  const problem = (reason: string) => new InputError(`cannot read ${what} '${path}': ${reason}`);
  const handle = await open(await findInput(path)).catch((error) => {
    throw problem(systemReason(error));
  });
  try {
    const found = await handle.stat();
    if (found.size > maxBytes) throw problem(`it has ${found.size} bytes, expected at most ${maxBytes}`);
    if (found.isFile() || found.isDirectory()) return await handle.readFile();
    const bytes = await readPipe(handle, maxBytes);
    if (bytes.length > maxBytes) throw problem(`it has more than ${maxBytes} bytes`);
    return bytes;
  } catch (error) {
    throw error instanceof InputError ? error : problem(systemReason(error));
  } finally {
    await handle.close();
  }
}

/** Pipes and devices have no size: reads to the end, or until the limit is exceeded. */
async function readPipe(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/** Reads a whole file as text; bytes that are not UTF-8 are rejected. */
export async function readTextFile(path: string, what: string, maxBytes: number): Promise<string> {
  const bytes = await readWholeFile(path, what, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new InputError(`cannot read ${what} '${path}': it is not UTF-8 text`);
  }
}

/** The files of a folder and its subfolders whose names end with `extension`, sorted by path. */
export async function listFiles(folder: string, extension: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true }).catch((error) => {
    throw new InputError(`cannot read folder '${folder}': ${systemReason(error)}`);
  });
  return entries
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => join(folder, name));
}

export async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? false;
}

export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

/** `docking` of `scenes/docking.scene.json`, `platoon1` of `platoon1.dat`: the base name of outputs. */
export function sceneName(path: string): string {
  return basename(path).replace(/(\.scene)?\.jsonc?$|\.dat$/i, '');
}
