import { createLedger, measureLedger } from '../../dynamics/ledger.ts';
import { solveSymmetric } from '../../math/mat3.ts';
import { createVec3, dotVec3, lengthVec3 } from '../../math/vec3.ts';
import { bookedSoFar } from '../books.ts';
import type { LedgerRow } from '../observer.ts';
import { couplerPull, createCouplerPull } from './coupler.ts';
import { contactPush } from './space-motion.ts';
import type { SpaceWorld } from './space-world.ts';

/** The books at the present time. Changes nothing. */
export function spaceLedger(world: SpaceWorld): LedgerRow {
  const { scene, free, movers, books, colliders, time } = world;
  const { gravity } = scene.forces;
  const { momentum, angularMomentum, kineticEnergy } = measureLedger(createLedger(), free);
  const spin = createVec3();
  let momentumSize = 0;
  let angularMomentumSize = 0;
  let potentialEnergy = 0;
  for (const { pose, velocity, angularVelocity, inverseMass, inverseInertia } of free) {
    const linear = lengthVec3(velocity) / inverseMass;
    momentumSize += linear;
    angularMomentumSize += linear * lengthVec3(pose.position);
    angularMomentumSize += lengthVec3(solveSymmetric(spin, inverseInertia, angularVelocity));
    potentialEnergy -= dotVec3(gravity, pose.position) / inverseMass;
  }
  const pull = createCouplerPull();
  for (const coupler of scene.couplers) {
    potentialEnergy += couplerPull(pull, coupler, movers[coupler.body], time).stored;
  }
  if (scene.contacts.response === 'penalty') {
    for (const follower of colliders) potentialEnergy += contactPush(world, follower).stored;
  }
  return {
    time,
    momentum,
    angularMomentum,
    momentumSize,
    angularMomentumSize,
    kineticEnergy,
    potentialEnergy,
    strainEnergy: 0,
    ...bookedSoFar(books),
  };
}
