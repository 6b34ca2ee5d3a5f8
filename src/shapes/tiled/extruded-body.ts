import { createMat3 } from '../../math/mat3.ts';
import { createVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { checkAboveZero } from '../checks.ts';
import type { BezierCurve } from '../nurbs/bezier.ts';
import { bezierCurve } from '../nurbs/bezier.ts';
import { reverseCurve, transformCurve } from '../nurbs/subdivide.ts';
import { extrudedPatch, ruledPatch } from '../nurbs/swept-patches.ts';
import { windsAround } from './curve-convexity.ts';
import { tileFromPatches } from './tile-from-patches.ts';
import type { TiledBody } from './tiled-body.ts';

/**
 * A planar body extruded from z = -halfHeight to halfHeight [m]. Top and bottom are fans of patches about its centre,
 * so the complete outline must be visible from there: a RangeError otherwise.
 *
 * @example
 * ```ts
 * import { massProperties } from 'appulse';
 * import { tiledExtrusion, tiledPolygon } from 'appulse/nurbs';
 *
 * const prism = tiledExtrusion(tiledPolygon([[0, 0], [2, 0], [0, 2]]), 0.5);
 * console.log(massProperties(prism, 1).mass.toFixed(9), prism.convex); // 2.000000000 true
 * ```
 */
export function tiledExtrusion(outline: TiledBody, halfHeight: number): TiledBody {
  checkAboveZero('extrusion: halfHeight', halfHeight);
  if (outline.dimension !== 2) throw new RangeError('extrusion: the outline must be a planar body, got a spatial one');
  const { center } = outline;
  const pieces = outline.edges.flatMap(({ name, curve }) => {
    if (curve.kind !== 'bezier') return [];
    if (!windsAround(curve, center)) {
      throw new RangeError(
        `extrusion: curve "${name}" must be visible from the centre, [${center.x}, ${center.y}], over its whole length`,
      );
    }
    const [below, above] = [-halfHeight, halfHeight].map((z) =>
      transformCurve(curve, createMat3(), createVec3(0, 0, z)),
    );
    return [
      { name, patch: extrudedPatch(below, createVec3(0, 0, 2 * halfHeight)) },
      { name: `${name} top`, patch: fan(above, createVec3(center.x, center.y, halfHeight)) },
      { name: `${name} bottom`, patch: fan(reverseCurve(below), createVec3(center.x, center.y, -halfHeight)) },
    ];
  });
  return tileFromPatches(
    pieces.map(({ patch }) => patch),
    { names: pieces.map(({ name }) => name) },
  );
}

/** The ruled patch from a curve to one point. */
function fan(curve: BezierCurve, { x, y, z }: ReadonlyVec3) {
  const control = curve.control.slice();
  for (let i = 0; i < control.length; i += 4) {
    const w = control[i + 3];
    control.set([w * x, w * y, w * z], i);
  }
  return ruledPatch(curve, bezierCurve(curve.degree, control));
}
