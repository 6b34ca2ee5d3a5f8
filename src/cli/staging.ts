import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError, systemReason } from './failure.ts';

/**
 * Outputs appear whole or not at all: they are written beside their place under a temporary name and renamed when
 * complete. What was there before is replaced only if it is recognisably an output of the same kind.
 */

export type FileContent = string | Uint8Array | Iterable<string>;

/** How an output of some kind is recognised: by the names in its folder, and by how one of its files begins. */
export interface FolderKind {
  readonly what: string;
  readonly names: RegExp;
  readonly mark: { readonly file: string; readonly start: RegExp };
}

/** 128 + the number of the signal, as shells count. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** A name beside `path` that no one else uses, hidden and recognisable. */
function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`);
}

/** Runs `work` with a temporary path beside `path`, and removes what is left of it however that ends. */
async function withTemporary(path: string, work: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = temporaryName(path);
  const clean = () => rmSync(temporary, { recursive: true, force: true });
  const leave = (signal: keyof typeof SIGNALS) => process.exit(SIGNALS[signal]);
  process.on('exit', clean);
  for (const signal in SIGNALS) process.on(signal, leave);
  try {
    await work(temporary);
  } finally {
    clean();
    process.off('exit', clean);
    for (const signal in SIGNALS) process.off(signal, leave);
  }
}

/** How a folder of files would get to its place: as a new folder, in place of an old one, or file by file into it. */
type Placement = 'new' | 'replace' | 'into';

/**
 * Decides it, and refuses a folder with anything else in it, before any work is done. With `force` the files go into
 * such a folder, over files of the same names; what else is in it stays.
 */
export async function placeFolder(target: string, kind: FolderKind, force = false): Promise<Placement> {
  const problem = (reason: string) => new InputError(`cannot write ${kind.what} to '${target}': ${reason}`);
  const names = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw problem(systemReason(error));
  });
  if (names === undefined) return 'new';
  if (names.length === 0) return 'into';
  if (await isOwn(target, names, kind)) return resolve(target) === process.cwd() ? 'into' : 'replace';
  if (force) return 'into';
  throw problem(`the folder has other files in it, expected an earlier ${kind.what} or no folder (or use --force)`);
}

async function isOwn(folder: string, names: readonly string[], kind: FolderKind): Promise<boolean> {
  return names.every((name) => kind.names.test(name)) && (await begins(join(folder, kind.mark.file), kind.mark.start));
}

/** Whether the first kilobyte of a file looks like `start`. */
async function begins(path: string, start: RegExp): Promise<boolean> {
  const handle = await open(path).catch(() => undefined);
  if (handle === undefined) return false;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024)).finally(() => handle.close());
  return start.test(buffer.toString('latin1', 0, bytesRead));
}

/** Writes a folder of files; names may have folders in them. */
export async function writeFolder(
  target: string,
  files: ReadonlyMap<string, FileContent>,
  kind: FolderKind,
  force = false,
): Promise<void> {
  const placement = await placeFolder(target, kind, force);
  const place = resolve(target);
  await withTemporary(placement === 'into' ? join(place, basename(place)) : place, async (temporary) => {
    for (const [name, content] of files) await writeNew(join(temporary, name), content);
    if (placement === 'into') moveInto(temporary, place, files.keys());
    else if (placement === 'replace') exchange(temporary, place);
    else await rename(temporary, place);
  }).catch((error) => {
    throw new InputError(`cannot write ${kind.what} to '${target}': ${systemReason(error)}`);
  });
}

// The two below are synchronous so that no signal is handled half-way.

function moveInto(temporary: string, target: string, names: Iterable<string>): void {
  for (const name of names) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    renameSync(join(temporary, name), join(target, name));
  }
}

function exchange(temporary: string, target: string): void {
  const old = temporaryName(target);
  renameSync(target, old);
  try {
    renameSync(temporary, target);
  } catch (error) {
    renameSync(old, target); // the old one is better than none
    throw error;
  }
  rmSync(old, { recursive: true, force: true });
}

/** How a file of some kind is recognised: by its beginning. */
export interface FileKind {
  readonly what: string;
  readonly start: RegExp;
}

/** Refuses to replace a file of another kind, unless with `force`, before any work is done. */
export async function placeFile(path: string, kind: FileKind, force = false): Promise<void> {
  const problem = (reason: string) => new InputError(`cannot write ${kind.what} to '${path}': ${reason}`);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === false) throw problem('it is a folder or a device, expected a file');
  if (found !== undefined && !force && !(await begins(path, kind.start))) {
    throw problem(`there is a file of another kind, expected an earlier ${kind.what} or no file (or use --force)`);
  }
}

export async function writeOneFile(path: string, content: FileContent, kind: FileKind, force = false): Promise<void> {
  await placeFile(path, kind, force);
  await withTemporary(resolve(path), async (temporary) => {
    await writeNew(temporary, content);
    await rename(temporary, path);
  }).catch((error) => {
    throw new InputError(`cannot write ${kind.what} to '${path}': ${systemReason(error)}`);
  });
}

/** On the disk, not only in its cache, before anything is renamed to it. */
async function writeNew(path: string, content: FileContent): Promise<void> {
  await makeFolder(dirname(path));
  const handle = await open(path, 'wx');
  try {
    await writeFile(handle, content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** With the folders above it. (Node's own recursive mkdir never returns where a file system makes no folders, as /proc.) */
async function makeFolder(path: string): Promise<void> {
  const attempt = () =>
    mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  await attempt().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await makeFolder(dirname(path));
    await attempt();
  });
}
