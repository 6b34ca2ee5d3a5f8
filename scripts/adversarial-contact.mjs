/**
 * The long run of the adversarial queries: the built package against the exact oracle.
 *
 *   node scripts/adversarial-contact.mjs --count 1000000 --seed 1 [--first 0] [--threads 2]
 *
 * Prints every disagreement as a line of JSON, then a table by kind; the exit code is 1 if there was any disagreement.
 * Query number i of a seed is always the same one: --first i --count 1 asks it alone.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ensureBuild, ensureDependencies, root } from './setup.mjs';

/**
 * @typedef {{ seed: number, first: number, count: number }} Share
 * @typedef {{ queries: number, hits: number, exact: number, disagreements: number, worst: number }} Tally exact: how many took
 *   the library's exact stage; worst: the largest error of a time, as part of the step
 * @typedef {{ lines: string[], tallies: Record<string, Tally> }} Report
 */

/** Queries between two reports of a worker. */
const CHUNK = 500;

if (isMainThread) await main();
else await work(workerData);

async function main() {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      first: { type: 'string', default: '0' },
      threads: { type: 'string', default: String(availableParallelism()) },
    },
  });
  const [count, seed, first, threads] = [values.count, values.seed, values.first, values.threads].map(Number);
  await ensureDependencies();
  await ensureBuild();
  const start = performance.now();
  /** @type {Record<string, Tally>} */
  const total = {};
  let done = 0;
  const shares = Array.from({ length: threads }, (_, i) => Math.floor((i * count) / threads)).concat(count);
  const workers = shares.slice(1).map((end, i) => {
    const share = { seed, first: first + shares[i], count: end - shares[i] };
    return follow(share, ({ lines, tallies }) => {
      for (const line of lines) console.log(line);
      for (const [kind, tally] of Object.entries(tallies)) {
        total[kind] = merge(total[kind], tally);
        done += tally.queries;
      }
      process.stderr.write(`\r${done} of ${count}`);
    });
  });
  await Promise.all(workers);
  process.stderr.write('\n');
  const all = Object.values(total).reduce(merge);
  console.table({ ...total, all });
  const rate = (1000 * done) / (performance.now() - start);
  console.log(
    `seed ${seed}, queries ${first} to ${first + count - 1}, ${rate.toFixed(0)} a second on ${threads} threads`,
  );
  process.exitCode = all.disagreements === 0 ? 0 : 1;
}

/**
 * @param {Share} share
 * @param {(report: Report) => void} onReport
 * @returns {Promise<void>}
 */
function follow(share, onReport) {
  const worker = new Worker(new URL(import.meta.url), { workerData: share, argv: process.argv.slice(2) });
  return new Promise((resolve, reject) => {
    worker.on('message', onReport);
    worker.on('error', reject);
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker stopped with code ${code}`))));
  });
}

/**
 * @param {Tally | undefined} a
 * @param {Tally} b
 * @returns {Tally}
 */
function merge(a, b) {
  if (!a) return b;
  return {
    queries: a.queries + b.queries,
    hits: a.hits + b.hits,
    exact: a.exact + b.exact,
    disagreements: a.disagreements + b.disagreements,
    worst: Math.max(a.worst, b.worst),
  };
}

/** @param {Share} share */
async function work({ seed, first, count }) {
  // the oracle and the generator are test code, in TypeScript and not part of the package
  const { runnerImport } = await import('vite');
  /** @type {{ module: typeof import('../test/adversarial/first-contact/compare.ts') }} */
  const { module: adversarial } = await runnerImport(join(root, 'test/adversarial/first-contact/compare.ts'));
  const find = adversarial.libraryFinder(await import('appulse/meshes'));

  /**
   * @param {number} index
   * @returns {{ name: string, tally: Tally, line?: object }}
   */
  const ask = (index) => {
    const question = adversarial.adversarialQuery(seed, index);
    const name = `${question.pair} ${question.kind}`;
    try {
      const { expected, found, timeError, agrees } = adversarial.compareQuery(find, question);
      const [hits, exact] = [Number(expected.hit), Number(found.stage === 'exact')];
      const tally = { queries: 1, hits, exact, disagreements: Number(!agrees), worst: timeError };
      return { name, tally, line: agrees ? undefined : { ...question, expected, found } };
    } catch (error) {
      const thrown = error instanceof Error ? error.stack : String(error);
      const tally = { queries: 1, hits: 0, exact: 0, disagreements: 1, worst: 0 };
      return { name, tally, line: { ...question, thrown } };
    }
  };

  for (let index = first; index < first + count; index += CHUNK) {
    /** @type {Report} */
    const report = { lines: [], tallies: {} };
    for (let i = index; i < Math.min(index + CHUNK, first + count); i++) {
      const { name, tally, line } = ask(i);
      report.tallies[name] = merge(report.tallies[name], tally);
      if (line) report.lines.push(JSON.stringify({ seed, index: i, ...line }));
    }
    parentPort?.postMessage(report);
  }
}
