import type { RelativeFrame } from './relative-frame.ts';
import type { SearchCell } from './search-cell.ts';
import { productFactors } from './squared-gap.ts';

/**
 * Can two cells contain a pair of points at which the distance is stationary in all parameters? Where (x - y)·x_u has one sign on both cells,
 * the distance has no minimum there that is interior along u: the minimum over the feature lies on its boundary, which consists of
 * other features. This excludes the neighbourhood of a closest point on a trimming curve, where distances alone would not.
 */

/** Slopes below this fraction of their terms may be rounding. */
const ROUNDING = 1e-13;

const offset = new Float64Array(3);
const axis = new Float64Array(3);

export function mayBeStationary(relative: RelativeFrame, a: SearchCell, b: SearchCell): boolean {
  return !(isMonotonic(relative, a, b, false) || isMonotonic(relative, b, a, true));
}

/** Has the distance a slope of one sign along a parameter of cell `of`? `swapped`: `of` belongs to B. */
function isMonotonic(relative: RelativeFrame, of: SearchCell, other: SearchCell, swapped: boolean): boolean {
  const { feature, range, points: p, center } = of;
  if (feature === null || feature.dimension === 0) return false;
  const q = other.points;
  setOffset(relative, center, other.center, swapped);
  const reach = of.size + other.size + Math.sqrt(offset[0] ** 2 + offset[1] ** 2 + offset[2] ** 2);
  const slopes = slopesOf(of);
  for (let d = 0; d < slopes.length; d++) {
    if (touchesCrease(of, d, range)) continue;
    const n = slopes[d];
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let s = 0; s < n.length && !(lowest <= 0 && highest >= 0); s += 3) {
      const [x, y, z] = [n[s], n[s + 1], n[s + 2]];
      setAxis(relative, x, y, z, swapped);
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let at = 0; at < p.length; at += 3) {
        const h = (p[at] - center[0]) * x + (p[at + 1] - center[1]) * y + (p[at + 2] - center[2]) * z;
        if (h < low) low = h;
        if (h > high) high = h;
      }
      let [lowB, highB] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let at = 0; at < q.length; at += 3) {
        const h =
          (q[at] - other.center[0]) * axis[0] +
          (q[at + 1] - other.center[1]) * axis[1] +
          (q[at + 2] - other.center[2]) * axis[2];
        if (h < lowB) lowB = h;
        if (h > highB) highB = h;
      }
      const shift = offset[0] * x + offset[1] * y + offset[2] * z;
      const slack = ROUNDING * reach * Math.sqrt(x * x + y * y + z * z);
      lowest = Math.min(lowest, low - highB - shift - slack);
      highest = Math.max(highest, high - lowB - shift + slack);
    }
    if (lowest > 0 || highest < 0) return true;
  }
  return false;
}

/** Has the height along the unit vector `n` a slope of one sign along a parameter of a cell of a face or edge? */
export function isMonotonicAlong(cell: SearchCell, n: Float64Array): boolean {
  if (cell.feature === null || cell.feature.dimension === 0) return false;
  const slopes = slopesOf(cell);
  for (let d = 0; d < slopes.length; d++) {
    if (touchesCrease(cell, d, cell.range)) continue;
    const s = slopes[d];
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < s.length && !(lowest <= 0 && highest >= 0); at += 3) {
      const rise = s[at] * n[0] + s[at + 1] * n[1] + s[at + 2] * n[2];
      const slack = ROUNDING * Math.sqrt(s[at] ** 2 + s[at + 1] ** 2 + s[at + 2] ** 2);
      lowest = Math.min(lowest, rise - slack);
      highest = Math.max(highest, rise + slack);
    }
    if (lowest > 0 || highest < 0) return true;
  }
  return false;
}

/** From the centre of `of` to that of `other`, in the axes of `of`. */
function setOffset(r: RelativeFrame, from: Float64Array, to: Float64Array, swapped: boolean): void {
  if (swapped) {
    // axes of B: Rᵀ (p - o) for a point p of A
    const [x, y, z] = [to[0] - r[9], to[1] - r[10], to[2] - r[11]];
    for (let k = 0; k < 3; k++) offset[k] = r[k] * x + r[3 + k] * y + r[6 + k] * z - from[k];
    return;
  }
  for (let k = 0; k < 3; k++) {
    offset[k] = r[3 * k] * to[0] + r[3 * k + 1] * to[1] + r[3 * k + 2] * to[2] + r[9 + k] - from[k];
  }
}

/** A direction in the axes of `of`, in those of the other body. */
function setAxis(r: RelativeFrame, x: number, y: number, z: number, swapped: boolean): void {
  for (let k = 0; k < 3; k++) {
    axis[k] = swapped ? r[3 * k] * x + r[3 * k + 1] * y + r[3 * k + 2] * z : r[k] * x + r[3 + k] * y + r[6 + k] * z;
  }
}

/** A minimum may lie on a crease, with a slope of another sign on its other side. */
function touchesCrease({ feature }: SearchCell, d: number, range: SearchCell['range']): boolean {
  const creases = feature?.piece?.creases;
  if (creases === undefined) return false;
  return (range[2 * d] === 0 && creases[2 * d]) || (range[2 * d + 1] === 1 && creases[2 * d + 1]);
}

function slopesOf(cell: SearchCell): readonly Float64Array[] {
  if (cell.slopes === null) {
    const { control, center, degreeU, degreeV, feature } = cell;
    const local = control.slice();
    for (let at = 0; at < local.length; at += 4) {
      for (let k = 0; k < 3; k++) local[at + k] -= center[k] * local[at + 3];
    }
    const alongU = derivative(local, degreeU, degreeV, 1, degreeV + 1);
    cell.slopes = feature?.dimension === 2 ? [alongU, derivative(local, degreeV, degreeU, degreeV + 1, 1)] : [alongU];
  }
  return cell.slopes;
}

/**
 * Bernstein coefficients of X_t w - X w_t, the direction of the derivative along t, for m + 1 rows of control points: along t
 * they are `step` apart, the rows `between`. Degree 2 n - 1 along t, 2 m across.
 */
function derivative(c: Float64Array, n: number, m: number, between: number, step: number): Float64Array {
  const across = productFactors(m);
  const [countT, countS] = [2 * n, 2 * m + 1];
  const out = new Float64Array(3 * countT * countS);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k <= n; k++) {
      const along = mixedFactor(n, i, k);
      for (let j = 0; j <= m; j++) {
        for (let l = 0; l <= m; l++) {
          const factor = along * across[j * (m + 1) + l];
          const p = 4 * (i * step + j * between);
          const p1 = p + 4 * step;
          const q = 4 * (k * step + l * between);
          const at = 3 * ((i + k) * countS + j + l);
          const [w, dw] = [c[q + 3], c[p1 + 3] - c[p + 3]];
          for (let x = 0; x < 3; x++) out[at + x] += factor * ((c[p1 + x] - c[p + x]) * w - dw * c[q + x]);
        }
      }
    }
  }
  return out;
}

const mixed = new Map<number, Float64Array>();

/** C(n-1,i) C(n,k) / C(2n-1,i+k): products of a polynomial of degree n - 1 and one of degree n. */
function mixedFactor(n: number, i: number, k: number): number {
  let table = mixed.get(n);
  if (table === undefined) {
    table = new Float64Array(n * (n + 1));
    const choose = (total: number, part: number) => {
      let value = 1;
      for (let f = 1; f <= part; f++) value = (value * (total - part + f)) / f;
      return value;
    };
    for (let p = 0; p < n; p++) {
      for (let q = 0; q <= n; q++)
        table[p * (n + 1) + q] = (choose(n - 1, p) * choose(n, q)) / choose(2 * n - 1, p + q);
    }
    mixed.set(n, table);
  }
  return table[i * (n + 1) + k];
}
