/** Which piece of a body a contact lies on, and how it follows a normal, for every convex body. */
import type { ContactFeature, PieceLimits } from './contact-feature.ts';
import type { Solid } from './core.ts';
import { findBox, findOnHull, findSegment, isInHull, isOnSegment } from './flat-features.ts';
import { answer, asked, pointToSolid } from './point-solid.ts';
import {
  findOnCone,
  findOnCylinder,
  followCone,
  followCylinder,
  followEllipsoid,
  isInEllipsoid,
} from './round-features.ts';

/** Finds the piece that a point of the core, in `out.point`, lies on; `n` is the outward unit normal there. */
export function findFeature(out: ContactFeature, shape: Solid, n: Float64Array, limits: PieceLimits): void {
  out.straightCount = 0;
  out.bending.fill(0);
  out.piece = 'flat';
  switch (shape.kind) {
    case 'point':
    case 'sphere':
      out.point.fill(0);
      break;
    case 'segment':
      findSegment(out, shape, n, limits);
      break;
    case 'capsule':
      findBox(out, 0, 0, shape.halfLength, n, limits);
      break;
    case 'box': {
      const { halfSizes: h, radius: r } = shape;
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
      out.piece = 'smooth';
  }
  followNormal(out, shape, n);
}

/** Moves the point of a round piece to where the normal is `n`, and writes how it bends there. Flat pieces stay. */
export function followNormal(out: ContactFeature, shape: Solid, n: Float64Array): void {
  if (shape.kind === 'ellipsoid') followEllipsoid(out, shape, n);
  else if (shape.kind === 'cylinder' && out.piece !== 'flat') followCylinder(out, shape.radius, n);
  else if (shape.kind === 'cone' && out.piece !== 'flat') followCone(out, shape, n);
}

/** Is a place in the core of a body, but for `slack` [m]? */
export function isInCore(p: Float64Array, shape: Solid, slack: number): boolean {
  const across = Math.sqrt(p[0] * p[0] + p[1] * p[1]);
  switch (shape.kind) {
    case 'capsule':
      return across <= slack && Math.abs(p[2]) <= shape.halfLength + slack;
    case 'box': {
      const { halfSizes: h, radius: r } = shape;
      const reach = slack - r;
      return Math.abs(p[0]) <= h.x + reach && Math.abs(p[1]) <= h.y + reach && Math.abs(p[2]) <= h.z + reach;
    }
    case 'cylinder':
      return across <= shape.radius + slack && Math.abs(p[2]) <= shape.halfHeight + slack;
    case 'cone':
      // beside a sharp rim a place may be near both the side and the base, and far from the cone
      asked.set(p);
      pointToSolid(shape);
      return answer[0] <= slack;
    case 'hull':
      return isInHull(p, shape, slack);
    case 'segment':
      return isOnSegment(p, shape, slack);
    case 'ellipsoid':
      return isInEllipsoid(p, shape, slack);
    default:
      return Math.max(across, Math.abs(p[2])) <= slack;
  }
}
