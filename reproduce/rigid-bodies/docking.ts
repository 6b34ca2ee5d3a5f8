import { cos, sin } from '../../src/math/trig.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import type { BodyState, RunSummary, SimEvent } from '../../src/sim/observer.ts';
import { allEqual, atMost, type Check, equals, type ReportItem, type Table } from '../report-item.ts';
import { runDraft } from './run-document.ts';

/** A body in free flight, with the parameters of the formulas. */
interface Flyer {
  readonly mass: number;
  readonly inertia: number;
  readonly position: readonly [number, number];
  readonly velocity: readonly [number, number];
  readonly angularVelocity: number;
  /** Its docking sensor, body axes [m]. */
  readonly sensor: readonly [number, number];
  readonly size: readonly [number, number];
}

/** A station with its port off the centre, and a chaser that drifts into it. */
const STATION: Flyer = {
  mass: 900,
  inertia: 700,
  position: [1, 0],
  velocity: [0, 0],
  angularVelocity: 0.01,
  sensor: [-1, 0.9],
  size: [2, 3],
};
const CHASER: Flyer = {
  mass: 400,
  inertia: 120,
  position: [-3.2, 0.8],
  velocity: [0.2, 0],
  angularVelocity: 0,
  sensor: [1.2, 0],
  size: [2.4, 0.6],
};

/** Two rods, one of which flies past the end of the other. */
const RESTING_ROD: Flyer = {
  mass: 10,
  inertia: 3.4,
  position: [0, 0],
  velocity: [0, 0],
  angularVelocity: 0,
  sensor: [1, 0],
  size: [2, 0.3],
};
const PASSING_ROD: Flyer = {
  mass: 4,
  inertia: 1.4,
  position: [2.02, -1],
  velocity: [0, 0.5],
  angularVelocity: 0,
  sensor: [-1, 0],
  size: [2, 0.3],
};

/** Sensors closer than this dock [m]. */
const TOLERANCE = 0.05;

type DockingEvent = Extract<SimEvent, { type: 'docking' }>;

interface DockingRun {
  readonly event: DockingEvent;
  readonly summary: RunSummary;
  readonly final: readonly BodyState[];
  /** Kinetic energy at the end [J]. */
  readonly energy: number;
}

function runDocking(a: Flyer, b: Flyer, mode: 'rigid' | 'pin', time: object): DockingRun {
  const body = (name: string, { size, sensor: _, ...numbers }: Flyer) => ({
    name,
    shape: { kind: 'rectangle', halfExtents: [size[0] / 2, size[1] / 2] },
    ...numbers,
  });
  const { summary, events, final } = runDraft({
    title: `Docking, ${mode}`,
    bodies: [body('A', a), body('B', b)],
    sensors: [
      { name: 'on A', body: 'A', point: a.sensor },
      { name: 'on B', body: 'B', point: b.sensor },
    ],
    docking: [{ sensors: ['on A', 'on B'], mode, tolerance: TOLERANCE }],
    time,
  });
  const event = events.find((candidate) => candidate.type === 'docking');
  if (!event) throw new Error(`${mode} docking: the sensors never touched`);
  return { event, summary, final, energy: summary.ledgerEnd.kineticEnergy };
}

/** Position of a body and its sensor after `t` [s] of free flight. */
function flyTo({ position, velocity, angularVelocity, sensor }: Flyer, t: number) {
  const center = [position[0] + t * velocity[0], position[1] + t * velocity[1]];
  return { center, sensor: sensorPosition(center, angularVelocity * t, sensor) };
}

/** World position of a sensor on a body rotated by `angle`. */
function sensorPosition(center: readonly number[], angle: number, [x, y]: Flyer['sensor']): number[] {
  const [c, s] = [cos(angle), sin(angle)];
  return [center[0] + c * x - s * y, center[1] + s * x + c * y];
}

const energyOf = ({ mass, inertia, velocity, angularVelocity }: Flyer) =>
  0.5 * mass * (velocity[0] ** 2 + velocity[1] ** 2) + 0.5 * inertia * angularVelocity ** 2;

/** One body from two, [CP13-5.5], in 2-D: V, ω and the energy lost. */
function joinRigidly(a: Flyer, b: Flyer, t: number) {
  const total = a.mass + b.mass;
  const mean = (p: readonly number[], q: readonly number[], i: number) => (a.mass * p[i] + b.mass * q[i]) / total;
  const [placeA, placeB] = [flyTo(a, t).center, flyTo(b, t).center];
  const center = [mean(placeA, placeB, 0), mean(placeA, placeB, 1)];
  const velocity = [mean(a.velocity, b.velocity, 0), mean(a.velocity, b.velocity, 1)];
  let inertia = 0;
  let angularMomentum = 0;
  for (const [body, place] of [
    [a, placeA],
    [b, placeB],
  ] as const) {
    const [dx, dy] = [place[0] - center[0], place[1] - center[1]];
    inertia += body.inertia + body.mass * (dx * dx + dy * dy);
    angularMomentum += body.inertia * body.angularVelocity;
    angularMomentum += body.mass * (dx * (body.velocity[1] - velocity[1]) - dy * (body.velocity[0] - velocity[0]));
  }
  const angularVelocity = angularMomentum / inertia;
  const energy = 0.5 * total * (velocity[0] ** 2 + velocity[1] ** 2) + 0.5 * inertia * angularVelocity ** 2;
  return { velocity, angularVelocity, loss: energyOf(a) + energyOf(b) - energy };
}

/** ½ uᵀ K⁻¹ u with u the relative velocity at the joint and K the contact matrix there: the energy dissipated by a pin. */
function pinLoss(a: Flyer, b: Flyer, t: number): number {
  const [placeA, placeB] = [flyTo(a, t), flyTo(b, t)];
  const joint = [0, 1].map((i) => (placeA.sensor[i] + placeB.sensor[i]) / 2);
  let [kxx, kxy, kyy, ux, uy] = [0, 0, 0, 0, 0];
  for (const [body, { center }, sign] of [
    [a, placeA, -1],
    [b, placeB, 1],
  ] as const) {
    const [rx, ry] = [joint[0] - center[0], joint[1] - center[1]];
    kxx += 1 / body.mass + (ry * ry) / body.inertia;
    kxy -= (rx * ry) / body.inertia;
    kyy += 1 / body.mass + (rx * rx) / body.inertia;
    ux += sign * (body.velocity[0] - body.angularVelocity * ry);
    uy += sign * (body.velocity[1] + body.angularVelocity * rx);
  }
  return (0.5 * (kyy * ux * ux - 2 * kxy * ux * uy + kxx * uy * uy)) / (kxx * kyy - kxy * kxy);
}

function ledgerTable({ summary }: DockingRun): Table {
  const rows = [summary.ledgerStart, summary.ledgerEnd].map(({ momentum, angularMomentum, kineticEnergy }, i) => [
    i === 0 ? 'before' : 'after',
    ...[momentum.x, momentum.y, angularMomentum.z, kineticEnergy].map(formatNumber),
  ]);
  return {
    title: 'Ledger',
    columns: ['', 'momentum x [N s]', 'momentum y [N s]', 'angular momentum [N m s]', 'kinetic energy [J]'],
    rows,
  };
}

function conservationChecks({ summary: { balance } }: DockingRun): Check[] {
  return [
    atMost('relative change of momentum', balance.momentumError, 1e-12),
    atMost('relative change of angular momentum', balance.angularMomentumError, 1e-12),
  ];
}

export function rigidDocking(): ReportItem {
  const run = runDocking(STATION, CHASER, 'rigid', { end: 20, method: 'events' });
  const expected = joinRigidly(STATION, CHASER, run.event.time);
  const { momentum } = run.summary.ledgerEnd;
  const total = STATION.mass + CHASER.mass;
  return {
    id: 'rigid-docking',
    source: '[CP13-5.5]',
    title: 'Docking: two bodies become one',
    description: `A chaser (400 kg, 20 cm/s) reaches the port of a slowly rotating station (900 kg), which is offset from its centre. Expected values follow from the positions at the docking time, ${formatNumber(run.event.time)} s, by the planar formulas.`,
    checks: [
      ...conservationChecks(run),
      allEqual(
        'angular velocity after, station and chaser [rad/s]',
        run.final.map(({ angularVelocity }) => angularVelocity.z),
        [expected.angularVelocity, expected.angularVelocity],
        1e-13,
      ),
      allEqual(
        'velocity of the common centre after [m/s]',
        [momentum.x / total, momentum.y / total],
        expected.velocity,
        1e-13,
      ),
      equals('energy lost, as reported by the event [J]', run.event.energyLoss ?? Number.NaN, expected.loss, 1e-12),
      equals(
        'energy before minus energy after [J]',
        run.summary.ledgerStart.kineticEnergy - run.energy,
        expected.loss,
        1e-12,
      ),
    ],
    tables: [ledgerTable(run)],
  };
}

export function pinDocking(): ReportItem {
  const run = runDocking(RESTING_ROD, PASSING_ROD, 'pin', { end: 10, method: 'steps', step: 1e-3 });
  const expected = pinLoss(RESTING_ROD, PASSING_ROD, run.event.time);
  const [a, b] = [RESTING_ROD, PASSING_ROD].map(({ sensor }, i) => {
    const { position, angle } = run.final[i];
    return sensorPosition([position.x, position.y], angle, sensor);
  });
  return {
    id: 'pin-docking',
    source: '[CP13-5.5]',
    title: 'Docking with a pin',
    description:
      'A rod flies past the end of a resting one and a pin joins their ends, free to rotate. The pin dissipates ½ uᵀ K⁻¹ u, u the relative velocity of the ends and K the inverse mass there; then the two rods swing about it for nine seconds (fixed steps of 1 ms).',
    checks: [
      ...conservationChecks(run),
      equals('energy lost at the docking [J]', run.event.energyLoss ?? Number.NaN, expected, 1e-12),
      // the swing is integrated with steps, so the ledger after the docking closes to their accuracy only
      equals(
        'energy before minus energy after ten seconds [J]',
        run.summary.ledgerStart.kineticEnergy - run.energy,
        expected,
        1e-4,
      ),
      atMost(
        'drift of the joined ends beyond the tolerance in ten seconds [m]',
        Math.hypot(a[0] - b[0], a[1] - b[1]) - TOLERANCE,
        1e-4,
      ),
    ],
    tables: [ledgerTable(run)],
  };
}
