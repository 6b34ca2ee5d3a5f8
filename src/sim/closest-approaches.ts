import { addScaledVec3, createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import type { ClosestApproach, ContactRow, DistanceResults, DistanceRow } from './observer.ts';

/** Finds the closest approaches of pairs of bodies from the reports of a run. */
export interface ApproachFinder {
  /** Takes a recorded distance. */
  distance(row: DistanceRow): void;
  /** Takes a contact: impacts lie between two frames. Those of other pairs are ignored. */
  contact(row: ContactRow): void;
  /** Undefined if no distance was recorded. */
  results(): DistanceResults | undefined;
}

/** A decrease below this fraction of the coordinates is rounding: the time of the minimum is that of its first instant. */
const ROUNDING = 1e-13;

function isCloser(distance: number, before: ClosestApproach, { x, y, z }: ReadonlyVec3): boolean {
  return distance < before.distance - ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(z));
}

/** `names` are the names of the bodies of the scene. */
export function createApproachFinder(names: readonly string[]): ApproachFinder {
  const found = new Map<string, ClosestApproach>();
  const keyOf = (a: number, b: number) => `${Math.min(a, b)},${Math.max(a, b)}`;
  return {
    distance({ time, bodyA, bodyB, distance, pointA: a, pointB: b }: DistanceRow): void {
      const key = keyOf(bodyA, bodyB);
      const before = found.get(key);
      if (before && !isCloser(distance, before, a)) return;
      const bodies = [names[bodyA], names[bodyB]] as const;
      found.set(key, { bodies, distance, time, points: [[a.x, a.y, a.z], [b.x, b.y, b.z]] }); // biome-ignore format: two points
    },
    contact({ time, bodyA, bodyB, distance, point, normal }: ContactRow): void {
      const key = keyOf(bodyA, bodyB);
      const before = found.get(key);
      if (before === undefined || !isCloser(distance, before, point)) return;
      // the contact point is midway between the points of A and B
      const a = addScaledVec3(createVec3(), point, normal, -distance / 2);
      const b = addScaledVec3(createVec3(), point, normal, distance / 2);
      const points = [[a.x, a.y, a.z], [b.x, b.y, b.z]] as const; // biome-ignore format: two points
      const isSameOrder = before.bodies[0] === names[bodyA];
      found.set(key, { ...before, distance, time, points: isSameOrder ? points : [points[1], points[0]] });
    },
    results(): DistanceResults | undefined {
      const pairs = [...found.values()];
      if (pairs.length === 0) return undefined;
      return { minimum: pairs.reduce((least, pair) => (pair.distance < least.distance ? pair : least)), pairs };
    },
  };
}
