import { describe, expect, it } from 'vitest';
import { randomCurve, randomPatch } from '../../../../test/nurbs-jets.ts';
import {
  singleCurve,
  singleFeature,
  singlePatch,
  singleVertex,
  type UnitFeature,
  type UnitPose,
  unitMotion,
} from '../../../../test/single-features.ts';
import { featureNumber, readTrackerFile, readTrackerScene, scenePoses } from '../../../../test/tracker-scenes.ts';
import { solveLinear } from '../../../math/linear-solve.ts';
import { createMotion, poseAt } from '../../../math/motion.ts';
import { createMovingPose, type MovingPose } from '../../../math/moving-pose.ts';
import { createRandom, type Random } from '../../../math/random.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import {
  assembleDrift,
  assembleSystem,
  createPairSystem,
  distanceRate,
  geometricHessian,
  type PairSystem,
  printedForm,
  projectionErrors,
} from './projection-error.ts';
import { setWitness } from './witness.ts';
import {
  createWitnessPair,
  evaluatePair,
  movePair,
  pairDistance,
  pairEnergy,
  type WitnessPair,
} from './witness-pair.ts';

interface UnitCase {
  pair: string;
  A: UnitFeature;
  B: UnitFeature;
  poseA: UnitPose;
  poseB: UnitPose;
  xA: number[];
  xB: number[];
  F: number[];
  H: number[];
  Psi: number[];
  M: number[][];
  b: number[];
  g: number[];
  Hess: number[][];
  c: number[];
}

const { cases } = readTrackerFile<{ cases: UnitCase[] }>('unit-assembly.json');

/** Two single features in motion and their parameters. */
interface Situation {
  a: TiledBody;
  b: TiledBody;
  motionA: MovingPose;
  motionB: MovingPose;
  x: number[];
}

/** The pair evaluated with parameters displaced by `dx` and poses advanced by `dt` seconds. */
function pairAt({ a, b, motionA, motionB, x }: Situation, dx: readonly number[] = [], dt = 0): WitnessPair {
  const pair = createWitnessPair(a, b);
  movePair(pair, later(motionA, dt), later(motionB, dt));
  const moved = x.map((value, i) => value + (dx[i] ?? 0));
  const nA = pair.a.dimension;
  setWitness(pair.a, 0, moved[0], moved[1]);
  setWitness(pair.b, 0, moved[nA], moved[nA + 1]);
  evaluatePair(pair);
  return pair;
}

function later(motion: MovingPose, dt: number): MovingPose {
  const out = createMovingPose();
  poseAt(out.pose, createMotion(motion.pose, motion.velocity, motion.angularVelocity), dt);
  Object.assign(out.velocity, motion.velocity);
  Object.assign(out.angularVelocity, motion.angularVelocity);
  return out;
}

function systemOf(pair: WitnessPair): PairSystem {
  const system = createPairSystem();
  assembleSystem(system, pair);
  assembleDrift(system, pair);
  return system;
}

function rows(matrix: Float64Array, n: number): number[][] {
  return Array.from({ length: n }, (_, i) => [...matrix.subarray(4 * i, 4 * i + n)]);
}

function expectNear(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  actual.forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThanOrEqual(tolerance * (1 + Math.abs(expected[i])));
  });
}

function randomMotion(random: Random): MovingPose {
  const numbers = () => [random.normal(), random.normal(), random.normal()];
  return unitMotion({ axis: numbers(), angle: random.between(-3, 3), p: numbers(), v: numbers(), w: numbers() });
}

function randomFeature(random: Random, dimension: number): TiledBody {
  if (dimension === 0) return singleVertex(random.normal(), random.normal(), random.normal());
  return dimension === 1 ? singleCurve(randomCurve(random, 3)) : singlePatch(randomPatch(random, 3, 2));
}

/** Every pair type from 0-1 to 2-2 parameters, `count` random ones of each. */
function randomSituations(count: number): Situation[] {
  const random = createRandom(200);
  const situations: Situation[] = [];
  for (let nA = 0; nA < 3; nA++) {
    for (let nB = 0; nB < 3; nB++) {
      for (let k = 0; k < count; k++) {
        const [a, b] = [randomFeature(random, nA), randomFeature(random, nB)];
        const x = Array.from({ length: nA + nB }, () => random.between(0.1, 0.9));
        situations.push({ a, b, motionA: randomMotion(random), motionB: randomMotion(random), x });
      }
    }
  }
  return situations;
}

describe('the projection errors of a pair [PG05-2]', () => {
  it.each(cases.map((unit, k) => [k, unit.pair, unit] as const))(
    'have the stored values, case %i: %s',
    (_, __, unit) => {
      const situation = {
        a: singleFeature(unit.A),
        b: singleFeature(unit.B),
        motionA: unitMotion(unit.poseA),
        motionB: unitMotion(unit.poseB),
        x: [...unit.xA, ...unit.xB],
      };
      const pair = pairAt(situation);
      const system = systemOf(pair);
      const n = system.count;
      const [psi, m, b] = [new Float64Array(4), new Float64Array(16), new Float64Array(4)];
      printedForm(psi, m, b, system);
      // the stored numbers have 14 digits
      const tolerance = 1e-11;
      expectNear(
        [...pair.delta],
        unit.F.map((f, i) => f - unit.H[i]),
        tolerance,
      );
      expectNear([...psi.subarray(0, n)], unit.Psi, tolerance);
      expectNear(rows(m, n).flat(), unit.M.flat(), tolerance);
      expectNear([...b.subarray(0, n)], unit.b, tolerance);
      expectNear([...system.gradient.subarray(0, n)], unit.g, tolerance);
      expectNear(rows(system.hessian, n).flat(), unit.Hess.flat(), tolerance);
      expectNear([...system.drift.subarray(0, n)], unit.c, tolerance);
    },
  );

  it('are the derivatives of half the squared distance, for every pair of features, with the given time derivatives', () => {
    const h = 1e-5;
    // central differences: h² times third derivatives (some hundreds on random rational patches), and rounding / h
    const tolerance = 1e-6;
    for (const situation of randomSituations(20)) {
      const system = systemOf(pairAt(situation));
      const n = system.count;
      const scale = 1 + Math.max(0, ...system.hessian.map(Math.abs), ...system.drift.map(Math.abs));
      for (let i = 0; i < n; i++) {
        const dx = (sign: number) => situation.x.map((_, k) => (k === i ? sign * h : 0));
        const [after, before] = [pairAt(situation, dx(1)), pairAt(situation, dx(-1))];
        const slope = (pairEnergy(after) - pairEnergy(before)) / (2 * h);
        expect(Math.abs(slope - system.gradient[i])).toBeLessThan(tolerance * scale);
        const [gAfter, gBefore] = [systemOf(after).gradient, systemOf(before).gradient];
        for (let k = 0; k < n; k++) {
          const second = (gAfter[k] - gBefore[k]) / (2 * h);
          expect(Math.abs(second - system.hessian[4 * k + i])).toBeLessThan(tolerance * scale);
          // S M = 𝓗 is symmetric to the last bit
          expect(system.hessian[4 * k + i]).toBe(system.hessian[4 * i + k]);
        }
      }
      const [gAfter, gBefore] = [pairAt(situation, [], h), pairAt(situation, [], -h)].map((p) => systemOf(p).gradient);
      for (let k = 0; k < n; k++) {
        expect(Math.abs((gAfter[k] - gBefore[k]) / (2 * h) - system.drift[k])).toBeLessThan(tolerance * scale);
      }
    }
  });

  it('give the same velocities in the printed and in the symmetric form', () => {
    for (const situation of randomSituations(10)) {
      const system = systemOf(pairAt(situation));
      const n = system.count;
      const K = 7;
      const [psi, m, b] = [new Float64Array(4), new Float64Array(16), new Float64Array(4)];
      printedForm(psi, m, b, system);
      const printed = Float64Array.from({ length: n }, (_, i) => -K * psi[i] - b[i]);
      const symmetric = Float64Array.from({ length: n }, (_, i) => -K * system.gradient[i] - system.drift[i]);
      solveLinear(Float64Array.from(rows(m, n).flat()), printed, n, 1);
      solveLinear(Float64Array.from(rows(system.hessian, n).flat()), symmetric, n, 1);
      // rows of opposite sign, the same pivots: bitwise identical except for the sign of rounded sums
      expectNear([...printed], [...symmetric], 1e-12);
    }
  });

  it('P5: the printed M of two surfaces is not definite where the Hessian is', () => {
    const flat = (z: number, sign: number) =>
      singlePatch(
        singleFeature({
          kind: 'patch',
          points: [-1, 0, 1].map((u) =>
            [-1, 0, 1].map((v) => [u, sign * v, z - sign * (0.2 * (u * u + v * v) - 0.4 * u * u * v * v)]),
          ),
          weights: [1, 1, 1].map(() => [1, 1, 1]),
        }).faces[0].patch,
      );
    const rest = { motionA: createMovingPose(), motionB: createMovingPose() };
    const system = systemOf(pairAt({ a: flat(0, 1), b: flat(1, -1), ...rest, x: [0.5, 0.5, 0.5, 0.5] }));
    const m = new Float64Array(16);
    printedForm(new Float64Array(4), m, new Float64Array(4), system);
    const curvature = (matrix: Float64Array, w: number[]) =>
      w.reduce((sum, wi, i) => sum + w.reduce((row, wk, k) => row + wi * matrix[4 * i + k] * wk, 0), 0);
    expect(curvature(system.hessian, [0, 0, 1, 0])).toBeGreaterThan(0);
    expect(curvature(m, [0, 0, 1, 0])).toBeLessThan(0);
    expect(curvature(m, [1, 0, 0, 0])).toBeGreaterThan(0);
  });
});

describe('the geometric Hessian [PG05-3]', () => {
  it.each(['C', 'D', 'E', 'H'] as const)('equals the exact one at the stored closest points of scene %s', (name) => {
    const scene = readTrackerScene(name);
    const { samples } = scene;
    const pair = createWitnessPair(scene.shapeA, scene.shapeB);
    const geometric = new Float64Array(16);
    samples.t.forEach((t, k) => {
      const { a, b } = scenePoses(scene, t);
      movePair(pair, a, b);
      setWitness(pair.a, featureNumber(scene.shapeA, samples.featureA[k]), samples.xA[k][0], samples.xA[k][1]);
      setWitness(pair.b, featureNumber(scene.shapeB, samples.featureB[k]), samples.xB[k][0], samples.xB[k][1]);
      evaluatePair(pair);
      const system = systemOf(pair);
      expect(geometricHessian(geometric, system, pair)).toBe(true);
      // the stored parameters are accurate to 1e-11, second derivatives are below 100
      expectNear(rows(geometric, system.count).flat(), rows(system.hessian, system.count).flat(), 1e-8);
    });
  });

  it('does not exist at a degenerate edge', () => {
    const points = [0, 1].map((u) => [0, 1].map((v) => [u * v, v, 0]));
    const weights = [1, 1].map(() => [1, 1]);
    const rest = { motionA: createMovingPose(), motionB: createMovingPose() };
    const cone = singleFeature({ kind: 'patch', points, weights });
    const pair = pairAt({ a: cone, b: singleVertex(0, 0, 1), ...rest, x: [0.5, 0] });
    const system = systemOf(pair);
    expect(geometricHessian(new Float64Array(16), system, pair)).toBe(false);
    expect(system.tangentSq[0]).toBe(0);
    expect(system.scale[0]).toBeGreaterThan(0);
  });
});

describe('readings', () => {
  it('the rate of the distance is that of the moving witnesses of a pair with fixed parameters', () => {
    const h = 1e-6;
    for (const situation of randomSituations(5)) {
      const [now, after, before] = [pairAt(situation), pairAt(situation, [], h), pairAt(situation, [], -h)];
      const slope = (pairDistance(after) - pairDistance(before)) / (2 * h);
      expect(Math.abs(slope - distanceRate(now))).toBeLessThan(1e-7 * (1 + Math.abs(slope))); // h² and rounding / h
    }
  });

  it('normalised errors are cosines, and a parameter at an active bound has none', () => {
    const line = singleFeature({
      kind: 'curve',
      points: [
        [0, 0, 0],
        [2, 0, 0],
      ],
      weights: [1, 1],
    });
    const rest = { motionA: createMovingPose(), motionB: createMovingPose() };
    const errors = new Float64Array(4);
    const slanted = pairAt({ a: line, b: singleVertex(4, 3, 0), ...rest, x: [0] });
    expect(projectionErrors(errors, slanted)).toBeCloseTo(0.8, 15);
    expect(errors[0]).toBeCloseTo(0.8, 15);
    const beyondEnd = pairAt({ a: line, b: singleVertex(5, 4, 0), ...rest, x: [1] });
    expect(projectionErrors(errors, beyondEnd)).toBe(0);
    expect(errors[0]).toBeCloseTo(0.6, 15);
  });

  it('a pair far from the origin loses no accuracy', () => {
    const situation = randomSituations(1)[4];
    const near = systemOf(pairAt(situation));
    const shift = 2 ** 20;
    for (const motion of [situation.motionA, situation.motionB]) motion.pose.position.x += shift;
    const far = systemOf(pairAt(situation));
    // the shifted positions themselves are rounded to 2^-33 of a metre
    expectNear([...far.gradient], [...near.gradient], 1e-8);
  });
});
