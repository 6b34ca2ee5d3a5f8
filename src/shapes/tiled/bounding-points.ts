import type { Curve } from '../nurbs/curve.ts';
import type { Patch } from '../nurbs/patch.ts';
import { superquadricCorners } from '../nurbs/superquadric.ts';
import type { TiledParts } from './tiled-parts.ts';

/** A piece of a body's boundary: faces in 3-D, curves in 2-D. */
export type Piece = Curve | Patch;

/** All pieces of the boundary. */
export function boundaryPieces({ dimension, faces, edges }: TiledParts): Piece[] {
  return dimension === 2 ? edges.map(({ curve }) => curve) : faces.map(({ patch }) => patch);
}

/** Points xyz xyz ... [m] whose convex hull contains the piece: its control points, as their weights are above zero. */
export function boundingPoints(piece: Piece): Float64Array {
  if (piece.kind === 'side') return boundingPoints(piece.patch);
  if (piece.kind === 'superquadric')
    return Float64Array.from(superquadricCorners(piece).flatMap(({ x, y, z }) => [x, y, z]));
  const { control } = piece;
  const points = new Float64Array((control.length / 4) * 3);
  for (let i = 0; 4 * i < control.length; i++) {
    for (let k = 0; k < 3; k++) points[3 * i + k] = control[4 * i + k] / control[4 * i + 3];
  }
  return points;
}
