import { tumblingImpact, tumblingParting } from '../../../narrow/continuous/tumbling-impact.ts';
import { createImpact } from '../../../narrow/impact.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { createSolidLaws } from '../solid-laws.ts';
import { flightAt, moverOf, partOf } from '../solid-mover.ts';
import type { EventWorld } from './event-world.ts';

/** A body that tells what touches it, and one that may. */
export interface SensorWatch {
  /** The smaller index first. */
  readonly bodies: readonly [number, number];
  touching: boolean;
}

/** Every sensor with every body that is none, unless neither moves or they pass through each other unseen. */
export function createWatches(scene: SolidScene): SensorWatch[] {
  const { bodies, contacts } = scene;
  const laws = createSolidLaws(contacts);
  const moves = (i: number) => bodies[i].motion !== 'fixed';
  return bodies.flatMap((a, i) =>
    bodies.flatMap((b, j): SensorWatch[] => {
      if (j <= i || a.sensor === b.sensor || !(moves(i) || moves(j)) || !laws(i, j).collide) return [];
      return [{ bodies: [i, j], touching: false }];
    }),
  );
}

const impact = createImpact();

/** When the two next begin or cease to touch [s]; Infinity if not before the end. */
export function searchWatch(world: EventWorld, { bodies, touching }: SensorWatch): number {
  const { time } = world;
  const left = world.scene.time.end - time;
  const [[shapeA, flightA], [shapeB, flightB]] = bodies.map((body) => {
    const mover = moverOf(world.movers, body);
    return [partOf(mover, body).shape, flightAt(mover, time)] as const;
  });
  if (touching) {
    const parting = tumblingParting(shapeA, flightA, shapeB, flightB, left);
    return parting < left ? time + parting : Number.POSITIVE_INFINITY;
  }
  tumblingImpact(impact, shapeA, flightA, shapeB, flightB, left);
  return impact.status === 'none' ? Number.POSITIVE_INFINITY : time + impact.time;
}
