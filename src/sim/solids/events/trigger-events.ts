import { timeOfSeparation, tumblingImpact } from '../../../free-flight/tumbling-impact.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { createImpact } from '../../../toi/impact.ts';
import { createSolidLaws } from '../pair-material.ts';
import { compositeOf, flightAt, partOf } from '../solid-composite.ts';
import type { EventWorld, TriggerWatch } from './event-world.ts';

/** Pairs of a trigger and a non-trigger body, unless neither moves or the pair is filtered out. */
export function createTriggerWatches(scene: SolidScene): TriggerWatch[] {
  const { bodies, contacts } = scene;
  if (!bodies.some(({ trigger }) => trigger)) return [];
  const laws = createSolidLaws(contacts);
  const moves = (i: number) => bodies[i].motion !== 'fixed';
  return bodies.flatMap((a, i) =>
    bodies.flatMap((b, j): TriggerWatch[] => {
      if (j <= i || a.trigger === b.trigger || !(moves(i) || moves(j)) || !laws(i, j).collide) return [];
      return [{ bodies: [i, j], touching: false }];
    }),
  );
}

const impact = createImpact();

/** Time at which the overlap of the two next begins or ends [s]; Infinity if not before the end. */
export function searchTrigger(world: EventWorld, { bodies, touching }: TriggerWatch): number {
  const { end } = world.scene.time;
  const [a, b] = bodies.map((body) => compositeOf(world.composites, body));
  const [{ shape: shapeA }, { shape: shapeB }] = [partOf(a, bodies[0]), partOf(b, bodies[1])];
  // a search that stopped early is resumed where it ended
  for (let { time, timeLow } = world; time < end; timeLow = 0) {
    const [flightA, flightB] = [flightAt(a, time, timeLow), flightAt(b, time, timeLow)];
    if (touching) {
      const separation = timeOfSeparation(shapeA, flightA, shapeB, flightB, end - time);
      return separation < end - time ? time + separation : Number.POSITIVE_INFINITY;
    }
    tumblingImpact(impact, shapeA, flightA, shapeB, flightB, end - time);
    if (impact.status === 'hit' || impact.status === 'initial-overlap') return time + impact.time;
    if (impact.status === 'none' || impact.time === 0) break;
    time += impact.time;
  }
  return Number.POSITIVE_INFINITY;
}
