import type { Recording } from '../../src/index.ts';

/** Times of the frames [s], ascending. Frame f has the rows `f * bodies.length + body` of `frames`. */
export function frameTimes(recording: Recording): Float64Array {
  return recording.ledger.columns.time;
}

export function frameCount(recording: Recording): number {
  return recording.ledger.rowCount;
}

/** First and last recorded time [s]. */
export function timeSpan(recording: Recording): readonly [start: number, end: number] {
  const times = frameTimes(recording);
  return [times[0] ?? 0, times[times.length - 1] ?? 0];
}

/** The last frame that is not later than `time`; the first one before the start. */
export function frameAt(recording: Recording, time: number): number {
  return Math.max(0, firstAfter(frameTimes(recording), time) - 1);
}

/**
 * The rows of `contacts` after the previous frame, up to this frame or `now`, whichever is later:
 * from `first` to before `end`.
 */
export function contactRows(recording: Recording, frame: number, now = 0): readonly [first: number, end: number] {
  const { time } = recording.contacts.columns;
  const times = frameTimes(recording);
  return [frame === 0 ? 0 : firstAfter(time, times[frame - 1]), firstAfter(time, Math.max(times[frame], now))];
}

/** Index of the first value above `bound` in an ascending list; its length when there is none. */
export function firstAfter(values: Float64Array, bound: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const midpoint = (low + high) >> 1;
    if (values[midpoint] > bound) high = midpoint;
    else low = midpoint + 1;
  }
  return low;
}
