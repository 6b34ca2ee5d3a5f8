import { describe, expect, it } from 'vitest';
import { createThreadGovernor } from './thread-governor.ts';

/** A governor with a clock, and rounds of 1 ms on one thread that take threads `shared` ms. */
function createTrial() {
  let time = 0;
  const governor = createThreadGovernor([0, 0, 1], () => time);
  const run = (shared: number): boolean => {
    const isShared = governor.usesThreads(0, 100);
    const duration = isShared ? shared : 1;
    time += duration;
    governor.record(0, 100, duration, isShared);
    return isShared;
  };
  const runFor = (duration: number, shared: number) => {
    const start = time;
    let sharedRounds = 0;
    let rounds = 0;
    for (; time < start + duration; rounds++) if (run(shared)) sharedRounds++;
    return { rounds, fraction: sharedRounds / rounds, elapsed: time - start };
  };
  return { governor, run, runFor };
}

describe('a thread governor', () => {
  it('measures one thread first, then shares nearly all rounds while that is faster', () => {
    const { run, runFor } = createTrial();
    expect([1, 2, 3, 4].map(() => run(0.6))).toEqual([false, false, false, false]);
    expect(runFor(1000, 0.6).fraction).toBeGreaterThan(0.95);
  });

  it('loses little time where every shared round is ten times as slow, and tries again later', () => {
    const { runFor } = createTrial();
    const { rounds, elapsed, fraction } = runFor(60_000, 10);
    expect(elapsed / rounds).toBeLessThan(1.05);
    expect(fraction).toBeGreaterThan(0);
    // the processors are free again
    runFor(10_000, 0.6);
    expect(runFor(1000, 0.6).fraction).toBeGreaterThan(0.95);
  });

  it('loses little time where one of a hundred shared rounds is delayed by a time slice', () => {
    const { runFor, run } = createTrial();
    let elapsed = 0;
    let rounds = 0;
    for (let k = 0; k < 300; k++) {
      const calm = runFor(99, 0.9);
      const isShared = run(20);
      elapsed += calm.elapsed + (isShared ? 20 : 1);
      rounds += calm.rounds + 1;
    }
    expect(elapsed / rounds).toBeLessThan(1.05);
  });

  it('does not share rounds of little work, and knows every kind of round by itself', () => {
    const { governor, run } = createTrial();
    for (let k = 0; k < 10; k++) run(0.6);
    expect(governor.usesThreads(0, 100)).toBe(true);
    expect(governor.usesThreads(0, 3)).toBe(false);
    expect(governor.usesThreads(1, 100)).toBe(false);
  });

  it('pauses kinds of one group together, and no others', () => {
    const { governor } = createTrial();
    for (const kind of [0, 1, 2]) for (let k = 0; k < 4; k++) governor.record(kind, 100, 1, false);
    governor.record(0, 100, 10, true);
    expect([0, 1, 2].map((kind) => governor.usesThreads(kind, 100))).toEqual([false, false, true]);
  });
});
