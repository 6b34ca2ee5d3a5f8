import { type Command, Option } from 'commander';
import { CHANNEL_CLASSES, crashPulseCsv } from '../entries/vehicles.ts';
import { type Recording, readScene, recordingToCsv } from '../index.ts';
import { exportToFmu, type FmuOptions } from './export-fmu.ts';
import { InputError } from './failure.ts';
import { print } from './output.ts';
import { noteIncomplete, readRecordingFolder } from './recording-folder.ts';
import { type FileKind, type FolderKind, placeFile, placeFolder, writeFolder, writeOneFile } from './staging.ts';

const CSV_KIND: FolderKind = {
  what: 'CSV export',
  names: /^(frames|contacts|ledger|nodes|tracking|vehicles|distances|joints|couplers|phases|events|columns)\.csv$/,
  mark: { file: 'columns.csv', start: /^table,column,unit,meaning\n/ },
};

interface ExportOptions extends FmuOptions {
  readonly to: 'csv' | 'fmu' | 'pulse';
  readonly cfc?: string;
  readonly vehicle?: readonly string[];
}

/** Options that only one format has. */
const FMU_OPTIONS = ['fmi', 'pair', 'method', 'step', 'end', 'library'] as const;

const collect = (value: string, list: string[] = []) => [...list, value];

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .summary('convert a recording to CSV files, or a scene to an FMU')
    .description(
      'Writes the tables and events of a recording as CSV, and columns.csv with the unit of each column. With --to pulse: writes the ' +
        'filtered accelerations of vehicles as CSV. With --to fmu: writes a ' +
        'functional mock-up unit of a scene or a collision block, for co-simulation in Simulink, Modelica tools and Python.',
    )
    .argument(
      '<input>',
      'folder that "appulse run" wrote; with --to fmu a scene (file or example) or a collision block',
    )
    .addOption(new Option('--to <format>', 'format to write').choices(['csv', 'fmu', 'pulse']).default('csv'))
    .addOption(
      new Option('--cfc <class>', 'pulse: channel frequency class of SAE J211 (default: 60)').choices(
        CHANNEL_CLASSES.map(String),
      ),
    )
    .option('--vehicle <name>', 'pulse: vehicle to write (default: all); can be repeated', collect)
    .option('-o, --output <path>', 'output folder or FMU (default: INPUT with another ending)')
    .option('--force', 'write into a folder that has other files in it, or over another file')
    .addOption(new Option('--fmi <version>', 'FMU: version of the standard (default: 3)').choices(['2', '3']))
    .option('--pair <A,B>', 'FMU: distance of two bodies as an output; can be repeated', collect)
    .addOption(
      new Option(
        '--method <method>',
        'FMU: method of the scene (default: its own); forces on planar bodies need steps',
      ).choices(['steps', 'events']),
    )
    .option('--step <s>', 'FMU: length of the internal steps in seconds (default: that of the scene)')
    .option('--end <s>', 'FMU: end time of an event-driven planar scene in seconds (default: that of the scene)')
    .option(
      '--library <PLATFORM=FILE>',
      'FMU: another library, compiled from the folder native; can be repeated',
      collect,
    )
    .addHelpText(
      'after',
      `
Examples:
  appulse export out/docking.recording --to csv
  appulse export out/docking.recording --to csv -o tables
  appulse export out/pole-impact.recording --to pulse --cfc 60 --vehicle car
  appulse export docking --to fmu --fmi 2 -o docking.fmu
  appulse export docking --to fmu --method steps --pair chaser,station

Numbers have the fewest digits that restore the same double. Either all files are written or none. The recording of an
interrupted run is exported up to where it ends, with a note on standard error; a damaged recording is rejected.

An FMU needs Node 20.19 or newer where it runs: in PATH, or named by the environment variable APPULSE_NODE.`,
    )
    .action((input: string, options: ExportOptions) =>
      options.to === 'fmu'
        ? exportToFmu(input, withoutPulseOptions(options))
        : options.to === 'pulse'
          ? exportPulse(input, options)
          : exportRecording(input, withoutPulseOptions(options)),
    );
}

const PULSE_KIND: FileKind = { what: 'crash pulse', start: /^vehicle,time_s,/ };

function withoutPulseOptions(options: ExportOptions): ExportOptions {
  const other = (['cfc', 'vehicle'] as const).find((key) => options[key] !== undefined);
  if (other !== undefined) throw new InputError(`--${other} is for --to pulse`);
  return options;
}

async function exportPulse(folder: string, options: ExportOptions): Promise<void> {
  rejectFmuOptions(options);
  const target = options.output ?? `${folder.replace(/[/\\]+$/, '').replace(/\.recording$/, '')}.pulse.csv`;
  placeFile(target, PULSE_KIND, options.force);
  const recording = await readRecordingFolder(folder);
  const scene = readScene(recording.sceneText, folder);
  if (scene.world !== 'vehicles') throw new InputError(`${folder}: --to pulse needs a recording of vehicles`);
  const vehicles = scene.bodies.flatMap(({ obstacle }, i) => (obstacle ? [] : [i]));
  const selected = (options.vehicle ?? vehicles.map((i) => recording.bodies[i])).map((name) => {
    const index = vehicles.find((i) => recording.bodies[i] === name);
    if (index !== undefined) return index;
    const known = vehicles.map((i) => recording.bodies[i]).join(', ');
    throw new InputError(`${folder}: --vehicle: there is no vehicle '${name}', expected one of ${known}`);
  });
  await writeOneFile(
    target,
    pulseText(folder, recording, selected, Number(options.cfc ?? 60)),
    PULSE_KIND,
    options.force,
  );
  await print(`accelerations of ${selected.map((i) => recording.bodies[i]).join(', ')} in ${target}\n`);
  noteIncomplete(folder, recording);
}

function pulseText(folder: string, recording: Recording, selected: readonly number[], channel: number): string {
  try {
    return crashPulseCsv(recording, selected, channel);
  } catch (error) {
    throw error instanceof RangeError ? new InputError(`${folder}: ${error.message}`) : error;
  }
}

function rejectFmuOptions(options: ExportOptions): void {
  const other = FMU_OPTIONS.find((key) => options[key] !== undefined);
  if (other !== undefined) throw new InputError(`--${other} is for --to fmu`);
}

async function exportRecording(folder: string, options: ExportOptions): Promise<void> {
  rejectFmuOptions(options);
  const target = options.output ?? `${folder.replace(/[/\\]+$/, '').replace(/\.recording$/, '')}.${options.to}`;
  placeFolder(target, CSV_KIND, options.force);
  const recording = await readRecordingFolder(folder);
  const files = recordingToCsv(recording);
  await writeFolder(target, files, CSV_KIND, options.force);
  await print(`${[...files.keys()].join(', ')} in ${target}\n`);
  noteIncomplete(folder, recording);
}
