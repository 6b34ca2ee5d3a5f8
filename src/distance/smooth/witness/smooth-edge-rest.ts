import type { Witness } from './witness.ts';

/** Fraction of a face's parameter range: nearer to a smooth edge, the side on which a witness lies is rounding. */
const ON_SMOOTH_EDGE = 1e-9;

/**
 * Does the witness lie on a smooth edge between its face and the face `other`? Rounding moves a witness that runs along a smooth edge to
 * either side of it; such transitions are not reported. [PG05-6.4]
 */
export function liesOnSmoothEdgeTo(witness: Witness, other: number): boolean {
  const { shape, feature, x } = witness;
  if (shape.kind === 'point' || feature >= shape.faces.length || other >= shape.faces.length) return false;
  return shape.edges.some(({ faces, smooth }) => {
    const own = faces.findIndex(({ face }) => face === feature);
    if (!smooth || own < 0 || faces[1 - own].face !== other) return false;
    const { side } = faces[own];
    const along = side === 'u0' || side === 'u1' ? x[0] : x[1];
    return (side === 'u0' || side === 'v0' ? along : 1 - along) < ON_SMOOTH_EDGE;
  });
}
