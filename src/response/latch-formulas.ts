/**
 * Closed forms of soft capture and undocking in one dimension: two free bodies of effective mass m = m_A m_B/(m_A + m_B) that approach at
 * the speed v and are caught by a spring k with a damper c, and two that a spring of the energy E drives apart.
 */
import { exp, log } from '../math/exponential.ts';
import { atan2 } from '../math/inverse-trig.ts';

/** Reduced mass of two bodies [kg]; that of the other one if one is infinite. */
export function reducedMass(massA: number, massB: number): number {
  return 1 / (1 / massA + 1 / massB);
}

/**
 * Maximum stroke of a spring-damper latch [m] that catches an effective mass [kg] at `speed` [m/s]: v √(m/k) without damping, with the
 * damping ratio ζ = c/(2 √(k m))
 *
 *   ζ < 1: (v/ω0) exp(-ζ φ/√(1-ζ²)), φ = atan2(√(1-ζ²), ζ)     ζ = 1: v/(ω0 e)
 *
 * and for ζ > 1 the same with the hyperbolic functions.
 *
 * @example
 * ```ts
 * import { attenuationStroke } from 'appulse/kernels';
 *
 * // without damping, and critically damped
 * console.log(attenuationStroke(0.1, 1000, 4000, 0)); // 0.05
 * console.log(attenuationStroke(0.1, 1000, 4000, 4000).toFixed(6)); // 0.018394
 * ```
 */
export function attenuationStroke(speed: number, mass: number, stiffness: number, damping: number): number {
  const omega = Math.sqrt(stiffness / mass);
  const zeta = damping / (2 * Math.sqrt(stiffness * mass));
  const free = speed / omega;
  if (zeta < 1) {
    const s = Math.sqrt((1 - zeta) * (1 + zeta));
    return free * exp((-zeta * atan2(s, zeta)) / s);
  }
  const s = Math.sqrt((zeta - 1) * (zeta + 1));
  return free * exp(-zeta * overdampedRatio(zeta, s));
}

/** artanh(s/ζ)/s = ln(ζ + s)/s with s = √(ζ²-1); near critical damping by its series in x = s/ζ, (1 + x²/3 + x⁴/5 + ...)/ζ. */
function overdampedRatio(zeta: number, s: number): number {
  const z = (s / zeta) ** 2;
  return z < 1e-4 ? (1 + z * (1 / 3 + z * (1 / 5 + z / 7))) / zeta : log(zeta + s) / s;
}

/** Relative speed of two bodies that a spring of `energy` [J] has driven apart from rest [m/s]: √(2E/m). */
export function separationSpeed(energy: number, mass: number): number {
  return Math.sqrt((2 * energy) / mass);
}
