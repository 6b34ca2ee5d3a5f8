/**
 * From homogeneous to Cartesian coordinates. [PG05-1]
 *
 * With the weighted sums A = Σ B_i w_i P_i and W = Σ B_i w_i:  p = A/W,  p' = (A' - W' p)/W,
 * p'' = (A'' - W'' p - 2 W' p')/W; a patch is the same in two variables.
 */

/** `sums` holds A and W and their derivatives, 4 numbers each; writes p at `out[0]`, p' at `out[3]`, p'' at `out[6]`. */
export function projectCurveJet(out: Float64Array, sums: Float64Array): Float64Array {
  const w = 1 / sums[3];
  for (let k = 0; k < 3; k++) {
    const p = sums[k] * w;
    const d1 = (sums[4 + k] - sums[7] * p) * w;
    out[k] = p;
    out[3 + k] = d1;
    out[6 + k] = (sums[8 + k] - sums[11] * p - 2 * sums[7] * d1) * w;
  }
  return out;
}

/** `sums` holds A and W, then A_u W_u, A_v W_v, A_uu.., A_uv.., A_vv.. of 4 numbers each; `out` the jet of 18. */
export function projectPatchJet(out: Float64Array, sums: Float64Array): Float64Array {
  const w = 1 / sums[3];
  const wu = sums[7];
  const wv = sums[11];
  for (let k = 0; k < 3; k++) {
    const f = sums[k] * w;
    const fu = (sums[4 + k] - wu * f) * w;
    const fv = (sums[8 + k] - wv * f) * w;
    out[k] = f;
    out[3 + k] = fu;
    out[6 + k] = fv;
    out[9 + k] = (sums[12 + k] - sums[15] * f - 2 * wu * fu) * w;
    out[12 + k] = (sums[16 + k] - sums[19] * f - wu * fv - wv * fu) * w;
    out[15 + k] = (sums[20 + k] - sums[23] * f - 2 * wv * fv) * w;
  }
  return out;
}
