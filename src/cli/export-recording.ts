import { recordingToCsv, recordingToGlb, recordingToMcap, recordingToParaView } from '../entries/export.ts';
import type { Recording } from '../index.ts';
import { encodePictures, PICTURE_FORMATS, type PictureOptions } from './export-pictures.ts';
import { InputError } from './failure.ts';
import { plural, print } from './output.ts';
import { noteIncomplete, readRecordingFolder } from './recording-folder.ts';
import {
  type FileContent,
  type FileKind,
  type FolderKind,
  placeFile,
  placeFolder,
  writeFolder,
  writeOneFile,
} from './staging.ts';

const CSV_KIND: FolderKind = {
  what: 'CSV export',
  names:
    /^(frames|contacts|ledger|nodes|tracking|vehicles|pairs|distances|joints|couplers|phases|events|columns)\.csv$/,
  mark: { file: 'columns.csv', start: /^table,column,unit,meaning\n/ },
};
const PARAVIEW_KIND: FolderKind = {
  what: 'ParaView export',
  names: /^((bodies|contacts)\.pvd|(bodies|contacts)-\d{6,}\.vtp)$/,
  mark: { file: 'bodies.pvd', start: /^<\?xml version="1\.0"\?>\n<VTKFile type="Collection"/ },
};
type SingleFormat = Exclude<RecordingFormat, 'csv' | 'paraview'>;
const FILE_KINDS: Readonly<Record<SingleFormat, FileKind>> = {
  glb: { what: 'glTF file', start: /^glTF/ },
  mcap: { what: 'MCAP file', start: /^\x89MCAP0/ },
  png: { what: 'PNG picture', start: /^\x89PNG/ },
  gif: { what: 'GIF film', start: /^GIF8/ },
  mp4: { what: 'MP4 film', start: /^.{4}ftyp/s },
};

/** Files of other programs that a recording can be written as. */
export const RECORDING_FORMATS = ['csv', 'paraview', 'glb', 'mcap', ...PICTURE_FORMATS] as const;
export type RecordingFormat = (typeof RECORDING_FORMATS)[number];

export interface RecordingExportOptions extends PictureOptions {
  readonly output?: string;
  readonly force?: boolean;
}

/** Writes a recording as a folder or a file for other programs, and prints what was written. */
export async function exportRecording(
  folder: string,
  to: RecordingFormat,
  options: RecordingExportOptions,
): Promise<void> {
  const target = options.output ?? `${folder.replace(/[/\\]+$/, '').replace(/\.recording$/, '')}.${to}`;
  await print(to === 'csv' || to === 'paraview' ? await writeFiles(folder, target, to, options) : await writeFile(folder, target, to, options)); // biome-ignore format: one line
}

/** A folder of files; returns what was written. */
async function writeFiles(
  folder: string,
  target: string,
  to: 'csv' | 'paraview',
  { force }: RecordingExportOptions,
): Promise<string> {
  const kind = to === 'csv' ? CSV_KIND : PARAVIEW_KIND;
  placeFolder(target, kind, force);
  const recording = await readForExport(folder);
  if (to === 'csv') {
    const files = recordingToCsv(recording);
    await writeFolder(target, files, kind, force);
    return `${[...files.keys()].join(', ')} in ${target}\n`;
  }
  await writeFolder(target, recordingToParaView(recording), kind, force);
  return `bodies.pvd, contacts.pvd and ${plural(recording.ledger.rowCount, 'frame')} in ${target}\n`;
}

/** One file; returns what was written. */
async function writeFile(
  folder: string,
  target: string,
  to: SingleFormat,
  options: RecordingExportOptions,
): Promise<string> {
  const kind = FILE_KINDS[to];
  const { force } = options;
  placeFile(target, kind, force);
  const recording = await readForExport(folder);
  const content = await encode(recording, to, folder, options);
  await writeOneFile(target, content, kind, force);
  return `${target}: ${recording.bodies.length} bodies, ${plural(recording.ledger.rowCount, 'frame')}\n`;
}

async function encode(
  recording: Recording,
  to: SingleFormat,
  folder: string,
  options: PictureOptions,
): Promise<FileContent> {
  if (to === 'glb') return encodeGlb(recording, folder);
  return to === 'mcap' ? recordingToMcap(recording) : encodePictures(recording, to, options);
}

function encodeGlb(recording: Recording, folder: string): Uint8Array {
  try {
    return recordingToGlb(recording);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InputError(`${folder}: ${error.message}`);
  }
}

async function readForExport(folder: string): Promise<Recording> {
  const recording = await readRecordingFolder(folder);
  noteIncomplete(folder, recording);
  return recording;
}
