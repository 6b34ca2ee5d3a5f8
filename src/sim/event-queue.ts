import { popHeap, pushHeap } from '../math/heap.ts';

/** Queue of scheduled events, earliest first; equal times are ordered by `rank`, so that runs are reproducible bit for bit. */
export interface EventQueue<ScheduledEvent extends { readonly rank: number }> {
  /** At time + timeLow, where timeLow is the rounding error of time. */
  push(time: number, scheduled: ScheduledEvent, timeLow?: number): void;
  /** The earliest time in the queue, Infinity when empty. */
  nextTime(): number;
  /** Rounding error of `nextTime`. */
  nextTimeLow(): number;
  pop(): ScheduledEvent | undefined;
}

interface Entry<ScheduledEvent> {
  readonly time: number;
  readonly timeLow: number;
  readonly scheduled: ScheduledEvent;
}

/** A binary heap. Void events are not removed: their owner marks them, and they are skipped. */
export function createEventQueue<ScheduledEvent extends { readonly rank: number }>(
  isVoid: (scheduled: ScheduledEvent) => boolean,
): EventQueue<ScheduledEvent> {
  const heap: Entry<ScheduledEvent>[] = [];
  const precedes = (a: Entry<ScheduledEvent>, b: Entry<ScheduledEvent>) => {
    if (a.time !== b.time) return a.time < b.time;
    return a.timeLow !== b.timeLow ? a.timeLow < b.timeLow : a.scheduled.rank < b.scheduled.rank;
  };
  const dropVoid = () => {
    while (heap.length > 0 && isVoid(heap[0].scheduled)) popHeap(heap, precedes);
  };
  return {
    push(time, scheduled, timeLow = 0) {
      pushHeap(heap, { time, timeLow, scheduled }, precedes);
    },
    nextTime() {
      dropVoid();
      return heap.length > 0 ? heap[0].time : Number.POSITIVE_INFINITY;
    },
    nextTimeLow() {
      dropVoid();
      return heap.length > 0 ? heap[0].timeLow : 0;
    },
    pop() {
      dropVoid();
      return popHeap(heap, precedes)?.scheduled;
    },
  };
}
