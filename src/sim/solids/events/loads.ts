import { differenceOf } from '../../../math/compensated.ts';
import { addScaledVec3, createVec3, dotVec3, scaleVec3, subVec3 } from '../../../math/vec3.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { addFlightImpulse, type LedgerTotals } from '../../ledger-totals.ts';
import { SimulationError } from '../../world.ts';
import { accelerationOf, compositeOf, type SolidComposite, setAcceleration } from '../solid-composite.ts';
import type { EventWorld, LoadChange } from './event-world.ts';

/** Flights under forces are parabolas; a torque ends torque-free rotation, the only one with exact times of impact. */
export function checkLoads({ bodies, forces, docking, sensors }: SolidScene): void {
  const docks = new Set(docking.flatMap((entry) => entry.sensors.map((trigger) => sensors[trigger].body)));
  for (const [i, { body, torque }] of forces.loads.entries()) {
    const steps = "time.method 'steps' allows for it";
    if (dotVec3(torque, torque) > 0) {
      throw new SimulationError(`forces.loads[${i}].torque: exact times of impact do not support torque; ${steps}`);
    }
    if (docks.has(body)) {
      const why = `${bodies[body].name} may dock, and a force on one of two docked bodies rotates both`;
      throw new SimulationError(`forces.loads[${i}].body: ${why}; exact times of impact do not support torque`);
    }
  }
}

/** Times at which forces change, after the start. */
export function loadChanges({ forces }: SolidScene): LoadChange[] {
  return forces.loads.flatMap(({ body, from, until }) =>
    [from, until].filter((time) => time > 0 && time < Number.POSITIVE_INFINITY).map((time) => ({ body, time })),
  );
}

/** Sets the acceleration of the composite, which is at this time, from then on. */
export function changeLoad({ scene, composites }: EventWorld, { body, time }: LoadChange): void {
  setAcceleration(compositeOf(composites, body), accelerationOf(scene, body, time));
}

const displacement = createVec3();
const force = createVec3();

/** Adds gravity and loads over the flight of `composite` from its own time to time + timeLow: impulse, and the work of loads. */
// biome-ignore format: one line
export function addForceImpulses(totals: LedgerTotals, composite: SolidComposite, { forces }: SolidScene, time: number, timeLow = 0): void {
  addFlightImpulse(totals, composite, time, timeLow);
  if (composite.inverseMass === 0 || forces.loads.length === 0) return;
  const s = differenceOf(time, timeLow, composite.since, composite.sinceLow);
  scaleVec3(displacement, composite.velocity, s);
  addScaledVec3(displacement, displacement, composite.acceleration, 0.5 * s * s);
  subVec3(force, composite.acceleration, forces.gravity);
  totals.externalWork += composite.mass * dotVec3(force, displacement);
}
