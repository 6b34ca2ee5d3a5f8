import { createAabb, fitAabb } from '../bounds/aabb.ts';
import { createBoundingSphere, fitBoundingSphere } from '../bounds/bounding-sphere.ts';
import { createKdop, fitKdop, type KdopPlanes } from '../bounds/kdop.ts';
import { minAreaBox } from '../bounds/min-area-box.ts';
import { convexHull2, hullArea } from '../shapes/hull/hull2.ts';
import { near, same, within } from './compare.ts';
import { components, fieldsAt, numberAt, pointsAt, QueryError } from './fields.ts';
import type { Fields, Finding, QueryOperation } from './query-operation.ts';

/** [CP13] reference README */
const TOLERANCE = 1e-12;

export const boundingVolumesOperation: QueryOperation = {
  name: 'bounding-volumes',
  description:
    'the minimum enclosing ball, AABB and k-DOP of points, and in 2-D their convex hull and minimum-area rectangle',
  example: {
    dim: 2,
    points: [
      [0, 0],
      [2, 0],
      [2, 1],
      [0.5, 0.5],
      [0, 1],
    ],
  },
  answer(fields) {
    const dimension = numberAt(fields, 'dim');
    if (dimension !== 2 && dimension !== 3) throw new QueryError('dim', fields.dim, '2 or 3');
    const rows = pointsAt(fields, 'points', dimension);
    if (rows.length === 0) throw new QueryError('points', rows, 'at least one point');
    const points = Float64Array.from(rows.flat());
    const sphere = fitBoundingSphere(createBoundingSphere(), points, dimension);
    const box = fitAabb(createAabb(), points, dimension);
    const planes: KdopPlanes[] = dimension === 2 ? [8] : [14, 18, 26];
    return {
      minBall: { center: components(sphere.center, dimension), radius: sphere.radius },
      aabb: { min: components(box.min, dimension), max: components(box.max, dimension) },
      kdop: Object.fromEntries(planes.map((count) => [count, intervals(points, count)])),
      ...(dimension === 2 ? planarHull(points) : {}),
    };
  },
  check(exact, answer) {
    const wanted = fieldsAt(exact, 'minBall');
    const got = fieldsAt(answer, 'minBall');
    return [
      near('minBall.center', got.center, wanted.center, TOLERANCE),
      near('minBall.radius', got.radius, wanted.radius, TOLERANCE),
      ...['min', 'max'].map((key) =>
        within(`aabb.${key}`, fieldsAt(answer, 'aabb')[key], fieldsAt(exact, 'aabb')[key], 0),
      ),
      ...Object.entries(fieldsAt(exact, 'kdop')).map(([count, rows]) =>
        near(`kdop.${count}`, fieldsAt(answer, 'kdop')[count], rows, TOLERANCE),
      ),
      ...checkHull(exact, answer),
    ];
  },
};

function intervals(points: Float64Array, planes: KdopPlanes): number[][] {
  const { min, max } = fitKdop(createKdop(planes), points);
  return Array.from(min, (low, i) => [low, max[i]]);
}

/** A point or a segment has a hull only. */
function planarHull(points: Float64Array): Fields {
  const hull = convexHull2(points);
  const indices = Array.from(hull.indices);
  if (indices.length < 3) return { hull: indices };
  const { area, hullEdges } = minAreaBox(hull);
  return { hull: indices, hullArea: hullArea(hull), minAreaBox: { area, hullEdges } };
}

function checkHull(exact: Fields, answer: Fields): Finding[] {
  if (exact.hull === undefined) return [];
  // any of several equal points is correct, so points are compared, not indices
  const points = exact.points as number[][];
  const corners = (hull: unknown) => (hull as number[]).map((index) => points[index]);
  const findings = [same('hull', corners(answer.hull), corners(exact.hull))];
  if (exact.hullArea === undefined) return findings;
  const [wanted, got] = [fieldsAt(exact, 'minAreaBox'), fieldsAt(answer, 'minAreaBox')];
  return [
    ...findings,
    near('hullArea', answer.hullArea, exact.hullArea, TOLERANCE),
    near('minAreaBox.area', got.area, wanted.area, TOLERANCE),
    same('minAreaBox.hullEdges', got.hullEdges, wanted.hullEdges),
  ];
}
