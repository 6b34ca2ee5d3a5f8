/**
 * The piece of a convex body that a contact lies on: how its farthest point along a direction n moves when n turns, in the frame of the
 * body and without the radius the body may be grown by.
 *
 *   dp = W dn + Σ λ e,    e·dn = c λ
 *
 * W has the radii of curvature of what is round: a side, an ellipsoid. Along the directions e the point may slide by λ, and n stays
 * perpendicular to them: edges, sides and faces are straight, c = 0; a rim of radius r turns away from n at the rate c = n·u/r, u the direction
 * from its middle. As a part of W a rim would have the radius 1/c, which has no limit where n is along the axis. A corner has neither.
 */
import type { Solid } from './core.ts';

export interface ContactFeature {
  /** Flat pieces: corners, edges, faces. Round ones: a rim, the side of a cylinder or cone, all of an ellipsoid. */
  piece: 'flat' | 'rim' | 'side' | 'smooth';
  /** The point of contact, xyz [m]. */
  readonly point: Float64Array;
  /** How many directions to slide along there are, 0 to 2, their unit vectors, and the rates c they turn at [1/m]. */
  straightCount: number;
  readonly straight: Float64Array;
  readonly turning: Float64Array;
  /** W: xx, yy, zz, xy, yz, zx [m]. */
  readonly bending: Float64Array;
  /** Of a hull: the face the point is on, or one of them. */
  face: number;
}

export function createContactFeature(): ContactFeature {
  return {
    piece: 'flat',
    point: new Float64Array(3),
    straightCount: 0,
    straight: new Float64Array(6),
    turning: new Float64Array(2),
    bending: new Float64Array(6),
    face: -1,
  };
}

/** What decides which piece a contact lies on. */
export interface PieceLimits {
  /** Places this near to the end of a piece belong to the end [m]. */
  near: number;
  /** Edges and faces whose angle with the plane across the normal is less than this lie along it, wherever the point is [rad]. */
  square: number;
}

/** The radius a body's core is grown by [m]. */
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

/** Adds a unit vector to the directions to slide along: a straight one. */
export function addStraight(out: ContactFeature, x: number, y: number, z: number): void {
  out.turning[out.straightCount] = 0;
  const at = 3 * out.straightCount++;
  out.straight[at] = x;
  out.straight[at + 1] = y;
  out.straight[at + 2] = z;
}
