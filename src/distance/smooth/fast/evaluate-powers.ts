/**
 * A face and its derivatives from power coefficients, by Horner's scheme. [PG05-5.4]
 *
 * With A = Σ a_ij u^i v^j of the four homogeneous components (including the weight W) a jet holds f = A/W, f_u = (A_u - W_u f)/W
 * and f_v. The second derivatives enter the kernels only through their products with Δ, and Δ·f_uu = (Δ·A_uu - W_uu Δ·f -
 * 2 W_u Δ·f_u)/W etc.: A_uu, A_uv, A_vv and the derivatives of W are stored unchanged.
 *
 * Offsets in a jet: f at 0, f_u at 3, f_v at 6, A_uu at 9, A_uv at 12, A_vv at 15, three numbers each; 1/W at 18, then W_u, W_v,
 * W_uu, W_uv, W_vv. Offsets are literals: named ones would be looked up in the module at every use.
 */
export const JET_SIZE = 24;

/** Degree 2: the jet at parameters x[0], x[1]; `a` as `BezierPatch.power`. */
// biome-ignore format: one row of the scheme per line
export function evaluateQuadratic(jet: Float64Array, x: Float64Array, a: Float64Array): void {
  const u = x[0], v = x[1], u2 = u + u, v2 = v + v;
  let inverse = 0, wu = 0, wv = 0;
  for (let k = 3; k >= 0; k--) {
    const a01 = a[k + 4], a02 = a[k + 8];
    const a11 = a[k + 16], a12 = a[k + 20];
    const a21 = a[k + 28], a22 = a[k + 32];
    // the rows of powers of u, and their derivatives along v
    const r0 = a[k] + v * (a01 + v * a02), s0 = a01 + v2 * a02;
    const r1 = a[k + 12] + v * (a11 + v * a12), s1 = a11 + v2 * a12;
    const r2 = a[k + 24] + v * (a21 + v * a22), s2 = a21 + v2 * a22;
    const value = r0 + u * (r1 + u * r2);
    const du = r1 + u2 * r2, dv = s0 + u * (s1 + u * s2);
    const duu = 2 * r2, duv = s1 + u2 * s2, dvv = 2 * (a02 + u * (a12 + u * a22));
    if (k === 3) {
      inverse = 1 / value; wu = du; wv = dv;
      jet[18] = inverse; jet[19] = du; jet[20] = dv; jet[21] = duu; jet[22] = duv; jet[23] = dvv;
    } else {
      const f = value * inverse;
      jet[k] = f; jet[k + 3] = (du - wu * f) * inverse; jet[k + 6] = (dv - wv * f) * inverse;
      jet[k + 9] = duu; jet[k + 12] = duv; jet[k + 15] = dvv;
    }
  }
}

/** Degree 3, likewise. */
// biome-ignore format: one row of the scheme per line
export function evaluateCubic(jet: Float64Array, x: Float64Array, a: Float64Array): void {
  const u = x[0], v = x[1], u3 = 3 * u, v3 = 3 * v;
  let inverse = 0, wu = 0, wv = 0;
  for (let k = 3; k >= 0; k--) {
    const a01 = a[k + 4], a02 = a[k + 8], a03 = a[k + 12];
    const a11 = a[k + 20], a12 = a[k + 24], a13 = a[k + 28];
    const a21 = a[k + 36], a22 = a[k + 40], a23 = a[k + 44];
    const a31 = a[k + 52], a32 = a[k + 56], a33 = a[k + 60];
    // the rows of powers of u, and their first and half their second derivatives along v
    const r0 = a[k] + v * (a01 + v * (a02 + v * a03)), s0 = a01 + v * (2 * a02 + v3 * a03), t0 = a02 + v3 * a03;
    const r1 = a[k + 16] + v * (a11 + v * (a12 + v * a13)), s1 = a11 + v * (2 * a12 + v3 * a13), t1 = a12 + v3 * a13;
    const r2 = a[k + 32] + v * (a21 + v * (a22 + v * a23)), s2 = a21 + v * (2 * a22 + v3 * a23), t2 = a22 + v3 * a23;
    const r3 = a[k + 48] + v * (a31 + v * (a32 + v * a33)), s3 = a31 + v * (2 * a32 + v3 * a33), t3 = a32 + v3 * a33;
    const value = r0 + u * (r1 + u * (r2 + u * r3));
    const du = r1 + u * (2 * r2 + u3 * r3), dv = s0 + u * (s1 + u * (s2 + u * s3));
    const duu = 2 * (r2 + u3 * r3), duv = s1 + u * (2 * s2 + u3 * s3), dvv = 2 * (t0 + u * (t1 + u * (t2 + u * t3)));
    if (k === 3) {
      inverse = 1 / value; wu = du; wv = dv;
      jet[18] = inverse; jet[19] = du; jet[20] = dv; jet[21] = duu; jet[22] = duv; jet[23] = dvv;
    } else {
      const f = value * inverse;
      jet[k] = f; jet[k + 3] = (du - wu * f) * inverse; jet[k + 6] = (dv - wv * f) * inverse;
      jet[k + 9] = duu; jet[k + 12] = duv; jet[k + 15] = dvv;
    }
  }
}
