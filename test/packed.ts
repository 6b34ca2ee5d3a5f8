import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './sources.ts';

/** The package as a user installs it: packed, and unpacked into the node_modules of an empty project, without network. */

export interface Tarball {
  readonly path: string;
  /** Size of the tarball [bytes]. */
  readonly size: number;
  /** The files in it, relative to the package. */
  readonly files: readonly string[];
}

interface PackReport {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the package as it is built; the tarball is written to a new temporary folder. */
export function packPackage(): Tarball {
  const target = temporaryFolder();
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', target];
  const [report]: [PackReport] = JSON.parse(runProgram('npm', args, root));
  const files = report.files.map(({ path }) => path);
  return { path: join(target, report.filename), size: report.size, files };
}

/** An empty project that has the package of the tarball, its dependencies and, for the compiler, the types of Node. */
export function installPackage(tarball: Tarball): string {
  const project = temporaryFolder();
  const modules = join(project, 'node_modules');
  const target = join(modules, 'appulse');
  mkdirSync(target, { recursive: true });
  runProgram('tar', ['-xzf', tarball.path, '-C', target, '--strip-components=1'], project);
  const { dependencies } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
  return project;
}

const temporary: string[] = [];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'appulse-package-'));
  temporary.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of temporary.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Standard output of a program; its failure is an error with everything that it printed. */
export function runProgram(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1e9 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

export const runNode = (args: readonly string[], cwd: string) => runProgram(process.execPath, args, cwd);
