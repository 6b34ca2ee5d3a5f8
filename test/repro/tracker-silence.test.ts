import { describe, expect, it } from 'vitest';
import { createContact } from '../../src/distance/contact.ts';
import { createCandidateTracker, moveCandidates } from '../../src/distance/smooth/candidate-tracker.ts';
import {
  advanceTracker,
  setTrackerWitnesses,
  startTracker,
  updateTracker,
} from '../../src/distance/smooth/tracking/tracker.ts';
import { createErrorReadings, measureErrors } from '../../src/distance/smooth/tracking/tracker-errors.ts';
import { createTracker, type Tracker } from '../../src/distance/smooth/tracking/tracker-state.ts';
import type { TrackerSettings } from '../../src/distance/smooth/witness/tracker-settings.ts';
import { evaluatePair } from '../../src/distance/smooth/witness/witness-pair.ts';
import { createMovingPose, type MovingPose } from '../../src/math/moving-pose.ts';
import { createPose } from '../../src/math/pose.ts';
import { sin } from '../../src/math/trig.ts';
import { evaluatePatch, PATCH_JET } from '../../src/shapes/nurbs/patch.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { createTiledBody } from '../../src/shapes/tiled/create-tiled-body.ts';
import { tiledEllipsoid } from '../../src/shapes/tiled/revolved-bodies.ts';
import { exampleText, runAnyText } from '../scenes.ts';
import { readTrackerScene } from '../tracker-scenes.ts';

/** A patch with two humps, 3 m high, on either side of a valley at x = 0. */
const HUMPS = [-4, -3, -1, 0, 1, 3, 4].map((x) =>
  [-1, 0, 1].map((y) => [x, y, y !== 0 || Math.abs(x) === 4 ? 0 : x === 0 ? -30 : 15]),
);
const humps = createTiledBody({ kind: 'patch', faces: [{ id: 'S', points: HUMPS }] });

/** The minimum distance of a point from a grid of points on the patch: above the true one by at most half a cell's diagonal. */
function sampledDistance(x: number, y: number, z: number): number {
  const jet = new Float64Array(PATCH_JET);
  const [{ patch }] = humps.faces;
  let min = Number.POSITIVE_INFINITY;
  for (let i = 0; i <= 400; i++) {
    for (let k = 0; k <= 400; k++) {
      evaluatePatch(jet, patch, i / 400, k / 400);
      min = Math.min(min, Math.hypot(jet[0] - x, jet[1] - y, jet[2] - z));
    }
  }
  return min;
}

describe('an open patch that is not convex', () => {
  it('is rejected by the tracker, which tracks one local minimum', () => {
    expect(humps.convex).toBe(false);
    expect(() => createTracker(humps, createPoint())).toThrow(/open patches must be convex/);
  });

  it('is searched everywhere when its closest point jumps from hump to hump', () => {
    const tracker = createCandidateTracker(humps, createPoint());
    const contact = createContact();
    for (const x of [-2, -0.4, 0.4, 2]) {
      moveCandidates(contact, tracker, createPose([0, 0, 0]), createPose([x, 0.1, 6]), 0);
      expect(Math.abs(contact.distance - sampledDistance(x, 0.1, 6))).toBeLessThan(1e-3);
    }
  });

  it('is tracked in the same way in scenes', () => {
    const scene = {
      world: 'smooth',
      title: 'Humps',
      description: 'A point flies over two humps.',
      bodies: [
        { name: 'humps', shape: { kind: 'patch', faces: [{ id: 'S', points: HUMPS }] }, motion: 'fixed' },
        {
          name: 'point',
          shape: { kind: 'point' },
          motion: 'prescribed',
          path: { position: { kind: 'linear', point: [-2, 0.1, 6], velocity: [4, 0, 0] } },
        },
      ],
      time: { end: 1, step: 0.05 },
      record: { interval: 0.05 },
    };
    const { tracking } = runAnyText(JSON.stringify(scene), 'humps');
    expect(tracking.length).toBeGreaterThan(20);
    for (const { time, distance } of tracking.filter((_, i) => i % 5 === 0)) {
      expect(Math.abs(distance - sampledDistance(-2 + 4 * time, 0.1, 6))).toBeLessThan(1e-3);
    }
  });
});

const still = createMovingPose();
const ellipsoid = tiledEllipsoid([1, 0.7, 0.5]);

function pointAt(t: number): MovingPose {
  const pose = createMovingPose();
  Object.assign(pose.pose.position, { x: 1.5 * sin(t + 1), y: 1.2 * sin(0.7 * t), z: 0.9 });
  return pose;
}

describe('a gain above the stability limit', () => {
  const patch = readTrackerScene('A');
  const run = (settings: Partial<TrackerSettings>, steps: number, step: number): Tracker => {
    const tracker = createTracker(patch.shapeA, patch.shapeB, settings);
    patch.motionAt(tracker.motionA, tracker.motionB, 0);
    setTrackerWitnesses(tracker, tracker.motionA, tracker.motionB, patch.startA, patch.startB);
    for (let k = 0; k < steps; k++) advanceTracker(tracker, patch.motionAt, k * step, step);
    return tracker;
  };

  it('is an error that names gain, step, integrator and limit, and says which gain to choose', () => {
    expect(() => run({ mode: 'heun', gain: 2500 }, 1, 1e-3)).toThrow(
      /gain must be below 2000 1\/s, where heun with steps of 0\.001 s .*1000 converges fastest.*got 2500/,
    );
    expect(() => run({ mode: 'heun', gain: 1999 }, 1, 1e-3)).not.toThrow();
    // the same gain with a shorter step
    expect(() => run({ mode: 'heun', gain: 2500 }, 1, 5e-4)).not.toThrow();
  });

  it.each([2500, 5000])('is an error in a scene, too: %i', (gain) => {
    const scene = JSON.parse(exampleText('tracker-patch-and-point'));
    const text = JSON.stringify({ ...scene, tracking: { ...scene.tracking, gain } });
    expect(() => runAnyText(text, 'patch')).toThrow(/tracking\.gain: must be below 2000 1\/s.*got \d+/);
  });

  it('of the law as printed, which accepts any gain, is reported as lost', () => {
    const statuses = new Set<string>();
    for (const steps of [100, 200, 300, 400])
      statuses.add(run({ mode: 'heun', gain: 5000, law: 'printed' }, steps, 1e-3).status);
    expect([...statuses]).toEqual(['lost']);
  });

  it('a stable gain that starts far away converges and is never reported as lost', () => {
    for (const gain of [5, 100, 1500]) {
      const tracker = createTracker(patch.shapeA, patch.shapeB, { mode: 'heun', gain });
      patch.motionAt(tracker.motionA, tracker.motionB, 0);
      setTrackerWitnesses(tracker, tracker.motionA, tracker.motionB, patch.startA, patch.startB);
      for (let k = 0; k < 2000; k++) {
        advanceTracker(tracker, patch.motionAt, k * 1e-3, 1e-3);
        expect(tracker.status).not.toBe('lost');
      }
    }
  });
});

describe('projection errors read after a step of the fast solver', () => {
  it('are those of the witnesses, parameter by parameter', () => {
    const tracker = createTracker(ellipsoid, createPoint());
    startTracker(tracker, still, pointAt(0));
    let largest = 0;
    for (let k = 1; k <= 200; k++) {
      updateTracker(tracker, still, pointAt(0.01 * k), 0.01 * k, 0.01);
      if (tracker.work.pair.a.dimension !== 2) continue;
      const [errors, error] = [[...tracker.errors], tracker.error];
      const fresh = createErrorReadings();
      evaluatePair(tracker.work.pair);
      measureErrors(fresh, tracker.work.pair);
      expect(errors).toEqual([...fresh.values]);
      expect(error).toBe(fresh.largest);
      expect(errors.slice(2)).toEqual([0, 0]);
      largest = Math.max(largest, error);
    }
    // rounding of points of size 1, not the square of it
    expect(largest).toBeGreaterThan(1e-17);
    expect(largest).toBeLessThan(1e-12);
  });

  it('do not change later results', () => {
    const [read, unread] = [0, 1].map(() => createTracker(ellipsoid, createPoint()));
    for (const tracker of [read, unread]) startTracker(tracker, still, pointAt(0));
    for (let k = 1; k <= 300; k++) {
      for (const tracker of [read, unread]) updateTracker(tracker, still, pointAt(0.01 * k), 0.01 * k, 0.01);
      expect(read.error).toBeLessThan(1e-6);
      expect([...read.work.pair.delta, ...read.work.pair.a.x]).toEqual([
        ...unread.work.pair.delta,
        ...unread.work.pair.a.x,
      ]);
    }
  });
});

describe('where a scene says an integrator starts', () => {
  it.each([400, 600, 1500])('it starts, whatever its gain: %i per second with steps of 1 ms', (gain) => {
    const scene = JSON.parse(exampleText('tracker-patch-and-point'));
    const time = { ...scene.time, end: 0.05 };
    const text = JSON.stringify({ ...scene, time, tracking: { ...scene.tracking, gain } });
    const [{ parametersA }] = runAnyText(text, 'patch').tracking;
    expect(Array.from(parametersA)).toEqual([0.06, 0.93]);
  });
});
