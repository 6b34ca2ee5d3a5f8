import { type Aabb, aabbsOverlap, createAabb } from '../../bounds/aabb.ts';
import { shapeAabb } from '../../bounds/shape-aabb.ts';
import { closest } from '../../pairs/query.ts';
import type { SolidBody, SolidScene } from '../solid-scene.ts';

/** Two bodies and the depth of their overlap [m]. */
export interface StartOverlap {
  readonly bodies: readonly [string, string];
  readonly depth: number;
}

/**
 * Pairs of bodies of a model that overlap at the start by more than the slop of contacts, except for those that a joint connects or that do not collide:
 * their contacts would act against the joints without end.
 */
export function startOverlaps({ bodies, contacts, joints }: SolidScene): StartOverlap[] {
  const { classes, laws, slop } = contacts;
  const boxes = bodies.map(({ shape, pose }): Aabb => shapeAabb(createAabb(), shape, pose));
  const isJoined = (a: number, b: number) =>
    joints?.some(({ bodyA, bodyB }) => (bodyA === a && bodyB === b) || (bodyA === b && bodyB === a)) ?? false;
  const depthOf = (a: SolidBody, b: SolidBody) => -closest(a.shape, a.pose, b.shape, b.pose).distance;
  const found: StartOverlap[] = [];
  for (let b = 1; b < bodies.length; b++) {
    for (let a = 0; a < b; a++) {
      if (!laws[classes[a]][classes[b]].collide || !aabbsOverlap(boxes[a], boxes[b]) || isJoined(a, b)) continue;
      const depth = depthOf(bodies[a], bodies[b]);
      if (depth > slop) found.push({ bodies: [bodies[a].name, bodies[b].name], depth });
    }
  }
  return found;
}
