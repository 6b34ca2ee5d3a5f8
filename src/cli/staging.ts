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
import { nextTurn, onSignals, SIGNAL_CODES } from './signals.ts';

/**
 * Outputs appear whole or not at all: they are written under a temporary name in the folder of their target and renamed when
 * complete. What was there before is replaced only if it is recognisably an output of the same kind. File operations are
 * synchronous: whatever ends the process finds no half-done one that could still make a file after all have been removed.
 */

export type FileContent = string | Uint8Array | Iterable<string>;

/** How an output of some kind is recognised: by the names in its folder, and by how one of its files begins. */
export interface FolderKind {
  readonly what: string;
  readonly names: RegExp;
  readonly mark: { readonly file: string; readonly start: RegExp };
}

/** How a file of some kind is recognised: by its beginning. */
export interface FileKind {
  readonly what: string;
  readonly start: RegExp;
}

function problem(what: string, target: string, reason: string): InputError {
  return new InputError(`cannot write ${what} to '${target}': ${reason}`);
}

/** Does it; what the system has against it is told with the name of the target. */
function writing<T>(what: string, target: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InputError || (error as NodeJS.ErrnoException).code === undefined) throw error;
    throw problem(what, target, systemReason(error));
  }
}

/** Symbolic links followed one by one, at most: as Linux does. */
const MAX_LINKS = 40;

/** The path that a name stands for: where a symbolic link points, whether there is something already or not. */
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
 * How a folder of files would get to its place: as a new folder, in place of an old one, or file by file: into an old one that
 * cannot be replaced as a whole, or into one with nothing or something else in it.
 */
type Placement = 'new' | 'replace' | 'update' | 'into';

/**
 * Decides it, and refuses a folder with anything else in it, before any work is done. With `force` the files go into
 * such a folder, over files of the same names; what else is in it stays.
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

/** What commands that are at work in a folder keep there. */
const OWN_TEMPORARY = /^\..*\.[0-9a-f]{8}\.\d+\.\d+\.[0-9a-f]{8}\.(tmp|new|old)$/;

function isOwn(folder: string, names: readonly string[], kind: FolderKind): boolean {
  return names.every((name) => kind.names.test(name)) && begins(join(folder, kind.mark.file), kind.mark.start);
}

/** Whether the first kilobyte of a file looks like `start`. */
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

/** A folder that is being made. Until `commit` nobody takes it for the output; `discard` leaves no trace of it. */
export interface StagedFolder {
  /** Where its files are to be written. */
  readonly path: string;
  /** Whether an earlier output of its kind is at its place. */
  readonly replaces: boolean;
  /** Whether its files go into a folder that is there, with nothing or something else in it. */
  readonly isInside: boolean;
  /** Puts it in its place, or in that of `target`. */
  commit(target?: string): void;
  discard(): void;
}

/** Makes the folder, which shows that it can be made, and refuses a target with anything else in it. */
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

/** Others may put theirs in the same place meanwhile: then it is tried again, and the last one stays. */
const PLACING_ATTEMPTS = 100;

function putInPlace(base: string, place: string, decide: () => Placement): void {
  for (let attempts = 1; ; attempts++) {
    const placement = decide();
    try {
      if (placement === 'new') renameSync(`${base}.tmp`, place);
      else if (placement === 'replace') exchange(base, place);
      else {
        // the same file system as that of the target, and where those look who come after us
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

/** A process that is killed in between leaves both, and `finishReplacement` knows how to go on. */
function exchange(base: string, place: string): void {
  renameSync(`${base}.tmp`, `${base}.new`);
  try {
    renameSync(place, `${base}.old`);
    try {
      renameSync(`${base}.new`, place);
    } catch (error) {
      renameSync(`${base}.old`, place); // the old one is better than none
      throw error;
    }
  } catch (error) {
    renameSync(`${base}.new`, `${base}.tmp`);
    throw error;
  }
  rmSync(`${base}.old`, { recursive: true, force: true });
}

/** Runs `work`; if a signal ends it, or an error, `clean` is called. */
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

/** Writes a folder of files; names may have folders in them. */
export async function writeFolder(
  target: string,
  files: ReadonlyMap<string, FileContent>,
  kind: FolderKind,
  force = false,
): Promise<void> {
  const staged = stageFolder(target, kind, force);
  await cleaningUp(staged.discard, async () => {
    for (const [name, content] of files) {
      writing(kind.what, target, () => writeNew(join(staged.path, name), content));
      await nextTurn();
    }
    staged.commit();
  });
}

/** Refuses to replace a file of another kind, unless with `force`, and to write where no file can be, before any work is done. */
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

/** What is written to see whether something can be. */
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

/** On the disk, not only in its cache, before anything is renamed to it. Returns the folders that had to be made. */
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

/** The system may take less than it is given. */
export function writeWhole(file: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/**
 * With the folders above it; those that had to be made, the innermost first. (Node's own recursive mkdir never returns where a file
 * system makes no folders, as /proc.)
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
