import { checkPose, checkVector, rejectNumber } from '../math/check-arguments.ts';
import { transformTransposedVec3, transformVec3 } from '../math/mat3.ts';
import { createPose, type ReadonlyPose, toBody } from '../math/pose.ts';
import {
  addVec3,
  copyVec3,
  createVec3,
  dotVec3,
  lengthVec3,
  normalizeVec3,
  type ReadonlyVec3,
  setVec3,
} from '../math/vec3.ts';
import { isPlanarShape, requireCommonPlane } from '../pairs/require-planar.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { describeValue } from '../shapes/checks.ts';
import { createPoint } from '../shapes/point.ts';
import type { Shape } from '../shapes/shape.ts';
import { castRay } from './cast-ray.ts';
import { createRayHit, type RayHit } from './ray-hit.ts';
import { ENTER, ERROR, EXIT, FEATURE, FROM, NORMAL, PIECE, ray, span, TO } from './ray-span.ts';

/**
 * First intersection of a ray with a body. The ray starts at `origin` and runs along `direction`, of any nonzero
 * length, for `maxDistance` [m], in world axes. With a `radius` [m] it is a sphere cast (in the plane a disc): the
 * result is the centre at first touch, in `point`, and the normal there. Returns a new `RayHit`; check its `hit` first.
 *
 * Points and segments have zero width: without a radius a ray hits them only if it passes through them, to 1e-12 of the
 * size of the query; in the plane a segment blocks rays. Planar bodies need rays in their plane. Throws for an invalid
 * ray, and for a radius with a smooth body that is not convex.
 *
 * @example
 * ```ts
 * import { pose, raycast, sphere, vec3 } from 'appulse';
 *
 * const { hit, distance, point, normal } = raycast(sphere(1), pose([5, 0, 0]), vec3(), vec3(1, 0, 0), 100);
 * console.log(hit, distance, point, normal); // true 4 { x: 4, y: 0, z: 0 } { x: -1, y: 0, z: 0 }
 * ```
 */
export function raycast(
  shape: Shape,
  pose: ReadonlyPose,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  maxDistance = Number.POSITIVE_INFINITY,
  radius = 0,
): RayHit {
  checkShape('raycast: shape', shape);
  checkPose('raycast: pose', pose);
  return raycastInto(createRayHit(), shape, pose, origin, direction, maxDistance, radius);
}

const local = createVec3();
const heading = createVec3();

/** `raycast` into an existing result, for loops. */
export function raycastInto(
  out: RayHit,
  shape: Shape,
  pose: ReadonlyPose,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  maxDistance = Number.POSITIVE_INFINITY,
  radius = 0,
): RayHit {
  checkVector('raycast: origin', origin);
  checkVector('raycast: direction', direction);
  const length = lengthVec3(direction);
  checkRay(direction, length, maxDistance, radius);
  if (isPlanarShape(shape)) requirePlanarRay(shape, pose, origin, direction.z / length);
  transformTransposedVec3(heading, pose.rotation, normalizeVec3(heading, direction));
  toBody(local, pose, origin);
  // measured from the point of the ray nearest to the origin of the body, all coordinates are of its size
  const start = dotVec3(local, heading);
  ray[0] = local.x - start * heading.x;
  ray[1] = local.y - start * heading.y;
  ray[2] = local.z - start * heading.z;
  ray[3] = heading.x;
  ray[4] = heading.y;
  ray[5] = heading.z;
  span[FROM] = start;
  span[TO] = start + maxDistance;
  span[PIECE] = -1;
  span[ERROR] = 0;
  castRay(shape, radius);
  writeHit(out, pose, origin, maxDistance);
  if (out.inside) setVec3(out.normal, -direction.x / length, -direction.y / length, -direction.z / length);
  return out;
}

function checkRay(direction: ReadonlyVec3, length: number, max: number, radius: number): void {
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`raycast: direction must be finite and not zero, got ${describeValue(direction)}`);
  }
  if (!(typeof max === 'number' && max >= 0)) {
    rejectNumber('raycast: maxDistance', max, 'a number that is not below zero');
  }
  if (!(Number.isFinite(radius) && radius >= 0)) {
    rejectNumber('raycast: radius', radius, 'a finite number that is not below zero');
  }
}

const POINT = createPoint();
const pointPose = createPose();
/** A ray may leave the plane by this fraction of its length: rounding. */
const TILT = 1e-12;

function requirePlanarRay(shape: Shape, pose: ReadonlyPose, origin: ReadonlyVec3, rise: number): void {
  copyVec3(pointPose.position, origin);
  requireCommonPlane(POINT, pointPose, shape, pose);
  if (Math.abs(rise) > TILT) {
    throw new RangeError(`raycast: the ray leaves the plane of a ${shape.kind}; direct it along x and y`);
  }
}

/** Writes the span of the ray inside the body as a hit in world axes; for a start inside, all fields except the normal. */
function writeHit(out: RayHit, pose: ReadonlyPose, origin: ReadonlyVec3, maxDistance: number): void {
  const enter = span[ENTER];
  const before = enter < span[FROM];
  out.inside = before && span[EXIT] > span[FROM];
  out.hit = out.inside || (!before && enter <= span[TO] && enter < Number.POSITIVE_INFINITY);
  out.errorBound = 0;
  out.feature = -1;
  out.piece = -1;
  if (!out.hit) {
    out.distance = Number.POSITIVE_INFINITY;
    return;
  }
  if (out.inside) {
    out.distance = 0;
    copyVec3(out.point, origin);
    return;
  }
  out.distance = Math.min(enter - span[FROM], maxDistance);
  setVec3(out.point, ray[0] + enter * ray[3], ray[1] + enter * ray[4], ray[2] + enter * ray[5]);
  addVec3(out.point, pose.position, transformVec3(out.point, pose.rotation, out.point));
  setVec3(out.normal, span[NORMAL], span[NORMAL + 1], span[NORMAL + 2]);
  transformVec3(out.normal, pose.rotation, out.normal);
  out.feature = span[FEATURE];
  out.piece = span[PIECE];
  out.errorBound = span[ERROR];
}
