import type { Recording } from '../../../src/index.ts';
import { frameAt, frameCount, frameTimes } from '../../session/frames.ts';
import { type FrameRows, type Passage, passageBetween, writePointBetween } from './point-between.ts';
import { writeRotationBetween } from './rotation-between.ts';

/** A time as a frame and the fraction of the interval to the next one, 0 at the frame itself and at the last one. */
export interface FrameTime {
  readonly frame: number;
  readonly fraction: number;
}

export function frameTimeAt(recording: Recording, time: number): FrameTime {
  const frame = frameAt(recording, time);
  const times = frameTimes(recording);
  const interval = times[frame + 1] - times[frame];
  if (frame + 1 >= times.length || !(interval > 0)) return { frame, fraction: 0 };
  return { frame, fraction: Math.min(Math.max((time - times[frame]) / interval, 0), 1) };
}

const rows: FrameRows = { before: -1, from: 0, to: 0, after: -1 };
const passage: Passage = { kind: 'hold', at: 0 };

/** The rows of item `index` of `perFrame` items around a frame; `to` is `from` at the last one. */
export function setFrameRows(out: FrameRows, frame: number, count: number, perFrame: number, index: number): FrameRows {
  out.from = frame * perFrame + index;
  out.to = frame + 1 < count ? out.from + perFrame : out.from;
  out.before = frame > 0 ? out.from - perFrame : -1;
  out.after = frame + 2 < count ? out.to + perFrame : -1;
  return out;
}

/**
 * Writes x y z qw qx qy qz of each body between two recorded frames; at a frame exactly what was recorded. Positions are cubic Hermite
 * polynomials through recorded positions and velocities, rotations slerp. Across an impact there is no smooth interpolation: the body flies straight
 * to the point where both recorded velocities meet and straight on, or holds its recorded pose until the next frame; see `passageBetween`.
 */
export function writePosesBetween(out: Float64Array, recording: Recording, { frame, fraction }: FrameTime): void {
  const { columns } = recording.frames;
  const perFrame = recording.bodies.length;
  const count = frameCount(recording);
  const times = frameTimes(recording);
  const interval = frame + 1 < count ? times[frame + 1] - times[frame] : 0;
  for (let body = 0; body < perFrame; body++) {
    setFrameRows(rows, frame, count, perFrame, body);
    const s = interval > 0 ? fraction : 0;
    if (s > 0) passageBetween(passage, columns, rows, interval);
    writePointBetween(out, 7 * body, columns, rows, passage, interval, s);
    const turned = passage.kind === 'hold' ? 0 : s;
    writeRotationBetween(out, 7 * body + 3, columns, rows.from, rows.to, interval, turned);
  }
}
