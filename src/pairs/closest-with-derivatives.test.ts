import { describe, expect, it } from 'vitest';
import { drawPose, drawSolid } from '../../test/solids.ts';
import type { Solid } from '../distance/convex/core.ts';
import type { ClosestWithDerivatives } from '../distance/smooth/search/signed-closest.ts';
import { createMotion, poseAt } from '../math/motion.ts';
import { createPose, type Pose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { createBox } from '../shapes/box.ts';
import { createCapsule } from '../shapes/capsule.ts';
import { createCylinder } from '../shapes/cylinder.ts';
import { createEllipsoid } from '../shapes/ellipsoid.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import type { Shape } from '../shapes/shape.ts';
import { createSphere } from '../shapes/sphere.ts';
import { asTiledBody } from '../shapes/tiled/as-tiled-body.ts';
import { tiledSphere } from '../shapes/tiled/revolved-bodies.ts';
import { closestWithDerivatives } from './closest-with-derivatives.ts';

/** `pose` displaced by `amount` in one of its six coordinates: translation, or rotation about a world axis. */
function nudged(pose: Pose, coordinate: number, amount: number): Pose {
  const unit = createVec3(...[0, 1, 2].map((k) => (k === coordinate % 3 ? 1 : 0)));
  const motion = coordinate < 3 ? createMotion(pose, unit) : createMotion(pose, createVec3(), unit);
  return poseAt(createPose(), motion, amount);
}

/** All differentiated quantities: distance, points, normal, gradient. */
function values({ distance, pointA: a, pointB: b, normal: n, distanceGradient }: ClosestWithDerivatives): number[] {
  return [distance, a.x, a.y, a.z, b.x, b.y, b.z, n.x, n.y, n.z, ...distanceGradient];
}

/** Their derivatives with respect to pose coordinate q; the Hessian before symmetrisation, as finite differences see it. */
function derivatives(found: ClosestWithDerivatives, q: number): number[] {
  const column = (block: Float64Array) => [0, 1, 2].map((k) => block[12 * k + q]);
  const hessian = Array.from({ length: 12 }, (_, i) => found.distanceHessian[12 * i + q] + commutator(found, i, q));
  const blocks = [found.pointAByPose, found.pointBByPose, found.normalByPose].flatMap(column);
  return [found.distanceGradient[q], ...blocks, ...hessian];
}

/** ½ [e_i, e_q] of two rotations of one body, applied to the gradient: their order adds this term to the second derivative. */
function commutator({ distanceGradient: g }: ClosestWithDerivatives, i: number, q: number): number {
  const block = Math.floor(i / 3);
  if (block !== Math.floor(q / 3) || block % 2 === 0 || i === q) return 0;
  const third = 3 - (i % 3) - (q % 3);
  const sign = (i + 1) % 3 === q % 3 ? 1 : -1;
  return 0.5 * sign * g[3 * block + third];
}

const H = 1e-4;

/** Fourth-order finite differences with respect to pose coordinate q. */
function differences(ask: (poseA: Pose, poseB: Pose) => number[], poseA: Pose, poseB: Pose, q: number): number[] {
  const at = (k: number) => (q < 6 ? ask(nudged(poseA, q, k * H), poseB) : ask(poseA, nudged(poseB, q - 6, k * H)));
  const [a, b, c, d] = [-2, -1, 1, 2].map(at);
  return a.map((_, i) => (a[i] - 8 * b[i] + 8 * c[i] - d[i]) / (12 * H));
}

const PAIRS: [Solid['kind'], Solid['kind']][] = [
  ['ellipsoid', 'ellipsoid'],
  ['point', 'ellipsoid'],
  ['sphere', 'ellipsoid'],
  ['sphere', 'sphere'],
  ['sphere', 'capsule'],
  ['sphere', 'box'],
  ['sphere', 'cylinder'],
  ['sphere', 'cone'],
  ['sphere', 'hull'],
  ['capsule', 'capsule'],
  ['capsule', 'ellipsoid'],
  ['segment', 'cylinder'],
  ['capsule', 'cone'],
  ['box', 'ellipsoid'],
  ['box', 'cylinder'],
  ['box', 'box'],
  ['box', 'hull'],
  ['hull', 'hull'],
  ['cylinder', 'cylinder'],
  ['cylinder', 'cone'],
  ['cone', 'cone'],
  ['cone', 'ellipsoid'],
  ['hull', 'ellipsoid'],
];

describe('derivatives of the distance of convex bodies', () => {
  it.each(PAIRS)('%s and %s: agree with finite differences', (kindA, kindB) => {
    const random = createRandom(PAIRS.findIndex(([a, b]) => a === kindA && b === kindB) + 1);
    let compared = 0;
    for (let trial = 0; trial < 12; trial++) {
      const [shapeA, shapeB] = [drawSolid(random, kindA, 1), drawSolid(random, kindB, 1)];
      const [poseA, poseB] = [drawPose(random, 1), drawPose(random, 1)];
      poseB.position.x += random.between(1, 4);
      const ask = (a: Pose, b: Pose) => values(closestWithDerivatives(shapeA, a, shapeB, b));
      const found = closestWithDerivatives(shapeA, poseA, shapeB, poseB);
      if (!found.unique) continue;
      const expected = Array.from({ length: 12 }, (_, q) => differences(ask, poseA, poseB, q));
      const actual = Array.from({ length: 12 }, (_, q) => derivatives(found, q));
      // no derivative where the contact changes its piece within the difference step
      const jumps = expected.some((column) => column.some((value) => Math.abs(value) > 30));
      if (jumps) continue;
      const errors = expected.flatMap((column, q) => column.map((value, i) => Math.abs(value - actual[q][i])));
      const worst = Math.max(...errors);
      // rounding of the points, 1e-15 m, over H, plus the sixth derivative times H^4
      if (worst < 1e-6) compared++;
      else expect(nearChange(shapeA, poseA, shapeB, poseB)).toBe(true);
    }
    expect(compared).toBeGreaterThan(6);
  });
});

/** Does a small motion change the kind of contact, so that the gradient has a kink there? */
function nearChange(shapeA: Shape, poseA: Pose, shapeB: Shape, poseB: Pose): boolean {
  const hessians = [-2, 2].flatMap((k) =>
    Array.from({ length: 12 }, (_, q) => {
      const [a, b] = q < 6 ? [nudged(poseA, q, k * H), poseB] : [poseA, nudged(poseB, q - 6, k * H)];
      return closestWithDerivatives(shapeA, a, shapeB, b).distanceHessian;
    }),
  );
  return hessians.some((one) => one.some((value, i) => Math.abs(value - hessians[0][i]) > 1e-2));
}

describe('the same by another method', () => {
  it('an ellipsoid and its Bezier patches agree', () => {
    const random = createRandom(42);
    for (let trial = 0; trial < 10; trial++) {
      const [a, b] = [drawSolid(random, 'ellipsoid', 1), drawSolid(random, 'ellipsoid', 1)];
      if (a.kind !== 'ellipsoid' || b.kind !== 'ellipsoid') continue;
      const [poseA, poseB] = [drawPose(random, 1), drawPose(random, 1)];
      poseB.position.x += 3.5;
      const exact = closestWithDerivatives(a, poseA, b, poseB);
      const tiled = closestWithDerivatives(asTiledBody(a), poseA, asTiledBody(b), poseB);
      expect(exact.distance).toBeCloseTo(tiled.distance, 13);
      for (const block of [
        'distanceGradient',
        'distanceHessian',
        'pointAByPose',
        'pointBByPose',
        'normalByPose',
      ] as const) {
        // patches divide by their parameters' speed, which costs a few digits
        exact[block].forEach((value, i) => {
          expect(Math.abs(value - tiled[block][i])).toBeLessThan(1e-10 * (1 + Math.abs(value)));
        });
      }
    }
  });

  it('overlapping spheres, exact and tiled, agree', () => {
    const [poseA, poseB] = [createPose([0, 0, 0], [1, 0.2, 0.1, 0]), createPose([0.5, 0.3, 0.2])];
    const exact = closestWithDerivatives(createSphere(0.5), poseA, createSphere(0.4), poseB);
    const tiled = closestWithDerivatives(tiledSphere(0.5), poseA, tiledSphere(0.4), poseB);
    expect([exact.status, exact.distance < 0]).toEqual(['overlapping', true]);
    exact.distanceHessian.forEach((value, i) => {
      expect(Math.abs(value - tiled.distanceHessian[i])).toBeLessThan(1e-11);
    });
  });

  it('worked example: two spheres with centres 3 m apart: the tangential second derivative of the distance is 1/3', () => {
    const { distanceHessian, distanceGradient } = closestWithDerivatives(
      createSphere(0.5),
      createPose(),
      createEllipsoid([0.7, 0.7, 0.7]),
      createPose([3, 0, 0]),
    );
    expect(distanceGradient[6]).toBeCloseTo(1, 15);
    expect(distanceHessian[12 * 7 + 7]).toBeCloseTo(1 / 3, 14);
    // rotating a sphere changes nothing
    expect(Math.max(...distanceGradient.subarray(9).map(Math.abs))).toBeLessThan(1e-15);
  });
});

describe('pairs without all derivatives', () => {
  it('give the reason and the gradient of their distance', () => {
    const separated = (a: Shape, b: Shape, offset: number[]) =>
      closestWithDerivatives(a, createPose(), b, createPose(offset));
    const sliding: [Shape, Shape, number[]][] = [
      [createBox([0.5, 0.5, 0.5]), createBox([0.5, 0.5, 0.5]), [0.2, 0.1, 3]],
      [createCylinder(0.5, 1), createCylinder(0.4, 1), [3, 0, 0.1]],
      [createCapsule(0.5, 1), createCapsule(0.4, 1), [3, 0, 0.1]],
      [createBox([0.5, 0.5, 0.5]), createCylinder(0.4, 1), [0.1, 0.1, 3]],
    ];
    for (const [a, b, offset] of sliding) {
      const found = separated(a, b, offset);
      expect([found.unique, found.unavailable]).toEqual([
        false,
        expect.stringMatching(/parallel flat or straight parts/),
      ]);
      const axis = offset[2] === 3 ? 8 : 6;
      expect(found.distanceGradient[axis]).toBeCloseTo(1, 12);
      expect(Math.max(...found.distanceHessian.map(Math.abs))).toBe(0);
    }
  });

  it('without a method are rejected', () => {
    const box = createBox([0.5, 0.5, 0.5]);
    const ask = (a: Shape, b: Shape) => () => closestWithDerivatives(a, createPose(), b, createPose([3, 0, 0]));
    expect(ask(box, createHalfspace([1, 0]))).toThrow(/no method for the pair box and halfspace/);
    expect(ask(box, tiledSphere(1))).toThrow(/no method for the pair box and tiled/);
  });
});
