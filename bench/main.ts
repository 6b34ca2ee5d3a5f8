/** `npm run bench -- [options]`: our methods beside their peers, on the same inputs, in the same run. */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { FAMILIES } from './families/all.ts';
import { type Effort, type Family, FULL, measure, QUICK } from './harness.ts';
import { PEERS, peerVersion } from './peers.ts';
import { type FamilyReport, formatHead, formatWorkload, type Report, wrongAnswersOfOurs } from './report.ts';

const USAGE = `npm run bench -- [options]
  --family NAME  only this family (may be repeated)
  --quick        fewer cases and rounds, for trying things out
  --json         the whole report as JSON on stdout
  --list         the names of the families, then stop
Exit code 0: done; 1: an answer of our own code was wrong; 2: bad usage. Timing never changes the exit code.
`;

const OPTIONS = {
  family: { type: 'string', multiple: true },
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
  if (options.list) return print(FAMILIES.map((family) => `${family.name.padEnd(18)}${family.about}\n`).join(''));

  const families: FamilyReport[] = [];
  const report: Report = { format: 'appulse-bench/1', quick: options.quick, ...surroundings(), families };
  if (!options.json) print(`${formatHead(report)}\n`);
  for (const family of options.families) {
    families.push(await runFamily(family, options.quick ? QUICK : FULL, options.json ? null : print));
  }
  if (options.json) print(`${JSON.stringify(report, nameNonFinite, 2)}\n`);

  const wrong = wrongAnswersOfOurs(families);
  if (wrong > 0) process.stderr.write(`bench: ${wrong} wrong answers of our own code\n`);
  return wrong > 0 ? 1 : 0;
}

function readOptions(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const names = values.family ?? FAMILIES.map((family) => family.name);
  const families = names.map((name) => {
    const found = FAMILIES.find((family) => family.name === name);
    if (found === undefined) throw new Error(`no family is called ${name}`);
    return found;
  });
  return { ...values, families };
}

function surroundings(): Pick<Report, 'machine' | 'peers'> {
  const processors = cpus();
  return {
    machine: { node: process.versions.node, cpu: processors[0]?.model ?? 'unknown', cores: processors.length },
    peers: Object.fromEntries(PEERS.map((name) => [name, peerVersion(name)])),
  };
}

/** Measures one workload after the other; `show` gets each as soon as it is there. */
async function runFamily(family: Family, effort: Effort, show: ((text: string) => void) | null): Promise<FamilyReport> {
  const workloads: FamilyReport['workloads'] = [];
  for await (const workload of family.workloads(effort)) {
    const result = measure(workload, effort);
    workloads.push(result);
    show?.(`${formatWorkload(family.name, result)}\n`);
  }
  return { family: family.name, about: family.about, workloads };
}

/** JSON has no NaN and no Infinity: they appear by their names. */
function nameNonFinite(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
