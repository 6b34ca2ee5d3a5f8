import { type Command, InvalidArgumentError, Option } from 'commander';
import { CHANNEL_CLASSES } from '../entries/vehicles.ts';
import { exportToFmu, type FmuOptions } from './export-fmu.ts';
import { type PictureOptions, rejectPictureOptions } from './export-pictures.ts';
import { exportPulse, type PulseOptions, rejectPulseOptions } from './export-pulse.ts';
import { exportRecording, RECORDING_FORMATS, type RecordingFormat } from './export-recording.ts';
import { InputError } from './failure.ts';
import { parsePositive } from './parse-count.ts';

interface ExportOptions extends FmuOptions, PulseOptions, PictureOptions {
  readonly to: RecordingFormat | 'fmu' | 'pulse';
}

/** Options that only one format has. */
const FMU_OPTIONS = ['fmi', 'pair', 'method', 'step', 'end', 'library'] as const;

const collect = (value: string, list: string[] = []) => [...list, value];

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .summary('convert a recording to CSV, ParaView, glTF or MCAP files, pictures or films, or a scene to an FMU')
    .description(
      'Writes the tables and events of a recording as CSV, and columns.csv with the unit of each column; with --to paraview: bodies and ' +
        'contacts of every frame as VTK files; with --to glb: an animated glTF file; with --to mcap: a file for Foxglove; with --to png: a picture; with --to gif or mp4: a film, drawn without a display; with --to pulse: the filtered accelerations of vehicles as CSV. With --to fmu: writes a functional mock-up unit of a scene or a collision block, for co-simulation in Simulink, Modelica tools and Python.',
    )
    .argument(
      '<input>',
      'folder that "appulse run" wrote; with --to pulse also a scene of vehicles; with --to fmu a scene (file or example) or a collision block',
    )
    .addOption(
      new Option('--to <format>', 'format to write').choices([...RECORDING_FORMATS, 'fmu', 'pulse']).default('csv'),
    )
    .addOption(
      new Option('--cfc <class>', 'pulse: channel frequency class of SAE J211 (default: 60)').choices(
        CHANNEL_CLASSES.map(String),
      ),
    )
    .option('--vehicle <name>', 'pulse: vehicle to write (default: all); can be repeated', collect)
    .option('--time <s>', 'png: simulated time (default: the strongest contact)', parseNumber)
    .option('--size <WxH>', 'png, gif, mp4: size in pixels (default: 1280x720, gif 640x360)', parseSize)
    .option('--fps <count>', 'gif, mp4: pictures per second (default: 30)', parsePositive)
    .option('--speed <factor>', 'gif, mp4: simulated seconds per second (default: 1)', parsePositive)
    .option('-o, --output <path>', 'output folder or file (default: INPUT with another ending)')
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
  appulse export out/dominoes.recording --to paraview
  appulse export out/dominoes.recording --to glb -o dominoes.glb
  appulse export out/dominoes.recording --to mcap
  appulse export out/dominoes.recording --to png --time 0.8 --size 1920x1080
  appulse export out/dominoes.recording --to mp4 --speed 0.25
  appulse export pole-impact --to pulse --cfc 60 -o pulse.csv
  appulse export docking --to fmu --fmi 2 -o docking.fmu
  appulse export docking --to fmu --method steps --pair chaser,station

Numbers have the fewest digits that restore the same double. Either all files are written or none. The recording of an
interrupted run is exported up to where it ends, with a note on standard error; a damaged recording is rejected.

MP4 needs the program ffmpeg in PATH. Films show the recorded frames nearest to the times of their pictures.

An FMU needs Node 20.19 or newer where it runs: in PATH, or named by the environment variable APPULSE_NODE.`,
    )
    .action((input: string, options: ExportOptions) => {
      if (options.to !== 'pulse') rejectPulseOptions(options);
      rejectPictureOptions(options, options.to);
      if (options.to === 'fmu') return exportToFmu(input, options);
      rejectFmuOptions(options);
      return options.to === 'pulse' ? exportPulse(input, options) : exportRecording(input, options.to, options);
    });
}

function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Expected a number.');
  return value;
}

/** Longest side of a picture [pixels]. */
const MAX_SIDE = 8192;

function parseSize(text: string): readonly [number, number] {
  const sides = /^(\d{1,5})x(\d{1,5})$/.exec(text)?.slice(1).map(Number) ?? [];
  if (sides.length !== 2 || sides.some((side) => side < 16 || side > MAX_SIDE)) {
    throw new InvalidArgumentError(`Expected a size in pixels such as 1280x720, each side from 16 to ${MAX_SIDE}.`);
  }
  return [sides[0], sides[1]];
}

function rejectFmuOptions(options: ExportOptions): void {
  const other = FMU_OPTIONS.find((key) => options[key] !== undefined);
  if (other !== undefined) throw new InputError(`--${other} is for --to fmu`);
}
