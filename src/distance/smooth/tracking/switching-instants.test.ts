import { describe, expect, it } from 'vitest';
import { exactInstants } from '../../../../test/tracker-instants.ts';
import { readTrackerScene, scenePoses, type TrackerScene } from '../../../../test/tracker-scenes.ts';
import { createMovingPose } from '../../../math/moving-pose.ts';
import { createPoint } from '../../../shapes/point.ts';
import { tiledLens } from '../../../shapes/tiled/lens-body.ts';
import type { TrackerSettings } from '../witness/tracker-settings.ts';
import type { Transition } from '../witness/transition.ts';
import { advanceTracker, startTracker, updateTracker } from './tracker.ts';
import { createTracker, trackerLabel } from './tracker-state.ts';

const SCENES = ['B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;

function run(scene: TrackerScene, settings: Partial<TrackerSettings>, step: number): Transition[] {
  const signed = scene.name === 'B' || scene.name === 'G';
  const tracker = createTracker(scene.shapeA, scene.shapeB, { signed, ...settings });
  const { a, b } = scenePoses(scene, scene.t0);
  startTracker(tracker, a, b, scene.startA, scene.startB);
  const found: Transition[] = [];
  tracker.onTransition = (transition) => found.push(transition);
  const count = Math.round((scene.t1 - scene.t0) / step);
  for (let k = 0; k < count; k++) advanceTracker(tracker, scene.motionAt, scene.t0 + k * step, step);
  return found;
}

describe.each(SCENES)('switching instants of scene %s', (name) => {
  const scene = readTrackerScene(name);
  const exact = exactInstants(name);

  it('the stored times are those of the equations of the switch', () => {
    scene.transitions.forEach(({ t }, k) => {
      expect(Math.abs(t - exact[k])).toBeLessThan(1e-11);
    });
  });

  it('steps of 10 ms find every instant to 1e-9 s', () => {
    const found = run(scene, {}, 0.01);
    expect(found.map(({ body, from, to, kind }) => ({ body, from, to, kind }))).toEqual(
      scene.transitions.map(({ body, from, to, kind }) => ({ body, from, to, kind })),
    );
    found.forEach(({ time, foundAt }, k) => {
      expect(Math.abs(time - exact[k])).toBeLessThan(1e-9);
      expect(foundAt - time).toBeGreaterThanOrEqual(0);
      expect(foundAt - time).toBeLessThan(0.01 + 1e-9);
    });
  });
});

describe('several changes in one step', () => {
  it('steps of 250 ms report each with its own instant, in the order of time', () => {
    const scene = readTrackerScene('D');
    const found = run(scene, {}, 0.25);
    const exact = exactInstants('D');
    expect(found.map(({ from, to }) => `${from} ${to}`)).toEqual(
      scene.transitions.map(({ from, to }) => `${from} ${to}`),
    );
    // 4.49 and 4.65 s, 9.74 and 9.86 s: found by one step each
    expect(found[1].foundAt).toBe(4.5);
    found.forEach(({ time }, k) => {
      expect(Math.abs(time - exact[k])).toBeLessThan(1e-9);
    });
  });
});

describe('instants between samples of the poses', () => {
  it('are those of the motion at constant velocity, with the fast solver and without', () => {
    const lens = tiledLens(1.5, 0.75, [1, 1, 1]);
    // a point passes the lens along y: the step of 20 ms and that of 1 ms find the same instants
    const timesOf = (step: number, general: boolean) => {
      const tracker = createTracker(lens, createPoint());
      if (general) Object.assign(tracker, { fast: null });
      const [a, b] = [createMovingPose(), createMovingPose()];
      Object.assign(b.pose.position, { x: 1.2, y: -1.5, z: 0.2 });
      b.velocity.y = 1;
      startTracker(tracker, a, b);
      const found: Transition[] = [];
      tracker.onTransition = (transition) => found.push(transition);
      for (let k = 0; k < Math.round(3 / step); k++) {
        b.pose.position.y = -1.5 + (k + 1) * step;
        updateTracker(tracker, a, b, k * step, step);
      }
      return found;
    };
    const fine = timesOf(0.001, false);
    expect(fine.length).toBeGreaterThan(1);
    for (const other of [timesOf(0.02, false), timesOf(0.02, true), timesOf(0.001, true)]) {
      expect(other.map(({ from, to }) => `${from} ${to}`)).toEqual(fine.map(({ from, to }) => `${from} ${to}`));
      other.forEach(({ time }, k) => {
        expect(Math.abs(time - fine[k].time)).toBeLessThan(1e-9);
      });
    }
  });
});

describe('integrators stop at the instant at which their own state switches, and continue from there', () => {
  const scene = readTrackerScene('D');
  const exact = exactInstants('D');
  const errorOf = (settings: Partial<TrackerSettings>, step: number) => {
    const found = run(scene, settings, step);
    expect(found).toHaveLength(exact.length);
    return Math.max(...found.map(({ time }, k) => Math.abs(time - exact[k])));
  };

  it('RK4 finds them to the hysteresis of the triggers, 1e-9', () => {
    expect(errorOf({ mode: 'rk4', gain: 100 }, 0.005)).toBeLessThan(1e-7);
    expect(errorOf({ mode: 'rk4', gain: 100 }, 0.001)).toBeLessThan(1e-8);
  });

  it.each(['euler', 'heun', 'ab2', 'abm3', 'implicit-midpoint'] as const)(
    '%s finds all of them within a step',
    (mode) => {
      expect(errorOf({ mode, gain: 100 }, 0.002)).toBeLessThan(1e-3);
    },
  );

  it('does not change the point at the instant', () => {
    const tracker = createTracker(scene.shapeA, scene.shapeB, { mode: 'heun', gain: 100 });
    const { a, b } = scenePoses(scene, 0);
    startTracker(tracker, a, b, scene.startA, scene.startB);
    const end = exact[0] + 1e-4;
    const count = 400;
    for (let k = 0; k < count; k++) advanceTracker(tracker, scene.motionAt, (k * end) / count, end / count);
    expect(trackerLabel(tracker, 'A')).toBe(scene.transitions[0].to);
    const other = createTracker(scene.shapeA, scene.shapeB);
    scene.motionAt(a, b, end);
    startTracker(other, a, b, scene.startA, scene.startB);
    expect(Math.abs(tracker.distance - other.distance)).toBeLessThan(1e-9);
  });
});
