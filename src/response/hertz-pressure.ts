/**
 * Contact area and pressure of Hertz's theory (Johnson, Contact Mechanics, sections 4.1 and 4.2), for the approach d of two bodies:
 *
 *   circle   a = √(R d)                    p0 = 2 E* a/(π R) = 3 F/(2π a²)
 *   ellipse  a = √(D d/(A K)), b = κ a     p0 = 3 F/(2π a b)
 *
 * with F = (4/3) E* √R d^(3/2) of `contact-laws.ts`, the pressure p0 √(1 - (x/a)² - (y/b)²) and its mean (2/3) p0. A, κ, K and D are those of
 * `hertz-ellipse.ts`.
 */
import { checkAboveZero, checkNotBelowZero, describeValue } from '../shapes/checks.ts';
import {
  createHertzContact,
  effectiveModulus,
  effectiveRadius,
  type HertzContact,
  hertzStiffness,
} from './contact-laws.ts';
import { contactEllipseRatio, hertzRadius, longHalfAxis } from './hertz-ellipse.ts';

/** Elastic constants of one body. */
export interface ElasticMaterial {
  /** Young's modulus E [Pa]; Infinity for a rigid body. */
  readonly youngModulus: number;
  /** Poisson's ratio ν, from -1 to 0.5. */
  readonly poissonRatio: number;
}

/** Contact area and pressure at one approach. */
export interface HertzPressure {
  /** Normal force [N]. */
  readonly force: number;
  /** Approach of the two bodies, the penetration depth of the undeformed shapes [m]. */
  readonly depth: number;
  /** Half-axes of the contact ellipse, the longer one first [m]; equal for a circle. */
  readonly semiAxes: readonly [number, number];
  /** Pressure at the centre of the contact area, its maximum [Pa]. */
  readonly peakPressure: number;
  /** Force over contact area, 2/3 of the maximum [Pa]. */
  readonly meanPressure: number;
}

/** Two spheres, or a sphere on a plane, with their elastic constants. */
export interface HertzPair {
  /** Radii of curvature [m]: Infinity for a plane, negative for a concave surface. */
  readonly radii: readonly [number, number];
  /** Elastic constants of the two bodies. */
  readonly materials: readonly [ElasticMaterial, ElasticMaterial];
  /** α of Hunt and Crossley [s/m]; default 0. */
  readonly damping?: number;
}

/**
 * The contact law of two spheres from their radii, moduli and Poisson ratios: 1/R = 1/R1 + 1/R2 and
 * 1/E* = (1 - ν1²)/E1 + (1 - ν2²)/E2. Throws a RangeError for values out of range, two rigid bodies and surfaces that do not
 * touch in a point.
 *
 * @example
 * ```ts
 * import { hertzPressure, hertzPair } from 'appulse';
 *
 * const steel = { youngModulus: 210e9, poissonRatio: 0.3 };
 * const law = hertzPair({ radii: [0.01, Infinity], materials: [steel, steel] }); // a sphere on a plane
 * const { force, semiAxes, peakPressure } = hertzPressure(law, 1e-6);
 * console.log(force.toFixed(2), semiAxes[0], (peakPressure / 1e9).toFixed(4)); // 15.38 0.0001 0.7346
 * ```
 */
export function createHertzPair({ radii, materials, damping = 0 }: HertzPair): HertzContact {
  return createHertzContact({ modulus: pairModulus(materials), radius: pairRadius(radii), damping });
}

function pairRadius([first, second]: readonly [number, number]): number {
  const radius = effectiveRadius(first, second);
  if (!(radius > 0 && radius < Number.POSITIVE_INFINITY)) {
    throw new RangeError(
      `hertz.radii: 1/R1 + 1/R2 must be finite and above zero, got the radii ${first} and ${second}`,
    );
  }
  return radius;
}

/** E* of two materials [Pa], checked. */
function pairModulus([first, second]: readonly [ElasticMaterial, ElasticMaterial]): number {
  for (const { youngModulus, poissonRatio } of [first, second]) {
    if (!(youngModulus > 0)) {
      throw new RangeError(`hertz.materials: youngModulus must be above zero, got ${describeValue(youngModulus)}`);
    }
    if (!(poissonRatio >= -1 && poissonRatio <= 0.5)) {
      throw new RangeError(`hertz.materials: poissonRatio must be from -1 to 0.5, got ${describeValue(poissonRatio)}`);
    }
  }
  return effectiveModulus(first.youngModulus, first.poissonRatio, second.youngModulus, second.poissonRatio);
}

type Sphere = Pick<HertzContact, 'modulus' | 'radius'>;

/**
 * Contact radius and pressure of a Hertz contact at penetration `depth` [m], at rest: `law.modulus` is E* [Pa], `law.radius` R
 * [m]. The maximum of a run follows from `maxPenetration` of its summary. Throws a RangeError for values out of range.
 */
export function hertzPressure(law: Sphere, depth: number): HertzPressure {
  checkNotBelowZero('hertzPressure: depth', depth);
  const radius = Math.sqrt(law.radius * depth);
  const force = hertzStiffness({ ...law, damping: 0 }) * depth * Math.sqrt(depth);
  const peakPressure = (2 * law.modulus * radius) / (Math.PI * law.radius);
  return { force, depth, semiAxes: [radius, radius], peakPressure, meanPressure: (2 / 3) * peakPressure };
}

/** Approach [m] of a Hertz contact under a `force` [N]: (F/K)^(2/3), the inverse of `contactForce` at rest. */
export function hertzDepth(law: Sphere, force: number): number {
  checkNotBelowZero('hertzDepth: force', force);
  const root = Math.cbrt(force / hertzStiffness({ ...law, damping: 0 }));
  return root * root;
}

/**
 * The same for an elliptical contact: `curvatures` are the principal relative curvatures of the two surfaces [1/m], above
 * zero, in either order; `modulus` is E* [Pa]. Throws a RangeError for values out of range.
 */
export function hertzEllipsePressure(
  modulus: number,
  curvatures: readonly [number, number],
  depth: number,
): HertzPressure {
  checkAboveZero('hertzEllipsePressure: modulus', modulus);
  for (const curvature of curvatures) checkAboveZero('hertzEllipsePressure: curvature', curvature);
  const [low, high] = [Math.min(...curvatures), Math.max(...curvatures)];
  const { force } = hertzPressure({ modulus, radius: hertzRadius(low, high) }, depth);
  const a = longHalfAxis(low, high, depth);
  const b = contactEllipseRatio(low, high) * a;
  const peakPressure = depth > 0 ? (1.5 * force) / (Math.PI * a * b) : 0;
  return { force, depth, semiAxes: [a, b], peakPressure, meanPressure: (2 / 3) * peakPressure };
}
