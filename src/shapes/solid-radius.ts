import { createVec3, lengthVec3 } from '../math/vec3.ts';
import type { SolidShape } from './solid.ts';

/** Bounding radius of a convex solid about the origin of its pose [m]. */
export function solidRadius(shape: SolidShape): number {
  switch (shape.kind) {
    case 'sphere':
      return shape.radius;
    case 'capsule':
      return shape.halfLength + shape.radius;
    case 'box': {
      const { halfSizes: h, radius: r } = shape;
      return lengthVec3(createVec3(h.x - r, h.y - r, h.z - r)) + r;
    }
    case 'cylinder':
      return lengthVec3(createVec3(shape.radius, shape.halfHeight));
    case 'cone':
      return Math.max(0.75 * shape.height, lengthVec3(createVec3(shape.radius, 0.25 * shape.height)));
    case 'hull':
      return shape.reach;
  }
}
