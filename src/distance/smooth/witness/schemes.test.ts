import { describe, expect, it } from 'vitest';
import { measuredContraction, restingPair } from '../../../../reproduce/tracking/gain-limits.ts';
import { restAt } from '../../../../reproduce/tracking/runs.ts';
import { readTrackerScene, scenePoses } from '../../../../test/tracker-scenes.ts';
import { createPoint } from '../../../shapes/point.ts';
import { advanceTracker, setTrackerWitnesses, updateTracker } from '../tracking/tracker.ts';
import { restoreTracker, saveTracker } from '../tracking/tracker-snapshot.ts';
import { createTracker, type Tracker, trackerParameters } from '../tracking/tracker-state.ts';
import { contractionPerStep, findLimits, gainLimits } from './gains.ts';
import {
  ADAMS_BASHFORTH,
  ADAMS_MOULTON,
  type ButcherTableau,
  INTEGRATORS,
  type Integrator,
  tableauProblem,
} from './schemes.ts';

const ROOT = Math.sqrt(3) / 6;
/** Two-stage Gauss, order 4: R is the Padé approximant (1 - k/2 + k²/12)/(1 + k/2 + k²/12). */
const GAUSS: ButcherTableau = { c: [0.5 - ROOT, 0.5 + ROOT], a: [[0.25, 0.25 - ROOT], [0.25 + ROOT, 0.25]], b: [0.5, 0.5] }; // biome-ignore format: one line
/** Two-stage Radau IIA, order 3: R = (1 - k/3)/(1 + 2k/3 + k²/6). */
const RADAU: ButcherTableau = { c: [1 / 3, 1], a: [[5 / 12, -1 / 12], [3 / 4, 1 / 4]], b: [3 / 4, 1 / 4] }; // biome-ignore format: one line
/** Ralston, explicit, order 2. */
const RALSTON: ButcherTableau = { c: [0, 2 / 3], a: [[], [2 / 3]], b: [1 / 4, 3 / 4] };

const ALL: [string, Integrator][] = [
  ...INTEGRATORS.map((name): [string, Integrator] => [name, name]),
  ['Gauss', GAUSS],
  ['Radau', RADAU],
  ['Ralston', RALSTON],
];
const ADAMS = ['ab2', 'ab3', 'ab4', 'abm2', 'abm3', 'abm4'] as const;
const RUNGE_KUTTA = ALL.filter(([name]) => !(ADAMS as readonly string[]).includes(name));
const scene = readTrackerScene('A');

function startedAt(mode: Integrator, gain: number): Tracker {
  const tracker = createTracker(scene.shapeA, scene.shapeB, { mode, gain });
  const { a, b } = scenePoses(scene, 3);
  const [u, v] = scene.samples.xA[30];
  setTrackerWitnesses(tracker, a, b, { feature: 0, x: [u + 1e-3, v - 1e-3] }, scene.startB);
  return tracker;
}

describe('limits of the gain', () => {
  it.each(INTEGRATORS)('of %s are those of a search over its factor', (name) => {
    const [stored, searched] = [gainLimits(name, 1), findLimits(name)];
    expect(stored.evaluations).toBe(searched.evaluations);
    if (stored.limit === Number.POSITIVE_INFINITY) expect(searched.limit).toBe(stored.limit);
    else expect(Math.abs(stored.limit - searched.limit)).toBeLessThan(1e-7);
    if (stored.fastest === Number.POSITIVE_INFINITY) expect(searched.fastest).toBe(stored.fastest);
    else expect(Math.abs(stored.fastest - searched.fastest)).toBeLessThan(1e-7);
    expect(Math.abs(stored.contraction - searched.contraction)).toBeLessThan(1e-8);
  });

  it('of a tableau follow from its stability function', () => {
    for (const k of [0.1, 1, 2, 10, 100]) {
      expect(contractionPerStep(GAUSS, k)).toBeCloseTo((1 - k / 2 + (k * k) / 12) / (1 + k / 2 + (k * k) / 12), 13);
      expect(contractionPerStep(RADAU, k)).toBeCloseTo(Math.abs((1 - k / 3) / (1 + (2 * k) / 3 + (k * k) / 6)), 13);
    }
    expect(gainLimits(GAUSS, 1).limit).toBe(Number.POSITIVE_INFINITY);
    // the minimum of the approximant is at √12
    expect(gainLimits(GAUSS, 0.01).fastest).toBeCloseTo(100 * Math.sqrt(12), 4);
    expect(gainLimits(RADAU, 1).fastest).toBeCloseTo(3, 9);
    expect(gainLimits(RALSTON, 1).limit).toBeCloseTo(2, 12);
  });

  it.each(RUNGE_KUTTA)(
    'are those of the tracker: the factor of a step on a small error is |R|, %s',
    (_name, integrator) => {
      const pair = restingPair();
      const { limit } = gainLimits(integrator, 1);
      for (const k of [0.05, 0.13, 0.27, 0.5, 0.9, 1.2, 1.9, 3.1, 40]) {
        if (k >= 0.99 * limit) continue;
        const expected = contractionPerStep(integrator, k);
        // a decayed error leaves only rounding to measure
        if (expected < 0.05) continue;
        expect(Math.abs(measuredContraction(pair, integrator, k) / expected - 1)).toBeLessThan(0.01);
      }
    },
  );

  it.each(ADAMS)('are those of the tracker: a small error follows the scheme applied to dx/dt = -K x, %s', (name) => {
    const { patch, point, exact } = restingPair();
    const { limit } = gainLimits(name, 1);
    for (const k of [0.3 * limit, 0.6 * limit, 0.9 * limit]) {
      const tracker = createTracker(patch, createPoint(), { mode: name, gain: 1000 * k, law: 'printed' });
      setTrackerWitnesses(tracker, restAt(0, 0), point, { feature: 0, x: [exact[0] + 1e-6, exact[1]] });
      const expected = scalarErrors(name, k, 60);
      for (let n = 1; n <= 60; n++) {
        updateTracker(tracker, tracker.motionA, tracker.motionB, 0, 1e-3);
        const error = 1e6 * (trackerParameters(tracker, 'A')[0] - exact[0]);
        expect(Math.abs(error - expected[n])).toBeLessThan(1e-4 * Math.max(1, ...expected.map(Math.abs)));
      }
    }
    // the largest root decides whether errors decay
    for (const k of [0.97 * limit, 1.03 * limit]) {
      const errors = scalarErrors(name, k, 1000);
      const [early, late] = [errors.slice(1, 501), errors.slice(501)].map((part) => Math.max(...part.map(Math.abs)));
      expect(late < early).toBe(k < limit);
      expect(contractionPerStep(name, k) < 1).toBe(k < limit);
    }
  });
});

/** Errors of dx/dt = -K x from 1 under an Adams scheme that begins with lower orders. */
function scalarErrors(name: (typeof ADAMS)[number], k: number, steps: number): number[] {
  const order = Number(name.at(-1));
  const x = [1];
  const past = (n: number, weights: readonly number[]) =>
    weights.reduce((sum, weight, j) => sum - k * weight * x[n - j], 0);
  for (let n = 0; n < steps; n++) {
    const predicted = x[n] + past(n, ADAMS_BASHFORTH[Math.min(order, n + 1) - 1]);
    const [end, ...rest] = ADAMS_MOULTON[Math.min(order, n + 2) - 2];
    x.push(name.startsWith('abm') ? x[n] - k * end * predicted + past(n, rest) : predicted);
  }
  return x;
}

describe('accuracy', () => {
  const ORDERS: [string, Integrator, number][] = [
    ['euler', 'euler', 1], ['midpoint', 'midpoint', 2], ['rk3', 'rk3', 3], ['rk4', 'rk4', 4],
    ['ab2', 'ab2', 2], ['ab3', 'ab3', 2], ['ab4', 'ab4', 2], ['abm2', 'abm2', 2], ['abm3', 'abm3', 3], ['abm4', 'abm4', 3],
    ['implicit-euler', 'implicit-euler', 1], ['implicit-midpoint', 'implicit-midpoint', 2], ['trapezoidal', 'trapezoidal', 2],
    ['Gauss', GAUSS, 4], ['Radau', RADAU, 3], ['Ralston', RALSTON, 2],
  ]; // biome-ignore format: a table

  /** Parameters after 0.2 s with gain 20. */
  function end(mode: Integrator, steps: number): number[] {
    const tracker = startedAt(mode, 20);
    const h = 0.2 / steps;
    for (let k = 0; k < steps; k++) advanceTracker(tracker, scene.motionAt, 3 + k * h, h);
    return trackerParameters(tracker, 'A');
  }

  // the first steps of multistep schemes are of lower order: their error is one order below that of long runs
  it.each(ORDERS)('%s has its order', (_name, mode, order) => {
    const exact = end('rk4', 4000);
    // with more steps the errors of fourth order are those of rounding
    const counts = order < 4 ? [40, 80, 160] : [20, 40, 80];
    const errors = counts.map((steps) => Math.hypot(...end(mode, steps).map((x, i) => x - exact[i])));
    expect(Math.log2(errors[0] / errors[1])).toBeGreaterThan(order - 0.35);
    expect(Math.log2(errors[1] / errors[2])).toBeGreaterThan(order - 0.35);
  });

  it.each(ALL)('%s resumes from a snapshot with the same bits', (_name, mode) => {
    const tracker = startedAt(mode, 20);
    const other = startedAt(mode, 20);
    for (let k = 0; k < 40; k++) {
      if (k === 17) restoreTracker(other, JSON.parse(JSON.stringify(saveTracker(tracker))));
      for (const each of k < 17 ? [tracker] : [tracker, other])
        advanceTracker(each, scene.motionAt, 3 + k * 0.01, 0.01);
    }
    expect(trackerParameters(other, 'A')).toEqual(trackerParameters(tracker, 'A'));
  });

  it('implicit schemes converge with gains far beyond every explicit limit', () => {
    for (const mode of ['implicit-euler', RADAU] as const) {
      const tracker = startedAt(mode, 1e5);
      for (let k = 0; k < 100; k++) advanceTracker(tracker, scene.motionAt, 3 + k * 0.01, 0.01);
      expect(tracker.error).toBeLessThan(1e-6);
      expect(tracker.status).toBe('tracking');
    }
  });
});

describe('a scheme is rejected', () => {
  const wrong: [string, ButcherTableau, string][] = [
    ['without stages', { a: [], b: [], c: [] }, '1 to 8 stages'],
    ['with too few rows', { a: [[]], b: [0.5, 0.5], c: [0, 1] }, 'as many rows and nodes'],
    ['with weights that do not add to 1', { a: [[], [1]], b: [0.5, 0.4], c: [0, 1] }, 'add to 1, got 0.9'],
    ['with nodes that do not fit', { a: [[], [0.5]], b: [0.5, 0.5], c: [0, 1] }, 'got 0.5 and 1'],
    ['with NaN', { a: [[Number.NaN]], b: [1], c: [0] }, 'finite'],
    ['with rows that are too long', { a: [[0, 0]], b: [1], c: [0] }, 'at most 1'],
  ];
  it.each(wrong)('%s', (_what, tableau, message) => {
    expect(tableauProblem(tableau)).toContain(message);
    expect(() => createTracker(scene.shapeA, scene.shapeB, { mode: tableau })).toThrow(message);
  });

  it('if its fastest gain is infinite and no other is given', () => {
    expect(() => createTracker(scene.shapeA, scene.shapeB, { mode: 'implicit-euler' })).toThrow(
      'gain must be a number, since implicit-euler has no gain that converges fastest',
    );
  });
});
