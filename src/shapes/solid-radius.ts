import { createVec3, lengthVec3 } from '../math/vec3.ts';
import type { SolidShape } from './solid.ts';

/** Bounding radius of a convex solid about the origin of its pose [m]. */
export function solidRadius(shape: SolidShape): number {
  switch (shape.kind) {
    case 'sphere':
      return shape.radius;
    case 'capsule':
      return shape.halfHeight + shape.radius;
    case 'box': {
      const { halfExtents: h, radius: r } = shape;
      return lengthVec3(createVec3(h.x - r, h.y - r, h.z - r)) + r;
    }
    case 'cylinder':
      return lengthVec3(createVec3(shape.radius, shape.halfHeight));
    case 'cone':
      return Math.max(1.5 * shape.halfHeight, lengthVec3(createVec3(shape.radius, 0.5 * shape.halfHeight)));
    case 'hull':
      return shape.boundingRadius;
  }
}
