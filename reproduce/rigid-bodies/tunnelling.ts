import { createContact } from '../../src/distance/contact.ts';
import { createPose } from '../../src/math/pose.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { createVec3, dotVec3 } from '../../src/math/vec3.ts';
import { closestInto } from '../../src/pairs/query.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { createSegment } from '../../src/shapes/segment.ts';
import { equals, type ReportItem } from '../report-item.ts';

/** |u| h / tol */
const RATIOS = [0.5, 0.8, 1, 1.25, 1.6, 2, 3, 5, 8, 13, 20, 50];
const FLIGHTS = 1000;
/** [m] */
const TOLERANCE = 1e-3;

const POINT = createPoint();
const PLATE = createSegment([0, -1], [0, 1]);
const ORIGIN = createPose();
const contact = createContact();

/** A point crosses a thin plate at 1 m/s, sampled every `step` s with a random phase: is a contact detected? */
function isSeen(random: Random, step: number): boolean {
  const height = random.between(-0.9, 0.9);
  const velocity = createVec3(1);
  const pose = createPose([0, height]);
  // from well outside the tolerance on this side to well outside on the other
  const first = -TOLERANCE - step * (1 + random.next());
  for (let x = first; x < TOLERANCE + step; x += step) {
    pose.position.x = x;
    closestInto(contact, POINT, pose, PLATE, ORIGIN);
    const isApproaching = -dotVec3(velocity, contact.normal) < 0;
    if (contact.distance <= TOLERANCE && isApproaching) return true;
  }
  return false;
}

export function tunnelling(): ReportItem {
  const random = createRandom(4);
  const missed = RATIOS.map((ratio) => {
    const seen = Array.from({ length: FLIGHTS }, () => isSeen(random, ratio * TOLERANCE));
    return seen.filter((isContact) => !isContact).length / FLIGHTS;
  });
  const predicted = RATIOS.map((ratio) => Math.max(0, 1 - 1 / ratio));
  const safe = missed.filter((_, i) => RATIOS[i] <= 1);
  const largest = Math.max(...missed.map((fraction, i) => Math.abs(fraction - predicted[i])));
  return {
    id: 'tunnelling',
    source: '[CP13-4.1]',
    title: 'Hits missed by sampling at fixed steps',
    description: `A point crosses a plate without thickness. Contact is detected if at some sample the distance is at most tol while the point approaches. ${FLIGHTS} flights for each step h: none is missed up to |u| h = tol, then the fraction 1 - tol/(|u| h).`,
    checks: [
      equals('fraction missed for |u| h ≤ tol', Math.max(...safe), 0),
      // four standard deviations of a fraction counted on 1000 flights: 4 √(¼/1000)
      equals('largest deviation from 1 - tol/(|u| h)', largest, 0, 4 * Math.sqrt(0.25 / FLIGHTS)),
    ],
    tables: [
      {
        title: 'Fraction of hits missed',
        columns: ['|u| h / tol', 'measured', '1 - tol/(|u| h)'],
        rows: RATIOS.map((ratio, i) => [ratio, missed[i], predicted[i]].map(formatNumber)),
      },
    ],
    plots: [
      {
        title: 'Hits missed by sampling',
        x: { label: '|u| h / tol', scale: 'log' },
        y: { label: 'fraction missed' },
        series: [
          { name: 'measured', style: 'dots', points: RATIOS.map((ratio, i) => [ratio, missed[i]]) },
          { name: '1 - tol/(|u| h)', style: 'dashed', points: RATIOS.map((ratio, i) => [ratio, predicted[i]]) },
        ],
      },
    ],
  };
}
