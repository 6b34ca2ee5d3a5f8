/** `npm run bench -- [options]`: measures this library and its peers on the same inputs in the same run. */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Effort, FULL, measure, QUICK, type Suite } from './harness.ts';
import { PEERS, peerVersion } from './peers.ts';
import { formatHead, formatWorkload, type Report, type SuiteReport, wrongAnswersOfAppulse } from './report.ts';
import { SUITES } from './suites/all.ts';

const USAGE = `npm run bench -- [options]
  --suite NAME   run this suite only (may be repeated)
  --quick        fewer cases and rounds: rough figures
  --json         write the report as JSON to stdout
  --list         list the suites
  --help         show this text
Exit code 0: completed; 1: Appulse returned a wrong answer; 2: invalid options. Timings do not affect the exit code.
`;

const OPTIONS = {
  suite: { type: 'string', multiple: true },
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(args);
  } catch (reason) {
    process.stderr.write(`bench: ${(reason as Error).message}\n${USAGE}`);
    return 2;
  }
  if (options.help) return print(USAGE);
  if (options.list) return print(SUITES.map((suite) => `${suite.name.padEnd(18)}${suite.description}\n`).join(''));

  const suites: SuiteReport[] = [];
  const report: Report = { format: 'appulse-bench/1', quick: options.quick, ...environment(), suites };
  if (!options.json) print(`${formatHead(report)}\n`);
  for (const suite of options.suites) {
    suites.push(await runSuite(suite, options.quick ? QUICK : FULL, options.json ? null : print));
  }
  if (options.json) print(`${JSON.stringify(report, nameNonFinite, 2)}\n`);

  const wrong = wrongAnswersOfAppulse(suites);
  if (wrong > 0) process.stderr.write(`bench: ${wrong} wrong answers of Appulse\n`);
  return wrong > 0 ? 1 : 0;
}

function readOptions(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const names = values.suite ?? SUITES.map((suite) => suite.name);
  const suites = names.map((name) => {
    const found = SUITES.find((suite) => suite.name === name);
    if (found === undefined) throw new Error(`unknown suite '${name}'; --list shows the suites`);
    return found;
  });
  return { ...values, suites };
}

function environment(): Pick<Report, 'machine' | 'peers'> {
  const processors = cpus();
  return {
    machine: { node: process.versions.node, cpu: processors[0]?.model ?? 'unknown', cores: processors.length },
    peers: Object.fromEntries(PEERS.map((name) => [name, peerVersion(name)])),
  };
}

/** Measures the workloads in sequence; `show` receives each result when it is complete. */
async function runSuite(suite: Suite, effort: Effort, show: ((text: string) => void) | null): Promise<SuiteReport> {
  const workloads: SuiteReport['workloads'] = [];
  for await (const workload of suite.workloads(effort)) {
    const result = measure(workload, effort);
    workloads.push(result);
    show?.(`${formatWorkload(suite.name, result)}\n`);
  }
  return { suite: suite.name, description: suite.description, workloads };
}

/** JSON has no NaN and no Infinity: they are written as strings. */
function nameNonFinite(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
