import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appulse, folder, type Outcome, useFolder } from '../command-line.ts';
import { caseRandom } from './campaign.ts';
import { expectOwnWords } from './judge.ts';
import type { FuzzInput, Target } from './target.ts';
import { meshTarget } from './targets/meshes.ts';
import { exactAnswerTarget, queryTarget } from './targets/queries.ts';
import { recordingTarget, snapshotTarget } from './targets/recordings.ts';
import { sceneTarget } from './targets/scenes.ts';
import { vehicleFileTarget } from './targets/vehicle-files.ts';

/** A sample of the same inputs through the compiled command line, 10 of each kind by default: exit codes as documented, one line on stderr, no stack trace. */
const CASES = Math.max(Math.round(Number(process.env['FUZZ_CASES'] ?? 3000) / 300), 8);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

/** Enough for every mutated scene to fail if it does, and little to wait for. */
const LIMITS = ['--max-steps', '12', '--max-events', '40', '--max-rows', '4000'];
/** The codes that the help promises: done, ran but a check failed, bad input. */
const CODES = [0, 1, 2];

/** The command that reads the files of a target, all of which lie in `place`. */
const COMMANDS: readonly Reader[] = [
  {
    ...named(sceneTarget),
    command: (place, [name]) => ['run', join(place, name), '-o', join(place, 'out'), ...LIMITS],
  },
  {
    ...named(vehicleFileTarget),
    command: (place, names) => ['run', ...names.map((name) => join(place, name)), '--no-record', ...LIMITS],
  },
  { ...named(meshTarget), command: (place, [name]) => ['check', join(place, name), '-o', join(place, 'contacts.csv')] },
  { ...named(recordingTarget), command: (place) => ['export', place, '-o', join(place, 'csv')] },
  { ...named(exactAnswerTarget), command: (place, [name]) => ['verify', join(place, name)] },
  {
    ...named(snapshotTarget),
    command: (place, [name, scene]) => [
      'run',
      join(place, scene),
      '--no-record',
      '--resume',
      join(place, name),
      ...LIMITS,
    ],
  },
];

interface Reader {
  readonly name: string;
  readonly target: Target;
  command(place: string, names: readonly string[]): string[];
}

function named(target: Target): Pick<Reader, 'name' | 'target'> {
  return { name: target.name, target };
}

describe('the command line, given mutated files', () => {
  useFolder(() => {});

  it.each(COMMANDS)(
    '$name',
    ({ target, command }) => {
      const wrong: string[] = [];
      for (let index = 0; index < CASES; index++) {
        const place = join(folder(), `${target.name.replaceAll(' ', '-')}-${index}`);
        const input = target.make(caseRandom(target, SEED, index));
        writeInput(place, input);
        const problem = problemOf(command(place, [...input.keys()]));
        if (problem !== undefined) wrong.push(`${target.name} #${index}: ${problem}`);
      }
      expect(wrong).toEqual([]);
    },
    3_600_000,
  );

  it('queries, many in one process', () => {
    const lines = Array.from({ length: 25 * CASES }, (_, i) => {
      const [text] = [...queryTarget.make(caseRandom(queryTarget, SEED, i)).values()];
      return String(text).replaceAll(/[\r\n]/g, ' ');
    });
    const asked = lines.filter((line) => line.trim() !== '');
    const { code, out, err } = appulse(['query'], `${lines.join('\n')}\n`);
    const answers = out.trimEnd().split('\n');
    expect(answers).toHaveLength(asked.length);
    expect(answers.filter((line) => /\b(NaN|Infinity)\b/.test(line) && JSON.parse(line).error === undefined)).toEqual(
      [],
    );
    expect(code).toBe(1);
    expect(err).toMatch(/^appulse: \d+ of \d+ lines could not be answered\n$/);
  }, 3_600_000);
});

function writeInput(place: string, input: FuzzInput): void {
  mkdirSync(place, { recursive: true });
  for (const [name, content] of input) writeFileSync(join(place, name), content);
}

/** What is wrong with how a command ended, if anything is. */
function problemOf(args: readonly string[]): string | undefined {
  try {
    return problemOfOutcome(appulse(args));
  } catch (error) {
    return `no end of its own: ${error}`;
  }
}

function problemOfOutcome({ code, out, err }: Outcome): string | undefined {
  if (code === null || !CODES.includes(code)) return `exit code ${code}: ${err.slice(0, 300)}`;
  if (/^\s+at /m.test(err) || err.includes('(unexpected:'))
    return `a stack trace or an unexpected error: ${err.slice(0, 300)}`;
  if (code === 2 && !/^(appulse: [^\n]+\n)+$/.test(err)) return `no message for exit code 2: ${err.slice(0, 300)}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not reach a terminal
  if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(out + err)) return 'a control character on the terminal';
  try {
    if (code === 2) expectOwnWords(err);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}
