import { lengthVec3 } from '../math/vec3.ts';
import { ellipsoidRadius } from './ellipsoid.ts';
import type { Shape } from './shape.ts';
import { solidRadius } from './solid-radius.ts';

/**
 * Bounding radius of a shape about the origin of its pose [m]: the maximum distance of a point, for tiled bodies and
 * compounds an upper bound.
 */
export function shapeRadius(shape: Shape): number {
  switch (shape.kind) {
    case 'point':
      return 0;
    case 'segment':
      return Math.max(lengthVec3(shape.start), lengthVec3(shape.end));
    case 'disc':
      return shape.radius;
    case 'polygon':
      return polygonRadius(shape.vertices);
    case 'halfspace':
      return Number.POSITIVE_INFINITY;
    case 'tiled':
    case 'brep':
      return lengthVec3(shape.center) + shape.radius;
    case 'ellipsoid':
      return ellipsoidRadius(shape);
    case 'compound':
    case 'trimesh':
      return shape.boundingRadius;
    default:
      return solidRadius(shape);
  }
}

function polygonRadius(vertices: Float64Array): number {
  let radiusSq = 0;
  for (let i = 0; i < vertices.length; i += 2) {
    radiusSq = Math.max(radiusSq, vertices[i] * vertices[i] + vertices[i + 1] * vertices[i + 1]);
  }
  if (radiusSq > 1e-140 && radiusSq < 1e140) return Math.sqrt(radiusSq);
  // squares out of range: slower, but without overflow or underflow
  let radius = 0;
  for (let i = 0; i < vertices.length; i += 2) radius = Math.max(radius, Math.hypot(vertices[i], vertices[i + 1]));
  return radius;
}
