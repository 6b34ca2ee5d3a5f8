import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RecordingSink } from '../record/recording-pieces.ts';
import type { RecordingFile } from '../record/recording-summary.ts';
import { InputError, systemReason } from './failure.ts';
import { RECORDING_KIND } from './recording-folder.ts';
import { type StagedFolder, stageFolder, writeWhole } from './staging.ts';

/** A recording that is written while a run goes on. */
export interface RecordingOutput extends RecordingSink {
  /** Why bytes could not be written, if so. */
  readonly fault: string | undefined;
  /** Gives the space back that is held for the end of the files: the disk is full. */
  release(): void;
  /** Puts the complete folder in its place. */
  commit(): void;
  /** Puts the folder of a run that was stopped in a place of its own, beside a recording that ended; returns where. */
  commitIncomplete(): string;
  /** Leaves nothing; after a commit, what was committed. */
  close(): void;
}

/** Held for the ends of the files and the summary: a disk that gets full has room for these [bytes]. */
const RESERVE = 2 ** 20;
/** The ends grow with the files, by less than this share of them. */
const RESERVE_SHARE = 1 / 64;
const RESERVE_FILE = 'reserve';

/** Makes the folder that will become the recording, and writes to it: what is wrong with the target is found before the run. */
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
  fault: string | undefined;
  private readonly target: string;
  private readonly staged: StagedFolder;
  private readonly files = new Map<string, number>();
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
      if (this.written * RESERVE_SHARE > this.reserved) this.reserve(RESERVE);
    } catch (error) {
      this.fault = systemReason(error);
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

  /** Real bytes: a file with holes would take no space. */
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

  commit(): void {
    this.sync();
    try {
      this.staged.commit();
    } catch (error) {
      // the run is over: rather elsewhere than lost
      const place = besideName(this.target, 'new');
      this.staged.commit(place);
      throw error instanceof InputError ? new InputError(`${error.message}; the recording is in '${place}'`) : error;
    }
  }

  commitIncomplete(): string {
    this.sync();
    const place = this.staged.isInside ? this.target : besideName(this.target, 'incomplete');
    this.staged.commit(place);
    return place;
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

  /** On the disk, not only in its cache, before anything is renamed. */
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
export function besideName(target: string, word: string): string {
  const named = /(^|[/\\])\.{1,2}[/\\]*$/.test(target) ? resolve(target) : target.replace(/(?<=.)[/\\]+$/, '');
  const stem = named.replace(/(?<=[^/\\])\.recording$/, '');
  return `${stem}.${word}${named.slice(stem.length)}`;
}
