import type { PhaseResult, VehicleMotion, VehicleResults } from '../entries/vehicles.ts';
import { type Dimension, fromSi, type RunDigest } from '../index.ts';
import { colors, formatNumber, formatTable } from './output.ts';

/** Units of printed vehicle results; recordings are always SI. */
export type UnitSystem = 'si' | 'us';

interface Units {
  readonly speed: string;
  readonly position: string;
  readonly depth: string;
  readonly force: string;
}

const UNITS: Readonly<Record<UnitSystem, Units>> = {
  si: { speed: 'm/s', position: 'm', depth: 'm', force: 'N' },
  us: { speed: 'mph', position: 'ft', depth: 'in', force: 'lbf' },
};

const DIGITS = 5;

const SHAPES = { EM: 'ellipsoids', BM: 'boxes' } as const;

/** Results of every vehicle contact, and the final states. */
export function vehicleText(digest: RunDigest, vehicles: VehicleResults, system: UnitSystem): string {
  const units = UNITS[system];
  const { model, notes, phases, tyreWork, suspensionLoss, viscousLoss, releaseLoss } = vehicles;
  const { brakeWork, engineWork, airWork, hitchLoss, crushLoss } = vehicles;
  const losses = Object.entries({
    tyres: -tyreWork,
    brakes: -brakeWork,
    air: -airWork,
    dampers: suspensionLoss,
    viscosity: viscousLoss,
    separation: releaseLoss,
    crush: crushLoss,
    hitches: hitchLoss,
  });
  const dissipated = losses
    .filter(([, loss]) => loss !== 0)
    .map(([name, loss]) => `${name} ${formatNumber(loss, DIGITS)} J`);
  return [
    `${colors.bold(`Contacts (${phases.length})`)} of ${SHAPES[model]} (${model})`,
    phases.length === 0 ? '  none' : phaseTable(phases, units),
    ...(phases.some(({ crush }) => crush) ? ['', crushTable(phases, units)] : []),
    '',
    endTable(digest, units),
    ...notes.map((text) => `  note: ${text}`),
    ...(dissipated.length > 0 ? [`  energy dissipated by ${dissipated.join(', ')}`] : []),
    ...(engineWork !== 0 ? [`  work of the engines ${formatNumber(engineWork, DIGITS)} J`] : []),
  ].join('\n');
}

function inUnit(value: number, dimension: Dimension, unit: string): string {
  return formatNumber(fromSi(value, dimension, unit), DIGITS);
}

/** To a thousandth: smaller angles are rounding error of straight driving. */
const degrees = (angle: number) => String(Number(fromSi(angle, 'angle', 'deg').toFixed(3)) || 0);

/** Two lines per contact, one for each vehicle. */
function phaseTable(phases: readonly PhaseResult[], { speed, depth, force }: Units): string {
  const head = [
    'start [s]',
    'end [s]',
    'vehicle',
    `delta-V [${speed}]`,
    'PDOF [deg]',
    `speed [${speed}]`,
    'yaw rate [deg/s]',
    `impulse [${force} s]`,
    `peak force [${force}]`,
    `depth [${depth}]`,
    'rules',
  ];
  const change = (before: VehicleMotion, after: VehicleMotion, of: (moment: VehicleMotion) => string) =>
    `${of(before)} to ${of(after)}`;
  const groundSpeed = ({ velocity: { x, y } }: VehicleMotion) => inUnit(Math.hypot(x, y), 'speed', speed);
  const rows = phases.flatMap((phase) => {
    const { x, y, z } = phase.impulse;
    const rules = Object.entries(phase.rules).map(([rule, steps]) => `${rule} ${steps}`);
    return [0, 1].map((i) => {
      const own = [
        phase.bodies[i],
        inUnit(phase.deltaV[i], 'speed', speed),
        degrees(phase.pdof[i]),
        change(phase.before[i], phase.after[i], groundSpeed),
        change(phase.before[i], phase.after[i], ({ yawRate }) => degrees(yawRate)),
      ];
      if (i === 1) return ['', '', ...own];
      return [
        formatNumber(phase.start),
        phase.isOver ? formatNumber(phase.end) : 'ongoing',
        ...own,
        inUnit(Math.hypot(x, y, z), 'force', force),
        inUnit(phase.peakForce, 'force', force),
        inUnit(phase.peakDepth, 'length', depth),
        rules.join(', '),
      ];
    });
  });
  return formatTable([head, ...rows], 'rrlrrrrrrrl');
}

/** Two lines per contact with structures, one for each vehicle. */
function crushTable(phases: readonly PhaseResult[], { speed, depth }: Units): string {
  const head = [
    '  Crush from [s]',
    'vehicle',
    'side',
    `maximum [${depth}]`,
    `residual [${depth}]`,
    'absorbed [J]',
    `EES [${speed}]`,
    `EBS [${speed}]`,
    'restitution',
  ];
  const rows = phases.flatMap(({ start, bodies, crush, restitution }) =>
    (crush ?? []).map((side, i) => [
      i === 0 ? `  ${formatNumber(start)}` : '',
      bodies[i],
      side.maximum > 0 ? side.region : 'rigid',
      inUnit(side.maximum, 'length', depth),
      inUnit(side.residual, 'length', depth),
      formatNumber(side.absorbed, DIGITS),
      inUnit(side.ees, 'speed', speed),
      inUnit(side.ebs, 'speed', speed),
      i === 0 ? formatNumber(restitution ?? 0, DIGITS) : '',
    ]),
  );
  return formatTable([head, ...rows], 'lllrrrrrr', '');
}

function endTable({ bodies, vehicles }: RunDigest, { speed, position }: Units): string {
  const head = [
    '  Final state',
    `x [${position}]`,
    `y [${position}]`,
    'heading [deg]',
    `speed [${speed}]`,
    'yaw rate [deg/s]',
  ];
  const rows = vehicles.map((vehicle, i) => [
    `  ${bodies[i]}`,
    inUnit(vehicle.x, 'length', position),
    inUnit(vehicle.y, 'length', position),
    degrees(vehicle.heading),
    inUnit(vehicle.speed, 'speed', speed),
    degrees(vehicle.yawRate),
  ]);
  return formatTable([head, ...rows], 'lrrrrr', '');
}
