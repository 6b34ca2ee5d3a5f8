import { createPlanarBody } from '../../src/dynamics/rigid-body.ts';
import { createPose } from '../../src/math/pose.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { armImpulse } from '../../src/response/arm-impulse.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';

/** Link masses over the mass of the target. */
const RATIOS = [0.1, 0.3, 1, 3, 10, 100, 1000, 1e4];
const TARGET = 100;
const SPEED = 0.1;

/** Two links of 2 m, bent by 90°, on the ground; the target hits the tip across the second link. */
function capture(linkMass: number, restitution: number) {
  const rod = (x: number, y: number) =>
    createPlanarBody(createPose([x, y]), linkMass, (linkMass * 4) / 12, createVec3(), 0);
  const links = [rod(1, 0), rod(2, 1)];
  const hinges = [createVec3(), createVec3(2, 0)];
  const tip = createVec3(2, 2);
  const target = createPlanarBody(createPose([2.5, 2]), TARGET, 20, createVec3(-SPEED, 0), 0);
  const contact = { link: 1, pointA: tip, pointB: tip, normal: createVec3(1, 0), restitution };
  return armImpulse({ links, hinges }, target, contact);
}

/**
 * Effective mass of the tip, by hand. Along x the first joint moves the tip by -2 per rate, the second by -2: with rod inertias m 4/3 and m 4/3 + 4 m,
 * coupling m (2 · 1 · cos 90° = 0) + m 4/3, the mass matrix is m [[4/3 + 4 + 4/3, 4/3], [4/3, 4/3]].
 */
function tipMass(m: number): number {
  const [a, b, d] = [m * (4 / 3 + 4 + 4 / 3), m * (4 / 3), m * (4 / 3)];
  const [u, v] = [-2, -2];
  return (a * d - b * b) / (d * u * u - 2 * b * u * v + a * v * v);
}

/** An impact that passes through the joints of an arm, compared with an arm of infinite mass. [CP13-5.6] */
export function jointImpulse(): ReportItem {
  const infinite = 2 * TARGET * SPEED;
  const elastic = RATIOS.map((ratio) => capture(ratio * TARGET, 1));
  const errors = elastic.map(({ impulse }, i) => {
    const m = tipMass(RATIOS[i] * TARGET);
    return Math.abs(impulse / ((2 * SPEED) / (1 / m + 1 / TARGET)) - 1);
  });
  const plastic = capture(TARGET, 0);
  return {
    id: 'joint-impulse',
    source: '[CP13-5.6] (E20)',
    title: 'An impact through the joints of an arm',
    description:
      'A target of 100 kg hits the tip of an arm of two links at 0.1 m/s. The slides give the arm an infinite mass for the collision; here its hinges transmit the impulse, by one linear system. With heavy links both agree.',
    checks: [
      atMost(
        'largest deviation from the effective mass of the tip in joint angles, relative',
        Math.max(...errors),
        1e-12,
      ),
      atMost('energy change of an elastic impact [J]', Math.max(...elastic.map(({ energyChange }) => Math.abs(energyChange))), 1e-12), // biome-ignore format: one check
      equals('links of 1e4 times the mass: impulse over that of an infinite mass', elastic[RATIOS.length - 1].impulse / infinite, 1, 1e-3), // biome-ignore format: one check
      equals('links of the mass of the target, plastic: speed of the target after over before', plastic.velocityB.x / -SPEED, TARGET / (TARGET + tipMass(TARGET)), 1e-12), // biome-ignore format: one check
    ],
    tables: [
      {
        title: 'Elastic impact',
        columns: ['link mass / target mass', 'impulse [N s]', 'impulse / infinite mass', 'impulse of the ground [N s]'],
        rows: elastic.map(({ impulse, hingeImpulses: [ground] }, i) =>
          [RATIOS[i], impulse, impulse / infinite, Math.hypot(ground.x, ground.y)].map(formatNumber),
        ),
      },
    ],
    plots: [
      {
        title: 'Impulse over that of an arm of infinite mass',
        x: { label: 'link mass / target mass', scale: 'log' },
        y: { label: 'impulse / infinite mass' },
        series: [
          { name: 'through the joints', style: 'dots', points: elastic.map(({ impulse }, i) => [RATIOS[i], impulse / infinite] as const) }, // biome-ignore format: one series
          { name: 'm / (m + target), m the effective mass of the tip', style: 'dashed', points: RATIOS.map((ratio) => [ratio, tipMass(ratio * TARGET) / (tipMass(ratio * TARGET) + TARGET)] as const) }, // biome-ignore format: one series
        ],
      },
    ],
  };
}
