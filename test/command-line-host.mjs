/**
 * Runs commands one after the other in one process: to start Node and to compile the library takes ten times as long as most commands.
 * Each call evaluates the script of the command line again, with streams, arguments, folder and environment of its own; the
 * library below it stays loaded. A call ends, like a process, when nothing is open any more.
 */
import { PassThrough, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** @typedef {import('./shared-command.ts').Call} Call */

/** How long a command may still have something open after its end [ms]: a process that does not end is an error. */
const PATIENCE = 60_000;

let calls = 0;

/**
 * What keeps this process alive, except for standard streams and the channel to the test.
 * @returns {string[]}
 */
const open = () => process.getActiveResourcesInfo().filter((name) => !/^(PipeWrap|TTYWrap)$/.test(name));

/** @param {Call} call */
async function run({ main, args, cwd, env, input }) {
  process.chdir(cwd);
  process.argv = [process.argv[0], main, ...args];
  process.exitCode = undefined;
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  const [out, err] = [collect('stdout'), collect('stderr')];
  Object.defineProperty(process, 'stdin', { value: new PassThrough().end(input), configurable: true });
  calls++;
  await import(`${pathToFileURL(main).href}?call=${calls}`);
  const code = process.exitCode ?? 0;
  const start = performance.now();
  for (let left = open(); left.length > 0; left = open()) {
    if (performance.now() - start > PATIENCE) throw new Error(`'${args.join(' ')}' does not end: ${left} is open`);
    await setTimeout(1);
  }
  return { code, out: out(), err: err() };
}

/**
 * Replaces a stream of the process; the result reads what was written to it.
 * @param {'stdout' | 'stderr'} name
 */
function collect(name) {
  /** @type {Buffer[]} */
  const chunks = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  Object.defineProperty(process, name, { value: stream, configurable: true });
  return () => Buffer.concat(chunks).toString('utf8');
}

process.on('message', async (/** @type {Call} */ call) => {
  try {
    process.send?.({ outcome: await run(call) });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? error.stack : String(error) });
  }
});
