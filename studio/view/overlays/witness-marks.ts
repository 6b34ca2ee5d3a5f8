import { shapeRadius } from '../../../src/entries/bounds.ts';
import { closestInto, createContact } from '../../../src/index.ts';
import { formatNumber } from '../../../src/picture/format-number.ts';
import type { DistanceTable, TrackingTable } from '../../../src/record/columns.ts';
import { themeColor } from '../../page/theme.ts';
import { DETAILED } from '../overlays.ts';
import { bodyIn, detailed, type Shown } from '../shown.ts';
import type { Mark, Point } from '../view.ts';

const MAX_PAIRS = 8;

/** Closest points and the gap between them: recorded for tracked pairs and those in `record.distances`, computed by the pair table for others. */
export function witnessMarks(shown: Shown): Mark[] {
  const { tracking, distances } = shown.recorded.recording;
  const recorded = tracking ?? distances;
  return recorded ? recordedMarks(shown, recorded) : nearestMarks(shown);
}

function recordedMarks(shown: Shown, table: TrackingTable | DistanceTable): Mark[] {
  const {
    recorded: { recording },
    frame,
    fraction = 0,
  } = shown;
  const { ax, ay, az, bx, by, bz, distance } = table.columns;
  const count = table.rowCount / recording.ledger.rowCount;
  return Array.from({ length: count }, (_, pair) => frame * count + pair).flatMap((row) => {
    // between frames: linear
    const next = Math.min(row + count, table.rowCount - 1);
    const at = (values: Float64Array) => values[row] + (fraction > 0 ? fraction * (values[next] - values[row]) : 0);
    return gapMarks(shown, [at(ax), at(ay), at(az)], [at(bx), at(by), at(bz)], at(distance));
  });
}

interface Gap {
  readonly bodies: readonly [number, number];
  readonly from: Point;
  readonly to: Point;
  readonly distance: number;
}

/** Neighbours, if there are few bodies; else those nearest to the selected one. With `only`: those nearest to that body. */
export function nearestMarks(shown: Shown, only?: number): Mark[] {
  const { bodies } = shown.recorded.recording;
  const own = only === undefined ? detailed(shown, DETAILED.witnesses) : [only];
  const all = bodies.map((_, body) => body);
  const few = own.length === all.length;
  const pairs = own.flatMap((a) => all.filter((b) => (few ? b > a : b !== a)).map((b) => [a, b] as const));
  const found = pairs.flatMap((pair) => gapOf(shown, pair) ?? []);
  const nearest = (few ? neighbours(found) : found).sort((p, q) => p.distance - q.distance).slice(0, MAX_PAIRS);
  return nearest.flatMap(({ from, to, distance }) => gapMarks(shown, from, to, distance));
}

const contact = createContact();

/** Undefined if both bodies are fixed, joined, or too far apart. */
function gapOf(shown: Shown, bodies: readonly [number, number]): Gap | undefined {
  const isFixed = (body: number) => {
    const given = shown.recorded.scene.bodies[body];
    return 'motion' in given && given.motion === 'fixed';
  };
  if (bodies.every(isFixed) || areJoined(shown, bodies)) return undefined;
  const [a, b] = bodies.map((body) => bodyIn(shown, body));
  if (a === undefined || b === undefined) return undefined;
  const [p, q] = [a.pose.position, b.pose.position];
  const centres = Math.hypot(q.x - p.x, q.y - p.y, q.z - p.z);
  if (centres - shapeRadius(a.shape) - shapeRadius(b.shape) > shown.size) return undefined;
  const { pointA, pointB, distance } = closestInto(contact, a.shape, a.pose, b.shape, b.pose);
  if (!Number.isFinite(distance)) return undefined;
  return { bodies, from: [pointA.x, pointA.y, pointA.z], to: [pointB.x, pointB.y, pointB.z], distance };
}

/** Bodies with a joint between them overlap there, which is no contact. */
function areJoined({ recorded: { scene } }: Shown, pair: readonly [number, number]): boolean {
  const joints = 'joints' in scene ? (scene.joints ?? []) : [];
  return joints.some(({ bodyA, bodyB }) => pair.includes(bodyA) && pair.includes(bodyB));
}

/** Without pairs that have a third body between them, closer to both than they are to each other. */
function neighbours(gaps: readonly Gap[]): Gap[] {
  return gaps.filter(({ bodies: [a, b], distance }) => {
    const nearTo = (body: number) =>
      new Set(gaps.filter((gap) => gap.distance < distance && gap.bodies.includes(body)).flatMap((gap) => gap.bodies));
    const [nearA, nearB] = [nearTo(a), nearTo(b)];
    return ![...nearA].some((body) => body !== a && body !== b && nearB.has(body));
  });
}

/** A gap below this fraction of the scene is rounding of zero. */
const ROUNDING = 1e-13;

function gapMarks({ size }: Shown, a: Point, b: Point, distance: number): Mark[] {
  const color = themeColor('--gap');
  const isZero = Math.abs(distance) < ROUNDING * size;
  return [
    { kind: 'point', at: a, color },
    { kind: 'point', at: b, color },
    { kind: 'line', from: a, to: b, color, label: `${isZero ? 0 : formatNumber(distance)} m` },
  ];
}
