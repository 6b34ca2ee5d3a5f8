import {
  caseSceneText,
  decodeResults,
  designShape,
  type ResultTable,
  readSweep,
  type Sweep,
} from '../../src/entries/sweeps.ts';
import { parseManifest, type SweepManifest } from '../../src/sweep/manifest.ts';
import { readMarks } from '../../src/sweep/results.ts';
import type { Column, SweepFiles, SweepResults } from '../sweep/sweep-results.ts';
import { FileError, type JobContext } from './job-context.ts';
import type { NamedFile } from './jobs.ts';

/** More rows do not fit into a page with ten columns; `appulse sweep query` has no limit. */
const MAX_ROWS = 2_000_000;

/** Reads the files of a folder of results: its parts, or the merged file where there are none. */
export async function openSweep(files: readonly NamedFile[], context: JobContext): Promise<SweepResults> {
  const manifest = manifestOf(files);
  const source = sourceOf(files);
  const sweep = sweepOf(source);
  const parts = partsOf(files, manifest);
  const tables: ResultTable[] = [];
  for (const { name, bytes } of parts) {
    tables.push(await decodeResults(manifest.columns, bytes).catch((error) => rejectFile(name, error)));
    if (context.isDue()) await context.breathe({ done: tables.length, total: parts.length });
  }
  return {
    title: manifest.title,
    rowCount: tables.reduce((sum, { rowCount }) => sum + rowCount, 0),
    runCount: manifest.runs,
    columns: manifest.columns.map((column, c) => ({ ...column, ...joined(tables.map(({ columns }) => columns[c])) })),
    shape: designShape(sweep),
    source,
  };
}

/** The scene of a run. */
export function caseText(source: SweepFiles, run: number): string {
  return caseSceneText(sweepOf(source), run);
}

function rejectFile(name: string, error: unknown): never {
  throw new FileError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
}

function textOf({ bytes }: NamedFile): string {
  return new TextDecoder().decode(bytes);
}

function manifestOf(files: readonly NamedFile[]): SweepManifest {
  const file = files.find(({ name }) => name === 'sweep.json');
  if (!file) {
    const [first] = files;
    throw new FileError(
      `${first?.name ?? 'nothing'}: there is no sweep.json with it, expected all files of a folder that "appulse sweep" wrote`,
    );
  }
  try {
    return parseManifest(textOf(file));
  } catch (error) {
    return rejectFile(file.name, error);
  }
}

function sourceOf(files: readonly NamedFile[]): SweepFiles {
  const spec = files.find(({ name }) => name === 'spec.json');
  const scene = files.find(({ name }) => name === 'scene.json');
  if (!spec) throw new FileError('sweep.json: there is no spec.json with it, expected all files of the folder');
  return { spec: textOf(spec), ...(scene && { scene: textOf(scene) }) };
}

function sweepOf({ spec, scene }: SweepFiles): Sweep {
  return readSweep({
    text: spec,
    name: 'spec.json',
    ...(scene !== undefined && { scene: { text: scene, name: 'scene.json' } }),
  });
}

/** The files with rows, in the order of the runs; each must belong to the sweep. */
function partsOf(files: readonly NamedFile[], { hash, version }: SweepManifest): NamedFile[] {
  const parts = files.filter(({ name }) => /^part-\d+\.parquet$/.test(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
  const merged = files.filter(({ name }) => name === 'results.parquet');
  const used = parts.length > 0 ? parts : merged;
  if (used.length === 0) throw new FileError('sweep.json: there are no results with it, expected parts/*.parquet');
  let rows = 0;
  for (const { name, bytes } of used) {
    const { marks, rowCount } = marksOf(name, bytes);
    if (marks['sweep'] !== hash) throw new FileError(`${name}: it belongs to another sweep than sweep.json`);
    if (marks['version'] !== version) {
      throw new FileError(`${name}: it was computed by version ${marks['version']}, sweep.json is of ${version}`);
    }
    rows += rowCount;
  }
  if (rows > MAX_ROWS) {
    throw new FileError(
      `sweep.json: ${rows} rows, the studio shows at most ${MAX_ROWS}: use "appulse sweep query" for larger results`,
    );
  }
  return used;
}

function marksOf(name: string, bytes: Uint8Array): ReturnType<typeof readMarks> {
  try {
    return readMarks(bytes);
  } catch (error) {
    return rejectFile(name, error);
  }
}

/** The cells of a column of all parts; texts as indices into a sorted list. */
function joined(parts: readonly (Float64Array | readonly (string | null)[])[]): Pick<Column, 'values' | 'texts'> {
  const values = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  const isText = parts.some((part) => !(part instanceof Float64Array));
  const texts = isText ? [...new Set(parts.flatMap((part) => [...part]))].filter((text) => text !== null).sort() : [];
  const index = new Map<string | number | null, number>(texts.map((text, i) => [text, i]));
  let at = 0;
  for (const part of parts) {
    if (part instanceof Float64Array) values.set(part, at);
    else for (const [i, text] of part.entries()) values[at + i] = index.get(text) ?? Number.NaN;
    at += part.length;
  }
  return isText ? { values, texts: texts as string[] } : { values };
}
