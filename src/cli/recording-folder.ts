import { lstat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { decodeRecording, EXTRA_FILES, incompleteReason, RECORDING_FILES, type Recording } from '../index.ts';
import { InputError } from './failure.ts';
import { isFile, isFolder, readWholeFile } from './files.ts';
import { finishReplacement } from './leftovers.ts';
import { note } from './output.ts';
import type { FolderKind } from './staging.ts';

export const RECORDING_KIND: FolderKind = {
  what: 'recording',
  names:
    /^(summary\.json|scene\.json|events\.jsonl|(frames|contacts|ledger|nodes|tracking|vehicles|pairs|distances|joints|couplers)\.parquet)$/,
  mark: { file: 'summary.json', start: /^\{\s*"format": "appulse-recording\// },
};

/** Maximum size of a file of a recording [bytes]: the limit of one typed array. */
const MAX_RECORDING_FILE = 2 ** 31 - 1;

export async function readRecordingFolder(folder: string): Promise<Recording> {
  const problem = (reason: string) => new InputError(`cannot read recording '${folder}': ${reason}`);
  // finish a replacement that a killed run had begun
  finishReplacement(resolve(folder));
  if (!(await isFolder(folder))) throw problem('no such folder; a recording is a folder that "appulse run" wrote');
  const files = new Map<string, Uint8Array>();
  for (const path of await recordingPaths(folder)) {
    // the content of a recording is served or exported: a link in it could point to any file of this machine
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink()) throw problem(`${basename(path)}: it is a symbolic link, expected a file`);
    files.set(basename(path), await readWholeFile(path, 'recording', MAX_RECORDING_FILE));
  }
  return decodeRecording(files).catch((error) => {
    throw problem(error instanceof Error ? error.message : String(error));
  });
}

/** Prints a note on stderr if the recording is incomplete. */
export function noteIncomplete(folder: string, { summary }: Recording): void {
  const reason = incompleteReason(summary);
  if (reason !== undefined) note(`${folder}: the recording is incomplete, it ends at ${summary.time} s: ${reason}`);
}

/** Paths of the files of a recording: the required ones, and the optional ones that exist. */
export async function recordingPaths(folder: string): Promise<string[]> {
  const extra = await Promise.all(EXTRA_FILES.map((name) => isFile(join(folder, name))));
  return [...RECORDING_FILES, ...EXTRA_FILES.filter((_, i) => extra[i])].map((name) => join(folder, name));
}
