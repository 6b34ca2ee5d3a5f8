import { createMotion, type Motion, poseAt } from '../../src/math/motion.ts';
import { createPose } from '../../src/math/pose.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { impact } from '../../src/pairs/query.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { spreadOf } from '../../src/picture/spread.ts';
import type { Polygon } from '../../src/shapes/polygon.ts';
import { atLeast, atMost, equals, type ReportItem } from '../report-item.ts';
import { randomPolygon } from './random-polygon.ts';
import { separation, worldCorners } from './separation.ts';

interface Flight {
  readonly polygon: Polygon;
  readonly motion: Motion;
}

/** A polygon at the origin and another that approaches from 3 m; both rotate at up to about 6 rad/s. */
function randomEncounter(random: Random): [Flight, Flight] {
  const bearing = random.between(0, 2 * Math.PI);
  const from = [3 * cos(bearing), 3 * sin(bearing)];
  const aim = [random.between(-1, 1), random.between(-1, 1)];
  const velocity = createVec3(0.8 * (aim[0] - from[0]), 0.8 * (aim[1] - from[1]));
  const fly = (place: number[], v = createVec3()): Flight => ({
    polygon: randomPolygon(random, random.between(0.4, 1)),
    motion: createMotion(createPose(place, random.between(0, 2 * Math.PI)), v, createVec3(0, 0, random.between(-6, 6))),
  });
  return [fly([0, 0]), fly(from, velocity)];
}

function separationAt(a: Flight, b: Flight, t: number): number {
  const corners = ({ polygon, motion }: Flight) => worldCorners(polygon, poseAt(createPose(), motion, t));
  return separation(corners(a), corners(b));
}

const ENCOUNTERS = 300;
/** [s] */
const DURATION = 3;
const SAMPLES = 400;

function meet(random: Random) {
  const [a, b] = randomEncounter(random);
  const found = impact(a.polygon, a.motion, b.polygon, b.motion, DURATION);
  let min = Number.POSITIVE_INFINITY;
  for (let i = 0; i < SAMPLES; i++) min = Math.min(min, separationAt(a, b, (found.time * i) / SAMPLES));
  const isHit = found.status === 'hit';
  return {
    isHit,
    isDecided: isHit || found.status === 'none',
    iterations: found.iterations,
    min,
    atContact: isHit ? Math.abs(separationAt(a, b, found.time)) : 0,
  };
}

export function timeOfImpact(): ReportItem {
  const random = createRandom(42);
  const approaches = Array.from({ length: ENCOUNTERS }, () => meet(random));
  const hits = approaches.filter(({ isHit }) => isHit);
  const iterations = spreadOf(hits.map((meeting) => meeting.iterations));
  return {
    id: 'time-of-impact',
    source: '[CP13-4.2]',
    title: 'First contact of rotating polygons',
    description: `${ENCOUNTERS} random encounters of two rotating convex polygons within ${DURATION} s. Each result is checked by separating axes at ${SAMPLES} times before it, and at it.`,
    checks: [
      equals('encounters left undecided', approaches.filter(({ isDecided }) => !isDecided).length, 0),
      atLeast('encounters that hit', hits.length, ENCOUNTERS / 2),
      // bodies of 1 m: rounding of both the check and the search
      atLeast(
        'minimum separation at any sampled time before the result [m]',
        spreadOf(approaches.map(({ min }) => min)).min,
        -1e-13,
      ),
      atMost(
        'largest |separation| at the time of a hit [m]',
        spreadOf(hits.map(({ atContact }) => atContact)).max,
        1e-12,
      ),
      atMost('iterations, mean (source: 10 to 20)', iterations.mean, 20),
      atMost('iterations, maximum (source: 52)', iterations.max, 52),
    ],
    tables: [
      {
        title: 'Search',
        columns: ['encounters', 'hits', 'iterations, mean', 'minimum', 'maximum'],
        rows: [[ENCOUNTERS, hits.length, iterations.mean, iterations.min, iterations.max].map(formatNumber)],
      },
    ],
  };
}
