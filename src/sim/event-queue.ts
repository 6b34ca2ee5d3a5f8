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

/** A binary heap. Void events are not removed: their owner marks them, and they are skipped. */
export function createEventQueue<ScheduledEvent extends { readonly rank: number }>(
  isVoid: (scheduled: ScheduledEvent) => boolean,
): EventQueue<ScheduledEvent> {
  const times: number[] = [];
  const lows: number[] = [];
  const scheduledEvents: ScheduledEvent[] = [];

  const before = (i: number, j: number) => {
    if (times[i] !== times[j]) return times[i] < times[j];
    return lows[i] !== lows[j] ? lows[i] < lows[j] : scheduledEvents[i].rank < scheduledEvents[j].rank;
  };
  const swap = (i: number, j: number) => {
    const time = times[i];
    const low = lows[i];
    const scheduled = scheduledEvents[i];
    times[i] = times[j];
    lows[i] = lows[j];
    scheduledEvents[i] = scheduledEvents[j];
    times[j] = time;
    lows[j] = low;
    scheduledEvents[j] = scheduled;
  };
  const rise = (start: number) => {
    for (let i = start; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (!before(i, parent)) return;
      swap(i, parent);
      i = parent;
    }
  };
  const sink = () => {
    for (let i = 0; ; ) {
      let first = i;
      if (2 * i + 1 < scheduledEvents.length && before(2 * i + 1, first)) first = 2 * i + 1;
      if (2 * i + 2 < scheduledEvents.length && before(2 * i + 2, first)) first = 2 * i + 2;
      if (first === i) return;
      swap(i, first);
      i = first;
    }
  };
  const removeFirst = (): ScheduledEvent | undefined => {
    if (scheduledEvents.length === 0) return undefined;
    swap(0, scheduledEvents.length - 1);
    times.pop();
    lows.pop();
    const scheduled = scheduledEvents.pop();
    sink();
    return scheduled;
  };
  const dropVoid = () => {
    while (scheduledEvents.length > 0 && isVoid(scheduledEvents[0])) removeFirst();
  };

  return {
    push(time, scheduled, timeLow = 0) {
      times.push(time);
      lows.push(timeLow);
      scheduledEvents.push(scheduled);
      rise(scheduledEvents.length - 1);
    },
    nextTime() {
      dropVoid();
      return scheduledEvents.length > 0 ? times[0] : Number.POSITIVE_INFINITY;
    },
    nextTimeLow() {
      dropVoid();
      return scheduledEvents.length > 0 ? lows[0] : 0;
    },
    pop() {
      dropVoid();
      return removeFirst();
    },
  };
}
