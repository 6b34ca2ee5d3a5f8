import { createVec3, type Vec3 } from '../math/vec3.ts';

/**
 * First intersection of a ray with a body. Bodies are solid: a ray that starts inside hits at distance 0, with a normal opposite to the
 * ray. A ray that starts on the surface, to machine precision, and leaves the body misses it.
 */
export interface RayHit {
  /** False if the ray ends before the body or misses it; the other fields are then undefined. */
  hit: boolean;
  /** Distance along the ray [m]; Infinity without a hit. */
  distance: number;
  /** World axes [m]. */
  point: Vec3;
  /** Outward unit normal of the body there, world axes. On open surfaces it faces the ray. */
  normal: Vec3;
  /** Did the ray start inside? */
  inside: boolean;
  /**
   * Index of the feature hit, -1 where there is only one or where it is rounded: face of a hull (box: -x x -y y -z z; cylinder and cone:
   * side, bottom, top), triangle of a mesh, edge of a polygon, face of a tiled body (planar: curve).
   */
  feature: number;
  /** Index of the piece of a compound; -1 for all other bodies. */
  piece: number;
  /** Bound of the error of `distance` [m], without rounding: nonzero only where a ray grazes a curved body. */
  errorBound: number;
}

/** A new result of `raycastInto`, which may be used again for any body. */
export function createRayHit(): RayHit {
  return {
    hit: false,
    distance: Number.POSITIVE_INFINITY,
    point: createVec3(),
    normal: createVec3(1, 0, 0),
    inside: false,
    feature: -1,
    piece: -1,
    errorBound: 0,
  };
}
