import { describe, expect, it } from 'vitest';
import { readTrackerScene, scenePoses } from '../../../../test/tracker-scenes.ts';
import { createMovingPose, type MovingPose } from '../../../math/moving-pose.ts';
import { movingPoseAt, type PrescribedPath } from '../../../math/prescribed-path.ts';
import { createVec3, type ReadonlyVec3 } from '../../../math/vec3.ts';
import { tiledEllipsoid } from '../../../shapes/tiled/revolved-bodies.ts';
import { lagGain } from '../witness/gains.ts';
import { gainEigenvalues, type OuterLoop } from '../witness/outer-loop.ts';
import {
  createFeedbackLaw,
  evaluateLaw,
  type FeedbackLaw,
  type FeedbackLawSettings,
  startLaw,
} from './feedback-law.ts';
import { advanceTracker, setTrackerWitnesses } from './tracker.ts';
import { createTracker, trackerParameters } from './tracker-state.ts';

const patchAndPoint = readTrackerScene('A');

/** Two ellipsoids; the second moves and rotates. */
const NONE = createVec3();
const moving = (center: ReadonlyVec3, velocity: ReadonlyVec3, axis: ReadonlyVec3, rate: number): PrescribedPath => ({
  position: { kind: 'harmonic', center, velocity, amplitude: NONE, frequency: NONE, phase: NONE },
  orientation: { axis, angle: 0.2, rate },
});
const paths = [
  moving(NONE, createVec3(0.1, 0, 0.2), createVec3(1, 2, 3), 0.5),
  moving(createVec3(1.8, 0.9, 1.1), createVec3(-0.2, 0.3, 0.1), createVec3(2, -1, 1), -0.7),
] as const;
const motionAt = (outA: MovingPose, outB: MovingPose, time: number) => {
  movingPoseAt(outA, paths[0], time);
  movingPoseAt(outB, paths[1], time);
};
const ellipsoids: PairInMotion = {
  shapeA: tiledEllipsoid([1, 0.7, 0.5]),
  shapeB: tiledEllipsoid([0.6, 0.9, 0.4]),
  posesAt(time) {
    const [a, b] = [createMovingPose(), createMovingPose()];
    motionAt(a, b, time);
    return { a, b };
  },
};
const patch: PairInMotion = { ...patchAndPoint, posesAt: (time) => scenePoses(patchAndPoint, time) };

interface PairInMotion extends Pick<typeof patchAndPoint, 'shapeA' | 'shapeB'> {
  posesAt(time: number): { a: MovingPose; b: MovingPose };
}

/** Rotation by 40 rad/s in the plane of the errors of A besides a decay of 30 1/s. */
const ROTATING = [[30, -40, 0, 0], [40, 30, 0, 0], [0, 0, 20, 5], [0, 0, -5, 20]]; // biome-ignore format: one line

function lawAt(scene: PairInMotion, t: number, settings: Partial<FeedbackLawSettings>, offset = 0.02) {
  const law = createFeedbackLaw(scene.shapeA, scene.shapeB, settings);
  const { a, b } = scene.posesAt(t);
  const closest = startLaw(law, a, b);
  return { law, a, b, x: closest.map((value, i) => value + (i % 2 === 0 ? offset : -offset)) };
}

/** dΨ/dt = M dx/dt + b, from the values of a law. */
function errorRates({ count, matrix, drift, rates }: FeedbackLaw): number[] {
  return Array.from({ length: count }, (_, i) =>
    [...rates.subarray(0, count)].reduce((sum, rate, j) => sum + matrix[4 * i + j] * rate, drift[i]),
  );
}

const close = (got: readonly number[], wanted: readonly number[], tolerance: number) => {
  const scale = Math.max(...wanted.map(Math.abs), 1e-3);
  for (let i = 0; i < wanted.length; i++) expect(Math.abs(got[i] - wanted[i])).toBeLessThan(tolerance * scale);
};

describe('the feedback law for an integrator of the caller [PG05-4.1]', () => {
  it('has M and b that are the derivatives of the projection errors by parameters and time', () => {
    const t = 2.3;
    const { law, a, b, x } = lawAt(ellipsoids, t, { gain: 20, law: 'printed' });
    expect(x).toHaveLength(4);
    const errorsAt = (parameters: readonly number[], time: number) => {
      const poses = ellipsoids.posesAt(time);
      evaluateLaw(law, parameters, poses.a, poses.b, time);
      return [...law.errors];
    };
    const d = 1e-6;
    const byParameter = x.map((_, j) => {
      const moved = (sign: number) => x.map((value, i) => value + (i === j ? sign * d : 0));
      const [above, below] = [errorsAt(moved(1), t), errorsAt(moved(-1), t)];
      return above.map((value, i) => (value - below[i]) / (2 * d));
    });
    const [later, earlier] = [errorsAt(x, t + d), errorsAt(x, t - d)];
    evaluateLaw(law, x, a, b, t);
    for (let i = 0; i < 4; i++) {
      close(
        [...law.matrix.subarray(4 * i, 4 * i + 4)],
        byParameter.map((column) => column[i]),
        1e-7,
      );
    }
    close(
      [...law.drift],
      later.map((value, i) => (value - earlier[i]) / (2 * d)),
      1e-7,
    );
  });

  it('gives the steps of a tracker with the same integrator', () => {
    const [h, K] = [1e-3, 200];
    const tracker = createTracker(ellipsoids.shapeA, ellipsoids.shapeB, { mode: 'euler', gain: K });
    const { law, a, b, x } = lawAt(ellipsoids, 2, { gain: K });
    const features = [law.work.pair.a.feature, law.work.pair.b.feature];
    setTrackerWitnesses(
      tracker,
      a,
      b,
      { feature: features[0], x: x.slice(0, 2) },
      { feature: features[1], x: x.slice(2) },
    );
    let parameters = x;
    for (let k = 0; k < 50; k++) {
      const poses = ellipsoids.posesAt(2 + k * h);
      const rates = evaluateLaw(law, parameters, poses.a, poses.b, 2 + k * h);
      parameters = parameters.map((value, i) => value + h * rates[i]);
      advanceTracker(tracker, motionAt, 2 + k * h, h);
      close([...trackerParameters(tracker, 'A'), ...trackerParameters(tracker, 'B')], parameters, 1e-12);
    }
  });

  it.each([
    [
      'a number',
      25,
      [
        [25, 0, 0, 0],
        [0, 25, 0, 0],
        [0, 0, 25, 0],
        [0, 0, 0, 25],
      ],
    ],
    [
      'a number for each parameter',
      [10, 20, 30, 40],
      [
        [10, 0, 0, 0],
        [0, 20, 0, 0],
        [0, 0, 30, 0],
        [0, 0, 0, 40],
      ],
    ],
    ['a matrix', ROTATING, ROTATING],
  ])('makes dΨ/dt = -KΨ with %s', (_what, gain, K) => {
    // biome-ignore format: a table
    const { law, a, b, x } = lawAt(ellipsoids, 2, { gain, law: 'printed' });
    evaluateLaw(law, x, a, b, 2);
    const wanted = K.map((row) => -row.reduce((sum, value, j) => sum + value * law.errors[j], 0));
    close(errorRates(law), wanted, 1e-9);
  });

  const controllers: [string, OuterLoop][] = [
    ['sliding mode with a boundary layer', (out, errors) => errors.forEach((e, i) => { out[i] = -5 * Math.max(-1, Math.min(1, e / 1e-3)); })],
    ['a time-varying gain', (out, errors, time) => errors.forEach((e, i) => { out[i] = -10 * (1 + time) * e; })],
  ]; // biome-ignore format: a table
  it.each(controllers)('makes dΨ/dt what a controller asks for: %s', (_what, controller) => {
    const { law, a, b, x } = lawAt(ellipsoids, 2, { controller, law: 'printed' });
    evaluateLaw(law, x, a, b, 2);
    const wanted = new Float64Array(4);
    controller(wanted, law.errors, 2);
    close(errorRates(law), [...wanted], 1e-9);
  });

  it('removes with integral action the lag that a proportional controller has without feedforward', () => {
    // PI control of the patch and point: the integral of the errors is part of the caller's state
    const steadyError = (integralGain: number) => {
      const integral = [0, 0];
      const controller: OuterLoop = (out, errors) => {
        for (let i = 0; i < 2; i++) out[i] = -50 * errors[i] - integralGain * integral[i];
      };
      const settings = { controller, feedforward: false };
      const { law, x } = lawAt(patch, 3, settings, 0);
      let parameters = x;
      let largest = 0;
      const h = 1e-3;
      for (let k = 0; k < 1000; k++) {
        const { a, b } = scenePoses(patchAndPoint, 3 + k * h);
        const rates = evaluateLaw(law, parameters, a, b, k * h);
        for (let i = 0; i < 2; i++) integral[i] += h * law.errors[i];
        parameters = parameters.map((value, i) => value + h * rates[i]);
        if (k > 500) largest = Math.max(largest, Math.hypot(law.errors[0], law.errors[1]));
      }
      return largest;
    };
    expect(steadyError(600)).toBeLessThan(0.3 * steadyError(0));
  });

  it('exposes the speed of the closest points, from which the gain for a tolerance follows', () => {
    const tolerance = 0.004;
    const { law, x, a, b } = lawAt(patch, 3, { gain: 1 }, 0);
    evaluateLaw(law, x, a, b, 3);
    // the closest point itself, a moment later
    const later = lawAt(patch, 3.0001, {}, 0);
    const [p, q] = [[...law.work.pair.a.jet.subarray(0, 3)], [...later.law.work.pair.a.jet.subarray(0, 3)]];
    const speed = Math.hypot(...q.map((value, i) => value - p[i])) / 1e-4;
    expect(law.pointSpeed / speed).toBeCloseTo(1, 2);
    expect(lagGain(law.pointSpeed, tolerance)).toBeCloseTo(law.pointSpeed / tolerance, 12);
  });
});

describe('gain matrices', () => {
  it('have the eigenvalues of all parameters that can be in use', () => {
    const values = gainEigenvalues(ROTATING).map(([re, im]) => `${re.toFixed(6)} ${Math.abs(im).toFixed(6)}`);
    // on an edge only u counts; on a face the pair 30 ± 40i
    expect(new Set(values)).toEqual(
      new Set(['30.000000 0.000000', '30.000000 40.000000', '20.000000 0.000000', '20.000000 5.000000']),
    );
  });

  it('must have eigenvalues with positive real parts, whatever the features', () => {
    const law = (gain: FeedbackLawSettings['gain']) => () =>
      createFeedbackLaw(ellipsoids.shapeA, ellipsoids.shapeB, { gain });
    // stable as a whole (1 ± ..), but not for u alone
    expect(law([[-1, 4, 0, 0], [-4, 5, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])).toThrow(/positive real parts for all parameters in use, got -1/); // biome-ignore format: one line
    expect(law([1, 1, 1, 0])).toThrow(/got 0/);
    expect(law([1, 2, 3])).toThrow(/4 numbers/);
    expect(law([1, 2, 3, Number.NaN])).toThrow(/finite/);
    expect(law(-2)).toThrow(/above zero, got -2/);
  });

  it('must be within the region of stability of the scheme: Euler with complex eigenvalues', () => {
    // |1 - h (30 ± 40i)| < 1 for h < 60/2500
    const run = (h: number, law: 'safeguarded' | 'printed') => {
      const tracker = createTracker(patchAndPoint.shapeA, patchAndPoint.shapeB, { mode: 'euler', gain: ROTATING, law });
      const { a, b } = scenePoses(patchAndPoint, 3);
      const still = (pose: typeof a) => {
        Object.assign(pose.velocity, { x: 0, y: 0, z: 0 });
        Object.assign(pose.angularVelocity, { x: 0, y: 0, z: 0 });
        return pose;
      };
      const [u, v] = patchAndPoint.samples.xA[30];
      setTrackerWitnesses(tracker, still(a), still(b), { feature: 0, x: [u + 1e-6, v] }, patchAndPoint.startB);
      const before = tracker.error;
      for (let k = 0; k < 400; k++) advanceTracker(tracker, () => {}, 0, h);
      return tracker.error / before;
    };
    expect(run(0.0235, 'safeguarded')).toBeLessThan(0.1);
    expect(() => run(0.0245, 'safeguarded')).toThrow(/region of stability of euler with steps of 0.0245 s, got 30/);
    // the printed law accepts it, and it grows
    expect(run(0.0245, 'printed')).toBeGreaterThan(10);
  });

  it('and controllers need an explicit scheme of the direct form', () => {
    const tracker = (settings: object) => () => createTracker(ellipsoids.shapeA, ellipsoids.shapeB, settings);
    expect(tracker({ mode: 'trapezoidal', gain: ROTATING })).toThrow(/must be a number for implicit schemes/);
    expect(tracker({ mode: 'heun', form: 'integrated', controller: () => {} })).toThrow(/integrated form/);
    expect(tracker({ gain: ROTATING })).toThrow(/gain matrix needs an integrator/);
    expect(tracker({ controller: () => {} })).toThrow(/controller needs an integrator/);
  });
});
