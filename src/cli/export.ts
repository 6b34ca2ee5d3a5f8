import { type Command, Option } from 'commander';
import { recordingToCsv } from '../index.ts';
import { print } from './output.ts';
import { noteIncomplete, readRecordingFolder } from './recording-folder.ts';
import { type FolderKind, placeFolder, writeFolder } from './staging.ts';

const CSV_KIND: FolderKind = {
  what: 'CSV export',
  names: /^(frames|contacts|ledger|nodes|tracking|vehicles|joints|phases|events|columns)\.csv$/,
  mark: { file: 'columns.csv', start: /^table,column,unit,meaning\n/ },
};

interface ExportOptions {
  readonly to: 'csv';
  readonly output?: string;
  readonly force?: boolean;
}

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .summary('convert a recording to CSV files')
    .description('Writes the tables and events of a recording as CSV, and columns.csv with the unit of each column.')
    .argument('<recording>', 'folder that "appulse run" wrote')
    .addOption(new Option('--to <format>', 'format to write').choices(['csv']).default('csv'))
    .option('-o, --output <folder>', 'output folder (default: RECORDING with .recording replaced by .csv)')
    .option('--force', 'write into a folder that has other files in it')
    .addHelpText(
      'after',
      `
Examples:
  appulse export out/docking.recording --to csv
  appulse export out/docking.recording --to csv -o tables

Numbers have the fewest digits that restore the same double. Either all files are written or none. The recording of an
interrupted run is exported up to where it ends, with a note on standard error; a damaged recording is rejected.`,
    )
    .action(exportRecording);
}

async function exportRecording(folder: string, options: ExportOptions): Promise<void> {
  const target = options.output ?? `${folder.replace(/[/\\]+$/, '').replace(/\.recording$/, '')}.${options.to}`;
  placeFolder(target, CSV_KIND, options.force);
  const recording = await readRecordingFolder(folder);
  const files = recordingToCsv(recording);
  await writeFolder(target, files, CSV_KIND, options.force);
  await print(`${[...files.keys()].join(', ')} in ${target}\n`);
  noteIncomplete(folder, recording);
}
