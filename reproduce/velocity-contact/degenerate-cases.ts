import {
  createNodeTriangleContact,
  type NodeTriangleContact,
  nodeTriangleContact,
} from '../../src/ccd/first-contact.ts';
import { createConstantVelocityMotion } from '../../src/ccd/point-motion.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { equals, type ReportItem } from '../report-item.ts';
import { closedFormTime } from './closed-form.ts';

type Vector = readonly [number, number, number];
type Corners = readonly [Vector, Vector, Vector];

interface DegenerateCase {
  readonly what: string;
  readonly corners: Corners;
  readonly velocities: Corners;
  readonly node: Vector;
  readonly velocity: Vector;
  /** By hand [s]; undefined for no contact within 1 s. */
  readonly time: number | undefined;
}

const FLOOR: Corners = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
];
const STILL: Vector = [0, 0, 0];
const REST: Corners = [STILL, STILL, STILL];
const ALONG: Vector = [0.5, -1, 3];
const TOGETHER: Corners = [ALONG, ALONG, ALONG];
/** A rising vertex: the plane is z = t x. */
const HINGE: Corners = [
  [0, -1, 0],
  [0, 1, 0],
  [1, 0, 0],
];
const RISING: Corners = [STILL, STILL, [0, 0, 1]];

/** Degenerate cases [VBC24-2.5] and their contacts, with numbers that can be checked by hand. */
const CASES: readonly DegenerateCase[] = [
  {
    what: 'triangle at rest: linear',
    corners: FLOOR,
    velocities: REST,
    node: [0.25, 0.5, 1],
    velocity: [0, 0, -2],
    time: 0.5,
  },
  {
    what: 'translating triangle: linear',
    corners: FLOOR,
    velocities: TOGETHER,
    node: [0.25, 0.5, 0.5],
    velocity: [0.5, -1, 2],
    time: 0.5,
  },
  {
    what: 'node that moves with the triangle, on it: constant',
    corners: FLOOR,
    velocities: TOGETHER,
    node: [0.25, 0.5, 0],
    velocity: ALONG,
    time: 0,
  },
  {
    what: 'node that moves with the triangle, above it',
    corners: FLOOR,
    velocities: TOGETHER,
    node: [0.25, 0.5, 0.125],
    velocity: ALONG,
    time: undefined,
  },
  {
    what: 'quadratic: t (0.25 + t/2) = 0.1875',
    corners: FLOOR,
    velocities: [STILL, [0, 0, -1], STILL],
    node: [0.25, 0.25, -0.1875],
    velocity: [0.5, 0, 0],
    time: Math.sqrt(0.4375) - 0.25,
  },
  {
    what: 'double root: t (2 - 2t) = ½',
    corners: HINGE,
    velocities: RISING,
    node: [2, 0, 0.5],
    velocity: [-2, 0, 0],
    time: 0.5,
  },
  {
    what: 'triple root: (t - ½)³ = 0, all points through one',
    corners: [
      [-0.5, 0, 0],
      [0, -0.5, 0],
      [0, 0, -0.5],
    ],
    velocities: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    node: STILL,
    velocity: STILL,
    time: 0.5,
  },
  {
    what: 'root at the start of the step',
    corners: FLOOR,
    velocities: REST,
    node: [0.25, 0.5, 0],
    velocity: [0, 0, 1],
    time: 0,
  },
  {
    what: 'root at the end of the step',
    corners: FLOOR,
    velocities: REST,
    node: [0.25, 0.5, 1],
    velocity: [0, 0, -1],
    time: 1,
  },
  {
    what: 'flat: the node slides to an edge, in the plane',
    corners: FLOOR,
    velocities: REST,
    node: [0.5, -1, 0],
    velocity: [0, 2, 0],
    time: 0.5,
  },
  {
    what: 'flat: the node slides past a corner',
    corners: FLOOR,
    velocities: REST,
    node: [1.5, -1, 0],
    velocity: [0, 2, 0],
    time: undefined,
  },
  {
    what: 'triangle that collapses to a line on the node',
    corners: FLOOR,
    velocities: [STILL, STILL, [1, -2, 0]],
    node: [0.5, 0, 0.25],
    velocity: [0, 0, -0.5],
    time: 0.5,
  },
  {
    what: 'triangle that always is a segment',
    corners: [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
    ],
    velocities: REST,
    node: [1.5, 0, 1],
    velocity: [0, 0, -2],
    time: 0.5,
  },
  {
    what: 'triangle that always is a point',
    corners: [
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
    ],
    velocities: REST,
    node: [1, 0, 1],
    velocity: [0, 0, -2],
    time: 0.5,
  },
];

/** A tolerance [m] is reached before contact; where a double root touches, earlier by its square root. */
const TOLERANCE = 1e-12;
const EARLY = 1e-5;

function motionOf({ corners, velocities, node, velocity }: DegenerateCase) {
  const pack = (points: readonly Vector[]) => Float64Array.from(points.flat());
  return createConstantVelocityMotion(pack([...corners, node]), pack([...velocities, velocity]), 1);
}

function isRight({ hit, time }: NodeTriangleContact, wanted: number | undefined, slack: number): boolean {
  return wanted === undefined ? !hit : hit && Math.abs(time - wanted) <= slack;
}

export function degenerateCases(): ReportItem {
  const answers = CASES.map((given) => {
    const motion = motionOf(given);
    const exact = nodeTriangleContact(createNodeTriangleContact(), motion, 3, 0, 1, 2);
    const tolerant = nodeTriangleContact(createNodeTriangleContact(), motion, 3, 0, 1, 2, TOLERANCE);
    return { given, exact, tolerant, closed: closedFormTime(motion) };
  });
  // exact times are rounded once
  const wrong = answers.filter(({ given, exact }) => !isRight(exact, given.time, 1e-15));
  const wrongNear = answers.filter(({ given, tolerant }) => !isRight(tolerant, given.time, EARLY));
  const text = (time: number | undefined) => (time === undefined ? 'none' : formatNumber(time));
  return {
    id: 'degenerate-cases',
    source: '[VBC24-2.5]',
    title: 'Degenerate cases of the cubic',
    description:
      'The polynomial may be linear, constant or zero, have double and triple roots, or belong to a triangle without area. Each case with numbers that can be checked by hand, solved exactly, with a tolerance of 1e-12 m, and in the closed form of a direct reading of the source.',
    checks: [
      equals(`exact: wrong results of ${CASES.length}`, wrong.length, 0),
      equals(`with a tolerance: wrong results of ${CASES.length}`, wrongNear.length, 0),
    ],
    tables: [
      {
        title: 'First contact within 1 s [s]',
        columns: ['case', 'by hand', 'exact', 'with a tolerance', 'closed form', 'decided by'],
        rows: answers.map(({ given, exact, tolerant, closed }) => [
          given.what,
          text(given.time),
          ...[exact, tolerant].map(({ hit, time }) => text(hit ? time : undefined)),
          text(closed),
          exact.stage,
        ]),
      },
    ],
  };
}
