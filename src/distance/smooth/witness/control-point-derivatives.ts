import type { Witness } from './witness.ts';
import { ROTATION_B, type WitnessPair } from './witness-pair.ts';

/**
 * Derivatives of the distance with respect to the shape: a control point P_k of the witness feature moves the witness point by the rational
 * basis value ρ_k = B_k w_k / W, and the parameters may stay fixed (envelope theorem), so
 *
 *   ∂d/∂P_k = -ρ_k n̂ on A,  +ρ_k n̂ on B,   in the axes of the body.  [PG05-8]
 */

/** Number of control points of the witness feature: of its patch or curve, or the one point of a vertex. */
export function controlPointCount({ shape, feature, dimension }: Witness): number {
  if (shape.kind === 'point' || dimension === 0) return 1;
  const piece = dimension === 2 ? shape.faces[feature].patch : shape.edges[feature - shape.faces.length].curve;
  return piece.kind === 'bezier' ? piece.control.length / 4 : 0;
}

const along = new Float64Array(3);

/**
 * Writes ∂d/∂P_k, three numbers per control point (weights fixed), of one witness feature of a solved, evaluated pair with the unit normal
 * `normal` from A to B. Writes nothing for a feature without control points (a superquadric).
 */
export function distanceByControlPoints(
  out: Float64Array,
  pair: WitnessPair,
  side: 'a' | 'b',
  normal: Float64Array,
): void {
  const witness = pair[side];
  const { shape, feature, dimension, x } = witness;
  const at = side === 'a' ? 0 : ROTATION_B;
  const sign = side === 'a' ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    along[k] =
      sign * (pair.frame[at + k] * normal[0] + pair.frame[at + 3 + k] * normal[1] + pair.frame[at + 6 + k] * normal[2]);
  }
  if (shape.kind === 'point' || dimension === 0) {
    out.set(along);
    return;
  }
  const piece = dimension === 2 ? shape.faces[feature].patch : shape.edges[feature - shape.faces.length].curve;
  if (piece.kind !== 'bezier') return;
  const { control } = piece;
  const basisU = bernsteinValues('degreeU' in piece ? piece.degreeU : piece.degree, x[0]);
  const basisV = bernsteinValues('degreeV' in piece ? piece.degreeV : 0, x[1]);
  let weight = 0;
  for (let i = 0, k = 0; i < basisU.length; i++) {
    for (let j = 0; j < basisV.length; j++, k++) weight += basisU[i] * basisV[j] * control[4 * k + 3];
  }
  for (let i = 0, k = 0; i < basisU.length; i++) {
    for (let j = 0; j < basisV.length; j++, k++) {
      const fraction = (basisU[i] * basisV[j] * control[4 * k + 3]) / weight;
      for (let c = 0; c < 3; c++) out[3 * k + c] = fraction * along[c];
    }
  }
}

/** B_0 ... B_n of degree n at t, by the recurrence B_i^k = (1 - t) B_i^{k-1} + t B_{i-1}^{k-1}. */
function bernsteinValues(n: number, t: number): Float64Array {
  const values = new Float64Array(n + 1);
  values[0] = 1;
  for (let k = 1; k <= n; k++) {
    for (let i = k; i > 0; i--) values[i] = (1 - t) * values[i] + t * values[i - 1];
    values[0] *= 1 - t;
  }
  return values;
}
