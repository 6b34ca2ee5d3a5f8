import type { Command } from 'commander';
import { recordingReport } from '../entries/vehicles.ts';
import { readScene } from '../index.ts';
import { InputError } from './failure.ts';
import { print } from './output.ts';
import { PAGE_KIND, type PageOptions, pageOptions, readUnderlay } from './page-options.ts';
import { noteIncomplete, readRecordingFolder } from './recording-folder.ts';
import { placeFile, writeOneFile } from './staging.ts';

interface ReportCommandOptions extends PageOptions {
  readonly output?: string;
  readonly force?: boolean;
}

export function addReportCommand(program: Command): void {
  const command = program
    .command('report')
    .summary('write a report to print about a recording of vehicles')
    .description(
      'Writes one page of HTML about a recording of vehicles: a scaled diagram with their positions at chosen times and tyre marks, ' +
        'tables of results, and time histories. It needs no other files and prints on A4 and Letter.',
    )
    .argument('<recording>', 'folder that "appulse run" wrote')
    .option('-o, --output <file>', 'file to write (default: RECORDING with the ending .html)')
    .option('--force', 'overwrite a file that is not a report');
  pageOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  appulse run t-bone && appulse report out/t-bone.recording --times 0,0.5,1
  appulse report out/t-bone.recording --underlay site.jpg --scale 0.04 --origin -20,-12 -o t-bone.html
  appulse report out/t-bone.recording --paper A4

Open the page in a browser and print it, to a file for PDF. At 100 % the diagram has the scale that it states.`,
    )
    .action(writeReport);
}

async function writeReport(folder: string, options: ReportCommandOptions): Promise<void> {
  const target = options.output ?? `${folder.replace(/[/\\]+$/, '').replace(/\.recording$/, '')}.html`;
  placeFile(target, PAGE_KIND, options.force);
  const underlay = await readUnderlay(options);
  const recording = await readRecordingFolder(folder);
  const scene = readScene(recording.sceneText, `${folder}/scene.json`);
  if (scene.world !== 'vehicles') {
    throw new InputError(`cannot report on '${folder}': its world is "${scene.world}", expected "vehicles"`);
  }
  const { times, paper } = options;
  const late = times?.find((time) => time > recording.summary.time + 1e-9);
  if (late !== undefined) {
    throw new InputError(
      `--times: the recording ends at ${recording.summary.time} s, there is no position at ${late} s`,
    );
  }
  const html = recordingReport(recording, scene, { ...(times && { times }), ...(underlay && { underlay }), paper });
  await writeOneFile(target, html, PAGE_KIND, options.force);
  await print(`report in ${target}\n`);
  noteIncomplete(folder, recording);
}
