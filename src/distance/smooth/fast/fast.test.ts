import { describe, expect, it } from 'vitest';
import { rotationAboutAxis } from '../../../math/mat3.ts';
import { createMovingPose, type MovingPose } from '../../../math/moving-pose.ts';
import { createRandom, type Random } from '../../../math/random.ts';
import { createVec3, normalizeVec3, setVec3 } from '../../../math/vec3.ts';
import { bezierPatch } from '../../../shapes/nurbs/bezier.ts';
import { evaluatePatch } from '../../../shapes/nurbs/patch.ts';
import { createPoint } from '../../../shapes/point.ts';
import { tiledRoundedBox } from '../../../shapes/tiled/box-bodies.ts';
import { tiledCapsule, tiledEllipsoid } from '../../../shapes/tiled/revolved-bodies.ts';
import { closestTiled, createTiledClosest, createTiledWorkspace } from '../search/closest-tiled.ts';
import { startTracker, updateTracker } from '../tracking/tracker.ts';
import { restoreTracker, saveTracker } from '../tracking/tracker-snapshot.ts';
import { createTracker } from '../tracking/tracker-state.ts';
import { assembleSystem, createPairSystem } from '../witness/projection-error.ts';
import { setWitness, type TrackedShape } from '../witness/witness.ts';
import { createWitnessPair, evaluatePair, movePair, type WitnessPair } from '../witness/witness-pair.ts';
import { evaluateCubic, evaluateQuadratic } from './evaluate-powers.ts';
import type { FastPair } from './fast-pair.ts';
import { createFastSolver, solveFast } from './fast-solver.ts';

function randomDirection(random: Random) {
  const d = createVec3(random.normal(), random.normal(), random.normal());
  return normalizeVec3(d, d);
}

const ellipsoidA = tiledEllipsoid([1, 0.7, 0.5]);
const ellipsoidB = tiledEllipsoid([0.8, 0.6, 1.1]);

describe('jets from powers', () => {
  it.each([
    [2, evaluateQuadratic],
    [3, evaluateCubic],
  ] as const)('degree %i: agree with those of the patch', (degree, evaluate) => {
    const random = createRandom(2);
    const jet = new Float64Array(24);
    const expected = new Float64Array(18);
    for (let k = 0; k < 50; k++) {
      const control = Float64Array.from({ length: 4 * (degree + 1) ** 2 }, (_, i) =>
        i % 4 === 3 ? random.between(0.5, 2) : random.between(-1, 1),
      );
      const patch = bezierPatch(degree, degree, control);
      const [u, v] = [random.next(), random.next()];
      evaluate(jet, Float64Array.of(u, v), patch.power);
      evaluatePatch(expected, patch, u, v);
      const [, , , , , , , , , , , , , , , , , , inverse, wu, wv, wuu, wuv, wvv] = jet;
      for (let c = 0; c < 3; c++) {
        const [f, fu, fv] = [jet[c], jet[3 + c], jet[6 + c]];
        const second = [
          (jet[9 + c] - wuu * f - 2 * wu * fu) * inverse,
          (jet[12 + c] - wuv * f - wu * fv - wv * fu) * inverse,
          (jet[15 + c] - wvv * f - 2 * wv * fv) * inverse,
        ];
        // weights differ by a factor of 4 and derivatives grow with it: a thousand roundings
        [f, fu, fv, ...second].forEach((value, i) => {
          expect(Math.abs(value - expected[3 * i + c])).toBeLessThan(2e-13 * (1 + Math.abs(expected[3 * i + c])));
        });
      }
    }
  });
});

/** Poses at a time: both bodies rotate, B orbits A and moves up and down. */
function motionAt(out: MovingPose, body: 'A' | 'B', t: number): MovingPose {
  const axis = body === 'A' ? createVec3(1, 0.2, 0.5) : createVec3(0.3, 1, -0.4);
  rotationAboutAxis(out.pose.rotation, normalizeVec3(axis, axis), (body === 'A' ? 0.7 : 0.9) * t);
  if (body === 'B')
    setVec3(out.pose.position, 2.4 * Math.cos(0.5 * t), 2.4 * Math.sin(0.5 * t), 0.6 * Math.sin(0.8 * t));
  return out;
}

describe('a fast pair', () => {
  it.each([
    ['two faces', ellipsoidB, false],
    ['a face and a point', createPoint(), false],
    ['a point and a face', createPoint(), true],
  ] as const)('%s: energy, gradient and Hessian are those of the general solver', (_, other, swapped) => {
    const random = createRandom(3);
    const shapes: [TrackedShape, TrackedShape] = swapped ? [other, ellipsoidA] : [ellipsoidA, other];
    const pair = createWitnessPair(...shapes);
    const solver = createFastSolver(...shapes);
    expect(solver).not.toBeNull();
    const { fast } = solver as { fast: FastPair };
    const system = createPairSystem();
    for (let k = 0; k < 100; k++) {
      const t = random.between(0, 20);
      movePair(pair, motionAt(createMovingPose(), 'A', t), motionAt(createMovingPose(), 'B', t));
      for (const witness of [pair.a, pair.b]) setWitness(witness, random.below(8), random.next(), random.next());
      evaluatePair(pair);
      assembleSystem(system, pair);
      // no iterations: only the first evaluation
      solveFast(solver as NonNullable<typeof solver>, pair, 0, 3);
      const { count, gradient, hessian } = system;
      for (let i = 0; i < count; i++) {
        expect(Math.abs(fast.gradient[i] - gradient[i])).toBeLessThan(1e-13); // a few roundings of numbers up to ten
        for (let j = 0; j <= i; j++) {
          expect(Math.abs(fast.hessian[(i * (i + 1)) / 2 + j] - hessian[4 * i + j])).toBeLessThan(1e-12);
        }
      }
    }
  });

  it('is not created for planar bodies or high degrees, and does not apply to witnesses on edges', () => {
    expect(createFastSolver(createPoint(), createPoint())).toBeNull();
    const pair: WitnessPair = createWitnessPair(ellipsoidA, ellipsoidB);
    setWitness(pair.a, 8, 0.5);
    const solver = createFastSolver(ellipsoidA, ellipsoidB);
    expect(solver !== null && solveFast(solver, pair, 10, 3)).toBe('slow');
  });
});

describe.each([
  ['two ellipsoids', ellipsoidA, ellipsoidB],
  ['an ellipsoid and a point', ellipsoidA, createPoint()],
  ['a capsule and a rounded box', tiledCapsule(0.4, 0.5), tiledRoundedBox([0.8, 0.5, 0.6], 0.2)],
] as const)('a tracker with the fast solver: %s', (_, shapeA, shapeB) => {
  const step = 0.005;
  const [a, b] = [createMovingPose(), createMovingPose()];

  it('agrees with the general solver and the certified distance, over smooth edges and poles', () => {
    const fast = createTracker(shapeA, shapeB);
    const general = Object.assign(createTracker(shapeA, shapeB), { fast: null });
    const workspace = createTiledWorkspace(shapeA, shapeB);
    const certified = createTiledClosest();
    for (const tracker of [fast, general]) startTracker(tracker, motionAt(a, 'A', 0), motionAt(b, 'B', 0));
    const features = new Set<number>();
    for (let k = 1; k <= 2000; k++) {
      motionAt(a, 'A', k * step);
      motionAt(b, 'B', k * step);
      updateTracker(fast, a, b, (k - 1) * step, step);
      features.add(fast.work.pair.a.feature);
      if (k % 20 !== 0) {
        updateTracker(general, a, b, (k - 1) * step, step);
        continue;
      }
      closestTiled(certified, shapeA, a.pose, shapeB, b.pose, workspace);
      expect(certified.status).toBe('certified');
      // iteration ends when the next step would be below 1e-8 of the size, so distances are accurate to the square of that
      expect(Math.abs(fast.distance - certified.distance)).toBeLessThan(1e-14);
      updateTracker(general, a, b, (k - 1) * step, step);
      expect(Math.abs(fast.distance - general.distance)).toBeLessThan(1e-9); // the general solver stops after three corrections
      expect(fast.status).toBe('tracking');
    }
    expect(features.size).toBeGreaterThan(1);
  });

  it('resumes with bitwise identical results after it was saved and restored', () => {
    const one = createTracker(shapeA, shapeB);
    startTracker(one, motionAt(a, 'A', 0), motionAt(b, 'B', 0));
    for (let k = 1; k <= 100; k++) updateTracker(one, motionAt(a, 'A', k * step), motionAt(b, 'B', k * step), 0, step);
    const two = createTracker(shapeA, shapeB);
    restoreTracker(two, JSON.parse(JSON.stringify(saveTracker(one))));
    for (let k = 101; k <= 200; k++) {
      for (const tracker of [one, two])
        updateTracker(tracker, motionAt(a, 'A', k * step), motionAt(b, 'B', k * step), 0, step);
      expect(two.distance).toBe(one.distance);
      expect([...two.work.pair.a.x]).toEqual([...one.work.pair.a.x]);
    }
  });
});

describe('the fast solver on random poses', () => {
  it('converges to the certified result, or returns slow', () => {
    const random = createRandom(5);
    const pair = createWitnessPair(ellipsoidA, ellipsoidB);
    const solver = createFastSolver(ellipsoidA, ellipsoidB);
    const workspace = createTiledWorkspace(ellipsoidA, ellipsoidB);
    const certified = createTiledClosest();
    const [a, b] = [createMovingPose(), createMovingPose()];
    let converged = 0;
    for (let k = 0; k < 300; k++) {
      rotationAboutAxis(a.pose.rotation, randomDirection(random), random.between(-3, 3));
      rotationAboutAxis(b.pose.rotation, randomDirection(random), random.between(-3, 3));
      const away = randomDirection(random);
      setVec3(b.pose.position, 2.6 * away.x, 2.6 * away.y, 2.6 * away.z);
      movePair(pair, a, b);
      setWitness(pair.a, random.below(8), random.next(), random.next());
      setWitness(pair.b, random.below(8), random.next(), random.next());
      if (solver === null || solveFast(solver, pair, 60, 3) !== 'converged') continue;
      converged++;
      closestTiled(certified, ellipsoidA, a.pose, ellipsoidB, b.pose, workspace);
      // the energy after the last step, which is not evaluated, is accurate to machine precision
      expect(Math.abs(Math.sqrt(2 * solver.fast.energy) - certified.distance)).toBeLessThan(1e-14);
    }
    expect(converged).toBeGreaterThan(100); // slow from far sides and over poles
  });
});
