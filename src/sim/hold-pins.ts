import { createMat3, solveSymmetric } from '../math/mat3.ts';
import { addVec3, createVec3, dotVec3, scaleVec3, subVec3 } from '../math/vec3.ts';
import { contactMatrix } from '../response/contact-matrix.ts';
import { applyImpulse, relativeVelocity } from '../response/impulse.ts';
import { compositeOf, sensorsAt } from './docking.ts';
import { addDrivenImpulse } from './ledger-totals.ts';
import type { World } from './world.ts';

/** Fraction of the drift of a pin that is corrected in one step. */
const PIN_CORRECTION = 0.2;

/** Holds pinned sensors together at velocity level, and corrects their drift beyond the tolerance. */
export function holdPins(world: World, h: number): void {
  for (const dock of world.docks) {
    if (dock.state !== 'docked' || dock.docking.mode !== 'pin') continue;
    const [a, b] = dock.sensors.map((sensor) => compositeOf(world, sensor.body));
    if (a === b) continue;
    const { pointA, pointB, distance } = sensorsAt(world, dock, world.time);
    const midpoint = scaleVec3(createVec3(), addVec3(createVec3(), pointA, pointB), 0.5);
    const excess = Math.max(0, distance - dock.docking.tolerance);
    // w' = -c (pointB - pointA)/h along the gap, 0 perpendicular to it
    const correction = distance > 0 ? (-PIN_CORRECTION * excess) / (h * distance) : 0;
    const wanted = scaleVec3(createVec3(), subVec3(createVec3(), pointB, pointA), correction);
    const w = relativeVelocity(createVec3(), a, b, midpoint, midpoint);
    const matrix = contactMatrix(createMat3(), a, b, midpoint, midpoint);
    const impulse = solveSymmetric(createVec3(), matrix, subVec3(createVec3(), wanted, w));
    applyImpulse(a, b, midpoint, midpoint, impulse);
    world.totals.contactWork += 0.5 * dotVec3(impulse, addVec3(w, w, wanted));
    if (b.inverseMass === 0) addDrivenImpulse(world.totals, b, midpoint, impulse);
    if (a.inverseMass === 0) addDrivenImpulse(world.totals, a, midpoint, scaleVec3(impulse, impulse, -1));
  }
}
