import { type ReadonlyPose, toWorld } from '../math/pose.ts';
import { createVec3, lengthVec3, setVec3 } from '../math/vec3.ts';
import { boundaryPieces, boundingPoints } from '../shapes/tiled/bounding-points.ts';
import type { TiledBody } from '../shapes/tiled/tiled-body.ts';
import type { Aabb } from './aabb.ts';

/** Relative margin for the rounding of a pose and of the points of a patch. */
const ROUNDING = 2 ** -48;

const point = createVec3();
const packed = new WeakMap<TiledBody, Float64Array>();

/** All control points of a body, xyz xyz ... [m]: their convex hull contains it. Computed once per body. */
export function tiledBodyControlPoints(body: TiledBody): Float64Array {
  let controlPoints = packed.get(body);
  if (controlPoints === undefined) {
    controlPoints = Float64Array.from(boundaryPieces(body).flatMap((piece) => [...boundingPoints(piece)]));
    packed.set(body, controlPoints);
  }
  return controlPoints;
}

/**
 * A box that contains a tiled body at a pose: the intersection of the box of its control points and the box of its
 * bounding sphere. Not the smallest, but fast; where control points lie far out the sphere is tighter.
 */
export function tiledAabb(out: Aabb, body: TiledBody, pose: ReadonlyPose): Aabb {
  const { min, max } = out;
  const controlPoints = tiledBodyControlPoints(body);
  setVec3(min, Infinity, Infinity, Infinity);
  setVec3(max, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < controlPoints.length; i += 3) {
    const { x, y, z } = toWorld(
      point,
      pose,
      setVec3(point, controlPoints[i], controlPoints[i + 1], controlPoints[i + 2]),
    );
    setVec3(min, Math.min(min.x, x), Math.min(min.y, y), Math.min(min.z, z));
    setVec3(max, Math.max(max.x, x), Math.max(max.y, y), Math.max(max.z, z));
  }
  const { center, radius } = body;
  const { x, y, z } = toWorld(point, pose, center);
  const room = ROUNDING * (lengthVec3(pose.position) + lengthVec3(center) + radius);
  setVec3(
    min,
    Math.max(min.x, x - radius) - room,
    Math.max(min.y, y - radius) - room,
    Math.max(min.z, z - radius) - room,
  );
  setVec3(
    max,
    Math.min(max.x, x + radius) + room,
    Math.min(max.y, y + radius) + room,
    Math.min(max.z, z + radius) + room,
  );
  return out;
}
