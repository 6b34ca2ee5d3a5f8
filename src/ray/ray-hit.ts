import { createVec3, type Vec3 } from '../math/vec3.ts';

/**
 * Where a ray first meets a body. Bodies are solid: a ray that starts inside has hit at once, at a distance of 0 and with a normal
 * against the ray. One that starts on the surface and leaves the body has missed it, to rounding.
 */
export interface RayHit {
  /** False: the ray ends before it meets the body, or never does; what follows then means nothing. */
  hit: boolean;
  /** Way along the ray [m]; Infinity without a hit. */
  distance: number;
  /** World axes [m]. */
  point: Vec3;
  /** Outward unit normal of the body there, world axes. Surfaces that enclose nothing show the side that the ray meets. */
  normal: Vec3;
  /** Did the ray start inside? */
  inside: boolean;
  /**
   * The number of what was hit, -1 where there is only one or where it is rounded: face of a hull (a box: -x x -y y -z z; cylinder and
   * cone: side, bottom, top), triangle of a mesh, edge of a polygon, face of a tiled body (in the plane: curve).
   */
  feature: number;
  /** Which piece of a compound; -1 for all other bodies. */
  piece: number;
  /** Bound of the error of `distance` [m], beyond rounding: above 0 only where a ray grazes a curved body. */
  errorBound: number;
}

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
