/** The errata of [PG05] that are about its equations, shown with numbers: P1 to P8 and P23. */
import { describe, expect, it } from 'vitest';
import { solvePair } from '../../src/distance/smooth/witness/back-side.ts';
import {
  assembleDrift,
  assembleSystem,
  createPairSystem,
  dotAt,
  faceNormal,
  type PairSystem,
  printedForm,
} from '../../src/distance/smooth/witness/projection-error.ts';
import { SECONDS, setWitness, TANGENTS } from '../../src/distance/smooth/witness/witness.ts';
import {
  createWitnessPair,
  evaluatePair,
  movePair,
  pairDistance,
  pairEnergy,
  type WitnessPair,
} from '../../src/distance/smooth/witness/witness-pair.ts';
import { solveLinear } from '../../src/math/linear-solve.ts';
import { rotationAboutAxis } from '../../src/math/mat3.ts';
import { createMotion, poseAt } from '../../src/math/motion.ts';
import { createMovingPose, type MovingPose } from '../../src/math/moving-pose.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { createVec3, normalizeVec3, setVec3 } from '../../src/math/vec3.ts';
import { createBezierPatch } from '../../src/shapes/nurbs/create-bezier.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { tiledEllipsoid } from '../../src/shapes/tiled/revolved-bodies.ts';
import { singlePatch } from '../../test/single-features.ts';
import { largeLens } from './bodies.ts';
import { parallelSquares } from './not-unique.ts';
import { pairAtRest } from './runs.ts';
import { throughContactTable } from './through-contact.ts';

/** Rows of the source: u and v on A, r and s on B. */
const [U, V, R, S] = [0, 1, 2, 3];
/** Of the central differences: their own error is h² times a third derivative, rounding 1e-16 / h. */
const H = 1e-5;

/** A random rational patch of degree 2 by 2 about the origin. */
function randomPatch(random: Random) {
  const net = <T>(entry: (i: number, j: number) => T) => [0, 1, 2].map((i) => [0, 1, 2].map((j) => entry(i, j)));
  const points = net((i, j) => [i - 1, j - 1, 0].map((value) => value + 0.6 * random.normal()));
  return singlePatch(
    createBezierPatch(
      points,
      net(() => random.between(0.6, 1.6)),
    ),
  );
}

function randomMotion(random: Random, distance: number): MovingPose {
  const three = () => [random.normal(), random.normal(), random.normal()] as const;
  const motion = createMovingPose();
  const axis = createVec3(...three());
  rotationAboutAxis(motion.pose.rotation, normalizeVec3(axis, axis), random.between(-3, 3));
  setVec3(motion.pose.position, ...three());
  motion.pose.position.z += distance;
  setVec3(motion.velocity, ...three());
  setVec3(motion.angularVelocity, ...three());
  return motion;
}

interface MovingPair {
  readonly pair: WitnessPair;
  readonly system: PairSystem;
  readonly psi: Float64Array;
  readonly m: Float64Array;
  readonly b: Float64Array;
  readonly motionA: MovingPose;
  readonly motionB: MovingPose;
}

/** Two random moving patches with witnesses somewhere, and the source's Ψ, M and b there. */
function randomPair(random: Random): MovingPair {
  const pair = createWitnessPair(randomPatch(random), randomPatch(random));
  const [motionA, motionB] = [randomMotion(random, 0), randomMotion(random, 2)];
  setWitness(pair.a, 0, random.between(0.1, 0.9), random.between(0.1, 0.9));
  setWitness(pair.b, 0, random.between(0.1, 0.9), random.between(0.1, 0.9));
  movePair(pair, motionA, motionB);
  return { pair, motionA, motionB, ...printedAt(pair) };
}

function printedAt(pair: WitnessPair) {
  const system = createPairSystem();
  const [psi, m, b] = [new Float64Array(4), new Float64Array(16), new Float64Array(4)];
  evaluatePair(pair);
  assembleSystem(system, pair);
  assembleDrift(system, pair);
  printedForm(psi, m, b, system);
  return { system, psi, m, b };
}

/** ∂Ψ_row/∂x_column by differences. */
function slope({ pair }: MovingPair, row: number, column: number): number {
  const x = column < 2 ? pair.a.x : pair.b.x;
  const at = column % 2;
  const saved = x[at];
  const [low, high] = [-H, H].map((by) => {
    x[at] = saved + by;
    return printedAt(pair).psi[row];
  });
  x[at] = saved;
  evaluatePair(pair);
  return (high - low) / (2 * H);
}

/** ∂Ψ_row/∂t at fixed parameters by differences: both bodies moved by their twists. */
function rate({ pair, motionA, motionB }: MovingPair, row: number): number {
  const [low, high] = [-H, H].map((time) => {
    movePair(pair, movedOn(motionA, time), movedOn(motionB, time));
    return printedAt(pair).psi[row];
  });
  movePair(pair, motionA, motionB);
  evaluatePair(pair);
  return (high - low) / (2 * H);
}

function movedOn(motion: MovingPose, time: number): MovingPose {
  const out = createMovingPose();
  const { velocity, angularVelocity } = motion;
  poseAt(out.pose, createMotion(motion.pose, velocity, angularVelocity), time);
  return out;
}

const pairs = (count: number, seed: number) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => randomPair(random));
};
const largest = (values: readonly number[]) => Math.max(...values.map(Math.abs));

describe('P1, the last entry of M', () => {
  it('has the second derivative along s twice: with the mixed one it is off by up to 41', () => {
    const samples = pairs(100, 1);
    const truth = samples.map((sample) => slope(sample, S, S));
    expect(largest(samples.map(({ m }, i) => m[15] - truth[i]))).toBeLessThan(1e-7);
    const printed = samples.map(({ pair: { b, delta } }) => {
      const metric = dotAt(b.jet, TANGENTS + 3, b.jet, TANGENTS + 3);
      return -metric + dotAt(delta, 0, b.jet, SECONDS + 3);
    });
    expect(largest(printed.map((entry, i) => entry - truth[i]))).toBeCloseTo(41.4, 1);
  });
});

describe('P2, the rows of b', () => {
  it('are four, one per parameter, and the row of f_v is distinct', () => {
    const samples = pairs(100, 2);
    for (const sample of samples) {
      for (const row of [U, V, R, S]) expect(Math.abs(sample.b[row] - rate(sample, row))).toBeLessThan(1e-7);
    }
    for (const other of [U, R, S]) expect(largest(samples.map(({ b }) => b[V] - b[other]))).toBeGreaterThan(1);
  });
});

describe('P3, translation in b', () => {
  it('matters: with rotation alone b has an error of up to 15', () => {
    const samples = pairs(100, 3);
    const off = samples.flatMap((sample) => {
      const { pair, motionA, motionB, b } = sample;
      const [rotatingA, rotatingB] = [motionA, motionB].map((motion) => ({ ...motion, velocity: createVec3() }));
      movePair(pair, rotatingA, rotatingB);
      return [U, V, R, S].map((row) => printedAt(pair).b[row] - b[row]);
    });
    expect(largest(off)).toBeCloseTo(14.9, 1);
  });
});

describe('P4, the direction of Δ', () => {
  it('is from B to A: M follows from it, and with the opposite direction entries are off by up to 41', () => {
    const samples = pairs(50, 4);
    for (const sample of samples) {
      for (const row of [U, V, R, S]) {
        for (const column of [U, V, R, S]) {
          expect(Math.abs(sample.m[4 * row + column] - slope(sample, row, column))).toBeLessThan(1e-7);
        }
      }
    }
    const reversed = samples.map(({ pair: { a, delta } }) => 2 * dotAt(delta, 0, a.jet, SECONDS));
    expect(largest(reversed)).toBeCloseTo(41.3, 1);
  });

  it('Ψ^r belongs to h_r and Ψ^s to h_s: swapped, entries are off by up to 25', () => {
    const samples = pairs(50, 5);
    expect(largest(samples.map((sample) => sample.m[4 * R + R] - slope(sample, R, R)))).toBeLessThan(1e-7);
    expect(largest(samples.map((sample) => sample.m[4 * R + R] - slope(sample, S, R)))).toBeCloseTo(25.3, 1);
  });
});

describe('P5, M as printed', () => {
  it('cannot be definite: its symmetric part is that of A and minus that of B, indefinite 198 times of 200', () => {
    const samples = pairs(200, 6);
    let indefinite = 0;
    for (const { m, system } of samples) {
      // the blocks between the two bodies cancel, so a sign of each block is enough
      for (const i of [U, V]) for (const j of [R, S]) expect(m[4 * i + j] + m[4 * j + i]).toBeCloseTo(0, 12);
      for (let i = 0; i < 4; i++) {
        for (let j = 0; j < 4; j++) {
          const sign = i < 2 ? 1 : -1;
          if (i < 2 === j < 2) expect(m[4 * i + j]).toBe(sign * system.hessian[4 * i + j]);
        }
      }
      if (m[0] + m[5] > 0 !== m[10] + m[15] > 0 || m[0] * m[5] < m[1] * m[4] || m[10] * m[15] < m[11] * m[14]) {
        indefinite++;
      }
    }
    expect(indefinite).toBe(198);
  });
});

describe('P6, definite near the closest points of convex bodies', () => {
  it('not at contact: the condition of the Hessian grows like 1/d and ends beyond 1e16', () => {
    const rows = throughContactTable();
    const at = (gap: number) => rows.find(({ wanted }) => wanted === gap)?.hessian ?? 0;
    expect(at(1e-4) / at(1e-2)).toBeCloseTo(100, -1);
    expect(at(1e-6) / at(1e-4)).toBeCloseTo(100, -1);
    expect(at(0)).toBeGreaterThan(1e16);
  });

  it('nor between parallel flat faces: two directions have no curvature', () => {
    const { system } = parallelSquares();
    // the determinant of a matrix with entries of 4 m²
    const square = Float64Array.from(system.hessian);
    expect(solveLinear(square, new Float64Array(4), 4, 1)).toBe(false);
  });
});

describe('P7, first fundamental form plus distance times the second', () => {
  /** Largest difference of one diagonal entry of the Hessian to I + d II, with the outward normal's II >= 0. */
  function difference(pair: WitnessPair): number {
    const { system } = printedAt(pair);
    const { jet } = pair.a;
    const normal = new Float64Array(3);
    const length = Math.sqrt(faceNormal(normal, jet));
    const d = pairDistance(pair);
    return largest(
      [0, 1].map((i) => {
        const second = -dotAt(normal, 0, jet, SECONDS + 6 * i) / length;
        return system.hessian[5 * i] - (dotAt(jet, TANGENTS + 3 * i, jet, TANGENTS + 3 * i) + d * second);
      }),
    );
  }

  it('holds at the solution to machine precision, and not elsewhere', () => {
    const work = pairAtRest(tiledEllipsoid([1, 0.7, 0.5]), createPoint(), 1.1, 0.9, 0.8);
    solvePair(work);
    expect(work.pair.a.dimension).toBe(2);
    expect(difference(work.pair)).toBeLessThan(1e-13);
    const [u, v] = work.pair.a.x;
    setWitness(work.pair.a, work.pair.a.feature, 0.9 * u, 0.8 * v);
    expect(difference(work.pair)).toBeGreaterThan(0.05);
  });
});

describe('P8, monotone convergence', () => {
  it('the squared distance and the size of Ψ fall in all 61 definite runs, the error of a parameter increases temporarily in 4', () => {
    const random = createRandom(8);
    let [runs, growing] = [0, 0];
    const lens = largeLens();
    for (let trial = 0; trial < 400; trial++) {
      const work = pairAtRest(lens, createPoint(), 2.2 * random.normal(), 2.2 * random.normal(), 2.2 * random.normal());
      const relativeMotion = flowOnFace(work.pair, random);
      if (relativeMotion === undefined) continue;
      runs++;
      if (!falls(relativeMotion.map(({ errorU }) => errorU)) || !falls(relativeMotion.map(({ errorV }) => errorV)))
        growing++;
      expect(falls(relativeMotion.map(({ energy }) => energy))).toBe(true);
      expect(falls(relativeMotion.map(({ psi }) => psi))).toBe(true);
    }
    expect([runs, growing]).toEqual([61, 4]);
  });

  const falls = (values: readonly number[]) => values.every((value, i) => i === 0 || value <= values[i - 1]);

  /** The exact flow on the first face in small steps, while the Hessian is definite and no bound is met; else undefined. */
  function flowOnFace(pair: WitnessPair, random: Random) {
    const k = 0.02;
    setWitness(pair.a, 0, random.between(0.1, 0.9), random.between(0.1, 0.9));
    const states: { x: number; y: number; energy: number; psi: number }[] = [];
    for (let step = 0; step < 500; step++) {
      const { system } = printedAt(pair);
      const { hessian: h, gradient: g } = system;
      const determinant = h[0] * h[5] - h[1] * h[4];
      if (!(h[0] > 0 && determinant > 0)) return;
      const { x } = pair.a;
      states.push({ x: x[0], y: x[1], energy: pairEnergy(pair), psi: Math.hypot(g[0], g[1]) });
      const stepU = (k * (h[5] * g[0] - h[1] * g[1])) / determinant;
      const stepV = (k * (h[0] * g[1] - h[4] * g[0])) / determinant;
      // near a singular matrix even this step is too long for a flow
      if (Math.max(Math.abs(stepU), Math.abs(stepV)) > 0.05) return;
      x[0] -= stepU;
      x[1] -= stepV;
      if (Math.min(x[0], x[1]) <= 0 || Math.max(x[0], x[1]) >= 1) return;
    }
    // what is left after 500 steps is e^-10 of the start: compare the first 300 with the end
    const end = states[states.length - 1];
    return states.slice(0, 300).map(({ x, y, energy, psi }) => ({
      energy,
      psi,
      errorU: Math.abs(x - end.x),
      errorV: Math.abs(y - end.y),
    }));
  }
});

describe('P23, a full matrix of gains', () => {
  it('becomes S K S in the symmetric form; unchanged, it gives another velocity', () => {
    const random = createRandom(23);
    for (const { system, psi, m, b } of pairs(50, 23)) {
      const gains = Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 20 : 0) + 4 * random.normal());
      const sign = (i: number) => (i < 2 ? 1 : -1);
      const times = (k: readonly number[], v: Float64Array) =>
        Float64Array.from({ length: 4 }, (_, i) => [0, 1, 2, 3].reduce((sum, j) => sum + k[4 * i + j] * v[j], 0));
      const printed = times(gains, psi).map((value, i) => -value - b[i]);
      const rotated = gains.map((value, at) => sign(Math.floor(at / 4)) * value * sign(at % 4));
      const symmetric = times(rotated, system.gradient).map((value, i) => -value - system.drift[i]);
      const wrong = times(gains, system.gradient).map((value, i) => -value - system.drift[i]);
      expect(solveLinear(m.slice(), printed, 4, 1)).toBe(true);
      for (const right of [symmetric, wrong]) expect(solveLinear(system.hessian.slice(), right, 4, 1)).toBe(true);
      const size = largest([...printed]);
      expect(largest([...symmetric].map((value, i) => value - printed[i])) / size).toBeLessThan(1e-9);
      expect(largest([...wrong].map((value, i) => value - printed[i])) / size).toBeGreaterThan(1e-3);
    }
  });
});
