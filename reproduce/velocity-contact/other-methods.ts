import { distanceAt } from '../../src/ccd/feature-distance.ts';
import { createNodeTriangleContact, nodeTriangleContact } from '../../src/ccd/first-contact.ts';
import { inclusionTime } from '../../src/ccd/inclusion.ts';
import { createSeparationTime, separationTime } from '../../src/ccd/min-separation.ts';
import { createConstantVelocityMotion, createEndpointMotion, type PointMotion } from '../../src/ccd/point-motion.ts';
import { createRelativeMotion, loadNodeTriangle, type RelativeMotion } from '../../src/ccd/relative-motion.ts';
import { createRandom } from '../../src/math/random.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { spreadOf } from '../../src/picture/spread.ts';
import { atLeast, atMost, equals, type ReportItem } from '../report-item.ts';

const weights = new Float64Array(3);

function courseOf(motion: PointMotion): RelativeMotion {
  return loadNodeTriangle(createRelativeMotion(), motion, 3, 0, 1, 2);
}

/** Points within a cube of side 2 m at both ends of a step of 1 s. */
function randomMotions(seed: number, count: number): PointMotion[] {
  const random = createRandom(seed);
  const points = () => Float64Array.from({ length: 12 }, () => random.between(-1, 1));
  return Array.from({ length: count }, () => createEndpointMotion(points(), points()));
}

const BOXED = 400;
/** [m] */
const BOX_TOLERANCE = 1e-6;

export function contactByBoxes(): ReportItem {
  const contact = createNodeTriangleContact();
  const queries = randomMotions(3, BOXED).map((motion) => {
    const { hit, time } = nodeTriangleContact(contact, motion, 3, 0, 1, 2);
    return { hit, time, boxed: inclusionTime(courseOf(motion), BOX_TOLERANCE, 1) };
  });
  const hits = queries.filter(({ hit }) => hit);
  const early = spreadOf(hits.map(({ time, boxed }) => time - boxed.time));
  const boxes = spreadOf(queries.map(({ boxed }) => boxed.boxes));
  return {
    id: 'contact-by-boxes',
    source: '[VBC24-2.3]',
    title: 'The same contacts by interval boxes in time and on the triangle',
    description: `An independent method: bisect boxes of (time, point on the triangle) until the gap cannot be zero in them or is below ${BOX_TOLERANCE} m. Slow, never late, without polynomial. ${BOXED} random queries.`,
    checks: [
      equals(
        'decisions that differ from the exact check',
        queries.filter(({ hit, boxed }) => hit !== boxed.hit).length,
        0,
      ),
      atLeast('contacts among them', hits.length, 20),
      atLeast('minimum time before the exact contact [s]: never late', early.min, 0),
      // 1e-6 m at the slowest approach among these, some 1e-3 m/s
      atMost('maximum time before it [s]', early.max, 1e-3),
    ],
    tables: [
      {
        title: 'Cost',
        columns: ['queries', 'contacts', 'boxes, mean', 'boxes, maximum'],
        rows: [[BOXED, hits.length, boxes.mean, boxes.max].map(formatNumber)],
      },
    ],
  };
}

const ADVANCED = 300;
const SAMPLES = 400;
/** [m] */
const SEPARATION = 0.05;
/** Relative tolerance of the separation. */
const NEAR = 1e-6;

/** Minimum distance at any sampled time before a time. */
function minDistanceBefore(relativeMotion: RelativeMotion, time: number): number {
  let min = Number.POSITIVE_INFINITY;
  for (let i = 0; i < SAMPLES; i++) min = Math.min(min, distanceAt(weights, relativeMotion, (time * i) / SAMPLES));
  return min;
}

/** A node 1 m above the inside of a triangle moves down at some speed: its distance is 0.05 m after 0.95 m. */
function fallTimes(): { readonly found: number; readonly exact: number }[] {
  const random = createRandom(9);
  return Array.from({ length: 50 }, () => {
    const speed = random.between(1, 5);
    const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, random.between(0.1, 0.4), random.between(0.1, 0.4), 1);
    const v = Float64Array.from({ length: 12 }, (_, i) => (i === 11 ? -speed : 0));
    const relativeMotion = courseOf(createConstantVelocityMotion(x, v, 1));
    return {
      found: separationTime(createSeparationTime(), relativeMotion, SEPARATION, 1).time,
      exact: (1 - SEPARATION) / speed,
    };
  });
}

export function safeSteps(): ReportItem {
  const contact = createNodeTriangleContact();
  const queries = randomMotions(5, ADVANCED).map((motion) => {
    const relativeMotion = courseOf(motion);
    const { status, time, iterations } = separationTime(createSeparationTime(), relativeMotion, SEPARATION, 1);
    const { hit, time: touch } = nodeTriangleContact(contact, motion, 3, 0, 1, 2);
    const near = status === 'hit';
    return {
      near,
      undecided: status === 'iteration-limit',
      afterContact: hit && time > touch,
      // within the separation from the start: no earlier times to test
      before: time > 0 ? minDistanceBefore(relativeMotion, time) - SEPARATION : 0,
      at: near && time > 0 ? distanceAt(weights, relativeMotion, time) - SEPARATION : 0,
      iterations,
    };
  });
  const falls = fallTimes();
  const iterations = spreadOf(queries.map((query) => query.iterations));
  return {
    id: 'safe-steps',
    source: '[VBC24-2.8]',
    title: 'Minimum separation, never late',
    description: `When does a node first come within ${SEPARATION} m of a triangle? Conservative advancement: time advances by distance over maximum relative speed, so it cannot pass the contact. ${ADVANCED} random queries, each checked at ${SAMPLES} times before the result; then falls with a known result.`,
    checks: [
      equals('queries left undecided', queries.filter(({ undecided }) => undecided).length, 0),
      equals('answers after the exact contact', queries.filter(({ afterContact }) => afterContact).length, 0),
      atLeast(
        'minimum distance above the separation at any sampled time before the result [m]',
        spreadOf(queries.map(({ before }) => before)).min,
        0,
      ),
      atMost('maximum distance above it at a result [m]', spreadOf(queries.map(({ at }) => at)).max, NEAR * SEPARATION),
      atMost(
        'falls: latest after the known time [s]',
        spreadOf(falls.map(({ found, exact }) => found - exact)).max,
        1e-15,
      ),
      // 1e-6 of 0.05 m at 1 m/s or more
      atMost('falls: earliest before it [s]', spreadOf(falls.map(({ found, exact }) => exact - found)).max, 5e-8),
    ],
    tables: [
      {
        title: 'Cost',
        columns: ['queries', 'within the separation', 'steps, mean', 'steps, maximum'],
        rows: [
          [ADVANCED, queries.filter(({ near }) => near).length, iterations.mean, iterations.max].map(formatNumber),
        ],
      },
    ],
  };
}
