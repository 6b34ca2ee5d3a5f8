import type { Hull } from './hull.ts';
import type { Shape } from './shape.ts';

/**
 * Radius of a sphere about the origin of the pose that lies inside a convex spatial body [m]; for a compound that of its
 * thinnest piece; 0 where it is unknown. The body can move this far before it may tunnel.
 */
export function innerRadius(shape: Shape): number {
  switch (shape.kind) {
    case 'sphere':
    case 'capsule':
      return shape.radius;
    case 'box':
      return Math.min(shape.halfExtents.x, shape.halfExtents.y, shape.halfExtents.z);
    case 'cylinder':
      return Math.min(shape.radius, shape.halfHeight);
    case 'cone': {
      const { radius: r } = shape;
      const h = 2 * shape.halfHeight;
      // to the base, and to the side: the axis at a quarter of the height, perpendicular to the slope
      return Math.min(0.25 * h, (0.75 * h * r) / Math.sqrt(r * r + h * h));
    }
    case 'halfspace':
      return Number.POSITIVE_INFINITY;
    case 'hull':
      return hullInnerRadius(shape);
    case 'compound':
      return Math.min(...shape.pieces.map((piece) => innerRadius(piece.shape)));
    default:
      return 0;
  }
}

function hullInnerRadius({ vertices, faceStarts, faceVertices, normals }: Hull): number {
  let min = Number.POSITIVE_INFINITY;
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    const v = 3 * faceVertices[faceStarts[face]];
    const height =
      normals[3 * face] * vertices[v] +
      normals[3 * face + 1] * vertices[v + 1] +
      normals[3 * face + 2] * vertices[v + 2];
    min = Math.min(min, height);
  }
  return Math.max(min, 0);
}
