import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { FileEnds, RecordingFile, RecordingSink } from '../index.ts';
import { InputError, systemReason } from './failure.ts';
import { RECORDING_KIND } from './recording-folder.ts';
import { type StagedFolder, stageFolder, writeWhole } from './staging.ts';

/** A recording that is written during a run. */
export interface RecordingOutput extends RecordingSink {
  /** Why writing failed, if it did. */
  readonly writeError: string | undefined;
  /** Frees the disk space reserved for the file footers: the disk is full. */
  release(): void;
  /** Writes complete copies of the files so far under a separate name, which others can read during the run; returns the path. */
  writeCopies(ends: FileEnds): string;
  /** Renames the complete folder to its target. */
  commit(): void;
  /** Saves an interrupted recording under a separate name, next to a complete one; returns the path. */
  commitIncomplete(): string;
  /** Removes everything that was not committed. */
  close(): void;
}

/** Reserved for the file footers and the summary, in case the disk becomes full [bytes]. */
const RESERVE = 2 ** 20;
/** The footers grow with the files, by less than this fraction of them. */
const RESERVE_FRACTION = 1 / 64;
const RESERVE_FILE = 'reserve';

/** Creates the folder of the recording and writes to it, so an invalid target is detected before the run. */
export function openRecordingOutput(target: string, force = false): RecordingOutput {
  const staged = stageFolder(target, RECORDING_KIND, force);
  const output = new RecordingFolder(target, staged);
  try {
    output.reserve(RESERVE);
  } catch (error) {
    output.close();
    throw new InputError(`cannot write recording to '${target}': ${systemReason(error)}`);
  }
  return output;
}

class RecordingFolder implements RecordingOutput {
  writeError: string | undefined;
  private readonly target: string;
  private readonly staged: StagedFolder;
  private readonly files = new Map<string, number>();
  private copies: string | undefined;
  private written = 0;
  private reserved = 0;

  constructor(target: string, staged: StagedFolder) {
    this.target = target;
    this.staged = staged;
  }

  append(file: RecordingFile, bytes: Uint8Array): void {
    try {
      writeWhole(this.open(file), bytes);
      this.written += bytes.length;
      if (this.written * RESERVE_FRACTION > this.reserved) this.reserve(RESERVE);
    } catch (error) {
      this.writeError = systemReason(error);
      throw error;
    }
  }

  truncate(file: RecordingFile, length: number): void {
    if (length > 0) {
      ftruncateSync(this.open(file), length);
      return;
    }
    this.closeFile(file);
    rmSync(join(this.staged.path, file), { force: true });
  }

  /** Real bytes: a sparse file would reserve no space. */
  reserve(size: number): void {
    writeWhole(this.open(RESERVE_FILE), new Uint8Array(size));
    fsyncSync(this.open(RESERVE_FILE));
    this.reserved += size;
  }

  release(): void {
    this.closeFile(RESERVE_FILE);
    rmSync(join(this.staged.path, RESERVE_FILE), { force: true });
    this.reserved = Number.POSITIVE_INFINITY;
  }

  writeCopies(ends: FileEnds): string {
    const path = siblingName(this.target, 'incomplete');
    const staged = stageFolder(path, RECORDING_KIND);
    try {
      for (const [name, { end }] of ends) {
        const copy = join(staged.path, name);
        if (this.files.has(name)) copyFileSync(join(this.staged.path, name), copy, constants.COPYFILE_FICLONE);
        appendFileSync(copy, end);
      }
      staged.commit();
      this.copies = path;
    } finally {
      staged.discard();
    }
    return path;
  }

  commit(): void {
    this.sync();
    try {
      this.staged.commit();
    } catch (error) {
      // the run is finished: save it under another name rather than lose it
      const path = siblingName(this.target, 'new');
      this.staged.commit(path);
      throw error instanceof InputError ? new InputError(`${error.message}; the recording is in '${path}'`) : error;
    }
    // the complete recording replaces the copies
    if (this.copies !== undefined) rmSync(this.copies, { recursive: true, force: true });
  }

  commitIncomplete(): string {
    this.sync();
    const path = this.staged.isInside ? this.target : siblingName(this.target, 'incomplete');
    this.staged.commit(path);
    return path;
  }

  close(): void {
    for (const name of [...this.files.keys()]) this.closeFile(name);
    this.staged.discard();
  }

  private open(name: string): number {
    const file = this.files.get(name) ?? openSync(join(this.staged.path, name), 'ax');
    this.files.set(name, file);
    return file;
  }

  /** Flushes to disk before renaming. */
  private sync(): void {
    this.release();
    for (const file of this.files.values()) fsyncSync(file);
    for (const name of [...this.files.keys()]) this.closeFile(name);
  }

  private closeFile(name: string): void {
    const file = this.files.get(name);
    if (file !== undefined) closeSync(file);
    this.files.delete(name);
  }
}

/** `out/docking.incomplete.recording` of `out/docking.recording`, `first.incomplete` of `first`. */
function siblingName(target: string, word: string): string {
  const named = /(^|[/\\])\.{1,2}[/\\]*$/.test(target) ? resolve(target) : target.replace(/(?<=.)[/\\]+$/, '');
  const stem = named.replace(/(?<=[^/\\])\.recording$/, '');
  return `${stem}.${word}${named.slice(stem.length)}`;
}
