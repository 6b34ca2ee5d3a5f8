import type { SolidContactLaw, SolidContacts } from '../../scene/solid-scene.ts';

/** Looks up the contact law of two bodies of the scene, in either order. */
export type SolidLaws = (bodyA: number, bodyB: number) => SolidContactLaw;

/** The law of two bodies is their own if they have one, else that of their material classes. */
export function createSolidLaws({ classes, laws, pairs }: SolidContacts): SolidLaws {
  const count = classes.length;
  const ofClasses: SolidLaws = (a, b) => laws[classes[a]][classes[b]];
  if (pairs.length === 0) return ofClasses;
  const special = new Map<number, SolidContactLaw>(
    pairs.map((pair) => [pair.bodies[0] * count + pair.bodies[1], pair]),
  );
  return (a, b) => special.get(a < b ? a * count + b : b * count + a) ?? ofClasses(a, b);
}
