import { checkKeys, checkNotBelowZero, describeValue } from '../shapes/checks.ts';

/**
 * Law of the tangential impulses. `algebraic`: Chatterjee and Ruina's law with Coulomb's limits, never creates
 * energy. `newton-coulomb`: for comparison; can create energy and may have no solution. [CP13-3.3]
 */
export type FrictionLaw = 'none' | 'algebraic' | 'newton-coulomb';

export const FRICTION_LAWS: readonly FrictionLaw[] = ['none', 'algebraic', 'newton-coulomb'];

/** Contact properties of a pair of surfaces. Numbers without a unit are dimensionless. */
export interface Material {
  /** Ratio of normal speed after to normal speed before, 0 to 1. */
  readonly restitution: number;
  /** Law of the tangential impulse; `none` ignores the coefficients. */
  readonly frictionLaw: FrictionLaw;
  /** Maximum ratio of tangential to normal impulse while sticking; at least `dynamicFriction`. */
  readonly staticFriction: number;
  /** Ratio of tangential to normal impulse while sliding. */
  readonly dynamicFriction: number;
  /** Fraction of the tangential velocity that is reversed when sticking, 0 to 1 (algebraic law only). */
  readonly tangentialRestitution: number;
  /** Lever arm of the rolling resistance [m]: the maximum moment that opposes rolling, per normal force. Solids in fixed steps. */
  readonly rollingFriction: number;
  /** Lever arm of the spinning resistance [m]: the maximum moment about the normal, per normal force. Solids in fixed steps. */
  readonly spinningFriction: number;
}

const MATERIAL_KEYS: readonly (keyof Material)[] = [
  'restitution',
  'frictionLaw',
  'staticFriction',
  'dynamicFriction',
  'tangentialRestitution',
  'rollingFriction',
  'spinningFriction',
];

/**
 * A material from some of its fields. Defaults: restitution 1; no rolling and spinning resistance; one friction coefficient is used for
 * both; the law is `algebraic` if there is friction, else `none`. Throws a RangeError for a value out of range or an
 * unknown key.
 *
 * @example
 * ```ts
 * import { material } from 'appulse';
 *
 * const rubber = material({ restitution: 0.8, staticFriction: 0.9 });
 * console.log(rubber.frictionLaw, rubber.dynamicFriction, rubber.tangentialRestitution); // algebraic 0.9 0
 * ```
 */
export function createMaterial(given: Partial<Material> = {}): Material {
  checkKeys('material', given, MATERIAL_KEYS);
  const staticFriction = given.staticFriction ?? given.dynamicFriction ?? 0;
  const dynamicFriction = given.dynamicFriction ?? staticFriction;
  const material: Material = {
    restitution: given.restitution ?? 1,
    frictionLaw: given.frictionLaw ?? (staticFriction > 0 ? 'algebraic' : 'none'),
    staticFriction,
    dynamicFriction,
    tangentialRestitution: given.tangentialRestitution ?? 0,
    rollingFriction: given.rollingFriction ?? 0,
    spinningFriction: given.spinningFriction ?? 0,
  };
  checkFraction('restitution', material.restitution);
  checkFraction('tangentialRestitution', material.tangentialRestitution);
  if (!FRICTION_LAWS.includes(material.frictionLaw)) {
    const laws = FRICTION_LAWS.join(', ');
    throw new RangeError(`material.frictionLaw: must be one of ${laws}, got ${describeValue(material.frictionLaw)}`);
  }
  checkNotBelowZero('material.dynamicFriction', dynamicFriction);
  checkNotBelowZero('material.rollingFriction', material.rollingFriction);
  checkNotBelowZero('material.spinningFriction', material.spinningFriction);
  if (!(Number.isFinite(staticFriction) && staticFriction >= dynamicFriction)) {
    const min = `must be finite and at least dynamicFriction (${dynamicFriction})`;
    throw new RangeError(`material.staticFriction: ${min}, got ${describeValue(staticFriction)}`);
  }
  return material;
}

function checkFraction(name: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0 && value <= 1)) {
    throw new RangeError(`material.${name}: must be from 0 to 1, got ${describeValue(value)}`);
  }
}
