import { determinantMat3, type ReadonlyMat3, transformVec3 } from '../../math/mat3.ts';
import { addVec3, createVec3, type ReadonlyVec3, type Vec3 } from '../../math/vec3.ts';
import { checkSize } from '../checks.ts';
import type { Curve } from '../nurbs/curve.ts';
import type { Patch } from '../nurbs/patch.ts';
import { transformCurve, transformPatch } from '../nurbs/subdivide.ts';
import { transformSuperquadric } from '../nurbs/superquadric.ts';
import { radiusAbout } from './bounding-sphere.ts';
import type { TiledBody } from './tiled-body.ts';

/**
 * The body with every point p moved to M p + shift [m]; a new body. An affine map preserves the checked properties of a
 * body: joints, outward normals, smooth edges and convexity. Throws a RangeError for a reflection, which would invert
 * it, and for a singular M.
 */
export function transformTiledBody(body: TiledBody, m: ReadonlyMat3, shift: ReadonlyVec3): TiledBody {
  const volume = determinantMat3(m);
  if (!(volume > 0 && volume < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`tiled body: a map must have a determinant above zero, got ${volume}`);
  }
  if (body.dimension === 2 && (m.xz !== 0 || m.yz !== 0 || m.zx !== 0 || m.zy !== 0 || shift.z !== 0)) {
    throw new RangeError('tiled body: a map must leave a planar body in the plane z = 0');
  }
  const move = (point: ReadonlyVec3): Vec3 => addVec3(createVec3(), transformVec3(createVec3(), m, point), shift);
  const faces = body.faces.map((face) => ({ ...face, patch: movePatch(face.patch, m, shift) }));
  const edges = body.edges.map((edge) => ({ ...edge, curve: moveCurve(edge.curve, m, shift) }));
  const vertices = body.vertices.map((vertex) => ({ ...vertex, point: move(vertex.point) }));
  const center = move(body.center);
  const radius = radiusAbout(center, { ...body, faces, edges });
  checkSize('tiled body', radius);
  return { ...body, faces, edges, vertices, center, radius };
}

function movePatch(patch: Patch, m: ReadonlyMat3, shift: ReadonlyVec3): Patch {
  return patch.kind === 'bezier' ? transformPatch(patch, m, shift) : transformSuperquadric(patch, m, shift);
}

function moveCurve(curve: Curve, m: ReadonlyMat3, shift: ReadonlyVec3): Curve {
  return curve.kind === 'bezier'
    ? transformCurve(curve, m, shift)
    : { ...curve, patch: movePatch(curve.patch, m, shift) };
}
