import { describe, expect, it } from 'vitest';
import { singleFeature, singleSquare, singleVertex } from '../../../../test/single-features.ts';
import { readTrackerScene, scenePoses } from '../../../../test/tracker-scenes.ts';
import { createMovingPose } from '../../../math/moving-pose.ts';
import { createRandom } from '../../../math/random.ts';
import { setVec3 } from '../../../math/vec3.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { allFree, factorShifted } from './cholesky.ts';
import { type HessianModel, modifiedHessian } from './hessian-modification.ts';
import { assembleSystem, createPairSystem } from './projection-error.ts';
import { capVelocity } from './step-cap.ts';
import { setWitness } from './witness.ts';
import { createWitnessPair, evaluatePair, movePair, type WitnessPair } from './witness-pair.ts';

const atRest = createMovingPose();

/** A dome z = 1 - x² - y² over [-1, 1]², and the same above it, rotated upside down. */
const dome = singleFeature({
  kind: 'patch',
  points: [-1, 0, 1].map((x) => [-1, 0, 1].map((y) => [x, y, 1 + (x === 0 ? 1 : -1) + (y === 0 ? 1 : -1)])),
  weights: [1, 1, 1].map(() => [1, 1, 1]),
});

function pairOf(a: TiledBody, b: TiledBody, z: number, x: readonly number[]): WitnessPair {
  const pair = createWitnessPair(a, b);
  const above = createMovingPose();
  setVec3(above.pose.position, 0, 0, z);
  movePair(pair, atRest, above);
  const nA = a.faces.length > 0 ? 2 : 0;
  setWitness(pair.a, 0, x[0], x[1]);
  setWitness(pair.b, 0, x[nA], x[nA + 1]);
  evaluatePair(pair);
  return pair;
}

function hessianOf(pair: WitnessPair): { hessian: HessianModel; matrix: Float64Array } {
  const system = createPairSystem();
  const matrix = new Float64Array(16);
  assembleSystem(system, pair);
  return { hessian: modifiedHessian(matrix, system, pair), matrix };
}

describe('the modified Hessian [PG05-5.1]', () => {
  it('is exact above a dome', () => {
    const pair = pairOf(dome, singleVertex(0, 0, 0), 3, [0.5, 0.5]);
    const { hessian, matrix } = hessianOf(pair);
    expect(hessian).toBe('exact');
    // F_u = (2, 0, 0), F_uu = (0, 0, -8), Δ = (0, 0, -2): 4 + 16
    expect([matrix[0], matrix[1], matrix[5]]).toEqual([20, 0, 20]);
  });

  it('is geometric where the exact one is indefinite for a point next to a slope', () => {
    // the point is in front of the rim, but Δ·F_uu is far below zero there
    const { hessian } = hessianOf(pairOf(dome, singleVertex(3, 0, 0), -3, [1, 0.5]));
    expect(hessian).toBe('geometric');
  });

  it('is the metric under the dome, where no curvature helps', () => {
    const { hessian, matrix } = hessianOf(pairOf(dome, singleVertex(0, 0, 0), -3, [0.5, 0.5]));
    expect(hessian).toBe('metric');
    expect(matrix[0]).toBeCloseTo(4, 7);
  });

  it('is regularised by a fraction of the metric for parallel squares', () => {
    const square = singleSquare();
    expect(hessianOf(pairOf(square, square, 1, [0.5, 0.5, 0.4, 0.6])).hessian).toBe('regularised');
  });

  it('leads to a common point when each face is behind the other', () => {
    const upsideDown = singleFeature({
      kind: 'patch',
      points: [-1, 0, 1].map((x) => [1, 0, -1].map((y) => [x, y, -1 - (x === 0 ? 1 : -1) - (y === 0 ? 1 : -1)])),
      weights: [1, 1, 1].map(() => [1, 1, 1]),
    });
    // tops at z = 1 and at z = 0.5 - 1: overlapping by 1.5
    expect(hessianOf(pairOf(dome, upsideDown, 0.5, [0.5, 0.5, 0.5, 0.5])).hessian).toBe('gauss-newton');
  });

  it('is positive definite at any pair of points on the reference bodies', () => {
    const random = createRandom(51);
    const ones = new Float64Array(4).fill(1);
    const models = new Set<HessianModel>();
    for (const name of ['C', 'D', 'E', 'H'] as const) {
      const scene = readTrackerScene(name);
      const pair = createWitnessPair(scene.shapeA, scene.shapeB);
      for (let trial = 0; trial < 500; trial++) {
        const { a, b } = scenePoses(scene, random.between(scene.t0, scene.t1));
        movePair(pair, a, b);
        for (const witness of [pair.a, pair.b]) {
          const parameter = () => (random.next() < 0.2 ? random.below(2) : random.next());
          setWitness(witness, random.below(witness.diameters.length), parameter(), parameter());
        }
        evaluatePair(pair);
        const { hessian, matrix } = hessianOf(pair);
        models.add(hessian);
        const n = pair.a.dimension + pair.b.dimension;
        expect(factorShifted(new Float64Array(16), matrix, ones, 0, n, allFree(n))).toBe(true);
      }
    }
    expect([...models].sort()).toEqual(['exact', 'gauss-newton', 'geometric', 'metric']);
  });
});

describe('capVelocity [PG05-5.2]', () => {
  it('limits the move of a witness in a step to half the distance or an eighth of the feature', () => {
    const pair = pairOf(dome, singleVertex(0, 0, 0), 3, [0.5, 0.5]);
    const w = Float64Array.of(300, 400, 0, 0);
    capVelocity(w, pair, 0.01);
    // |J w| h = 10 m, allowed 0.5 max(2, 4.9/4) = 1 m
    expect([...w.subarray(0, 2)].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([30, 40]);
    const slow = Float64Array.of(3, 4, 0, 0);
    capVelocity(slow, pair, 0.01);
    expect([...slow]).toEqual([3, 4, 0, 0]);
  });
});
