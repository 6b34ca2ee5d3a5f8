import type { ResultColumn } from './results.ts';

/** Format of `sweep.json`. */
export const SWEEP_FORMAT = 'appulse-sweep/1';

/** Content of `sweep.json`, which describes a folder of results. */
export interface SweepManifest {
  readonly format: typeof SWEEP_FORMAT;
  /** Of the package that computed the results. */
  readonly version: string;
  /** Of everything that determines the results. */
  readonly hash: string;
  readonly title: string;
  /** Number of runs. */
  readonly runs: number;
  /** Number of chunks, each in one file. */
  readonly chunks: number;
  readonly chunkSize: number;
  readonly columns: readonly ResultColumn[];
}

/** Reads the text of `sweep.json`. Throws an Error that says what is wrong, without the name of the file. */
export function parseManifest(text: string): SweepManifest {
  let manifest: Partial<SweepManifest> | null;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw new Error(`cannot be read: ${(error as Error).message}`);
  }
  if (manifest?.format !== SWEEP_FORMAT || !Array.isArray(manifest.columns)) throw new Error('has another format');
  return manifest as SweepManifest;
}
