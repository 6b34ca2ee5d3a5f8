/**
 * Hertz contact with an elliptical contact area, for bodies whose principal curvatures differ (Johnson, Contact Mechanics, section 4.2).
 * With A ≤ B half the principal relative curvatures, κ = b/a the ratio of the half-axes, e² = 1 - κ², K(e) and E(e) the complete elliptic
 * integrals, and D = (K - E)/e²:
 *
 *   B/A = (K - D)/(κ² D)     F = (2π/3) E* √(D/A) K^(-3/2) d^(3/2)
 */

/** Halvings of the interval of κ: to machine precision. */
const HALVINGS = 60;
/** Steps of the arithmetic-geometric mean, which converges quadratically. */
const MEAN_STEPS = 12;

/** K and D = (K - E)/e² at κ = √(1 - e²), by the arithmetic-geometric mean. */
function ellipticIntegrals(kappa: number): { k: number; d: number } {
  let [a, g] = [1, kappa];
  // Σ 2^(n-1) c_n²/e², with c_0 = e and c_1² = (1 - κ)²/4
  let sum = 0.5 + (1 - kappa) / (4 * (1 + kappa));
  let weight = 1;
  for (let n = 1; n < MEAN_STEPS; n++) {
    [a, g] = [0.5 * (a + g), Math.sqrt(a * g)];
    const c = 0.5 * (a - g);
    if (!(c > 0)) break;
    weight *= 2;
    sum += (weight * c * c) / ((1 - kappa) * (1 + kappa));
  }
  const k = Math.PI / (a + g);
  return { k, d: k * sum };
}

/** Ratio b/a of the half-axes of the contact ellipse, for principal relative curvatures `low` ≤ `high` [1/m] above zero. */
export function contactEllipseRatio(low: number, high: number): number {
  let [below, above] = [0, 1];
  for (let n = 0; n < HALVINGS; n++) {
    const kappa = 0.5 * (below + above);
    const { k, d } = ellipticIntegrals(kappa);
    // B/A decreases with κ
    if ((k - d) / (kappa * kappa * d) > high / low) below = kappa;
    else above = kappa;
  }
  return 0.5 * (below + above);
}

/**
 * Radius [m] of the sphere on a plane with the same force law as bodies with the principal relative curvatures `low` ≤ `high` [1/m],
 * above zero: F = (4/3) E* √R d^(3/2).
 */
export function hertzRadius(low: number, high: number): number {
  const { k, d } = ellipticIntegrals(contactEllipseRatio(low, high));
  return (Math.PI * Math.PI * d) / (2 * low * k * k * k);
}

/**
 * The longer half-axis [m] of the contact ellipse at penetration `depth` [m], for principal relative curvatures `low` ≤ `high` [1/m] above
 * zero: a = √(D d/(A K)), with A half of `low`.
 */
export function longHalfAxis(low: number, high: number, depth: number): number {
  const { k, d } = ellipticIntegrals(contactEllipseRatio(low, high));
  return Math.sqrt((2 * d * depth) / (low * k));
}
