import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventQueue } from './event-queue.ts';

interface ScheduledEvent {
  rank: number;
  isVoid: boolean;
}

describe('the event queue', () => {
  it('property: events come out by time, then by rank, and void ones never', () => {
    const scheduledEvents = fc.array(fc.record({ time: fc.integer({ min: 0, max: 9 }), isVoid: fc.boolean() }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(scheduledEvents, (given) => {
        const queue = createEventQueue<ScheduledEvent>((scheduled) => scheduled.isVoid);
        for (const [rank, { time, isVoid }] of given.entries()) queue.push(time, { rank, isVoid });
        const out: [number, number][] = [];
        for (let time = queue.nextTime(); time < Number.POSITIVE_INFINITY; time = queue.nextTime()) {
          out.push([time, queue.pop()?.rank ?? -1]);
        }
        const wanted = given
          .map(({ time, isVoid }, rank) => ({ time, rank, isVoid }))
          .filter(({ isVoid }) => !isVoid)
          .sort((a, b) => a.time - b.time || a.rank - b.rank)
          .map(({ time, rank }) => [time, rank]);
        expect(out).toEqual(wanted);
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  it('an empty queue has no next event', () => {
    const queue = createEventQueue<ScheduledEvent>(() => false);
    expect(queue.nextTime()).toBe(Number.POSITIVE_INFINITY);
    expect(queue.pop()).toBeUndefined();
  });
});
