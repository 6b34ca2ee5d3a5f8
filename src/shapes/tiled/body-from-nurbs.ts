import type { NurbsSurface } from '../nurbs/nurbs.ts';
import { decomposeSurface } from '../nurbs/refine-nurbs.ts';
import { type TilingOptions, tileFromPatches } from './tile-from-patches.ts';
import type { TiledBody } from './tiled-body.ts';

/**
 * A body from NURBS surfaces that enclose it: every Bezier patch is a face, named S1,1 S1,2 ... by its index along u and v;
 * with several surfaces the index of the surface comes first. Its edges inside a smooth surface are smooth edges.
 */
export function bodyFromNurbs(
  surfaces: readonly NurbsSurface[],
  options: Pick<TilingOptions, 'tolerance'> = {},
): TiledBody {
  const pieces = surfaces.flatMap((surface, s) =>
    decomposeSurface(surface).flatMap((strip, i) =>
      strip.map(({ patch }, j) => ({
        patch,
        name: surfaces.length === 1 ? `S${i + 1},${j + 1}` : `S${s + 1},${i + 1},${j + 1}`,
      })),
    ),
  );
  return tileFromPatches(
    pieces.map(({ patch }) => patch),
    { ...options, names: pieces.map(({ name }) => name) },
  );
}
