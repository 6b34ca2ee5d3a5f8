import { createVec3, normalizeVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import { ELLIPSOID_STRIDE } from './packed-ellipsoid.ts';

/** The contact function of Perram and Wertheim (J. Comput. Phys. 58, 1985, 409). [PATH98-3.3] */
export interface PerramWertheim {
  /** F: above 1 apart, below 1 overlapping. Both bodies scaled by √F about their centres touch. */
  contact: number;
  /** Position of the maximum in [0, 1]. */
  lambda: number;
  /** Unit normal, from A to B, of the touching scaled bodies. */
  normal: Vec3;
}

/** A new result of `perramWertheim`, which may be used again. */
export function createPerramWertheim(): PerramWertheim {
  return { contact: 0, lambda: 0.5, normal: createVec3(1, 0, 0) };
}

const MAX_STEPS = 100;
/** Tolerance of λ; F is stationary there and has twice as many correct digits. */
const TOLERANCE = 1e-15;

/**
 * Contact function F of Perram and Wertheim, written into `out` and returned, of ellipsoid `i` of `a` and `j` of `b`,
 * both with a volume: above 1 apart, below 1 overlapping. Both bodies scaled by √F about their centres touch.
 *
 * F = max λ (1-λ) dᵀG⁻¹d over λ in [0, 1] with G = (1-λ) M1 + λ M2. With y = G⁻¹d the slope is (1-λ)² yᵀM1y - λ² yᵀM2y,
 * which decreases from above to below zero: the root is bracketed, and the secant through c(λ) - λ, where c is the root
 * for fixed y, is used while it stays inside the bracket.
 *
 * @example
 * ```ts
 * import { ellipsoid, pose } from 'appulse';
 * import { createPerramWertheim, ELLIPSOID_STRIDE, packPosedEllipsoid, perramWertheim } from 'appulse/vehicles';
 *
 * const packed = new Float64Array(2 * ELLIPSOID_STRIDE);
 * packPosedEllipsoid(packed, 0, ellipsoid([2, 1, 1]), pose());
 * packPosedEllipsoid(packed, 1, ellipsoid([2, 1, 1]), pose([6, 0, 0]));
 * const { contact } = perramWertheim(createPerramWertheim(), packed, 0, packed, 1);
 * console.log(Math.sqrt(contact).toFixed(6)); // 1.500000
 * ```
 */
// biome-ignore format: one row of a matrix per line
export function perramWertheim(
  out: PerramWertheim, a: Float64Array, i: number, b: Float64Array, j: number,
): PerramWertheim {
  loadProducts(0, a, i);
  loadProducts(6, b, j);
  const ia = ELLIPSOID_STRIDE * i, ib = ELLIPSOID_STRIDE * j;
  const dx = b[ib] - a[ia], dy = b[ib + 1] - a[ia + 1], dz = b[ib + 2] - a[ia + 2];
  let low = 0, high = 1, x = 0.5, previous = 0, previousMiss = 0;
  let y1 = 0, y2 = 0, y3 = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    // G = L D Lᵀ, stable without pivoting for a positive definite matrix
    const g11 = (1 - x) * m[0] + x * m[6], g12 = (1 - x) * m[3] + x * m[9], g13 = (1 - x) * m[5] + x * m[11];
    const g22 = (1 - x) * m[1] + x * m[7], g23 = (1 - x) * m[4] + x * m[10], g33 = (1 - x) * m[2] + x * m[8];
    const l21 = g12 / g11, l31 = g13 / g11;
    const d2 = g22 - l21 * g12, rest = g23 - l31 * g12, l32 = rest / d2;
    const d3 = g33 - l31 * g13 - l32 * rest;
    const z2 = dy - l21 * dx, z3 = dz - l31 * dx - l32 * z2;
    y3 = z3 / d3; y2 = z2 / d2 - l32 * y3; y1 = dx / g11 - l21 * y2 - l31 * y3;

    const widthA = Math.sqrt(square(0, y1, y2, y3)), widthB = Math.sqrt(square(6, y1, y2, y3));
    if (!(widthA + widthB > 0)) break;
    if ((1 - x) * widthA > x * widthB) low = x;
    else high = x;
    const miss = widthA / (widthA + widthB) - x;
    const secant = step === 0 ? x + miss : x - (miss * (x - previous)) / (miss - previousMiss);
    previous = x; previousMiss = miss;
    x = secant > low && secant < high ? secant : 0.5 * (low + high);
    if (Math.abs(x - previous) <= TOLERANCE || high - low <= TOLERANCE) break;
  }
  out.lambda = x;
  out.contact = x * (1 - x) * (dx * y1 + dy * y2 + dz * y3);
  normalizeVec3(out.normal, setVec3(out.normal, y1, y2, y3));
  return out;
}

/** M1 and M2: xx yy zz xy yz zx of each. */
const m = new Float64Array(12);

/** yᵀMy of the matrix that starts at `k`. */
function square(k: number, y1: number, y2: number, y3: number): number {
  return (
    m[k] * y1 * y1 +
    m[k + 1] * y2 * y2 +
    m[k + 2] * y3 * y3 +
    2 * (m[k + 3] * y1 * y2 + m[k + 4] * y2 * y3 + m[k + 5] * y3 * y1)
  );
}

/** M = B Bᵀ */
function loadProducts(k: number, packed: Float64Array, index: number): void {
  const x = ELLIPSOID_STRIDE * index + 3;
  const y = x + 3;
  const z = x + 6;
  m[k] = rowProduct(packed, x, x);
  m[k + 1] = rowProduct(packed, y, y);
  m[k + 2] = rowProduct(packed, z, z);
  m[k + 3] = rowProduct(packed, x, y);
  m[k + 4] = rowProduct(packed, y, z);
  m[k + 5] = rowProduct(packed, z, x);
}

function rowProduct(packed: Float64Array, p: number, q: number): number {
  return packed[p] * packed[q] + packed[p + 1] * packed[q + 1] + packed[p + 2] * packed[q + 2];
}
