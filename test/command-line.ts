import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { ensureBuild } from '../scripts/setup.mjs';
import { runShared } from './shared-command.ts';

/** The command line as a user has it: compiled, and in a folder of its own. */

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const MAIN = join(ROOT, 'dist/lib/main.js');
export const ONE_LINE = /^appulse: [^\n]+\n$/;

export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

/** An environment without settings for colours, which the test runner may have. */
export const env = { ...process.env };
delete env['FORCE_COLOR'];
delete env['NO_COLOR'];

let current = '';

/** The folder of the test that runs. */
export const folder = () => current;

/** For a file of tests: compiles once, and begins each test in a new folder that `fill` has filled. */
export function useFolder(fill: (folder: string) => void): void {
  beforeAll(ensureBuild);
  beforeEach(() => {
    if (current !== '') rmSync(current, { recursive: true, force: true });
    current = mkdtempSync(join(tmpdir(), 'appulse-'));
    fill(current);
  });
  afterAll(() => rmSync(current, { recursive: true, force: true }));
}

/** Runs the command line in the test's own folder, in a process that commands share. */
export function appulse(args: readonly string[], input = ''): Outcome {
  return runShared({ main: MAIN, args, cwd: current, env, input });
}

/** The same in a process of its own, as a user would. */
export function appulseAlone(args: readonly string[], input = ''): Outcome {
  const options = { cwd: current, env, input, encoding: 'utf8', maxBuffer: 1e9 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], options);
  return { code: status, out: stdout, err: stderr };
}

export const files = (name = '.') => readdirSync(join(current, name)).sort();

/** Input error: exit code 2, one line on stderr that contains `message`, empty stdout, and no new file. */
export function expectInputError(args: readonly string[], message: string | RegExp): void {
  const before = files();
  const { code, out, err } = appulse(args);
  expect(err).toMatch(ONE_LINE);
  expect(err).toMatch(message);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(files()).toEqual(before);
}
