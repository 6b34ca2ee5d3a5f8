import { differenceOf } from '../../../math/compensated.ts';
import { hasTorque } from '../../../math/constant-torque.ts';
import { rotationalEnergy } from '../../../math/torque-free-rotation.ts';
import { addScaledVec3, createVec3, dotVec3, scaleVec3, subVec3 } from '../../../math/vec3.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { addFlightImpulse, type LedgerTotals } from '../../ledger-totals.ts';
import { accelerationOf, compositeOf, flightAt, type SolidComposite, setLoads, torqueOf } from '../solid-composite.ts';
import type { EventWorld, LoadChange } from './event-world.ts';

/** Times at which forces change, after the start. */
export function loadChanges({ forces }: SolidScene): LoadChange[] {
  return forces.loads.flatMap(({ body, from, until }) =>
    [from, until].filter((time) => time > 0 && time < Number.POSITIVE_INFINITY).map((time) => ({ body, time })),
  );
}

/** Sets acceleration and torque of the composite, which is at this time, from then on. */
export function changeLoad({ scene, composites }: EventWorld, { body, time }: LoadChange): void {
  const composite = compositeOf(composites, body);
  if (composite.parts.length === 1) setLoads(composite, accelerationOf(scene, body, time), torqueOf(scene, body, time));
}

const displacement = createVec3();
const force = createVec3();

/** Adds gravity and loads over the flight of `composite` from its own time to time + timeLow: impulse, and the work of loads. */
// biome-ignore format: one line
export function addForceImpulses(totals: LedgerTotals, composite: SolidComposite, { forces }: SolidScene, time: number, timeLow = 0): void {
  addFlightImpulse(totals, composite, time, timeLow);
  if (composite.inverseMass === 0 || (forces.loads.length === 0 && !forces.orbit)) return;
  const s = differenceOf(time, timeLow, composite.since, composite.sinceLow);
  scaleVec3(displacement, composite.velocity, s);
  addScaledVec3(displacement, displacement, composite.acceleration, 0.5 * s * s);
  subVec3(force, composite.acceleration, forces.gravity);
  totals.externalWork += composite.mass * dotVec3(force, displacement);
  if (!hasTorque(composite.torque)) return;
  // nothing else changes the rotation in flight
  addScaledVec3(totals.externalAngularImpulse, totals.externalAngularImpulse, composite.torque, s);
  const { torqueFree } = flightAt(composite, time, timeLow);
  totals.externalWork += rotationalEnergy(torqueFree) - rotationalEnergy(composite.torqueFree);
}
