/**
 * First contact by the usual method: a cubic in doubles, its roots by Newton on the monotone pieces, an inside test by
 * signs, no error bounds. The same steps as native/plain-cubic.cpp; scalars only, for speed.
 *
 * `queries` has 24 numbers per query: four points xyz at the start of the step, then at its end. Returns a time in [0, 1], or -1.
 */
// biome-ignore format: one vector per line
export function plainFirstContact(queries: Float64Array, at: number, edges: boolean): number {
  const x = queries, o = at, i = at + (edges ? 6 : 3), j = at + (edges ? 9 : 6), k = at + (edges ? 6 : 9), l = at + 9, m = at + (edges ? 3 : 0);
  // P Q R T of the node and the corners, or of the ends of the two edges, at the start (0) and the end (1)
  const p0x = x[i] - x[o], q0x = x[j] - x[o], r0x = x[k] - x[m], t0x = x[l] - x[m];
  const p1x = x[i + 12] - x[o + 12], q1x = x[j + 12] - x[o + 12], r1x = x[k + 12] - x[m + 12], t1x = x[l + 12] - x[m + 12];
  const p0y = x[i + 1] - x[o + 1], q0y = x[j + 1] - x[o + 1], r0y = x[k + 1] - x[m + 1], t0y = x[l + 1] - x[m + 1];
  const p1y = x[i + 13] - x[o + 13], q1y = x[j + 13] - x[o + 13], r1y = x[k + 13] - x[m + 13], t1y = x[l + 13] - x[m + 13];
  const p0z = x[i + 2] - x[o + 2], q0z = x[j + 2] - x[o + 2], r0z = x[k + 2] - x[m + 2], t0z = x[l + 2] - x[m + 2];
  const p1z = x[i + 14] - x[o + 14], q1z = x[j + 14] - x[o + 14], r1z = x[k + 14] - x[m + 14], t1z = x[l + 14] - x[m + 14];

  // F = P·(Q×R) = B0 s³ + b1 s² t + b2 s t² + B3 t³
  const h0x = q0y * r0z - q0z * r0y, h0y = q0z * r0x - q0x * r0z, h0z = q0x * r0y - q0y * r0x;
  const h1x = q0y * r1z - q0z * r1y + (q1y * r0z - q1z * r0y);
  const h1y = q0z * r1x - q0x * r1z + (q1z * r0x - q1x * r0z);
  const h1z = q0x * r1y - q0y * r1x + (q1x * r0y - q1y * r0x);
  const h2x = q1y * r1z - q1z * r1y, h2y = q1z * r1x - q1x * r1z, h2z = q1x * r1y - q1y * r1x;
  const B0 = p0x * h0x + p0y * h0y + p0z * h0z;
  const b1 = p1x * h0x + p1y * h0y + p1z * h0z + (p0x * h1x + p0y * h1y + p0z * h1z);
  const b2 = p1x * h1x + p1y * h1y + p1z * h1z + (p0x * h2x + p0y * h2y + p0z * h2z);
  const B3 = p1x * h2x + p1y * h2y + p1z * h2z;
  if ((B0 > 0 && b1 > 0 && b2 > 0 && B3 > 0) || (B0 < 0 && b1 < 0 && b2 < 0 && B3 < 0)) return -1;

  const c1 = b1 - 3 * B0, c2 = 3 * B0 - 2 * b1 + b2, c3 = B3 - b2 + b1 - B0;
  let cut1 = 1, cut2 = 1;
  const a = 3 * c3, b = 2 * c2, discriminant = b * b - 4 * a * c1;
  if (discriminant > 0) {
    const root = Math.sqrt(discriminant);
    const q = b < 0 ? 0.5 * (root - b) : -0.5 * (root + b);
    const first = q / a, second = c1 / q;
    cut1 = first > 0 && first < 1 ? first : 1;
    cut2 = second > 0 && second < 1 ? second : 1;
    if (cut2 < cut1) { const cut = cut1; cut1 = cut2; cut2 = cut; }
  }
  let low = 0, fLow = B0, high = cut1;
  for (;;) {
    const fHigh = high === 1 ? B3 : ((c3 * high + c2) * high + c1) * high + B0;
    if ((fLow <= 0 && fHigh >= 0) || (fLow >= 0 && fHigh <= 0)) {
      let left = low, right = high;
      let t = fLow === fHigh ? low : low + (high - low) * (fLow / (fLow - fHigh));
      for (let step = 0; step < 64; step++) {
        const f = ((c3 * t + c2) * t + c1) * t + B0;
        if (f === 0) break;
        if (f > 0 === fHigh > 0) right = t; else left = t;
        let next = t - f / ((3 * c3 * t + 2 * c2) * t + c1);
        if (!(next >= left && next <= right)) next = 0.5 * (left + right);
        const moved = Math.abs(next - t);
        t = next;
        // the next step would be its square
        if (moved <= 1e-8) break;
      }
      const s = 1 - t;
      const px = s * p0x + t * p1x, py = s * p0y + t * p1y, pz = s * p0z + t * p1z;
      const qx = s * q0x + t * q1x, qy = s * q0y + t * q1y, qz = s * q0z + t * q1z;
      const rx = s * r0x + t * r1x, ry = s * r0y + t * r1y, rz = s * r0z + t * r1z;
      const tx = s * t0x + t * t1x, ty = s * t0y + t * t1y, tz = s * t0z + t * t1z;
      const e1x = py * qz - pz * qy, e1y = pz * qx - px * qz, e1z = px * qy - py * qx;
      const e3x = ry * pz - rz * py, e3y = rz * px - rx * pz, e3z = rx * py - ry * px;
      const e4x = qy * tz - qz * ty, e4y = qz * tx - qx * tz, e4z = qx * ty - qy * tx;
      const fraction = edges ? 0 : 1;
      const nx = e3x + e4x + fraction * e1x, ny = e3y + e4y + fraction * e1y, nz = e3z + e4z + fraction * e1z;
      // E2 = T×R, of edges only
      const beyond = (ty * rz - tz * ry) * nx + (tz * rx - tx * rz) * ny + (tx * ry - ty * rx) * nz;
      if (e1x * nx + e1y * ny + e1z * nz >= 0 && e3x * nx + e3y * ny + e3z * nz >= 0
        && e4x * nx + e4y * ny + e4z * nz >= 0 && (!edges || beyond >= 0)) return t;
    }
    if (high === 1) return -1;
    low = high;
    fLow = fHigh;
    high = high < cut2 ? cut2 : 1;
  }
}
