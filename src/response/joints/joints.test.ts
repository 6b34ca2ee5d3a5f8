import { describe, expect, it } from 'vitest';
import { createSolidBodies } from '../../dynamics/solid-bodies.ts';
import { createMat3 } from '../../math/mat3.ts';
import { createPose, type Pose } from '../../math/pose.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { rotateTorqueFree } from '../solver/rotate-bodies.ts';
import { createSolverBodies, INVERSE_MASS, loadSolverBody, RECORD } from '../solver/solver-bodies.ts';
import { defineJoint, type JointSettings } from './define-joint.ts';
import { createJoint, type Joint } from './joint.ts';
import { createJointGeometry, findJointGeometry, JACOBIAN, setPrincipalFrames } from './joint-coordinates.ts';
import { orderJoints } from './joint-order.ts';
import { addJointRow, applyRow, createJointRows, reserveJointRows, rowVelocity } from './joint-rows.ts';
import { createJointSystem, setJointRows, setSystemJoints } from './joint-system.ts';
import { clearSkyline, createSymmetricSkyline, factoriseSkyline, resizeSkyline, substituteSkyline } from './ldl.ts';
import { solveJointPositions } from './solve-joint-positions.ts';
import { solveJointVelocities } from './solve-joint-velocities.ts';

const fail = (path: readonly (string | number)[], expected: string): never => {
  throw new RangeError(`${path.join('.')} ${expected}`);
};

function bodyState(pose: Pose, mass: number, moments: readonly [number, number, number]) {
  return {
    pose,
    velocity: createVec3(),
    angularVelocity: createVec3(),
    mass,
    moments: createVec3(...moments),
    principalAxes: createMat3(),
  };
}

/** Two bodies in arbitrary poses with a joint, and the solver's view of them. */
function pairWith(settings: JointSettings) {
  const poses = [
    createPose([0.3, -0.2, 0.1], [1, 0.2, -0.3, 0.4]),
    createPose([1.1, 0.4, -0.2], [0.7, -0.1, 0.5, 0.2]),
  ];
  const bodies = createSolidBodies([bodyState(poses[0], 2, [0.3, 0.5, 0.4]), bodyState(poses[1], 5, [0.9, 0.7, 1.1])]);
  const solver = createSolverBodies(2);
  for (const i of [0, 1]) loadSolverBody(solver, bodies, i, false);
  const [a, b] = poses.map((pose, index) => ({ index, pose }));
  const joint = createJoint(defineJoint('joint', settings, a, b, fail));
  setPrincipalFrames(joint, bodies);
  return { bodies, solver, joint };
}

const HINGE: JointSettings = { kind: 'hinge', position: createVec3(0.6, 0.1, 0), axis: createVec3(1, 2, -1) };

function setMotion(records: Float64Array, seed: number): void {
  const random = createRandom(seed).next;
  for (const body of [0, 1]) for (let k = 0; k < 6; k++) records[RECORD * body + k] = 2 * random() - 1;
}

/** Momentum and angular momentum about the origin of the world. */
function momentumOf({ bodies, solver }: ReturnType<typeof pairWith>): number[] {
  const { records, principalOrientations: q } = solver;
  const sum = [0, 0, 0, 0, 0, 0];
  for (const i of [0, 1]) {
    const r = RECORD * i;
    const mass = 1 / records[r + INVERSE_MASS];
    const [vx, vy, vz, wx, wy, wz] = records.subarray(r, r + 6);
    const [x, y, z] = bodies.positions.subarray(3 * i, 3 * i + 3);
    const { rotation: m } = createPose([0, 0, 0], [...q.subarray(4 * i, 4 * i + 4)]);
    const [a, b, c] = bodies.moments.subarray(3 * i, 3 * i + 3);
    const la = a * (m.xx * wx + m.yx * wy + m.zx * wz);
    const lb = b * (m.xy * wx + m.yy * wy + m.zy * wz);
    const lc = c * (m.xz * wx + m.yz * wy + m.zz * wz);
    const rotational = [
      m.xx * la + m.xy * lb + m.xz * lc,
      m.yx * la + m.yy * lb + m.yz * lc,
      m.zx * la + m.zy * lb + m.zz * lc,
    ];
    const arm = [mass * (y * vz - z * vy), mass * (z * vx - x * vz), mass * (x * vy - y * vx)];
    [vx, vy, vz].forEach((v, k) => {
      sum[k] += mass * v;
      sum[3 + k] += rotational[k] + arm[k];
    });
  }
  return sum;
}

describe('the coordinates of a joint', () => {
  const kinds: JointSettings[] = [
    HINGE,
    { kind: 'universal', position: createVec3(0.6, 0.1, 0), axis: createVec3(1, 0, 0), axis2: createVec3(0, 1, 1) },
    { kind: 'distance', points: [createVec3(0.1, 0.3, 0.2), createVec3(1.4, 0.1, -0.5)] },
    {
      kind: 'six-axis',
      position: createVec3(0.6, 0.1, 0),
      axes: { x: {}, y: {}, z: {}, rotationX: {}, rotationY: {}, rotationZ: {} },
    },
  ];
  for (const settings of kinds) {
    it(`of the kind ${settings.kind} change at the rate that the Jacobian gives, for any velocities`, () => {
      const { bodies, solver, joint } = pairWith(settings);
      const poses = { positions: bodies.positions, principalOrientations: solver.principalOrientations };
      // away from the start, where displacements and angles are not zero
      bodies.positions[3] += 0.1;
      const tilted = createPose([0, 0, 0], [1, 0.1, 0.15, -0.2]).rotation;
      rotateBody(solver.principalOrientations, 1, tilted);
      setMotion(solver.records, 7);
      const at = createJointGeometry();
      findJointGeometry(at, joint, poses);
      const step = 1e-6;
      const [before, after] = [-step, step].map((time) => coordinatesAfter(poses, solver.records, joint, time));
      for (let axis = 0; axis < joint.coordinates.length; axis++) {
        const rate = (after[axis] - before[axis]) / (2 * step);
        expect(rateOf(at.jacobian, axis, solver.records)).toBeCloseTo(rate, 8);
      }
    });
  }
});

function rotateBody(
  q: Float64Array,
  i: number,
  { xx, yy, zz, zy, yz, xz, zx, yx, xy }: ReturnType<typeof createMat3>,
): void {
  const w = Math.sqrt(1 + xx + yy + zz) / 2;
  const [x, y, z] = [(zy - yz) / (4 * w), (xz - zx) / (4 * w), (yx - xy) / (4 * w)];
  const [a, b, c, d] = q.subarray(4 * i, 4 * i + 4);
  q.set(
    [
      w * a - x * b - y * c - z * d,
      w * b + x * a + y * d - z * c,
      w * c - x * d + y * a + z * b,
      w * d + x * c - y * b + z * a,
    ],
    4 * i,
  );
}

function coordinatesAfter(
  { positions, principalOrientations }: { positions: Float64Array; principalOrientations: Float64Array },
  records: Float64Array,
  joint: Joint,
  time: number,
): number[] {
  const moved = { positions: positions.slice(), principalOrientations: principalOrientations.slice() };
  for (const i of [0, 1]) {
    const [vx, vy, vz, wx, wy, wz] = records.subarray(RECORD * i, RECORD * i + 6);
    [vx, vy, vz].forEach((v, k) => {
      moved.positions[3 * i + k] += time * v;
    });
    const rotation = createPose([0, 0, 0], [1, 0.5 * time * wx, 0.5 * time * wy, 0.5 * time * wz]).rotation;
    rotateBody(moved.principalOrientations, i, rotation);
  }
  const out = createJointGeometry();
  findJointGeometry(out, joint, moved, true);
  return [...out.coordinates];
}

function rateOf(jacobian: Float64Array, axis: number, records: Float64Array): number {
  let rate = 0;
  for (let k = 0; k < 3; k++) {
    const at = JACOBIAN * axis + k;
    rate += jacobian[at] * (records[RECORD + k] - records[k]);
    rate += jacobian[at + 6] * records[RECORD + 3 + k] - jacobian[at + 3] * records[3 + k];
  }
  return rate;
}

describe('the velocities of joined bodies', () => {
  it('fit the locked axes after one solution, and momentum and angular momentum are those before', () => {
    const world = pairWith(HINGE);
    const { bodies, solver, joint } = world;
    const system = createJointSystem();
    setSystemJoints(system, [joint], () => true);
    setMotion(solver.records, 3);
    const before = momentumOf(world);
    const poses = { positions: bodies.positions, principalOrientations: solver.principalOrientations };
    setJointRows(system, poses, solver.records, 0.01);
    solveJointVelocities(system.rows, solver.records);
    expect(system.rows.count).toBe(5);
    for (let i = 0; i < 5; i++)
      expect(Math.abs(rowVelocity(system.rows, i, solver.records, RECORD))).toBeLessThan(1e-13);
    momentumOf(world).forEach((value, k) => {
      expect(Math.abs(value - before[k])).toBeLessThan(1e-13);
    });
  });

  it('fit the locked axes to machine precision after a flight', () => {
    const world = pairWith(HINGE);
    const { bodies, solver, joint } = world;
    const system = createJointSystem();
    setSystemJoints(system, [joint], () => true);
    setMotion(solver.records, 5);
    const before = momentumOf(world);
    const poses = { positions: bodies.positions, principalOrientations: solver.principalOrientations };
    setJointRows(system, poses, solver.records, 0.01);
    const flying = { solver, positions: bodies.positions, moments: bodies.moments, free: Uint8Array.of(1, 1) };
    solveJointPositions(system, flying, 0.01, 0);
    momentumOf(world).forEach((value, k) => {
      expect(Math.abs(value - before[k])).toBeLessThan(1e-12);
    });
    for (const body of [0, 1]) {
      for (let k = 0; k < 3; k++) bodies.positions[3 * body + k] += 0.01 * solver.records[RECORD * body + k];
      rotateTorqueFree(solver, bodies.moments, body, 0.01);
    }
    const after = createJointGeometry();
    findJointGeometry(after, joint, poses, true);
    for (const axis of [0, 1, 2, 4, 5]) expect(Math.abs(after.coordinates[axis])).toBeLessThan(1e-14);
  });
});

describe('rows with bounds', () => {
  /** Impulses of a bounded problem by trying all combinations of bounds. */
  function bruteForce(matrix: number[][], right: number[], lows: number[], highs: number[]): number[] {
    const n = right.length;
    for (let code = 0; code < 3 ** n; code++) {
      const at = right.map((_, i) => Math.floor(code / 3 ** i) % 3);
      const x = right.map((_, i) => (at[i] === 1 ? lows[i] : at[i] === 2 ? highs[i] : 0));
      const free = [...right.keys()].filter((i) => at[i] === 0);
      const solution = gauss(
        free.map((i) => free.map((j) => matrix[i][j])),
        free.map((i) => right[i] - x.reduce((sum, value, j) => sum + (at[j] === 0 ? 0 : matrix[i][j] * value), 0)),
      );
      free.forEach((i, k) => {
        x[i] = solution[k];
      });
      const isValid = right.every((_, i) => {
        const missing = right[i] - matrix[i].reduce((sum, entry, j) => sum + entry * x[j], 0);
        if (at[i] === 0) return x[i] >= lows[i] && x[i] <= highs[i];
        return at[i] === 1 ? missing <= 0 : missing >= 0;
      });
      if (isValid && x.every(Number.isFinite)) return x;
    }
    throw new Error('no solution');
  }

  function gauss(matrix: number[][], right: number[]): number[] {
    const rows = matrix.map((row, i) => [...row, right[i]]);
    for (let p = 0; p < rows.length; p++) {
      for (let i = 0; i < rows.length; i++) {
        if (i === p) continue;
        const factor = rows[i][p] / rows[p][p];
        rows[i] = rows[i].map((value, k) => value - factor * rows[p][k]);
      }
    }
    return rows.map((row, i) => row[rows.length] / row[i]);
  }

  it('have the impulses of the combination of bounds that fits, found among all of them', () => {
    const random = createRandom(11).next;
    for (let trial = 0; trial < 50; trial++) {
      const { solver } = pairWith(HINGE);
      setMotion(solver.records, 100 + trial);
      const rows = createJointRows();
      reserveJointRows(rows, 4);
      for (let i = 0; i < 4; i++) {
        const jacobian = Float64Array.from({ length: JACOBIAN }, () => 2 * random() - 1);
        addJointRow(rows, 0, 0, i, { bodyA: 0, bodyB: 1 }, jacobian, 0, solver.records);
        rows.matrix.firsts[i] = 0;
        rows.lows[i] = -random();
        rows.highs[i] = random();
        rows.targets[i] = 2 * random() - 1;
      }
      const right = [0, 1, 2, 3].map((i) => rows.targets[i] - rowVelocity(rows, i, solver.records, RECORD));
      const matrix = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => response(rows, i, j, solver.records)));
      const expected = bruteForce(matrix, right, [...rows.lows], [...rows.highs]);
      solveJointVelocities(rows, solver.records);
      expected.forEach((value, i) => {
        expect(rows.impulses[i]).toBeCloseTo(value, 8);
      });
    }
  });

  /** Velocity change of row i by a unit impulse of row j. */
  function response(rows: ReturnType<typeof createJointRows>, i: number, j: number, records: Float64Array): number {
    const copy = records.slice();
    const before = rowVelocity(rows, i, copy, RECORD);
    applyRow(rows, j, 1, copy);
    rows.impulses[j] -= 1;
    return rowVelocity(rows, i, copy, RECORD) - before;
  }
});

describe('the factorisation', () => {
  it('solves a random system with a skyline', () => {
    const random = createRandom(2).next;
    const size = 12;
    const firsts = Array.from({ length: size }, (_, i) => Math.max(0, i - 3));
    const full = Array.from({ length: size }, () => new Array<number>(size).fill(0));
    for (let i = 0; i < size; i++) {
      for (let j = firsts[i]; j < i; j++) full[i][j] = full[j][i] = random() - 0.5;
      full[i][i] = 3;
    }
    const exact = Array.from({ length: size }, () => random());
    const skyline = createSymmetricSkyline();
    resizeSkyline(skyline, size);
    skyline.firsts.set(firsts);
    clearSkyline(skyline);
    for (let i = 0; i < size; i++) {
      skyline.diagonal[i] = full[i][i];
      for (let j = firsts[i]; j < i; j++) skyline.lower[skyline.bases[i] + j] = full[i][j];
    }
    factoriseSkyline(skyline);
    const x = Float64Array.from(full, (row) => row.reduce((sum, entry, j) => sum + entry * exact[j], 0));
    substituteSkyline(skyline, x);
    exact.forEach((value, i) => {
      expect(x[i]).toBeCloseTo(value, 8);
    });
  });

  it('orders a chain so that each joint depends on its neighbours only, wherever it is listed', () => {
    const chain = [3, 0, 4, 1, 2].map((i) => [i - 1, i] as const);
    const order = orderJoints(chain).map((i) => chain[i][1]);
    expect(order.map((body, k) => (k === 0 ? 1 : Math.abs(body - order[k - 1])))).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('the definition of a joint', () => {
  const body = (index: number) => ({ index, pose: createPose([index, 0, 0]) });
  it('rejects a zero axis, reversed limits, a start outside the limits, frames that do not fit, and two motors in one', () => {
    const define = (settings: Partial<JointSettings>) => () =>
      defineJoint('joint', { kind: 'hinge', position: createVec3(), ...settings }, body(0), body(1), fail);
    expect(define({ axis: createVec3() })).toThrow('axis must not be zero');
    expect(define({ limits: { min: 1, max: -1 } })).toThrow('limits.min must not be above limits.max (-1)');
    expect(define({ limits: { min: 0.5, max: 1 } })).toThrow('limits must include the coordinate at the start, 0 rad');
    expect(define({ frames: [createPose(), createPose()] })).toThrow(
      'frames do not fit: they differ by 1 m along the locked axis x',
    );
    expect(define({ motor: { velocity: 1, force: 2 } })).toThrow(
      'motor must have one of velocity, position, path and force',
    );
    expect(define({ kind: 'distance', length: 3 })).toThrow(
      'length must be the distance of the points at the start, 1 m',
    );
    expect(define({ kind: 'universal', axis: createVec3(1, 0, 0), axis2: createVec3(2, 0, 0) })).toThrow(
      'axis2 must not be zero or parallel',
    );
  });
});
