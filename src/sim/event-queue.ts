/** What will happen when, earliest first; at equal times in the order of `rank`, so that runs repeat bit for bit. */
export interface EventQueue<Plan extends { readonly rank: number }> {
  /** At time + timeLow, where the second is what rounding took from the first. */
  push(time: number, plan: Plan, timeLow?: number): void;
  /** The earliest time in the queue, Infinity when empty. */
  nextTime(): number;
  /** What rounding took from `nextTime`. */
  nextTimeLow(): number;
  pop(): Plan | undefined;
}

/** A binary heap. Plans are not removed when they become void: their owner marks them, and they are passed over. */
export function createEventQueue<Plan extends { readonly rank: number }>(
  isVoid: (plan: Plan) => boolean,
): EventQueue<Plan> {
  const times: number[] = [];
  const lows: number[] = [];
  const plans: Plan[] = [];

  const before = (i: number, j: number) => {
    if (times[i] !== times[j]) return times[i] < times[j];
    return lows[i] !== lows[j] ? lows[i] < lows[j] : plans[i].rank < plans[j].rank;
  };
  const swap = (i: number, j: number) => {
    const time = times[i];
    const low = lows[i];
    const plan = plans[i];
    times[i] = times[j];
    lows[i] = lows[j];
    plans[i] = plans[j];
    times[j] = time;
    lows[j] = low;
    plans[j] = plan;
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
      if (2 * i + 1 < plans.length && before(2 * i + 1, first)) first = 2 * i + 1;
      if (2 * i + 2 < plans.length && before(2 * i + 2, first)) first = 2 * i + 2;
      if (first === i) return;
      swap(i, first);
      i = first;
    }
  };
  const removeFirst = (): Plan | undefined => {
    if (plans.length === 0) return undefined;
    swap(0, plans.length - 1);
    times.pop();
    lows.pop();
    const plan = plans.pop();
    sink();
    return plan;
  };
  const dropVoid = () => {
    while (plans.length > 0 && isVoid(plans[0])) removeFirst();
  };

  return {
    push(time, plan, timeLow = 0) {
      times.push(time);
      lows.push(timeLow);
      plans.push(plan);
      rise(plans.length - 1);
    },
    nextTime() {
      dropVoid();
      return plans.length > 0 ? times[0] : Number.POSITIVE_INFINITY;
    },
    nextTimeLow() {
      dropVoid();
      return plans.length > 0 ? lows[0] : 0;
    },
    pop() {
      dropVoid();
      return removeFirst();
    },
  };
}
