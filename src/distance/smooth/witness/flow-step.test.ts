import { describe, expect, it } from 'vitest';
import { readTrackerScene, scenePoses } from '../../../../test/tracker-scenes.ts';
import { createRandom, type Random } from '../../../math/random.ts';
import { advanceTracker, setTrackerWitnesses } from '../tracking/tracker.ts';
import { createTracker, type Tracker } from '../tracking/tracker-state.ts';
import { assembleSystem, createPairSystem } from './projection-error.ts';
import type { Integrator } from './schemes.ts';
import type { TrackerSettings } from './tracker-settings.ts';

const sceneA = readTrackerScene('A');

function sceneATracker(settings: Partial<TrackerSettings>, t = 0, x: readonly number[] = sceneA.startA.x): Tracker {
  const tracker = createTracker(sceneA.shapeA, sceneA.shapeB, settings);
  const { a, b } = scenePoses(sceneA, t);
  setTrackerWitnesses(tracker, a, b, { feature: 0, x }, sceneA.startB);
  return tracker;
}

/** Ψ of the parameters of A; with the point as B it equals g. */
function psi(tracker: Tracker): number[] {
  const system = createPairSystem();
  assembleSystem(system, tracker.work.pair);
  return [...system.gradient.subarray(0, 2)];
}

describe('the feedback law [PG05-4.1]', () => {
  it('makes every projection error decay as e^-Kt while the bodies move', () => {
    const [h, K] = [1e-4, 20];
    const tracker = sceneATracker({ mode: 'rk4', gain: K });
    const start = psi(tracker);
    for (let k = 0; k < 3000; k++) {
      advanceTracker(tracker, sceneA.motionAt, k * h, h);
      const growth = Math.exp(K * (k + 1) * h);
      // RK4 with k = 0.002: (2e-3)^4 of the error, times e^6
      const now = psi(tracker);
      for (let i = 0; i < 2; i++) expect(Math.abs(now[i] * growth - start[i])).toBeLessThan(1e-9);
    }
  });

  it('P11: the integrated form never evaluates the errors again, and drifts; the direct form does not', () => {
    // maximum error of the witness from 5 s to 10 s
    const cases = [
      ['euler', 0.001, 1.2e-2, 1e-5],
      ['heun', 0.001, 1e-4, 2.6e-7],
      ['rk4', 0.01, 8.9e-4, 3.4e-7],
    ] as const;
    for (const [mode, h, integrated, direct] of cases) {
      // measured in parameters or metres, at samples or everywhere: agreement within a factor of 3
      for (const [form, expected] of [
        ['integrated', integrated],
        ['direct', direct],
      ] as const) {
        const error = maxPointError(mode, h, form);
        expect(error).toBeGreaterThan(expected / 3);
        expect(error).toBeLessThan(expected * 3);
      }
    }
  });

  it('ab2 integrates the errors by its own rule', () => {
    const [h, K] = [1e-3, 50];
    const tracker = sceneATracker({ mode: 'ab2', gain: K, form: 'integrated' });
    const [start] = psi(tracker);
    for (let k = 0; k < 40; k++) advanceTracker(tracker, sceneA.motionAt, k * h, h);
    // the larger root of ab2 at k = 0.05 is e^-k to third order
    expect(tracker.memory.errors[0] / start).toBeCloseTo(Math.exp(-K * 40 * h), 2);
  });
});

/** Scene A with K = 50 from its start: maximum error of the witness point at the samples from 5 s on. */
function maxPointError(mode: Integrator, h: number, form: 'direct' | 'integrated'): number {
  const tracker = sceneATracker({ mode, gain: 50, form });
  let largest = 0;
  for (let k = 0; k < Math.round(10 / h); k++) {
    advanceTracker(tracker, sceneA.motionAt, k * h, h);
    const sample = Math.round((k + 1) * h * 10);
    if (sample < 50 || Math.abs(sample / 10 - (k + 1) * h) > 1e-9) continue;
    const { jet } = tracker.work.pair.a;
    largest = Math.max(largest, Math.hypot(...sceneA.samples.pointA[sample].map((value, i) => value - jet[i])));
  }
  return largest;
}

describe('random starts on bodies at rest [PG05-5.2]', () => {
  /** Fraction of random starts that Heun brings to the closest pair within 400 steps of 1 ms. */
  function success(name: 'C' | 'D' | 'E', law: TrackerSettings['law'], k: number, starts: number): number {
    const scene = readTrackerScene(name);
    const random = createRandom(52);
    let found = 0;
    for (let trial = 0; trial < starts; trial++) {
      const sample = random.below(scene.samples.t.length);
      const { a, b } = scenePoses(scene, scene.samples.t[sample]);
      for (const motion of [a, b]) {
        Object.assign(motion.velocity, { x: 0, y: 0, z: 0 });
        Object.assign(motion.angularVelocity, { x: 0, y: 0, z: 0 });
      }
      const h = 1e-3;
      const tracker = createTracker(scene.shapeA, scene.shapeB, { mode: 'heun', gain: k / h, law });
      setTrackerWitnesses(tracker, a, b, anywhere(random, tracker, 'a'), anywhere(random, tracker, 'b'));
      for (let step = 0; step < 400; step++) advanceTracker(tracker, () => {}, 0, h);
      if (Math.abs(tracker.distance - scene.samples.distance[sample]) < 1e-6) found++;
    }
    return found / starts;
  }

  function anywhere(random: Random, tracker: Tracker, side: 'a' | 'b') {
    const { diameters } = tracker.work.pair[side];
    return { feature: random.below(diameters.length), x: [random.next(), random.next()] };
  }

  it.each(['C', 'D', 'E'] as const)('modified Hessian, bounds and cap make all of them converge, scene %s', (name) => {
    expect(success(name, 'safeguarded', 0.2, 60)).toBe(1);
  });

  it('P9: the printed law loses most of them on faces with degenerate edges', () => {
    // an independent program: 19 % converge for lens and point, 5 % for two lenses
    expect(success('D', 'printed', 0.2, 60)).toBeLessThan(0.5);
    expect(success('E', 'printed', 0.2, 60)).toBeLessThan(0.3);
  });
});
