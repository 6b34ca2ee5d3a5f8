import { formatNumber } from '../../src/picture/format-number.ts';
import { fittedExponent } from '../../src/picture/spread.ts';
import { readScene } from '../../src/scene/read.ts';
import { runScene } from '../../src/sim/simulate.ts';
import { atLeast, atMost, type Check, equals, type ReportItem } from '../report-item.ts';

/** Bars of 1 m, in which waves travel at 100 m/s; each moves at 1 m/s, and they are 0.01 m apart. */
const WAVE_SPEED = 100;
const GAP = 0.01;
/** End time, after separation [s]. */
const END = 0.03;

interface ImpactContact {
  readonly name: string;
  /** Side of the square cross-section [m]. */
  readonly width: number;
  /** Elements across (in both directions) and along each bar. */
  readonly a: readonly [across: number, along: number];
  readonly b: readonly [across: number, along: number];
  /** The step as a fraction of the time in which a wave crosses an element. */
  readonly courantNumber: number;
  readonly poisson?: number;
  readonly passes?: 1 | 2;
  readonly persistentContacts?: boolean;
}

interface Outcome {
  /** [s] */
  readonly firstContact: number;
  /** From there to the last step with a contact force [s]. */
  readonly duration: number;
  /** Final mean velocity of bar A [m/s]. */
  readonly velocity: number;
  readonly energyRetained: number;
  /** Of all contacts [N s]. */
  readonly impulse: number;
  /** [N s] */
  readonly momentumError: number;
}

/** Bar A moves up, bar B moves down: the scene of `examples/two-bars.scene.json` with another mesh. */
function sceneText({
  name,
  width,
  a,
  b,
  courantNumber,
  poisson = 0,
  passes = 1,
  persistentContacts = true,
}: ImpactContact): string {
  const bar = (title: string, [across, along]: readonly [number, number], z: number, speed: number) => ({
    name: title,
    shape: { kind: 'hexahedra', halfExtents: [width / 2, width / 2, 0.5], elements: [across, across, along] },
    position: [0, 0, z],
    velocity: [0, 0, speed],
    elastic: { modulus: 1e4, poisson, density: 1 },
  });
  return JSON.stringify({
    world: 'deformable',
    title: name,
    description: name,
    bodies: [bar('A', a, 0.5, 1), bar('B', b, 1.5 + GAP, -1)],
    contacts: { pairs: [{ slave: 'A', master: 'B' }], passes, persistentContacts },
    time: { end: END, step: courantNumber / Math.max(a[1], b[1]) / WAVE_SPEED },
    record: { interval: END },
  });
}

function impactContact(bars: ImpactContact): Outcome {
  let [firstContact, last, impulse, velocity] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  const { ledgerStart, ledgerEnd } = runScene(readScene(sceneText(bars), bars.name), {
    frame: (_, [barA]) => {
      velocity = barA.velocity.z;
    },
    contact: (row) => {
      last = row.time;
      // A is the body of the face here, which may be either bar
      impulse += Math.abs(row.impulse.z);
    },
    event: ({ type, time }) => {
      if (type === 'contact-begin') firstContact = Math.min(firstContact, time);
    },
  });
  const energy = (ledger: typeof ledgerEnd) => ledger.kineticEnergy + ledger.potentialEnergy;
  return {
    firstContact,
    duration: last - firstContact,
    velocity,
    energyRetained: energy(ledgerEnd) / energy(ledgerStart),
    impulse,
    momentumError: Math.abs(ledgerEnd.momentum.z - ledgerStart.momentum.z),
  };
}

/** Elements along each bar, and the results of an independent program: duration, mean velocity, impulse. */
const MATCHING = [
  { n: 10, row: [0.0205, -0.9345, 0.01934] },
  { n: 20, row: [0.02025, -0.9619, 0.01962] },
  { n: 40, row: [0.02025, -0.9776, 0.01978] },
  { n: 80, row: [0.02025, -0.9868, 0.01987] },
] as const;

/** Non-matching meshes: duration and mean velocity of the same program. */
const NON_MATCHING = [
  [0.0206, -0.933],
  [0.0206, -0.93],
  [0.0206, -0.919],
  [0.0203, -0.914],
] as const;

const UNEQUAL = { width: 0.2, a: [2, 10], b: [3, 10], courantNumber: 0.4 } as const;

function matchingChecks(n: number, outcome: Outcome, row: readonly number[]): Check[] {
  const step = 0.5 / n / WAVE_SPEED;
  const fractions = [outcome.duration, outcome.velocity, outcome.impulse].map((value, i) =>
    Math.abs(value / row[i] - 1),
  );
  return [
    equals(`N = ${n}: contact lasts two passages of a wave [s]`, outcome.duration, 0.02, 2 * step + 0.03 / n),
    atMost(
      `N = ${n}: |v_A + 1| [m/s], at most 0.75 N^-0.8 + 0.01`,
      Math.abs(outcome.velocity + 1),
      0.75 * n ** -0.8 + 0.01,
    ),
    // the two layers of nodes in contact are stopped: one in 2 N of all
    equals(`N = ${n}: energy retained, 1 - 1/(2 N)`, outcome.energyRetained, 1 - 0.5 / n, 1e-3),
    atMost(`N = ${n}: maximum deviation from an independent program`, Math.max(...fractions), 0.01),
  ];
}

export function twoBars(): ReportItem {
  const matching = MATCHING.map(({ n, row }) => {
    const name = `1 × 1 × ${n}`;
    return { n, row, name, ...impactContact({ name, width: 0.1, a: [1, n], b: [1, n], courantNumber: 0.5 }) };
  });
  const unequal = [
    { name: '2 × 2 × 10 on 3 × 3 × 10, one pass' },
    { name: '... two passes', passes: 2 },
    { name: '... one pass, ν = 0.3', poisson: 0.3 },
    { name: '... two passes, ν = 0.3', passes: 2, poisson: 0.3 },
    { name: '... two passes, no persistent contacts', passes: 2, persistentContacts: false },
  ].map((options) => ({
    ...options,
    ...impactContact({ ...UNEQUAL, ...(options as Pick<ImpactContact, 'name' | 'passes'>) }),
  }));
  const all = [...matching, ...unequal];
  const notPersistent = unequal[4];
  const missing = matching.map(({ n, velocity }) => [n, Math.abs(velocity + 1)] as const);
  return {
    id: 'two-bars',
    source: '[VBC24-3.3], [VBC24-3.4], [VBC24-4]',
    title: 'Two elastic bars collide end to end',
    description:
      'Bars of 1 m at ±1 m/s, finite elements and central differences. In the continuum they stay together for two passages of a wave, 0.02 s, swap their velocities without loss; the impulse is 0.02 N s for bars of 0.01 kg. The mesh leaves some energy in vibration, less for a finer mesh. Contact is detected by the velocity check and stored while its force acts: a node behind a surface does not cross it again, and without stored contacts the bars pass through each other.',
    checks: [
      atMost(
        'first contact: largest deviation from 0.005 s',
        Math.max(...all.map(({ firstContact }) => Math.abs(firstContact - 0.005))),
        1e-9,
      ),
      atMost('momentum: largest error [N s]', Math.max(...all.map(({ momentumError }) => momentumError)), 1e-14),
      ...matching.flatMap((bars) => matchingChecks(bars.n, bars, bars.row)),
      atMost('power of N with which |v_A + 1| falls', fittedExponent(missing), -0.7),
      ...unequal
        .slice(0, 4)
        .flatMap(({ name, duration, velocity }, i) => [
          atMost(
            `${name}: deviation of the duration from an independent program`,
            Math.abs(duration / NON_MATCHING[i][0] - 1),
            0.005,
          ),
          atMost(`${name}: deviation of v_A`, Math.abs(velocity / NON_MATCHING[i][1] - 1), 0.005),
        ]),
      atLeast('no persistent contacts: v_A after [m/s], the bars have passed', notPersistent.velocity, 0.5),
    ],
    tables: [
      {
        title: 'Outcome',
        columns: [
          'mesh',
          'first contact [s]',
          'to the last contact force [s]',
          'mean v_A after [m/s]',
          'energy retained',
          'impulse [N s]',
          'momentum error [N s]',
        ],
        rows: all.map(({ name, firstContact, duration, velocity, energyRetained, impulse, momentumError }) => [
          name,
          ...[firstContact, duration, velocity, energyRetained, impulse, momentumError].map(formatNumber),
        ]),
      },
    ],
    plots: [
      {
        title: 'Velocity that stays in vibration',
        x: { label: 'elements along each bar, N', scale: 'log' },
        y: { label: '|v_A + 1| [m/s]', scale: 'log' },
        series: [
          { name: 'measured', points: missing },
          { name: '0.4 N^-0.8', style: 'dashed', points: missing.map(([n]) => [n, 0.4 * n ** -0.8]) },
        ],
      },
    ],
  };
}
