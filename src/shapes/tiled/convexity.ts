import { createVec3, crossVec3, dotVec3, normalizeVec3 } from '../../math/vec3.ts';
import { CURVE_JET, evaluateCurve } from '../nurbs/curve.ts';
import { bendsInward, turnsLeftEverywhere } from './curve-convexity.ts';
import { dihedralRange, isConvexFold, SAME_NORMAL } from './edge-convexity.ts';
import { jetVector } from './patch-side.ts';
import { SEED_NORMAL, SEED_POINT, SEED_SIZE, spreadSeeds } from './seeds.ts';
import type { TiledBody } from './tiled-body.ts';

/** A point may lie this share of the body's radius beyond a tangent plane: the rounding of points and normals. */
const BEYOND_PLANE = 1e-9;

/** Seeds a face (a curve) for the test by tangent planes, and no more than about this many in all. */
const PLANE_SEEDS = { face: 4, curve: 16, all: 2000 } as const;

/** What the question needs to know of a body. */
type Tiling = Pick<TiledBody, 'dimension' | 'faces' | 'edges' | 'vertices' | 'center' | 'radius'>;

/**
 * Is a tiled body convex? A closed surface that bends inward on every face and folds outward along every edge, and lies
 * behind its own tangent planes, is. The bending is proven; folds are looked at in 32 places along each edge, tangent
 * planes at the seeds. In doubt the answer is no: such a body is answered patch by patch, slower but right.
 */
export function isConvexBody(body: Tiling): boolean {
  const { dimension, faces, edges, center } = body;
  const local =
    dimension === 2
      ? edges.every(({ curve }) => curve.kind === 'bezier' && turnsLeftEverywhere(curve, center)) &&
        turnsLeftAtVertices(body)
      : faces.every(({ patch }) => bendsInward(patch, center)) &&
        edges.every((edge) => isConvexFold(dihedralRange(body, edge)));
  return local && isBehindItsTangentPlanes(body);
}

/** In the plane: from each curve to the next the tangent turns left, and not all the way back. */
function turnsLeftAtVertices({ edges, vertices }: Tiling): boolean {
  const jet = new Float64Array(CURVE_JET);
  const tangentAt = (edge: number, t: 0 | 1) =>
    normalizeVec3(createVec3(), jetVector(evaluateCurve(jet, edges[edge].curve, t), 3));
  return vertices.every(({ edges: ends }) => {
    const [before, after] = [1, 0].map((end) => ends.find((candidate) => candidate.end === end)?.edge ?? 0);
    const [into, out] = [tangentAt(before, 1), tangentAt(after, 0)];
    const rotation = crossVec3(createVec3(), into, out).z;
    return rotation >= -SAME_NORMAL && (dotVec3(into, out) > 0 || rotation > SAME_NORMAL);
  });
}

/** No seed and no vertex lies beyond the tangent plane at a seed: a surface that winds around twice would fail here. */
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
