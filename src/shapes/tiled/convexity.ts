import { createVec3, crossVec3, dotVec3, normalizeVec3 } from '../../math/vec3.ts';
import { CURVE_JET, evaluateCurve } from '../nurbs/curve.ts';
import { hasNonNegativeCurvature, isConvexPatch } from './curve-convexity.ts';
import { dihedralRange, isConvexEdge, SAME_NORMAL } from './edge-convexity.ts';
import { jetVector } from './patch-side.ts';
import { SEED_NORMAL, SEED_POINT, SEED_SIZE, spreadSeeds } from './seeds.ts';
import type { TiledBody } from './tiled-body.ts';

/** Tolerance for a point beyond a tangent plane, as a fraction of the body's radius: the rounding of points and normals. */
const BEYOND_PLANE = 1e-9;

/** Seeds per face (per curve) for the test by tangent planes, and the approximate maximum in total. */
const PLANE_SEEDS = { face: 4, curve: 16, all: 2000 } as const;

/** The data of a body that the test needs. */
type Tiling = Pick<TiledBody, 'dimension' | 'faces' | 'edges' | 'vertices' | 'center' | 'radius'>;

/**
 * Is a tiled body convex? A closed surface is, if every face and every edge is convex and it lies behind its own tangent
 * planes. Convexity of faces is certified; edges are sampled at 32 points each, tangent planes at the seeds. In doubt the
 * result is false: such a body is processed patch by patch, slower but correct.
 */
export function isConvexBody(body: Tiling): boolean {
  const { dimension, faces, edges, center } = body;
  const local =
    dimension === 2
      ? edges.every(({ curve }) => curve.kind === 'bezier' && hasNonNegativeCurvature(curve, center)) &&
        isConvexAtVertices(body)
      : faces.every(({ patch }) => isConvexPatch(patch, center)) &&
        edges.every((edge) => isConvexEdge(dihedralRange(body, edge)));
  return local && isBehindItsTangentPlanes(body);
}

/** In 2-D: the tangent rotates counter-clockwise from each curve to the next, and there is no cusp. */
function isConvexAtVertices({ edges, vertices }: Tiling): boolean {
  const jet = new Float64Array(CURVE_JET);
  const tangentAt = (edge: number, t: 0 | 1) =>
    normalizeVec3(createVec3(), jetVector(evaluateCurve(jet, edges[edge].curve, t), 3));
  return vertices.every(({ edges: ends }) => {
    const [before, after] = [1, 0].map((end) => ends.find((candidate) => candidate.end === end)?.edge ?? 0);
    const [into, out] = [tangentAt(before, 1), tangentAt(after, 0)];
    const sine = crossVec3(createVec3(), into, out).z;
    return sine >= -SAME_NORMAL && (dotVec3(into, out) > 0 || sine > SAME_NORMAL);
  });
}

/** No seed and no vertex lies beyond the tangent plane at a seed: a surface that winds twice would fail here. */
function isBehindItsTangentPlanes(body: Tiling): boolean {
  const { dimension, faces, edges, vertices, radius } = body;
  const pieces = dimension === 2 ? edges.length : faces.length;
  const wanted = dimension === 2 ? PLANE_SEEDS.curve : PLANE_SEEDS.face;
  const affordable = dimension === 2 ? PLANE_SEEDS.all / pieces : Math.sqrt(PLANE_SEEDS.all / pieces);
  const seeds = spreadSeeds(body, Math.max(1, Math.min(wanted, Math.floor(affordable))));
  const points = vertices.flatMap(({ point }) => [point.x, point.y, point.z]);
  for (let at = 0; at < seeds.length; at += SEED_SIZE) {
    points.push(...seeds.subarray(at + SEED_POINT, at + SEED_NORMAL));
  }
  for (let at = 0; at < seeds.length; at += SEED_SIZE) {
    const [px, py, pz, nx, ny, nz] = seeds.subarray(at + SEED_POINT, at + SEED_SIZE);
    for (let i = 0; i < points.length; i += 3) {
      const beyond = nx * (points[i] - px) + ny * (points[i + 1] - py) + nz * (points[i + 2] - pz);
      if (beyond > BEYOND_PLANE * radius) return false;
    }
  }
  return true;
}
