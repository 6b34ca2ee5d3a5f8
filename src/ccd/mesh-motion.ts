/** Motions that a whole mesh can have within one step, and boxes that contain them. */
import type { SweptPositions } from '../broad/swept/swept-tree.ts';
import type { AcceleratedMotion } from './accelerated-motion.ts';
import { coordinateAt, type PointMotion } from './point-motion.ts';

/** Nodes on straight lines, or on parabolas. */
export type MeshMotion = PointMotion | AcceleratedMotion;

/** Coordinate `index` of the packed points at τ, rounded. */
export function coordinateOnPath(motion: MeshMotion, index: number, tau: number): number {
  if (motion.given !== 'accelerations') return coordinateAt(motion, index, tau);
  return parabolaAt(motion, index, tau * motion.duration);
}

function parabolaAt({ start, velocities, accelerations }: AcceleratedMotion, index: number, t: number): number {
  return start[index] + t * (velocities[index] + 0.5 * t * accelerations[index]);
}

/**
 * Positions whose boxes contain all nodes throughout the step. What is computed, the ends of straight lines or the minimum and maximum coordinates of parabolas, is
 * written to `end` (and `lowest`). Throws a RangeError where a parabola leaves the range of doubles.
 */
export function sweptPositions(
  motion: MeshMotion,
  end: Float64Array = new Float64Array(motion.start.length),
  lowest?: Float64Array,
): SweptPositions {
  if (motion.given === 'accelerations') {
    return sweptParabolas(motion, lowest ?? new Float64Array(motion.start.length), end);
  }
  const { start, endOrVelocity, duration } = motion;
  if (motion.given === 'ends') return { start, end: endOrVelocity, margin: 0 };
  let largest = 0;
  for (let i = 0; i < start.length; i++) {
    end[i] = coordinateAt(motion, i, 1);
    largest = Math.max(largest, Math.abs(start[i]) + Math.abs(endOrVelocity[i]) * duration);
  }
  // covers the rounding error of the end positions, so that no box is too small
  return { start, end, margin: 4 * 2 ** -53 * largest };
}

/** The minimum and maximum coordinates of each node. */
function sweptParabolas(motion: AcceleratedMotion, lowest: Float64Array, highest: Float64Array): SweptPositions {
  const { start, velocities, accelerations, duration } = motion;
  let largest = 0;
  for (let i = 0; i < start.length; i++) {
    // the vertex, where it lies within the step, else an end: every point of the path may be in the box
    const time = accelerations[i] === 0 ? 0 : Math.min(duration, Math.max(0, -velocities[i] / accelerations[i]));
    const [vertex, end] = [parabolaAt(motion, i, time), parabolaAt(motion, i, duration)];
    lowest[i] = Math.min(start[i], vertex, end);
    highest[i] = Math.max(start[i], vertex, end);
    const size =
      Math.abs(start[i]) + duration * (Math.abs(velocities[i]) + 0.5 * duration * Math.abs(accelerations[i]));
    if (!(size < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`mesh check: node ${Math.floor(i / 3)} leaves the range of doubles within the step`);
    }
    largest = Math.max(largest, size);
  }
  // the rounding of the vertex and the ends: at most five roundings of terms that add up to `largest`, and as much for the time of the vertex
  return { start: lowest, end: highest, margin: 16 * 2 ** -53 * largest };
}
