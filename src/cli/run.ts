import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createsEnergy } from '../entries/vehicles.ts';
import {
  animationSvg,
  createRecorder,
  DEFAULT_LIMITS,
  decodeSnapshot,
  encodeSnapshot,
  energyCreationWarning,
  type PlanarScene,
  type RunLimits,
  type RunSummary,
  type Scene,
  SnapshotError,
  type SolidSnapshot,
} from '../index.ts';
import { exactJson } from '../record/exact-json.ts';
import { createGpuCheckThread, createStepPool } from '../workers/index.ts';
import { InputError } from './failure.ts';
import { readTextFile, sceneName } from './files.ts';
import { runText } from './ledger-text.ts';
import { note, print } from './output.ts';
import { parseCount } from './parse-count.ts';
import { type RecordedRun, type RunJob, recordRun } from './record-run.ts';
import { readRunScene, type SceneRunOptions } from './run-scene.ts';
import { readSceneSource } from './scene-source.ts';
import { type FileKind, placeFile, writeOneFile } from './staging.ts';
import { stepTimesLine } from './step-times.ts';
import { parseThreads } from './threads-option.ts';
import { addVehicleOptions, applyVehicleOptions, type VehicleOptions } from './vehicle-options.ts';
import type { UnitSystem } from './vehicle-text.ts';

const SNAPSHOT_KIND: FileKind = { what: 'snapshot', start: /^\{"format":"appulse-snapshot\// };
/** Maximum size of a snapshot [bytes]. */
const MAX_SNAPSHOT_BYTES = 2 ** 30;
const PICTURE_KIND: FileKind = { what: 'picture', start: /^(<\?xml[^>]*>\s*)?<svg/ };

/** Limits of a run, as options. */
interface LimitOptions {
  readonly maxSteps?: number;
  readonly maxEvents?: number;
  readonly maxRows?: number;
}

interface RunOptions extends VehicleOptions, LimitOptions {
  readonly output?: string;
  readonly record: boolean;
  readonly copyEvery?: number;
  readonly json?: boolean;
  readonly until?: number;
  readonly picture?: string;
  readonly force?: boolean;
  readonly stepTimes?: boolean;
  readonly snapshot?: string;
  readonly snapshotAt?: number;
  readonly resume?: string;
  readonly threads: number;
  readonly gpu?: boolean;
  readonly units: UnitSystem;
}

export function addRunCommand(program: Command): void {
  const command = program
    .command('run')
    .summary('run a scene; print events and ledger; write a recording')
    .description('Runs a scene, prints its events and what was conserved, and writes a recording of the run.')
    .argument('<scene>', 'scene file, JSON, or the name of an example; or a vehicle model file, .dat')
    .argument('[platoon]', 'with a model file: the platoon file, .dat')
    .option(
      '-o, --output <folder>',
      'folder of the recording (default: out/NAME.recording, with --resume out/NAME.resumed.recording)',
    )
    .option('--no-record', 'write no recording')
    .option(
      '--copy-every <seconds>',
      'write a copy of the recording so far to NAME.incomplete.recording, which can be read during the run, after this wall-clock time again and again',
      parseSeconds,
    )
    .option('--until <seconds>', 'stop at this simulated time instead of time.end of the scene', parseSeconds)
    .option('--picture <file>', 'also write an animated picture, SVG')
    .option('--step-times', 'also print the distribution of the times of steps, after a warm-up (world smooth)')
    .option('--snapshot <file>', 'also write a snapshot to resume from (world solids, method steps)')
    .option('--snapshot-at <seconds>', 'time of the snapshot (default: the end)', parseSeconds)
    .option('--resume <file>', 'resume from a snapshot of the same scene; results are bitwise identical')
    .option(
      '--threads <count>',
      'threads for fixed steps (world solids); results are bitwise identical',
      parseThreads,
      1,
    )
    .option('--gpu', 'contacts of deformable bodies (response separation) on the GPU; results are bitwise identical')
    .option('--max-steps <count>', `maximum number of steps (default: ${DEFAULT_LIMITS.steps})`, parseCount)
    .option('--max-events <count>', `maximum number of events (default: ${DEFAULT_LIMITS.events})`, parseCount)
    .option(
      '--max-rows <count>',
      `maximum number of rows in the recording, about 80 bytes each on disk (default: ${DEFAULT_LIMITS.rows})`,
      parseCount,
    )
    .addOption(
      new Option('--units <system>', 'vehicles: units of the printed results').choices(['si', 'us']).default('si'),
    )
    .option('--json', 'print the summary of the run as JSON')
    .option('--force', 'write into a folder with other files, or overwrite a file of another kind')
    .action(run);
  addVehicleOptions(command).addHelpText(
    'after',
    `
Examples:
  appulse run docking
  appulse run my.scene.json -o results/first --until 2.5
  appulse run my.scene.json --no-record --picture my.svg
  appulse run my.scene.json --json | jq .run.balance.energyError
  appulse run dominoes --snapshot half.snapshot --snapshot-at 1.5
  appulse run dominoes --resume half.snapshot
  appulse run pile-of-mixed-shapes --threads 4
  appulse run examples/vehicles/model.dat examples/vehicles/platoon1.dat --model BM --units us

A name without folder and extension is a scene in this folder or an example of the package: "docking" is the file docking
or docking.scene.json here, otherwise examples/docking.scene.json of the package. So is a path that begins with examples/ if
there is no such file here.

The recording is a folder: frames, contacts and ledger, the nodes of meshes, the tracked pairs of smooth bodies and the
deformation of vehicles, as Parquet (DuckDB, pandas and R read it), events as JSON Lines, the scene, and summary.json with units and totals.
"appulse export" converts it to CSV. The exit code is 1 when a run failed before its end; it is recorded up to there.
A run that reaches a limit of steps, events or rows is stopped with exit code 1.
It is written during the run. After Ctrl-C, SIGTERM or a full disk, the data so far is in NAME.incomplete.recording, marked as
incomplete; the exit codes are then 130, 143 and 1. Of several runs into one folder, the last to end is stored.`,
  );
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds < 0) {
    throw new InvalidArgumentError('Expected a number of seconds, 0 or more.');
  }
  return seconds;
}

async function run(scenePath: string, platoonPath: string | undefined, options: RunOptions): Promise<void> {
  const { picture, force } = options;
  if (options.copyEvery !== undefined && !options.record)
    throw new InputError('--copy-every needs a recording, without --no-record');
  if (options.snapshotAt !== undefined && options.snapshot === undefined) {
    throw new InputError('--snapshot-at needs --snapshot <file>');
  }
  const { text: given, name, path } = await readSceneSource(scenePath, platoonPath, options.until);
  const text = applyVehicleOptions(given, name, options);
  const resume = await readSnapshot(options.resume, text);
  const asked = { ...options, resume, snapshot: options.snapshot !== undefined, limits: limitsOf(options) };
  const scene = readRunScene(text, name, asked);
  // reject invalid targets before the run
  if (picture !== undefined) placeFile(picture, PICTURE_KIND, force);
  if (options.snapshot !== undefined) placeFile(options.snapshot, SNAPSHOT_KIND, force);
  const folder = options.output ?? join('out', `${sceneName(path)}${resume ? '.resumed' : ''}.recording`);
  const recorder = picture === undefined ? undefined : createRecorder(scene, text);
  const target = options.record ? folder : undefined;
  const job = { scene, text, source: name, target, force, copyInterval: options.copyEvery, recorder };
  const { run, digest, summary, missedDockings } = await recordOnThreads(job, asked);
  if (picture !== undefined && recorder) {
    await writeOneFile(picture, animationSvg(recorder.finish(summary.run)), PICTURE_KIND, force);
  }
  if (options.snapshot !== undefined && run.snapshot) {
    await writeOneFile(options.snapshot, encodeSnapshot(run.snapshot, text), SNAPSHOT_KIND, force);
  }
  const screen = () => runText(digest, summary.run, { seconds: run.seconds, missedDockings }, options.units);
  await print(options.json ? `${exactJson(summary, '  ')}\n` : screen());
  tellTroubles(scene, summary.run, path);
  if (options.json) return;
  if (run.stepTimes) await print(stepTimesLine('wall-clock time', run.stepTimes));
  if (run.cpuTimes) await print(stepTimesLine('CPU time of all threads', run.cpuTimes));
  await print(outputLines(options, folder));
}

async function recordOnThreads(job: RunJob, asked: SceneRunOptions & { threads: number }): Promise<RecordedRun> {
  if (asked.gpu) return recordOnGpu(job, asked);
  if (asked.threads === 1) return recordRun(job, asked);
  const pool = createStepPool({ threads: asked.threads });
  try {
    return await recordRun(job, { ...asked, pool });
  } finally {
    await pool.close();
  }
}

async function recordOnGpu(job: RunJob, asked: SceneRunOptions): Promise<RecordedRun> {
  const thread = createGpuCheckThread();
  try {
    return await recordRun(job, { ...asked, meshCheck: thread.createMeshCheck });
  } finally {
    if (thread.reason !== undefined) note(`contacts decided by the CPU: ${thread.reason}`);
    await thread.close();
  }
}

async function readSnapshot(path: string | undefined, sceneText: string): Promise<SolidSnapshot | undefined> {
  if (path === undefined) return undefined;
  try {
    return decodeSnapshot(await readTextFile(path, 'snapshot', MAX_SNAPSHOT_BYTES), sceneText);
  } catch (error) {
    throw error instanceof SnapshotError ? new InputError(`${path}: ${error.message}`) : error;
  }
}

/** Warnings in addition to the result. */
function tellTroubles(scene: Scene, summary: RunSummary, path: string): void {
  const { status, time, failure } = summary;
  const created = energyCreationWarning(summary);
  if (created !== undefined) note(`${path}: ${created}`);
  if (status === 'event-limit') {
    note(`${path}: stopped at ${time} s, at the limit time.maxEvents of contact events`);
    process.exitCode = 1;
  }
  if (scene.world === 'vehicles' && createsEnergy(scene.contacts)) {
    note(`${path}: contacts.law "${scene.contacts.depthLaw}" creates energy, it is for comparison only`);
  }
  if (addsEnergy(scene)) {
    note(`${path}: time.integrator "${scene.time.integrator}" adds energy in every bounce, it is for comparison only`);
  }
  if (status === 'failed') {
    note(`${path}: stopped at ${time} s: ${failure}`);
    process.exitCode = 1;
  }
}

/** Whether the integrator adds energy in contact springs, even with short steps. */
function addsEnergy(scene: Scene): scene is PlanarScene {
  if (scene.world !== 'planar' || scene.contacts.response !== 'penalty') return false;
  return scene.time.integrator === 'explicit-euler' || scene.time.integrator === 'held-force';
}

function outputLines({ record, picture, snapshot }: RunOptions, folder: string): string {
  const lines = [];
  if (record) lines.push(`  recording in ${folder}\n`);
  if (picture !== undefined) lines.push(`  picture in ${picture}\n`);
  if (snapshot !== undefined) lines.push(`  snapshot in ${snapshot}\n`);
  return lines.join('');
}

function limitsOf({ maxSteps, maxEvents, maxRows }: LimitOptions): Partial<RunLimits> {
  return {
    ...(maxSteps !== undefined && { steps: maxSteps }),
    ...(maxEvents !== undefined && { events: maxEvents }),
    ...(maxRows !== undefined && { rows: maxRows }),
  };
}
