import { checkKeys, checkNotBelowZero, describeValue } from '../shapes/checks.ts';

/**
 * How tangential impulses are found. `algebraic`: Chatterjee and Ruina's law with Coulomb's limits, never creates
 * energy. `newton-coulomb`: for comparison; can create energy and may have no answer. [CP13] spec 3.3
 */
export type FrictionLaw = 'none' | 'algebraic' | 'newton-coulomb';

export const FRICTION_LAWS: readonly FrictionLaw[] = ['none', 'algebraic', 'newton-coulomb'];

/** What a pair of surfaces does in contact. All numbers are without unit. */
export interface Material {
  /** Normal speed after over normal speed before, 0 to 1. */
  readonly restitution: number;
  readonly frictionLaw: FrictionLaw;
  /** Greatest tangential over normal impulse that holds the surfaces together; at least `dynamicFriction`. */
  readonly staticFriction: number;
  /** Tangential over normal impulse while sliding. */
  readonly dynamicFriction: number;
  /** Share of the tangential velocity given back when sticking, 0 to 1 (algebraic law only). */
  readonly tangentialRestitution: number;
}

const MATERIAL_KEYS: readonly (keyof Material)[] = [
  'restitution',
  'frictionLaw',
  'staticFriction',
  'dynamicFriction',
  'tangentialRestitution',
];

/**
 * A material from what is known of it. Left out: restitution 1; one friction coefficient stands for both; the law is
 * `algebraic` if there is friction and `none` if there is not.
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
  };
  checkFraction('restitution', material.restitution);
  checkFraction('tangentialRestitution', material.tangentialRestitution);
  if (!FRICTION_LAWS.includes(material.frictionLaw)) {
    const laws = FRICTION_LAWS.join(', ');
    throw new RangeError(`material.frictionLaw: must be one of ${laws}, got ${describeValue(material.frictionLaw)}`);
  }
  checkNotBelowZero('material.dynamicFriction', dynamicFriction);
  if (!(staticFriction >= dynamicFriction && staticFriction < Number.POSITIVE_INFINITY)) {
    const min = `must be finite and at least dynamicFriction (${dynamicFriction})`;
    throw new RangeError(`material.staticFriction: ${min}, got ${describeValue(staticFriction)}`);
  }
  return material;
}

function checkFraction(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) {
    throw new RangeError(`material.${name}: must be from 0 to 1, got ${describeValue(value)}`);
  }
}
