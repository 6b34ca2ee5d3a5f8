import { type Command, InvalidArgumentError } from 'commander';
import {
  type Estimate,
  type MeasurementFit,
  type Reconstruction,
  ReconstructionError,
  readCase,
  reconstruct,
  reconstructionReport,
} from '../entries/vehicles.ts';
import { MAX_SCENE_BYTES } from '../index.ts';
import { InputError } from './failure.ts';
import { readTextFile } from './files.ts';
import { colors, formatNumber, formatTable, plural, print } from './output.ts';
import { PAGE_KIND, type PageOptions, pageOptions, readUnderlay } from './page-options.ts';
import { placeFile, writeOneFile } from './staging.ts';

interface ReconstructCommandOptions extends PageOptions {
  readonly bootstrap: number;
  readonly seed: number;
  readonly profiles: boolean;
  readonly output?: string;
  readonly json?: boolean;
  readonly force?: boolean;
}

export function addReconstructCommand(program: Command): void {
  const command = program
    .command('reconstruct')
    .summary('estimate impact speeds from rest positions, marks and damage')
    .description(
      'Estimates the unknowns of a case by least squares: impact speeds, and what else it names, from rest positions, tyre marks, damage ' +
        'and recorded delta-V. Prints estimates with confidence intervals, their joint confidence region and a sensitivity table.',
    )
    .argument('<case>', 'case file, .case.json')
    .option('--bootstrap <count>', 'also repeat the fit so often with simulated measurements', parseCount, 0)
    .option('--seed <number>', 'seed of the simulated measurements', parseCount, 1)
    .option('--no-profiles', 'without intervals from profiles of the likelihood, which take most of the time')
    .option('-o, --output <file>', 'write a report to print, .html')
    .option('--json', 'print the results as JSON')
    .option('--force', 'overwrite a file that is not a report');
  pageOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  appulse reconstruct examples/cases/intersection.case.json
  appulse reconstruct crash.case.json -o crash.html --times 0,0.5,1 --underlay site.jpg --scale 0.04
  appulse reconstruct crash.case.json --bootstrap 200 --json | jq .unknowns

The exit code is 1 when the fit does not converge, or the measurements do not determine the unknowns.`,
    )
    .action(reconstructCase);
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0 || count > 1e6 || text.trim() === '') {
    throw new InvalidArgumentError('Expected an integer from 0 to 1000000.');
  }
  return count;
}

async function reconstructCase(path: string, options: ReconstructCommandOptions): Promise<void> {
  if (options.output !== undefined) placeFile(options.output, PAGE_KIND, options.force);
  const given = readCase(await readTextFile(path, 'case', MAX_SCENE_BYTES), path);
  const underlay = await readUnderlay(options);
  const found = run();
  if (options.output !== undefined) {
    const { times, paper } = options;
    const reportOptions = { ...(times && { times }), ...(underlay && { underlay }), paper };
    const html = reconstructionReport(given, found, reportOptions);
    await writeOneFile(options.output, html, PAGE_KIND, options.force);
  }
  if (found.status !== 'converged') process.exitCode = 1;
  await print(options.json ? `${JSON.stringify(withoutPaths(found), null, 2)}\n` : `${reconstructionText(found)}\n`);
  if (options.output !== undefined && !options.json) await print(`report in ${options.output}\n`);

  function run(): Reconstruction {
    try {
      return reconstruct(given, options);
    } catch (error) {
      throw error instanceof ReconstructionError ? new InputError(`${path}: ${error.message}`) : error;
    }
  }
}

/** The results without the states of the motion, which are many. */
function withoutPaths({ prediction, ...rest }: Reconstruction): unknown {
  return rest;
}

const DIGITS = 5;

function reconstructionText(found: Reconstruction): string {
  const percent = `${formatNumber(100 * found.confidence)} %`;
  const lines = [
    colors.bold(found.title),
    fitLine(found),
    '',
    colors.bold('Estimates'),
    estimateTable(found.unknowns, percent),
  ];
  lines.push('', colors.bold('Derived'), estimateTable(found.derived, percent));
  if (found.unknowns.some(({ isAtLimit }) => isAtLimit)) {
    lines.push('  * at a limit of the unknown: its interval is not valid');
  }
  lines.push('', colors.bold(`Joint ${percent} region of ${found.region.names.join(' and ')}`), ...regionLines(found));
  lines.push('', colors.bold('Measurements'), measurementTable(found.measurements, found.unknowns));
  if (found.inputs.length > 0)
    lines.push(
      '',
      colors.bold('Other inputs: change of the estimates per +1 % (angles: +1 degree)'),
      inputTable(found),
    );
  return lines.join('\n');
}

function fitLine(found: Reconstruction): string {
  const { status, iterations, chiSquare, degreesOfFreedom, probability } = found;
  const fit = `  ${status} after ${plural(iterations, 'iteration')}; sum of squares ${formatNumber(chiSquare, 4)} with ${plural(degreesOfFreedom, 'degree')} of freedom`;
  const notes = [
    probability === undefined ? '' : `, probability ${formatNumber(probability, 3)}`,
    probability !== undefined && probability < 0.05
      ? '\n  model or deviations are in doubt: the measurements do not fit'
      : '',
    found.isNonlinear ? '\n  not linear: use the profile intervals' : '',
    found.otherMinima.length > 0
      ? `\n  other minima: sums of squares ${found.otherMinima.map(({ chiSquare: sum }) => formatNumber(sum, 4)).join(', ')}`
      : '',
    status === 'undetermined' ? '\n  the measurements do not determine the unknowns: no uncertainty is given' : '',
  ];
  return fit + notes.join('');
}

/** Angles are printed in degrees. */
function shown(value: number, unit: string): string {
  return formatNumber(unit === 'rad' || unit === 'rad/s' ? (value * 180) / Math.PI : value, DIGITS);
}

function shownUnit(unit: string): string {
  return unit.replace('rad', 'deg');
}

function estimateTable(estimates: readonly Estimate[], percent: string): string {
  const hasProfile = estimates.some(({ profile }) => profile);
  const hasBootstrap = estimates.some(({ bootstrap }) => bootstrap);
  const head = [
    '',
    'estimate',
    'deviation',
    `${percent} interval`,
    ...(hasProfile ? ['profile'] : []),
    ...(hasBootstrap ? ['bootstrap'] : []),
    'known before',
  ];
  const rows = estimates.map(({ name, unit, value, deviation, low, high, profile, bootstrap, prior, isAtLimit }) => {
    const range = (ends: { low: number; high: number } | undefined) =>
      ends ? `${shown(ends.low, unit)} to ${shown(ends.high, unit)}` : '';
    return [
      name,
      `${shown(value, unit)}${unit === '' ? '' : ` ${shownUnit(unit)}`}${isAtLimit ? ' *' : ''}`,
      shown(deviation, unit),
      range({ low, high }),
      ...(hasProfile ? [range(profile)] : []),
      ...(hasBootstrap ? [range(bootstrap)] : []),
      prior ? `${shown(prior.value, unit)} ± ${shown(prior.deviation, unit)}` : '',
    ];
  });
  return formatTable([head, ...rows], `lrr${'l'.repeat(head.length - 3)}`);
}

function regionLines({ region, correlations, unknowns }: Reconstruction): string[] {
  const indices = region.names.map((name) => unknowns.findIndex((unknown) => unknown.name === name));
  const pairs = indices.flatMap((i, k) => indices.slice(k + 1).map((j) => [i, j]));
  const lines = pairs.map(
    ([i, j]) =>
      `  correlation of ${unknowns[i].name} and ${unknowns[j].name}: ${formatNumber(correlations[i]?.[j] ?? 0, 3)}`,
  );
  return [`  sum of squares in deviations at most ${formatNumber(region.limit, 4)}`, ...lines];
}

function measurementTable(measurements: readonly MeasurementFit[], unknowns: readonly Estimate[]): string {
  const head = ['', 'measured', 'predicted', 'residual', ...unknowns.map(({ name }) => `part of ${shortName(name)}`)];
  const rows = measurements.map(({ label, unit, measured, deviation, predicted, residual, varianceFractions }) => [
    label,
    `${shown(measured, unit)} ± ${shown(deviation, unit)}${unit === '' ? '' : ` ${shownUnit(unit)}`}`,
    shown(predicted, unit),
    formatNumber(residual, 3),
    ...varianceFractions.map((part) => `${formatNumber(100 * part, 3)} %`),
  ]);
  return formatTable([head, ...rows], 'l'.padEnd(head.length, 'r'));
}

/** `A.speed` of `vehicles.A.speed`. */
function shortName(path: string): string {
  return path.replace(/^(scene\.)?(vehicles|runOut|impact)\./, '');
}

function inputTable({ inputs, unknowns }: Reconstruction): string {
  const head = [
    '',
    'value',
    ...unknowns.map(({ name, unit }) => `${shortName(name)}${unit === '' ? '' : ` [${shownUnit(unit)}]`}`),
  ];
  const rows = inputs.map(({ path, value, effects }) => [
    path,
    formatNumber(value, DIGITS),
    ...effects.map((effect, i) => formatNumber(Number(shown(effect, unknowns[i].unit)), 3)),
  ]);
  return formatTable([head, ...rows], 'l'.padEnd(head.length, 'r'));
}
