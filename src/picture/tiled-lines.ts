import type { Brep } from '../shapes/brep/brep.ts';
import { CURVE_JET, evaluateCurve } from '../shapes/nurbs/curve.ts';
import { evaluatePatch, PATCH_JET, type Patch } from '../shapes/nurbs/patch.ts';
import type { TiledBody, TiledEdge } from '../shapes/tiled/tiled-body.ts';

/** Number of points of a sharp edge and of a line on a patch, and the parameters of such lines. */
const POINTS_AN_EDGE = 25;
const POINTS_A_LINE = 13;
const INNER_LINES = [0.25, 0.5, 0.75];
/** Curved faces beyond this many are shown by their edges alone. */
const FEW_FACES = 12;

/** Lines of a shape, each packed xyz [m]: sharp edges, and lines that show its curvature. */
export interface TiledLines {
  readonly sharp: readonly Float64Array[];
  readonly smooth: readonly Float64Array[];
}

/** Lines of a tiled body, in body axes. Flat faces are shown by their edges. */
export function tiledLines(shape: TiledBody): TiledLines {
  const edges = (wanted: (edge: TiledEdge) => boolean, count: number) =>
    shape.edges.filter(wanted).map(({ curve }) => line((t) => evaluateCurve(curveJet, curve, t), count));
  const curved = shape.faces.filter(({ patch }) => patch.kind !== 'bezier' || patch.degreeU * patch.degreeV > 1);
  const fractions = curved.length > FEW_FACES ? [] : INNER_LINES;
  const rims = shape.closed ? [] : [0, 1];
  return {
    sharp: [...edges(({ smooth }) => !smooth, POINTS_AN_EDGE), ...curved.flatMap(({ patch }) => linesOn(patch, rims))],
    smooth: [
      ...edges(({ smooth }) => smooth, POINTS_A_LINE),
      ...curved.flatMap(({ patch }) => linesOn(patch, fractions)),
    ],
  };
}

const curveJet = new Float64Array(CURVE_JET);
const patchJet = new Float64Array(PATCH_JET);

/** `count` points at equal steps of a parameter. */
function line(at: (t: number) => Float64Array, count: number): Float64Array {
  return Float64Array.from({ length: 3 * count }, (_, k) => at(Math.floor(k / 3) / (count - 1))[k % 3]);
}

/** The isoparametric lines of a patch at these parameters. */
function linesOn(patch: Patch, fractions: readonly number[]): Float64Array[] {
  return fractions.flatMap((fixed) => [
    line((t) => evaluatePatch(patchJet, patch, fixed, t), POINTS_A_LINE),
    line((t) => evaluatePatch(patchJet, patch, t, fixed), POINTS_A_LINE),
  ]);
}

/** The edges of a body of trimmed faces. */
export function brepLines({ edges }: Brep): Float64Array[] {
  return edges.map(({ curve }) =>
    line((t) => evaluateCurve(curveJet, curve, t), curve.degree === 1 ? 2 : POINTS_A_LINE),
  );
}
