import { describe, expect, it } from 'vitest';
import { readTrackerScene, scenePoses, type TrackerScene } from '../../../../test/tracker-scenes.ts';
import { rotationAboutAxis } from '../../../math/mat3.ts';
import { createMovingPose, type MovingPose } from '../../../math/moving-pose.ts';
import { createRandom } from '../../../math/random.ts';
import { createVec3, dotVec3, normalizeVec3, setVec3 } from '../../../math/vec3.ts';
import { createPoint } from '../../../shapes/point.ts';
import { tiledBox } from '../../../shapes/tiled/box-bodies.ts';
import { tiledEllipsoid } from '../../../shapes/tiled/revolved-bodies.ts';
import { createContact } from '../../contact.ts';
import type { TrackerSettings } from '../witness/tracker-settings.ts';
import type { Transition } from '../witness/transition.ts';
import { advanceTracker, setTrackerWitnesses, startTracker, updateTracker } from './tracker.ts';
import { trackerContact } from './tracker-contact.ts';
import { restoreTracker, saveTracker } from './tracker-snapshot.ts';
import { createTracker, type Tracker, trackerLabel } from './tracker-state.ts';

const lensPair = readTrackerScene('E');
const boxAndLens = readTrackerScene('H');

function startedAt(scene: TrackerScene, t: number, settings: Partial<TrackerSettings> = {}): Tracker {
  const tracker = createTracker(scene.shapeA, scene.shapeB, settings);
  const { a, b } = scenePoses(scene, t);
  startTracker(tracker, a, b, scene.startA, scene.startB);
  return tracker;
}

function placedAt(x: number, y: number, z: number, angle = 0): MovingPose {
  const motion = createMovingPose();
  setVec3(motion.pose.position, x, y, z);
  rotationAboutAxis(motion.pose.rotation, createVec3(0, 0, 1), angle);
  return motion;
}

describe('a tracker that loses its witnesses', () => {
  it('recovers them within the step when a body jumps to the other side, and reports it', () => {
    const random = createRandom(7);
    const seen = new Set<string>();
    for (const scene of [lensPair, boxAndLens]) {
      for (let trial = 0; trial < 40; trial++) {
        const tracker = startedAt(scene, random.between(scene.t0, scene.t1));
        const transitions: Transition[] = [];
        tracker.onTransition = (transition) => transitions.push(transition);
        const { a } = scenePoses(scene, 0);
        const b = createMovingPose();
        const axis = createVec3(random.normal(), random.normal(), random.normal());
        rotationAboutAxis(b.pose.rotation, normalizeVec3(axis, axis), random.between(-3, 3));
        const away = createVec3(random.normal(), random.normal(), random.normal());
        normalizeVec3(away, away);
        setVec3(b.pose.position, 5 * away.x, 5 * away.y, 5 * away.z);
        updateTracker(tracker, a, b, 0, 0.001);
        // a fresh tracker has no history
        const fresh = createTracker(scene.shapeA, scene.shapeB);
        startTracker(fresh, a, b);
        expect(Math.abs(tracker.distance - fresh.distance)).toBeLessThan(1e-12 * fresh.distance);
        expect(['tracking', 'recovered']).toContain(tracker.status);
        seen.add(tracker.status);
        if (tracker.status === 'recovered') for (const { kind } of transitions) expect(kind).toBe('restart');
        // the next step is an ordinary one
        updateTracker(tracker, a, b, 0.001, 0.001);
        expect(tracker.status).toBe('tracking');
        expect(trackerLabel(tracker, 'A')).toBe(trackerLabel(fresh, 'A'));
      }
    }
    expect(seen.has('recovered')).toBe(true);
  });

  it('with an integrator it converges first, and leaves a far side once it has converged there', () => {
    const plate = tiledBox([1, 1, 0.05]);
    const tracker = createTracker(plate, createPoint(), { mode: 'heun', gain: 200 });
    const above = placedAt(0.1, 0.2, 1);
    const bottom = plate.faces.findIndex(({ name }) => name === '-z');
    setTrackerWitnesses(tracker, createMovingPose(), above, { feature: bottom, x: [0.1, 0.9] });
    expect(tracker.status).toBe('converging');
    const statuses: string[] = [];
    for (let k = 0; k < 60; k++) {
      advanceTracker(tracker, () => {}, k * 0.001, 0.001);
      statuses.push(tracker.status);
    }
    expect(statuses[0]).toBe('converging');
    expect(statuses).toContain('recovered');
    expect(tracker.status).toBe('tracking');
    expect(tracker.distance).toBeCloseTo(0.95, 12);
    expect(trackerLabel(tracker, 'A')).toBe('+z');
  });
});

describe('a tracker fed with sampled poses', () => {
  it.each(['predictor-corrector', 'heun'] as const)('tracks the lens pair as well as with the formula, %s', (mode) => {
    const tracker = startedAt(lensPair, 0, { mode, gain: 500 });
    const step = 0.001;
    for (let k = 0; k < 2000; k++) {
      const { a, b } = scenePoses(lensPair, (k + 1) * step);
      updateTracker(tracker, a, b, k * step, step);
      if ((k + 1) % 100 !== 0) continue;
      const error = tracker.distance - lensPair.samples.distance[(k + 1) / 100];
      // Heun: constant velocity between samples is h² |a| / 8 = 1e-7 off the true motion
      expect(Math.abs(error)).toBeLessThan(mode === 'heun' ? 1e-9 : 1e-13);
    }
  });

  it('reads the rate of the distance from the velocities given', () => {
    const tracker = startedAt(lensPair, 0);
    const step = 0.01;
    for (let k = 0; k < 100; k++) {
      const before = tracker.distance;
      const rateBefore = tracker.distanceRate;
      const { a, b } = scenePoses(lensPair, (k + 1) * step);
      updateTracker(tracker, a, b, k * step, step);
      // trapezoid rule: h³/12 of a second derivative of the rate below 10
      expect(Math.abs(tracker.distance - before - 0.5 * step * (rateBefore + tracker.distanceRate))).toBeLessThan(1e-6);
    }
  });
});

describe('a snapshot', () => {
  it.each(['predictor-corrector', 'ab2', 'rk4'] as const)(
    'restores the full state: later results are bitwise identical, %s',
    (mode) => {
      const tracker = startedAt(boxAndLens, 0, { mode, gain: 300 });
      const go = (from: number) => {
        const course: number[] = [];
        for (let k = from; k < from + 300; k++) {
          advanceTracker(tracker, boxAndLens.motionAt, k * 0.002, 0.002);
          course.push(tracker.distance, tracker.error, tracker.iterations, ...tracker.work.pair.a.x);
        }
        return course;
      };
      go(0);
      const snapshot = JSON.parse(JSON.stringify(saveTracker(tracker)));
      const contact = trackerContact(createContact(), tracker);
      const first = go(300);
      restoreTracker(tracker, snapshot);
      expect(trackerContact(createContact(), tracker)).toEqual(contact);
      expect(go(300)).toEqual(first);
    },
  );
});

describe('the contact of a tracker', () => {
  it('follows the convention: unit normal from A to B, points a distance apart along it', () => {
    const tracker = startedAt(boxAndLens, 0);
    const fresh = createTracker(boxAndLens.shapeA, boxAndLens.shapeB);
    const contact = createContact();
    for (let k = 0; k < 500; k++) {
      advanceTracker(tracker, boxAndLens.motionAt, k * 0.02, 0.02);
      const { pointA, pointB, normal, distance, errorBound } = trackerContact(contact, tracker);
      expect(Math.abs(dotVec3(normal, normal) - 1)).toBeLessThan(1e-14);
      for (const axis of ['x', 'y', 'z'] as const) {
        expect(Math.abs(pointB[axis] - pointA[axis] - distance * normal[axis])).toBeLessThan(1e-14);
        // witness of B in world axes, from its jet
        const own = tracker.motionA.pose.position[axis] + tracker.work.pair.b.jet['xyz'.indexOf(axis)];
        expect(Math.abs(pointB[axis] - own)).toBeLessThan(1e-14);
      }
      // steps of 20 ms do not converge fully, and the bound covers the rest
      const { a, b } = scenePoses(boxAndLens, (k + 1) * 0.02);
      startTracker(fresh, a, b);
      expect(Math.abs(fresh.distance - distance)).toBeLessThanOrEqual(errorBound + 1e-14);
      expect(errorBound).toBeLessThan(1e-4);
    }
  });

  it('of an integrator is bounded by the remaining error, once it has converged', () => {
    const tracker = createTracker(boxAndLens.shapeA, boxAndLens.shapeB, { mode: 'heun', gain: 20 });
    const { a, b } = scenePoses(boxAndLens, 0);
    setTrackerWitnesses(tracker, a, b, boxAndLens.startA, boxAndLens.startB);
    const contact = createContact();
    expect(trackerContact(contact, tracker).status).toBe('approximate');
    let bounded = 0;
    for (let k = 0; k < 1000; k++) {
      advanceTracker(tracker, boxAndLens.motionAt, k * 0.01, 0.01);
      trackerContact(contact, tracker);
      if (tracker.status !== 'tracking' || (k + 1) % 10 !== 0) continue;
      expect(contact.status).toBe('bounded');
      const error = Math.abs(contact.distance - boxAndLens.samples.distance[(k + 1) / 10]);
      expect(error).toBeLessThanOrEqual(contact.errorBound + 1e-13);
      bounded++;
    }
    expect(bounded).toBeGreaterThan(50);
  });

  it('swapping A and B swaps the points and flips the normal', () => {
    const { a, b } = scenePoses(boxAndLens, 3);
    const there = createTracker(boxAndLens.shapeA, boxAndLens.shapeB);
    const back = createTracker(boxAndLens.shapeB, boxAndLens.shapeA);
    startTracker(there, a, b);
    startTracker(back, b, a);
    const one = trackerContact(createContact(), there);
    const two = trackerContact(createContact(), back);
    expect(two.distance).toBeCloseTo(one.distance, 14);
    expect(two.normal.x).toBeCloseTo(-one.normal.x, 12);
    expect(two.pointA.y).toBeCloseTo(one.pointB.y, 12);
    expect([two.featureA, two.indexA]).toEqual([one.featureB, one.indexB]);
  });

  it('has the kind and the index of the features', () => {
    const box = tiledBox([1, 1, 1]);
    const tracker = createTracker(box, createPoint());
    const contact = createContact();
    const at = (x: number, y: number, z: number) => {
      startTracker(tracker, createMovingPose(), placedAt(x, y, z));
      const { featureA, indexA, featureB } = trackerContact(contact, tracker);
      expect(featureB).toBe('vertex');
      const list = { face: box.faces, edge: box.edges, vertex: box.vertices }[featureA];
      expect(list[indexA].name).toBe(trackerLabel(tracker, 'A'));
      return featureA;
    };
    expect(at(3, 0.2, 0.1)).toBe('face');
    expect(at(3, 3, 0.1)).toBe('edge');
    expect(at(3, 3, 3)).toBe('vertex');
  });

  it('of a point inside a body has a negative distance, along the outward normal', () => {
    const tracker = createTracker(tiledBox([1, 1, 1]), createPoint());
    startTracker(tracker, createMovingPose(), placedAt(0.7, 0.1, 0.2), { feature: 0, x: [0.5, 0.5] });
    expect(tracker.status).toBe('inside');
    const { distance, normal, pointA } = trackerContact(createContact(), tracker);
    expect(distance).toBeLessThan(0);
    // outward at the witness: the centre of the body is behind it
    expect(dotVec3(normal, pointA)).toBeGreaterThan(0.99);
  });

  it('of overlapping bodies has the status approximate', () => {
    const ellipsoid = tiledEllipsoid([1, 0.7, 0.5]);
    const tracker = createTracker(ellipsoid, ellipsoid);
    startTracker(tracker, createMovingPose(), placedAt(0.9, 0.2, 0.1, 0.4));
    expect(tracker.status).toBe('overlapping');
    expect(trackerContact(createContact(), tracker).status).toBe('approximate');
  });
});

describe('closest points that are not unique [PG05-5.5]', () => {
  it('boxes face to face: the distance is exact, two directions are free, the contact is not unique', () => {
    const box = tiledBox([1, 1, 0.5]);
    const tracker = createTracker(box, box);
    const onFace = (name: string) => ({ feature: box.faces.findIndex((face) => face.name === name), x: [0.5, 0.4] });
    startTracker(tracker, createMovingPose(), placedAt(0.3, 0.2, 1.5), onFace('+z'), onFace('-z'));
    expect(tracker.distance).toBeCloseTo(0.5, 14);
    expect(tracker.nonUnique).toBe(2);
    expect(trackerContact(createContact(), tracker).unique).toBe(false);
    // sliding does not move the witnesses away
    const { jet } = tracker.work.pair.a;
    for (let k = 1; k <= 100; k++) {
      const before = [jet[0], jet[1]];
      updateTracker(tracker, createMovingPose(), placedAt(0.3 + 0.001 * k, 0.2, 1.5), k * 0.01, 0.01);
      expect(tracker.distance).toBeCloseTo(0.5, 13);
      expect(Math.hypot(jet[0] - before[0], jet[1] - before[1])).toBeLessThan(0.002);
    }
  });
});

describe('settings', () => {
  it('are validated on input', () => {
    const make = (settings: Partial<TrackerSettings>) => () => createTracker(createPoint(), createPoint(), settings);
    expect(make({ gain: -1 })).toThrow('gain must be a finite number above zero or');
    expect(make({ gain: Number.NaN })).toThrow('gain');
    expect(make({ corrections: 0 })).toThrow('corrections must be an integer above zero, got 0');
  });

  it('two points are tracked too, without parameters', () => {
    const tracker = createTracker(createPoint(), createPoint(), { mode: 'rk4' });
    startTracker(tracker, createMovingPose(), placedAt(3, 4, 0));
    expect(tracker.distance).toBe(5);
    updateTracker(tracker, createMovingPose(), placedAt(6, 8, 0), 0, 0.1);
    expect([tracker.distance, tracker.status]).toEqual([10, 'tracking']);
  });

  it('without feedforward the corrector alone tracks the motion', () => {
    const tracker = startedAt(lensPair, 0, { feedforward: false });
    for (let k = 0; k < 100; k++) advanceTracker(tracker, lensPair.motionAt, k * 0.01, 0.01);
    expect(Math.abs(tracker.distance - lensPair.samples.distance[10])).toBeLessThan(1e-12);
  });
});
