import { type BoxRegion, boxRay, createBoxRay } from '../../src/distance/rounded-box/box-ray.ts';
import { atan2 } from '../../src/math/inverse-trig.ts';
import { createRandom } from '../../src/math/random.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, scaleVec3, subVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { atMost, type Check, equals, type ReportItem } from '../report-item.ts';
import { DEGREE } from './example-run.ts';
import { EDGES, isStop, printedFractions, RADIUS, REPAIRED, rightNormal, rotatedBox } from './printed-answers.ts';
import { printedBoxNormal, type Triple } from './printed-listing.ts';

const HALF = createVec3(EDGES[0] / 2, EDGES[1] / 2, EDGES[2] / 2);

/** Rays at borders between regions, and the length of the step across [m]. */
const BORDER_RAYS = 20_000;
const BORDER_STEP = 1e-9;

/** Largest change of the normal over a step across a border, by the regions on both sides; radii of 0.1 m and more. */
function borderChanges(): Map<string, number> {
  const random = createRandom(3);
  const [one, two] = [createBoxRay(), createBoxRay()];
  const changes = new Map<string, number>();
  for (let run = 0; run < BORDER_RAYS; run++) {
    const radius = random.between(0.1, 1.4);
    const r = borderPoint(run % 4, radius, random.next());
    const step = createVec3(random.normal(), random.normal(), random.normal());
    scaleVec3(step, step, BORDER_STEP / (2 * lengthVec3(step)));
    boxRay(one, HALF, radius, createVec3(r.x + step.x, r.y + step.y, r.z + step.z));
    boxRay(two, HALF, radius, createVec3(r.x - step.x, r.y - step.y, r.z - step.z));
    const regions = [one.region, two.region].sort().join(' to ');
    const change = lengthVec3(subVec3(createVec3(), one.normal, two.normal));
    changes.set(regions, Math.max(changes.get(regions) ?? 0, change));
  }
  return changes;
}

/** A point of the box where its core ends along one axis: three between faces and edges, one between an edge and a corner. */
function borderPoint(kind: number, radius: number, fraction: number): ReadonlyVec3 {
  const [x, y, z] = [HALF.x - radius, HALF.y - radius, HALF.z - radius];
  if (kind === 0) return createVec3(HALF.x, y, z * fraction);
  if (kind === 1) return createVec3(x * fraction, HALF.y, z);
  if (kind === 2) return createVec3(x, y * fraction, HALF.z);
  const angle = (Math.PI / 2) * fraction;
  return createVec3(x + radius * cos(angle), y + radius * sin(angle), z);
}

/** Random rays: the worst distance of t r from the surface, and of the normal from the gradient of that distance. */
function fieldErrors(): {
  readonly distance: number;
  readonly normal: number;
  readonly seen: Record<BoxRegion, number>;
} {
  const random = createRandom(1);
  const ray = createBoxRay();
  const seen = { face: 0, edge: 0, corner: 0 };
  let [distance, normal] = [0, 0];
  for (let run = 0; run < BORDER_RAYS; run++) {
    const r = createVec3(random.normal(), random.normal(), random.normal());
    boxRay(ray, HALF, RADIUS, r);
    seen[ray.region]++;
    const past = (x: number, half: number) => Math.sign(x) * Math.max(Math.abs(ray.t * x) - (half - RADIUS), 0);
    const gradient = createVec3(past(r.x, HALF.x), past(r.y, HALF.y), past(r.z, HALF.z));
    distance = Math.max(distance, Math.abs(lengthVec3(gradient) - RADIUS));
    scaleVec3(gradient, gradient, 1 / lengthVec3(gradient));
    normal = Math.max(normal, lengthVec3(subVec3(createVec3(), ray.normal, gradient)));
  }
  return { distance, normal, seen };
}

/** Contact points for the listing; fractions of the compiled listing: no result, more than 1° off. */
const POINTS = 20_000;
const TRIALS = [
  { name: 'as printed, vehicle straight', yaw: 0, repairs: {}, stops: 0.12555, wrong: 0.1879 },
  { name: 'as printed, vehicle rotated by 37°', yaw: 37, repairs: {}, stops: 0.26835, wrong: 0.057 },
  { name: 'M1 to M3 corrected', yaw: 37, repairs: REPAIRED, stops: 0.015, wrong: 0.12495 },
] as const;

/** Two samples of as many points differ by less than this: five standard deviations. */
function within(what: string, fraction: number, expected: number): Check {
  return equals(what, fraction, expected, 5 * Math.sqrt((2 * expected * (1 - expected)) / POINTS));
}

/** Direction of the normal against that of the ray, both relative to the forward axis in the horizontal plane [degrees]. */
function planarCurve(answer: (contact: Triple) => Triple | undefined): [number, number][] {
  return Array.from({ length: 181 }, (_, k) => k / 2).flatMap((degrees): [number, number][] => {
    const normal = answer([2 * cos(degrees * DEGREE), 2 * sin(degrees * DEGREE), 0]);
    return normal ? [[degrees, atan2(normal[1], normal[0]) / DEGREE]] : [];
  });
}

export function roundedBoxNormals(): ReportItem {
  const changes = borderChanges();
  const errors = fieldErrors();
  const trials = TRIALS.map((trial, i) => ({
    ...trial,
    found: printedFractions(createRandom(i + 1), POINTS, trial.yaw, trial.repairs),
  }));
  const box = rotatedBox(0);
  const printed = planarCurve((contact) => {
    const answer = printedBoxNormal(box, contact);
    return isStop(answer) || answer.some(Number.isNaN) ? undefined : answer;
  });
  return {
    id: 'rounded-box-normals',
    source: '[PATH98-2.3], [PATH98-12] (M1 to M6)',
    title: 'The normal of a rounded box, continuous everywhere',
    description: `Where a ray from the centre leaves the box of 5 × 3 × 2.9 m with edges rounded by 0.3 m. One pass over the three borders gives face, edge or corner without case distinction or tolerance. ${BORDER_RAYS} random rays against the distance field of the box; as many steps of 1e-9 m across the borders of regions; and the listing of the source over ${POINTS} random contact points, against its compiled program.`,
    checks: [
      // rounding of metres, divided by the radius for the normal
      atMost('maximum distance of the ray point from the surface [m]', errors.distance, 4e-15),
      atMost('maximum deviation of the normal from the gradient of the distance', errors.normal, 1e-13),
      ...[...changes]
        .sort()
        .map(([regions, change]) => atMost(`change of the normal over 1e-9 m, ${regions}`, change, 1e-7)),
      ...trials.flatMap(({ name, found, stops, wrong }) => [
        within(`listing ${name}: fraction without a result`, found.stops, stops),
        within(`listing ${name}: fraction more than 1° off`, found.wrong, wrong),
      ]),
    ],
    tables: [
      {
        title: 'Random rays by region',
        columns: Object.keys(errors.seen),
        rows: [Object.values(errors.seen).map(formatNumber)],
      },
    ],
    plots: [
      {
        title: 'From the front to the side of the vehicle, level',
        x: { label: 'direction of the contact point [degrees from straight ahead]' },
        y: { label: 'direction of the normal [degrees from straight ahead]' },
        series: [
          { name: 'this library', points: planarCurve((contact) => rightNormal(box, contact).normal) },
          { name: 'listing as printed, where it has a result', style: 'dots', points: printed },
        ],
      },
    ],
  };
}
