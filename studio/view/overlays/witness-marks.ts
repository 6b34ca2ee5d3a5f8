import { createContact } from '../../../src/narrow/contact.ts';
import { closestInto } from '../../../src/narrow/query.ts';
import { formatNumber } from '../../../src/report/format-number.ts';
import { shapeRadius } from '../../../src/shapes/radius.ts';
import { themeColor } from '../../page/theme.ts';
import { detailed, poseIn, type Shown, shapesOf } from '../shown.ts';
import type { Mark, Point } from '../view.ts';

/** Among more bodies only the pairs of the selected one are shown, and of those the nearest. */
const MOST_BODIES = 9;
const MOST_PAIRS = 8;

/** Closest points and the gap between them: of tracked pairs as recorded, of others from the pair table. */
export function witnessMarks(shown: Shown): Mark[] {
  const { tracking } = shown.recorded.recording;
  return tracking ? trackedMarks(shown) : nearestMarks(shown);
}

function trackedMarks({ recorded: { recording }, frame }: Shown): Mark[] {
  const { tracking, ledger } = recording;
  if (tracking === undefined) return [];
  const { ax, ay, az, bx, by, bz, distance } = tracking.columns;
  const count = tracking.rowCount / ledger.rowCount;
  return Array.from({ length: count }, (_, pair) => frame * count + pair).flatMap((row) =>
    gapMarks([ax[row], ay[row], az[row]], [bx[row], by[row], bz[row]], distance[row]),
  );
}

const contact = createContact();

function nearestMarks(shown: Shown): Mark[] {
  const { recorded, frame } = shown;
  const shapes = shapesOf(recorded);
  if (shapes === undefined) return [];
  const { recording, scene } = recorded;
  const moves = (body: number) => {
    const given = scene.bodies[body];
    return 'motion' in given && given.motion !== 'fixed';
  };
  const own = detailed(shown, MOST_BODIES);
  if (own.length === 0) return [];
  const all = recording.bodies.map((_, body) => body);
  const others = own.length === 1 ? all.filter((body) => body !== own[0]) : own;
  const poses = new Map(all.map((body) => [body, poseIn(recording, frame, body)]));
  const pairs = own.flatMap((a) =>
    others.filter((b) => (own.length === 1 || b > a) && (moves(a) || moves(b))).map((b) => [a, b] as const),
  );
  const found = pairs.flatMap(([a, b]) => {
    const [poseA, poseB] = [poses.get(a), poses.get(b)];
    if (poseA === undefined || poseB === undefined) return [];
    const { x, y, z } = poseA.position;
    const centres = Math.hypot(poseB.position.x - x, poseB.position.y - y, poseB.position.z - z);
    const least = centres - shapeRadius(shapes[a]) - shapeRadius(shapes[b]);
    if (least > shown.size) return [];
    const { pointA, pointB, distance } = closestInto(contact, shapes[a], poseA, shapes[b], poseB);
    return Number.isFinite(distance)
      ? [{ a: [pointA.x, pointA.y, pointA.z] as const, b: [pointB.x, pointB.y, pointB.z] as const, distance }]
      : [];
  });
  const nearest = found.sort((p, q) => p.distance - q.distance).slice(0, MOST_PAIRS);
  return nearest.flatMap(({ a, b, distance }) => gapMarks(a, b, distance));
}

function gapMarks(a: Point, b: Point, distance: number): Mark[] {
  const color = themeColor('--gap');
  return [
    { kind: 'point', at: a, color },
    { kind: 'point', at: b, color },
    { kind: 'line', from: a, to: b, color, label: `${formatNumber(distance)} m` },
  ];
}
