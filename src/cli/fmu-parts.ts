import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { FmuParts } from '../fmu/export-fmu.ts';
import { InputError } from './failure.ts';
import { packagePath, readWholeFile } from './files.ts';

/** Longest library that is accepted [bytes]. */
const MAX_LIBRARY = 64 * 1024 * 1024;

/** Platforms as FMI 3 names them. */
const PLATFORM = /^(aarch64|riscv64|x86|x86_64)-(darwin|linux|windows)$/;

/** The parts of an FMU from the package, and libraries that the user has compiled: `PLATFORM=FILE`. */
export async function readFmuParts(given: readonly string[], version: string): Promise<FmuParts> {
  const libraries = packageLibraries();
  for (const text of given) {
    const [, platform, path] = /^([^=]*)=(.+)$/.exec(text) ?? [];
    if (path === undefined || !PLATFORM.test(platform)) {
      throw new InputError(`--library: expected PLATFORM=FILE, such as aarch64-darwin=appulse.dylib, got '${text}'`);
    }
    libraries.set(platform, await readWholeFile(path, 'library', MAX_LIBRARY));
  }
  if (libraries.size === 0) {
    throw new InputError(
      'this package has no library of FMUs: compile its folder native, and give the file with --library',
    );
  }
  return {
    libraries,
    host: hostFiles(),
    licenses: new Map([
      ['license.txt', readFileSync(packagePath('LICENSE'))],
      ['third-party-licenses.txt', readFileSync(packagePath('dist/lib/third-party-licenses.txt'))],
    ]),
    tool: `Appulse ${version}`,
  };
}

/** Libraries that were compiled with the package, by platform. */
function packageLibraries(): Map<string, Uint8Array> {
  const folder = packagePath('dist/native');
  const platforms = existsSync(folder) ? readdirSync(folder).filter((name) => PLATFORM.test(name)) : [];
  return new Map(
    platforms.sort().flatMap((platform) =>
      readdirSync(join(folder, platform))
        .filter((name) => /^appulse\.(so|dll|dylib)$/.test(name))
        .map((name) => [platform, readFileSync(join(folder, platform, name))] as const),
    ),
  );
}

/** The script of the host process with all modules that it imports. */
function hostFiles(): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>([['host.mjs', readFileSync(packagePath('dist/native/host.mjs'))]]);
  const open = ['fmu-host.js'];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const path = posix.join('lib', name);
    if (files.has(path)) continue;
    const content = readFileSync(packagePath(`dist/lib/${name}`));
    files.set(path, content);
    for (const [, imported] of String(content).matchAll(/(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      open.push(imported);
  }
  return files;
}
