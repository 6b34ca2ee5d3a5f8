import { cos, sin } from '../../src/math/trig.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { type ImpactVehicle, planarImpact } from '../../src/response/vehicle-contact/planar-impact.ts';
import { atMost, type ReportItem } from '../report-item.ts';
import { DEGREE } from './example-run.ts';
import { OBLIQUE_TESTS, type TestMotion, type TestVehicle } from './staged-data.ts';

function vehicleOf({ mass, yawInertia }: TestVehicle, motion: TestMotion): ImpactVehicle {
  const [speed, headingDegrees, impactDistance, angle] = motion;
  const heading = headingDegrees * DEGREE;
  const velocity = createVec3(speed * cos(heading), speed * sin(heading));
  return { mass, yawInertia, heading, velocity, yawRate: 0, impactDistance, impactAngle: angle * DEGREE };
}

export function stagedTests(): ReportItem {
  const results = OBLIQUE_TESTS.map((test) => {
    const [first, second] = test.vehicles.map((vehicle, i) => vehicleOf(vehicle, test.motions[i]));
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
