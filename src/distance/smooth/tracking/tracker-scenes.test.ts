import { describe, expect, it } from 'vitest';
import { type RunOptions, runScene, type SceneRun } from '../../../../test/tracker-runs.ts';
import { readTrackerScene } from '../../../../test/tracker-scenes.ts';
import type { TrackerSettings } from '../witness/tracker-settings.ts';

/**
 * The reference scenes of separate bodies under the counting rules of reference/tracker/README.md, with steps of 1 ms over the whole
 * scenes; B (inside) and G (overlap) need signed tracking.
 */
const SCENES = ['A', 'C', 'D', 'E', 'F', 'H'] as const;

const scenes = Object.fromEntries(SCENES.map((name) => [name, readTrackerScene(name)]));

function run(name: string, settings: Partial<TrackerSettings>, options: RunOptions): SceneRun {
  return runScene(scenes[name], settings, options);
}

/** Every stored transition found within two steps, no others, every label correct. */
function expectSameCourse({ missed, invented, wrongLabels, unusual }: SceneRun): void {
  expect(missed).toEqual([]);
  expect(invented).toEqual([]);
  expect(wrongLabels).toEqual([]);
  expect(unusual).toEqual([]);
}

describe.each(SCENES)('scene %s [PG05-10]', (name) => {
  const t0 = scenes[name].t0;

  it.each([
    ['fast', 0.001],
    ['fast', 0.01],
    ['general', 0.001],
    ['general', 0.01],
  ] as const)('predictor and corrector, %s solver, steps of %d s: exact from the start', (path, step) => {
    const result = run(name, {}, { step, begin: 'solve', countFrom: t0, general: path === 'general' });
    expectSameCourse(result);
    // suggested 1e-9; the stored and the computed distances have 14 digits
    expect(result.distanceError).toBeLessThan(1e-13);
    expect(result.pointError).toBeLessThan(1e-7);
    // a transition is reported at the end of its step
    expect(result.lateness).toBeLessThan(1 + 1e-6 / step);
    // one Newton step, two where the prediction is farther off
    expect(result.iterations).toBeLessThan(2.5);
  });

  it('Heun with K = 100 and steps of 1 ms, from the stored start: below 1e-6 after one second', () => {
    const result = run(name, { mode: 'heun', gain: 100 }, { step: 0.001, begin: 'stored start', countFrom: 1 });
    expectSameCourse(result);
    expect(result.distanceError).toBeLessThan(1e-6);
    // just after a switch the new parameter starts where the old feature ended, and converges as e^-Kt
    expect(result.pointError).toBeLessThan(6e-4);
    expect(result.lateness).toBeLessThan(1.01);
  });

  it('Heun at its fastest gain, K = 1000 at 1 ms, after a full solve', () => {
    const result = run(name, { mode: 'heun', gain: 'fastest' }, { step: 0.001, begin: 'solve', countFrom: 1 });
    expectSameCourse(result);
    // the largest is 8e-10 on scene C, in the step after a switch
    expect(result.distanceError).toBeLessThan(2e-9);
  });

  it('steps of 50 ms are still exact', () => {
    const result = run(name, {}, { step: 0.05, begin: 'solve', countFrom: t0 });
    expect(result.distanceError).toBeLessThan(1e-9);
    expect(result.unusual).toEqual([]);
  });
});

describe('the other schemes on the lens and the point, K = 100 at 1 ms', () => {
  it.each(['euler', 'midpoint', 'rk3', 'rk4', 'ab2'] as const)('%s tracks through all features', (mode) => {
    const result = run('D', { mode, gain: 100 }, { step: 0.001, begin: 'stored start', countFrom: 1 });
    expectSameCourse(result);
    // Euler's error h |x''| / 2K is a few 1e-6 of a parameter, squared in the distance; a switch costs a step
    expect(result.distanceError).toBeLessThan(1e-8);
  });
});
