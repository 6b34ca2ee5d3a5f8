import { innerRadius } from '../../../shapes/inner-radius.ts';
import { shapeRadius } from '../../../shapes/radius.ts';
import type { Shape } from '../../../shapes/shape.ts';

/** Thickness of a body without a known inner radius, as a fraction of its bounding radius. */
const UNKNOWN_THICKNESS = 0.01;

/** Distance from the centre of a body to its surface, at its thinnest [m]. */
export function thicknessOf(shape: Shape): number {
  if (shape.kind === 'ellipsoid') return Math.min(shape.semiAxes.x, shape.semiAxes.y, shape.semiAxes.z);
  const inner = innerRadius(shape);
  return inner > 0 ? inner : UNKNOWN_THICKNESS * shapeRadius(shape);
}
