import { convexPenetration } from '../distance/convex-polygon/penetration.ts';
import { closestPointSegment, createPointSegment } from '../distance/features/point-segment.ts';
import {
  closestPlanarSegments,
  closestSegmentSegment,
  createSegmentSegment,
  segmentSolutions,
} from '../distance/features/segment-segment.ts';
import { closestPointPolygon, createPointPolygon, nearestEdges } from '../distance/planar/point-polygon.ts';
import { closestPolygons } from '../distance/planar/polygon-polygon.ts';
import { createVec3, lengthVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { near, same, sameSet, within } from './compare.ts';
import { components, numbersAt, vectorAt } from './fields.ts';
import { polygonAt } from './polygons.ts';
import type { Fields, Finding, QueryOperation } from './query-operation.ts';

/** Largest coordinate difference of a query: the L of the tolerances. */
function sizeOf(fields: Fields, keys: readonly string[]): number {
  const points = keys.map((key) => fields[key] as number[]);
  const spans = points[0].map((_, axis) => {
    const values = points.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  });
  return Math.max(...spans);
}

const pointSegment: QueryOperation = {
  name: 'point-segment',
  description: 'the point Q of the segment AB closest to P, at t between 0 (A) and 1 (B)',
  example: { P: [1, 2], A: [0, 0], B: [3, 0] },
  answer(fields) {
    const p = numbersAt(fields, 'P', [2, 3]);
    const [a, b] = ['A', 'B'].map((key) => vectorAt(fields, key, [p.length]));
    const { t, point, distance } = closestPointSegment(createPointSegment(), vectorAt(fields, 'P'), a, b);
    return { t, Q: components(point, p.length), dist: distance };
  },
  check(exact, answer) {
    const length = lengthVec3(subVec3(createVec3(), vectorAt(exact, 'B'), vectorAt(exact, 'A')));
    const size = sizeOf(exact, ['P', 'A', 'B']);
    return [
      // t is a fraction of the segment: this is the error of t for a position error of 1e-15 L
      within('t', answer.t, exact.t, length > 0 ? Math.max(1e-15, (1e-15 * size) / length) : 1e-15),
      within('Q', answer.Q, exact.Q, 1e-15 * Math.max(size, ...(exact.Q as string[]).map((q) => Math.abs(Number(q))))),
      within('dist', answer.dist, exact.dist, 1e-15 * size),
    ];
  },
};

const ENDS = ['A1', 'B1', 'A2', 'B2'];

function segmentOperation(dimension: 2 | 3): QueryOperation {
  const lift = (point: number[]) => (dimension === 2 ? point : [...point, 1]);
  return {
    name: `segment-segment-${dimension}d`,
    description: `closest points of the segments A1 B1 and A2 B2 ${dimension === 2 ? 'in 2-D' : 'in 3-D'}`,
    example: { A1: lift([0, 0]), B1: lift([2, 0]), A2: lift([3, -1]), B2: lift([3, 1]) },
    answer(fields) {
      const [a1, b1, a2, b2] = ENDS.map((key) => vectorAt(fields, key, [dimension]));
      const closest = dimension === 2 ? closestPlanarSegments : closestSegmentSegment;
      const found = closest(createSegmentSegment(), a1, b1, a2, b2);
      const { distance, unique } = found;
      const solutions = segmentSolutions(found, a1, b1, a2, b2).map(({ s, t, pointA, pointB }) => ({
        s,
        t,
        Q1: components(pointA, dimension),
        Q2: components(pointB, dimension),
      }));
      const size = sizeOf(fields, ENDS);
      return { dist: distance, touching: distance <= (dimension === 2 ? 0 : 4e-15 * size), unique, solutions };
    },
    check(exact, answer) {
      const size = sizeOf(exact, ENDS);
      const findings = [
        within('dist', answer.dist, exact.dist, 4e-15 * size),
        same('touching', answer.touching, exact.touching),
        same('unique', answer.unique, exact.unique),
      ];
      return exact.kind === 'near-parallel' ? findings : [...findings, ...checkSolutions(exact, answer, size)];
    },
  };
}

function checkSolutions(exact: Fields, answer: Fields, size: number): Finding[] {
  const points = (solutions: unknown) => (solutions as Fields[]).map(({ Q1, Q2 }) => [Q1, Q2]);
  return [sameSet('solutions', points(answer.solutions), points(exact.solutions), 1e-12 * size)];
}

const pointPolygon: QueryOperation = {
  name: 'point-polygon',
  description:
    'location of P relative to a polygon, its signed distance (negative inside) and all closest points of the outline',
  example: {
    polygon: [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ],
    P: [0.5, 1],
  },
  answer(fields) {
    polygonAt(fields, 'polygon'); // validated only; edge indices follow the given order, which may be clockwise
    const vertices = Float64Array.from((fields.polygon as number[][]).flat());
    const [x, y] = numbersAt(fields, 'P', [2]);
    const { where, signedDistance } = closestPointPolygon(createPointPolygon(), vertices, x, y);
    const { edges, points } = nearestEdges(vertices, x, y);
    return { where, signedDist: signedDistance, closestPoints: points, edges };
  },
  check(exact, answer) {
    return [
      same('where', answer.where, exact.where),
      near('signedDist', answer.signedDist, exact.signedDist, 1e-14),
      sameSet('closestPoints', answer.closestPoints as unknown[], exact.closestPoints as unknown[], 1e-14 * 2),
      same('edges', answer.edges, exact.edges),
    ];
  },
};

const polygonPolygon: QueryOperation = {
  name: 'polygon-polygon',
  description: 'relation, distance and witness points of two polygons, and their penetration if both are convex',
  example: {
    A: [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    B: [
      [2, 0],
      [3, 0],
      [3, 1],
      [2, 1],
    ],
  },
  answer(fields) {
    const a = polygonAt(fields, 'A');
    const b = polygonAt(fields, 'B');
    const { relation, overlap, distance, boundaryDistance, witnesses, unique } = closestPolygons(a, b);
    const out = (v: Vec3) => components(v, 2);
    const sat = a.convex && b.convex ? convexPenetration(a, b) : undefined;
    return {
      relation,
      overlap,
      dist: distance,
      boundaryDist: boundaryDistance,
      ...(relation === 'separate'
        ? { unique, witnesses: witnesses.map(({ pointA, pointB }) => ({ QA: out(pointA), QB: out(pointB) })) }
        : {}),
      ...(sat ? { sat: { signedDepth: sat.signedDepth, touching: relation === 'touching' } } : {}),
      ...(sat && overlap ? { penetration: { depth: sat.signedDepth, normals: sat.normals } } : {}),
    };
  },
  check(exact, answer) {
    const findings = [
      same('relation', answer.relation, exact.relation),
      same('overlap', answer.overlap, exact.overlap),
      near('dist', answer.dist, exact.dist, 1e-14),
      near('boundaryDist', answer.boundaryDist, exact.boundaryDist, 1e-14),
    ];
    if (exact.witnesses !== undefined) {
      const points = (list: unknown) => ((list as Fields[] | undefined) ?? []).map(({ QA, QB }) => [QA, QB]);
      findings.push(same('unique', answer.unique, exact.unique));
      findings.push(sameSet('witnesses', points(answer.witnesses), points(exact.witnesses), 1e-14 * 4));
    }
    return [...findings, ...checkPenetration(exact, answer)];
  },
};

function checkPenetration(exact: Fields, answer: Fields): Finding[] {
  const [sat, gotSat] = [exact.sat, answer.sat] as (Fields | undefined)[];
  const [depth, gotDepth] = [exact.penetration, answer.penetration] as (Fields | undefined)[];
  const findings: Finding[] = [];
  if (sat) {
    findings.push(near('sat.signedDepth', gotSat?.signedDepth, sat.signedDepth, 1e-14));
    findings.push(same('sat.touching', gotSat?.touching, sat.touching));
  }
  if (depth) {
    findings.push(near('penetration.depth', gotDepth?.depth, depth.depth, 1e-14));
    findings.push(
      sameSet('penetration.normals', (gotDepth?.normals as unknown[]) ?? [], depth.normals as unknown[], 1e-14),
    );
  }
  return findings;
}

export const closestPointOperations: readonly QueryOperation[] = [
  pointSegment,
  segmentOperation(2),
  segmentOperation(3),
  pointPolygon,
  polygonPolygon,
];
