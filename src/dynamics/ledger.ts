import { solveSymmetric } from '../math/mat3.ts';
import { addScaledVec3, createVec3, dotVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../math/vec3.ts';
import type { RigidBody } from './rigid-body.ts';

/** Totals over moving bodies that collisions conserve, or lose by a stated law. [CP13-3.5] */
export interface Ledger {
  /** P = Σ m v, world axes [kg m/s]. */
  momentum: Vec3;
  /** Γ = Σ [(x - O) × m v + I ω] about the point O given to `measureLedger`, world axes [kg m²/s]. */
  angularMomentum: Vec3;
  /** E = Σ ½ m v² + ½ ω·I ω [J]. */
  kineticEnergy: number;
}

/** A ledger of zeros, to be written by `measureLedger`. */
export function createLedger(): Ledger {
  return { momentum: createVec3(), angularMomentum: createVec3(), kineticEnergy: 0 };
}

const ORIGIN: ReadonlyVec3 = createVec3();
const momentum = createVec3();

/**
 * Writes the totals of `bodies` about the point `about` [m] into `out` and returns it. Immovable bodies are excluded:
 * they receive the sum of the impulses on them. A body immovable in one sense only (infinite mass or infinite inertia)
 * counts with the other.
 *
 * @example
 * ```ts
 * import { createLedger, measureLedger, planarBody, pose, vec3 } from 'appulse';
 *
 * const body = planarBody(pose([0, 2]), 3, 1, vec3(4, 0), 5);
 * const { momentum, angularMomentum, kineticEnergy } = measureLedger(createLedger(), [body]);
 * console.log(momentum.x, angularMomentum.z, kineticEnergy); // 12 -19 36.5
 * ```
 */
export function measureLedger(out: Ledger, bodies: Iterable<RigidBody>, about: ReadonlyVec3 = ORIGIN): Ledger {
  const { momentum: p, angularMomentum: l } = out;
  setVec3(p, 0, 0, 0);
  setVec3(l, 0, 0, 0);
  let twiceEnergy = 0;
  for (const { pose, velocity: v, angularVelocity, inverseMass, inverseInertia } of bodies) {
    if (inverseMass > 0) {
      const mass = 1 / inverseMass;
      const x = pose.position.x - about.x;
      const y = pose.position.y - about.y;
      const z = pose.position.z - about.z;
      addScaledVec3(p, p, v, mass);
      l.x += mass * (y * v.z - z * v.y);
      l.y += mass * (z * v.x - x * v.z);
      l.z += mass * (x * v.y - y * v.x);
      twiceEnergy += mass * dotVec3(v, v);
    }
    // I ω without forming I; an axis without freedom contributes zero
    solveSymmetric(momentum, inverseInertia, angularVelocity);
    addScaledVec3(l, l, momentum, 1);
    twiceEnergy += dotVec3(angularVelocity, momentum);
  }
  out.kineticEnergy = 0.5 * twiceEnergy;
  return out;
}
