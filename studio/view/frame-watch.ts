/** Frames in a row that are measured, and the median interval between them that is too slow [ms]. */
const WINDOW = 16;
const SLOW = 70;
/** A longer pause is not one of drawing [ms]. */
const PAUSE = 500;

/** Decides from the times at which frames are drawn whether drawing is slow. */
export function createFrameWatch(): { frame(now: number): void; isSlow(): boolean; reset(): void } {
  const intervals: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let slow = false;
  return {
    frame(now) {
      const interval = now - last;
      last = now;
      if (interval > PAUSE) {
        intervals.length = 0;
        return;
      }
      intervals.push(interval);
      if (intervals.length < WINDOW) return;
      const median = [...intervals].sort((a, b) => a - b)[WINDOW >> 1];
      intervals.length = 0;
      slow ||= median > SLOW;
    },
    isSlow: () => slow,
    reset() {
      slow = false;
      intervals.length = 0;
    },
  };
}
