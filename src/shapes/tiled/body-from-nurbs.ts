import type { NurbsSurface } from '../nurbs/nurbs.ts';
import { decomposeSurface } from '../nurbs/refine-nurbs.ts';
import { rejectTrims } from './reject-trims.ts';
import { type TilingOptions, tileFromPatches } from './tile-from-patches.ts';
import type { TiledBody } from './tiled-body.ts';

/**
 * A body from NURBS surfaces that enclose it: every Bezier patch is a face, named S1,1 S1,2 ... by its index along u
 * and v; with several surfaces the index of the surface comes first. Its edges inside a smooth surface are smooth
 * edges. Throws a RangeError if the surfaces do not close within `options.tolerance` [m].
 *
 * @example
 * ```ts
 * import { bodyFromNurbs, nurbsSurface } from 'appulse/nurbs';
 *
 * const side = (corners: number[][][]) => nurbsSurface(1, 1, corners, [0, 0, 1, 1], [0, 0, 1, 1]);
 * const [a, b, c, d] = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]; // a tetrahedron: each side has a degenerate edge
 * const body = bodyFromNurbs([
 *   side([[a, b], [c, b]]),
 *   side([[a, d], [b, d]]),
 *   side([[a, c], [d, c]]),
 *   side([[b, d], [c, d]]),
 * ]);
 * console.log(body.faces.length, body.edges.length, body.vertices.length, body.convex); // 4 6 4 true
 * ```
 */
export function bodyFromNurbs(
  surfaces: readonly NurbsSurface[],
  options: Pick<TilingOptions, 'tolerance'> = {},
): TiledBody {
  surfaces.forEach((surface, s) => {
    rejectTrims(`body from NURBS: surface ${s}`, surface);
  });
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
