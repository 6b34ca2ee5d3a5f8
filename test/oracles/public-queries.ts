import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { CCD_DATA } from '../ccd-data.ts';

/** Public sets of continuous-collision queries with ground truth. */
const folder = new URL('queries/', CCD_DATA);

export const hasPublicQueries = existsSync(folder);

export interface PublicQuery {
  readonly points0: Float64Array;
  readonly points1: Float64Array;
  readonly collides: boolean;
}

/** Names of the sets of a pair of features: `vf` vertex-face, `ee` edge-edge. */
export function publicSets(group: 'hand' | 'sim' | 'simneg', pair: 'vf' | 'ee'): string[] {
  if (!hasPublicQueries) return [];
  const ending = `.${pair}.f64.gz`;
  const files = readdirSync(folder).filter((name) => name.startsWith(`${group}-`) && name.endsWith(ending));
  return files.map((name) => name.replace('.f64.gz', ''));
}

export function readPublicQueries(set: string): PublicQuery[] {
  const bytes = gunzipSync(readFileSync(new URL(`${set}.f64.gz`, folder)));
  const numbers = new Float64Array(new Uint8Array(bytes).buffer);
  const truth = gunzipSync(readFileSync(new URL(`${set}.gt.gz`, folder)));
  return Array.from(truth, (collides, i) => ({
    points0: numbers.subarray(24 * i, 24 * i + 12),
    points1: numbers.subarray(24 * i + 12, 24 * i + 24),
    collides: collides === 1,
  }));
}
