/**
 * Largest step of each scheme for a mass on a spring and a damper, q̈ = -ω² q - γ q̇, the model of a stiff contact.
 *
 * One step multiplies (q, q̇) by a matrix of trace T and determinant D; its eigenvalues stay inside the unit circle while
 * |D| < 1 and |T| < 1 + D:
 *
 *   explicit-euler        T = 2 - hγ            D = 1 - hγ + h²ω²      h < γ/ω²; 4/(γ + √(γ² - 4ω²)) if overdamped
 *   held-force            T = 2 - hγ - h²ω²/2   D = 1 - hγ + h²ω²/2    h < 2γ/ω², h < 2/γ
 *   semi-implicit-euler   T = 2 - hγ - h²ω²     D = 1 - hγ             h < 4/(γ + √(γ² + 4ω²))
 *
 * For rk4 |1 + z + z²/2 + z³/6 + z⁴/24| < 1 at z = hλ, λ the roots of λ² + γλ + ω² = 0.
 */
import type { IntegratorScheme } from './integrators.ts';

/** Step [s] up to which the oscillation does not grow; 0 if it grows at any step. ω² > 0 [1/s²], γ ≥ 0 [1/s]. */
export function largestStableStep(scheme: IntegratorScheme, omegaSq: number, gamma: number): number {
  const discriminant = gamma * gamma - 4 * omegaSq;
  switch (scheme) {
    case 'explicit-euler':
      return discriminant < 0 ? gamma / omegaSq : 4 / (gamma + Math.sqrt(discriminant));
    case 'held-force':
      return Math.min((2 * gamma) / omegaSq, 2 / gamma);
    case 'semi-implicit-euler':
      return 4 / (gamma + Math.sqrt(gamma * gamma + 4 * omegaSq));
    case 'rk4':
      return discriminant < 0
        ? stableAlongRay(-0.5 * gamma, 0.5 * Math.sqrt(-discriminant))
        : stableAlongRay(-0.5 * (gamma + Math.sqrt(discriminant)), 0);
  }
}

/** Upper bound of the distance of the rk4 stability boundary from the origin in the left half plane. */
const RK4_RADIUS = 4;
/** Bisection steps down to the last digit. */
const HALVINGS = 60;

/** Largest h with |R(hλ)| ≤ 1 for λ = x + iy, x ≤ 0, by bisection. */
function stableAlongRay(x: number, y: number): number {
  let low = 0;
  let high = RK4_RADIUS / Math.sqrt(x * x + y * y);
  for (let i = 0; i < HALVINGS; i++) {
    const h = 0.5 * (low + high);
    if (amplificationSq(h * x, h * y) <= 1) low = h;
    else high = h;
  }
  return low;
}

/** |R(z)|² of rk4, by Horner's rule in complex numbers. */
function amplificationSq(x: number, y: number): number {
  let [re, im] = [1, 0];
  for (let n = 4; n >= 1; n--) [re, im] = [1 + (re * x - im * y) / n, (re * y + im * x) / n];
  return re * re + im * im;
}

/** Naive schemes gain energy from an undamped spring at any step; up to this h ω at most 37 % per bounce. [CP13-3.1] */
const NAIVE_STEP = 0.1;
/** Fraction of the stable step at which a contact, which is half an oscillation, still returns its energy: three steps. */
const RESOLVED = 0.5;

/**
 * Largest useful step [s] for a contact of stiffness ω² and damping γ: half the stable one for semi-implicit-euler and
 * rk4; for explicit-euler and held-force, whose stable step is 0 without damping, the larger of the stable one and
 * h ω = 0.1.
 */
export function largestContactStep(scheme: IntegratorScheme, omegaSq: number, gamma: number): number {
  const stable = largestStableStep(scheme, omegaSq, gamma);
  if (scheme === 'semi-implicit-euler' || scheme === 'rk4') return RESOLVED * stable;
  return Math.max(stable, NAIVE_STEP / Math.sqrt(omegaSq));
}
