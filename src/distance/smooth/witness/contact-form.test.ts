import { describe, expect, it } from 'vitest';
import { readTrackerFile } from '../../../../test/tracker-scenes.ts';
import { createMotion, poseAt } from '../../../math/motion.ts';
import { createPose, type Pose } from '../../../math/pose.ts';
import { createVec3 } from '../../../math/vec3.ts';
import { bezierCurve, bezierPatch } from '../../../shapes/nurbs/bezier.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { assembleClosestForm, assembleContactForm, createContactForm } from './contact-form.ts';
import { setWitness } from './witness.ts';
import { createWitnessPair, evaluatePair, setPairPoses, type WitnessPair } from './witness-pair.ts';

interface UnitPose {
  axis: number[];
  angle: number;
  p: number[];
  v: number[];
  w: number[];
}
type UnitShape =
  | { kind: 'point'; point: number[] }
  | { kind: 'curve'; points: number[][]; weights: number[] }
  | { kind: 'patch'; points: number[][][]; weights: number[][] };
interface UnitCase {
  pair: string;
  A: UnitShape;
  B: UnitShape;
  poseA: UnitPose;
  poseB: UnitPose;
  xA: number[];
  xB: number[];
  g: number[];
  Hess: number[][];
  c: number[];
  alt?: { N: number[]; gap: number; Phi: number[]; J: number[][]; phit: number[] };
}

const { cases } = readTrackerFile<{ cases: UnitCase[] }>('unit-assembly.json');

/** A body with a single feature. */
function single(shape: UnitShape): TiledBody {
  const bare = { kind: 'tiled' as const, dimension: 3 as const, closed: false, convex: true, center: createVec3() };
  const none = { kind: 'none' as const };
  const homogeneous = (points: number[][], weights: number[]) =>
    Float64Array.from(points.flatMap(([x, y, z], i) => [x * weights[i], y * weights[i], z * weights[i], weights[i]]));
  if (shape.kind === 'point') {
    const point = createVec3(...shape.point);
    return { ...bare, radius: 1, faces: [], edges: [], vertices: [{ name: 'P', point, edges: [] }] };
  }
  if (shape.kind === 'curve') {
    const curve = bezierCurve(shape.points.length - 1, homogeneous(shape.points, shape.weights));
    const edge = { name: 'C', curve, from: 0, to: 0, faces: [], smooth: false };
    return { ...bare, radius: 1, faces: [], edges: [edge], vertices: [] };
  }
  const control = homogeneous(shape.points.flat(), shape.weights.flat());
  const patch = bezierPatch(shape.points.length - 1, shape.points[0].length - 1, control);
  const sides = { u0: none, u1: none, v0: none, v1: none };
  return { ...bare, radius: 1, faces: [{ name: 'S', patch, sides }], edges: [], vertices: [] };
}

function readPose({ axis, angle, p }: UnitPose): Pose {
  const length = Math.hypot(...axis);
  const omega = createVec3((angle * axis[0]) / length, (angle * axis[1]) / length, (angle * axis[2]) / length);
  return poseAt(createPose(), createMotion(createPose(p), createVec3(), omega), 1);
}

const twist = ({ poseA, poseB }: UnitCase) => [...poseA.v, ...poseA.w, ...poseB.v, ...poseB.w];

/** The pair of a case, evaluated at these poses and parameters. */
function pairOf(
  unit: UnitCase,
  poseA = readPose(unit.poseA),
  poseB = readPose(unit.poseB),
  x = [...unit.xA, ...unit.xB],
): WitnessPair {
  const pair = createWitnessPair(single(unit.A), single(unit.B));
  setPairPoses(pair, poseA, poseB);
  setWitness(pair.a, 0, x[0], x[1]);
  setWitness(pair.b, 0, x[unit.xA.length], x[unit.xA.length + 1]);
  evaluatePair(pair);
  return pair;
}

function expectClose(actual: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  expected.forEach((value, i) => {
    expect(Math.abs(actual[i] - value), `entry ${i}`).toBeLessThan(tolerance * (1 + Math.abs(value)));
  });
}

const times = (rows: Float64Array, n: number, twists: readonly number[]) =>
  Array.from({ length: n }, (_, i) => twists.reduce((sum, rate, k) => sum + rows[12 * i + k] * rate, 0));

// the stored numbers have 14 digits and sizes up to 10
const STORED = 1e-11;

describe('assembleClosestForm [PG05-2], [PG05-8]', () => {
  it.each(cases)('gives the stored gradient, Hessian and time term of a $pair pair', (unit) => {
    const n = unit.g.length;
    const form = createContactForm();
    expect(assembleClosestForm(form, pairOf(unit))).toBe(true);
    expectClose(form.residual, unit.g, STORED);
    expectClose(form.matrix, unit.Hess.flat(), STORED);
    expectClose(times(form.poseMatrix, n, twist(unit)), unit.c, STORED);
  });
});

describe('assembleContactForm [PG05-7]', () => {
  it.each(cases.filter(({ alt }) => alt))(
    'gives the stored form of a $pair pair with B as the reference body',
    (unit) => {
      const { N, gap, Phi, J, phit } = unit.alt as NonNullable<UnitCase['alt']>;
      const form = createContactForm();
      expect(assembleContactForm(form, pairOf(unit))).toBe(true);
      expect(form.source).toBe('B');
      expectClose(
        form.normal,
        N.map((component) => -component),
        STORED,
      ); // N points from B to A, the normal from A to B
      expect(Math.abs(form.gap - gap)).toBeLessThan(STORED * (1 + Math.abs(gap)));
      expectClose(form.residual, Phi, STORED);
      expectClose(form.matrix, J.flat(), STORED);
      expectClose(times(form.poseMatrix, Phi.length, twist(unit)), phit, STORED);
    },
  );
});

/** The pair with A and B swapped. */
const flipped = (unit: UnitCase): UnitCase => {
  const { A, B, poseA, poseB, xA, xB } = unit;
  return { ...unit, A: B, B: A, poseA: poseB, poseB: poseA, xA: xB, xB: xA, pair: `flipped ${unit.pair}` };
};

/** `pose` displaced by `amount` in one of its six coordinates: translation, or rotation about a world axis. */
function nudged(pose: Pose, coordinate: number, amount: number): Pose {
  const unit = createVec3(...[0, 1, 2].map((k) => (k === coordinate % 3 ? 1 : 0)));
  const still = createVec3();
  const motion = coordinate < 3 ? createMotion(pose, unit) : createMotion(pose, still, unit);
  return poseAt(createPose(), motion, amount);
}

describe('the derivatives of the contact form', () => {
  // central differences over h: h² times third derivatives of size 10 and rounding 1e-15/h
  const H = 1e-5;
  const TOLERANCE = 1e-7;
  const pairs = [...cases, ...cases.map(flipped)];

  it.each(pairs)('agree with finite differences of residual and normal for a $pair pair', (unit) => {
    const form = createContactForm();
    const poses = [readPose(unit.poseA), readPose(unit.poseB)];
    const x = [...unit.xA, ...unit.xB];
    const n = x.length;
    expect(assembleContactForm(form, pairOf(unit))).toBe(true);
    const difference = (at: (amount: number) => WitnessPair) => {
      const [low, high] = [-H, H].map((amount) => {
        const moved = createContactForm();
        assembleContactForm(moved, at(amount));
        return [...moved.residual.subarray(0, n), ...moved.normal];
      });
      return high.map((value, i) => (value - low[i]) / (2 * H));
    };
    for (let k = 0; k < n; k++) {
      const rate = difference((amount) =>
        pairOf(
          unit,
          poses[0],
          poses[1],
          x.map((value, i) => value + (i === k ? amount : 0)),
        ),
      );
      expectClose(
        rate,
        [
          ...Array.from({ length: n }, (_, i) => form.matrix[i * n + k]),
          ...form.normalByParameter.subarray(3 * k, 3 * k + 3),
        ],
        TOLERANCE,
      );
    }
    for (let q = 0; q < 12; q++) {
      const rate = difference((amount) => {
        const [a, b] = poses.map((pose, body) => (Math.floor(q / 6) === body ? nudged(pose, q % 6, amount) : pose));
        return pairOf(unit, a, b);
      });
      expectClose(
        rate,
        [
          ...Array.from({ length: n }, (_, i) => form.poseMatrix[12 * i + q]),
          ...form.normalByPose.subarray(3 * q, 3 * q + 3),
        ],
        TOLERANCE,
      );
    }
  });
});
