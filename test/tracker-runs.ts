import { advanceTracker, setTrackerWitnesses, startTracker } from '../src/distance/smooth/tracking/tracker.ts';
import { createTracker, type Tracker, trackerLabel } from '../src/distance/smooth/tracking/tracker-state.ts';
import type { TrackerSettings } from '../src/distance/smooth/witness/tracker-settings.ts';
import type { Transition } from '../src/distance/smooth/witness/transition.ts';
import { type StoredTransition, scenePoses, type TrackerScene } from './tracker-scenes.ts';

/** How a run of a reference scene compares with the stored answers, by the rules of reference/tracker/README.md. */
export interface SceneRun {
  /** Largest error of the distance, and of a witness point, at the counted samples [m]. */
  readonly distanceError: number;
  readonly pointError: number;
  /** Samples where a label differs: `t label instead of stored label`. */
  readonly wrongLabels: readonly string[];
  /** Stored transitions that were not found, found ones that are not stored. */
  readonly missed: readonly StoredTransition[];
  readonly invented: readonly Transition[];
  /** Largest |detected - stored| in steps. */
  readonly lateness: number;
  /** Mean Newton steps a step, and what the status was besides `tracking`. */
  readonly iterations: number;
  readonly unusual: readonly string[];
}

export interface RunOptions {
  /** [s] */
  readonly step: number;
  /** Begin with the full solve, or place the witnesses at the stored poor start. */
  readonly begin: 'solve' | 'stored start';
  /** Samples and transitions count from here on [s]. */
  readonly countFrom: number;
  /** Leave out the fast kernels, so that every step goes the general way. */
  readonly general?: boolean;
  /** Part of the scene to run [s]; all of it by default. */
  readonly from?: number;
  readonly to?: number;
}

/** A sample this near to a stored transition may show either label [steps]: the change is found at the end of a step. */
const NEAR_TRANSITION = 2;

export function runScene(scene: TrackerScene, settings: Partial<TrackerSettings>, options: RunOptions): SceneRun {
  const { step, begin, countFrom } = options;
  const t0 = options.from ?? scene.t0;
  const t1 = options.to ?? scene.t1;
  const tracker = createTracker(scene.shapeA, scene.shapeB, settings);
  if (options.general) Object.assign(tracker, { fast: null });
  const { a, b } = scenePoses(scene, t0);
  (begin === 'solve' ? startTracker : setTrackerWitnesses)(tracker, a, b, scene.startA, scene.startB);

  const found: Transition[] = [];
  tracker.onTransition = (transition) => found.push(transition);
  const comparison = { distanceError: 0, pointError: 0, wrongLabels: [] as string[] };
  const unusual = new Set<string>();
  let iterations = 0;
  const steps = Math.round((t1 - t0) / step);
  const sampleSteps = new Map(scene.samples.t.map((t, k) => [Math.round((t - t0) / step), k]));
  for (let k = 0; k <= steps; k++) {
    const now = t0 + k * step;
    const sample = sampleSteps.get(k);
    if (sample !== undefined && now >= countFrom) compare(comparison, scene, tracker, sample, step);
    if (now > countFrom && tracker.status !== 'tracking') unusual.add(tracker.status);
    if (k < steps) advanceTracker(tracker, scene.motionAt, now, step);
    iterations += tracker.iterations;
  }
  const stored = scene.transitions.filter(({ t }) => t >= Math.max(countFrom, t0) && t < t1);
  const counted = found.filter(({ time }) => time >= countFrom);
  return {
    ...comparison,
    ...match(stored, counted, step),
    iterations: iterations / steps,
    unusual: [...unusual],
  };
}

function compare(
  out: { distanceError: number; pointError: number; wrongLabels: string[] },
  { samples, transitions }: TrackerScene,
  tracker: Tracker,
  k: number,
  step: number,
): void {
  out.distanceError = Math.max(out.distanceError, Math.abs(tracker.distance - samples.distance[k]));
  const { position } = tracker.motionA.pose;
  const origin = [position.x, position.y, position.z];
  const { a, b } = tracker.work.pair;
  for (const [jet, stored] of [
    [a.jet, samples.pointA[k]],
    [b.jet, samples.pointB[k]],
  ] as const) {
    const off = stored.map((coordinate, i) => origin[i] + jet[i] - coordinate);
    out.pointError = Math.max(out.pointError, Math.sqrt(off.reduce((sum, value) => sum + value * value, 0)));
  }
  const t = samples.t[k];
  for (const [body, stored] of [
    ['A', samples.featureA[k]],
    ['B', samples.featureB[k]],
  ] as const) {
    const label = trackerLabel(tracker, body);
    const changing = transitions.some(
      (other) => other.body === body && Math.abs(other.t - t) <= NEAR_TRANSITION * step,
    );
    if (label !== stored && !changing) out.wrongLabels.push(`${t}: ${label} instead of ${stored}`);
  }
}

/** Pairs stored and found transitions of the same body, from and to that are at most two steps apart. */
function match(stored: readonly StoredTransition[], found: readonly Transition[], step: number) {
  const left = [...found];
  const missed: StoredTransition[] = [];
  let lateness = 0;
  for (const wanted of stored) {
    const at = left.findIndex(
      ({ time, body, from, to, kind }) =>
        body === wanted.body &&
        from === wanted.from &&
        to === wanted.to &&
        kind === wanted.kind &&
        Math.abs(time - wanted.t) <= 2 * step,
    );
    if (at < 0) {
      missed.push(wanted);
      continue;
    }
    lateness = Math.max(lateness, Math.abs(left[at].time - wanted.t) / step);
    left.splice(at, 1);
  }
  return { missed, invented: left, lateness };
}
