import { copyMovingPose, createMovingPose, type MovingPose } from '../../math/moving-pose.ts';
import { copyVec3, createVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import type { SmoothCoupler } from '../../scene/smooth-scene.ts';
import type { CouplerSummary } from '../observer.ts';
import { type CouplerForce, rotationBetween } from './coupler.ts';

/**
 * Energy that a human exchanges with a virtual coupler. The device holds the force of the last step while the handle moves, so the work of step
 * k is F_k·(x_{k+1} - x_k) + τ_k·θ_k: the energy of a sampled spring. The coupler is passive as seen by the human if at no time more energy
 * was returned than was put in, with what its springs held at the start.
 */
export interface CouplerEnergy {
  /** Handle and force of the last sample. */
  readonly handle: MovingPose;
  readonly force: Vec3;
  readonly torque: Vec3;
  /** In the springs at the first sample [J]; NaN before it. */
  initial: number;
  /** By the human, and to the human, so far [J]. */
  put: number;
  returned: number;
  /** Maximum so far of returned - put - initial, at least 0 [J]. */
  maxExcess: number;
  /** [N], [N m] */
  maxForce: number;
  maxTorque: number;
}

export function createCouplerEnergy(): CouplerEnergy {
  return {
    handle: createMovingPose(),
    force: createVec3(),
    torque: createVec3(),
    initial: Number.NaN,
    put: 0,
    returned: 0,
    maxExcess: 0,
    maxForce: 0,
    maxTorque: 0,
  };
}

const moved = createVec3();

/** Adds a sample: the handle and the force at the start of a step. */
export function addCouplerSample(energy: CouplerEnergy, { handle, force, torque, stored }: CouplerForce): void {
  if (Number.isNaN(energy.initial)) {
    energy.initial = stored;
  } else {
    subVec3(moved, handle.pose.position, energy.handle.pose.position);
    let work = dotVec3(energy.force, moved);
    // rotation vector of a small rotation: twice its vector part
    rotationBetween(moved, energy.handle.pose.rotation, handle.pose.rotation);
    work += 2 * dotVec3(energy.torque, moved);
    if (work > 0) energy.put += work;
    else energy.returned -= work;
    energy.maxExcess = Math.max(energy.maxExcess, energy.returned - energy.put - energy.initial);
  }
  copyMovingPose(energy.handle, handle);
  copyVec3(energy.force, force);
  copyVec3(energy.torque, torque);
  energy.maxForce = Math.max(energy.maxForce, lengthVec3(force));
  energy.maxTorque = Math.max(energy.maxTorque, lengthVec3(torque));
}

/** Minimum damping of a device with a sampled spring: K T/2 [N s/m] or [N m s/rad]. */
export interface SampledSpringLimits {
  /** [N s/m] */
  readonly damping: number;
  /** [N m s/rad] */
  readonly angularDamping: number;
}

/**
 * Damping that a virtual contact of the coupler's stiffness needs to be passive when its force is held over a step of `step` [s]: a spring K sampled with period
 * T behaves as if it had the damping -K T/2, so b > K T/2 must dissipate that (Colgate and Schenkel). For hand-held devices it is the damping of the device
 * and the hand, to which a damper B of the contact adds the demand |B|.
 */
export function sampledSpringLimits(
  { stiffness, angularStiffness }: Pick<SmoothCoupler, 'stiffness' | 'angularStiffness'>,
  step: number,
): SampledSpringLimits {
  return { damping: 0.5 * stiffness * step, angularDamping: 0.5 * angularStiffness * step };
}

export function couplerSummary(coupler: SmoothCoupler, energy: CouplerEnergy, step: number): CouplerSummary {
  const limits = sampledSpringLimits(coupler, step);
  const { put, returned, maxExcess, maxForce, maxTorque } = energy;
  return {
    name: coupler.name,
    maxForce,
    maxTorque,
    energyPut: put,
    energyReturned: returned,
    maxExcess,
    minDamping: limits.damping,
    minAngularDamping: limits.angularDamping,
    damped: coupler.damping > limits.damping && coupler.angularDamping >= limits.angularDamping,
  };
}
