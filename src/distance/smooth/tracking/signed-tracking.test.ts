import { describe, expect, it } from 'vitest';
import { runScene } from '../../../../test/tracker-runs.ts';
import { readTrackerScene, scenePoses } from '../../../../test/tracker-scenes.ts';
import { createMovingPose, type MovingPose } from '../../../math/moving-pose.ts';
import { movingPoseAt, type PrescribedPath } from '../../../math/prescribed-path.ts';
import { createVec3, type ReadonlyVec3 } from '../../../math/vec3.ts';
import { createPoint } from '../../../shapes/point.ts';
import { SEED_NORMAL, SEED_POINT, SEED_SIZE, spreadSeeds } from '../../../shapes/tiled/seeds.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { createContact } from '../../contact.ts';
import { climbToPlanes, createContactSolver } from '../witness/contact-solve.ts';
import { correctPair, FULL_SOLVE } from '../witness/corrector.ts';
import { createPairWorkspace } from '../witness/pair-workspace.ts';
import type { Transition } from '../witness/transition.ts';
import { setWitness } from '../witness/witness.ts';
import { createWitnessPair, evaluatePair, pairDistance, setPairPoses } from '../witness/witness-pair.ts';
import { advanceTracker, startTracker } from './tracker.ts';
import { trackerContact } from './tracker-contact.ts';
import { restoreTracker, saveTracker } from './tracker-snapshot.ts';
import { createTracker, trackerLabel } from './tracker-state.ts';

describe('scene B, a point from inside a planar body to outside [PG05-6.6]', () => {
  const scene = readTrackerScene('B');

  // at 1 ms only the part with a jump and the crossing
  it.each([
    [0.01, 0, 100],
    [0.001, 58, 68],
  ])('predictor and corrector, steps of %d s from %d s to %d s: exact, every transition found', (step, from, to) => {
    const result = runScene(scene, { signed: true }, { step, begin: 'solve', countFrom: from, from, to });
    expect(result.missed).toEqual([]);
    expect(result.invented).toEqual([]);
    expect(result.wrongLabels).toEqual([]);
    expect(result.unusual).toEqual(['inside']);
    // suggested 1e-9; the stored distances have 15 digits
    expect(result.distanceError).toBeLessThan(1e-13);
    expect(result.pointError).toBeLessThan(1e-11);
    expect(result.lateness).toBeLessThan(1.01);
  });

  it.each(['heun', 'euler', 'rk4', 'ab2'] as const)('%s, K = 10, steps of 10 ms, from the stored start', (mode) => {
    const options = { step: 0.01, begin: 'stored start' as const, countFrom: 5 };
    const result = runScene(scene, { signed: true, mode, gain: 10 }, options);
    expect(result.missed).toEqual([]);
    expect(result.invented).toEqual([]);
    expect(result.wrongLabels).toEqual([]);
    // suggested for Heun; Euler's feedforward is less accurate
    expect(result.distanceError).toBeLessThan(mode === 'euler' ? 1e-5 : 1e-6);
    expect(result.lateness).toBeLessThan(2);
  });

  it('a state saved inside the body resumes with bitwise identical results', () => {
    const settings = { signed: true, mode: 'ab2', gain: 10 } as const;
    const tracker = createTracker(scene.shapeA, scene.shapeB, settings);
    const { a, b } = scenePoses(scene, 30);
    startTracker(tracker, a, b);
    const run = (of: typeof tracker, first: number) => {
      for (let k = first; k < first + 50; k++) advanceTracker(of, scene.motionAt, 30 + 0.01 * k, 0.01);
    };
    run(tracker, 0);
    const snapshot = JSON.parse(JSON.stringify(saveTracker(tracker)));
    run(tracker, 50);
    const other = createTracker(scene.shapeA, scene.shapeB, settings);
    restoreTracker(other, snapshot);
    run(other, 50);
    expect(saveTracker(other)).toEqual(saveTracker(tracker));
  });
});

describe('a point moving through spatial bodies, in and out', () => {
  const lens = readTrackerScene('E').shapeA as TiledBody;
  const box = readTrackerScene('H').shapeA as TiledBody;

  /** Signed distance by brute force: the nearest of dense samples, refined on every face; the sign from outward normals. */
  function sampledDistance(body: TiledBody, point: ReadonlyVec3, seeds: Float64Array): number {
    const work = createPairWorkspace(body, createPoint());
    const { pair } = work;
    const world = createMovingPose().pose;
    setPairPoses(pair, world, { position: point, rotation: world.rotation });
    let inside = true;
    const nearest = body.faces.map(() => ({ distance: Number.POSITIVE_INFINITY, at: 0 }));
    for (let at = 0; at < seeds.length; at += SEED_SIZE) {
      const off = [point.x, point.y, point.z].map((value, k) => value - seeds[at + SEED_POINT + k]);
      if (off.reduce((sum, value, k) => sum + value * seeds[at + SEED_NORMAL + k], 0) > 0) inside = false;
      const own = nearest[seeds[at]];
      const distance = Math.hypot(...off);
      if (distance < own.distance) Object.assign(own, { distance, at });
    }
    let best = Number.POSITIVE_INFINITY;
    pair.a.open = true;
    for (const { at } of nearest) {
      setWitness(pair.a, seeds[at], seeds[at + 1], seeds[at + 2]);
      evaluatePair(pair);
      correctPair(work, FULL_SOLVE);
      best = Math.min(best, pairDistance(pair));
    }
    return inside ? -best : best;
  }

  const path: PrescribedPath = {
    position: {
      kind: 'harmonic',
      center: createVec3(0.1, -0.05, 0.08),
      velocity: createVec3(),
      amplitude: createVec3(0.9, 1.1, 1.2),
      frequency: createVec3(2.7, 1.8, 2.25),
      phase: createVec3(1.2, 0.2, 0.5),
    },
  };

  it.each([
    ['a lens', lens, 60],
    ['a box', box, 12],
  ])('%s: signed distance, jumps and crossings agree with brute force', (_, body, grid) => {
    const motionAt = (outA: MovingPose, outB: MovingPose, time: number) => {
      movingPoseAt(outA, {}, time);
      movingPoseAt(outB, path, time);
    };
    const seeds = spreadSeeds(body, grid);
    const tracker = createTracker(body, createPoint(), { signed: true });
    const a = createMovingPose();
    const b = createMovingPose();
    motionAt(a, b, 0);
    startTracker(tracker, a, b);
    const kinds = new Map<string, number>();
    tracker.onTransition = ({ kind }: Transition) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const contact = createContact();
    let signs = 0;
    let last = tracker.distance;
    for (let k = 0; k < 1500; k++) {
      advanceTracker(tracker, motionAt, 0.01 * k, 0.01);
      if (Math.sign(tracker.distance) !== Math.sign(last)) signs++;
      last = tracker.distance;
      if (k % 25 !== 0) continue;
      motionAt(a, b, 0.01 * (k + 1));
      const expected = sampledDistance(body, b.pose.position, seeds);
      // both are Newton's fixed points; seeds a cell away from the boundary leave the sign undecided there
      const tolerance = Math.abs(expected) < 1e-3 ? 2e-3 : 1e-12;
      expect(Math.abs(tracker.distance - expected), `at ${0.01 * (k + 1)}`).toBeLessThan(tolerance);
      trackerContact(contact, tracker);
      expect(contact.distance).toBe(tracker.distance);
      expect(contact.pointB.x).toBeCloseTo(b.pose.position.x, 12);
    }
    expect(kinds.get('boundary-crossing')).toBe(signs);
    expect(signs).toBeGreaterThan(5);
    expect(kinds.get('medial-axis')).toBeGreaterThan(3);
  });
});

describe('scene G, two planar bodies through contact and overlap [PG05-7]', () => {
  it.each([0.001, 0.01])('steps of %d s: exact from the start, every transition found', (step) => {
    const result = runScene(readTrackerScene('G'), { signed: true }, { step, begin: 'solve', countFrom: 0 });
    expect(result.missed).toEqual([]);
    expect(result.invented).toEqual([]);
    expect(result.wrongLabels).toEqual([]);
    expect(result.unusual).toEqual(['overlapping']);
    // the reference itself is accurate to 2e-9 or better
    expect(result.distanceError).toBeLessThan(2e-9);
    expect(result.lateness).toBeLessThan(1.01);
  });

  it('separate scenes give the same results in signed form', () => {
    const result = runScene(readTrackerScene('E'), { signed: true }, { step: 0.01, begin: 'solve', countFrom: 0 });
    expect(result.missed).toEqual([]);
    expect(result.invented).toEqual([]);
    expect(result.wrongLabels).toEqual([]);
    expect(result.unusual).toEqual([]);
    expect(result.distanceError).toBeLessThan(1e-13);
  });
});

describe('two spatial bodies through contact, overlap and out', () => {
  const lenses = readTrackerScene('E');
  const boxAndLens = readTrackerScene('H');
  const path: PrescribedPath = {
    position: {
      kind: 'harmonic',
      center: createVec3(1.6, 0.1, 0.2),
      velocity: createVec3(),
      amplitude: createVec3(1, 0.4, 0.3),
      frequency: createVec3(0.9, 0.6, 0.7),
      phase: createVec3(1.2, 0.2, 0.5),
    },
    orientation: { axis: createVec3(0.3, 0.5, 1), angle: 0.4, rate: 0.7 },
  };
  const motionAt = (outA: MovingPose, outB: MovingPose, time: number) => {
    movingPoseAt(outA, {}, time);
    movingPoseAt(outB, path, time);
  };

  it.each([
    ['two lenses', lenses],
    ['a box and a lens', boxAndLens],
  ])('%s: the tracked distance is a maximum gap between support planes, and its rate is correct', (_, scene) => {
    const { shapeA, shapeB } = scene;
    const tracker = createTracker(shapeA, shapeB, { signed: true });
    const a = createMovingPose();
    const b = createMovingPose();
    motionAt(a, b, 0);
    startTracker(tracker, a, b);
    const check = createContactSolver(createWitnessPair(shapeA, shapeB));
    const pairs = new Set<string>();
    const h = 0.01;
    const contact = createContact();
    let crossings = 0;
    let recovered = 0;
    let rates = [tracker.distance, tracker.distanceRate];
    tracker.onTransition = ({ kind }) => {
      if (kind === 'boundary-crossing') crossings++;
    };
    for (let k = 0; k < 1500; k++) {
      advanceTracker(tracker, motionAt, k * h, h);
      const { status, distance, distanceRate } = tracker;
      expect(['tracking', 'overlapping', 'recovered']).toContain(status);
      if (status === 'recovered') recovered++;
      // trapezoidal rule: h³ d'''/12, and a kink of the rate where features change
      else expect(Math.abs(distance - rates[0] - 0.5 * h * (rates[1] + distanceRate))).toBeLessThan(1e-4);
      rates = [distance, distanceRate];
      pairs.add(`${trackerLabel(tracker, 'A')[0]}${trackerLabel(tracker, 'B')[0]}`);

      motionAt(a, b, (k + 1) * h);
      setPairPoses(check.pair, a.pose, b.pose);
      const { normal } = trackerContact(contact, tracker);
      const gapAlong = (x: number, y: number, z: number) => {
        const length = Math.hypot(x, y, z);
        check.form.normal.set([x / length, y / length, z / length]);
        return climbToPlanes(check);
      };
      expect(Math.abs(gapAlong(normal.x, normal.y, normal.z) - distance)).toBeLessThan(1e-13);
      expect(contact.distance).toBe(distance);
      // no direction nearby has a larger gap
      for (const [x, y, z] of [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
      ]) {
        const tilt = 1e-3;
        expect(gapAlong(normal.x + tilt * x, normal.y + tilt * y, normal.z + tilt * z)).toBeLessThan(distance + 1e-13);
      }
    }
    expect(crossings).toBeGreaterThan(2);
    // only where a local maximum of the gap vanishes
    expect(recovered).toBeLessThan(3);
    expect(pairs.size).toBeGreaterThan(1);
  });
});

describe('pairs without a signed distance', () => {
  it('are rejected with a reason', () => {
    const patch = readTrackerScene('A');
    expect(() => createTracker(patch.shapeA, patch.shapeB, { signed: true })).toThrow(/closed convex body/);
    const { shapeA, shapeB } = readTrackerScene('G');
    expect(() => createTracker(shapeA, shapeB, { signed: true, mode: 'heun' })).toThrow(/predictor-corrector/);
  });
});
