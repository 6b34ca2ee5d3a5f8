import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameAfter } from './frame-count.ts';

describe('the next frame', () => {
  it('property: is the first one due later, as found by counting', () => {
    const counted = (next: number, recordInterval: number, time: number) => {
      let frame = next;
      while (frame * recordInterval <= time) frame++;
      return frame;
    };
    const recordInterval = fc.oneof(
      fc.constantFrom(0.1, 0.01, 0.3, 1 / 3),
      fc.double({ min: 1e-3, max: 10, noNaN: true }),
    );
    const time = fc.oneof(
      fc.double({ min: 0, max: 10, noNaN: true }),
      fc.integer({ min: 0, max: 100 }).map((k) => k * 0.1),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), recordInterval, time, (next, interval, at) => {
        expect(frameAfter(next, interval, at)).toBe(counted(next, interval, at));
      }),
      { seed: 16, numRuns: 2000 },
    );
  });
});
