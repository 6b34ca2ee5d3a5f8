import { type BroadPhase, type BroadPhaseKind, createBroadPhase } from '../broad/broad-phase.ts';
import { createBruteForce } from '../broad/brute-force.ts';
import { boxesOverlap, type PairList } from '../broad/pairs.ts';
import { lengthVec3, type ReadonlyVec3 } from '../math/vec3.ts';

/**
 * Candidate pairs of bodies in free flight: boxes around the flights up to a horizon. The broad phase finds the pairs of all bodies at the
 * start of an interval; a body whose flight changes within it gets a new box up to the same horizon.
 */
export interface FlightBoxes {
  readonly kind: BroadPhaseKind;
  /** Created for the first interval of many bodies. */
  broadPhase?: BroadPhase;
  /** Six numbers for each body: min xyz, max xyz [m]. */
  boxes: Float64Array;
  count: number;
  /** Length of the last interval [s]; the next one is at most twice as long. Infinity before the first. */
  span: number;
}

export function createFlightBoxes(kind: BroadPhaseKind = 'sweep-and-prune'): FlightBoxes {
  return {
    kind,
    broadPhase: undefined,
    boxes: new Float64Array(),
    count: 0,
    span: Number.POSITIVE_INFINITY,
  };
}

/** A body in free flight under constant acceleration. */
export interface Flight {
  readonly pose: { readonly position: ReadonlyVec3 };
  readonly velocity: ReadonlyVec3;
  readonly acceleration: ReadonlyVec3;
}

/** The flight of body `i`, and its bounding radius about its centre [m]. */
export type FlightOf = (i: number) => { readonly flight: Flight; readonly radius: number };

/** Intervals are shortened until they have at most this many pairs per body, plus one per half-space. */
const PAIRS_PER_BODY = 16;
/** Or at most this many times the pairs that are near each other now: densely packed bodies are pairs in any interval. */
const DENSE = 1.25;
/** Boxes are inflated by this fraction of the body: more than contact tolerances and rounding. */
const MARGIN = 1e-6;

/** Pairs of few bodies; all worlds share its list, which is read before the next interval begins. */
const pairsOfFew = createBruteForce();

/**
 * Sets the boxes of `count` bodies for an interval from now on, at most `left` [s], and returns the pairs that may touch in it; the list
 * lasts until the next call. Few bodies have one interval to the end.
 */
export function beginInterval(flights: FlightBoxes, count: number, left: number, flightOf: FlightOf): PairList {
  const all = 0.5 * count * (count - 1);
  if (all <= PAIRS_PER_BODY * count) {
    flights.span = left;
    setFlightBoxes(flights, count, left, flightOf);
    return pairsOfFew(flights.boxes, count);
  }
  flights.broadPhase ??= createBroadPhase(flights.kind);
  const { broadPhase } = flights;
  const pairsWithin = (span: number): PairList => {
    flights.span = span;
    setFlightBoxes(flights, count, span, flightOf);
    return broadPhase.update(flights.boxes, count);
  };
  const enough = PAIRS_PER_BODY * count + infiniteCount(count, flightOf) * count;
  if (all <= enough) return pairsWithin(left);
  const isFirst = flights.span === Number.POSITIVE_INFINITY;
  const start = Math.min(left, isFirst ? crossingTime(count, flightOf) : flights.span);
  if (pairsWithin(start).count > enough) return shortened(pairsWithin, start, enough);
  let span = start;
  for (let longer = 2 * span; span < left; longer *= 2) {
    const next = Math.min(left, longer);
    const pairs = pairsWithin(next);
    if (pairs.count > enough) return pairsWithin(span);
    span = next;
    if (!isFirst) return pairs;
  }
  return pairsWithin(span);
}

/** Halves `start` [s] until there are not many more pairs than are near each other now. */
function shortened(pairsWithin: (span: number) => PairList, start: number, enough: number): PairList {
  const max = Math.max(enough, DENSE * pairsWithin(0).count);
  for (let span = 0.5 * start; ; span *= 0.5) {
    const pairs = pairsWithin(span);
    if (pairs.count <= max) return pairs;
  }
}

function infiniteCount(count: number, flightOf: FlightOf): number {
  let infinite = 0;
  for (let i = 0; i < count; i++) if (flightOf(i).radius === Number.POSITIVE_INFINITY) infinite++;
  return infinite;
}

/** The shortest time in which a body moves by about its own size [s]; Infinity if none moves. */
function crossingTime(count: number, flightOf: FlightOf): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const { flight, radius } = flightOf(i);
    const speed = lengthVec3(flight.velocity) + Math.sqrt(radius * lengthVec3(flight.acceleration));
    if (radius < Number.POSITIVE_INFINITY && speed > 0) shortest = Math.min(shortest, radius / speed);
  }
  return shortest > 0 ? shortest : Number.POSITIVE_INFINITY;
}

/** Sets the boxes of `count` bodies for flights of `span` [s] from now on. */
export function setFlightBoxes(flights: FlightBoxes, count: number, span: number, flightOf: FlightOf): void {
  if (flights.boxes.length !== 6 * count) flights.boxes = new Float64Array(6 * count);
  flights.count = count;
  for (let i = 0; i < count; i++) {
    const { flight, radius } = flightOf(i);
    setFlightBox(flights, i, flight, radius, span);
  }
}

/** The box of body `i` for a flight of `span` [s] from now on. */
export function setFlightBox({ boxes }: FlightBoxes, i: number, flight: Flight, radius: number, span: number): void {
  const { pose, velocity, acceleration } = flight;
  setBounds(boxes, 6 * i, pose.position.x, velocity.x, acceleration.x, radius, span);
  setBounds(boxes, 6 * i + 1, pose.position.y, velocity.y, acceleration.y, radius, span);
  setBounds(boxes, 6 * i + 2, pose.position.z, velocity.z, acceleration.z, radius, span);
}

/** Bounds along one axis of the parabola x + v s + a s²/2. */
// biome-ignore format: one group per line
function setBounds(
  boxes: Float64Array, k: number,
  x: number, v: number, a: number, radius: number, span: number,
): void {
  if (radius === Number.POSITIVE_INFINITY) {
    boxes[k] = Number.NEGATIVE_INFINITY;
    boxes[k + 3] = Number.POSITIVE_INFINITY;
    return;
  }
  const end = x + span * (v + 0.5 * span * a);
  let min = Math.min(x, end);
  let max = Math.max(x, end);
  const rotation = a === 0 ? -1 : -v / a;
  if (rotation > 0 && rotation < span) {
    const vertex = x + 0.5 * rotation * v;
    min = Math.min(min, vertex);
    max = Math.max(max, vertex);
  }
  const margin = radius + MARGIN * (radius + (max - min));
  boxes[k] = min - margin;
  boxes[k + 3] = max + margin;
}

/** Adds to `found` all bodies whose boxes overlap that of body `i`, in index order. */
export function addNeighbours({ boxes, count }: FlightBoxes, i: number, found: number[]): void {
  for (let j = 0; j < count; j++) if (j !== i && boxesOverlap(boxes, i, boxes, j)) found.push(j);
}
