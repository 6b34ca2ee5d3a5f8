import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { InputError, systemReason } from './failure.ts';
import { moveInto, removeLeftovers, temporaryPath } from './leftovers.ts';
import { onSignals, SIGNAL_CODES, yieldToEventLoop } from './signals.ts';

/**
 * Outputs appear complete or not at all: they are written under a temporary name in the folder of their target and renamed when
 * complete. What was there before is replaced only if it is recognisably an output of the same kind. File operations are
 * synchronous: when the process ends, no pending operation can create a file after the cleanup.
 */

export type FileContent = string | Uint8Array | Iterable<string | Uint8Array>;

/** Identifies a folder of some kind: by its file names, and by the first bytes of one file. */
export interface FolderKind {
  readonly what: string;
  readonly names: RegExp;
  readonly mark: { readonly file: string; readonly start: RegExp };
}

/** Identifies a file of some kind by its first bytes. */
export interface FileKind {
  readonly what: string;
  readonly start: RegExp;
}

function problem(what: string, target: string, reason: string): InputError {
  return new InputError(`cannot write ${what} to '${target}': ${reason}`);
}

/** Runs `work`; system errors are reported with the name of the target. */
function writing<T>(what: string, target: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InputError || (error as NodeJS.ErrnoException).code === undefined) throw error;
    throw problem(what, target, systemReason(error));
  }
}

/** Maximum number of symbolic links to follow, as in Linux. */
const MAX_LINKS = 40;

/** Resolves symbolic links, also to paths that do not exist yet. */
function resolveTarget(name: string): string {
  let path = resolve(name);
  for (let links = 0; links < MAX_LINKS; links++) {
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
    if (statSync(path, { throwIfNoEntry: false })) return realpathSync(path);
    path = resolve(dirname(path), readlinkSync(path));
  }
  throw Object.assign(new Error(`too many symbolic links: ${name}`), { code: 'ELOOP' });
}

/**
 * How a folder of files is written to its target: as a new folder, replacing an old one, or file by file into an old one that
 * cannot be replaced as a whole, or into one that is empty or has other files.
 */
type Placement = 'new' | 'replace' | 'update' | 'into';

/**
 * Chooses the placement and rejects a folder with other files in it, before any work is done. With `force` the files are
 * written into such a folder, replacing files of the same name; other files remain.
 */
export function placeFolder(target: string, kind: FolderKind, force = false): Placement {
  return writing(kind.what, target, () => {
    const path = resolveTarget(target);
    removeLeftovers(path);
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return 'new';
    const names = readdirSync(path).filter((name) => !OWN_TEMPORARY.test(name));
    if (names.length === 0) return 'into';
    if (isOwn(path, names, kind)) return path === process.cwd() ? 'update' : 'replace';
    if (force) return 'into';
    const expected = `expected an earlier ${kind.what} or no folder (or use --force)`;
    throw problem(kind.what, target, `the folder has other files in it, ${expected}`);
  });
}

/** Temporary files of commands that are writing to the folder. */
const OWN_TEMPORARY = /^\..*\.[0-9a-f]{8}\.\d+\.\d+\.[0-9a-f]{8}\.(tmp|new|old)$/;

function isOwn(folder: string, names: readonly string[], kind: FolderKind): boolean {
  return names.every((name) => kind.names.test(name)) && begins(join(folder, kind.mark.file), kind.mark.start);
}

/** Whether the first kilobyte of a file matches `start`. */
function begins(path: string, start: RegExp): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(1024);
    return start.test(buffer.toString('latin1', 0, readSync(file, buffer)));
  } finally {
    closeSync(file);
  }
}

/** A folder that is being written, under a temporary name until `commit`; `discard` removes it. */
export interface StagedFolder {
  /** Write the files here. */
  readonly path: string;
  /** Whether it replaces an earlier output of its kind. */
  readonly replaces: boolean;
  /** Whether its files go into an existing folder that is empty or has other files. */
  readonly isInside: boolean;
  /** Renames it to its target, or to `target`. */
  commit(target?: string): void;
  discard(): void;
}

/** Creates the folder, which shows that it is writable, and rejects a target with other files in it. */
export function stageFolder(target: string, kind: FolderKind, force = false): StagedFolder {
  const placement = placeFolder(target, kind, force);
  return writing(kind.what, target, () => {
    const place = resolveTarget(target);
    const isInside = placement === 'into';
    const replaces = placement === 'replace' || placement === 'update';
    const base = temporaryPath(isInside ? place : dirname(place), place);
    const made = makeFolder(`${base}.tmp`);
    const discard = () => {
      for (const stage of ['tmp', 'new']) rmSync(`${base}.${stage}`, { recursive: true, force: true });
      for (const folder of made.slice(1)) removeIfEmpty(folder);
    };
    const commit = (name: string) => {
      writing(kind.what, name, () => putInPlace(base, resolveTarget(name), () => placeFolder(name, kind, force)));
    };
    return { path: `${base}.tmp`, replaces, isInside, commit: (name = target) => commit(name), discard };
  });
}

/** Another process may write to the same target: then try again; the last one remains. */
const PLACING_ATTEMPTS = 100;

function putInPlace(base: string, place: string, decide: () => Placement): void {
  for (let attempts = 1; ; attempts++) {
    const placement = decide();
    try {
      if (placement === 'new') renameSync(`${base}.tmp`, place);
      else if (placement === 'replace') replaceFolder(base, place);
      else {
        // on the file system of the target, where later commands search for leftovers
        const inside = temporaryPath(place, place);
        renameSync(`${base}.tmp`, `${inside}.new`);
        moveInto(`${inside}.new`, place);
      }
      return;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (attempts === PLACING_ATTEMPTS || !['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code)) throw error;
      if (!statSync(`${base}.tmp`, { throwIfNoEntry: false })) throw error;
    }
  }
}

/** A process killed in between leaves both, and `finishReplacement` completes the work. */
function replaceFolder(base: string, place: string): void {
  renameSync(`${base}.tmp`, `${base}.new`);
  try {
    renameSync(place, `${base}.old`);
    try {
      renameSync(`${base}.new`, place);
    } catch (error) {
      renameSync(`${base}.old`, place); // restore the old one
      throw error;
    }
  } catch (error) {
    renameSync(`${base}.new`, `${base}.tmp`);
    throw error;
  }
  rmSync(`${base}.old`, { recursive: true, force: true });
}

/** Runs `work`; calls `clean` if a signal or an error ends it. */
async function cleaningUp(clean: () => void, work: () => Promise<void>): Promise<void> {
  process.on('exit', clean);
  const stop = onSignals((signal) => process.exit(SIGNAL_CODES[signal]));
  try {
    await work();
  } finally {
    clean();
    process.off('exit', clean);
    stop();
  }
}

/** Writes a folder of files; names may include subfolders. */
export async function writeFolder(
  target: string,
  files: Iterable<readonly [name: string, FileContent]>,
  kind: FolderKind,
  force = false,
): Promise<void> {
  const staged = stageFolder(target, kind, force);
  await cleaningUp(staged.discard, async () => {
    for (const [name, content] of files) {
      writing(kind.what, target, () => writeNew(join(staged.path, name), content));
      await yieldToEventLoop();
    }
    staged.commit();
  });
}

/** Rejects, before any work is done, a path where no file can be written, and (without `force`) a file of another kind. */
export function placeFile(path: string, kind: FileKind, force = false): void {
  writing(kind.what, path, () => {
    const place = resolveTarget(path);
    removeLeftovers(place);
    const found = statSync(place, { throwIfNoEntry: false });
    if (found?.isFile() === false) throw problem(kind.what, path, 'it is a folder or a device, expected a file');
    if (found !== undefined && !force && !begins(place, kind.start)) {
      const expected = `expected an earlier ${kind.what} or no file (or use --force)`;
      throw problem(kind.what, path, `there is a file of another kind, ${expected}`);
    }
    const made = writeNew(`${temporaryPath(dirname(place), place)}.tmp`, PROBE, 'remove');
    for (const folder of made) removeIfEmpty(folder);
  });
}

/** Content of the file that tests whether the target is writable. */
const PROBE = new Uint8Array(4096);

export async function writeOneFile(path: string, content: FileContent, kind: FileKind, force = false): Promise<void> {
  placeFile(path, kind, force);
  const place = resolveTarget(path);
  const temporary = `${temporaryPath(dirname(place), place)}.tmp`;
  await cleaningUp(
    () => rmSync(temporary, { force: true }),
    async () => {
      writing(kind.what, path, () => {
        writeNew(temporary, content);
        renameSync(temporary, place);
      });
    },
  );
}

/** Flushes to disk before the rename. Returns the folders that were created. */
function writeNew(path: string, content: FileContent, then: 'keep' | 'remove' = 'keep'): string[] {
  const made = makeFolder(dirname(path));
  const file = openSync(path, 'wx');
  try {
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    for (const piece of pieces) writeWhole(file, piece);
    fsyncSync(file);
  } finally {
    closeSync(file);
    if (then === 'remove') rmSync(path, { force: true });
  }
  return made;
}

/** One write call may write only part of the bytes. */
export function writeWhole(file: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/**
 * Creates a folder and its parents; returns those it created, the innermost first. (Node's recursive mkdir never returns on
 * a file system without mkdir, such as /proc.)
 */
function makeFolder(path: string): string[] {
  try {
    mkdirSync(path);
    return [path];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return [];
    if (code !== 'ENOENT') throw error;
  }
  const above = makeFolder(dirname(path));
  mkdirSync(path);
  return [path, ...above];
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'ENOENT', 'EEXIST', 'EACCES', 'EPERM', 'EBUSY'].includes(code)) throw error;
  }
}
