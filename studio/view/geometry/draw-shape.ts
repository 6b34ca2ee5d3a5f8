import type { Shape } from '../../../src/shapes/shape.ts';
import { drawPlanar } from './planar-drawing.ts';
import type { ShapeDrawing } from './shape-drawing.ts';
import { drawCompound, drawSolid, drawTrimesh } from './solid-drawing.ts';
import { drawTiled } from './tiled-drawing.ts';

/** Every kind of shape as what it is. `span` [m] is how much of an endless one is drawn, `round` in how many pieces a full turn is. */
export function drawShape(shape: Shape, span: number, inSpace: boolean, round?: number): ShapeDrawing {
  switch (shape.kind) {
    case 'tiled':
      return drawTiled(shape);
    case 'compound':
      return drawCompound(shape, round);
    case 'trimesh':
      return drawTrimesh(shape);
    case 'sphere':
    case 'capsule':
    case 'box':
    case 'cylinder':
    case 'cone':
    case 'hull':
    case 'ellipsoid':
      return drawSolid(shape, round);
    default:
      return drawPlanar(shape, span, inSpace);
  }
}
