import { stepsToReduce } from '../../src/distance/smooth/witness/gains.ts';
import type { TrackerSettings } from '../../src/distance/smooth/witness/tracker-settings.ts';
import type { Series } from '../../src/picture/plot.ts';
import { allEqual, atMost, equals, type ReportItem } from '../report-item.ts';
import { beginScene, runTracker } from './runs.ts';
import { patchAndPoint, type TrackedScene } from './scenes.ts';

/** [s] */
export const STEP = 1e-3;
/** An error below this counts as converged; the source names no threshold (P17). */
export const THRESHOLD = 1e-3;

/** Steps from the poor start until the largest projection error stays below the threshold; `limit` if it never does. */
export function stepsToConverge(scene: TrackedScene, settings: Partial<TrackerSettings>, limit = 300): number {
  const tracker = beginScene(scene, settings, 'poor start');
  let steps = 0;
  let last = 0;
  runTracker(tracker, scene, STEP, limit * STEP, () => {
    steps++;
    if (!(tracker.error < THRESHOLD)) last = steps;
  });
  return Math.min(last + 1, limit);
}

/** The step counts of section V.A of [PG05]. [PG05-10.1] */
export function projectionErrors(): ReportItem {
  const scene = patchAndPoint();
  const gains = [100, 1000];
  const steps = gains.map((gain) => stepsToConverge(scene, { mode: 'heun', gain, law: 'printed' }));
  const plots = gains.map((gain) => ({
    title: `Projection errors, K = ${gain}, Heun, steps of 1 ms`,
    x: { label: 'step' },
    y: { label: 'cosine of the angle to the tangent', scale: 'log' as const },
    series: decay(scene, gain, gain === 100 ? 160 : 40),
  }));
  const track = following(scene);
  return {
    id: 'projection-errors',
    source: '[PG05-4.1], [PG05-10.1] (section V.A; P17)',
    title: 'Decay of the projection errors of a patch and a point',
    description:
      'One convex patch and a moving point, from a poor start with an error of 0.87. The source reports 75 steps for K = 100 and 10 for K = 1000 and names neither scheme nor threshold; with Heun steps of 1 ms and a threshold of 1e-3 it takes 75 and 11. After convergence, one step per update of the poses is enough.',
    checks: [
      allEqual('steps until the error stays below 1e-3, K = 100 and 1000', steps, [75, 11]),
      allEqual(
        'steps for a small error to shrink by 1000, K = 100 and 1000, by theory',
        gains.map((gain) => Math.ceil(stepsToReduce('heun', gain * STEP, 1 / THRESHOLD))),
        [70, 10],
      ),
      atMost('largest error from 0.1 s on, one Heun step per update, K = 1000', track.heunError, 1e-5),
      atMost('predictor-corrector: Newton steps per update', track.newtonSteps, 2),
      atMost('predictor-corrector: maximum error', track.newtonError, 1e-7),
      equals('updates of the poses in either run', track.updates, 10000),
    ],
    plots,
  };
}

function decay(scene: TrackedScene, gain: number, count: number): Series[] {
  const tracker = beginScene(scene, { mode: 'heun', gain, law: 'printed' }, 'poor start');
  const errors = [0, 1].map((i): [number, number][] => [[0, tracker.errors[i]]]);
  let step = 0;
  runTracker(tracker, scene, STEP, count * STEP, () => {
    step++;
    for (const i of [0, 1]) errors[i].push([step, tracker.errors[i]]);
  });
  const rate = stepsToReduce('heun', gain * STEP, Math.E);
  const theory = errors[0].map(([k]): [number, number] => [k, errors[0][0][1] * Math.exp(-k / rate)]);
  return [
    { name: 'along u', points: errors[0] },
    { name: 'along v', points: errors[1] },
    // the moving point limits the errors to about 1e-7
    { name: '|R(Kh)| to the power of the step', points: theory.filter(([, y]) => y > 1e-9), style: 'dashed' },
  ];
}

/** Ten seconds with one step per update. */
function following(scene: TrackedScene) {
  const heun = beginScene(scene, { mode: 'heun', gain: 1000, law: 'printed' }, 'poor start');
  let heunError = 0;
  let updates = 0;
  runTracker(heun, scene, STEP, scene.end, (time) => {
    updates++;
    if (time > 0.1) heunError = Math.max(heunError, heun.error);
  });
  const newton = beginScene(scene, {}, 'solved');
  let newtonError = 0;
  let newtonSteps = 0;
  runTracker(newton, scene, STEP, scene.end, () => {
    newtonError = Math.max(newtonError, newton.error);
    newtonSteps += newton.iterations;
  });
  return { heunError, newtonError, newtonSteps: newtonSteps / updates, updates };
}
