/**
 * The library of functional mock-up units, written in C: for this system by its own compiler, and for Windows by a cross compiler, where
 * they are installed. With `--complete` it is an error if the one for Linux or Windows is missing: a package has both.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const REQUIRED = ['x86_64-linux', 'x86_64-windows'];
const ARCHITECTURES = { x64: 'x86_64', arm64: 'aarch64' };
const SYSTEMS = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

const source = join(root, 'native');
const target = join(root, 'dist/native');
const sources = readdirSync(source)
  .filter((name) => name.endsWith('.c'))
  .map((name) => join(source, name));

// small rather than fast: the time of a step is that of the messages
const SMALL = ['-Os', '-ffunction-sections', '-fno-asynchronous-unwind-tables'];
const COMMON = ['-std=c99', ...SMALL, '-Wall', '-Wextra', '-shared', '-fvisibility=hidden'];
const UNIX = [...COMMON, '-D_POSIX_C_SOURCE=200809L', '-fPIC'];

/** @typedef {{ platform: string, compilers: string[], flags: string[], file: string }} Build */

/** @returns {Build[]} */
function builds() {
  const architecture = ARCHITECTURES[/** @type {'x64' | 'arm64'} */ (process.arch)];
  const system = SYSTEMS[/** @type {'linux' | 'darwin' | 'win32'} */ (process.platform)];
  const windows = {
    platform: 'x86_64-windows',
    compilers: ['x86_64-w64-mingw32-gcc', ...(process.platform === 'win32' ? ['gcc'] : [])],
    flags: [...COMMON, '-s', '-static-libgcc', '-Wl,--gc-sections'],
    file: 'appulse.dll',
  };
  const platform = `${architecture}-${system}`;
  const compilers = ['gcc', 'cc', 'clang'];
  if (system === 'linux') {
    // symbols are those of this library, whatever other FMUs the importer has loaded
    const linker = ['-Wl,-Bsymbolic', '-Wl,--gc-sections', '-Wl,-z,noseparate-code'];
    return [{ platform, compilers, flags: [...UNIX, '-s', ...linker], file: 'appulse.so' }, windows];
  }
  if (system === 'darwin') return [{ platform, compilers: ['cc'], flags: UNIX, file: 'appulse.dylib' }, windows];
  return [windows];
}

/** @param {Build} build */
function compile({ platform, compilers, flags, file }) {
  const folder = join(target, platform);
  const compiler = compilers.find((name) => spawnSync(name, ['--version']).status === 0);
  if (compiler === undefined) {
    process.stderr.write(`appulse: no library of FMUs for ${platform}: ${compilers[0]} is not installed\n`);
    return;
  }
  mkdirSync(folder, { recursive: true });
  const args = [...flags, '-o', join(folder, file), ...sources, ...(platform.endsWith('windows') ? [] : ['-lm'])];
  const { status } = spawnSync(compiler, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    rmSync(join(folder, file), { force: true });
    process.stderr.write(`appulse: ${compiler} cannot compile native\n`);
    process.exitCode = 1;
  }
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
copyFileSync(join(source, 'host.mjs'), join(target, 'host.mjs'));
for (const build of builds()) compile(build);
if (process.argv.includes('--complete')) {
  const missing = REQUIRED.filter((platform) => !existsSync(join(target, platform)));
  if (missing.length > 0) {
    process.stderr.write(`appulse: the package needs the libraries of FMUs for ${missing.join(' and ')}\n`);
    process.exitCode = 1;
  }
}
