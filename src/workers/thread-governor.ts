/**
 * Decides for every round whether several threads take part, from the times that rounds took. Threads are slower than one where other
 * programs use the processors: a thread that is suspended within a chunk delays the round by milliseconds. After a loss the calling
 * thread works alone for a while, then the others are tried again. No result depends on these decisions.
 */
export interface ThreadGovernor {
  /** Whether a round of this kind, with an amount of work in any unit, is worth sharing. */
  usesThreads(kind: number, work: number): boolean;
  /** Reports how long it took [ms]. */
  record(kind: number, work: number, duration: number, isShared: boolean): void;
}

/** Rounds that take one thread less than this are not worth waking up the others [ms]. */
const MIN_DURATION = 0.04;
/** Rounds of each kind that are measured on one thread: the first ones, then one after this many shared ones. */
const FIRST_ROUNDS = 4;
const SAMPLE_INTERVAL = 64;
/** Fraction by which the measured cost of work on one thread follows the last round, and maximum factor of the last one that counts. */
const FOLLOWING = 0.2;
const MAX_JUMP = 2;
/** Time lost to threads after which they pause, and gain that is remembered [ms]. */
const MAX_LOSS = 1;
const MAX_GAIN = 2;
/** Pause after a loss, twice as long after each further one [ms]. */
const MIN_PAUSE = 250;
const MAX_PAUSE = 8000;

interface KindRecord {
  /** On one thread, per unit of work [ms]. */
  cost: number;
  /** Number of rounds on one thread so far, and of shared ones since the last of them. */
  alone: number;
  shared: number;
}

/** Kinds that are shared or not together: a thread that does one has the data of the others in its cache. */
interface Group {
  /** Time gained by threads, recently [ms]. */
  balance: number;
  /** Length of the next pause, and end of the last one [ms]. */
  pause: number;
  resume: number;
}

/** `groups` has the index of the group of each kind of round; `now` returns the time [ms]. */
export function createThreadGovernor(groups: readonly number[], now: () => number): ThreadGovernor {
  const kinds = groups.map((): KindRecord => ({ cost: 0, alone: 0, shared: 0 }));
  const start = (): Group => ({ balance: 0, pause: MIN_PAUSE, resume: Number.NEGATIVE_INFINITY });
  const states = Array.from({ length: 1 + Math.max(...groups) }, start);
  return {
    usesThreads(kind, work) {
      const { cost, alone, shared } = kinds[kind];
      if (alone < FIRST_ROUNDS || shared >= SAMPLE_INTERVAL || cost * work < MIN_DURATION) return false;
      return now() >= states[groups[kind]].resume;
    },
    record(kind, work, duration, isShared) {
      if (work === 0) return;
      const known = kinds[kind];
      if (!isShared) {
        const cost = duration / work;
        const isFirst = known.alone++ < FIRST_ROUNDS;
        // code becomes faster within the first rounds
        if (isFirst) known.cost = known.cost === 0 ? cost : Math.min(cost, known.cost);
        else known.cost += FOLLOWING * (Math.min(cost, MAX_JUMP * known.cost) - known.cost);
        known.shared = 0;
        return;
      }
      known.shared++;
      const group = states[groups[kind]];
      group.balance = Math.min(group.balance + known.cost * work - duration, MAX_GAIN);
      if (group.balance === MAX_GAIN) group.pause = MIN_PAUSE;
      if (group.balance > -MAX_LOSS) return;
      group.resume = now() + group.pause;
      group.pause = Math.min(2 * group.pause, MAX_PAUSE);
      group.balance = 0;
    },
  };
}
