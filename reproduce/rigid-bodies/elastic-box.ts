import type { ReadonlyPose } from '../../src/math/pose.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import type { PlanarScene } from '../../src/scene/scene.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { bodyStates } from '../../src/sim/composite-body.ts';
import { runEvents } from '../../src/sim/event-driven.ts';
import { createWorld, summarize } from '../../src/sim/world.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { sceneOf } from './run-document.ts';
import { separation, worldCorners } from './separation.ts';

/** Maximum relative energy error over ten thousand elastic collisions. [CP13-4.3] */
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
  name: `half-space ${x} ${y}`,
  shape: { kind: 'halfspace', normal: [x, y] },
  position: [-BOX * x, -BOX * y],
  motion: 'fixed',
}));

const RHOMBUS = [
  [-0.4, 0],
  [0, -0.35],
  [0.4, 0],
  [0, 0.35],
];
/** Corners about the centroid [m]. */
const OUTLINES = [regular(3, 0.5), regular(4, 0.5), regular(5, 0.45), RHOMBUS];
const MOTIONS = [
  { position: [-1, 1], velocity: [0.7, -0.4], angularVelocity: 0.8 },
  { position: [1, 1], velocity: [-0.5, -0.3], angularVelocity: -0.5 },
  { position: [-1, -1], velocity: [0.3, 0.9], angularVelocity: -1.2 },
  { position: [1, -1], velocity: [-0.8, 0.6], angularVelocity: 0.4 },
];

function regular(sides: number, radius: number): number[][] {
  return Array.from({ length: sides }, (_, i) => {
    const angle = (2 * Math.PI * i) / sides;
    return [radius * cos(angle), radius * sin(angle)];
  });
}

const POLYGONS = OUTLINES.map(createPolygon);

/** Overlap of the polygons with each other and with the half-spaces; 0 if all are separate [m]. */
function deepestOverlap(poses: readonly ReadonlyPose[]): number {
  const outlines = poses.map((pose, i) => worldCorners(POLYGONS[i], pose));
  let maxDepth = 0;
  outlines.forEach((outline, i) => {
    for (const [x, y] of outline) maxDepth = Math.max(maxDepth, Math.abs(x) - BOX, Math.abs(y) - BOX);
    for (const other of outlines.slice(i + 1)) maxDepth = Math.max(maxDepth, -separation(outline, other));
  });
  return maxDepth;
}

function boxScene(): PlanarScene {
  const free = OUTLINES.map((vertices, i) => ({
    name: `polygon ${i + 1}`,
    shape: { kind: 'polygon', vertices },
    density: 1,
    ...MOTIONS[i],
  }));
  return sceneOf({
    title: 'Elastic polygons in a box',
    bodies: [...WALLS, ...free],
    contacts: { restitution: 1 },
    time: { end: 1e5, method: 'events', maxEvents: COLLISIONS },
    record: { interval: 10 },
  });
}

/** Runs the box; E/E0 - 1 at every recorded frame, and the maximum overlap at the collision times. */
function runBox() {
  const drift: [number, number][] = [];
  let energy = 0;
  const world = createWorld(boxScene(), {
    frame: (time, _, { kineticEnergy }) => {
      energy ||= kineticEnergy;
      drift.push([time, kineticEnergy / energy - 1]);
    },
    contact: () => {},
    event: () => {},
  });
  const run = runEvents(world);
  let maxDepth = 0;
  let step = run.next();
  for (; !step.done; step = run.next()) {
    const states = bodyStates(world.names, world.composites, world.time, world.timeLow).slice(WALLS.length);
    maxDepth = Math.max(maxDepth, deepestOverlap(states));
  }
  if (step.value !== 'end' && step.value !== 'event-limit')
    throw new Error(`elastic box: the run ended with ${step.value}`);
  return { drift, maxDepth, summary: summarize(world, step.value) };
}

export function elasticBox(): ReportItem {
  const { drift, maxDepth, summary } = runBox();
  const { momentumError, angularMomentumError, energyError } = summary.balance;
  return {
    id: 'elastic-box',
    source: '[CP13-4.3]',
    title: 'Four polygons in a box, ten thousand elastic collisions',
    description:
      'Triangle, square, pentagon and rhombus move and rotate between four half-spaces, e = 1, from one exact time of impact to the next. The ledger includes the impulse on the half-spaces, so momentum and angular momentum must balance too. Overlaps are measured by separating axes at the time of every collision.',
    checks: [
      equals('collisions', summary.collisions, COLLISIONS, 1e-3),
      atMost('maximum |E/E0 - 1| at any frame', Math.max(...drift.map(([, value]) => Math.abs(value))), TOLERANCE),
      atMost('error of the energy balance', energyError, TOLERANCE),
      atMost('error of the momentum balance, half-spaces included', momentumError, TOLERANCE),
      atMost('error of the angular momentum balance, half-spaces included', angularMomentumError, TOLERANCE),
      atMost('maximum overlap at any collision, by separating axes [m]', maxDepth, TOLERANCE),
      atMost('maximum penetration, reported by the simulation [m]', summary.maxPenetration, TOLERANCE),
    ],
    tables: [
      {
        title: 'Run',
        columns: ['collisions', 'simulated time [s]', 'frames'],
        rows: [[summary.collisions, summary.time, drift.length].map(formatNumber)],
      },
    ],
    plots: [
      {
        title: 'Energy drift',
        x: { label: 'simulated time [s]' },
        y: { label: 'E/E0 - 1' },
        series: [{ name: 'E/E0 - 1', points: drift }],
      },
    ],
  };
}
