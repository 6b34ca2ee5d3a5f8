import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../src/math/random.ts';
import type { Outcome } from './judge.ts';
import type { Target } from './target.ts';
import type { Watchdog } from './watchdog.ts';

/** What became of the cases of a target. */
export interface Tally extends Record<Outcome, number> {
  /** `target #index: what went wrong`, the first few. */
  readonly failures: string[];
}

/** More say nothing new. */
const MAX_FAILURES = 12;

/** Case `index` of a target is always the same one, whatever ran before it. */
export function caseRandom(target: Target, seed: number, index: number) {
  let hash = seed;
  for (const letter of target.name) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return createRandom(Math.imul(hash, 0x9e3779b1) + index * 0x85ebca6b);
}

/** Feeds `count` cases from `first` on; the inputs of failures go to `folder`. */
export async function runCampaign(
  target: Target,
  {
    seed,
    first,
    count,
    folder,
    watchdog,
  }: { seed: number; first: number; count: number; folder: string; watchdog: Watchdog },
): Promise<Tally> {
  const tally: Tally = { accepted: 0, rejected: 0, stopped: 0, failures: [] };
  for (let index = first; index < first + count && tally.failures.length < MAX_FAILURES; index++) {
    watchdog.begin(`${target.name} #${index} of seed ${seed}`);
    const input = target.make(caseRandom(target, seed, index));
    try {
      tally[await target.feed(input)]++;
    } catch (error) {
      tally.failures.push(`${target.name} #${index}: ${describe(error)}`);
      for (const [name, content] of input) {
        mkdirSync(join(folder, `${target.name.replaceAll(' ', '-')}-${index}`), { recursive: true });
        writeFileSync(join(folder, `${target.name.replaceAll(' ', '-')}-${index}`, name), content);
      }
    }
  }
  return tally;
}

/** The message and the first place in the sources. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /\((?:file:\/\/)?[^()]*?((?:src|studio|node_modules)\/[^()]*)\)/.exec(error.stack ?? '')?.[1];
  return `${error.name}: ${error.message.slice(0, 300)}${place === undefined ? '' : ` (${place})`}`;
}
