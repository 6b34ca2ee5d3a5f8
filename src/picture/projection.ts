import { createMotion, poseAt } from '../math/motion.ts';
import { createPose } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { round } from './picture.ts';

/** Projection of spatial bodies to a picture. */

/** Picture units along the longer side. */
const SIZE = 800;
/** Margin around all motion, as a fraction of the longer side. */
const MARGIN = 0.06;
/** Minimum ratio of the shorter side to the longer. */
const FLATTEST = 0.5;

/** Parallel projection: rotated by 30° about the vertical z, then tilted by 20° toward the viewer. */
const UPRIGHT = createPose([0, 0, 0], 0);
const ORIENTED_BOX_LENGTH = poseAt(
  createPose(),
  createMotion(UPRIGHT, createVec3(), createVec3(0, 0, -1)),
  Math.PI / 6,
);
export const VIEW = poseAt(
  createPose(),
  createMotion(ORIENTED_BOX_LENGTH, createVec3(), createVec3(1, 0, 0)),
  Math.PI / 9,
);

/** Selects at most `max` frames, at equal intervals, both ends included. */
export function momentsOf(frameCount: number, max: number): number[] {
  const count = Math.min(max, frameCount);
  return Array.from({ length: count }, (_, k) => Math.round((k * (frameCount - 1)) / Math.max(1, count - 1)));
}

/** A picture that contains given points, and its projection. */
export interface PointFrame {
  readonly width: number;
  readonly height: number;
  /** A point to the right and up [m] in picture units, y down. */
  at(right: number, up: number): readonly [number, number];
  /** The same as the two numbers of an SVG path. */
  place(right: number, up: number): string;
}

/** The picture that contains all points, packed as right, up [m], with a margin. */
export function framePoints(tracks: readonly Float64Array[]): PointFrame {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const points of tracks) {
    for (let k = 0; k < points.length; k++) {
      low[k % 2] = Math.min(low[k % 2], points[k]);
      high[k % 2] = Math.max(high[k % 2], points[k]);
    }
  }
  const longer = Math.max(high[0] - low[0], high[1] - low[1]) || 1;
  const width = Math.max(high[0] - low[0], FLATTEST * longer) + 2 * MARGIN * longer;
  const height = Math.max(high[1] - low[1], FLATTEST * longer) + 2 * MARGIN * longer;
  const scale = SIZE / Math.max(width, height);
  const left = (low[0] + high[0] - width) / 2;
  const top = (low[1] + high[1] + height) / 2;
  const at = (right: number, up: number) => [(right - left) * scale, (top - up) * scale] as const;
  return {
    width: round(width * scale),
    height: round(height * scale),
    at,
    place: (right, up) => at(right, up).map(round).join(' '),
  };
}
