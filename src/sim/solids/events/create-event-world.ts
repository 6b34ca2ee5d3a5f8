import { createVec3 } from '../../../math/vec3.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { createEventQueue } from '../../event-queue.ts';
import { createFlightBoxes } from '../../flight-boxes.ts';
import { createLedgerTotals } from '../../ledger-totals.ts';
import { createSolidDocks, type DockingWorld } from '../docking.ts';
import { createSolidLaws } from '../pair-material.ts';
import { accelerationOf, createSolidComposites, setLoads, torqueOf } from '../solid-composite.ts';
import { hasDrivenFlights } from './driven-flights.ts';
import type { EventWorld, ScheduledEvent } from './event-world.ts';
import { createTriggerWatches } from './trigger-events.ts';

/**
 * A rigid-body world that advances from one exact time of impact to the next, at the start of the scene. Throws a
 * SimulationError for settings that exact times of impact do not support. Bodies must not overlap.
 *
 * @example
 * ```ts
 * import { advanceToNextEvent, createEventWorld, readScene } from 'appulse';
 *
 * const scene = readScene(`{
 *   "world": "solids", "title": "Two spheres", "description": "One hits the other.",
 *   "bodies": [
 *     { "name": "a", "shape": { "kind": "sphere", "radius": 1 }, "position": [0, 0, 0], "velocity": [3, 0, 0], "mass": 1 },
 *     { "name": "b", "shape": { "kind": "sphere", "radius": 1 }, "position": [8, 0, 0], "mass": 1 }
 *   ],
 *   "time": { "end": 10 }
 * }`, 'spheres');
 * if (scene.world !== 'solids') throw new Error('not a rigid-body scene');
 * const { status, time, contacts } = advanceToNextEvent(createEventWorld(scene), 10);
 * console.log(status, time.toFixed(9), contacts[0].closingSpeed); // happened 2.000000000 3
 * ```
 */
export function createEventWorld(scene: SolidScene): EventWorld {
  const current = new Map<ScheduledEvent['owner'], ScheduledEvent>();
  return {
    scene,
    laws: createSolidLaws(scene.contacts),
    composites: createSolidComposites(scene),
    docks: createSolidDocks(scene),
    watches: createTriggerWatches(scene),
    totals: createLedgerTotals(),
    time: 0,
    timeLow: 0,
    collisions: 0,
    queue: createEventQueue<ScheduledEvent>((scheduled) => current.get(scheduled.owner) !== scheduled),
    current,
    scheduledCount: 0,
    searched: 0,
    histories: new Map(),
    fastest: 0,
    flights: createFlightBoxes(),
    horizon: { time: 0, timeLow: 0 },
    ...(hasDrivenFlights(scene) && { renewal: { count: 0 } }),
  };
}

/** An event-driven world in the state that fixed steps have reached; triggers start from the overlaps of that state. */
export function resumeEventWorld(
  scene: SolidScene,
  from: Pick<DockingWorld, 'composites' | 'docks' | 'totals' | 'time'>,
  before: EventWorld,
): EventWorld {
  const created = createEventWorld(scene);
  for (const [k, watch] of created.watches.entries()) watch.touching = before.watches[k].touching;
  const { composites, docks, totals, time } = from;
  for (const composite of composites) {
    const [{ body }, ...others] = composite.parts;
    // loads on docked bodies are renewed at once
    if (others.length === 0) setLoads(composite, accelerationOf(scene, body, time), torqueOf(scene, body, time));
    else setLoads(composite, composite.inverseMass === 0 ? createVec3() : scene.forces.gravity, createVec3());
  }
  return { ...created, composites, docks, totals, time, collisions: before.collisions };
}
