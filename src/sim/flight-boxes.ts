import { type BroadPhase, createBroadPhase } from '../broad/broad-phase.ts';
import { boxesOverlap, type PairList } from '../broad/pairs.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';

/**
 * Which bodies may meet soon: boxes around whole free flights up to a horizon. The broad phase finds the pairs of all bodies at the
 * start of an interval; a body that changes its flight on the way gets a new box up to the same horizon.
 */
export interface FlightBoxes {
  readonly broadPhase: BroadPhase;
  /** Six numbers for each body: min xyz, max xyz [m]. */
  boxes: Float64Array;
  count: number;
  /** Length of the last interval [s]; the next one is at most twice as long. */
  span: number;
}

export function createFlightBoxes(): FlightBoxes {
  return { broadPhase: createBroadPhase('sweep'), boxes: new Float64Array(), count: 0, span: Number.POSITIVE_INFINITY };
}

/** A body in free flight under constant acceleration. */
export interface Flight {
  readonly pose: { readonly position: ReadonlyVec3 };
  readonly velocity: ReadonlyVec3;
  readonly acceleration: ReadonlyVec3;
}

/** The flight of body `i`, and the radius about its centre [m]. */
export type FlightOf = (i: number) => { readonly flight: Flight; readonly reach: number };

/** An interval is halved until no more pairs than this for each body may meet in it. */
const PAIRS_PER_BODY = 16;
/** Unless that leaves more than this fraction of them: bodies that are packed so densely stay pairs. */
const DENSE = 0.9;
/** Boxes are larger than the flights by this fraction of the body: more than contact tolerances and rounding. */
const MARGIN = 1e-6;

/**
 * Sets the boxes of `count` bodies for an interval from now on, at most `left` [s], and returns the pairs that may meet in it; the list
 * lasts until the next call.
 */
export function beginInterval(flights: FlightBoxes, count: number, left: number, flightOf: FlightOf): PairList {
  flights.span = Math.min(left, 2 * flights.span);
  for (let before = Number.POSITIVE_INFINITY; ; flights.span /= 2) {
    const infinite = setFlightBoxes(flights, count, flights.span, flightOf);
    const pairs = flights.broadPhase.update(flights.boxes, count);
    if (pairs.count <= (PAIRS_PER_BODY + infinite) * count || pairs.count > DENSE * before) return pairs;
    before = pairs.count;
  }
}

/** Sets the boxes of `count` bodies for flights of `span` [s] from now on; returns how many are infinite. */
export function setFlightBoxes(flights: FlightBoxes, count: number, span: number, flightOf: FlightOf): number {
  if (flights.boxes.length !== 6 * count) flights.boxes = new Float64Array(6 * count);
  flights.count = count;
  let infinite = 0;
  for (let i = 0; i < count; i++) {
    const { flight, reach } = flightOf(i);
    setFlightBox(flights, i, flight, reach, span);
    if (reach === Number.POSITIVE_INFINITY) infinite++;
  }
  return infinite;
}

/** The box of body `i` for a flight of `span` [s] from now on. */
export function setFlightBox({ boxes }: FlightBoxes, i: number, flight: Flight, reach: number, span: number): void {
  const { pose, velocity, acceleration } = flight;
  setSides(boxes, 6 * i, pose.position.x, velocity.x, acceleration.x, reach, span);
  setSides(boxes, 6 * i + 1, pose.position.y, velocity.y, acceleration.y, reach, span);
  setSides(boxes, 6 * i + 2, pose.position.z, velocity.z, acceleration.z, reach, span);
}

/** Both sides along one axis, of the parabola x + v s + a s²/2. */
// biome-ignore format: one group per line
function setSides(
  boxes: Float64Array, k: number,
  x: number, v: number, a: number, reach: number, span: number,
): void {
  if (reach === Number.POSITIVE_INFINITY) {
    boxes[k] = Number.NEGATIVE_INFINITY;
    boxes[k + 3] = Number.POSITIVE_INFINITY;
    return;
  }
  const end = x + span * (v + 0.5 * span * a);
  let least = Math.min(x, end);
  let greatest = Math.max(x, end);
  const turn = a === 0 ? -1 : -v / a;
  if (turn > 0 && turn < span) {
    const vertex = x + 0.5 * turn * v;
    least = Math.min(least, vertex);
    greatest = Math.max(greatest, vertex);
  }
  const margin = reach + MARGIN * (reach + (greatest - least));
  boxes[k] = least - margin;
  boxes[k + 3] = greatest + margin;
}

/** Adds to `found` all bodies whose boxes overlap that of body `i`, in their order. */
export function addNeighbours({ boxes, count }: FlightBoxes, i: number, found: number[]): void {
  for (let j = 0; j < count; j++) if (j !== i && boxesOverlap(boxes, i, boxes, j)) found.push(j);
}
