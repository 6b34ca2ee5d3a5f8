import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryPath } from '../../src/cli/leftovers.ts';
import { readRecordingFolder } from '../../src/cli/recording-folder.ts';
import { env, folder, MAIN, type Outcome } from '../command-line.ts';

/** Two discs between four half-spaces, in fixed steps with a frame for each: run time and output are adjustable. */
export const SCENE = {
  title: 'Discs in a box',
  description: 'Two discs between four half-spaces.',
  bodies: [
    { name: 'a', shape: { kind: 'disc', radius: 0.5 }, position: [-2, 0], velocity: [1, 0], mass: 1 },
    { name: 'b', shape: { kind: 'disc', radius: 0.5 }, position: [0, 0.2], mass: 1 },
    { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, position: [0, -5], motion: 'fixed' },
    { name: 'top', shape: { kind: 'halfspace', normal: [0, -1] }, position: [0, 5], motion: 'fixed' },
    { name: 'left', shape: { kind: 'halfspace', normal: [1, 0] }, position: [-5, 0], motion: 'fixed' },
    { name: 'right', shape: { kind: 'halfspace', normal: [-1, 0] }, position: [5, 0], motion: 'fixed' },
  ],
  contacts: { restitution: 1 },
  time: { end: 9000, method: 'steps', step: 0.001 },
  record: { interval: 0.001 },
};

/** A command in the folder of the test that can be killed. */
export function start(args: readonly string[], options: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder(), env, ...options });
  return { child, outcome: outcomeOf(child) };
}

async function outcomeOf(child: ChildProcess): Promise<Outcome & { signal: NodeJS.Signals | null }> {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (data) => {
    out += data;
  });
  child.stderr?.on('data', (data) => {
    err += data;
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, out, err };
}

/** All bytes of a recording, by file. */
export function bytesOf(name: string): Record<string, string> {
  const path = join(folder(), name);
  return Object.fromEntries(readdirSync(path).map((file) => [file, readFileSync(join(path, file), 'base64')]));
}

/** What a reader makes of a recording, which checks every file of it. */
export function read(name: string) {
  return readRecordingFolder(join(folder(), name));
}

/** A number of a process that has ended. */
export async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

/** The temporary name that a process of the command line would use for a target. */
export function temporaryOf(pid: number, where: string, target: string): string {
  // a start time of 0 is not compared
  return temporaryPath(join(folder(), where), join(folder(), target)).replace(
    new RegExp(`\\.${process.pid}\\.\\d+\\.`),
    `.${pid}.0.`,
  );
}

/** How many cases of each kind, one by default; FAULT_CASES=500 for a long trial. */
export const CASES = Number(process.env['FAULT_CASES'] ?? 1);

/** For as many cases on a busy machine [ms]. */
export const PATIENCE = 900_000 + 20_000 * CASES;
