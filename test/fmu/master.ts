import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { ensureBuild } from '../../scripts/setup.mjs';
import { MAIN, ROOT } from '../command-line.ts';
import { descriptionOf, readZip, unpack, variablesOf } from './unpack.ts';

/** FMUs in a program that is not Node: `master.c`, compiled once. */

export const hasCompiler = process.platform === 'linux' && spawnSync('gcc', ['--version']).status === 0;

/** A test of a process that hangs must end. */
export const PATIENCE = 900_000;

let folder = '';

/** Compiles the master into a new folder. */
function compileMaster(): void {
  folder = mkdtempSync(join(tmpdir(), 'appulse-fmu-'));
  const source = join(ROOT, 'test/fmu/master.c');
  execFileSync('gcc', ['-std=c99', '-O1', '-g', '-o', join(folder, 'master'), source, '-ldl', '-lpthread', '-lm']);
}

/** The master of a test file: compiled before its tests where there is a compiler, removed after them. */
export function useMaster(): void {
  beforeAll(async () => {
    if (!hasCompiler) return;
    await ensureBuild();
    compileMaster();
  }, PATIENCE);
  afterAll(() => {
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  });
}

/** An exported FMU, unpacked as an importer does. */
export interface UnpackedFmu {
  readonly fmi: 2 | 3;
  readonly folder: string;
  /** Value references by name. */
  readonly references: ReadonlyMap<string, number>;
  readonly arguments: readonly string[];
}

let count = 0;

/** Exports a scene with the command line. */
export function exportScene(text: string, fmi: 2 | 3, ...options: string[]): UnpackedFmu {
  // a folder whose URI has escapes
  const target = join(folder, `unpacked ${count++} ü`);
  mkdirSync(target);
  const [scene, file] = [join(target, 'a.scene.json'), join(target, 'a.fmu')];
  writeFileSync(scene, text);
  const args = [MAIN, 'export', scene, '--to', 'fmu', '--fmi', String(fmi), '-o', file, ...options];
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const files = readZip(readFileSync(file));
  unpack(files, target);
  const root = descriptionOf(files);
  const token = root.attributes.get(fmi === 2 ? 'guid' : 'instantiationToken') ?? '';
  const library = join(target, `binaries/${fmi === 2 ? 'linux64' : 'x86_64-linux'}/a.so`);
  const resources = join(target, 'resources');
  return {
    fmi,
    folder: target,
    references: new Map(variablesOf(root).map(({ name, reference }) => [name, reference])),
    arguments: [String(fmi), library, fmi === 2 ? pathToFileURL(resources).href : resources, token],
  };
}

/** What the master prints for a list of commands. */
export interface MasterRun {
  readonly lines: string[];
  readonly messages: string;
  readonly code: number | null;
}

export function runMaster(
  fmu: UnpackedFmu,
  commands: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  ...before: string[]
): MasterRun {
  const [program, ...args] = [...before, join(folder, 'master'), ...fmu.arguments];
  const input = commands.map((command) => `${command}\n`).join('');
  const { stdout, stderr, status } = spawnSync(program, args, { input, env, encoding: 'utf8', maxBuffer: 1e9 });
  return { lines: stdout.split('\n').slice(0, -1), messages: stderr, code: status };
}

/** A master that waits for more commands. */
export function startMaster(fmu: UnpackedFmu): ChildProcess {
  return spawn(join(folder, 'master'), fmu.arguments, { stdio: ['pipe', 'pipe', 'ignore'] });
}

/** The bits of a number as the master prints them. */
export function bitsOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

/** Processes whose parent is this one. */
export function childrenOf(pid: number | undefined): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]));
}

/** Commands that make the first instance ready to step. */
export const INITIALIZE = ['new 0 first', 'enter 0 0', 'exit 0'];
