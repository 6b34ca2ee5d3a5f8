/**
 * Forces of elastic and adhesive contact as functions of the penetration depth d and its rate, for the penalty
 * world. In addition to the linear spring: Hertz with Hunt and Crossley's damping, and the adhesion models of Johnson,
 * Kendall and Roberts (soft, strong adhesion) and of Derjaguin, Muller and Toporov (stiff, weak adhesion).
 *
 *   Hertz  F = K d^(3/2), K = (4/3) E* √R
 *   DMT    F = K d^(3/2) - 2π w R
 *   JKR    F = 4 E* a³/(3R) - √(8π w E* a³),  d = a²/R - √(2π w a/E*),  a the contact radius
 *
 * Damping multiplies the repulsive part by 1 + (3/2) α d', which gives the restitution e ≈ 1 - α v for slow impacts.
 */
import { checkAboveZero, checkKeys, checkNotBelowZero } from '../shapes/checks.ts';
import { type CustomContact, customSlopes } from './custom-contact.ts';
import { type SpringDamper, springDamperForce, springPotential } from './penalty.ts';

/** Fields common to the curved laws. */
interface CurvedContact {
  /** E* [Pa], see `effectiveModulus`. */
  readonly modulus: number;
  /** R [m], see `effectiveRadius`. */
  readonly radius: number;
  /** α of Hunt and Crossley [s/m]. */
  readonly damping: number;
}

export interface HertzContact extends CurvedContact {
  readonly kind: 'hertz';
}

export interface DmtContact extends CurvedContact {
  readonly kind: 'dmt';
  /** Work of adhesion w [J/m²]. */
  readonly adhesion: number;
}

/** Attaches at depth 0 and, when pulled, holds to the fold of its force curve at depth -`interactionRange`. */
export interface JkrContact extends CurvedContact {
  readonly kind: 'jkr';
  /** Work of adhesion w [J/m²]. */
  readonly adhesion: number;
}

/** Force of an elastic contact as a function of the penetration depth [m] and its rate [m/s]. */
export type ContactLaw = SpringDamper | HertzContact | DmtContact | JkrContact | CustomContact;

/** E* of two materials: 1/E* = (1 - ν1²)/E1 + (1 - ν2²)/E2 [Pa]; Infinity for a rigid material. */
export function effectiveModulus(modulus1: number, poisson1: number, modulus2: number, poisson2: number): number {
  return 1 / ((1 - poisson1 * poisson1) / modulus1 + (1 - poisson2 * poisson2) / modulus2);
}

/** R of two spheres: 1/R = 1/R1 + 1/R2 [m]; Infinity for a plane, negative for a concave surface. */
export function effectiveRadius(radius1: number, radius2: number): number {
  return 1 / (1 / radius1 + 1 / radius2);
}

type CurvedGiven = Pick<CurvedContact, 'modulus' | 'radius'> & { readonly damping?: number };

const CURVED_KEYS = ['kind', 'modulus', 'radius', 'damping'];
const ADHESIVE_KEYS = [...CURVED_KEYS, 'adhesion'];

function checkedCurve(kind: string, given: CurvedGiven): CurvedContact {
  const { modulus, radius, damping = 0 } = given;
  checkAboveZero(`${kind}.modulus`, modulus);
  checkAboveZero(`${kind}.radius`, radius);
  checkNotBelowZero(`${kind}.damping`, damping);
  return { modulus, radius, damping };
}

/**
 * Hertz contact, F = (4/3) E* √R depth^(3/2), with Hunt and Crossley's damping α [s/m] (default 0). `modulus` is E*
 * [Pa], `radius` R [m]. Throws a RangeError for values out of range.
 *
 * @example
 * ```ts
 * import { contactForce, effectiveModulus, effectiveRadius, hertzContact } from 'appulse';
 *
 * const modulus = effectiveModulus(210e9, 0.3, 210e9, 0.3); // two steel spheres
 * const law = hertzContact({ modulus, radius: effectiveRadius(0.01, 0.01) });
 * console.log(contactForce(law, 1e-5, 0).toFixed(1)); // 344.0
 * ```
 */
export function createHertzContact(given: CurvedGiven): HertzContact {
  checkKeys('hertz', given, CURVED_KEYS);
  return { kind: 'hertz', ...checkedCurve('hertz', given) };
}

/**
 * Contact with adhesion of Derjaguin, Muller and Toporov, for stiff bodies: Hertz with a constant attraction 2π w R.
 * `modulus` E* [Pa], `radius` R [m], `adhesion` w [J/m²], `damping` α [s/m]. Throws a RangeError for values out of
 * range.
 */
export function createDmtContact(given: CurvedGiven & { readonly adhesion: number }): DmtContact {
  checkKeys('dmt', given, ADHESIVE_KEYS);
  checkNotBelowZero('dmt.adhesion', given.adhesion);
  return { kind: 'dmt', ...checkedCurve('dmt', given), adhesion: given.adhesion };
}

/**
 * Contact with adhesion of Johnson, Kendall and Roberts, for soft bodies: attaches at depth 0 and holds until pulled
 * off. `modulus` E* [Pa], `radius` R [m], `adhesion` w [J/m²], `damping` α [s/m]. Throws a RangeError for values out of
 * range.
 */
export function createJkrContact(given: CurvedGiven & { readonly adhesion: number }): JkrContact {
  checkKeys('jkr', given, ADHESIVE_KEYS);
  checkAboveZero('jkr.adhesion', given.adhesion);
  return { kind: 'jkr', ...checkedCurve('jkr', given), adhesion: given.adhesion };
}

/** K = (4/3) E* √R [N/m^(3/2)]. */
export function hertzStiffness(law: CurvedContact): number {
  return (4 / 3) * law.modulus * Math.sqrt(law.radius);
}

/** Maximum distance [m] at which the law acts on bodies that have touched: the search margin of the pair. */
export function interactionRange(law: ContactLaw): number {
  if (law.kind === 'spring-damper') return Math.max(0, law.restDistance);
  return law.kind === 'jkr' ? 3 * jkrDepthUnit(law) : 0;
}

/** Whether the bodies are attached at `depth`, given whether they were before. Only JKR has hysteresis. */
export function isAttached(law: ContactLaw, depth: number, before: boolean): boolean {
  if (depth >= 0) return true;
  return law.kind === 'jkr' ? before && depth >= -interactionRange(law) : depth > -interactionRange(law);
}

/**
 * Force [N] at penetration `depth` [m] and its rate [m/s]; repulsion is positive. `attached` matters only for JKR below
 * depth 0: true while being pulled off, false before the first contact.
 */
export function contactForce(law: ContactLaw, depth: number, depthRate: number, attached = depth >= 0): number {
  if (law.kind === 'spring-damper') return springDamperForce(law, depth, depthRate);
  if (!isAttached(law, depth, attached)) return 0;
  if (law.kind === 'custom') return law.force(depth, depthRate);
  const damper = Math.max(0, 1 + 1.5 * law.damping * depthRate);
  if (law.kind === 'jkr') {
    const a = jkrContactRadius(law, depth);
    const cubed = a * a * a;
    const repulsion = ((4 / 3) * law.modulus * cubed) / law.radius;
    return repulsion * damper - Math.sqrt(8 * Math.PI * law.adhesion * law.modulus * cubed);
  }
  const repulsion = hertzStiffness(law) * depth * Math.sqrt(depth) * damper;
  return law.kind === 'dmt' ? repulsion - pullOffForce(law) : repulsion;
}

/**
 * Derivatives of the force by the depth [N/m] and by its rate [N s/m] at `depth`; zero where the law does not repel. A JKR contact in
 * tension is evaluated at depth 0: at the fold, where it breaks, the slope is infinite.
 */
export function contactSlopes(law: ContactLaw, depth: number): { stiffness: number; damping: number } {
  if (law.kind === 'spring-damper') {
    const acts = depth + law.restDistance > 0;
    return { stiffness: acts ? law.stiffness : 0, damping: acts ? law.damping : 0 };
  }
  if (law.kind === 'custom') return customSlopes(law, depth);
  const d = Math.max(0, depth);
  if (law.kind === 'jkr') {
    const { modulus, radius, adhesion, damping } = law;
    const a = jkrContactRadius(law, d);
    // dF/da over dd/da
    const force = (4 * modulus * a * a) / radius - 1.5 * Math.sqrt(8 * Math.PI * adhesion * modulus * a);
    const rise = (2 * a) / radius - 0.5 * Math.sqrt((2 * Math.PI * adhesion) / (modulus * a));
    return { stiffness: force / rise, damping: (2 * damping * modulus * a * a * a) / radius };
  }
  const rate = 1.5 * hertzStiffness(law) * Math.sqrt(d);
  return { stiffness: rate, damping: law.damping * rate * d };
}

/** Energy stored at `depth` [J], zero for separate bodies; its derivative by depth is the undamped force. */
export function contactPotential(law: ContactLaw, depth: number, attached = depth >= 0): number {
  if (law.kind === 'spring-damper') return springPotential(law, depth);
  if (!isAttached(law, depth, attached)) return 0;
  if (law.kind === 'custom') return law.potential(depth);
  if (law.kind === 'jkr') {
    // elastic energy E*(a d² - 2a³d/(3R) + a⁵/(5R²)) minus w π a²
    const { modulus, radius, adhesion } = law;
    const a = jkrContactRadius(law, depth);
    const rise = (a * a) / radius;
    const elastic = modulus * a * (depth * depth - (2 / 3) * rise * depth + (1 / 5) * rise * rise);
    return elastic - Math.PI * adhesion * a * a;
  }
  const stored = 0.4 * hertzStiffness(law) * depth * depth * Math.sqrt(depth);
  return law.kind === 'dmt' ? stored - pullOffForce(law) * depth : stored;
}

/** Force and energy of a law at one depth and rate. */
export interface LawForce {
  /** [N], repulsion is positive. */
  force: number;
  /** Conservative part of the force, that at rate 0 [N]. */
  elastic: number;
  /** `contactPotential` [J] */
  stored: number;
}

export const NO_FORCE: Readonly<LawForce> = { force: 0, elastic: 0, stored: 0 };

/** Writes force, its conservative part and the stored energy to `out`: one evaluation for every world with penalty forces. */
export function evaluateContact<T extends LawForce>(
  out: T,
  law: ContactLaw,
  depth: number,
  depthRate: number,
  attached = depth >= 0,
): T {
  out.force = contactForce(law, depth, depthRate, attached);
  out.elastic = contactForce(law, depth, 0, attached);
  out.stored = contactPotential(law, depth, attached);
  return out;
}

/** Maximum tension [N] of the contact: 2π w R (DMT), (3/2)π w R (JKR), else 0. */
export function pullOffForce(law: ContactLaw): number {
  if (law.kind === 'dmt') return 2 * Math.PI * law.adhesion * law.radius;
  return law.kind === 'jkr' ? 1.5 * Math.PI * law.adhesion * law.radius : 0;
}

/** Contact radius at the fold d'(a) = 0: a_f³ = π w R²/(8 E*) [m]. */
function jkrFoldRadius(law: JkrContact): number {
  return Math.cbrt((Math.PI * law.adhesion * law.radius * law.radius) / (8 * law.modulus));
}

/** a_f²/R [m]: in this unit the fold is at depth -3. */
function jkrDepthUnit(law: JkrContact): number {
  const fold = jkrFoldRadius(law);
  return (fold * fold) / law.radius;
}

/**
 * Contact radius [m] on the stable branch, for depths from the fold up. With a = a_f y² and q = depth/unit it is the
 * root y ≥ 1 of y⁴ - 4y = q, which is convex there: Newton from above cannot overshoot. ∛4 + q^(1/4) is an upper bound.
 */
export function jkrContactRadius(law: JkrContact, depth: number): number {
  const fold = jkrFoldRadius(law);
  const q = Math.max(-3, depth / jkrDepthUnit(law));
  let y = Math.cbrt(4) + Math.sqrt(Math.sqrt(Math.max(0, q)));
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const next = y - (y * (y * y * y - 4) - q) / (4 * (y * y * y - 1));
    if (!(next < y && next >= 1)) break;
    y = next;
  }
  return fold * y * y;
}

/** Enough steps to halve the distance to the double root at the fold down to machine precision. */
const NEWTON_STEPS = 60;

/** Maximum depth of a Hertz impact of effective mass m [kg] at `speed` [m/s]: (5 m v²/(4 K))^(2/5) [m]. */
export function hertzMaxDepth(law: HertzContact, mass: number, speed: number): number {
  // x^(2/5) by exp and log, which all engines round alike
  return Math.exp(0.4 * Math.log((5 * mass * speed * speed) / (4 * hertzStiffness(law))));
}

/**
 * Duration of an undamped Hertz impact of effective mass `mass` [kg] at `speed` [m/s], in seconds: 2.9433 times maximum
 * depth over speed.
 */
export function hertzContactTime(law: HertzContact, mass: number, speed: number): number {
  return (HERTZ_TIME * hertzMaxDepth(law, mass, speed)) / speed;
}

/** 2 ∫ dx/√(1 - x^(5/2)) over 0..1 = (4/5) √π Γ(2/5)/Γ(9/10). */
const HERTZ_TIME = 2.9432751843247047;

/**
 * Restitution of a Hertz impact with damping α [s/m] at `speed` [m/s]. With μ = (3/2)α, ∫ v dv/(1 + μ v) is the same
 * during loading and unloading, hence μ v (1 + e) = ln((1 + μ v)/(1 - μ e v)); e ≈ 1 - α v for slow impacts. Solved by
 * bisection.
 */
export function huntCrossleyRestitution(damping: number, speed: number): number {
  const x = 1.5 * damping * speed;
  // increases with e from negative to positive; 1 - x e stays positive below the pole
  const tooHigh = (e: number) => x * e >= 1 || Math.log1p(x) - Math.log1p(-x * e) > x * (1 + e);
  let low = 0;
  let high = 1;
  for (let e = 0.5; e > low && e < high; e = (low + high) / 2) {
    if (tooHigh(e)) high = e;
    else low = e;
  }
  return high;
}
