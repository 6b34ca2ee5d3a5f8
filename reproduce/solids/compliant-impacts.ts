import { formatNumber } from '../../src/picture/format-number.ts';
import type { Series } from '../../src/picture/plot.ts';
import {
  contactPotential,
  createDmtContact,
  createHertzContact,
  createJkrContact,
  hertzContactTime,
  huntCrossleyRestitution,
  interactionRange,
} from '../../src/response/contact-laws.ts';
import { createSpringDamper, dampingRatio, restitutionFromDamping } from '../../src/response/penalty.ts';
import { atLeast, atMost, type ReportItem } from '../report-item.ts';
import { dryFriction, EARTH, FLOOR, lastState, runSolids } from './run-solids.ts';

const RADIUS = 0.02;
/** [kg] */
const MASS = 0.2;
/** [m/s] */
const SPEED = 1.5;
/** [Pa] */
const MODULUS = 1e7;
/** Distances from the floor at the start [m]: the end of a contact falls on different parts of a step. */
const GAPS = [1e-3, 1.13e-3, 1.29e-3, 1.37e-3, 1.61e-3, 1.83e-3];
const STIFFNESS = 1e5;
/** Speeds of the block [m/s]: it stops at different parts of a step. And the step of its reference [s]. */
const SPEEDS = [0.5, 0.503, 0.509];
const FINEST = 2.5e-5;
/** Steps in the duration of a contact. */
const STEPS = [20, 40, 80, 160, 320];

/** A contact law with the closed form of its restitution, and the order of its error; the slope of a few points may be lower by a half. */
interface Law {
  readonly name: string;
  readonly penalty: object;
  readonly restitution: number;
  /** Duration of a contact [s], about. */
  readonly duration: number;
  readonly order: number;
}

function laws(): Law[] {
  const spring = { stiffness: STIFFNESS, damping: 40, noTension: false };
  const hertz = createHertzContact({ modulus: MODULUS, radius: RADIUS });
  const half = Math.PI * Math.sqrt(MASS / STIFFNESS);
  const duration = hertzContactTime(hertz, MASS, SPEED);
  const adhesion = 20;
  const jkr = createJkrContact({ modulus: MODULUS, radius: RADIUS, adhesion });
  const dmt = createDmtContact({ modulus: MODULUS, radius: RADIUS, adhesion });
  // adhesion attaches at depth 0 and breaks at the end of its range
  const loss = contactPotential(jkr, -interactionRange(jkr), true) - contactPotential(jkr, 0, true);
  const zeta = dampingRatio(createSpringDamper(spring), MASS);
  return [
    { name: 'spring', penalty: { law: 'linear', stiffness: STIFFNESS }, restitution: 1, duration: half, order: 4 },
    {
      name: 'Kelvin-Voigt',
      penalty: { law: 'linear', ...spring },
      restitution: restitutionFromDamping(zeta, false),
      duration: half,
      order: 4,
    },
    { name: 'Hertz', penalty: { law: 'hertz', modulus: MODULUS }, restitution: 1, duration, order: 2.5 },
    {
      name: 'Hunt-Crossley',
      penalty: { law: 'hertz', modulus: MODULUS, damping: 0.2 },
      restitution: huntCrossleyRestitution(0.2, SPEED),
      duration,
      order: 2.5,
    },
    {
      name: 'JKR',
      penalty: { law: 'jkr', modulus: MODULUS, adhesion },
      restitution: Math.sqrt(1 - loss / (0.5 * MASS * SPEED * SPEED)),
      duration,
      order: 1.5,
    },
    {
      name: 'DMT',
      penalty: { law: 'dmt', modulus: MODULUS, adhesion: dmt.adhesion },
      restitution: 1,
      duration,
      order: 2.5,
    },
  ];
}

/** Maximum error of the restitution with `count` steps in the duration of the contact. */
function maxError(law: Law, count: number): number {
  return Math.max(...GAPS.map((gap) => Math.abs(impact(law, count, gap) - law.restitution)));
}

/** Restitution of a sphere that starts at the distance `gap` [m] from the floor. */
function impact({ penalty, duration }: Law, count: number, gap: number): number {
  const end = gap / SPEED + 1.5 * duration;
  const run = runSolids({
    bodies: [
      FLOOR,
      {
        name: 'sphere',
        shape: { kind: 'sphere', radius: RADIUS },
        position: [0, 0, RADIUS + gap],
        velocity: [0, 0, -SPEED],
        mass: MASS,
      },
    ],
    contacts: { response: 'penalty', penalty },
    time: { end, method: 'steps', step: duration / count },
    record: { interval: end },
  });
  return lastState(run, 'sphere').velocity.z / SPEED;
}

/** Position of a block that slides, sticks and rests on its tangential springs, with steps of `step` [s]. */
function slide(step: number, speed: number): number {
  const run = runSolids({
    bodies: [
      FLOOR,
      {
        name: 'block',
        shape: { kind: 'box', halfExtents: [0.1, 0.1, 0.02] },
        position: [0, 0, 0.02],
        velocity: [speed, 0, 0],
        mass: 2,
      },
    ],
    contacts: {
      response: 'penalty',
      penalty: { law: 'linear', stiffness: STIFFNESS, damping: 200 },
      friction: dryFriction(0.3),
    },
    forces: EARTH,
    time: { end: 0.25, method: 'steps', step },
    record: { interval: 0.25 },
  });
  return lastState(run, 'block').position.x;
}

/** Slope of log(error) over log(step), by least squares. */
function orderOf(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([step, error]) => [Math.log(step), Math.log(error)]);
  const mean = (k: number) => logs.reduce((sum, row) => sum + row[k], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const products = logs.map(([u, v]) => [(u - x) * (v - y), (u - x) ** 2]);
  return products.reduce((sum, [xy]) => sum + xy, 0) / products.reduce((sum, [, xx]) => sum + xx, 0);
}

export function compliantImpacts(): ReportItem {
  const measured = laws().map((law) => {
    const points = STEPS.map((count): [number, number] => [1 / count, maxError(law, count)]);
    return { law, points, order: orderOf(points) };
  });
  const finest = SPEEDS.map((speed) => slide(FINEST, speed));
  const sliding = [8e-4, 4e-4, 2e-4].map((step): [number, number] => [
    step,
    Math.max(...SPEEDS.map((speed, i) => Math.abs(slide(step, speed) - finest[i]))),
  ]);
  const series: Series[] = measured.map(({ law, points }) => ({ name: law.name, points }));
  return {
    id: 'compliant-impacts',
    source: '[SOLID-25]',
    title: 'Compliant contact: error and step',
    description:
      'A sphere falls on a floor, with each contact law. The error of its restitution relative to the closed form shrinks with the step at the order of the method: 4 for springs, whose force is smooth between the begin and the end of the contact, 2.5 for the depth^(3/2) of Hertz, Hunt-Crossley and DMT, and less for JKR, whose force has a vertical slope where it breaks. A block that slides and then sticks is compared with its finest step: order 2, since the transition is not at the end of a step.',
    checks: [
      ...measured.map(({ law, order }) => atLeast(`${law.name}: order of the error`, order, law.order - 0.5)),
      ...measured.map(({ law, points }) =>
        atMost(`${law.name}: error at 320 steps`, points[points.length - 1][1], 1e-5),
      ),
      atLeast('friction: order of the position of the block', orderOf(sliding), 1.5),
    ],
    tables: [
      {
        title: 'Error of the restitution, by steps in the duration of the contact',
        columns: ['law', ...STEPS.map(String), 'order'],
        rows: measured.map(({ law, points, order }) => [
          law.name,
          ...points.map(([, error]) => formatNumber(error)),
          formatNumber(order),
        ]),
      },
    ],
    plots: [
      {
        title: 'Error of the restitution',
        x: { label: 'step / duration of the contact', scale: 'log' },
        y: { label: 'error', scale: 'log' },
        series,
      },
    ],
  };
}
