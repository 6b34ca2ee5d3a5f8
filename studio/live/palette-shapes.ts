import { box, capsule, cone, cylinder, ellipsoid, hull, type Shape, sphere } from '../../src/index.ts';
import type { PaletteShape } from './live-protocol.ts';

/** A stone: the corners of a box, some of them moved. */
const STONE = [
  [1, 0.7, 0.6],
  [0.8, 0.9, -0.6],
  [0.9, -0.8, 0.5],
  [1, -0.6, -0.7],
  [-0.9, 0.8, 0.7],
  [-1, 0.7, -0.5],
  [-0.8, -0.9, 0.6],
  [-0.9, -0.7, -0.8],
  [0, 0, 1],
  [0, 0.1, -1],
] as const;

/** A shape of the palette; `size` is about the radius of its bounding sphere [m]. */
export function paletteShape(kind: PaletteShape, size: number): Shape {
  switch (kind) {
    case 'box':
      return box([0.58 * size, 0.58 * size, 0.58 * size]);
    case 'sphere':
      return sphere(0.8 * size);
    case 'capsule':
      return capsule(0.45 * size, 0.55 * size);
    case 'cylinder':
      return cylinder(0.6 * size, 0.7 * size);
    case 'cone':
      return cone(0.7 * size, 0.8 * size);
    case 'ellipsoid':
      return ellipsoid([size, 0.65 * size, 0.5 * size]);
    case 'hull':
      return hull(STONE.map(([x, y, z]) => [0.7 * size * x, 0.7 * size * y, 0.7 * size * z] as const));
  }
}
