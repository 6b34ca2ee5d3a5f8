import { describe, expect, it } from 'vitest';
import { readTrackerScene } from '../../../../test/tracker-scenes.ts';
import { solveLinear } from '../../../math/linear-solve.ts';
import { createPose } from '../../../math/pose.ts';
import { solvePair } from './back-side.ts';
import { type ContactSolver, correctContact, createContactSolver } from './contact-solve.ts';
import { createPairWorkspace } from './pair-workspace.ts';
import { assembleSystem, createPairSystem } from './projection-error.ts';
import { evaluatePair, setPairPoses } from './witness-pair.ts';

/** Condition number in the maximum row sum norm, of parameters measured in metres: rows and columns scaled by the tangents. */
function condition(matrix: Float64Array, n: number, lengths: number[]): number {
  const scaled = Float64Array.from({ length: n * n }, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    return matrix[k] / (lengths[i] * lengths[j]);
  });
  const inverse = Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));
  const size = (m: Float64Array) =>
    Math.max(...Array.from({ length: n }, (_, i) => m.subarray(i * n, i * n + n).reduce((s, v) => s + Math.abs(v), 0)));
  const before = size(scaled);
  return solveLinear(scaled, inverse, n, n) ? before * size(inverse) : Number.POSITIVE_INFINITY;
}

function lengthsOf({ pair }: ContactSolver): number[] {
  return [pair.a, pair.b].flatMap(({ jet, dimension }) =>
    Array.from({ length: dimension }, (_, i) => Math.hypot(...jet.subarray(3 + 3 * i, 6 + 3 * i))),
  );
}

describe('two lenses moved into each other, face to face [PG05-7]', () => {
  const scene = readTrackerScene('E');
  const work = createPairWorkspace(scene.shapeA, scene.shapeB);
  const { pair } = work;
  const solver = createContactSolver(pair);
  const poseB = (x: number) => createPose([x, 0.2, 0.15], [0.9, 0.3, -0.2, 0.25]);
  setPairPoses(pair, createPose(), poseB(3));
  solvePair(work);
  expect(correctContact(solver, 30)).toBe(true);

  const rows = Array.from({ length: 57 }, (_, k) => {
    const x = 3 - 0.05 * k;
    setPairPoses(pair, createPose(), poseB(x));
    const steps = correctContact(solver, 8) ? solver.iterations : -1;
    const n = solver.form.parameterCount;
    const lengths = lengthsOf(solver);
    const contact = condition(solver.form.matrix, n, lengths);
    const system = createPairSystem();
    evaluatePair(pair);
    assembleSystem(system, pair);
    const hessian = Float64Array.from({ length: n * n }, (_, i) => system.hessian[4 * Math.floor(i / n) + (i % n)]);
    return { x, gap: solver.form.gap, steps, n, contact, closest: condition(hessian, n, lengths) };
  });

  it('the Newton iteration tracks through contact to a depth of one, in a few steps per gap', () => {
    expect(rows[0].gap).toBeGreaterThan(1.5);
    expect(rows[rows.length - 1].gap).toBeLessThan(-1);
    for (const { steps, n } of rows) {
      expect(n).toBe(4);
      expect(steps).toBeGreaterThan(0);
      expect(steps).toBeLessThan(5);
    }
  });

  it('its equations stay well conditioned through zero, unlike those of the closest points', () => {
    // an independent program has 4.2 to 5.7 for other bodies in another norm
    for (const { contact } of rows) expect(contact).toBeLessThan(8);
    const nearest = rows.reduce((best, row) => (Math.abs(row.gap) < Math.abs(best.gap) ? row : best));
    expect(Math.abs(nearest.gap)).toBeLessThan(0.02);
    expect(nearest.closest).toBeGreaterThan(300);
  });

  it('it is equally accurate exactly at contact', () => {
    // the pose of contact by the secant method on the gap
    let [x0, x1] = [1.4, 1.35];
    const gapAt = (x: number) => {
      setPairPoses(pair, createPose(), poseB(x));
      expect(correctContact(solver, 8)).toBe(true);
      return solver.form.gap;
    };
    let [g0, g1] = [gapAt(x0), gapAt(x1)];
    for (let k = 0; k < 6 && Math.abs(g1) > 1e-15; k++) {
      const x2 = x1 - (g1 * (x1 - x0)) / (g1 - g0);
      [x0, g0, x1, g1] = [x1, g1, x2, gapAt(x2)];
    }
    expect(Math.abs(g1)).toBeLessThan(1e-14);
    expect(condition(solver.form.matrix, 4, lengthsOf(solver))).toBeLessThan(4);
    expect(Math.hypot(...solver.form.normal)).toBeCloseTo(1, 14);
    expect(Math.hypot(...pair.delta)).toBeLessThan(1e-13);
  });
});
