import { type Contact, createContact } from '../distance/contact.ts';
import { createSimplexCache, type SimplexCache } from '../distance/simplex-cache.ts';
import { addVec3, createVec3, crossVec3, dotVec3, type ReadonlyVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { closestInto } from '../pairs/query.ts';
import type { Scene } from '../scene/scene.ts';
import type { Shape } from '../shapes/shape.ts';
import { createApproachFinder } from './closest-approaches.ts';
import type { BodyState, DistanceResults, RunObserver } from './observer.ts';

/** Observer of a run that adds the distances of the pairs in `record.distances` to every frame. */
export interface DistanceMonitor {
  readonly observer: RunObserver;
  /** Closest approaches so far; undefined if the scene records no distances. */
  results(): DistanceResults | undefined;
}

interface MonitoredPair {
  readonly a: number;
  readonly b: number;
  readonly shapeA: Shape;
  readonly shapeB: Shape;
  readonly contact: Contact;
  readonly cache: SimplexCache;
}

/**
 * Passes all reports of a run on. With each frame it queries the pair table at the poses of the frame, and reports each
 * distance; the run itself does not depend on it.
 */
export function monitorDistances(scene: Scene, observer: RunObserver): DistanceMonitor {
  const pairs = monitoredPairs(scene);
  if (pairs.length === 0) return { observer, results: () => undefined };
  const finder = createApproachFinder(scene.bodies.map(({ name }) => name));
  const frame: RunObserver['frame'] = (time, bodies, ledger) => {
    observer.frame(time, bodies, ledger);
    for (const pair of pairs) {
      const [a, b] = [bodies[pair.a], bodies[pair.b]];
      const { distance, pointA, pointB, normal } = closestInto(
        pair.contact,
        pair.shapeA,
        a,
        pair.shapeB,
        b,
        pair.cache,
      );
      const rate = rateOfDistance(a, pointA, b, pointB, normal);
      const row = { time, bodyA: pair.a, bodyB: pair.b, distance, rate, pointA, pointB, normal };
      finder.distance(row);
      observer.distances?.(row);
    }
  };
  const contact: RunObserver['contact'] = (row) => {
    finder.contact(row);
    observer.contact(row);
  };
  return { observer: { ...observer, frame, contact }, results: finder.results };
}

function monitoredPairs(scene: Scene): MonitoredPair[] {
  if (scene.world !== 'planar' && scene.world !== 'solids') return [];
  const { bodies, record } = scene;
  return (record.distances ?? []).map(([a, b]) => ({
    a,
    b,
    shapeA: bodies[a].shape,
    shapeB: bodies[b].shape,
    contact: createContact(),
    cache: createSimplexCache(),
  }));
}

/** n·(v_B - v_A) at the closest points [m/s]: the derivative of the distance, where the closest points are unique. */
function rateOfDistance(a: BodyState, pointA: ReadonlyVec3, b: BodyState, pointB: ReadonlyVec3, n: ReadonlyVec3) {
  return dotVec3(n, velocityAt(b, pointB)) - dotVec3(n, velocityAt(a, pointA));
}

function velocityAt({ position, velocity, angularVelocity }: BodyState, point: ReadonlyVec3): Vec3 {
  const out = subVec3(createVec3(), point, position);
  return addVec3(out, velocity, crossVec3(out, angularVelocity, out));
}
