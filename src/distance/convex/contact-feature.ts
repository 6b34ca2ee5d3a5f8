/**
 * The contact feature of a convex body: how its support point in direction n moves when n rotates, in the frame of the
 * body and without its radius.
 *
 *   dp = W dn + Σ λ e,    e·dn = c λ
 *
 * W holds the radii of curvature of smooth surfaces: a side, an ellipsoid. Along the directions e the point may slide by λ, and n stays
 * perpendicular to them: edges, sides and faces are straight, c = 0; a rim of radius r rotates away from n at the rate c = n·u/r, with u the
 * direction from its centre. In W a rim would have the radius 1/c, unbounded where n is along the axis. A corner has neither.
 */
import type { Solid } from './core.ts';

export interface ContactFeature {
  /** Flat features: corners, edges, faces. Round ones: a rim, the side of a cylinder or cone, all of an ellipsoid. */
  surface: 'flat' | 'rim' | 'side' | 'smooth';
  /** The contact point, xyz [m]. */
  readonly point: Float64Array;
  /** Number of sliding directions, 0 to 2, their unit vectors, and their rotation rates c [1/m]. */
  straightCount: number;
  readonly straight: Float64Array;
  readonly rotationRates: Float64Array;
  /** W, radii of curvature: xx, yy, zz, xy, yz, zx [m]. */
  readonly curvatureRadii: Float64Array;
  /** For a hull: a face that contains the point. */
  face: number;
}

export function createContactFeature(): ContactFeature {
  return {
    surface: 'flat',
    point: new Float64Array(3),
    straightCount: 0,
    straight: new Float64Array(6),
    rotationRates: new Float64Array(2),
    curvatureRadii: new Float64Array(6),
    face: -1,
  };
}

/** Tolerances that select the contact feature. */
export interface FeatureLimits {
  /** Points this close to the end of a feature belong to the end [m]. */
  near: number;
  /** Edges and faces at a smaller angle than this to the tangent plane are tangential, wherever the point is [rad]. */
  parallelAngle: number;
}

/** Radius by which the core of a body is inflated [m]. */
export function coreRadius(shape: Solid): number {
  switch (shape.kind) {
    case 'sphere':
    case 'capsule':
    case 'box':
      return shape.radius;
    default:
      return 0;
  }
}

/** Adds a unit vector to the sliding directions: a straight one. */
export function addStraight(out: ContactFeature, x: number, y: number, z: number): void {
  out.rotationRates[out.straightCount] = 0;
  const at = 3 * out.straightCount++;
  out.straight[at] = x;
  out.straight[at + 1] = y;
  out.straight[at + 2] = z;
}
