import { formatNumber } from '../../src/picture/format-number.ts';
import {
  contactForce,
  createDmtContact,
  createHertzContact,
  createJkrContact,
  effectiveModulus,
  hertzStiffness,
  huntCrossleyRestitution,
  interactionRange,
} from '../../src/response/contact-laws.ts';
import { equals, type ReportItem } from '../report-item.ts';
import { type Bounce, bounce } from './bounce.ts';
import { lowestValue } from './lowest-value.ts';

/** A steel sphere of 1 cm on a rigid plane. */
const STEEL = { modulus: effectiveModulus(210e9, 0.3, Number.POSITIVE_INFINITY, 0.3), radius: 0.01 };
const SPHERE_MASS = 0.0327;
const SPEEDS = [0.1, 0.3, 1, 3, 10];

/** 2 ∫ dx/√(1 - x^(5/2)) over 0..1: contact time times speed over maximum depth. */
const HERTZ_TIME = 2.9432;

const STEPS_PER_CONTACT = 4000;

/** (5 m v²/(4 K))^(2/5) [m] */
function predictedDepth(speed: number): number {
  const stiffness = hertzStiffness(createHertzContact(STEEL));
  return ((5 * SPHERE_MASS * speed * speed) / (4 * stiffness)) ** 0.4;
}

function impactContact(speed: number, damping: number, onStep?: (depth: number, force: number) => void): Bounce {
  const law = createHertzContact({ ...STEEL, damping });
  const step = (HERTZ_TIME * predictedDepth(speed)) / speed / STEPS_PER_CONTACT;
  const force = (depth: number, rate: number) => contactForce(law, depth, rate);
  return bounce(force, { mass: SPHERE_MASS, speed, step, scheme: 'rk4' }, onStep);
}

export function hertzImpact(): ReportItem {
  const bounces = SPEEDS.map((speed) => ({ speed, ...impactContact(speed, 0) }));
  const worst = (error: (bounce: Bounce & { speed: number }) => number) =>
    Math.max(...bounces.map(error).map(Math.abs));
  return {
    id: 'hertz-impact',
    source: 'Hertz 1882; [CP13-3.1.2]',
    title: 'Impact of an elastic sphere (Hertz)',
    description: `A steel sphere of 1 cm hits a rigid plane; F = K d^(3/2) is integrated by RK4 with ${STEPS_PER_CONTACT} steps per contact.`,
    checks: [
      equals(
        'maximum depth over (5 m v²/(4 K))^(2/5), worst of all speeds',
        1 + worst(({ depth, speed }) => depth / predictedDepth(speed) - 1),
        1,
        1e-6,
      ),
      equals(
        'contact time × v / maximum depth, at 1 m/s',
        (bounces[2].time * bounces[2].speed) / bounces[2].depth,
        HERTZ_TIME,
        1e-4,
      ),
      equals('restitution, worst of all speeds', 1 - worst(({ restitution }) => restitution - 1), 1, 1e-6),
    ],
    tables: [
      {
        title: 'Impacts',
        columns: ['speed [m/s]', 'maximum depth [m]', 'contact time [s]', 'time × v / depth', 'restitution'],
        rows: bounces.map(({ speed, depth, time, restitution }) =>
          [speed, depth, time, (time * speed) / depth, restitution].map(formatNumber),
        ),
      },
    ],
    plots: [
      {
        title: 'Maximum depth and contact time of a Hertz impact',
        x: { label: 'speed of impact [m/s]', scale: 'log' },
        y: { label: 'depth [m], time [s]', scale: 'log' },
        series: [
          {
            name: 'maximum depth, integrated',
            style: 'dots',
            points: bounces.map(({ speed, depth }) => [speed, depth]),
          },
          { name: 'contact time, integrated', style: 'dots', points: bounces.map(({ speed, time }) => [speed, time]) },
          { name: '(5 m v²/(4 K))^(2/5)', style: 'dashed', points: SPEEDS.map((v) => [v, predictedDepth(v)]) },
          {
            name: '2.9432 depth/v',
            style: 'dashed',
            points: SPEEDS.map((v) => [v, (HERTZ_TIME * predictedDepth(v)) / v]),
          },
        ],
      },
    ],
  };
}

/** α [s/m]; for slow impacts 1 - e ≈ α v. */
const DAMPING = 0.2;

export function huntCrossley(): ReportItem {
  const loop: [number, number][] = [];
  const measured = SPEEDS.map((speed) => {
    const onStep = (depth: number, force: number) => loop.push([depth * 1e6, force]);
    return impactContact(speed, DAMPING, speed === 1 ? onStep : undefined).restitution;
  });
  const predicted = SPEEDS.map((speed) => huntCrossleyRestitution(DAMPING, speed));
  const largest = Math.max(...measured.map((e, i) => Math.abs(e - predicted[i])));
  const interval = Math.ceil(loop.length / 200);
  const elastic = loop.map(([depth]) => depth * 1e-6).filter((_, i) => i % interval === 0 && i < loop.length / 2);
  const law = createHertzContact(STEEL);
  return {
    id: 'hunt-crossley',
    source: 'Hunt & Crossley 1975; [CP13-3.1.2]',
    title: 'Restitution of a damped elastic sphere (Hunt and Crossley)',
    description: `The same sphere with the force K d^(3/2) (1 + (3/2) α d'), α = ${DAMPING} s/m. The slower the impact, the more elastic: e ≈ 1 - α v.`,
    checks: [
      equals('largest deviation from μ v (1 + e) = ln((1 + μ v)/(1 - μ e v)), μ = (3/2) α', largest, 0, 1e-6),
      equals('(1 - e)/(α v) of the slowest impact', (1 - measured[0]) / (DAMPING * SPEEDS[0]), 1, 0.03),
    ],
    tables: [
      {
        title: 'Restitution',
        columns: ['speed [m/s]', 'integrated', 'closed form', '1 - α v'],
        rows: SPEEDS.map((speed, i) => [speed, measured[i], predicted[i], 1 - DAMPING * speed].map(formatNumber)),
      },
    ],
    plots: [
      {
        title: 'Force over depth at 1 m/s',
        x: { label: 'depth [µm]' },
        y: { label: 'force [N]' },
        series: [
          { name: 'damped, in and out', points: loop.filter((_, i) => i % interval === 0) },
          {
            name: 'Hertz',
            style: 'dashed',
            points: elastic.map((depth) => [depth * 1e6, contactForce(law, depth, 0)]),
          },
        ],
      },
    ],
  };
}

/** Soft rubber with strong adhesion: depths are of the order of micrometres. */
const RUBBER = { modulus: 1e6, radius: 1e-3, adhesion: 0.05 };

export function adhesion(): ReportItem {
  const jkr = createJkrContact(RUBBER);
  const dmt = createDmtContact(RUBBER);
  const hertz = createHertzContact({ modulus: RUBBER.modulus, radius: RUBBER.radius });
  const reach = interactionRange(jkr);
  const unit = Math.PI * RUBBER.adhesion * RUBBER.radius;
  const pullOffForce = (law: typeof jkr | typeof dmt) =>
    -lowestValue((d) => contactForce(law, d, 0, true), -interactionRange(law), 4 * reach);
  const depths = Array.from({ length: 121 }, (_, i) => reach * (-1 + i / 30));
  const curve = (law: typeof jkr | typeof dmt | typeof hertz) =>
    depths
      .filter((depth) => depth >= -interactionRange(law))
      .map((depth) => [depth * 1e6, contactForce(law, depth, 0, true) * 1e6] as [number, number]);
  return {
    id: 'adhesion',
    source: 'Johnson, Kendall & Roberts 1971; Derjaguin, Muller & Toporov 1975; [CP13-3.1.2]',
    title: 'Pull-off forces of adhesive contacts',
    description: 'The minimum of the force curve of a soft, adhesive sphere of 1 mm, found by search.',
    checks: [
      equals('JKR: maximum pullOffForce-off force over π w R', pullOffForce(jkr) / unit, 1.5, 1e-9),
      equals('DMT: maximum pullOffForce-off force over π w R', pullOffForce(dmt) / unit, 2, 1e-9),
    ],
    plots: [
      {
        title: 'Force of an adhesive contact during separation',
        x: { label: 'depth [µm]' },
        y: { label: 'force [µN]' },
        series: [
          { name: 'JKR', points: curve(jkr) },
          { name: 'DMT', points: curve(dmt) },
          { name: 'Hertz', style: 'dashed', points: curve(hertz) },
        ],
      },
    ],
  };
}
