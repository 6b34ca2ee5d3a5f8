import type { ReadonlyMat3 } from '../../math/mat3.ts';
import { cos, sin } from '../../math/trig.ts';
import { createPolygon } from '../../shapes/polygon.ts';
import type { BodyState, LedgerRow } from '../../sim/observer.ts';
import { formatNumber } from '../format-number.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { runDraft } from './run-document.ts';
import { separation, worldCorners } from './separation.ts';

/** [CP13] spec 4.3 asks for 1e-12 over ten thousand elastic collisions. */
const COLLISIONS = 10_000;
const TOLERANCE = 1e-12;
/** Half the side of the box [m]. */
const BOX = 2;

const WALLS = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
].map(([x, y]) => ({
  name: `wall ${x} ${y}`,
  shape: { kind: 'halfplane', normal: [x, y] },
  position: [-BOX * x, -BOX * y],
  motion: 'fixed',
}));

/** Corners about the centroid [m]. */
const OUTLINES = [regular(3, 0.5), regular(4, 0.5), regular(5, 0.45), kite()];
const MOTIONS = [
  { position: [-1, 1], velocity: [0.7, -0.4], spin: 0.8 },
  { position: [1, 1], velocity: [-0.5, -0.3], spin: -0.5 },
  { position: [-1, -1], velocity: [0.3, 0.9], spin: -1.2 },
  { position: [1, -1], velocity: [-0.8, 0.6], spin: 0.4 },
];

function regular(sides: number, radius: number): number[][] {
  return Array.from({ length: sides }, (_, i) => {
    const angle = (2 * Math.PI * i) / sides;
    return [radius * cos(angle), radius * sin(angle)];
  });
}

/** Its centroid is a third of the way along the sum of its ends: at x = 0 for ends at -0.4 and 0.4. */
function kite(): number[][] {
  return [
    [-0.4, 0],
    [0, -0.35],
    [0.4, 0],
    [0, 0.35],
  ];
}

interface Sample {
  readonly time: number;
  /** E/E0 - 1 */
  readonly drift: number;
  /** Deepest overlap of any two bodies or of a body and a wall, by separating axes [m]. */
  readonly overlap: number;
}

/** Overlap of the polygons with each other and with the walls; 0 when all are apart [m]. */
function deepestOverlap(
  states: readonly { position: { x: number; y: number; z: number }; rotation: ReadonlyMat3 }[],
): number {
  const outlines = states.map((pose, i) => worldCorners(POLYGONS[i], pose));
  let deepest = 0;
  outlines.forEach((outline, i) => {
    for (const [x, y] of outline) deepest = Math.max(deepest, Math.abs(x) - BOX, Math.abs(y) - BOX);
    for (const other of outlines.slice(i + 1)) deepest = Math.max(deepest, -separation(outline, other));
  });
  return deepest;
}

const POLYGONS = OUTLINES.map(createPolygon);

export function elasticBox(): ReportItem {
  const samples: Sample[] = [];
  let energy = 0;
  const onFrame = (time: number, bodies: readonly BodyState[], { kineticEnergy }: LedgerRow) => {
    energy ||= kineticEnergy;
    samples.push({ time, drift: kineticEnergy / energy - 1, overlap: deepestOverlap(bodies.slice(WALLS.length)) });
  };
  const free = OUTLINES.map((vertices, i) => ({
    name: `polygon ${i + 1}`,
    shape: { kind: 'polygon', vertices },
    density: 1,
    ...MOTIONS[i],
  }));
  const { summary } = runDraft(
    {
      title: 'Elastic polygons in a box',
      bodies: [...WALLS, ...free],
      contacts: { restitution: 1 },
      time: { end: 1e5, method: 'events', maxEvents: COLLISIONS },
      record: { every: 0.5 },
    },
    onFrame,
  );
  const { momentumError, angularMomentumError, energyError } = summary.balance;
  const every = Math.ceil(samples.length / 400);
  return {
    id: 'elastic-box',
    source: '[CP13] spec 4.3',
    title: 'Four polygons in a box, ten thousand elastic collisions',
    about: `Triangle, square, pentagon and kite fly and turn between four walls, e = 1, from one exact time of impact to the next. The walls' share is booked, so that momentum and angular momentum must balance too. Overlaps are measured by separating axes at ${samples.length} moments and, by the simulation itself, at every contact.`,
    checks: [
      equals('collisions', summary.collisions, COLLISIONS, 1e-3),
      atMost('greatest |E/E0 - 1| at any moment', Math.max(...samples.map(({ drift }) => Math.abs(drift))), TOLERANCE),
      atMost('error of the energy balance', energyError, TOLERANCE),
      atMost('error of the momentum balance, walls included', momentumError, TOLERANCE),
      atMost('error of the angular momentum balance, walls included', angularMomentumError, TOLERANCE),
      atMost('deepest overlap at sampled moments [m]', Math.max(...samples.map(({ overlap }) => overlap)), TOLERANCE),
      atMost('deepest penetration at a contact [m]', summary.deepestPenetration, TOLERANCE),
    ],
    tables: [
      {
        title: 'Run',
        columns: ['collisions', 'simulated time [s]', 'samples'],
        rows: [[summary.collisions, summary.time, samples.length].map(formatNumber)],
      },
    ],
    plots: [
      {
        title: 'Energy drift',
        x: { label: 'simulated time [s]' },
        y: { label: 'E/E0 - 1' },
        series: [
          {
            name: 'E/E0 - 1',
            points: samples.filter((_, i) => i % every === 0).map(({ time, drift }) => [time, drift]),
          },
        ],
      },
    ],
  };
}
