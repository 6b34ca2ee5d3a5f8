import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { decodeResults, type ResultColumn, type ResultTable } from '../entries/sweeps.ts';
import { createResultStream, csvHeader, csvRows, joinTables } from '../sweep/results.ts';
import { InputError, StoppedError, systemReason } from './failure.ts';
import { temporaryPath } from './leftovers.ts';
import { plural, print } from './output.ts';
import { writeWhole } from './staging.ts';
import { type PartState, partPath, requireManifest, type SweepManifest } from './sweep-folder.ts';
import { missingText, partsOf } from './sweep-status.ts';

interface MergeOptions {
  readonly output?: string;
  readonly csv?: boolean;
  readonly partial?: boolean;
}

export function addMergeCommand(command: Command): void {
  command
    .command('merge')
    .summary('join the results of all chunks, also of several folders, in one file')
    .description(
      'Joins the results of a sweep in one Parquet file, in the order of the runs. Folders may have the results of shards.',
    )
    .argument('<results...>', 'folders of the results')
    .option('-o, --output <folder>', 'folder of the joined results (default: the first folder)')
    .option('--csv', 'also write results.csv')
    .option('--partial', 'join what is there, even if chunks are missing')
    .action(merge);
}

async function merge(folders: readonly string[], options: MergeOptions): Promise<void> {
  const target = options.output ?? folders[0];
  const manifest = requireManifest(folders[0]);
  const parts = collectParts(folders, manifest);
  const missing = missingText(manifest, new Set(parts.keys()));
  if (missing !== undefined && !options.partial)
    throw new InputError(`cannot merge: ${missing} (--partial joins the others)`);
  try {
    copyFolder(folders[0], target);
    const order = [...parts.keys()].sort((a, b) => a - b).map((chunk) => parts.get(chunk) as PartState);
    for (const { chunk, path } of order) {
      if (path !== partPath(target, chunk)) copyByRename(path, partPath(target, chunk));
    }
    const rows = await writeMerged(target, manifest, order, options.csv ?? false);
    const lost = missing === undefined ? '' : ` (${missing})`;
    const csv = options.csv ? ' and results.csv' : '';
    await print(
      `${plural(rows, 'row')} of ${plural(order.length, 'chunk')}${lost} in ${join(target, 'results.parquet')}${csv}\n`,
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new StoppedError(`cannot write sweep results to '${target}': ${systemReason(error)}`, 1);
  }
}

/** One part per chunk; the same chunk in several folders has the same content. */
function collectParts(folders: readonly string[], manifest: SweepManifest): Map<number, PartState> {
  const parts = new Map<number, PartState>();
  for (const folder of folders) {
    const other = requireManifest(folder);
    if (other.hash !== manifest.hash || other.version !== manifest.version) {
      throw new InputError(
        `cannot merge '${folder}': it has results of another specification or version than '${folders[0]}'`,
      );
    }
    for (const part of partsOf(folder, manifest)) if (!parts.has(part.chunk)) parts.set(part.chunk, part);
  }
  return parts;
}

function copyFolder(from: string, target: string): void {
  mkdirSync(join(target, 'parts'), { recursive: true });
  if (from === target) return;
  for (const name of ['sweep.json', 'spec.json', 'scene.json']) {
    if (existsSync(join(from, name))) copyByRename(join(from, name), join(target, name));
  }
}

function copyByRename(from: string, to: string): void {
  const temporary = `${temporaryPath(join(to, '..'), 'part')}.tmp`;
  copyFileSync(from, temporary);
  renameSync(temporary, to);
}

/** Rows per row group of the joined file: large enough to compress well, small enough for the memory. */
const GROUP_ROWS = 50_000;

async function writeMerged(
  target: string,
  { columns, hash, version }: SweepManifest,
  parts: readonly PartState[],
  withCsv: boolean,
): Promise<number> {
  const stream = createResultStream(columns, { sweep: hash, version });
  const names = ['results.parquet', ...(withCsv ? ['results.csv'] : [])];
  const temporary = names.map((name) => `${temporaryPath(target, name)}.tmp`);
  const files = temporary.map((path) => openSync(path, 'wx'));
  let rows = 0;
  try {
    if (withCsv) writeWhole(files[1], csvHeader(columns));
    for await (const table of groups(columns, parts)) {
      rows += table.rowCount;
      writeWhole(files[0], stream.encode(table));
      if (withCsv) writeWhole(files[1], csvRows(columns, table));
    }
    writeWhole(files[0], stream.finish());
    for (const file of files) fsyncSync(file);
    names.forEach((name, i) => {
      renameSync(temporary[i], join(target, name));
    });
  } finally {
    for (const file of files) closeSync(file);
    for (const path of temporary) rmSync(path, { force: true });
  }
  return rows;
}

async function* groups(columns: readonly ResultColumn[], parts: readonly PartState[]): AsyncGenerator<ResultTable> {
  let tables: ResultTable[] = [];
  let rows = 0;
  for (const { path } of parts) {
    const table = await decodeResults(columns, readFileSync(path));
    tables.push(table);
    rows += table.rowCount;
    if (rows < GROUP_ROWS) continue;
    yield joinTables(tables);
    tables = [];
    rows = 0;
  }
  if (tables.length > 0) yield joinTables(tables);
}
