import { cos, sin } from '../../src/math/trig.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { type ImpactVehicle, planarImpact } from '../../src/response/vehicle-contact/planar-impact.ts';
import { atMost, type ReportItem } from '../report-item.ts';
import { DEGREE } from './example-run.ts';

/** Mass [kg], yaw inertia [kg m²], speed [m/s], heading, distance [m] and direction of the point of impact [degrees]. */
type VehicleRow = readonly [number, number, number, number, number, number];

/**
 * Four vehicle-to-vehicle tests of NHTSA: Rose, Fenton, Beauchamp, SAE 2006-01-0908, as listed by PyCrash. Two vehicles, normal
 * [degrees], restitution; then the published changes of velocity [m/s] and of yaw rate [degrees/s], without sign.
 */
const TESTS: readonly {
  readonly name: string;
  readonly vehicles: readonly [VehicleRow, VehicleRow];
  readonly normal: number;
  readonly restitution: number;
  readonly deltaV: readonly [number, number];
  readonly yaw: readonly [number, number];
}[] = [
  {
    name: '4363',
    vehicles: [
      [1565.39, 2917.7, 15.6911, 180, 0.79248, 23.8],
      [2129.8, 3803.1, 15.6464, 32, 1.73736, 10.6],
    ],
    normal: 55,
    restitution: 0.126,
    deltaV: [17.658, 13.009],
    yaw: [31, 182],
  },
  {
    name: '4364',
    vehicles: [
      [1565.39, 2917.7, 15.6464, 180, 0.70104, 45.7],
      [2355.28, 4830.8, 15.6017, 30, 2.16408, 11.2],
    ],
    normal: 51.9,
    restitution: 0.089,
    deltaV: [17.926, 11.891],
    yaw: [108, 148],
  },
  {
    name: '4438',
    vehicles: [
      [1499.44, 2801.1, 15.5123, 180, 0.85344, 35.3],
      [2143.36, 3917.0, 15.6464, 30, 1.524, 13.2],
    ],
    normal: 50.7,
    restitution: 0.095,
    deltaV: [17.747, 12.428],
    yaw: [68, 166],
  },
  {
    name: '4474',
    vehicles: [
      [1499.44, 2801.1, 15.6464, 180, 0.88392, 34.7],
      [2112.38, 3881.7, 15.6464, 31.6, 1.6764, 15.2],
    ],
    normal: 51.8,
    restitution: 0.15,
    deltaV: [18.105, 12.83],
    yaw: [40, 194],
  },
];

function vehicleOf([mass, yawInertia, speed, headingDegrees, impactDistance, angle]: VehicleRow): ImpactVehicle {
  const heading = headingDegrees * DEGREE;
  const velocity = createVec3(speed * cos(heading), speed * sin(heading));
  return { mass, yawInertia, heading, velocity, yawRate: 0, impactDistance, impactAngle: angle * DEGREE };
}

export function stagedTests(): ReportItem {
  const results = TESTS.map((test) => {
    const [first, second] = test.vehicles.map(vehicleOf);
    const impact = planarImpact(first, second, { normal: test.normal * DEGREE, restitution: test.restitution });
    return { ...test, impact, yawFound: impact.yawChange.map((change) => change / DEGREE) };
  });
  const worst = (off: (result: (typeof results)[number], i: 0 | 1) => number) =>
    Math.max(...results.flatMap((result) => [off(result, 0), off(result, 1)]));
  const pair = (values: readonly number[]) => values.map(formatNumber).join(', ');
  return {
    id: 'staged-tests',
    source: '[PATH98-14]',
    title: 'The planar impulse model against published crash tests',
    description:
      'Four tests in which one vehicle hit another. One impulse between two rigid bodies in the plane, without slip, with the published restitution along the published normal. The published figures come from a model of the same kind, so this verifies the impulse solver; it does not validate against measurements.',
    checks: [
      atMost(
        'maximum difference from published delta-V [m/s]',
        worst(({ impact, deltaV }, i) => Math.abs(impact.deltaV[i] - deltaV[i])),
        0.08,
      ),
      // published without sign
      atMost(
        'maximum difference from published changes of yaw rate [degrees/s]',
        worst(({ yawFound, yaw }, i) => Math.abs(Math.abs(yawFound[i]) - yaw[i])),
        1.3,
      ),
      atMost(
        'maximum work of an impact [J]: none creates energy',
        Math.max(...results.map(({ impact }) => impact.work)),
        0,
      ),
    ],
    tables: [
      {
        title: 'Published and planar impulse',
        columns: [
          'test',
          'delta-V published [m/s]',
          'planar',
          'yaw change published [degrees/s]',
          'planar',
          'energy lost [kJ]',
        ],
        rows: results.map(({ name, impact, deltaV, yaw, yawFound }) => [
          name,
          pair(deltaV),
          pair(impact.deltaV),
          pair(yaw),
          pair(yawFound),
          formatNumber(-impact.work / 1000),
        ]),
      },
    ],
  };
}
