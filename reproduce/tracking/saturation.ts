import { setTrackerWitnesses, updateTracker } from '../../src/distance/smooth/tracking/tracker.ts';
import { createTracker } from '../../src/distance/smooth/tracking/tracker-state.ts';
import { solvePair } from '../../src/distance/smooth/witness/back-side.ts';
import { boundedStep } from '../../src/distance/smooth/witness/bounded-step.ts';
import type { TrackerSettings } from '../../src/distance/smooth/witness/tracker-settings.ts';
import { setWitness } from '../../src/distance/smooth/witness/witness.ts';
import { pairDistance } from '../../src/distance/smooth/witness/witness-pair.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { allEqual, atMost, equals, type ReportItem } from '../report-item.ts';
import { onePatch } from './bodies.ts';
import { pairAtRest, restAt } from './runs.ts';

/** A point whose projection lies beyond the side u = 1 of the patch. */
const PLACE = [2.2, 0.2, 0.6] as const;
const [STEP, STEPS] = [1e-3, 300];

export interface Rest {
  readonly u: number;
  readonly v: number;
  /** [m] */
  readonly distance: number;
  /** Error along v, which is free: a cosine. */
  readonly errorV: number;
  /** v, step by step. */
  readonly relativeMotion: readonly (readonly [number, number])[];
}

/** The rest point of the law, from the centre of the patch: Heun, K = 100. */
export function restUnder(law: TrackerSettings['law']): Rest {
  const tracker = createTracker(onePatch(), createPoint(), { mode: 'heun', gain: 100, law });
  const motion = restAt(...PLACE);
  setTrackerWitnesses(tracker, restAt(0, 0), motion, { feature: 0, x: [0.5, 0.3] });
  const { x } = tracker.work.pair.a;
  const relativeMotion: [number, number][] = [[0, x[1]]];
  for (let k = 1; k <= STEPS; k++) {
    updateTracker(tracker, tracker.motionA, tracker.motionB, k * STEP, STEP);
    relativeMotion.push([k, x[1]]);
  }
  return { u: x[0], v: x[1], distance: tracker.distance, errorV: tracker.errors[1], relativeMotion };
}

/** The corner of [PG05-4.5]: at (1, 1) with 𝓗 = [[1, -0.9], [-0.9, 1]], g = (0.1, -1), K = 1. */
export function stepFromCorner(): { readonly whole: number[]; readonly bounded: number[] } {
  const matrix = new Float64Array(16);
  matrix.set([1, -0.9], 0);
  matrix.set([-0.9, 1], 4);
  const gradient = Float64Array.of(0.1, -1, 0, 0);
  const w = new Float64Array(4);
  boundedStep(w, matrix, gradient, 2, { lower: 0, upper: 0 }, 0);
  const whole = [w[0], w[1]];
  boundedStep(w, matrix, gradient, 2, { lower: 0, upper: 3 }, 0);
  return { whole, bounded: [w[0], w[1]] };
}

/** Bounds by zeroed velocity components, and by a quadratic program. [PG05-4.5] */
export function saturation(): ReportItem {
  const zeroing = restUnder('printed');
  const programme = restUnder('safeguarded');
  const work = pairAtRest(onePatch(), createPoint(), ...PLACE);
  setWitness(work.pair.a, 0, 0.3, 0.3);
  solvePair(work);
  const best = { v: work.pair.a.x[1], distance: pairDistance(work.pair) };
  const corner = stepFromCorner();
  return {
    id: 'saturation',
    source: '[PG05-4.5] (P10)',
    title: 'At the bounds of a patch: zeroed velocities stop at the wrong point',
    description:
      'The point (2.2, 0.2, 0.6) projects beyond the side u = 1 of the patch. If the velocity components that point outward are set to zero, as in the source, v stops where the full solve has zero velocity, not at the minimum distance. The law used here solves a small quadratic programme with bounds. In a corner zeroing can even fix both parameters where one should be free.',
    checks: [
      equals('programme: u', programme.u, 1),
      equals('programme: v at the minimum distance', programme.v, 0.6725220213783631, 1e-9),
      equals('safeguarded Newton: distance', best.distance, 1.4935898710521114, 1e-14),
      equals('zeroing: v', zeroing.v, 0.6454, 1e-4),
      equals('zeroing: distance too large by', zeroing.distance - best.distance, 1.7e-3, 1e-4),
      equals('zeroing: error left along v', zeroing.errorV, 0.057, 1e-3),
      atMost('programme: error left along v', programme.errorV, 1e-9),
      {
        what: 'corner: both components of -g/𝓗 point out of the square, so zeroing stops',
        expected: 'both above zero',
        measured: corner.whole.map(formatNumber).join(', '),
        pass: corner.whole.every((component) => component > 0),
      },
      allEqual('corner: the programme fixes the second only', corner.bounded, [-0.1, 0], 1e-15),
    ],
    plots: [
      {
        title: 'v over time, K = 100, steps of 1 ms',
        x: { label: 'step' },
        y: { label: 'v' },
        series: [
          { name: 'zeroing, as printed', points: zeroing.relativeMotion },
          { name: 'quadratic programme', points: programme.relativeMotion },
          {
            name: 'minimum distance',
            style: 'dashed',
            points: [
              [0, best.v],
              [STEPS, best.v],
            ],
          },
        ],
      },
    ],
  };
}
