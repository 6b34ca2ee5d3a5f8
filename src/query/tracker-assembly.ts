/** The equations of a closest pair at given parameters, in both sign conventions. [PG05-2], [PG05-7] */

import { assembleContactForm, createContactForm } from '../distance/smooth/witness/contact-form.ts';
import {
  assembleDrift,
  assembleSystem,
  createPairSystem,
  printedForm,
} from '../distance/smooth/witness/projection-error.ts';
import { setWitness } from '../distance/smooth/witness/witness.ts';
import {
  createWitnessPair,
  evaluatePair,
  movePair,
  type WitnessPair,
} from '../distance/smooth/witness/witness-pair.ts';
import { createMat3, rotationAboutAxis } from '../math/mat3.ts';
import type { MovingPose } from '../math/moving-pose.ts';
import { createVec3, lengthVec3, normalizeVec3 } from '../math/vec3.ts';
import { createBezierCurve, createBezierPatch } from '../shapes/nurbs/create-bezier.ts';
import type { TiledBody } from '../shapes/tiled/tiled-body.ts';
import { near } from './compare.ts';
import { choiceAt, fieldsAt, listAt, numberAt, numbersAt, QueryError, toNumbers, vectorAt } from './fields.ts';
import type { Fields, Finding, QueryOperation } from './query-operation.ts';

/** [PG05] reference: of max(1, size). */
const TOLERANCE = 1e-11;

/** A body of one feature: a point, a curve or a patch. */
function featureAt(fields: Fields, key: string): TiledBody {
  const given = fieldsAt(fields, key);
  const bare = { kind: 'tiled', dimension: 3, closed: false, convex: true, center: createVec3(), radius: 1 } as const;
  switch (choiceAt(given, 'kind', ['point', 'curve', 'patch'], key)) {
    case 'point': {
      const point = vectorAt(given, 'point', [2, 3], key);
      return { ...bare, faces: [], edges: [], vertices: [{ name: 'P', point, edges: [] }] };
    }
    case 'curve': {
      const weights = given.weights === undefined ? undefined : toNumberList(listAt(given, 'weights', key), key);
      const curve = createBezierCurve(rowsAt(given, 'points', key), weights, key);
      return {
        ...bare,
        faces: [],
        edges: [{ name: 'C', curve, from: 0, to: 0, faces: [], smooth: false }],
        vertices: [],
      };
    }
    case 'patch': {
      const points = listAt(given, 'points', key).map((row, i) => rowsAt({ row }, 'row', `${key}.points[${i}]`));
      const weights = given.weights === undefined ? undefined : rowsAt(given, 'weights', key);
      const patch = createBezierPatch(points, weights, key);
      const none = { kind: 'none' } as const;
      const sides = { u0: none, u1: none, v0: none, v1: none };
      return { ...bare, faces: [{ name: 'S', patch, sides }], edges: [], vertices: [] };
    }
  }
}

function rowsAt(fields: Fields, key: string, path: string): number[][] {
  return listAt(fields, key, path).map((row, i) => {
    if (!Array.isArray(row)) throw new QueryError(`${path}.${key}[${i}]`, row, 'a list of numbers');
    return toNumberList(row, `${path}.${key}[${i}]`);
  });
}

function toNumberList(row: readonly unknown[], location: string): number[] {
  return toNumbers(row, [row.length], location);
}

/** Rotated by `angle` about `axis`, at `p`, with velocities `v` and `w` in world axes. */
function movingPose(fields: Fields, key: string): MovingPose {
  const given = fieldsAt(fields, key);
  const axis = vectorAt(given, 'axis', [3], key);
  if (!(lengthVec3(axis) > 0)) throw new QueryError(`${key}.axis`, given.axis, 'a vector that is not zero');
  const rotation = rotationAboutAxis(createMat3(), normalizeVec3(axis, axis), numberAt(given, 'angle', key));
  return {
    pose: { position: vectorAt(given, 'p', [3], key), rotation },
    velocity: vectorAt(given, 'v', [3], key),
    angularVelocity: vectorAt(given, 'w', [3], key),
  };
}

function pairAt(fields: Fields): WitnessPair {
  const pair = createWitnessPair(featureAt(fields, 'A'), featureAt(fields, 'B'));
  for (const [witness, key] of [
    [pair.a, 'xA'],
    [pair.b, 'xB'],
  ] as const) {
    const [u = 0, v = 0] = numbersAt(fields, key, [witness.dimension]);
    setWitness(witness, 0, u, v);
  }
  movePair(pair, movingPose(fields, 'poseA'), movingPose(fields, 'poseB'));
  evaluatePair(pair);
  return pair;
}

const rows = (values: Float64Array, count: number, width: number) =>
  Array.from({ length: count }, (_, i) => [...values.subarray(width * i, width * i + count)]);

const example = {
  A: {
    kind: 'curve',
    points: [
      [0, 0, 0],
      [1, 0.5, 0],
      [2, 0, 0],
    ],
    weights: [1, 0.8, 1],
  },
  B: { kind: 'point', point: [0.8, 2, 0] },
  poseA: { axis: [0, 0, 1], angle: 0.1, p: [0, 0, 0], v: [0, 0, 0], w: [0, 0, 0.5] },
  poseB: { axis: [0, 0, 1], angle: 0, p: [0, 0, 0], v: [1, 0, 0], w: [0, 0, 0] },
  xA: [0.4],
  xB: [],
};

export const trackerAssemblyOperation: QueryOperation = {
  name: 'tracker-assembly',
  description:
    'projection errors of two features at given parameters, their linearisation (M, b), and the form that is regular at contact',
  example,
  answer(fields) {
    const pair = pairAt(fields);
    const system = createPairSystem();
    assembleSystem(system, pair);
    assembleDrift(system, pair);
    const { count, gradient, hessian, drift } = system;
    const [psi, m, b] = [new Float64Array(4), new Float64Array(16), new Float64Array(4)];
    printedForm(psi, m, b, system);
    const few = (values: Float64Array) => [...values.subarray(0, count)];
    return {
      Psi: few(psi),
      M: rows(m, count, 4),
      b: few(b),
      g: few(gradient),
      Hess: rows(hessian, count, 4),
      c: few(drift),
      ...(pair.b.dimension === 2 && { alt: contactForm(pair) }),
    };
  },
  check(exact, answer) {
    const compare = (wanted: Fields, got: Fields, keys: readonly string[]): Finding[] =>
      keys.map((key) => near(key, got[key], wanted[key], TOLERANCE));
    return [
      ...compare(exact, answer, ['Psi', 'M', 'b', 'g', 'Hess', 'c']),
      ...(exact.alt === undefined
        ? []
        : compare(fieldsAt(exact, 'alt'), fieldsAt(answer, 'alt'), ['N', 'gap', 'Phi', 'J', 'phit'])),
    ];
  },
};

/** The contact-regular form [PG05-7] in the notation of the reference files: N outward from B, gap = Δ·N. */
function contactForm(pair: WitnessPair): Fields {
  const form = createContactForm();
  if (!assembleContactForm(form, pair)) throw new QueryError('xB', [...pair.b.x], 'a point where B has a normal');
  const { parameterCount: n, normal, gap, residual, matrix, poseMatrix } = form;
  const rates = Array.from({ length: n }, (_, i) =>
    pair.twists.reduce((sum, twist, k) => sum + poseMatrix[12 * i + k] * twist, 0),
  );
  return { N: [...normal].map((x) => -x), gap, Phi: [...residual.subarray(0, n)], J: rows(matrix, n, n), phit: rates };
}
