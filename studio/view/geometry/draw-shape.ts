import type { Shape } from '../../../src/index.ts';
import { drawBrep } from './brep-drawing.ts';
import { drawPlanar } from './planar-drawing.ts';
import type { ShapeDrawing } from './shape-drawing.ts';
import { drawCompound, drawSolid, drawTrimesh } from './solid-drawing.ts';
import { drawTiled } from './tiled-drawing.ts';

/** The drawing of a shape. `span` [m] is the drawn size of a half-space, `round` the number of segments of a circle. */
export function drawShape(shape: Shape, span: number, inSpace: boolean, round?: number): ShapeDrawing {
  switch (shape.kind) {
    case 'tiled':
      return drawTiled(shape);
    case 'brep':
      return drawBrep(shape);
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
