import { createPose, type ReadonlyPose } from '../math/pose.ts';
import { createVec3, setVec3 } from '../math/vec3.ts';
import { contactMeshOf } from '../shapes/brep/contact-mesh.ts';
import { innerRadius } from '../shapes/inner-radius.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Trimesh } from '../shapes/trimesh.ts';
import { pointQuery } from './point-query.ts';
import { createRayHit } from './ray-hit.ts';
import { raycastInto } from './raycast.ts';

/** Maximum number of triangles whose thickness is measured; larger meshes are sampled uniformly. */
const MAX_RAYS = 1000;
/** Fraction of the bounding radius: rays start this far inside. */
const START = 1e-9;

const known = new WeakMap<Trimesh, number>();
const OWN_AXES: ReadonlyPose = createPose();
const origin = createVec3();
const start = createVec3();
const direction = createVec3();
const hit = createRayHit();

/**
 * The distance by which a body can move before it may pass through another one [m]: `innerRadius`, and for a closed mesh half of its smallest
 * thickness behind a triangle, but at most the distance of its origin from the surface where the origin is inside. 0 for an open mesh. A
 * body of trimmed faces is measured by its triangles.
 */
export function solidInnerRadius(shape: Shape): number {
  if (shape.kind === 'brep') return solidInnerRadius(contactMeshOf(shape).mesh);
  if (shape.kind !== 'trimesh') return innerRadius(shape);
  if (!shape.closed) return 0;
  let radius = known.get(shape);
  if (radius === undefined) {
    radius = measureMesh(shape);
    known.set(shape, radius);
  }
  return radius;
}

function measureMesh(mesh: Trimesh): number {
  const depth = -pointQuery(mesh, OWN_AXES, setVec3(origin, 0, 0, 0)).distance;
  let min = depth > 0 ? depth : Infinity;
  const count = mesh.triangles.length / 3;
  const stride = Math.ceil(count / MAX_RAYS);
  // rays that start inside a solid end there: the surface alone is hit from both sides
  const surface: Trimesh = { ...mesh, closed: false };
  for (let k = 0; k < count; k += stride) min = Math.min(min, 0.5 * thicknessBehind(surface, k));
  return min;
}

/** Length of the ray from the centroid of a triangle, inward along its normal, to the surface. */
function thicknessBehind(mesh: Trimesh, triangle: number): number {
  const { positions: p, triangles, normals, boundingRadius } = mesh;
  const [i, j, k] = [3 * triangles[3 * triangle], 3 * triangles[3 * triangle + 1], 3 * triangles[3 * triangle + 2]];
  const n = 3 * triangle;
  setVec3(direction, -normals[n], -normals[n + 1], -normals[n + 2]);
  const inside = START * boundingRadius;
  setVec3(
    start,
    (p[i] + p[j] + p[k]) / 3 + inside * direction.x,
    (p[i + 1] + p[j + 1] + p[k + 1]) / 3 + inside * direction.y,
    (p[i + 2] + p[j + 2] + p[k + 2]) / 3 + inside * direction.z,
  );
  return raycastInto(hit, mesh, OWN_AXES, start, direction, 2 * boundingRadius).distance;
}
