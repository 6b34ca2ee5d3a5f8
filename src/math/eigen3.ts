import type { Mat3, ReadonlyMat3 } from './mat3.ts';
import { setVec3, type Vec3 } from './vec3.ts';

/** Jacobi converges quadratically: a 3 x 3 matrix is diagonal to the last bit after 5 or 6 sweeps. */
const MAX_SWEEPS = 20;

/** An off-diagonal entry this small relative to its two diagonal entries no longer changes them. */
const NEGLIGIBLE = 2 ** -54;

/** Scratch: the matrix being diagonalized and the product of all rotations, both by rows. */
const a = new Float64Array(9);
const v = new Float64Array(9);

/**
 * Eigenvalues (largest first) of a symmetric matrix into `values`, unit eigenvectors into the columns of `vectors`, a
 * right-handed rotation. Cyclic Jacobi: slower than the closed form, and accurate also for equal eigenvalues.
 */
export function symmetricEigen3(values: Vec3, vectors: Mat3, s: ReadonlyMat3): Vec3 {
  a.set([s.xx, s.xy, s.xz, s.xy, s.yy, s.yz, s.xz, s.yz, s.zz]);
  v.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const rotated = [rotateAway(0, 1), rotateAway(0, 2), rotateAway(1, 2)];
    if (!rotated.includes(true)) break;
  }
  const [i, j, k] = [0, 1, 2].sort((p, q) => a[4 * q] - a[4 * p]);
  vectors.xx = v[i];
  vectors.yx = v[3 + i];
  vectors.zx = v[6 + i];
  vectors.xy = v[j];
  vectors.yy = v[3 + j];
  vectors.zy = v[6 + j];
  vectors.xz = vectors.yx * vectors.zy - vectors.zx * vectors.yy;
  vectors.yz = vectors.zx * vectors.xy - vectors.xx * vectors.zy;
  vectors.zz = vectors.xx * vectors.yy - vectors.yx * vectors.xy;
  return setVec3(values, a[4 * i], a[4 * j], a[4 * k]);
}

/** One Jacobi rotation in the plane p, q that makes a[p][q] zero; false when it is negligible already. */
function rotateAway(p: number, q: number): boolean {
  const apq = a[3 * p + q];
  const app = a[4 * p];
  const aqq = a[4 * q];
  if (Math.abs(apq) <= NEGLIGIBLE * (Math.abs(app) + Math.abs(aqq))) return false;
  // t = tan of the smaller of the two angles that zero the entry
  const theta = (aqq - app) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const r = 3 - p - q;
  const arp = a[3 * r + p];
  const arq = a[3 * r + q];
  a[4 * p] = app - t * apq;
  a[4 * q] = aqq + t * apq;
  a[3 * p + q] = a[3 * q + p] = 0;
  a[3 * r + p] = a[3 * p + r] = c * arp - s * arq;
  a[3 * r + q] = a[3 * q + r] = s * arp + c * arq;
  for (let row = 0; row < 9; row += 3) {
    const vp = v[row + p];
    const vq = v[row + q];
    v[row + p] = c * vp - s * vq;
    v[row + q] = s * vp + c * vq;
  }
  return true;
}
