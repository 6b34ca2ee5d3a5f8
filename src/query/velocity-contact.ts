/** First contact of moving nodes, triangles, quadrilaterals and edges: the check of [VBC24], exact for the given doubles. */

import { acceleratedEdgeEdgeContact, acceleratedNodeTriangleContact } from '../ccd/accelerated-contact.ts';
import { type AcceleratedMotion, createAcceleratedMotion } from '../ccd/accelerated-motion.ts';
import { contactCoefficients, coplanarityCubic, createCoplanarityCubic } from '../ccd/coplanarity.ts';
import {
  createEdgeEdgeContact,
  createNodeTriangleContact,
  edgeEdgeContact,
  type FirstContact,
  nodeTriangleContact,
} from '../ccd/first-contact.ts';
import { createSeparationTime, separationTime } from '../ccd/min-separation.ts';
import { createNodeBilinearContact, nodeBilinearContact } from '../ccd/node-bilinear.ts';
import { createNodeQuadContact, nodeQuadContact } from '../ccd/node-quad.ts';
import { createConstantVelocityMotion, type PointMotion } from '../ccd/point-motion.ts';
import { createRelativeMotion, loadEdgeEdge, loadNodeTriangle } from '../ccd/relative-motion.ts';
import { algebraicToNumber, rootsInUnit, signAt } from '../math/algebraic-number.ts';
import { lowestExponent, toBigInt } from '../math/exact-integer.ts';
import type { IntegerCubic } from '../math/integer-polynomial.ts';
import { same, within } from './compare.ts';
import { choiceAt, components, expectAbsent, listAt, numbersAt, positiveAt, QueryError, toNumbers } from './fields.ts';
import type { Fields, Finding, QueryOperation } from './query-operation.ts';

/** Accuracy of an exact time, relative to the step. */
const TIME = 1e-12;
/** Tolerance of weights, parameters, normals and gap rates, for cases of class `sure`. */
const GEOMETRY = 1e-9;

export function pointRows(fields: Fields, key: string, count: number): number[] {
  const rows = listAt(fields, key);
  if (rows.length !== count) throw new QueryError(key, rows, `${count} points`);
  return rows.flatMap((row, i) => toNumbers(row, [3], `${key}[${i}]`));
}

/** `count` points x with velocities v, and the node xs with vs after them where there is one. */
export function motionAt(fields: Fields, count: number): PointMotion {
  const node = (key: string) => (count === 4 && fields.xs === undefined ? [] : numbersAt(fields, key, [3]));
  const start = Float64Array.from([...pointRows(fields, 'x', count), ...node('xs')]);
  const velocities = Float64Array.from([...pointRows(fields, 'v', count), ...node('vs')]);
  return createConstantVelocityMotion(start, velocities, positiveAt(fields, 'dt'));
}

/** The same with accelerations `a`, and `as` of the node. */
function acceleratedMotionAt(fields: Fields, count: number): AcceleratedMotion {
  const { start, endOrVelocity, duration } = motionAt(fields, count);
  const hasNode = start.length > 3 * count;
  const accelerations = [...pointRows(fields, 'a', count), ...(hasNode ? numbersAt(fields, 'as', [3]) : [])];
  return createAcceleratedMotion(start, endOrVelocity, Float64Array.from(accelerations), duration);
}

/** Are there accelerations? Then all points need one. */
function isAccelerated(fields: Fields): boolean {
  if (fields.a === undefined) expectAbsent(fields, 'as', 'accelerations `a` of the other points too');
  return fields.a !== undefined;
}

// dt goes before x in the examples: see test/architecture.test.ts on literals that begin with x
const TRIANGLE = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
];
const AT_REST = [
  [0, 0, 0],
  [0, 0, 0],
  [0, 0, 0],
];

const nodeTriangle: QueryOperation = {
  name: 'node-triangle',
  description:
    'first contact of the node xs with the triangle x within dt, all with constant velocities, or also constant accelerations a and as',
  example: { dt: 1, x: TRIANGLE, v: AT_REST, xs: [0.2, 0.2, 1], vs: [0, 0, -2] },
  answer(fields) {
    const motion = motionAt(fields, 3);
    if (isAccelerated(fields)) {
      const out = createNodeTriangleContact();
      acceleratedNodeTriangleContact(out, acceleratedMotionAt(fields, 3), 3, 0, 1, 2);
      return { ...contactFields(out), ...(out.hit && { weights: [...out.weights] }) };
    }
    const contact = nodeTriangleContact(createNodeTriangleContact(), motion, 3, 0, 1, 2);
    const cubic = coplanarityCubic(
      createCoplanarityCubic(),
      loadNodeTriangle(createRelativeMotion(), motion, 3, 0, 1, 2),
    );
    const { hit, time, safeTime, normal, gapRate, side, stage, weights } = contact;
    const b = contactCoefficients(cubic, motion.duration);
    if (!hit) return { b, hit, side, stage };
    return { b, hit, t: time, safeTime, weights: [...weights], normal: components(normal, 3), gapRate, side, stage };
  },
  check(exact, answer) {
    const isSure = exact.class === 'sure';
    return [
      ...checkTime(exact, answer),
      checkCoefficients(
        'b',
        answer.b,
        exact.b,
        loadNodeTriangle(createRelativeMotion(), motionAt(exact, 3), 3, 0, 1, 2),
        exact,
      ),
      ...(isSure ? checkGeometry(exact, answer, ['weights', 'normal', 'gapRate']) : []),
    ];
  },
};

/** What all kinds of contact have. */
function contactFields({ hit, time, safeTime, normal, gapRate, side, stage }: FirstContact): Fields {
  return hit ? { hit, t: time, safeTime, normal: components(normal, 3), gapRate, side, stage } : { hit, side, stage };
}

/** Exact decisions: equal in all classes of cases. */
function checkTime(exact: Fields, answer: Fields): Finding[] {
  const hit = same('hit', answer.hit, exact.hit);
  if (exact.hit !== true || answer.hit !== true) return [hit];
  const limit = TIME * Number(exact.dt);
  const late = Math.max(0, Number(answer.safeTime) - Number(exact.t));
  return [hit, within('t', answer.t, exact.t, limit), { what: 'safeTime after t', error: late, limit: 0 }];
}

/** A degenerate triangle has no weights and no normal: the exact file then leaves them out. */
function checkGeometry(exact: Fields, answer: Fields, keys: readonly string[]): Finding[] {
  if (exact.hit !== true) return [];
  return keys
    .filter((key) => exact[key] !== undefined)
    .map((key) => {
      const size = Math.max(1, ...[exact[key]].flat().map((value) => Math.abs(Number(value))));
      return within(key, answer[key], exact[key], GEOMETRY * size);
    });
}

/** The bound of a coefficient is 24 ε of the products in it; the file asks for 1e-12 of them, coefficient i per dt^i. */
function checkCoefficients(
  what: string,
  got: unknown,
  wanted: unknown,
  relativeMotion: Parameters<typeof coplanarityCubic>[1],
  exact: Fields,
): Finding {
  const { bound } = coplanarityCubic(createCoplanarityCubic(), relativeMotion);
  const size = bound / (24 * 2 ** -53);
  let worst: Finding = { what, error: 0, limit: 1 };
  let unit = 1;
  (wanted as string[]).forEach((value, i) => {
    const limit = (1e-12 * size) / unit + Number.MIN_VALUE;
    const error = Math.abs((got as number[])[i] - Number(value));
    if (!(error / limit <= worst.error / worst.limit)) worst = { what: `${what}[${i}]`, error, limit };
    unit *= Number(exact.dt);
  });
  return worst;
}

const edgeEdge: QueryOperation = {
  name: 'edge-edge',
  description:
    'first contact of the edges x[0] x[1] and x[2] x[3] within dt, all with constant velocities, or also constant accelerations a',
  example: {
    dt: 1,
    x: [
      [-1, 0, 0],
      [1, 0, 0],
      [0, -1, 1],
      [0, 1, 1],
    ],
    v: [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, -2],
      [0, 0, -2],
    ],
  },
  answer(fields) {
    const motion = motionAt(fields, 4);
    if (isAccelerated(fields)) {
      const out = createEdgeEdgeContact();
      acceleratedEdgeEdgeContact(out, acceleratedMotionAt(fields, 4), 0, 1, 2, 3);
      return { ...contactFields(out), ...(out.hit && { u: out.u, v2: out.v }) };
    }
    const contact = edgeEdgeContact(createEdgeEdgeContact(), motion, 0, 1, 2, 3);
    const cubic = coplanarityCubic(createCoplanarityCubic(), loadEdgeEdge(createRelativeMotion(), motion, 0, 1, 2, 3));
    const { hit, time, safeTime, normal, gapRate, side, stage, u, v } = contact;
    const c = contactCoefficients(cubic, motion.duration);
    if (!hit) return { c, hit, side, stage };
    return { c, hit, t: time, safeTime, u, v2: v, normal: components(normal, 3), gapRate, side, stage };
  },
  check(exact, answer) {
    const relativeMotion = loadEdgeEdge(createRelativeMotion(), motionAt(exact, 4), 0, 1, 2, 3);
    return [
      ...checkTime(exact, answer),
      checkCoefficients('c', answer.c, exact.c, relativeMotion, exact),
      ...(exact.class === 'sure' ? checkGeometry(exact, answer, ['u', 'v2']) : []),
    ];
  },
};

function bilinearAnswer(fields: Fields): Fields {
  const motion = isAccelerated(fields) ? acceleratedMotionAt(fields, 4) : motionAt(fields, 4);
  const contact = nodeBilinearContact(createNodeBilinearContact(), motion, 4, [0, 1, 2, 3]);
  const { hit, xi, eta, weights, latestTime } = contact;
  return { ...contactFields(contact), ...(hit && { latestTime, xi, eta, cornerWeights: [...weights] }) };
}

const quad: QueryOperation = {
  name: 'quad',
  description:
    'first contact of the node xs with the quadrilateral x within dt: four triangles about its centroid, or with `"surface": "bilinear"` the bilinear patch, then also with accelerations a and as',
  example: {
    dt: 1,
    x: [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ],
    v: [...AT_REST, [0, 0, 0]],
    xs: [0.3, 0.4, 1],
    vs: [0, 0, -2],
  },
  answer(fields) {
    if (fields.xs === undefined) throw new QueryError('xs', undefined, '3 numbers');
    const surface = fields.surface === undefined ? 'triangles' : choiceAt(fields, 'surface', ['triangles', 'bilinear']);
    if (surface === 'bilinear') return bilinearAnswer(fields);
    const motion = motionAt(fields, 4);
    expectAbsent(fields, 'a', '"surface": "bilinear", where there are accelerations');
    expectAbsent(fields, 'as', '"surface": "bilinear", where there are accelerations');
    const contact = nodeQuadContact(createNodeQuadContact(), motion, 4, [0, 1, 2, 3]);
    const { hit, time, safeTime, normal, gapRate, side, stage, weights, triangle } = contact;
    if (!hit) return { hit, side, stage };
    const cornerWeights = [...weights];
    return { hit, t: time, safeTime, triangle, cornerWeights, normal: components(normal, 3), gapRate, side, stage };
  },
  check(exact, answer) {
    const findings = [...checkTime(exact, answer), ...checkGeometry(exact, answer, ['cornerWeights', 'normal'])];
    // a node on a common edge touches both triangles: the lower index is reported
    if (exact.hit === true) findings.push(same('triangle', answer.triangle, (exact.triangles as number[])[0]));
    return findings;
  },
};

const cubic: QueryOperation = {
  name: 'cubic',
  description: 'all roots in [0, 1] of c0 + c1 t + c2 t² + c3 t³ with their multiplicities, decided exactly',
  example: { c: [-0.3515625, 1.5, -2.125, 1] },
  answer(fields) {
    const c = numbersAt(fields, 'c', [4]);
    const unit = Math.min(1024, ...c.map(lowestExponent));
    const f = c.map((value) => toBigInt(value, unit)) as unknown as IntegerCubic;
    const identicallyZero = f.every((coefficient) => coefficient === 0n);
    const slope = [f[1], 2n * f[2], 3n * f[3]] as const;
    const bend = [2n * f[2], 6n * f[3], 0n] as const;
    const roots = identicallyZero
      ? []
      : rootsInUnit(f).map((root) => {
          const isMultiple = signAt(slope, root) === 0;
          const multiplicity = !isMultiple ? 1 : signAt(bend, root) === 0 ? 3 : 2;
          return { t: algebraicToNumber(root), multiplicity };
        });
    return { identicallyZero, roots };
  },
  check(exact, answer) {
    const wanted = exact.roots as Fields[];
    const got = answer.roots as Fields[];
    return [
      same('identicallyZero', answer.identicallyZero, exact.identicallyZero),
      same(
        'multiplicities',
        got.map(({ multiplicity }) => multiplicity),
        wanted.map(({ multiplicity }) => multiplicity),
      ),
      ...wanted.slice(0, got.length).map(({ t }, i) => within(`roots[${i}]`, got[i].t, t, TIME)),
    ];
  },
};

/** Maximum lead of a conservative time, relative to the step. [VBC24-2.8] */
const EARLY = 1e-6;

const minSeparation: QueryOperation = {
  name: 'min-separation',
  description: 'first time at which the node xs comes within d of the triangle x within dt; never late',
  example: { dt: 1, d: 0.1, x: TRIANGLE, v: AT_REST, xs: [0.2, 0.2, 1], vs: [0, 0, -2] },
  answer(fields) {
    const motion = motionAt(fields, 3);
    const relativeMotion = loadNodeTriangle(createRelativeMotion(), motion, 3, 0, 1, 2);
    const { status, time } = separationTime(
      createSeparationTime(),
      relativeMotion,
      positiveAt(fields, 'd'),
      motion.duration,
    );
    return status === 'none' ? { hit: false, status } : { hit: true, t: time, status };
  },
  check(exact, answer) {
    const hit = same('hit', answer.hit, exact.hit);
    if (exact.hit !== true || answer.hit !== true) return [hit];
    const late = Number(answer.t) - Number(exact.t);
    const step = Number(exact.dt);
    return [
      hit,
      { what: 't late', error: Math.max(0, late), limit: 1e-15 * step },
      { what: 't early', error: Math.max(0, -late), limit: EARLY * step },
    ];
  },
};

export const velocityContactOperations: readonly QueryOperation[] = [
  nodeTriangle,
  edgeEdge,
  quad,
  cubic,
  minSeparation,
];
