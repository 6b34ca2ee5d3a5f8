/**
 * Coulomb friction of a compliant contact point: a tangential spring with memory and a damper, in series with a slider (Cundall and
 * Strack). The spring has the elastic displacement ξ since the contact began; with its stiffness k and damping γ the friction is
 *
 *   f = -P(k ξ + γ v),  P the projection onto the disc of radius μ N,  ξ' = v, and k|ξ| never exceeds μ N
 *
 * Unlike a friction that depends on the slip speed alone it holds a body at rest without creep. It is passive: P is a projection, so
 * f·v + k ξ·v ≤ 0, and the slider shortens ξ only.
 */
import {
  addScaledVec3,
  copyVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  type Vec3,
} from '../math/vec3.ts';
import { checkKeys, checkNotBelowZero } from '../shapes/checks.ts';
import type { Material } from './material.ts';

/** Friction of compliant contact, dimensionless. */
export interface CompliantFriction {
  /** Coefficients while sticking and while sliding. */
  readonly staticFriction: number;
  readonly dynamicFriction: number;
  /** Tangential stiffness as a fraction of the normal one, and the same for the damping. */
  readonly tangentialRatio: number;
}

/** 2 (1 - ν)/(2 - ν) for spheres of equal material that do not slip (Mindlin), at a Poisson ratio ν of 1/3. */
const DEFAULT_TANGENTIAL_RATIO = 0.8;

/** The friction of a material; undefined for none. Every law but `none` is Coulomb's. */
export function compliantFriction(
  material: Material,
  tangentialRatio = DEFAULT_TANGENTIAL_RATIO,
): CompliantFriction | undefined {
  const { frictionLaw, staticFriction, dynamicFriction } = material;
  if (frictionLaw === 'none' || staticFriction === 0) return undefined;
  const friction = { staticFriction, dynamicFriction, tangentialRatio };
  checkKeys('friction', friction, ['staticFriction', 'dynamicFriction', 'tangentialRatio']);
  checkNotBelowZero('friction.tangentialRatio', tangentialRatio);
  return friction;
}

/** The memory of a contact point. */
export interface TangentialSpring {
  /** ξ [m], world axes, perpendicular to the normal: displacement of B relative to A that the spring holds. */
  readonly displacement: Vec3;
  /** The stiffness that belongs to it [N/m]. */
  stiffness: number;
  /** Whether the slider moved in the last step. */
  slips: boolean;
}

export function createTangentialSpring(): TangentialSpring {
  return { displacement: createVec3(), stiffness: 0, slips: false };
}

/** k ξ²/2 [J] */
export function tangentialEnergy({ displacement, stiffness }: TangentialSpring): number {
  return 0.5 * stiffness * dotVec3(displacement, displacement);
}

/**
 * Fraction of the stored displacement that remains at a changed stiffness [N/m]. A stiffer contact keeps its force and a softer one its
 * displacement (Thornton and Randall): both lose energy, the opposite would create it.
 */
export function remainingFraction(spring: TangentialSpring, stiffness: number): number {
  return stiffness > spring.stiffness ? spring.stiffness / stiffness : 1;
}

/** Coulomb's limit of the friction [N] at the normal force of repulsion `normalForce` [N]. */
export function frictionLimit(
  { staticFriction, dynamicFriction }: CompliantFriction,
  slips: boolean,
  normalForce: number,
) {
  return (slips ? dynamicFriction : staticFriction) * Math.max(0, normalForce);
}

/**
 * Writes the friction on B [N] to `out`: `displacement` is ξ, `velocity` that of B relative to A in the tangent plane [m/s],
 * `stiffness` [N/m] and `damping` [N s/m] belong to the current depth.
 */
export function frictionForce(
  out: Vec3,
  displacement: ReadonlyVec3,
  velocity: ReadonlyVec3,
  { stiffness, damping, limit }: { stiffness: number; damping: number; limit: number },
): Vec3 {
  out.x = -stiffness * displacement.x - damping * velocity.x;
  out.y = -stiffness * displacement.y - damping * velocity.y;
  out.z = -stiffness * displacement.z - damping * velocity.z;
  return shorten(out, limit);
}

/** Ends a step: `displacement` is ξ with the motion of the step, before the slider. */
export function updateSpring(
  spring: TangentialSpring,
  displacement: ReadonlyVec3,
  stiffness: number,
  friction: CompliantFriction,
  normalForce: number,
): void {
  const { displacement: out } = spring;
  copyVec3(out, displacement);
  spring.stiffness = stiffness;
  const before = stiffness * lengthVec3(out);
  if (before > frictionLimit(friction, spring.slips, normalForce)) {
    spring.slips = true;
    shorten(out, stiffness > 0 ? frictionLimit(friction, true, normalForce) / stiffness : 0);
  } else spring.slips = false;
}

/** Limits the length of a vector. */
function shorten(out: Vec3, limit: number): Vec3 {
  const length = lengthVec3(out);
  if (length > limit) {
    const factor = limit / length;
    out.x *= factor;
    out.y *= factor;
    out.z *= factor;
  }
  return out;
}

const rotated = createVec3();

/**
 * Rotates ξ with the contact frame: into the plane perpendicular to `normal`, and by `angle` [rad] about it, with its length
 * unchanged.
 */
export function transportDisplacement(out: Vec3, normal: ReadonlyVec3, angle: number): Vec3 {
  const length = lengthVec3(out);
  if (length === 0) return out;
  addScaledVec3(out, out, normal, -dotVec3(out, normal));
  if (angle !== 0) addScaledVec3(out, out, crossVec3(rotated, normal, out), angle);
  const now = lengthVec3(out);
  const factor = now > 0 ? length / now : 0;
  out.x *= factor;
  out.y *= factor;
  out.z *= factor;
  return out;
}
