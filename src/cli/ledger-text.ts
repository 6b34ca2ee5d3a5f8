import {
  type CouplerSummary,
  CRITERION_UNITS,
  type DockingViolation,
  energyCreationWarning,
  type LedgerRow,
  lengthVec3,
  type ReadonlyVec3,
  type RunDigest,
  type RunSummary,
  type SimEvent,
  subVec3,
  vec3,
} from '../index.ts';
import { colors, formatBalanceError, formatNumber, formatTable, plural } from './output.ts';
import { plainTexts } from './plain-text.ts';
import { type UnitSystem, vehicleText } from './vehicle-text.ts';

/** Facts of a run that are not in its recording. */
interface RunFacts {
  /** Wall-clock time [s]. */
  readonly seconds: number;
  /** Lines about the dockings that did not happen. */
  readonly missedDockings: readonly string[];
}

/** Events, ledger and conservation of a run, as text. */
export function runText(run: RunDigest, ended: RunSummary, also: RunFacts, units: UnitSystem = 'si'): string {
  const [digest, summary] = [plainTexts(run), plainTexts(ended)];
  const { title, counts } = digest;
  const { time, collisions, dockings, maxPenetration, stateHash } = summary;
  const facts = [
    plural(collisions, 'collision'),
    plural(dockings, 'docking'),
    ...trackingFacts(digest),
    ...distanceFacts(summary),
  ];
  if (maxPenetration > 0) facts.push(`maximum penetration ${formatNumber(maxPenetration, 2)} m`);
  return [
    colors.bold(title),
    `  ${formatNumber(time)} s simulated in ${also.seconds.toFixed(2)} s: ${facts.join(', ')}`,
    ...also.missedDockings,
    '',
    colors.bold(`Events (${counts.events})`),
    eventLines(digest),
    '',
    ...(summary.couplers
      ? [colors.bold(`Couplers (${summary.couplers.length})`), couplerLines(summary.couplers), '']
      : []),
    ...(summary.vehicles ? [vehicleText(digest, summary.vehicles, units), ''] : []),
    ledgerTable(summary),
    '',
    balanceTable(summary),
    `  final state hash ${stateHash}`,
    '',
  ].join('\n');
}

/** Tracked pairs: number of feature transitions and minimum distance. */
function trackingFacts({ counts, transitions, minDistance }: RunDigest): string[] {
  if (counts.tracking === 0) return [];
  return [plural(transitions, 'transition'), `minimum distance ${formatNumber(minDistance)} m`];
}

/** Closest approach of the pairs whose distance is recorded. */
function distanceFacts({ distances }: RunSummary): string[] {
  if (distances === undefined) return [];
  const { distance, time, bodies } = distances.minimum;
  return [`minimum distance ${formatNumber(distance)} m of ${bodies.join(' and ')} at ${formatNumber(time)} s`];
}

/** Forces of couplers, and whether they are passive as seen by the hand. */
function couplerLines(couplers: readonly CouplerSummary[]): string {
  const lines = couplers.map(
    ({ name, maxForce, maxTorque, energyPut, energyReturned, maxExcess, minDamping, damped }) => {
      const force = `at most ${formatNumber(maxForce, 4)} N, ${formatNumber(maxTorque, 4)} N m`;
      const energy = `energy put in ${formatNumber(energyPut, 4)} J, returned ${formatNumber(energyReturned, 4)} J, maximum excess ${formatNumber(maxExcess, 2)} J`;
      return `  ${name}: ${force}; ${energy}; damping ${damped ? 'above' : 'not above'} K T/2 = ${formatNumber(minDamping, 3)} N s/m`;
    },
  );
  return lines.join('\n');
}

/** Events printed at the end of a long list. */
const LAST_SHOWN = 4;

function eventLines({ counts, firstEvents, lastEvents }: RunDigest): string {
  const cells = (event: SimEvent) => [
    `${formatNumber(event.time)} s`,
    event.type,
    event.bodies.join(', '),
    details(event),
  ];
  const first = firstEvents.map(cells);
  const last = lastEvents.map(cells);
  if (counts.events === 0) return '  none';
  const isAll = counts.events === first.length + last.length;
  if (isAll) return formatTable([...first, ...last], 'rlll');
  const left = counts.events - first.length - LAST_SHOWN;
  return formatTable([...first, ['...', `${left} more`], ...last.slice(-LAST_SHOWN)], 'rlll');
}

function details(event: SimEvent): string {
  switch (event.type) {
    case 'collision':
      return `closing at ${formatNumber(event.closingSpeed)} m/s, impulse ${formatNumber(event.impulse)} N s`;
    case 'docking': {
      const loss = event.energyLoss === null ? '' : `, ${formatNumber(event.energyLoss)} J lost`;
      return `${event.mode}, ${event.sensors.join(' to ')} at ${formatNumber(event.speed)} m/s${loss}`;
    }
    case 'docking-rejected':
    case 'capture-lost':
      return `${event.sensors.join(' to ')}: ${event.violations.map(violationText).join(', ')}`;
    case 'soft-capture':
    case 'retraction':
    case 'hook-closed':
    case 'release':
      return `${event.sensors.join(' to ')} at ${formatNumber(event.speed)} m/s`;
    case 'transition':
      return `${event.body}: ${event.from} to ${event.to} (${event.kind})`;
    case 'joint-break':
      return `${event.joint}: force ${formatNumber(event.force)} N, torque ${formatNumber(event.torque)} N m`;
    case 'zeno':
      return 'Zeno behaviour: switched to fixed steps';
    default:
      return '';
  }
}

/** A violated criterion with its value and its limit. */
export function violationText({ criterion, value, limit }: DockingViolation): string {
  const unit = CRITERION_UNITS[criterion];
  const relation = value > limit ? 'above' : 'below';
  return `${criterion} ${formatNumber(value)} ${unit} ${relation} ${formatNumber(limit)} ${unit}`;
}

/** Rows of the ledger: momenta and energies always, the others if nonzero. */
function ledgerTable({ ledgerStart: start, ledgerEnd: end }: RunSummary): string {
  const rows: [string, (row: LedgerRow) => number, 'always' | 'if used'][] = [
    ['momentum x [N s]', (row) => row.momentum.x, 'always'],
    ['momentum y [N s]', (row) => row.momentum.y, 'always'],
    ['momentum z [N s]', (row) => row.momentum.z, 'if used'],
    ['angular momentum x [N m s]', (row) => row.angularMomentum.x, 'if used'],
    ['angular momentum y [N m s]', (row) => row.angularMomentum.y, 'if used'],
    ['angular momentum z [N m s]', (row) => row.angularMomentum.z, 'always'],
    ['kinetic energy [J]', (row) => row.kineticEnergy, 'always'],
    ['potential energy [J]', (row) => row.potentialEnergy, 'if used'],
    ['strain energy [J]', (row) => row.strainEnergy, 'if used'],
    ['contact work [J]', (row) => row.contactWork, 'always'],
    ['drive work, part of contact work [J]', (row) => row.driveWork, 'if used'],
    ['energy created by contacts [J]', (row) => row.energyCreated, 'if used'],
    ['external work [J]', (row) => row.externalWork, 'if used'],
    ['impulse on immovable bodies x [N s]', (row) => row.impulseOnImmovable.x, 'if used'],
    ['impulse on immovable bodies y [N s]', (row) => row.impulseOnImmovable.y, 'if used'],
    ['impulse on immovable bodies z [N s]', (row) => row.impulseOnImmovable.z, 'if used'],
    ['impulse on immovable bodies, moment z [N m s]', (row) => row.angularImpulseOnImmovable.z, 'if used'],
    ['impulse of gravity and loads x [N s]', (row) => row.externalImpulse.x, 'if used'],
    ['impulse of gravity and loads y [N s]', (row) => row.externalImpulse.y, 'if used'],
    ['impulse of gravity and loads z [N s]', (row) => row.externalImpulse.z, 'if used'],
    ['impulse of gravity and loads, moment z [N m s]', (row) => row.externalAngularImpulse.z, 'if used'],
  ];
  const shown = rows.filter(([, of, when]) => when === 'always' || of(start) !== 0 || of(end) !== 0);
  const lines = shown.map(([name, of]) => {
    const numbers = [of(start), of(end), of(end) - of(start)];
    return [`  ${name}`, ...numbers.map((value) => formatNumber(value))];
  });
  return formatTable([['Ledger', 'start', 'end', 'change'].map(colors.bold), ...lines], 'lrrr', '');
}

/** A relative change below this, of the largest contribution, counts as rounding. */
const CONSERVED = 1e-9;

/** Which quantities were conserved, and the balance error of each, conserved or not. */
function balanceTable(ended: RunSummary): string {
  const { ledgerStart: start, ledgerEnd: end, balance } = ended;
  const { momentumError, angularMomentumError, energyError } = balance;
  const momentum = vectorVerdict(start.momentum, end.momentum, [
    start.momentumScale,
    end.momentumScale,
    lengthVec3(end.impulseOnImmovable),
    lengthVec3(end.externalImpulse),
  ]);
  const angularMomentum = vectorVerdict(start.angularMomentum, end.angularMomentum, [
    start.angularMomentumScale,
    end.angularMomentumScale,
    lengthVec3(end.angularImpulseOnImmovable),
    lengthVec3(end.externalAngularImpulse),
  ]);
  return formatTable(
    [
      ['  momentum', momentum, formatBalanceError(momentumError)],
      ['  angular momentum', angularMomentum, formatBalanceError(angularMomentumError)],
      ['  energy', energyVerdict(start, end), formatBalanceError(energyError)],
      ...creationRow(ended),
    ],
    'lll',
    '',
  );
}

/** Energy created by contacts makes the balance false, however small its error. */
function creationRow(summary: RunSummary): string[][] {
  if (energyCreationWarning(summary) === undefined) return [];
  const { ledgerStart, ledgerEnd, balance } = summary;
  const created = formatNumber(ledgerEnd.energyCreated - ledgerStart.energyCreated);
  return [['  energy', colors.red(`created ${created} J`), formatBalanceError(balance.energyCreationError)]];
}

function vectorVerdict(before: ReadonlyVec3, after: ReadonlyVec3, sizes: readonly number[]): string {
  const change = lengthVec3(subVec3(vec3(), after, before));
  return change <= CONSERVED * Math.max(...sizes) ? UNCHANGED : `changed by ${formatNumber(change)}`;
}

function energyVerdict(start: LedgerRow, end: LedgerRow): string {
  const change = end.kineticEnergy - start.kineticEnergy + (end.potentialEnergy - start.potentialEnergy);
  const size = Math.max(...[start, end].flatMap((row) => [row.kineticEnergy, Math.abs(row.potentialEnergy)]));
  if (Math.abs(change) <= CONSERVED * size) return UNCHANGED;
  return change < 0 ? `lost ${formatNumber(-change)} J` : `gained ${formatNumber(change)} J`;
}

const UNCHANGED = colors.green('conserved');
