/**
 * `npm run check`: style, types and tests at the same time, so that no core is idle. What the style and the types have to say is
 * printed after the tests, and the checks that failed are named at the end. Arguments go to vitest.
 */
import { spawn } from 'node:child_process';
import { ensureBuild, root, stop } from './setup.mjs';

const BIOME = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'];
const COMPILER = ['node_modules/typescript/bin/tsc', '-b'];
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)];

/** @type {import('node:child_process').ChildProcess[]} */
const children = [];
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
    process.exit(1);
  });
}

// tests and compiler read the compiled library, and only one of them may write it
await ensureBuild();
const others = start('style', BIOME, 'pipe').then(async (style) => [style, await start('types', COMPILER, 'pipe')]);
const results = [await start('tests', VITEST, 'inherit'), ...(await others)];
for (const { printed } of results) process.stdout.write(printed);
const failed = results.filter(({ code }) => code !== 0);
if (failed.length > 0) stop(`failed: ${failed.map(({ name }) => name).join(', ')}`, failed[0]?.code);

/**
 * Runs a script of Node to its end.
 * @param {string} name
 * @param {string[]} args
 * @param {'inherit' | 'pipe'} output
 * @returns {Promise<{ name: string, code: number, printed: string }>}
 */
function start(name, args, output) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', output, output] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  }
  children.push(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ name, code: code ?? 1, printed }));
  });
}
