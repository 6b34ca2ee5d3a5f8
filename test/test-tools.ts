import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './sources.ts';

const folder = join(root, 'test/tools');

/** Installs the programs of `test/tools`; false, with npm's reason on the console, where that fails. */
export function installTestTools(): boolean {
  const lock = statSync(join(folder, 'package-lock.json')).mtimeMs;
  // npm writes this file last
  const done = statSync(join(folder, 'node_modules/.package-lock.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (done >= lock) return true;
  // not `ci`, which wants the packages of all platforms of Deno in the lock file
  const args = [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retries=0',
  ];
  const { status, stderr } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    process.stderr.write(
      `test/tools cannot be installed, so Deno, webpack and TypeScript 5.0 are not tried:\n${stderr}\n`,
    );
  return status === 0;
}

/** Path of a file of a tool: `webpack/lib/index.js`. */
export function testTool(path: string): string {
  return createRequire(join(folder, 'package.json')).resolve(path);
}
