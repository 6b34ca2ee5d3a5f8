import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type ResultColumn, type ResultTable, resultColumns, type Sweep } from '../entries/sweeps.ts';
import { exactJson } from '../record/exact-json.ts';
import { chunkCount, chunkRange } from '../sweep/chunks.ts';
import { countFailures, encodeResults, readMarks } from '../sweep/results.ts';
import { InputError, StoppedError, systemReason } from './failure.ts';
import { packagePath } from './files.ts';
import { removeLeftovers, temporaryPath } from './leftovers.ts';
import { completeSweep, type LoadedSweep } from './sweep-source.ts';

/**
 * The folder of the results of a sweep:
 *
 * - `sweep.json`: hash of the specification, version, columns with units, number of runs and chunks
 * - `spec.json`, `scene.json`: the specification and its scene, as given
 * - `parts/part-NNNNNN.parquet`: the rows of a chunk, written under a temporary name and renamed
 * - `recordings/run-N.recording`: recordings of runs, where the specification asks for them
 * - `results.parquet`, `results.csv`: all rows, after `appulse sweep merge`
 */
const SWEEP_FORMAT = 'appulse-sweep/1';

/** Content of sweep.json. */
export interface SweepManifest {
  readonly format: typeof SWEEP_FORMAT;
  readonly version: string;
  readonly hash: string;
  readonly title: string;
  readonly runs: number;
  readonly chunks: number;
  readonly chunkSize: number;
  readonly columns: readonly ResultColumn[];
}

const OWN_FILES = ['sweep.json', 'spec.json', 'scene.json', 'parts', 'recordings', 'results.parquet', 'results.csv'];

/** Version of the package: results of another version may differ. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(packagePath('package.json'), 'utf8')).version;
}

export function manifestOf({ sweep, hash }: LoadedSweep): SweepManifest {
  return {
    format: SWEEP_FORMAT,
    version: packageVersion(),
    hash,
    title: sweep.title,
    runs: sweep.runCount,
    chunks: chunkCount(sweep),
    chunkSize: sweep.chunkSize,
    columns: resultColumns(sweep),
  };
}

/** The manifest of a folder; undefined if there is none. Throws an InputError for a folder or file of another kind. */
function readManifest(folder: string): SweepManifest | undefined {
  const path = join(folder, 'sweep.json');
  if (!existsSync(path)) return undefined;
  const problem = (reason: string) => new InputError(`cannot read sweep results '${folder}': sweep.json ${reason}`);
  try {
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    if (manifest?.format !== SWEEP_FORMAT || !Array.isArray(manifest.columns)) throw problem('has another format');
    return manifest;
  } catch (error) {
    throw error instanceof InputError ? error : problem(`cannot be read: ${(error as Error).message}`);
  }
}

/** The manifest of a folder of results, which must exist. */
export function requireManifest(folder: string): SweepManifest {
  const manifest = readManifest(folder);
  if (manifest) return manifest;
  throw new InputError(
    `cannot read sweep results '${folder}': no sweep.json there, expected a folder of appulse sweep`,
  );
}

/** The sweep whose results are in a folder. */
export function sweepOfFolder(folder: string): LoadedSweep {
  requireManifest(folder);
  const text = (name: string) => ({ text: readFileSync(join(folder, name), 'utf8'), name: join(folder, name) });
  const scene = existsSync(join(folder, 'scene.json')) ? { scene: text('scene.json') } : {};
  return completeSweep({ ...text('spec.json'), ...scene });
}

export interface OpenOptions {
  /** Continue with the results that are there. */
  readonly resume: boolean;
  /** Remove results of another sweep. */
  readonly force?: boolean;
}

/** Creates the folder of results, or opens that of an interrupted sweep. */
export function openResults(folder: string, loaded: LoadedSweep, { resume, force }: OpenOptions): void {
  const problem = (reason: string) => new InputError(`cannot write sweep results to '${folder}': ${reason}`);
  try {
    const found = readManifest(folder);
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
    if (!found && names.length > 0 && !names.every((name) => OWN_FILES.includes(name)) && !force) {
      throw problem('the folder has other files in it, expected an earlier sweep or no folder (or use --force)');
    }
    if (found && !force) checkContinuation(found, manifestOf(loaded), resume, problem);
    if (force && !resume) for (const name of OWN_FILES) rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(join(folder, 'parts'), { recursive: true });
    removeLeftovers(partTarget(folder));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw problem(systemReason(error));
  }
}

function checkContinuation(
  found: SweepManifest,
  wanted: SweepManifest,
  resume: boolean,
  problem: (reason: string) => InputError,
): void {
  if (found.hash !== wanted.hash) throw problem('it has results of another specification (--force removes them)');
  if (found.version !== wanted.version) {
    throw problem(`its results are of version ${found.version}, this is ${wanted.version} (--force removes them)`);
  }
  if (!resume) throw problem('it has results of this sweep: --resume continues it, --force starts again');
}

/** The files that describe the sweep; written before the first part. */
export async function writeManifest(folder: string, loaded: LoadedSweep): Promise<void> {
  const { source } = loaded;
  await writeByRename(join(folder, 'spec.json'), encode(source.text));
  if (source.scene) await writeByRename(join(folder, 'scene.json'), encode(source.scene.text));
  await writeByRename(join(folder, 'sweep.json'), encode(`${exactJson(manifestOf(loaded), '  ')}\n`));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function partTarget(folder: string): string {
  return join(folder, 'parts', 'part');
}

export function partPath(folder: string, chunk: number): string {
  return `${partTarget(folder)}-${String(chunk).padStart(6, '0')}.parquet`;
}

/** Writes a file under a temporary name in its folder and renames it: it is complete or not there. */
async function writeByRename(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${temporaryPath(dirname(path), basename(path).replace(/-\d+\.parquet$/, ''))}.tmp`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new StoppedError(`cannot write sweep results to '${path}': ${systemReason(error)}`, 1);
  }
}

/** The bytes of the part of a chunk: equal rows give equal bytes. */
export function encodePart({ hash, version, columns }: SweepManifest, chunk: number, table: ResultTable): Uint8Array {
  const failures = String(countFailures(columns, table));
  return encodeResults(columns, table, { sweep: hash, version, chunk: String(chunk), failures });
}

/** Writes the part of a chunk. */
export async function writePart(folder: string, chunk: number, bytes: Uint8Array): Promise<void> {
  await writeByRename(partPath(folder, chunk), bytes);
}

/** A part that belongs to the sweep and is complete. */
export interface PartState {
  readonly chunk: number;
  readonly path: string;
  readonly rows: number;
  readonly failures: number;
}

/** The part of a chunk in a folder; undefined if it is not there, damaged or of another sweep. */
export function readPartState(folder: string, manifest: SweepManifest, chunk: number): PartState | undefined {
  const path = partPath(folder, chunk);
  const bytes = readFooter(path);
  const found = bytes && partCounts(manifest, chunk, bytes);
  return found && { chunk, path, ...found };
}

/** Rows and failures of the part of a chunk, from its bytes or their end; undefined if it is damaged or of another sweep. */
export function partCounts(
  manifest: SweepManifest,
  chunk: number,
  bytes: Uint8Array,
): Pick<PartState, 'rows' | 'failures'> | undefined {
  try {
    const { marks, rowCount } = readMarks(bytes);
    const { first, end } = chunkRange(rangeOf(manifest), chunk);
    const belongs = marks['sweep'] === manifest.hash && marks['version'] === manifest.version;
    if (!belongs || marks['chunk'] !== String(chunk) || rowCount !== end - first) return undefined;
    return { rows: rowCount, failures: Number(marks['failures']) };
  } catch {
    // a damaged file is computed again
    return undefined;
  }
}

function rangeOf({ runs, chunkSize }: SweepManifest): Pick<Sweep, 'runCount' | 'chunkSize'> {
  return { runCount: runs, chunkSize };
}

/** The end of a Parquet file with its metadata; undefined if there is no such file. */
export function readFooter(path: string): Uint8Array | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const { size } = fstatSync(file);
    const readLast = (length: number) => {
      const bytes = new Uint8Array(Math.min(size, length));
      readSync(file, bytes, 0, bytes.length, size - bytes.length);
      return bytes;
    };
    // the last 8 bytes: length of the metadata before them, and the letters PAR1
    const end = readLast(8);
    return end.length < 8 ? end : readLast(new DataView(end.buffer).getUint32(0, true) + 8);
  } finally {
    closeSync(file);
  }
}

/** The folder of the recording of a run. */
function recordingPath(folder: string, run: number): string {
  return join(folder, 'recordings', `run-${run}.recording`);
}

/** Writes the recording of a run as a folder that is complete or not there. */
export async function writeRecording(
  folder: string,
  run: number,
  files: readonly (readonly [string, Uint8Array])[],
): Promise<void> {
  const target = recordingPath(folder, run);
  const temporary = `${temporaryPath(dirname(target), basename(target))}.tmp`;
  try {
    mkdirSync(temporary, { recursive: true });
    for (const [name, bytes] of files) await writeByRename(join(temporary, name), bytes);
    rmSync(target, { recursive: true, force: true });
    await rename(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error instanceof StoppedError
      ? error
      : new StoppedError(`cannot write recording to '${target}': ${systemReason(error)}`, 1);
  }
}
