/**
 * A face and its derivatives from power coefficients, by Horner's scheme. [PG05] spec 5.4
 *
 * With A = Σ a_ij u^i v^j of the four homogeneous components (the weight W among them) a jet holds f = A/W, f_u = (A_u - W_u f)/W
 * and f_v. The second derivatives enter the kernels only through their products with Δ, and Δ·f_uu = (Δ·A_uu - W_uu Δ·f -
 * 2 W_u Δ·f_u)/W and so on: A_uu, A_uv, A_vv and the derivatives of W are kept as they are.
 */

/** Places in a jet: f, f_u, f_v, A_uu, A_uv, A_vv, three numbers each; 1/W, then W_u, W_v, W_uu, W_uv, W_vv. */
export const F = 0;
export const F_U = 3;
export const F_V = 6;
export const A_UU = 9;
export const A_UV = 12;
export const A_VV = 15;
export const INVERSE_W = 18;
export const W_U = 19;
export const W_V = 20;
export const W_UU = 21;
export const W_UV = 22;
export const W_VV = 23;

/** Degree 2: the jet at parameters work[x], work[x + 1] into work[jet ...]; the face's coefficients begin at a[face]. */
// biome-ignore format: one row of the scheme per line
export function evaluateQuadratic(work: Float64Array, jet: number, x: number, a: Float64Array, face: number): void {
  const u = work[x], v = work[x + 1], u2 = u + u, v2 = v + v;
  let inverse = 0, wu = 0, wv = 0;
  for (let k = 3; k >= 0; k--) {
    const o = face + k;
    const a01 = a[o + 4], a02 = a[o + 8];
    const a11 = a[o + 16], a12 = a[o + 20];
    const a21 = a[o + 28], a22 = a[o + 32];
    // the rows of powers of u, and their derivatives along v
    const r0 = a[o] + v * (a01 + v * a02), s0 = a01 + v2 * a02;
    const r1 = a[o + 12] + v * (a11 + v * a12), s1 = a11 + v2 * a12;
    const r2 = a[o + 24] + v * (a21 + v * a22), s2 = a21 + v2 * a22;
    const value = r0 + u * (r1 + u * r2);
    const du = r1 + u2 * r2, dv = s0 + u * (s1 + u * s2);
    const duu = 2 * r2, duv = s1 + u2 * s2, dvv = 2 * (a02 + u * (a12 + u * a22));
    if (k === 3) {
      inverse = 1 / value; wu = du; wv = dv;
      work[jet + INVERSE_W] = inverse;
      work[jet + W_U] = du; work[jet + W_V] = dv;
      work[jet + W_UU] = duu; work[jet + W_UV] = duv; work[jet + W_VV] = dvv;
    } else {
      const f = value * inverse;
      work[jet + k] = f;
      work[jet + F_U + k] = (du - wu * f) * inverse; work[jet + F_V + k] = (dv - wv * f) * inverse;
      work[jet + A_UU + k] = duu; work[jet + A_UV + k] = duv; work[jet + A_VV + k] = dvv;
    }
  }
}

/** Degree 3, likewise. */
// biome-ignore format: one row of the scheme per line
export function evaluateCubic(work: Float64Array, jet: number, x: number, a: Float64Array, face: number): void {
  const u = work[x], v = work[x + 1], u3 = 3 * u, v3 = 3 * v;
  let inverse = 0, wu = 0, wv = 0;
  for (let k = 3; k >= 0; k--) {
    const o = face + k;
    const a01 = a[o + 4], a02 = a[o + 8], a03 = a[o + 12];
    const a11 = a[o + 20], a12 = a[o + 24], a13 = a[o + 28];
    const a21 = a[o + 36], a22 = a[o + 40], a23 = a[o + 44];
    const a31 = a[o + 52], a32 = a[o + 56], a33 = a[o + 60];
    // the rows of powers of u, and their first and half their second derivatives along v
    const r0 = a[o] + v * (a01 + v * (a02 + v * a03)), s0 = a01 + v * (2 * a02 + v3 * a03), t0 = a02 + v3 * a03;
    const r1 = a[o + 16] + v * (a11 + v * (a12 + v * a13)), s1 = a11 + v * (2 * a12 + v3 * a13), t1 = a12 + v3 * a13;
    const r2 = a[o + 32] + v * (a21 + v * (a22 + v * a23)), s2 = a21 + v * (2 * a22 + v3 * a23), t2 = a22 + v3 * a23;
    const r3 = a[o + 48] + v * (a31 + v * (a32 + v * a33)), s3 = a31 + v * (2 * a32 + v3 * a33), t3 = a32 + v3 * a33;
    const value = r0 + u * (r1 + u * (r2 + u * r3));
    const du = r1 + u * (2 * r2 + u3 * r3), dv = s0 + u * (s1 + u * (s2 + u * s3));
    const duu = 2 * (r2 + u3 * r3), duv = s1 + u * (2 * s2 + u3 * s3), dvv = 2 * (t0 + u * (t1 + u * (t2 + u * t3)));
    if (k === 3) {
      inverse = 1 / value; wu = du; wv = dv;
      work[jet + INVERSE_W] = inverse;
      work[jet + W_U] = du; work[jet + W_V] = dv;
      work[jet + W_UU] = duu; work[jet + W_UV] = duv; work[jet + W_VV] = dvv;
    } else {
      const f = value * inverse;
      work[jet + k] = f;
      work[jet + F_U + k] = (du - wu * f) * inverse; work[jet + F_V + k] = (dv - wv * f) * inverse;
      work[jet + A_UU + k] = duu; work[jet + A_UV + k] = duv; work[jet + A_VV + k] = dvv;
    }
  }
}
