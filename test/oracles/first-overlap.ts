/** When moving bodies first overlap, from distances alone: samples as dense as the speed of the bodies asks for. */
import { createVec3, lengthVec3, subVec3 } from '../../src/math/vec3.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import { gapAt, type MovingSolid, radiusOf, type SolidPair } from '../solid-motions.ts';

/** Times this near to each other are one [s]. */
const MOMENT = 1e-13;

/**
 * The first time up to `end` at which the bodies overlap by `depth` [m], undefined if they never do. No gap changes faster than its bodies
 * move: between two samples it is no less than (gap + gap' - speed · time)/2, and an interval for which that is not enough is halved, the
 * earlier half first. So nothing can be missed between samples.
 */
export function firstOverlap(pair: SolidPair<Shape>, end: number, depth: number): number | undefined {
  const speed = topSpeed(pair);
  const room = (time: number) => gapAt(pair, time) + depth;
  const search = (from: number, roomFrom: number, to: number, roomTo: number): number | undefined => {
    if (roomFrom <= 0) return from;
    if (roomFrom + roomTo > speed * (to - from)) return undefined;
    if (to - from < MOMENT) return roomTo <= 0 ? to : undefined;
    const midpoint = 0.5 * (from + to);
    const roomMiddle = room(midpoint);
    return search(from, roomFrom, midpoint, roomMiddle) ?? search(midpoint, roomMiddle, to, roomTo);
  };
  return search(0, room(0), end, room(end));
}

/** No point of one body moves faster as seen from the other's origin [m/s]. */
function topSpeed([a, b]: SolidPair<Shape>): number {
  const torqueFree = ({ shape, motion }: MovingSolid<Shape>) => radiusOf(shape) * lengthVec3(motion.angularVelocity);
  const apart = lengthVec3(subVec3(createVec3(), b.motion.velocity, a.motion.velocity));
  return apart + torqueFree(a) + torqueFree(b);
}
