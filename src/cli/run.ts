import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { exactJson } from '../record/exact-json.ts';
import { createRecorder, type Recording } from '../record/recorder.ts';
import { encodeRecording, summarize } from '../record/recording-files.ts';
import { decodeSnapshot, encodeSnapshot, SnapshotError } from '../record/snapshot-file.ts';
import { animationSvg } from '../report/animation.ts';
import { createsEnergy } from '../response/vehicle-contact/contact-law.ts';
import { readScene } from '../scene/read.ts';
import type { Scene } from '../scene/scene.ts';
import type { RunSummary } from '../sim/observer.ts';
import { DEFAULT_LIMITS, type RunLimits } from '../sim/run-limits.ts';
import { simulate } from '../sim/simulate.ts';
import type { SolidRunOptions } from '../sim/solids/run-solids.ts';
import type { StepSnapshot } from '../sim/solids/steps/snapshot.ts';
import { SimulationError } from '../sim/world.ts';
import { createSearchPool } from '../workers/search-pool.ts';
import { InputError } from './failure.ts';
import { readTextFile, sceneName } from './files.ts';
import { runScreen } from './ledger-screen.ts';
import { createProgress, note, print } from './output.ts';
import { RECORDING_KIND } from './recording-folder.ts';
import { readSceneSource } from './scene-source.ts';
import { type FileKind, placeFile, placeFolder, writeFolder, writeOneFile } from './staging.ts';
import { budgetLine, type StepBudget, stepBudget } from './step-budget.ts';
import { parseThreads } from './threads-option.ts';
import { addVehicleOptions, applyVehicleOptions, type VehicleOptions } from './vehicle-options.ts';
import type { UnitSystem } from './vehicle-screen.ts';

const SNAPSHOT_KIND: FileKind = { what: 'snapshot', start: /^\{"format":"appulse-snapshot\// };
/** Snapshots may be this large [bytes]. */
const MAX_SNAPSHOT_BYTES = 2 ** 30;
const PICTURE_KIND: FileKind = { what: 'picture', start: /^(<\?xml[^>]*>\s*)?<svg/ };

/** Where a run is stopped, as options. */
interface LimitOptions {
  readonly maxSteps?: number;
  readonly maxEvents?: number;
  readonly maxRows?: number;
}

interface RunOptions extends VehicleOptions, LimitOptions {
  readonly output?: string;
  readonly record: boolean;
  readonly json?: boolean;
  readonly until?: number;
  readonly picture?: string;
  readonly force?: boolean;
  readonly budget?: boolean;
  readonly snapshot?: string;
  readonly snapshotAt?: number;
  readonly resume?: string;
  readonly threads: number;
  readonly units: UnitSystem;
}

export function addRunCommand(program: Command): void {
  const command = program
    .command('run')
    .summary('run a scene; print events and ledger; write a recording')
    .description('Runs a scene, prints its events and what was conserved, and writes a recording of the run.')
    .argument('<scene>', 'scene file, JSON; or a file of vehicle models, .dat')
    .argument('[platoon]', 'with such a file: the vehicles, .dat')
    .option('-o, --output <folder>', 'folder of the recording (default: out/NAME.recording)')
    .option('--no-record', 'write no recording')
    .option('--until <seconds>', 'stop at this simulated time instead of the end the scene names', parseSeconds)
    .option('--picture <file>', 'also write an animated picture, SVG')
    .option('--budget', 'also print how long steps take on the clock (worlds of smooth bodies)')
    .option(
      '--snapshot <file>',
      'also write the state of the world, to go on from later (worlds of solids, method steps)',
    )
    .option('--snapshot-at <seconds>', 'when; by default at the end', parseSeconds)
    .option('--resume <file>', 'go on from a snapshot of the same scene, bit for bit')
    .option(
      '--threads <count>',
      'look for contacts on so many processors at once (worlds of solids); the run is the same, bit for bit',
      parseThreads,
      1,
    )
    .option('--max-steps <count>', `stop after so many steps (default: ${DEFAULT_LIMITS.steps})`, parseCount)
    .option('--max-events <count>', `stop after so many events (default: ${DEFAULT_LIMITS.events})`, parseCount)
    .option(
      '--max-rows <count>',
      `stop after so many rows of the recording, some 150 bytes each (default: ${DEFAULT_LIMITS.rows})`,
      parseCount,
    )
    .addOption(new Option('--units <system>', 'vehicles: units of the results').choices(['si', 'us']).default('si'))
    .option('--json', 'print the summary of the run as JSON')
    .option('--force', 'write into a folder or over a file that holds something else')
    .action(run);
  addVehicleOptions(command).addHelpText(
    'after',
    `
Examples:
  appulse run examples/docking.scene.json
  appulse run my.scene.json -o results/first --until 2.5
  appulse run my.scene.json --no-record --picture my.svg
  appulse run my.scene.json --json | jq .run.balance.energyError
  appulse run examples/dominoes.scene.json --snapshot half.snapshot --snapshot-at 1.5
  appulse run examples/dominoes.scene.json --resume half.snapshot
  appulse run examples/pile-of-mixed-shapes.scene.json --threads 4
  appulse run examples/vehicles/model.dat examples/vehicles/platoon1.dat --model BM --units us

The recording is a folder: frames, contacts and ledger, the nodes of meshes, the tracked pairs of smooth bodies and the
deformation of vehicles, as Parquet (DuckDB, pandas and R read it), events as JSON Lines, the scene, and summary.json with units and totals.
"appulse export" turns it into CSV. The exit code is 1 when a run could not go to its end; it is recorded up to there. A run that reaches a limit of
steps, events or rows is stopped with exit code 1.`,
  );
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds < 0) {
    throw new InvalidArgumentError('Expected a number of seconds, 0 or more.');
  }
  return seconds;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+(e\d+)?$/.test(text) || !(count >= 1)) throw new InvalidArgumentError('Expected a whole number from 1 up.');
  return count;
}

async function run(scenePath: string, platoonPath: string | undefined, options: RunOptions): Promise<void> {
  const { record, picture, force } = options;
  const { text: given, name, path } = await readSceneSource(scenePath, platoonPath, options.until);
  const folder = options.output ?? join('out', `${sceneName(path)}.recording`);
  const text = applyVehicleOptions(given, name, options);
  // refuse before the work, not after
  if (record) await placeFolder(folder, RECORDING_KIND, force);
  if (picture !== undefined) await placeFile(picture, PICTURE_KIND, force);
  if (options.snapshot !== undefined) await placeFile(options.snapshot, SNAPSHOT_KIND, force);
  const resume = await readSnapshot(options.resume, text);
  const { scene, recording, seconds, budget, snapshot } = await recordOnThreads(text, name, { ...options, resume });
  if (record) await writeFolder(folder, encodeRecording(recording), RECORDING_KIND, force);
  if (picture !== undefined) await writeOneFile(picture, animationSvg(recording), PICTURE_KIND, force);
  if (options.snapshot !== undefined && snapshot) {
    await writeOneFile(options.snapshot, encodeSnapshot(snapshot, text), SNAPSHOT_KIND, force);
  }
  await print(
    options.json ? `${exactJson(summarize(recording), '  ')}\n` : runScreen(recording, seconds, options.units),
  );
  tellTroubles(scene, recording.summary, path);
  if (options.json) return;
  if (budget) await print(budgetLine(budget));
  await print(outputLines(options, folder));
}

async function recordOnThreads(
  text: string,
  source: string,
  options: RecordOptions & Pick<RunOptions, 'threads'>,
): Promise<RunResult> {
  if (options.threads === 1) return recordScene(text, source, options);
  const pool = createSearchPool({ threads: options.threads });
  try {
    return recordScene(text, source, { ...options, search: pool.search });
  } finally {
    await pool.close();
  }
}

async function readSnapshot(path: string | undefined, sceneText: string): Promise<StepSnapshot | undefined> {
  if (path === undefined) return undefined;
  try {
    return decodeSnapshot(await readTextFile(path, 'snapshot', MAX_SNAPSHOT_BYTES), sceneText);
  } catch (error) {
    throw error instanceof SnapshotError ? new InputError(`${path}: ${error.message}`) : error;
  }
}

/** What the user must know beside the result. */
function tellTroubles(scene: Scene, { status, time, failure }: RunSummary, path: string): void {
  if (status === 'event-limit') {
    note(`${path}: stopped at ${time} s, after as many contact events as time.maxEvents allows`);
  }
  if (scene.world === 'vehicles' && createsEnergy(scene.contacts)) {
    note(`${path}: contacts.law "${scene.contacts.depthLaw}" creates energy, it is for comparison only`);
  }
  if (status === 'failed') {
    note(`${path}: stopped at ${time} s: ${failure}`);
    process.exitCode = 1;
  }
}

function outputLines({ record, picture, snapshot }: RunOptions, folder: string): string {
  const lines = [];
  if (record) lines.push(`  recording in ${folder}\n`);
  if (picture !== undefined) lines.push(`  picture in ${picture}\n`);
  if (snapshot !== undefined) lines.push(`  snapshot in ${snapshot}\n`);
  return lines.join('');
}

export interface RunResult {
  readonly scene: Scene;
  readonly recording: Recording;
  /** Time the run took on the clock [s]. */
  readonly seconds: number;
  /** How long its steps took, if that was asked for. */
  readonly budget?: StepBudget;
  /** The state of the world, if that was asked for. */
  readonly snapshot?: StepSnapshot;
}

interface RecordOptions
  extends LimitOptions,
    Pick<RunOptions, 'until' | 'budget' | 'snapshotAt'>,
    Pick<SolidRunOptions, 'search'> {
  /** Is a snapshot asked for? */
  readonly snapshot?: string;
  readonly resume?: StepSnapshot;
}

function endingAt<S extends Scene>(scene: S, end: number): S {
  return { ...scene, time: { ...scene.time, end } };
}

function limitsOf({ maxSteps, maxEvents, maxRows }: LimitOptions): Partial<RunLimits> {
  return {
    ...(maxSteps !== undefined && { steps: maxSteps }),
    ...(maxEvents !== undefined && { events: maxEvents }),
    ...(maxRows !== undefined && { rows: maxRows }),
  };
}

/** Runs the scene of a text with a progress bar; `source` names the text in messages. */
export function recordScene(text: string, source: string, options: RecordOptions = {}): RunResult {
  const { until, budget } = options;
  const given = readScene(text, source);
  const scene = until === undefined ? given : endingAt(given, until);
  if (budget && scene.world !== 'space') {
    throw new InputError(`${source}: --budget needs equal steps, which only a scene with "world": "space" takes`);
  }
  if ((options.snapshot ?? options.resume) !== undefined && scene.world !== 'solids') {
    throw new InputError(`${source}: snapshots are of scenes with "world": "solids"`);
  }
  if (options.search && scene.world !== 'solids') {
    throw new InputError(`${source}: --threads is for scenes with "world": "solids"`);
  }
  if (options.snapshotAt !== undefined && options.snapshotAt > scene.time.end) {
    throw new InputError(
      `${source}: --snapshot-at ${options.snapshotAt} is after the end of the run, ${scene.time.end} s`,
    );
  }
  const recorder = createRecorder(scene, text);
  let snapshot: StepSnapshot | undefined;
  const onSnapshot = (taken: StepSnapshot) => {
    snapshot = taken;
  };
  const progress = createProgress(scene.title, scene.time.end);
  const stepTimes: number[] = [];
  const start = performance.now();
  try {
    const steps = simulate(scene, recorder, {
      search: options.search,
      resume: options.resume,
      snapshotAt: options.snapshotAt,
      limits: limitsOf(options),
      ...(options.snapshot !== undefined && { onSnapshot }),
    });
    for (;;) {
      const before = performance.now();
      const { done, value } = steps.next();
      const now = performance.now();
      if (!done) {
        stepTimes.push((now - before) / 1000);
        progress.update(value);
        continue;
      }
      const recording = recorder.finish(value);
      const measured = budget && scene.world === 'space' && { budget: stepBudget(scene.time.step, stepTimes) };
      return { scene, recording, seconds: (now - start) / 1000, ...measured, snapshot };
    }
  } catch (error) {
    throw error instanceof SimulationError ? new InputError(`${source}: ${error.message}`) : error;
  } finally {
    progress.stop();
  }
}
