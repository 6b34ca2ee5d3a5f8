import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { caseSceneText, decodeResults } from '../entries/sweeps.ts';
import { InputError } from './failure.ts';
import { plural, print } from './output.ts';
import { type QueueState, queueState } from './redis-connection.ts';
import { type FileKind, writeOneFile } from './staging.ts';
import { createFailureList, type FailureList, failureLines } from './sweep-failures.ts';
import { type PartState, readPartState, requireManifest, type SweepManifest, sweepOfFolder } from './sweep-folder.ts';

export function addStatusCommand(command: Command): void {
  command
    .command('status')
    .summary('what is done, what is missing, what failed and why')
    .description('Prints how much of a sweep is done, and lists runs that did not reach their end.')
    .argument('<results>', 'folder of the results')
    .option('--json', 'print it as JSON')
    .option('--engine <url>', 'also print what is in the queue of a Redis or Valkey server')
    .action(async (folder: string, { json, engine }: { readonly json?: boolean; readonly engine?: string }) => {
      const status = await sweepStatus(folder);
      const queue = engine === undefined ? undefined : await queueState(engine);
      const text = () => statusText(folder, status) + (queue ? queueText(queue) : '');
      await print(json ? `${JSON.stringify({ ...statusObject(status), queue }, null, 2)}\n` : text());
      if (status.missing > 0) process.exitCode = 1;
    });
}

interface SweepStatus {
  readonly manifest: SweepManifest;
  readonly done: number;
  readonly runsDone: number;
  readonly missing: number;
  readonly failures: FailureList;
}

async function sweepStatus(folder: string): Promise<SweepStatus> {
  const manifest = requireManifest(folder);
  const failures = createFailureList(100);
  const columns = manifest.columns.filter(({ role }) => role === 'run' || role === 'status');
  let done = 0;
  let runsDone = 0;
  for (const part of partsOf(folder, manifest)) {
    done++;
    runsDone += part.rows;
    if (part.failures > 0) failures.add(columns, await decodeResults(columns, readFileSync(part.path)));
  }
  return { manifest, done, runsDone, missing: manifest.chunks - done, failures };
}

/** The complete parts of a folder, in order. */
export function* partsOf(folder: string, manifest: SweepManifest): Generator<PartState> {
  for (let chunk = 0; chunk < manifest.chunks; chunk++) {
    const part = readPartState(folder, manifest, chunk);
    if (part) yield part;
  }
}

function statusText(folder: string, { manifest, done, runsDone, missing, failures }: SweepStatus): string {
  return [
    manifest.title,
    `  runs    ${runsDone} of ${manifest.runs}`,
    `  chunks  ${done} of ${manifest.chunks}${missing > 0 ? `, ${missing} missing: --resume runs them` : ''}`,
    ...(failures.count === 0 ? ['  no run failed'] : failureLines(failures)),
    `  results in ${folder}`,
    '',
  ].join('\n');
}

function statusObject({ manifest, done, runsDone, missing, failures }: SweepStatus) {
  const { title, hash, version, runs, chunks } = manifest;
  const failed = Object.fromEntries(failures.byStatus);
  return { title, hash, version, runs, runsDone, chunks, chunksDone: done, missing, failed, failures: failures.listed };
}

function queueText({ workers, active, waiting, delayed }: QueueState): string {
  return `  queue: ${plural(workers, 'worker')}; chunks: ${active} running, ${waiting} waiting, ${delayed} to be tried again\n`;
}

const SCENE_KIND: FileKind = { what: 'scene', start: /^\s*[{/]/ };

export function addCaseCommand(command: Command): void {
  command
    .command('case')
    .summary('print the scene of one run, to run or watch it')
    .description('Prints the scene of one run of a sweep. Running it gives the same results.')
    .argument('<results>', 'folder of the results')
    .argument('<run>', 'index of the run', parseIndex)
    .option('-o, --output <file>', 'write it to a file instead')
    .option('--force', 'overwrite a file that is not a scene')
    .addHelpText(
      'after',
      '\nExample:\n  appulse sweep case out/docking.sweep 17 -o case.scene.json && appulse run case.scene.json',
    )
    .action(async (folder: string, run: number, options: { readonly output?: string; readonly force?: boolean }) => {
      const { sweep } = sweepOfFolder(folder);
      if (run >= sweep.runCount) throw new InputError(`there is no run ${run}, expected 0 to ${sweep.runCount - 1}`);
      const text = caseSceneText(sweep, run);
      if (options.output === undefined) return print(text);
      await writeOneFile(options.output, text, SCENE_KIND, options.force);
    });
}

function parseIndex(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected the index of a run, an integer of at least 0.');
  return Number(text);
}

/** `3 chunks are missing, the first is 12`; undefined if none is. */
export function missingText(manifest: SweepManifest, present: ReadonlySet<number>): string | undefined {
  const missing = manifest.chunks - present.size;
  if (missing === 0) return undefined;
  let first = 0;
  while (present.has(first)) first++;
  return `${plural(missing, 'chunk')} of ${manifest.chunks} missing, the first is ${first}`;
}
