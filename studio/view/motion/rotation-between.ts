/** Columns of orientations and angular velocities [rad/s] by row. */
export interface RotationColumns {
  readonly qw: Float64Array;
  readonly qx: Float64Array;
  readonly qy: Float64Array;
  readonly qz: Float64Array;
  readonly wx: Float64Array;
  readonly wy: Float64Array;
  readonly wz: Float64Array;
}

/**
 * Writes the quaternion w x y z at the fraction `s` of an interval [s] to `out` from `o` on: slerp, that is rotation about one axis at a constant
 * rate. Of the rotations that lead from one frame to the next, which differ by whole turns, it is the one that the recorded angular velocities
 * fit. At 0 it is exactly the recorded orientation.
 */
export function writeRotationBetween(
  out: Float64Array,
  o: number,
  c: RotationColumns,
  from: number,
  to: number,
  interval: number,
  s: number,
): void {
  const [pw, px, py, pz] = [c.qw[from], c.qx[from], c.qy[from], c.qz[from]];
  if (s <= 0) {
    out.set([pw, px, py, pz], o);
    return;
  }
  const [qw, qx, qy, qz] = [c.qw[to], c.qx[to], c.qy[to], c.qz[to]];
  // r = q p⁻¹, in world axes
  let rw = qw * pw + qx * px + qy * py + qz * pz;
  let rx = -qw * px + qx * pw - qy * pz + qz * py;
  let ry = -qw * py + qx * pz + qy * pw - qz * px;
  let rz = -qw * pz - qx * py + qy * px + qz * pw;
  if (rw < 0) [rw, rx, ry, rz] = [-rw, -rx, -ry, -rz];
  const half = [c.wx[from] + c.wx[to], c.wy[from] + c.wy[to], c.wz[from] + c.wz[to]].map((w) => 0.5 * interval * w);
  let sine = Math.sqrt(rx * rx + ry * ry + rz * rz);
  const least = 2 * Math.atan2(sine, rw);
  if (sine < 1e-12) {
    const turned = Math.hypot(half[0], half[1], half[2]);
    // a whole number of turns about the angular velocity, or none
    if (turned < Math.PI) {
      out.set([pw, px, py, pz], o);
      return;
    }
    [rx, ry, rz, sine] = [half[0], half[1], half[2], turned];
  }
  const [nx, ny, nz] = [rx / sine, ry / sine, rz / sine];
  const turns = Math.round((half[0] * nx + half[1] * ny + half[2] * nz - least) / (2 * Math.PI));
  const angle = 0.5 * s * (least + 2 * Math.PI * turns);
  const [w, k] = [Math.cos(angle), Math.sin(angle)];
  const [x, y, z] = [k * nx, k * ny, k * nz];
  out[o] = w * pw - x * px - y * py - z * pz;
  out[o + 1] = w * px + x * pw + y * pz - z * py;
  out[o + 2] = w * py - x * pz + y * pw + z * px;
  out[o + 3] = w * pz + x * py - y * px + z * pw;
}
