import { createContact } from '../../src/distance/contact.ts';
import { startTracker, updateTracker } from '../../src/distance/smooth/tracking/tracker.ts';
import { trackerContact } from '../../src/distance/smooth/tracking/tracker-contact.ts';
import { createTracker } from '../../src/distance/smooth/tracking/tracker-state.ts';
import { createMovingPose } from '../../src/math/moving-pose.ts';
import { createPose } from '../../src/math/pose.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { createVec3, normalizeVec3, type Vec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { createEllipsoid } from '../../src/shapes/ellipsoid.ts';
import { tiledEllipsoid } from '../../src/shapes/tiled/revolved-bodies.ts';
import { atLeast, atMost, type ReportItem } from '../report-item.ts';
import { ellipsoidGap } from './support-gap.ts';

type Triple = readonly [number, number, number];

const PAIRS: readonly { readonly a: Triple; readonly b: Triple; readonly rotation: readonly number[] }[] = [
  { a: [1, 0.7, 0.5], b: [0.8, 0.6, 1.1], rotation: [0.9, 0.2, 0.3, -0.25] },
  { a: [1, 1, 0.3], b: [0.4, 0.4, 0.9], rotation: [1, 0, 0, 0] },
  { a: [0.6, 0.6, 0.6], b: [0.5, 0.5, 0.5], rotation: [0.8, 0, 0.6, 0] },
];
/** Steps of one pair: B moves through A. */
const STEPS = 120;
/** Interval of the steps that are compared. */
const COMPARED = 12;
/** Rings of the grid of directions by brute force; neighbours are at most this angle apart [rad]. */
const RINGS = 64;
const SPACING = (0.71 * Math.PI) / RINGS;

interface DepthRow {
  readonly pair: number;
  /** Tracked bounds [m]. */
  readonly lower: number;
  readonly upper: number;
  /** Bounds by brute force: minimum over the grid, and that less what a direction in between can miss [m]. */
  readonly bruteLower: number;
  readonly bruteUpper: number;
}

/** Unit vectors over the sphere. */
function directions(): Vec3[] {
  const all: Vec3[] = [];
  for (let i = 0; i <= RINGS; i++) {
    const polar = (Math.PI * i) / RINGS;
    const count = Math.max(1, Math.ceil(2 * RINGS * sin(polar)));
    for (let k = 0; k < count; k++) {
      const around = (2 * Math.PI * k) / count;
      const m = createVec3(sin(polar) * cos(around), sin(polar) * sin(around), cos(polar));
      all.push(normalizeVec3(m, m));
    }
  }
  return all;
}

/** Two ellipsoids pass through each other; depth bounds of the tracker against all directions of a grid. */
export function depthBoundsTable(): DepthRow[] {
  const grid = directions();
  return PAIRS.flatMap(({ a, b, rotation }, pair) => {
    const tracker = createTracker(tiledEllipsoid(a), tiledEllipsoid(b), { signed: true });
    const [shapeA, shapeB] = [createEllipsoid(a), createEllipsoid(b)];
    const [motionA, motionB] = [createMovingPose(), createMovingPose()];
    Object.assign(motionB.pose, createPose([-2, 0.15, 0.1], rotation));
    motionB.velocity.x = 1;
    startTracker(tracker, motionA, motionB);
    const contact = createContact();
    const rows: DepthRow[] = [];
    for (let k = 1; k <= STEPS; k++) {
      motionB.pose.position.x = -2 + (4 * k) / STEPS;
      updateTracker(tracker, motionA, motionB, (4 * (k - 1)) / STEPS, 4 / STEPS);
      trackerContact(contact, tracker);
      if (k % COMPARED !== 0 || !(contact.distance < 0)) continue;
      let least = Number.POSITIVE_INFINITY;
      for (const m of grid) least = Math.min(least, -ellipsoidGap(shapeA, motionA.pose, shapeB, motionB.pose, m));
      // the depth along m changes by at most the size of the Minkowski difference per radian
      const { x, y, z } = motionB.pose.position;
      const size = Math.hypot(x, y, z) + Math.max(...a) + Math.max(...b);
      rows.push({
        pair,
        lower: -contact.distance - contact.errorBound,
        upper: -contact.distance,
        bruteLower: Math.max(0, least - SPACING * size),
        bruteUpper: least,
      });
    }
    return rows;
  });
}

/** Rounding of depths of bodies of 1 m [m]. */
const ROUNDING = 1e-9;

export function depthBoundsItem(): ReportItem {
  const rows = depthBoundsTable();
  const count = (fails: (row: DepthRow) => boolean) => rows.filter(fails).length;
  const bounded = rows.filter(({ lower }) => lower > 0);
  return {
    id: 'depth-bounds',
    source: '[PG05-7]',
    title: 'Bounds of the depth of overlapping smooth bodies',
    description:
      'Ellipsoids of patches pass through each other; the tracker gives an upper bound of the depth, that of its support planes, and a lower one by EPA. Brute force computes the depth along all directions of a grid over the sphere, with the closed form of the support of an ellipsoid: its minimum is another upper bound, and less what directions between those of the grid can miss it is another lower bound.',
    checks: [
      atLeast('overlapping states compared', rows.length, 10),
      atMost(
        'upper bounds below the lower one by brute force',
        count(({ upper, bruteLower }) => upper < bruteLower - ROUNDING),
        0,
      ),
      atMost(
        'lower bounds above the upper one by brute force',
        count(({ lower, bruteUpper }) => lower > bruteUpper + ROUNDING),
        0,
      ),
      atMost(
        'largest excess of the tracked depth over the minimum by brute force [m]',
        Math.max(...rows.map(({ upper, bruteUpper }) => upper - bruteUpper)),
        0.05,
      ),
      atLeast('states with a lower bound above zero', bounded.length, rows.length / 2),
    ],
    tables: [
      {
        title: 'Depth [m]',
        columns: ['pair', 'lower bound', 'tracked', 'brute force, lower', 'brute force, upper'],
        rows: rows.map(({ pair, lower, upper, bruteLower, bruteUpper }) =>
          [pair + 1, lower, upper, bruteLower, bruteUpper].map((value) => formatNumber(value)),
        ),
      },
    ],
  };
}
