/** Contact features for every convex body: which feature a contact is on, and how it moves with the normal. */
import type { ContactFeature, FeatureLimits } from './contact-feature.ts';
import type { Solid } from './core.ts';
import { findBox, findOnHull, findSegment, isInHull, isOnSegment } from './flat-features.ts';
import { POINT_RESULT_LENGTH, pointToSolid } from './point-solid.ts';
import {
  findOnCone,
  findOnCylinder,
  followCone,
  followCylinder,
  followEllipsoid,
  isInEllipsoid,
} from './round-features.ts';

const pointResult = new Float64Array(POINT_RESULT_LENGTH);
const queryPoint = new Float64Array(3);

/** Finds the feature of the core at `out.point`; `n` is the outward unit normal there. */
export function findFeature(out: ContactFeature, shape: Solid, n: Float64Array, limits: FeatureLimits): void {
  out.straightCount = 0;
  out.curvatureRadii.fill(0);
  out.surface = 'flat';
  switch (shape.kind) {
    case 'point':
    case 'sphere':
      out.point.fill(0);
      break;
    case 'segment':
      findSegment(out, shape, n, limits);
      break;
    case 'capsule':
      findBox(out, 0, 0, shape.halfHeight, n, limits);
      break;
    case 'box': {
      const { halfExtents: h, radius: r } = shape;
      findBox(out, h.x - r, h.y - r, h.z - r, n, limits);
      break;
    }
    case 'hull':
      findOnHull(out, shape, n, limits);
      break;
    case 'cylinder':
      findOnCylinder(out, shape.radius, shape.halfHeight, n, limits);
      break;
    case 'cone':
      findOnCone(out, shape, n, limits);
      break;
    case 'ellipsoid':
      out.surface = 'smooth';
  }
  followNormal(out, shape, n);
}

/** Moves the point of a round feature to where the normal is `n`, and sets its radii of curvature. Flat features stay. */
export function followNormal(out: ContactFeature, shape: Solid, n: Float64Array): void {
  if (shape.kind === 'ellipsoid') followEllipsoid(out, shape, n);
  else if (shape.kind === 'cylinder' && out.surface !== 'flat') followCylinder(out, shape.radius, n);
  else if (shape.kind === 'cone' && out.surface !== 'flat') followCone(out, shape, n);
}

/** Is a point in the core of a body, within `slack` [m]? */
export function isInCore(p: Float64Array, shape: Solid, slack: number): boolean {
  const radial = Math.sqrt(p[0] * p[0] + p[1] * p[1]);
  switch (shape.kind) {
    case 'capsule':
      return radial <= slack && Math.abs(p[2]) <= shape.halfHeight + slack;
    case 'box': {
      const { halfExtents: h, radius: r } = shape;
      const margin = slack - r;
      return Math.abs(p[0]) <= h.x + margin && Math.abs(p[1]) <= h.y + margin && Math.abs(p[2]) <= h.z + margin;
    }
    case 'cylinder':
      return radial <= shape.radius + slack && Math.abs(p[2]) <= shape.halfHeight + slack;
    case 'cone':
      // next to a sharp rim a point may be close to the planes of both side and base, and far from the cone
      queryPoint.set(p);
      pointToSolid(pointResult, shape, queryPoint);
      return pointResult[0] <= slack;
    case 'hull':
      return isInHull(p, shape, slack);
    case 'segment':
      return isOnSegment(p, shape, slack);
    case 'ellipsoid':
      return isInEllipsoid(p, shape, slack);
    default:
      return Math.max(radial, Math.abs(p[2])) <= slack;
  }
}
