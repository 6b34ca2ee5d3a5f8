import { basename, join } from 'node:path';
import type { Recording } from '../record/recorder.ts';
import { decodeRecording, EXTRA_FILES, RECORDING_FILES } from '../record/recording-files.ts';
import { InputError } from './failure.ts';
import { isFile, isFolder, readWholeFile } from './files.ts';
import type { FolderKind } from './staging.ts';

export const RECORDING_KIND: FolderKind = {
  what: 'recording',
  names: /^(summary\.json|scene\.json|events\.jsonl|(frames|contacts|ledger|nodes|tracking|vehicles)\.parquet)$/,
  mark: { file: 'summary.json', start: /^\{\s*"format": "appulse-recording\// },
};

/** Each file of a recording may be this large [bytes]: what one array of bytes can safely hold. */
const MAX_RECORDING_FILE = 2 ** 31 - 1;

export async function readRecordingFolder(folder: string): Promise<Recording> {
  const problem = (reason: string) => new InputError(`cannot read recording '${folder}': ${reason}`);
  if (!(await isFolder(folder))) throw problem('no such folder; a recording is a folder that "appulse run" wrote');
  const files = new Map<string, Uint8Array>();
  for (const path of await recordingPaths(folder)) {
    files.set(basename(path), await readWholeFile(path, 'recording', MAX_RECORDING_FILE));
  }
  return decodeRecording(files).catch((error) => {
    throw problem(error instanceof Error ? error.message : String(error));
  });
}

/** Where the files of a recording are: those that every recording has, and the others as far as they are there. */
export async function recordingPaths(folder: string): Promise<string[]> {
  const extra = await Promise.all(EXTRA_FILES.map((name) => isFile(join(folder, name))));
  return [...RECORDING_FILES, ...EXTRA_FILES.filter((_, i) => extra[i])].map((name) => join(folder, name));
}
