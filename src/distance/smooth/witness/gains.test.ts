import { describe, expect, it } from 'vitest';
import { readTrackerFile, readTrackerScene, scenePoses } from '../../../../test/tracker-scenes.ts';
import { advanceTracker, setTrackerWitnesses } from '../tracking/tracker.ts';
import { createTracker, type Tracker, trackerParameters } from '../tracking/tracker-state.ts';
import { contractionPerStep, convergenceGain, gainLimits, lagGain, stepsToReduce } from './gains.ts';
import type { IntegratorName } from './schemes.ts';

interface StoredGains {
  h: number;
  integrators: Record<
    IntegratorName,
    {
      limitKh: number;
      fastestKh: number;
      fastestContraction: number;
      evalsPerStep: number;
      stepsTo1e3: Record<string, number>;
    }
  >;
  firstSteps: Record<string, number[][]>;
}

const stored = readTrackerFile<StoredGains>('unit-gains.json');
const { h } = stored;
const names = Object.keys(stored.integrators) as IntegratorName[];
const scene = readTrackerScene('A');

/** Scene A from its stored start under the printed law (exact M, no cap), as the stored figures were computed. */
function startOfSceneA(mode: IntegratorName, gain: number): Tracker {
  const tracker = createTracker(scene.shapeA, scene.shapeB, { mode, gain, law: 'printed' });
  const { a, b } = scenePoses(scene, scene.t0);
  setTrackerWitnesses(tracker, a, b, scene.startA, scene.startB);
  return tracker;
}

describe('gainLimits [PG05-4.2]', () => {
  it.each(names)('of %s are the stored ones, whatever the step', (name) => {
    const { limitKh, fastestKh, fastestContraction, evalsPerStep } = stored.integrators[name];
    const limits = gainLimits(name, h);
    expect(limits.limit * h).toBeCloseTo(limitKh, 12);
    expect(limits.fastest * h).toBeCloseTo(fastestKh, 12);
    expect(limits.contraction).toBeCloseTo(fastestContraction, 11);
    expect(limits.evaluations).toBe(evalsPerStep);
  });

  it.each(names)('of %s agree with the amplification factor: 1 at the limit, minimum at the fastest', (name) => {
    const { limit, fastest, contraction } = gainLimits(name, 1);
    expect(contractionPerStep(name, limit)).toBeCloseTo(1, 12);
    expect(contractionPerStep(name, 1.001 * limit)).toBeGreaterThan(1);
    expect(contractionPerStep(name, 0.999 * limit)).toBeLessThan(1);
    expect(contractionPerStep(name, fastest)).toBeCloseTo(contraction, 11);
    for (let k = 0.01; k < limit; k += 0.01) {
      expect(contractionPerStep(name, k)).toBeGreaterThan(contraction - 1e-11); // digits of the constants
    }
  });

  it('a reduction by 1000 takes RK2 70 steps at K = 100 and 10 at K = 1000, with steps of 1 ms', () => {
    expect(Math.ceil(stepsToReduce('heun', 0.1, 1000))).toBe(70);
    expect(Math.ceil(stepsToReduce('heun', 1, 1000))).toBe(10);
    expect(stepsToReduce('euler', 1, 1000)).toBe(1);
    expect(stepsToReduce('heun', 2.1, 1000)).toBe(Number.POSITIVE_INFINITY);
    // for comparison: multiply until it is small
    for (const name of names) {
      let [left, steps] = [1, 0];
      for (; left > 1e-3; steps++) left *= contractionPerStep(name, 0.3);
      expect(Math.ceil(stepsToReduce(name, 0.3, 1000))).toBe(steps);
    }
  });
});

describe('lower limits of the gain [PG05-4.3]', () => {
  it('settling: the error decays as e^-Kt', () => {
    const K = convergenceGain(1000, 0.5);
    expect(Math.exp(-K * 0.5)).toBeCloseTo(1e-3, 15);
  });

  it('without feedforward the witness lags by 1/K seconds: error times K is constant', () => {
    // the point moves at up to 0.9 m/s: at K = 100 it lags by millimetres
    const products = [50, 100, 200].map((gain) => gain * lag(gain));
    expect(products[1] / products[0]).toBeCloseTo(1, 1);
    expect(products[2] / products[1]).toBeCloseTo(1, 1);
    // the gain for a tolerance keeps the error at it
    const speed = products[2];
    expect(lag(lagGain(speed, 0.005))).toBeLessThan(1.05 * 0.005);
  });
});

/** Maximum error [m] of the witness of A over samples from 3 s to 6 s, without feedforward. */
function lag(gain: number): number {
  const tracker = createTracker(scene.shapeA, scene.shapeB, { mode: 'rk4', gain, feedforward: false });
  const { a, b } = scenePoses(scene, 3);
  setTrackerWitnesses(tracker, a, b, { feature: 0, x: scene.samples.xA[30] }, scene.startB);
  let largest = 0;
  const step = 0.005;
  for (let k = 0; k < 600; k++) {
    advanceTracker(tracker, scene.motionAt, 3 + k * step, step);
    const sample = 30 + (k + 1) / 20;
    if (k < 200 || !Number.isInteger(sample)) continue;
    const off = scene.samples.pointA[sample].map((value, i) => value - tracker.work.pair.a.jet[i]);
    largest = Math.max(largest, Math.hypot(...off));
  }
  return largest;
}

describe('scene A at 1 ms [PG05-10.1]', () => {
  it.each(Object.keys(stored.firstSteps))('the first iterates of %s are the stored ones', (key) => {
    const [mode, gain] = key.split('/');
    const tracker = startOfSceneA(mode as IntegratorName, Number(gain));
    stored.firstSteps[key].forEach(([u, v], k) => {
      if (k > 0) advanceTracker(tracker, scene.motionAt, scene.t0 + (k - 1) * h, h);
      const [x, y] = trackerParameters(tracker, 'A');
      // stored with 12 digits
      expect(Math.abs(x - u)).toBeLessThan(1e-9);
      expect(Math.abs(y - v)).toBeLessThan(1e-9);
    });
  });

  const counts = names.flatMap((name) =>
    Object.entries(stored.integrators[name].stepsTo1e3).map(([gain, steps]) => [name, Number(gain), steps] as const),
  );

  it.each(counts)(
    '%s with K = %d needs %i steps (one more or less) until the error stays below 1e-3',
    (name, gain, steps) => {
      const tracker = startOfSceneA(name, gain);
      let last = 0;
      for (let k = 1; k <= 300; k++) {
        advanceTracker(tracker, scene.motionAt, scene.t0 + (k - 1) * h, h);
        if (tracker.error >= 1e-3) last = k;
      }
      expect(Math.abs(last + 1 - steps)).toBeLessThanOrEqual(1);
    },
  );

  it('ab2 does not converge above its limit', () => {
    const tracker = startOfSceneA('ab2', 1500);
    for (let k = 0; k < 1000; k++) advanceTracker(tracker, scene.motionAt, scene.t0 + k * h, h);
    expect(tracker.error).toBeGreaterThan(0.01);
  });
});
