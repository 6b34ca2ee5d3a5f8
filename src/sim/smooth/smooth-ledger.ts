import { createLedger, measureLedger } from '../../dynamics/ledger.ts';
import { solveSymmetric } from '../../math/mat3.ts';
import { createVec3, dotVec3, lengthVec3 } from '../../math/vec3.ts';
import { totalsRow } from '../ledger-totals.ts';
import type { LedgerRow } from '../observer.ts';
import { couplerForce, createCouplerForce } from './coupler.ts';
import { penaltyForce } from './penalty-force.ts';
import type { SmoothWorld } from './smooth-world.ts';
import { ELAPSED, NOW } from './step-clock.ts';

/** Ledger row at the current time. Has no side effects. */
export function smoothLedger(world: SmoothWorld): LedgerRow {
  const { scene, free, composites, totals, colliders, clock, time } = world;
  const { gravity } = scene.forces;
  const { momentum, angularMomentum, kineticEnergy } = measureLedger(createLedger(), free);
  const angular = createVec3();
  let momentumScale = 0;
  let angularMomentumScale = 0;
  let potentialEnergy = 0;
  for (const { pose, velocity, angularVelocity, inverseMass, inverseInertia } of free) {
    const linear = lengthVec3(velocity) / inverseMass;
    momentumScale += linear;
    angularMomentumScale += linear * lengthVec3(pose.position);
    angularMomentumScale += lengthVec3(solveSymmetric(angular, inverseInertia, angularVelocity));
    potentialEnergy -= dotVec3(gravity, pose.position) / inverseMass;
  }
  const pull = createCouplerForce();
  clock[NOW] = time;
  clock[ELAPSED] = 0;
  for (const [i, coupler] of scene.couplers.entries()) {
    potentialEnergy += couplerForce(pull, coupler, world.handles[i], composites[coupler.body], clock).stored;
  }
  if (scene.contacts.response === 'penalty') {
    for (const pairTracker of colliders) {
      potentialEnergy += penaltyForce(scene.contacts, pairTracker, clock).stored;
    }
  }
  return {
    time,
    momentum,
    angularMomentum,
    momentumScale,
    angularMomentumScale,
    kineticEnergy,
    potentialEnergy,
    strainEnergy: 0,
    ...totalsRow(totals),
  };
}
