import { describe, expect, it } from 'vitest';
import {
  featureNumber,
  readTrackerFile,
  readTrackerScene,
  scenePoses,
  type TrackerSceneName,
} from '../../../../test/tracker-scenes.ts';
import { solveLinear } from '../../../math/linear-solve.ts';
import { createMotion, poseAt } from '../../../math/motion.ts';
import { createPose, type Pose } from '../../../math/pose.ts';
import { createVec3 } from '../../../math/vec3.ts';
import { assembleClosestForm, assembleContactForm, createContactForm } from './contact-form.ts';
import { createPairDerivatives, type DerivativeForm, type PairDerivatives, pairDerivatives } from './derivatives.ts';
import { setWitness } from './witness.ts';
import { createWitnessPair, evaluatePair, setPairPoses, type WitnessPair } from './witness-pair.ts';

interface UnitCase {
  scene: string;
  t: number;
  featureA: string;
  featureB: string;
  xA: number[];
  xB: number[];
  distance: number;
  gradDistance: number[];
  dxdq: number[][];
  dPointA: number[][];
  dPointB: number[][];
  hessDistance: number[][];
}

const { cases } = readTrackerFile<{ cases: UnitCase[] }>('unit-derivatives.json');

interface Situation {
  pair: WitnessPair;
  poseA: Pose;
  poseB: Pose;
}

function situation(unit: UnitCase): Situation {
  const scene = readTrackerScene(unit.scene[0] as TrackerSceneName);
  const { a, b } = scenePoses(scene, unit.t);
  const pair = createWitnessPair(scene.shapeA, scene.shapeB);
  setPairPoses(pair, a.pose, b.pose);
  setWitness(pair.a, featureNumber(scene.shapeA, unit.featureA), unit.xA[0], unit.xA[1]);
  setWitness(pair.b, featureNumber(scene.shapeB, unit.featureB), unit.xB[0], unit.xB[1]);
  evaluatePair(pair);
  return { pair, poseA: a.pose, poseB: b.pose };
}

/** Newton's method on fixed features, by either form, from the current witnesses. */
function solve(pair: WitnessPair, kind: DerivativeForm): number {
  const form = createContactForm();
  for (let iteration = 0; iteration < 6; iteration++) {
    evaluatePair(pair);
    if (kind === 'contact') assembleContactForm(form, pair);
    else assembleClosestForm(form, pair);
    const n = form.parameterCount;
    solveLinear(form.matrix.slice(0, n * n), form.residual, n, 1);
    for (let i = 0; i < pair.a.dimension; i++) pair.a.x[i] -= form.residual[i];
    for (let i = 0; i < pair.b.dimension; i++) pair.b.x[i] -= form.residual[pair.a.dimension + i];
  }
  evaluatePair(pair);
  return form.gap;
}

/** `pose` displaced by `amount` in one of its six coordinates: translation, or rotation about a world axis. */
function nudged(pose: Pose, coordinate: number, amount: number): Pose {
  const unit = createVec3(...[0, 1, 2].map((k) => (k === coordinate % 3 ? 1 : 0)));
  const motion = coordinate < 3 ? createMotion(pose, unit) : createMotion(pose, createVec3(), unit);
  return poseAt(createPose(), motion, amount);
}

const moved = ({ poseA, poseB }: Situation, q: number, amount: number): [Pose, Pose] => [
  q < 6 ? nudged(poseA, q, amount) : poseA,
  q < 6 ? poseB : nudged(poseB, q - 6, amount),
];

function expectClose(actual: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  expected.forEach((value, i) => {
    expect(Math.abs(actual[i] - value), `entry ${i}`).toBeLessThan(tolerance * (1 + Math.abs(value)));
  });
}

function derivativesAt({ pair, poseA }: Situation, kind: DerivativeForm): PairDerivatives {
  const out = createPairDerivatives();
  expect(pairDerivatives(out, pair, poseA.position, kind)).toBe(true);
  return out;
}

/** In the plane the other coordinates leave it. */
const meaningful = (scene: string) =>
  scene.startsWith('C') || scene.startsWith('G') ? [0, 1, 5, 6, 7, 11] : [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

const cross = ([a, b, c]: number[], [x, y, z]: number[]) => [b * z - c * y, c * x - a * z, a * y - b * x];

/** Body B displaced along the normal until the features overlap by `depth`, and solved there. */
function overlapped(here: Situation, depth: number): Situation {
  const { pair, poseA, poseB } = here;
  const { normal, distance } = derivativesAt(here, 'closest');
  const { x, y, z } = poseB.position;
  const k = distance + depth;
  const position = createVec3(x - k * normal.x, y - k * normal.y, z - k * normal.z);
  const lower: Pose = { position, rotation: poseB.rotation };
  setPairPoses(pair, poseA, lower);
  evaluatePair(pair);
  return { pair, poseA, poseB: lower };
}

/** Fourth-order differences of all quantities, each pair solved again: distance, parameters, points, normal, gradient. */
function resolvedRate(here: Situation, kind: DerivativeForm, q: number): number[] {
  const { pair } = here;
  const x = [pair.a.x.slice(), pair.b.x.slice()];
  const H = 3e-4;
  const values = [-2, -1, 1, 2].map((steps) => {
    const [poseA, poseB] = moved(here, q, steps * H);
    setPairPoses(pair, poseA, poseB);
    const distance = solve(pair, kind);
    const out = createPairDerivatives();
    pairDerivatives(out, pair, poseA.position, kind);
    const { pointA: f, pointB: h, normal: n } = out;
    const parameters = [...pair.a.x.subarray(0, pair.a.dimension), ...pair.b.x.subarray(0, pair.b.dimension)];
    return [distance, ...parameters, f.x, f.y, f.z, h.x, h.y, h.z, n.x, n.y, n.z, ...out.distanceGradient];
  });
  setPairPoses(pair, here.poseA, here.poseB);
  pair.a.x.set(x[0]);
  pair.b.x.set(x[1]);
  evaluatePair(pair);
  return values[0].map((_, i) => (values[0][i] - 8 * values[1][i] + 8 * values[2][i] - values[3][i]) / (12 * H));
}

/** ½ [e_i, e_q] of two rotations of one body, applied to the gradient: their order adds this term to the second derivative. */
function commutator(gradient: Float64Array, i: number, q: number): number {
  const own = (k: number) => Math.floor(k / 3);
  if (own(i) !== own(q) || own(i) % 2 === 0) return 0;
  const axis = (k: number) => [0, 1, 2].map((j) => (j === k % 3 ? 1 : 0));
  const bracket = cross(axis(i), axis(q));
  return 0.5 * bracket.reduce((sum, value, k) => sum + value * gradient[3 * own(i) + k], 0);
}

/** ∇²E = J_qᵀJ_q + T - Cᵀ𝓗⁻¹C, another formula for the Hessian. [PG05-8] */
function hessianOfEnergy({ pair, poseA, poseB }: Situation): number[][] {
  const form = createContactForm();
  assembleClosestForm(form, pair);
  const n = form.parameterCount;
  const solved = form.poseMatrix.slice(0, 12 * n);
  solveLinear(form.matrix.slice(0, n * n), solved, n, 12);
  const delta = [...pair.delta];
  const offset = [
    poseB.position.x - poseA.position.x,
    poseB.position.y - poseA.position.y,
    poseB.position.z - poseA.position.z,
  ];
  const arms = [[...pair.a.jet.subarray(0, 3)], [...pair.b.jet.subarray(0, 3)].map((value, k) => value - offset[k])];
  const unit = (k: number) => [0, 1, 2].map((j) => (j === k ? 1 : 0));
  const dot = (p: number[], r: number[]) => p.reduce((sum, value, k) => sum + value * r[k], 0);
  const sign = (q: number) => (q < 6 ? 1 : -1);
  const J = Array.from({ length: 12 }, (_, q) => {
    const column = q % 6 < 3 ? unit(q % 3) : cross(unit(q % 3), arms[Math.floor(q / 6)]);
    return column.map((value) => sign(q) * value);
  });
  return Array.from({ length: 12 }, (_, i) =>
    Array.from({ length: 12 }, (_, j) => {
      let sum = dot(J[i], J[j]);
      for (let k = 0; k < n; k++) sum -= form.poseMatrix[12 * k + i] * solved[12 * k + j];
      if (Math.floor(i / 3) === Math.floor(j / 3) && i % 6 > 2) {
        const arm = arms[Math.floor(i / 6)];
        const [e, f] = [unit(i % 3), unit(j % 3)];
        const bend = cross(e, cross(f, arm)).map((value, k) => value + cross(f, cross(e, arm))[k]);
        sum += sign(i) * 0.5 * dot(delta, bend);
      }
      return sum;
    }),
  );
}

const KINDS: DerivativeForm[] = ['closest', 'contact'];
const byKind = KINDS.flatMap((kind) => cases.map((unit) => ({ ...unit, kind })));

/** Separate by both forms; touching and overlapping (fixed features) by the contact form. */
const bare = (feature: string) => /^[PV]/.test(feature);
const overlappable = cases.filter(({ featureA, featureB }) => {
  const [a, b] = [featureA, featureB].map((feature) => (bare(feature) ? 0 : feature.startsWith('E') ? 1 : 2));
  return a + b > 1;
});
const situations = [
  ...byKind.map(({ kind, ...unit }) => ({ kind, unit, depth: 0 })),
  ...overlappable.flatMap((unit) => [1e-12, 0.05].map((depth) => ({ kind: 'contact' as const, unit, depth }))),
].map((entry) => {
  const { scene, t, featureA, featureB } = entry.unit;
  const name = `${scene} at ${t} (${featureA}-${featureB}), ${entry.kind} form, depth ${entry.depth}`;
  return { ...entry, name, columns: meaningful(scene) };
});

describe('pairDerivatives [PG05-8]', () => {
  it.each(byKind)('gives the stored derivatives of $scene at $t ($featureA-$featureB), $kind form', (unit) => {
    const out = derivativesAt(situation(unit), unit.kind);
    const columns = meaningful(unit.scene);
    // the stored numbers were written with 10 to 11 digits
    const STORED = 1e-8;
    const pick = (rows: Float64Array, width: number) =>
      Array.from({ length: width }, (_, i) => columns.map((q) => rows[12 * i + q])).flat();
    expect(Math.abs(out.distance - unit.distance)).toBeLessThan(1e-11);
    expectClose(
      pick(out.distanceGradient, 1),
      columns.map((q) => unit.gradDistance[q]),
      STORED,
    );
    expectClose(
      pick(out.parameters, out.parameterCount),
      unit.dxdq.flatMap((row) => columns.map((q) => row[q])),
      STORED,
    );
    expectClose(
      pick(out.pointAByPose, 3),
      [0, 1, 2].flatMap((i) => columns.map((q) => unit.dPointA[q][i])),
      STORED,
    );
    expectClose(
      pick(out.pointBByPose, 3),
      [0, 1, 2].flatMap((i) => columns.map((q) => unit.dPointB[q][i])),
      STORED,
    );
    const hessian = columns.flatMap((i) => columns.map((q) => out.distanceHessian[12 * i + q]));
    expectClose(
      hessian,
      columns.flatMap((i) => columns.map((q) => unit.hessDistance[i][q])),
      STORED,
    );
  });

  it.each(situations)('agree with finite differences of re-solved pairs, $name', ({ kind, columns, depth, unit }) => {
    const here = depth === 0 ? situation(unit) : overlapped(situation(unit), depth);
    const out = derivativesAt(here, kind);
    expect(out.unique).toBe(true);
    expect(Math.abs(out.distance - (depth === 0 ? unit.distance : -depth))).toBeLessThan(1e-9);
    for (const q of columns) {
      const rate = resolvedRate(here, kind, q);
      const n = out.parameterCount;
      const rows = (block: Float64Array, count: number) => Array.from({ length: count }, (_, i) => block[12 * i + q]);
      const expected = [
        out.distanceGradient[q],
        ...rows(out.parameters, n),
        ...rows(out.pointAByPose, 3),
        ...rows(out.pointBByPose, 3),
        ...rows(out.normalByPose, 3),
      ];
      // fourth-order differences over 3e-4: h⁴ times fifth derivatives of up to 1e5, and rounding 1e-15/h
      expectClose(rate.slice(0, expected.length), expected, 1e-8);
      // the rate of the gradient, plus the half commutator of rotations of one body, is the Hessian
      const gradientRate = rate.slice(expected.length);
      const hessian = columns.map((i) => out.distanceHessian[12 * i + q] + commutator(out.distanceGradient, i, q));
      expectClose(
        columns.map((i) => gradientRate[i]),
        hessian,
        1e-8,
      );
    }
  });

  it.each(situations)('vanish for a common motion of both bodies, $name', ({ kind, depth, unit }) => {
    const here = depth === 0 ? situation(unit) : overlapped(situation(unit), depth);
    const out = derivativesAt(here, kind);
    const planar = unit.scene.startsWith('C');
    for (const axis of planar ? [2] : [0, 1, 2]) {
      const omega = [0, 1, 2].map((k) => (k === axis ? 1 : 0));
      const angularVelocity = (p: number[]) => cross(omega, p);
      const shift = [0.3, -0.7, planar ? 0 : 0.4];
      const origins = [here.poseA, here.poseB].map(({ position: { x, y, z } }) => [x, y, z]);
      const [vA, vB] = origins.map((p) => angularVelocity(p).map((v, k) => v + shift[k]));
      const q = [...vA, ...omega, ...vB, ...omega];
      const along = (row: ArrayLike<number>, at: number) => q.reduce((sum, value, k) => sum + value * row[at + k], 0);
      expect(Math.abs(along(out.distanceGradient, 0))).toBeLessThan(1e-12);
      for (let i = 0; i < out.parameterCount; i++) expect(Math.abs(along(out.parameters, 12 * i))).toBeLessThan(1e-10);
      // witnesses and normal move with the bodies
      const vec = ({ x, y, z }: { x: number; y: number; z: number }) => [x, y, z];
      const velocity = angularVelocity(vec(out.pointA)).map((v, k) => v + shift[k]);
      const normalRate = angularVelocity(vec(out.normal));
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(along(out.pointAByPose, 12 * k) - velocity[k])).toBeLessThan(1e-10);
        expect(Math.abs(along(out.normalByPose, 12 * k) - normalRate[k])).toBeLessThan(1e-10);
      }
      // d(q(s)) is constant along the common motion, whose origins have the acceleration ω×(ω×p + shift)
      const curvature = q.reduce((sum, value, i) => sum + value * along(out.distanceHessian, 12 * i), 0);
      const bend = origins.map((p) => angularVelocity(angularVelocity(p).map((v, k) => v + shift[k])));
      const slope = [0, 1, 2].reduce(
        (sum, k) => sum + out.distanceGradient[k] * bend[0][k] + out.distanceGradient[6 + k] * bend[1][k],
        0,
      );
      expect(Math.abs(curvature + slope)).toBeLessThan(1e-9);
    }
  });

  it.each(cases)('the Hessian agrees with that of half the squared distance, for $scene at $t', (unit) => {
    const here = situation(unit);
    const { distanceHessian, distanceGradient: slope, distance } = derivativesAt(here, 'closest');
    const squared = hessianOfEnergy(here);
    for (let i = 0; i < 12; i++) {
      for (let j = 0; j < 12; j++) {
        expect(distanceHessian[12 * i + j]).toBe(distanceHessian[12 * j + i]);
        const expected = (squared[i][j] - slope[i] * slope[j]) / distance;
        expect(Math.abs(distanceHessian[12 * i + j] - expected)).toBeLessThan(1e-10 * (1 + Math.abs(expected)));
      }
    }
  });

  it('a parameter at an active bound is fixed, and the other moves as on the boundary curve', () => {
    const scene = readTrackerScene('F');
    const k = scene.samples.featureA.indexOf('S:u1');
    const { a, b } = scenePoses(scene, scene.samples.t[k]);
    const pair = createWitnessPair(scene.shapeA, scene.shapeB);
    setPairPoses(pair, a.pose, b.pose);
    setWitness(pair.a, 0, ...(scene.samples.xA[k] as [number, number]));
    evaluatePair(pair);
    const out = createPairDerivatives();
    expect(pairDerivatives(out, pair, a.pose.position, 'closest', 1)).toBe(true);
    expect([...out.parameters.subarray(0, 12)]).toEqual(Array(12).fill(0));
    // dv/dq = -C_v/H_vv, and a step of the point along x by 1e-4 moves v accordingly
    const form = createContactForm();
    assembleClosestForm(form, pair);
    for (let q = 0; q < 12; q++) {
      expect(out.parameters[12 + q]).toBeCloseTo(-form.poseMatrix[12 + q] / form.matrix[3], 12);
    }
  });

  it('where closest points slide only the gradient is available, and `unique` is false', () => {
    const scene = readTrackerScene('H');
    const box = scene.shapeA;
    const pair = createWitnessPair(box, box);
    const above = createPose([0, 0, 9]);
    setPairPoses(pair, createPose(), above);
    setWitness(pair.a, 0, 0.5, 0.5);
    setWitness(pair.b, 0, 0.5, 0.5);
    evaluatePair(pair);
    const out = createPairDerivatives();
    expect(pairDerivatives(out, pair, createVec3())).toBe(true);
    expect(out.unique).toBe(false);
    expect(Math.hypot(...out.distanceGradient.subarray(0, 3))).toBeCloseTo(1, 12);
    expect(out.distanceHessian.every((value) => value === 0)).toBe(true);
  });
});
