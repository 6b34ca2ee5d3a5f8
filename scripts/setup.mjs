/**
 * What the other scripts need before they can run. Plain Node without packages: this runs before any is installed.
 * Everything said here goes to stderr, so that stdout belongs to the program.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} message */
function say(message) {
  process.stderr.write(`appulse: ${message}\n`);
}

/**
 * @param {string} message
 * @returns {never}
 */
export function stop(message, code = 1) {
  say(message);
  process.exit(code);
}

/**
 * Runs a program to its end and gives its exit code. Signals pass through to it, and one that ends it ends us too.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, stdout?: 'inherit' | 2, onError?: (text: string) => void }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = root, stdout = 'inherit', onError } = {}) {
  const child = spawn(command, args, { cwd, stdio: ['inherit', stdout, onError ? 'pipe' : 'inherit'] });
  child.stderr?.on('data', (chunk) => {
    process.stderr.write(chunk);
    onError?.(String(chunk));
  });
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => child.kill(signal);
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, pass);
      if (signal) process.kill(process.pid, signal);
      else resolve(code ?? 1);
    });
  });
}

/**
 * npm as a script of Node where npm itself started us: on Windows, Node starts no `npm.cmd` without a shell.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNpm(args, options) {
  const script = process.env['npm_execpath'];
  return script?.endsWith('.js') ? run(process.execPath, [script, ...args], options) : run('npm', args, options);
}

function checkNode() {
  /** @type {{ engines: { node: string } }} */
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = (engines.node.match(/\d+/g) ?? []).map(Number);
  if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
    stop(`this needs Node ${engines.node}, but runs on ${process.versions.node}`);
  }
}

/**
 * When a file last changed [ms]; a missing one is infinitely old.
 * @param {string} path
 */
function changed(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
}

/** Installs what the package-lock.json of a folder names, unless that is done already. */
export async function ensureDependencies(folder = root) {
  checkNode();
  // npm writes this file last, so an install that was broken off is done again
  if (changed(join(folder, 'node_modules/.package-lock.json')) >= changed(join(folder, 'package-lock.json'))) return;
  const modules = join(folder, 'node_modules');
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    stop(`${modules} is a link, and npm ci would empty the folder it points to: remove the link, or install there`);
  }
  say(`installing dependencies in ${folder} (npm ci)`);
  let errors = '';
  const onError = (/** @type {string} */ text) => {
    errors += text;
  };
  // .npmrc keeps npm silent for the sake of stdout; here its errors must be seen
  const options = ['--loglevel=error', '--ignore-scripts', '--no-audit', '--no-fund'];
  const code = await runNpm(['ci', ...options], { cwd: folder, stdout: 2, onError });
  if (code === 0) return;
  const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/.test(errors);
  const cause = unreachable ? 'the npm registry cannot be reached (network? proxy?)' : 'see the errors above';
  stop(`npm ci failed: ${cause}; run the same command again to go on`, code);
}

/**
 * Compiles a project and those it refers to; what is up to date already takes tsc a second to find out.
 * @param {string} project folder with a tsconfig.json
 */
export async function build(project) {
  say(`compiling ${project} (tsc -b)`);
  const code = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', project], { stdout: 2 });
  if (code !== 0) stop(`${project} does not compile`, code);
}

/** Compiles the library and the command line, unless nothing changed since the last time that went well. */
export function ensureBuild() {
  return ensureLibrary(Promise.resolve());
}

/** The library, the command line and the studio, at the same time. */
export async function ensureAll() {
  const studio = ensureStudio();
  await Promise.all([ensureLibrary(studio), studio]);
}

/** @param {Promise<void>} idle when nobody else writes to `dist` any more: the bundle removes from there what is out of date */
async function ensureLibrary(idle) {
  const sources = ['src', 'reproduce', 'native', 'tsconfig.base.json', 'scripts', 'package.json', 'package-lock.json'];
  await ensureMade('dist/.built', sources, async () => {
    await build('src/cli');
    await idle;
    const code = await run(process.execPath, ['scripts/bundle.mjs'], { stdout: 2 });
    if (code !== 0) stop('src cannot be bundled', code);
    const compiled = await run(process.execPath, ['scripts/native.mjs'], { stdout: 2 });
    if (compiled !== 0) stop('native cannot be compiled', compiled);
  });
}

/** Builds the files of the studio, unless nothing changed since. Needs the packages, not the compiled library. */
export async function ensureStudio() {
  const sources = ['studio', 'src', 'reproduce', 'examples', 'docs', 'package-lock.json'];
  await ensureMade('dist/studio/.built', sources, async () => {
    say('building the studio (vite build)');
    const args = ['node_modules/vite/bin/vite.js', 'build', 'studio', '--configLoader', 'runner', '--logLevel', 'warn'];
    const code = await run(process.execPath, args, { stdout: 2 });
    if (code !== 0) stop('the studio does not build', code);
  });
}

/** Builds the documentation site, unless nothing changed since. Needs the packages and the studio. */
export async function ensureSite() {
  const pages = ['docs', 'examples', 'bench/README.md', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE'];
  const builders = ['site/build', 'site/live', 'site/.vitepress/config.ts', 'site/.vitepress/theme', 'site/home.md'];
  const sources = [...pages, ...builders, 'site/package-lock.json', 'src', 'reproduce', 'studio', 'package.json'];
  await ensureDependencies(join(root, 'site'));
  await ensureMade('dist/site/.built', sources, async () => {
    say('building the documentation site (tsc, TypeDoc, VitePress)');
    const types = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'site'], { stdout: 2 });
    if (types !== 0) stop('site does not compile', types);
    const code = await run(process.execPath, ['scripts/build-site.mjs'], { stdout: 2 });
    if (code !== 0) stop('the documentation site does not build', code);
  });
}

/**
 * Makes something unless its stamp is newer than all its sources.
 * @param {string} stamp
 * @param {string[]} sources
 * @param {() => Promise<void>} make
 */
async function ensureMade(stamp, sources, make) {
  const path = join(root, stamp);
  if (sources.every((source) => newest(join(root, source)) <= changed(path))) return;
  await make();
  writeFileSync(path, '');
}

/**
 * When anything in a file or folder last changed; folders too, since they know of files that went away.
 * @param {string} path
 */
function newest(path) {
  const inside = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
  return inside.reduce((latest, name) => Math.max(latest, changed(join(path, name))), changed(path));
}

/**
 * @typedef {object} Browser
 * @property {string} executablePath
 * @property {Record<string, string>} env what it needs to find its libraries
 */

/**
 * A Chromium for the tests: the one named by CHROMIUM, Debian's, the one from the npm package @sparticuz/chromium
 * (which needs no root and no system libraries), or, as root, Debian's after installing it.
 * @returns {Promise<Browser>}
 */
export async function ensureBrowser() {
  const named = process.env['CHROMIUM'];
  const installed = { executablePath: named ?? '/usr/bin/chromium', env: {} };
  if (starts(installed)) return installed;
  if (named) throw new Error(`CHROMIUM names ${named}, which does not start`);
  const folder = join(root, 'node_modules/.cache/chromium');
  if (!existsSync(folder)) await unpackBrowser(folder);
  const unpacked = { executablePath: join(folder, 'chromium'), env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib') } };
  if (starts(unpacked)) return unpacked;
  if (process.getuid?.() === 0) {
    say('installing a browser for the tests (apt-get install chromium)');
    await run('sh', ['-c', 'apt-get update -q && apt-get install -q -y chromium'], { stdout: 2 });
    if (starts(installed)) return installed;
  }
  throw new Error('no browser for the tests: install Chromium, or let CHROMIUM name the one to use');
}

/**
 * Programs that some tests need, installed as root from Debian's packages; without one these tests are not run, and that is said.
 * @typedef {{ program: string, test?: string[], debian: string, tests: string }} Tool `test`: arguments with which it ends without error where it is complete
 * @type {Tool[]}
 */
const TOOLS = [
  { program: 'redis-server', debian: 'redis-server', tests: 'test/faults/redis-sweeps.test.ts' },
  { program: 'gcc', debian: 'gcc libc6-dev', tests: 'test/fmu, the client in C in test/query-server.test.ts' },
  {
    program: 'x86_64-w64-mingw32-gcc',
    debian: 'gcc-mingw-w64-x86-64-win32',
    tests: 'the library for Windows in test/fmu',
  },
  {
    program: 'python3',
    test: ['-c', 'import numpy'],
    debian: 'python3-numpy',
    tests: 'the Python client in test/query-server.test.ts',
  },
];

/** Installs the programs that tests need, where that is possible. Those of the compilers come before the build, which uses them. */
export async function ensureTools() {
  const isMissing = (/** @type {Tool} */ { program, test = ['--version'] }) => spawnSync(program, test).status !== 0;
  const missing = TOOLS.filter(isMissing);
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const packages = missing.map(({ debian }) => debian).join(' ');
    say(`installing programs for the tests (apt-get install ${packages})`);
    // RUNLEVEL: packages must not start servers of their own
    const install = `RUNLEVEL=1 apt-get install -q -y --no-install-recommends ${packages}`;
    await run('sh', ['-c', `apt-get update -q && ${install}`], { stdout: 2 }).catch(() => {});
  }
  for (const tool of TOOLS.filter(isMissing)) say(`not run: ${tool.tests}, because ${tool.debian} is not installed`);
}

/** @param {Browser} browser */
function starts({ executablePath, env }) {
  // on Windows, Chromium has no `--version` and opens a window instead
  if (process.platform === 'win32') return existsSync(executablePath);
  return spawnSync(executablePath, ['--version'], { env: { ...process.env, ...env } }).status === 0;
}

/**
 * The package unpacks into the temporary folder, with its own libraries only where it thinks it runs on a bare host.
 * It takes a half-written file for a whole one, so it gets a folder of its own that is renamed when complete.
 * @param {string} folder
 */
async function unpackBrowser(folder) {
  say('unpacking a browser for the tests (@sparticuz/chromium)');
  const partial = `${folder}-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const env = { ...process.env, TMPDIR: partial, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' };
  const unpack = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())";
  const { status } = spawnSync(process.execPath, ['-e', unpack], { cwd: root, env, stdio: ['ignore', 2, 2] });
  if (status === 0 && !existsSync(folder)) renameSync(partial, folder);
  else rmSync(partial, { recursive: true });
}
