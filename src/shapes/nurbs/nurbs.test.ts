import { describe, expect, it } from 'vitest';
import {
  controlPointList,
  differences,
  expectNear,
  expectPatchJet,
  randomControlPoints,
} from '../../../test/nurbs-jets.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { CURVE_JET, evaluateCurve } from './curve.ts';
import { evaluateNurbsCurve, evaluateNurbsSurface } from './evaluate-nurbs.ts';
import { createNurbsCurve, createNurbsSurface, type NurbsCurve, nurbsCurve, nurbsSurface } from './nurbs.ts';
import { evaluatePatch, PATCH_JET } from './patch.ts';
import {
  decomposeCurve,
  decomposeSurface,
  insertKnot,
  insertSurfaceKnot,
  reverseNurbsCurve,
  reverseNurbsSurface,
  splitNurbsCurve,
  splitNurbsSurface,
} from './refine-nurbs.ts';

const HALF = Math.SQRT1_2;
/** The unit circle as four quarters in one curve of degree 2. */
const circle = createNurbsCurve(
  2,
  [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
    [1, 0],
  ],
  [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4],
  [1, HALF, 1, HALF, 1, HALF, 1, HALF, 1],
);

const jetOf = (curve: NurbsCurve, t: number) => evaluateNurbsCurve(new Float64Array(CURVE_JET), curve, t);

/** Rounding of a few dozen operations on numbers near 1, weights within a factor of 4. */
const ROUNDING = 5e-14;

/** Random ascending knots, some repeated; both ends clamped or not. */
function randomKnots(random: Random, degree: number, count: number, clamped: boolean): Float64Array {
  const knots = [random.between(-1, 1)];
  let repeats = 1;
  while (knots.length < count + degree + 1) {
    const i = knots.length;
    const last = knots[i - 1];
    const atEnd = clamped && (i <= degree || i > count);
    const repeat = atEnd || (repeats < degree && i !== count && i !== degree + 1 && random.next() < 0.3);
    knots.push(repeat ? last : last + random.between(0.2, 1));
    repeats = repeat ? repeats + 1 : 1;
  }
  return Float64Array.from(knots);
}

function* randomCurves(seed: number): Generator<[NurbsCurve, Random]> {
  const random = createRandom(seed);
  for (let degree = 1; degree <= 5; degree++) {
    for (const clamped of [true, false]) {
      for (let more = 1; more <= 9; more += 4) {
        const count = degree + more;
        const knots = randomKnots(random, degree, count, clamped);
        yield [nurbsCurve(degree, randomControlPoints(random, count), knots), random];
      }
    }
  }
}

function randomSurface(random: Random, degreeU: number, degreeV: number, clamped: boolean) {
  const [countU, countV] = [degreeU + 3, degreeV + 4];
  const knotsU = randomKnots(random, degreeU, countU, clamped);
  const knotsV = randomKnots(random, degreeV, countV, !clamped);
  return nurbsSurface(degreeU, degreeV, randomControlPoints(random, countU * countV), knotsU, knotsV);
}

function rangeOf({ knots, degree, count }: NurbsCurve): [number, number] {
  return [knots[degree], knots[count]];
}

describe('NURBS curves', () => {
  it('represent an exact circle: radius 1, tangential velocity, by basis functions alone', () => {
    for (let t = 0; t <= 4; t += 1 / 16) {
      const [x, y, z, dx, dy] = jetOf(circle, t);
      expect(Math.abs(Math.hypot(x, y) - 1)).toBeLessThan(1e-15 * 4); // a few roundings
      expect(Math.abs(x * dx + y * dy)).toBeLessThan(1e-14);
      expect(z).toBe(0);
    }
  });

  it('equal their Bezier segments, with all derivatives, clamped or not', () => {
    for (const [curve, random] of randomCurves(21)) {
      const pieces = decomposeCurve(curve);
      const [from, to] = rangeOf(curve);
      expect([pieces[0].from, pieces[pieces.length - 1].to]).toEqual([from, to]);
      for (const piece of pieces) {
        const s = random.between(0.01, 0.99);
        const span = piece.to - piece.from;
        const jet = evaluateCurve(new Float64Array(CURVE_JET), piece.curve, s);
        const direct = jetOf(curve, piece.from + span * s);
        expectNear(jet.subarray(0, 3), direct.subarray(0, 3), ROUNDING);
        expectNear(
          jet.subarray(3, 6).map((d) => d / span),
          direct.subarray(3, 6),
          1e-12,
        ); // knot spans of 0.2: 1/0.2
        expectNear(
          jet.subarray(6, 9).map((d) => d / span ** 2),
          direct.subarray(6, 9),
          1e-11,
        );
      }
    }
  });

  it('have the derivatives of their points', () => {
    for (const [curve] of randomCurves(22)) {
      const piece = decomposeCurve(curve)[0];
      const t = 0.4 * piece.from + 0.6 * piece.to;
      const [first, second] = differences((s) => jetOf(curve, s), t);
      // differences over steps of 1e-3 have an error of about 1e-8 of the sixth derivative, large at knot spans of 0.2
      expectNear(jetOf(curve, t).subarray(3, 6), first, 1e-5);
      expectNear(jetOf(curve, t).subarray(6, 9), second, 1e-5);
    }
  });

  it('do not change under knot insertion, splitting and reversal', () => {
    for (const [curve, random] of randomCurves(23)) {
      const [from, to] = rangeOf(curve);
      const [cut, t] = [random.between(from, to), random.between(from, to)];
      const point = jetOf(curve, t).slice(0, 3);
      expectNear(jetOf(insertKnot(curve, cut), t).subarray(0, 3), point, ROUNDING);
      const [below, above] = splitNurbsCurve(curve, cut);
      expectNear(jetOf(t < cut ? below : above, t).subarray(0, 3), point, ROUNDING);
      expect([rangeOf(below)[1], rangeOf(above)[0]]).toEqual([cut, cut]);
      expect(controlPointList(below.control).at(-1)).toEqual(controlPointList(above.control)[0]);
      expectNear(jetOf(reverseNurbsCurve(curve), from + to - t).subarray(0, 3), point, ROUNDING);
    }
  });

  it('may be split at a corner, where the knot has full multiplicity', () => {
    const [below, above] = splitNurbsCurve(circle, 2);
    expect([...below.knots]).toEqual([0, 0, 0, 1, 1, 2, 2, 2]);
    expect([...above.knots]).toEqual([2, 2, 2, 3, 3, 4, 4, 4]);
    expect(() => insertKnot(circle, 2)).toThrow('the knot 2 already has the maximum multiplicity 2');
    expect(() => splitNurbsCurve(circle, 4)).toThrow('the parameter must lie between 0 and 4, got 4');
  });

  it('clamp parameters outside their range', () => {
    expect(jetOf(circle, 9)).toEqual(jetOf(circle, 4));
    expect(jetOf(circle, -1)).toEqual(jetOf(circle, 0));
  });
});

describe('NURBS surfaces', () => {
  const degrees: [number, number, boolean][] = [
    [1, 1, true],
    [2, 3, true],
    [3, 2, false],
    [1, 4, false],
  ];

  it('equal their Bezier patches, with all derivatives', () => {
    const random = createRandom(24);
    for (const [m, n, clamped] of degrees) {
      const surface = randomSurface(random, m, n, clamped);
      for (const { patch, fromU, toU, fromV, toV } of decomposeSurface(surface).flat()) {
        const [u, v, du, dv] = [random.next(), random.next(), toU - fromU, toV - fromV];
        const jet = evaluatePatch(new Float64Array(PATCH_JET), patch, u, v);
        const [at, av] = [fromU + du * u, fromV + dv * v];
        const direct = evaluateNurbsSurface(new Float64Array(PATCH_JET), surface, at, av);
        const scales = [1, du, dv, du * du, du * dv, dv * dv];
        expectNear(
          jet.map((value, i) => value / scales[Math.floor(i / 3)]),
          direct,
          1e-11,
        ); // 1 / 0.2², by the knot spans
      }
    }
  });

  it('have the derivatives of their points', () => {
    const random = createRandom(25);
    for (const [m, n, clamped] of degrees) {
      const surface = randomSurface(random, m, n, clamped);
      const { fromU, toU, fromV, toV } = decomposeSurface(surface)[0][0];
      const jet = (u: number, v: number) => evaluateNurbsSurface(new Float64Array(PATCH_JET), surface, u, v);
      // differences over steps of 1e-3 have an error of about 1e-8 of the sixth derivatives, large at knot spans of 0.2
      expectPatchJet(jet, 0.5 * (fromU + toU), 0.5 * (fromV + toV), 1e-5);
    }
  });

  it('do not change under knot insertion, splitting and reversal in either direction', () => {
    const random = createRandom(26);
    for (const [m, n, clamped] of degrees) {
      const surface = randomSurface(random, m, n, clamped);
      const { knotsU, knotsV, countU, countV } = surface;
      const range = { u: [knotsU[m], knotsU[countU]], v: [knotsV[n], knotsV[countV]] };
      const at = { u: random.between(range.u[0], range.u[1]), v: random.between(range.v[0], range.v[1]) };
      const pointOf = (s: typeof surface, u: number, v: number) =>
        evaluateNurbsSurface(new Float64Array(PATCH_JET), s, u, v).slice(0, 3);
      const point = pointOf(surface, at.u, at.v);
      for (const direction of ['u', 'v'] as const) {
        const [from, to] = range[direction];
        const cut = random.between(from, to);
        expectNear(pointOf(insertSurfaceKnot(surface, direction, cut), at.u, at.v), point, ROUNDING);
        const parts = splitNurbsSurface(surface, direction, cut);
        expectNear(pointOf(parts[at[direction] < cut ? 0 : 1], at.u, at.v), point, ROUNDING);
        const mirrored = { ...at, [direction]: from + to - at[direction] };
        expectNear(pointOf(reverseNurbsSurface(surface, direction), mirrored.u, mirrored.v), point, ROUNDING);
      }
    }
  });
});

describe('validation of NURBS', () => {
  const line = [
    [0, 0],
    [1, 0],
    [2, 1],
  ];
  it.each<[string, () => unknown, string]>([
    ['a degree of 0', () => createNurbsCurve(0, line, [0, 1, 2, 3]), 'degree must be an integer from 1 to 15, got 0'],
    [
      'too few points',
      () => createNurbsCurve(3, line, [0, 0, 0, 0, 1, 1, 1]),
      'degree 3 needs at least 4 points, got 3',
    ],
    [
      'too few knots',
      () => createNurbsCurve(2, line, [0, 0, 1, 1, 1]),
      'knots must be 6 numbers (points + degree + 1), got 5',
    ],
    [
      'a decreasing knot',
      () => createNurbsCurve(1, line, [0, 0, 2, 1, 3]),
      'knots[3] must not be below the previous one, 2, got 1',
    ],
    ['NaN', () => createNurbsCurve(1, line, [0, 0, Number.NaN, 1, 3]), 'knots[2] must be a finite number, got "NaN"'],
    [
      'an inner knot with too high multiplicity',
      () => createNurbsCurve(1, [...line, [4, 4]], [0, 0, 1, 1, 2, 2]),
      'knots[3]: 1 has a multiplicity above 1',
    ],
    [
      'an end knot with too high multiplicity',
      () => createNurbsCurve(1, line, [0, 0, 0, 1, 1]),
      'knots[2]: 0 has a multiplicity above 2',
    ],
    [
      'a weight below zero',
      () => createNurbsCurve(1, line, [0, 0, 1, 2, 2], [1, -1, 1]),
      'weights[1] must be from 0.000001 to 1000000, got -1',
    ],
    [
      'equal neighbours',
      () =>
        createNurbsCurve(
          1,
          [
            [0, 0],
            [0, 0],
            [1, 1],
          ],
          [0, 0, 1, 2, 2],
        ),
      'points[0] and points[1] must differ',
    ],
    [
      'nearly equal knots',
      () => createNurbsCurve(1, line, [0, 0, 1e-12, 1, 1]),
      'knots[2] must equal the previous one, 0, or differ more, got 1e-12',
    ],
    [
      'an empty range',
      () => createNurbsCurve(2, line, [0, 1, 1, 1, 2, 3]),
      'the range must be finite and not empty, got 1 to 1',
    ],
    ['a hole among the points', () => createNurbsCurve(1, Array<number[]>(3), [0, 0, 1, 2, 2]), 'points[0] must be'],
    [
      'knots of the other direction',
      () =>
        createNurbsSurface(
          1,
          1,
          [
            [
              [0, 0],
              [0, 1],
            ],
            [
              [1, 0],
              [1, 1],
            ],
          ],
          [0, 0, 1, 1],
          [0, 0, 1],
        ),
      'NURBS surface: knotsV must be 4 numbers',
    ],
  ])('rejects %s', (_name, create, message) => {
    expect(create).toThrow(RangeError);
    expect(create).toThrow(message);
  });

  it('an unclamped curve with uniform knots is one smooth curve over its inner knots', () => {
    const curve = createNurbsCurve(2, line, [0, 1, 2, 3, 4, 5]);
    // uniform quadratic: starts halfway between the first two control points
    expectNear(jetOf(curve, 2).subarray(0, 3), [0.5, 0, 0], 1e-15);
    expect(decomposeCurve(curve)).toHaveLength(1);
  });
});
