/**
 * First contact by interval subdivision in (τ, u, v): slow, simple and never late; an independent check of the other methods.
 * [VBC24-2.3]
 *
 * The gap vector, g - u e2 - v e3 for a triangle and g + v e3 - u e2 for edges, is affine in each variable, so over a
 * box it stays in the hull of its 8 corner values. Boxes are processed in order of τ, discarded where the gap cannot be zero,
 * bisected in the variable that changes it most, and accepted when all gaps in them are below the tolerance.
 */
import { popHeap, pushHeap } from '../math/heap.ts';
import { E2, E3, G, type RelativeMotion, relativeMotionSize } from './relative-motion.ts';

export interface InclusionTime {
  hit: boolean;
  /**
   * [s], never after the first contact, and early by at most tolerance / speed; the end of the step if there is none.
   */
  time: number;
  boxes: number;
  /** The box limit was reached: contact is possible, but not before `time`. */
  capped: boolean;
}

interface Box {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

/** Rounding error of the gap as a fraction of the size of the query. */
const ROUNDING = 30 * 2 ** -53;
const BOX_LIMIT = 100_000;

/** First contact in a step of `duration` [s]; gaps up to `tolerance` [m] count as contact. */
export function inclusionTime(
  relativeMotion: RelativeMotion,
  tolerance: number,
  duration: number,
  boxLimit = BOX_LIMIT,
): InclusionTime {
  const rounding = ROUNDING * relativeMotionSize(relativeMotion);
  const queue = [{ low: [0, 0, 0], high: [1, 1, 1] } as Box];
  let boxes = 0;
  for (let box = popHeap(queue, startsEarlier); box; box = popHeap(queue, startsEarlier)) {
    if (++boxes > boxLimit) return { hit: true, time: box.low[0] * duration, boxes, capped: true };
    const range = gapRange(relativeMotion, box);
    if (range.some(([min, max]) => min > rounding || max < -rounding)) continue;
    if (range.every(([min, max]) => max - min <= tolerance)) {
      return { hit: true, time: box.low[0] * duration, boxes, capped: false };
    }
    for (const half of halves(relativeMotion, box)) {
      const isOutside = relativeMotion.kind === 'triangle' && half.low[1] + half.low[2] > 1;
      if (!isOutside) pushHeap(queue, half, startsEarlier);
    }
  }
  return { hit: false, time: duration, boxes, capped: false };
}

/** One component of the gap. */
function gap({ kind, vectors }: RelativeMotion, axis: number, tau: number, u: number, v: number): number {
  const at = (vector: number) => vectors[vector + axis] + tau * vectors[vector + 3 + axis];
  return at(G) - u * at(E2) + (kind === 'triangle' ? -v : v) * at(E3);
}

/** Minimum and maximum of each component of the gap over the corners of the box. */
function gapRange(relativeMotion: RelativeMotion, { low, high }: Box): [number, number][] {
  return [0, 1, 2].map((axis) => {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let corner = 0; corner < 8; corner++) {
      const [tau, u, v] = [0, 1, 2].map((i) => ((corner >> i) & 1 ? high[i] : low[i]));
      const value = gap(relativeMotion, axis, tau, u, v);
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    return [min, max];
  });
}

/** Bisects the box in the variable along whose edges the gap changes most. */
function halves(relativeMotion: RelativeMotion, { low, high }: Box): [Box, Box] {
  const change = (i: number) => {
    let largest = 0;
    for (let corner = 0; corner < 8; corner++) {
      const from = [0, 1, 2].map((k) => ((corner >> k) & 1 ? high[k] : low[k]));
      const to = from.with(i, high[i]);
      from[i] = low[i];
      for (let axis = 0; axis < 3; axis++) {
        const [a, b] = [from, to].map(([tau, u, v]) => gap(relativeMotion, axis, tau, u, v));
        largest = Math.max(largest, Math.abs(a - b));
      }
    }
    return largest;
  };
  const changes = [change(0), change(1), change(2)];
  const widest = changes.indexOf(Math.max(...changes));
  const midpoint = 0.5 * (low[widest] + high[widest]);
  return [
    { low, high: high.with(widest, midpoint) as [number, number, number] },
    { low: low.with(widest, midpoint) as [number, number, number], high },
  ];
}

function startsEarlier(a: Box, b: Box): boolean {
  return a.low[0] < b.low[0];
}
