/**
 * Impulses with friction. [CP13-3.3]; signs as in `impulse.ts` (w, normal and the impulse on B in place of u, n
 * and J on A). The rule in the slides (E12) can never apply a static impulse: it requires a sliding speed of zero and
 * an impulse proportional to that speed.
 */
import { type ReadonlyMat3, solveSymmetric, transformVec3 } from '../math/mat3.ts';
import {
  addScaledVec3,
  createVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  type Vec3,
} from '../math/vec3.ts';
import { SPEED_ROUNDING } from './impulse.ts';
import type { Material } from './material.ts';

/**
 * `none`: no impulse (separating, or neither body can move). `frictionless`: along the normal, without friction or
 * (newton-coulomb) because there is no sliding direction. `stick`, `slide`: inside and on the friction cone.
 * `undefined`: the newton-coulomb law has no solution here and the algebraic law's was used.
 */
export type ContactMode = 'none' | 'frictionless' | 'stick' | 'slide' | 'undefined';

/** Impulse of one contact and its mode. */
export interface ContactImpulse {
  /** On B; A receives the opposite [N s]. */
  impulse: Vec3;
  /** Normal component [N s], not below zero. */
  normalImpulse: number;
  /** Magnitude of the tangential component [N s]. */
  tangentImpulse: number;
  /** Whether the contact sticks or slides; `none` without an impulse. */
  mode: ContactMode;
  /** Fraction of the sticking correction D that was applied, 0 to 2 (algebraic law only, else 0). */
  kappa: number;
}

export function createContactImpulse(): ContactImpulse {
  return { impulse: createVec3(), normalImpulse: 0, tangentImpulse: 0, mode: 'none', kappa: 0 };
}

const column = createVec3();
const correction = createVec3();
const tangent = createVec3();

/**
 * The impulse of one contact with contact matrix `k`, unit `normal` and relative velocity `w` before. `scale` is the
 * magnitude of the velocities `w` was computed from [m/s], see `speedScale`.
 */
export function contactImpulse(
  out: ContactImpulse,
  k: ReadonlyMat3,
  normal: ReadonlyVec3,
  w: ReadonlyVec3,
  material: Material,
  scale = lengthVec3(w),
): ContactImpulse {
  const inverse = dotVec3(normal, transformVec3(column, k, normal));
  const speed = dotVec3(w, normal);
  if (!(speed < 0 && inverse > 0)) return setAlongNormal(out, normal, 0, 'none');
  const j = (-(1 + material.restitution) * speed) / inverse;
  switch (material.frictionLaw) {
    case 'none':
      return setAlongNormal(out, normal, j, 'frictionless');
    case 'algebraic':
      return algebraicImpulse(out, k, normal, w, material, j);
    case 'newton-coulomb':
      return newtonCoulombImpulse(out, k, normal, w, material, j, SPEED_ROUNDING * scale);
  }
}

function setAlongNormal(out: ContactImpulse, normal: ReadonlyVec3, j: number, mode: ContactMode): ContactImpulse {
  scaleVec3(out.impulse, normal, j);
  out.normalImpulse = j;
  out.tangentImpulse = 0;
  out.mode = mode;
  out.kappa = 0;
  return out;
}

/**
 * D, the impulse that stops the tangential part of `w` and does not change the normal speed: K D = -w_s and nᵀ K D = 0,
 * with w_s = w - K n (w·n)/(nᵀKn). Any κ D with 0 ≤ κ ≤ 2 loses energy. (J_II - j_I n of [CP13], without the
 * difference.)
 */
export function stickingCorrection(out: Vec3, k: ReadonlyMat3, normal: ReadonlyVec3, w: ReadonlyVec3): Vec3 {
  transformVec3(column, k, normal);
  const inverse = dotVec3(normal, column);
  addScaledVec3(out, w, column, -dotVec3(w, normal) / inverse);
  solveSymmetric(out, k, scaleVec3(out, out, -1));
  // holds to machine precision for a regular K; enforces it where a direction has no freedom
  return addScaledVec3(out, out, normal, -dotVec3(column, out) / inverse);
}

/**
 * Adds κ D to the frictionless impulse `j` normal, with `w` before or after that impulse (D is the same): κ = 1 + e_t
 * where the static cone allows it, else the κ that ends on the dynamic cone. The normal speed is that of the
 * frictionless result, and no energy is created.
 */
export function algebraicImpulse(
  out: ContactImpulse,
  k: ReadonlyMat3,
  normal: ReadonlyVec3,
  w: ReadonlyVec3,
  material: Material,
  j: number,
): ContactImpulse {
  stickingCorrection(correction, k, normal, w);
  const along = dotVec3(correction, normal);
  const across = lengthVec3(addScaledVec3(tangent, correction, normal, -along));
  const { staticFriction, dynamicFriction } = material;
  let kappa = 1 + material.tangentialRestitution;
  const sticks = kappa * across <= staticFriction * (j + kappa * along);
  if (!sticks) kappa = (dynamicFriction * j) / (across - dynamicFriction * along);
  setAlongNormal(out, normal, j, sticks ? 'stick' : 'slide');
  addScaledVec3(out.impulse, out.impulse, correction, kappa);
  out.normalImpulse = j + kappa * along;
  out.tangentImpulse = kappa * across;
  out.kappa = kappa;
  return out;
}

/**
 * Newton's restitution with Coulomb's cone: stop the tangential velocity if the static cone allows it, else slide
 * opposite to w_t. A w_t at or below `noise` [m/s] is the rounding error of an approach along the normal: its direction
 * is arbitrary, and so would be full friction along it. Therefore friction is zero (the law's own rule for w_t = 0).
 */
function newtonCoulombImpulse(
  out: ContactImpulse,
  k: ReadonlyMat3,
  normal: ReadonlyVec3,
  w: ReadonlyVec3,
  material: Material,
  j: number,
  noise: number,
): ContactImpulse {
  const speed = dotVec3(w, normal);
  // w' = -e (w·n) n
  addScaledVec3(correction, w, normal, material.restitution * speed);
  const sticking = solveSymmetric(correction, k, scaleVec3(correction, correction, -1));
  const along = dotVec3(sticking, normal);
  const across = lengthVec3(addScaledVec3(tangent, sticking, normal, -along));
  if (across <= material.staticFriction * along) {
    setAlongNormal(out, normal, along, 'stick');
    addScaledVec3(out.impulse, tangent, normal, along);
    out.tangentImpulse = across;
    return out;
  }
  const mu = material.dynamicFriction;
  addScaledVec3(tangent, w, normal, -speed);
  const sliding = lengthVec3(tangent);
  if (sliding <= noise) return setAlongNormal(out, normal, j, 'frictionless');
  const direction = addScaledVec3(tangent, normal, tangent, -mu / sliding);
  transformVec3(column, k, normal);
  const inverse = dotVec3(column, direction);
  if (!(inverse > 0)) {
    algebraicImpulse(out, k, normal, w, material, j);
    out.mode = 'undefined';
    return out;
  }
  setAlongNormal(out, normal, (-(1 + material.restitution) * speed) / inverse, 'slide');
  scaleVec3(out.impulse, direction, out.normalImpulse);
  out.tangentImpulse = mu * out.normalImpulse;
  return out;
}

/**
 * The friction force [N] on a body that rests on or slides over another one; returns whether it sticks. `external` is
 * the remaining tangential force on the body, `sliding` its tangential velocity, `normalForce` ≥ 0 the reaction. At or
 * below `restSpeed` [m/s] the body is at rest: friction cancels `external` up to the static limit; beyond
 * it the body starts to slide, with the dynamic friction μ_d N opposite to `external`. Above `restSpeed`
 * the dynamic friction is opposite to `sliding`.
 *
 * Deviation from [CP13]: the slides use the static value μ_s N beyond the limit while the speed is zero. That is one
 * instant of a motion; a time step would hold the value for its whole length, so the value of the subsequent motion
 * is used. (E12)
 */
export function restingFriction(
  out: Vec3,
  external: ReadonlyVec3,
  sliding: ReadonlyVec3,
  normalForce: number,
  material: Pick<Material, 'staticFriction' | 'dynamicFriction'>,
  restSpeed: number,
): 'stick' | 'slide' {
  const needed = lengthVec3(external);
  const speed = lengthVec3(sliding);
  const atRest = speed <= restSpeed;
  if (atRest && needed <= material.staticFriction * normalForce) {
    scaleVec3(out, external, -1);
    return 'stick';
  }
  const [against, length] = atRest ? [external, needed] : [sliding, speed];
  scaleVec3(out, against, length > 0 ? (-material.dynamicFriction * normalForce) / length : 0);
  return 'slide';
}
