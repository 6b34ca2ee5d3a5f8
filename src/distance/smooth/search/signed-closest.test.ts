import { describe, expect, it } from 'vitest';
import { readTrackerScene, scenePoses } from '../../../../test/tracker-scenes.ts';
import { createMotion, poseAt } from '../../../math/motion.ts';
import { createPose, type Pose } from '../../../math/pose.ts';
import { createRandom } from '../../../math/random.ts';
import { createVec3 } from '../../../math/vec3.ts';
import { closestWithDerivatives } from '../../../pairs/closest-with-derivatives.ts';
import { bezierCurve, bezierPatch } from '../../../shapes/nurbs/bezier.ts';
import { createPoint } from '../../../shapes/point.ts';
import { tiledEllipsoid, tiledSphere } from '../../../shapes/tiled/revolved-bodies.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { controlPointCount, distanceByControlPoints } from '../witness/control-point-derivatives.ts';
import type { TrackedShape } from '../witness/witness.ts';
import {
  createClosestWithDerivatives,
  createSignedQuery,
  type SignedQuery,
  solveWithDerivatives,
} from './signed-closest.ts';

const lens = readTrackerScene('E').shapeA as TiledBody;
const otherLens = readTrackerScene('E').shapeB as TiledBody;
const box = readTrackerScene('H').shapeA as TiledBody;
const planar = readTrackerScene('G');
const patch = readTrackerScene('F');
const point = createPoint();

/** `pose` displaced by `amount` times a translation and a rotation vector. */
function moved(pose: Pose, [x, y, z, rx, ry, rz]: number[], amount: number): Pose {
  return poseAt(createPose(), createMotion(pose, createVec3(x, y, z), createVec3(rx, ry, rz)), amount);
}

const distanceOf = (query: SignedQuery, poseA: Pose, poseB: Pose) =>
  solveWithDerivatives(createClosestWithDerivatives(), query, poseA, poseB).distance;

const SITUATIONS: [string, TrackedShape, TrackedShape, number, boolean][] = [
  ['two lenses', lens, otherLens, 1.8, false],
  ['a box and a lens', box, otherLens, 1.5, false],
  ['a lens and a point', lens, point, 0.9, false],
  ['two planar bodies', planar.shapeA, planar.shapeB, 2.4, true],
  ['two ellipsoids', tiledEllipsoid([1, 0.7, 0.5]), tiledEllipsoid([0.8, 0.6, 1.1]), 1.7, false],
];

describe('closestWithDerivatives: from poses alone [PG05-6.8], [PG05-7], [PG05-8]', () => {
  it.each(SITUATIONS)(
    '%s: the gradient is that of the signed distance, separate and overlapping',
    (_, a, b, range, flat) => {
      const random = createRandom(21);
      const r = () => random.between(-1, 1);
      const query = createSignedQuery(a, b);
      const out = createClosestWithDerivatives();
      const seen = new Set<string>();
      let checked = 0;
      for (let run = 0; run < 24; run++) {
        const rotate = () => (flat ? 3 * r() : [r(), r(), r(), r()]);
        const poses = [
          createPose([0, 0, 0], rotate()),
          createPose([range * r(), range * r(), flat ? 0 : range * r()], rotate()),
        ];
        solveWithDerivatives(out, query, poses[0], poses[1]);
        expect(out.status).not.toBe('uncertified');
        seen.add(out.status);
        expect(out.status === 'certified').toBe(out.distance > 0);
        const gradient = out.distanceGradient.slice();
        // both poses displaced along a random direction of all coordinates
        const displacement = Array.from(gradient, (_, q) => (flat && ![0, 1, 5, 6, 7, 11].includes(q) ? 0 : r()));
        const slope = displacement.reduce((sum, value, q) => sum + value * gradient[q], 0);
        const H = 1e-5;
        const [low, high] = [-H, H].map((amount) => {
          const [first, second] = poses.map((pose, body) =>
            moved(pose, displacement.slice(6 * body, 6 * body + 6), amount),
          );
          return distanceOf(query, first, second);
        });
        // where another maximum takes over the gradient is one-sided; the second difference detects such poses
        if (Math.abs(high + low - 2 * out.distance) > 1e-8) continue;
        checked++;
        expect(Math.abs((high - low) / (2 * H) - slope)).toBeLessThan(1e-6);
      }
      expect(checked).toBeGreaterThan(18);
      expect(seen.size).toBe(2);
    },
  );

  it('an open patch: a parameter at its bound does not change', () => {
    const k = patch.samples.featureA.indexOf('S:u1');
    const { a, b } = scenePoses(patch, patch.samples.t[k]);
    const out = closestWithDerivatives(patch.shapeA, a.pose, patch.shapeB, b.pose);
    expect(Math.abs(out.distance - patch.samples.distance[k])).toBeLessThan(1e-12);
    expect([...out.parameters.subarray(0, 12)]).toEqual(Array(12).fill(0));
    expect(Math.max(...out.parameters.subarray(12, 24))).toBeGreaterThan(0.01);
  });

  it('two spheres: distance, normal and curvature agree with the closed form, also with aligned poles', () => {
    const sphere = tiledSphere(1);
    const tilted = closestWithDerivatives(sphere, createPose(), sphere, createPose([1.2, 0.7, 1.9]));
    const centres = Math.hypot(1.2, 0.7, 1.9);
    expect(tilted.distance).toBeCloseTo(centres - 2, 12);
    // |p_B - p_A| has the Hessian (I - n n)/|p_B - p_A|; rotating a sphere changes nothing
    const n = [1.2, 0.7, 1.9].map((component) => component / centres);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const expected = ((i === j ? 1 : 0) - n[i] * n[j]) / centres;
        expect(tilted.distanceHessian[12 * (6 + i) + 6 + j]).toBeCloseTo(expected, 10);
        expect(tilted.distanceHessian[12 * (9 + i) + 9 + j]).toBeCloseTo(0, 10);
      }
    }
    const inLine = closestWithDerivatives(sphere, createPose(), sphere, createPose([0, 0, 3]));
    expect(inLine.distance).toBeCloseTo(1, 12);
    expect(inLine.distanceGradient[8]).toBeCloseTo(1, 12);
  });
});

describe('derivatives with respect to the shape', () => {
  /** The body with control point k of the witness feature displaced; only its faces and edges change. */
  function reshaped(body: TiledBody, feature: number, controlPoint: number, axis: number, amount: number): TiledBody {
    const bend = (control: Float64Array) => {
      const bent = control.slice();
      bent[4 * controlPoint + axis] += amount * bent[4 * controlPoint + 3];
      return bent;
    };
    const faces = body.faces.map((face, k) => {
      if (k !== feature || face.patch.kind !== 'bezier') return face;
      const { degreeU, degreeV, control } = face.patch;
      return { ...face, patch: bezierPatch(degreeU, degreeV, bend(control)) };
    });
    const edges = body.edges.map((edge, k) => {
      if (k + faces.length !== feature || edge.curve.kind !== 'bezier') return edge;
      return { ...edge, curve: bezierCurve(edge.curve.degree, bend(edge.curve.control)) };
    });
    return { ...body, faces, edges };
  }

  it.each([
    ['face and face', lens, otherLens, createPose([2.4, 0.3, 0.2], [0.9, 0.3, -0.2, 0.25])],
    ['planar curves, overlapping', planar.shapeA as TiledBody, planar.shapeB as TiledBody, createPose([1.2, 0.4], 0.9)],
  ])('the derivative of the distance with respect to a control point: %s', (_, bodyA, bodyB, poseB) => {
    const query = createSignedQuery(bodyA, bodyB);
    const out = solveWithDerivatives(createClosestWithDerivatives(), query, createPose(), poseB);
    const { pair } = query.cold.solver;
    const normal = Float64Array.of(out.normal.x, out.normal.y, out.normal.z);
    for (const side of ['a', 'b'] as const) {
      const witness = pair[side];
      const count = controlPointCount(witness);
      const slopes = new Float64Array(3 * count);
      distanceByControlPoints(slopes, pair, side, normal);
      const { feature } = witness;
      const H = 1e-6;
      let total = 0;
      for (let k = 0; k < count; k++) {
        for (const axis of bodyA.dimension === 2 ? [0, 1] : [0, 1, 2]) {
          const distances = [-H, H].map((amount) => {
            const a = side === 'a' ? reshaped(bodyA, feature, k, axis, amount) : bodyA;
            const b = side === 'b' ? reshaped(bodyB, feature, k, axis, amount) : bodyB;
            return distanceOf(createSignedQuery(a, b), createPose(), poseB);
          });
          // h² times third derivatives, and 1e-15/h
          expect(Math.abs((distances[1] - distances[0]) / (2 * H) - slopes[3 * k + axis])).toBeLessThan(1e-8);
        }
        total += Math.hypot(slopes[3 * k], slopes[3 * k + 1], slopes[3 * k + 2]);
      }
      // the basis functions sum to one: displacing all control points displaces the body
      expect(total).toBeCloseTo(1, 12);
    }
  });
});
