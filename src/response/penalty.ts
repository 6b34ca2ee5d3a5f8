/**
 * The penalty (mass - spring) model of contact. [CP13-3.1], E13: with torque, and with optional tension.
 *
 * With depth = restDistance - distance: force = K depth + γ d(depth)/dt, repulsive along the normal, while depth > 0.
 */
import { checkAboveZero, checkKeys, checkNotBelowZero } from '../shapes/checks.ts';

/** Linear spring and damper: force K (depth + rest distance) + γ depth rate [N]. */
export interface SpringDamper {
  readonly kind: 'spring-damper';
  /** K [N/m] */
  readonly stiffness: number;
  /** γ [N s/m] */
  readonly damping: number;
  /** Distance at which the spring begins to act [m], s0 in [CP13]. */
  readonly restDistance: number;
  /** Clamp the force at zero, so that the damper never pulls separating bodies back. */
  readonly noTension: boolean;
}

/**
 * A spring and damper from its stiffness K [N/m]; defaults: damping 0, rest distance 0, no tension. Throws a RangeError
 * for values out of range.
 *
 * @example
 * ```ts
 * import { contactForce, springDamper } from 'appulse';
 *
 * const law = springDamper({ stiffness: 1e4, damping: 20 });
 * console.log(contactForce(law, 0.01, 0.5), contactForce(law, -0.01, 0.5)); // 110 0
 * ```
 */
export function createSpringDamper(
  given: Pick<SpringDamper, 'stiffness'> & Partial<Omit<SpringDamper, 'kind'>>,
): SpringDamper {
  checkKeys('spring-damper', given, ['kind', 'stiffness', 'damping', 'restDistance', 'noTension']);
  checkAboveZero('spring-damper.stiffness', given.stiffness);
  const { damping = 0, restDistance = 0, noTension = true } = given;
  checkNotBelowZero('spring-damper.damping', damping);
  if (!Number.isFinite(restDistance)) {
    throw new RangeError(`spring-damper.restDistance: must be finite, got ${restDistance}`);
  }
  return { kind: 'spring-damper', stiffness: given.stiffness, damping, restDistance, noTension };
}

/** Force [N] at penetration `depth` [m] (minus the distance) and its rate [m/s]; repulsion is positive. */
export function springDamperForce(law: SpringDamper, depth: number, depthRate: number): number {
  const compression = depth + law.restDistance;
  if (compression <= 0) return 0;
  const force = law.stiffness * compression + law.damping * depthRate;
  return law.noTension ? Math.max(0, force) : force;
}

/** Energy stored in the spring [J]. */
export function springPotential(law: SpringDamper, depth: number): number {
  const compression = Math.max(0, depth + law.restDistance);
  return 0.5 * law.stiffness * compression * compression;
}

/** Writes force, its conservative part and the stored energy at the depth and rate of `out`; allocates nothing. */
export function evaluateSpring(
  out: { depth: number; depthRate: number; force: number; elastic: number; stored: number },
  law: SpringDamper,
): void {
  const compression = out.depth + law.restDistance;
  out.force = 0;
  out.elastic = 0;
  out.stored = 0;
  if (compression <= 0) return;
  const elastic = law.stiffness * compression;
  const force = elastic + law.damping * out.depthRate;
  out.force = law.noTension ? Math.max(0, force) : force;
  out.elastic = law.noTension ? Math.max(0, elastic) : elastic;
  out.stored = 0.5 * law.stiffness * compression * compression;
}

/** Damping ratio ζ = γ / (2 √(K m)), dimensionless, with the effective mass m [kg] of the contact. */
export function dampingRatio(law: SpringDamper, mass: number): number {
  return law.damping / (2 * Math.sqrt(law.stiffness * mass));
}

/**
 * Ratio of speed after to speed before for damping ratio ζ ≥ 0. With tension the contact ends when the depth is back
 * at zero: e = exp(-πζ/√(1-ζ²)), and 0 from ζ = 1 up. Without, it ends earlier, when the force is zero: e = exp(-2 ζ acos
 * ζ/√(1-ζ²)), the same as the atan2 form of [CP13], continued beyond ζ = 1 with acosh.
 */
export function restitutionFromDamping(zeta: number, noTension: boolean): number {
  const root = Math.sqrt(Math.abs((1 - zeta) * (1 + zeta)));
  if (!noTension) return zeta < 1 ? Math.exp((-Math.PI * zeta) / root) : 0;
  if (root === 0) return Math.exp(-2);
  const angle = zeta < 1 ? Math.atan2(root, zeta) : Math.atanh(root / zeta);
  return Math.exp((-2 * zeta * angle) / root);
}

/**
 * The ζ that gives restitution e, 0 < e ≤ 1. With tension -ln e/√(π² + ln² e); without, by bisection of the law
 * above.
 */
export function dampingFromRestitution(restitution: number, noTension: boolean): number {
  if (!(restitution > 0 && restitution <= 1)) {
    throw new RangeError(`restitution of a damped contact: must be above 0 and at most 1, got ${restitution}`);
  }
  const log = Math.log(restitution);
  let low = -log / Math.sqrt(Math.PI * Math.PI + log * log);
  if (!noTension) return low;
  // the force ends earlier than the depth, so more damping is needed; e decreases with ζ
  let high = 1;
  while (restitutionFromDamping(high, true) > restitution) high *= 2;
  for (let midpoint = (low + high) / 2; midpoint > low && midpoint < high; midpoint = (low + high) / 2) {
    if (restitutionFromDamping(midpoint, true) > restitution) low = midpoint;
    else high = midpoint;
  }
  return low;
}
