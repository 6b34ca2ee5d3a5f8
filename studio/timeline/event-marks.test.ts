import { describe, expect, it } from 'vitest';
import type { SimEvent } from '../../src/sim/observer.ts';
import { countKinds, describeEvent, firstNotBefore, nearestEvent } from './event-marks.ts';
import { fittingSpeed, nextSpeed, SPEEDS } from './player.ts';

const event = (time: number, type: 'contact-begin' | 'contact-end' = 'contact-begin'): SimEvent => ({
  type,
  time,
  bodies: ['a', 'b'],
});
const events = [event(0), event(1), event(1), event(2.5, 'contact-end'), event(4)];

describe('marks on the timeline', () => {
  it('are found by their time', () => {
    expect(firstNotBefore(events, 1)).toBe(1);
    expect(firstNotBefore(events, 5)).toBe(5);
    expect(nearestEvent(events, 2.4, 0.2)).toBe(3);
    expect(nearestEvent(events, 3, 0.2)).toBe(-1);
  });

  it('are counted by kind and described', () => {
    expect([...countKinds(events).values()]).toEqual([5]);
    expect(describeEvent(events[3])).toBe('contact end: a and b');
  });
});

describe('playback speed', () => {
  it('shows short runs slowly and long ones fast', () => {
    expect(fittingSpeed([0, 5])).toBe(1);
    expect(fittingSpeed([0, 0.04])).toBe(0.01);
    expect(fittingSpeed([0, 400])).toBe(20);
    expect(fittingSpeed([0, 0])).toBe(1);
  });

  it('steps through the available values, and stops at the ends', () => {
    expect(nextSpeed(1, 1)).toBe(2);
    expect(nextSpeed(1, -1)).toBe(0.5);
    expect(nextSpeed(SPEEDS[0], -1)).toBe(SPEEDS[0]);
    expect(nextSpeed(SPEEDS[SPEEDS.length - 1], 1)).toBe(SPEEDS[SPEEDS.length - 1]);
  });
});
