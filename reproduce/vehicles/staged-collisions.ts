import { createVec3 } from '../../src/math/vec3.ts';
import {
  type ImpactSettings,
  type ImpactVehicle,
  planarImpact,
} from '../../src/response/vehicle-contact/planar-impact.ts';
import { atMost, type ReportItem, type Table } from '../report-item.ts';
import { DEGREE } from './example-run.ts';
import {
  ASSUMED,
  NOT_FOUND,
  OBLIQUE_TESTS,
  type ObliqueTest,
  OVERLAP_TESTS,
  type OverlapTest,
  REAR_END,
  WITHOUT_INERTIA,
} from './staged-data.ts';
import { type Placed, runIntoBarrier, runTwo, type WorldResult } from './staged-scenes.ts';

/** Mass and inertia of an immovable barrier [kg, kg m²]: its motion is below any digit shown. */
const IMMOVABLE = 1e15;

/** One model's answer about one vehicle: delta-V [m/s] and change of yaw rate [degrees/s], magnitudes. */
interface Answer {
  readonly deltaV: number;
  readonly yaw: number;
}

function impactVehicle(test: ObliqueTest, i: 0 | 1): ImpactVehicle {
  const [speed, heading, impactDistance, angle] = test.motions[i];
  const { mass, yawInertia } = test.vehicles[i];
  const direction = heading * DEGREE;
  return {
    mass,
    yawInertia,
    heading: direction,
    velocity: createVec3(speed * Math.cos(direction), speed * Math.sin(direction)),
    yawRate: 0,
    impactDistance,
    impactAngle: angle * DEGREE,
  };
}

function obliqueImpulse(test: ObliqueTest): Answer[] {
  const settings = { normal: test.normal * DEGREE, restitution: test.restitution };
  const found = planarImpact(impactVehicle(test, 0), impactVehicle(test, 1), settings);
  return [0, 1].map((i) => ({ deltaV: found.deltaV[i], yaw: Math.abs(found.yawChange[i]) / DEGREE }));
}

/** Positions of both centres of mass when their impact centres coincide. */
function placedVehicles({ vehicles, motions }: ObliqueTest): [Placed, Placed] {
  const place = (i: 0 | 1): Placed => {
    const [speed, heading, distance, angle] = motions[i];
    const direction = (heading + angle) * DEGREE;
    const position = [-distance * Math.cos(direction), -distance * Math.sin(direction)] as const;
    return { vehicle: vehicles[i], position, heading: heading * DEGREE, speed };
  };
  return [place(0), place(1)];
}

function worldAnswers(found: WorldResult[] | string): Answer[] | string {
  if (typeof found === 'string') return found;
  return found.map(({ x, y, yaw }) => ({ deltaV: Math.hypot(x, y), yaw: Math.abs(yaw) / DEGREE }));
}

/** `17.67 (+0.1 %)`. */
function withError(value: number, measured: number, digits: number): string {
  const error = (100 * (value - measured)) / measured;
  return `${value.toFixed(digits)} (${error >= 0 ? '+' : ''}${error.toFixed(0)} %)`;
}

function cells(answers: Answer[] | string, i: number, measured: Answer): string[] {
  if (typeof answers === 'string') return [answers, ''];
  return [withError(answers[i].deltaV, measured.deltaV, 2), withError(answers[i].yaw, measured.yaw, 0)];
}

const COLUMNS = ['one impulse: delta-V [m/s]', 'yaw [deg/s]', 'EM: delta-V', 'yaw', 'BM: delta-V', 'yaw'];

interface Comparison {
  readonly rows: string[][];
  readonly answers: { readonly impulse: Answer[]; readonly em: Answer[] | string; readonly bm: Answer[] | string }[];
}

function compareOblique(): Comparison {
  const answers = OBLIQUE_TESTS.map((test) => ({
    impulse: obliqueImpulse(test),
    em: worldAnswers(runTwo(placedVehicles(test), 'EM', ASSUMED.pressed)),
    bm: worldAnswers(runTwo(placedVehicles(test), 'BM', ASSUMED.pressed)),
  }));
  const rows = OBLIQUE_TESTS.flatMap((test, k) =>
    ([0, 1] as const).map((i) => {
      const measured = { deltaV: test.deltaV[i], yaw: test.yaw[i] };
      const { impulse, em, bm } = answers[k];
      const published = [`${test.name}, ${test.vehicles[i].name}`, test.deltaV[i].toFixed(2), `${test.yaw[i]}`];
      return [...published, ...cells(impulse, i, measured), ...cells(em, i, measured), ...cells(bm, i, measured)];
    }),
  );
  return { rows, answers };
}

/** The published part of the impulse ratio without slip is the friction. */
export function overlapImpulse(test: OverlapTest): { x: number; y: number; yaw: number } {
  const vehicle: ImpactVehicle = {
    mass: test.vehicle.mass,
    yawInertia: test.vehicle.yawInertia,
    heading: 0,
    velocity: createVec3(test.speed, 0),
    yawRate: 0,
    impactDistance: test.distance,
    impactAngle: test.angle * DEGREE,
  };
  const barrier: ImpactVehicle = {
    ...vehicle,
    mass: IMMOVABLE,
    yawInertia: IMMOVABLE,
    velocity: createVec3(),
    impactDistance: 0,
    impactAngle: 0,
  };
  const settings: ImpactSettings = { normal: test.normal * DEGREE, restitution: test.restitution };
  const sticking = planarImpact(vehicle, barrier, settings);
  const [c, s] = [Math.cos(settings.normal), Math.sin(settings.normal)];
  const { x, y } = sticking.impulse;
  const friction = test.impulseRatio * Math.abs((c * y - s * x) / (c * x + s * y));
  const found = test.impulseRatio === 1 ? sticking : planarImpact(vehicle, barrier, { ...settings, friction });
  return { x: found.velocities[0].x - test.speed, y: found.velocities[0].y, yaw: found.yawRates[0] / DEGREE };
}

function compareOverlap() {
  return OVERLAP_TESTS.map((test) => {
    const impulse = overlapImpulse(test);
    const world = test.radius === undefined ? 'deformable barrier: not computed' : runIntoBarrier(test);
    const bm =
      typeof world === 'string'
        ? [world, '', '']
        : [
            withError(-world[0].x, test.deltaVx, 2),
            withError(Math.abs(world[0].y), test.deltaVy, 2),
            withError(Math.abs(world[0].yaw) / DEGREE, test.yaw, 0),
          ];
    const row = [
      `${test.name}, ${test.vehicle.name}`,
      test.deltaVx.toFixed(2),
      test.deltaVy.toFixed(2),
      test.yaw.toFixed(0),
      withError(-impulse.x, test.deltaVx, 2),
      withError(Math.abs(impulse.y), test.deltaVy, 2),
      withError(Math.abs(impulse.yaw), test.yaw, 0),
      ...bm,
    ];
    return { test, impulse, row };
  });
}

/** Restitution that gives the measured delta-V of the car in front; the other one is then predicted. */
export function rearEndRestitution(): number {
  const [behind, ahead] = REAR_END.masses;
  return (REAR_END.deltaV[1] * (behind + ahead)) / (behind * REAR_END.speed) - 1;
}

function rearEndRow(): string[] {
  const { masses, speed, deltaV } = REAR_END;
  const restitution = rearEndRestitution();
  const impulse = ((1 + restitution) * speed * masses[0] * masses[1]) / (masses[0] + masses[1]);
  const { length, width, gyration2 } = ASSUMED.car;
  const placed = ([0, 1] as const).map((i): Placed => {
    const vehicle = {
      name: `${i}`,
      mass: masses[i],
      yawInertia: masses[i] * gyration2,
      length,
      width,
      frontAxle: 1.1,
      rearAxle: 1.3,
      track: 1.4,
    };
    return { vehicle, position: [i === 0 ? -length / 2 : length / 2, 0], heading: 0, speed: i === 0 ? speed : 0 };
  });
  const world = (model: 'EM' | 'BM') => worldAnswers(runTwo([placed[0], placed[1]], model, 1));
  const cell = (found: Answer[] | string) =>
    typeof found === 'string' ? found : found.map((one, i) => withError(one.deltaV, deltaV[i], 2)).join(', ');
  return [
    REAR_END.name,
    deltaV.map((value) => value.toFixed(2)).join(', '),
    `${masses.map((mass, i) => withError(impulse / mass, deltaV[i], 2)).join(', ')}, restitution ${restitution.toFixed(2)} fitted to the second`,
    cell(world('EM')),
    cell(world('BM')),
  ];
}

const note = (title: string, rows: readonly string[]): Table => ({
  title,
  columns: [''],
  rows: rows.map((row) => [row]),
});

/** Root of the mean square of relative errors. */
function rootMeanSquare(errors: readonly number[]): number {
  return Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
}

export function stagedCollisions(): ReportItem {
  const { rows, answers } = compareOblique();
  const overlap = compareOverlap();
  const relative = (pick: (answer: (typeof answers)[number]) => Answer[] | string) =>
    answers.flatMap((answer, k) => {
      const found = pick(answer);
      return typeof found === 'string' ? [1] : found.map(({ deltaV }, i) => deltaV / OBLIQUE_TESTS[k].deltaV[i] - 1);
    });
  return {
    id: 'staged-collisions',
    source: '[PATH98-14]',
    title: 'Staged collisions against the one-impulse model and the vehicle world',
    description:
      'Every staged collision whose inputs and results were found in public text, computed with one impulse (restitution, normal and impulse ratio as published) and with the vehicle world (BM with structures that crush, EM with a spring and a damper, one assumed stiffness for all vehicles, friction 0.5). Nothing is fitted to the tests, except where a row says so. The published restitution and normal of the one-impulse model were fitted by the sources, so its agreement is partly by construction; the vehicle world gets only masses, dimensions, positions and speeds.',
    checks: [
      atMost(
        'one impulse, four oblique tests: rms error of delta-V, relative',
        rootMeanSquare(relative(({ impulse }) => impulse)),
        0.01,
      ),
      atMost(
        'one impulse, ten barrier tests: rms error of delta-V along the motion, relative',
        rootMeanSquare(overlap.map(({ test, impulse }) => -impulse.x / test.deltaVx - 1)),
        0.05,
      ),
      atMost(
        'EM with a damper, four oblique tests: rms error of delta-V, relative',
        rootMeanSquare(relative(({ em }) => em)),
        0.3,
      ),
      atMost(
        'BM with crush, four oblique tests: rms error of delta-V, relative',
        rootMeanSquare(relative(({ bm }) => bm)),
        0.1,
      ),
    ],
    tables: [
      {
        title: 'Oblique frontal tests of NHTSA at 56 km/h each: published, and computed with the error',
        columns: ['test, vehicle', 'delta-V published [m/s]', 'yaw change published [deg/s]', ...COLUMNS],
        rows,
      },
      {
        title: 'Small-overlap barrier tests of IIHS at 64 km/h: measured, and computed with the error',
        columns: [
          'test, vehicle',
          'delta-Vx measured [m/s]',
          'delta-Vy [m/s]',
          'yaw [deg/s]',
          'one impulse: delta-Vx',
          'delta-Vy',
          'yaw',
          'BM: delta-Vx',
          'delta-Vy',
          'yaw',
        ],
        rows: overlap.map(({ row }) => row),
      },
      {
        title: 'Rear-end test of GBB: car behind, car in front',
        columns: ['test', 'delta-V measured [m/s]', 'one impulse', 'EM', 'BM'],
        rows: [rearEndRow()],
      },
      note('Assumed, for all tests alike', [
        `BM: stiffness A ${Math.round(ASSUMED.A / 1000)} kN/m, B ${Math.round(ASSUMED.B / 1000)} kN/m², unloading ${ASSUMED.unloading / 1e6} MN/m; ${100 * ASSUMED.pressed} % of the width is pressed in oblique tests, the overlap in barrier tests, all of it in the rear-end test`,
        `EM: spring of 2 MN/m with a damper of ${ASSUMED.damping / 1000} kN s/m`,
        `friction ${ASSUMED.friction}, boxes ${ASSUMED.height} m high and centred at the centre of mass, roll inertia of a box, pitch inertia equal to the yaw inertia`,
        'cars of the rear-end test: dimensions and inertia; barriers: as thick as twice the radius of their edge',
      ]),
      note('In the same table of IIHS tests, without mass and inertia: not computed', WITHOUT_INERTIA),
      note('Not found', NOT_FOUND),
    ],
  };
}
