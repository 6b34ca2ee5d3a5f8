import { convexPenetration } from '../distance/convex-polygon/penetration.ts';
import { closestLineLine, createLineLine } from '../distance/features/line-line.ts';
import { closestPointLine, createPointLine } from '../distance/features/point-line.ts';
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
import { components, numbersAt, QueryError, vectorAt } from './fields.ts';
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

/** Rejects a line whose two points are the same. */
function lineAt(fields: Fields, start: string, end: string, dimension: number): [Vec3, Vec3] {
  const [a, b] = [start, end].map((key) => vectorAt(fields, key, [dimension]));
  if (a.x === b.x && a.y === b.y && a.z === b.z) {
    throw new QueryError(end, fields[end], `a second point of the line, other than ${start}`);
  }
  return [a, b];
}

const pointLine: QueryOperation = {
  name: 'point-line',
  description:
    'the point Q of the infinite line through A and B closest to P, at t with 0 at A and 1 at B, in 2-D or 3-D',
  example: { P: [6, 2], A: [0, 0], B: [3, 0] },
  answer(fields) {
    const p = numbersAt(fields, 'P', [2, 3]);
    const [a, b] = lineAt(fields, 'A', 'B', p.length);
    const { t, point, distance } = closestPointLine(createPointLine(), vectorAt(fields, 'P'), a, b);
    return { t, Q: components(point, p.length), dist: distance };
  },
};

function lineOperation(dimension: 2 | 3): QueryOperation {
  const lift = (point: number[], z: number) => (dimension === 2 ? point : [...point, z]);
  return {
    name: `line-line-${dimension}d`,
    description: `closest points of the infinite lines through A1 B1 and A2 B2 ${dimension === 2 ? 'in 2-D' : 'in 3-D'}; parallel lines have no unique ones`,
    example: { A1: lift([0, 0], 0), B1: lift([2, 0], 0), A2: lift([3, -1], 1), B2: lift([3, 1], 1) },
    answer(fields) {
      const [a1, b1] = lineAt(fields, 'A1', 'B1', dimension);
      const [a2, b2] = lineAt(fields, 'A2', 'B2', dimension);
      const { distance, unique, s, t, pointA, pointB } = closestLineLine(createLineLine(), a1, b1, a2, b2);
      return { dist: distance, unique, s, t, Q1: components(pointA, dimension), Q2: components(pointB, dimension) };
    },
  };
}

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
  pointLine,
  lineOperation(2),
  lineOperation(3),
  pointPolygon,
  polygonPolygon,
];
