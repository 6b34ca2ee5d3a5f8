import { formatNumber } from '../../src/picture/format-number.ts';
import { atLeast, atMost, equals, type ReportItem } from '../report-item.ts';
import { orderOf } from './order-of-error.ts';
import { dryFriction, FLOOR } from './run-solids.ts';
import {
  advance,
  angleOf,
  bounceError,
  createWorldOf,
  obliqueHits,
  rollingError,
  slidingError,
  turntableError,
  twistError,
} from './step-errors.ts';

/** Steps of the convergence, and the one of the other figures [s]. */
const STEPS = [0.02, 0.01, 0.005, 0.0025, 0.00125];
const STEP = 0.01;
const DEGREES = 180 / Math.PI;
/** Half the edge of a cube [m]. */
const HALF = 0.05;

interface ClosedForm {
  readonly name: string;
  readonly formula: string;
  readonly unit: string;
  readonly error: (step: number) => number;
  /** Order of the method; the slope of a few points may be lower by a quarter. */
  readonly order: number;
}

const CLOSED_FORMS: readonly ClosedForm[] = [
  { name: 'ten bounces', formula: 't₀ (1 + 2 Σ eᵏ)', unit: 's', error: bounceError, order: 2 },
  {
    name: 'oblique hit of spheres',
    formula: 'line of centres',
    unit: 'rad',
    error: (step) => obliqueHits(step).direction,
    order: 2,
  },
  { name: 'sliding cube', formula: 'v²/(2 μ g)', unit: 'm', error: slidingError, order: 2 },
  { name: 'rotating plate', formula: 'I ω²/(2 μ m g r)', unit: 'rad', error: twistError, order: 2 },
  { name: 'sliding, then rolling', formula: '5/7 of the speed', unit: 'm', error: rollingError, order: 2 },
  { name: 'sphere on a turntable', formula: '2/7 of the rate', unit: 'm', error: turntableError, order: 1 },
];

/** The same scenes in other engines, with default settings: rows of the benchmark suite `solid-physics`. */
const PEERS = {
  title: 'Other engines, in steps of 10 ms (npm run bench -- --suite solid-physics)',
  columns: ['run', 'exact', 'rapier3d 0.21', 'Jolt 1.1', 'crashcat 0.0.5', 'cannon-es 0.20'],
  rows: [
    ['cube that falls flat: rotation [degrees]', '0', '0.0042', '8.9e-4', '8.9e-4', '3.4e-4'],
    ['cube that falls flat: shift [mm]', '0', '0.495', '0.0059', '0.0059', '0.168'],
    ['oblique hit of spheres: error of the direction [degrees]', '0', '2.61', '2.61', '1.53', '1.53'],
    ['five touching spheres: velocity of the last [m/s]', '1', '0.508', '0.205', '0.202', '0.713'],
    ['five touching spheres: E/E₀', '1', '0.688', '0.2', '0.2', '1.25'],
    ['ten bounces: error of the time of the tenth [ms]', '0', '230', '4.71', '4.71', '72.6'],
    ['twenty cubes, 20 s: displacement [mm]', '0', '107', 'falls', 'falls', 'falls'],
  ],
};

function cube(name: string, position: readonly number[], mass: object): object {
  return { name, shape: { kind: 'box', halfExtents: [HALF, HALF, HALF] }, position, ...mass };
}

/** A cube that falls flat by 1 m: how far it has rotated [rad] and moved to the side [m]. */
function flatCube(): { angle: number; shift: number } {
  const bodies = [FLOOR, cube('cube', [0, 0, 1 + HALF], { density: 1000 })];
  const world = advance(createWorldOf(STEP, { bodies, contacts: { restitution: 0, friction: dryFriction(0.3) } }), 2);
  const [x, y] = world.bodies.positions.subarray(3, 5);
  return { angle: angleOf(world, 1), shift: Math.hypot(x, y) };
}

/** Maximum distance of a cube of a column from its place [m], without sleep. */
function column(masses: readonly object[], seconds: number): number {
  const cubes = masses.map((mass, i) => cube(`cube ${i}`, [0, 0, (2 * i + 1) * HALF], mass));
  const contacts = { restitution: 0, friction: dryFriction(0.5) };
  const world = createWorldOf(STEP, { bodies: [FLOOR, ...cubes], contacts, time: { timeToSleep: 0 } });
  const { positions, count } = world.bodies;
  let worst = 0;
  advance(world, seconds, () => {
    for (let i = 1; i < count; i++) {
      const [x, y, z] = positions.subarray(3 * i, 3 * i + 3);
      worst = Math.max(worst, Math.hypot(x, y, z - (2 * i - 1) * HALF));
    }
  });
  return worst;
}

/** Velocity of the last of five touching spheres, of which the first arrived with 1 m/s [m/s]. */
function cradle(): number {
  const bodies = Array.from({ length: 5 }, (_, i) => ({
    name: `sphere ${i}`,
    shape: { kind: 'sphere', radius: 0.1 },
    position: [i === 0 ? -1 : 0.2 * i, 0, 0],
    velocity: [i === 0 ? 1 : 0, 0, 0],
    mass: 1,
  }));
  const { velocities } = advance(createWorldOf(STEP, { bodies, contacts: { restitution: 1 }, gravity: 0 }), 2).bodies;
  return velocities[12];
}

export function fixedSteps(): ReportItem {
  const measured = CLOSED_FORMS.map((form) => {
    const points = STEPS.map((step): [number, number] => [step, form.error(step)]);
    return { form, points, order: orderOf(points) };
  });
  const { angle, shift } = flatCube();
  return {
    id: 'fixed-steps',
    source: '[SOLID-17] [SOLID-18] [SOLID-23]',
    title: 'Fixed steps: closed forms, and error over step',
    description: `Rigid bodies in fixed steps, with 8 substeps, compared with closed forms. Impacts at their own times, and friction on faces, are of second order in the step; contact points that move over a rotating body are of first order. In the runs of the sliding cube and the rotating plate the allowed penetration (slop) is 1 nm: with the default, 0.01 % of the size, their error does not fall below 0.05 %. Other figures are for steps of ${STEP} s.`,
    checks: [
      ...measured.map(({ form, order }) => atLeast(`${form.name}: order of the error`, order, form.order - 0.25)),
      atMost('cube that falls flat by 1 m: rotation [degrees]', angle * DEGREES, 0.01),
      atMost('cube that falls flat by 1 m: shift [mm]', 1000 * shift, 0.1),
      atMost(
        'oblique hit of spheres, 1 ms: error of the direction [degrees]',
        obliqueHits(1e-3).direction * DEGREES,
        0.2,
      ),
      atMost('oblique hit of spheres: angular velocity [rad/s]', obliqueHits(STEP).angularVelocity, 1e-13),
      atMost('ten bounces: error of the times [s]', bounceError(STEP), STEP),
      equals('five touching spheres: velocity of the last [m/s]', cradle(), 1, 1e-12),
      atMost('twenty cubes, 60 s: displacement [mm]', 1000 * column(Array(20).fill({ density: 1000 }), 60), 1),
      atMost('1000 kg on 1 kg, 10 s: displacement [mm]', 1000 * column([{ mass: 1 }, { mass: 1000 }], 10), 1),
    ],
    tables: [
      {
        title: 'Maximum error, by step [ms]',
        columns: ['run', 'closed form', ...STEPS.map((step) => formatNumber(1000 * step)), 'unit', 'order'],
        rows: measured.map(({ form, points, order }) => [
          form.name,
          form.formula,
          ...points.map(([, error]) => formatNumber(error)),
          form.unit,
          formatNumber(order),
        ]),
      },
      PEERS,
    ],
    plots: [
      {
        title: 'Error over step',
        x: { label: 'step [s]', scale: 'log' },
        y: { label: 'error [s, m, rad]', scale: 'log' },
        series: measured.map(({ form, points }) => ({ name: form.name, points })),
      },
    ],
  };
}
