import { describe, expect, it } from 'vitest';
import { bodyIndex, numberOf } from './numbers.ts';

describe('numbers of a scene', () => {
  it('are read with their units', () => {
    expect(numberOf(0.3, 'speed')).toBe(0.3);
    expect(numberOf('20 cm/s', 'speed')).toBeCloseTo(0.2, 15);
    expect(numberOf('a lot', 'speed')).toBeUndefined();
  });

  it('belong to the body of that name, unless it is repeated', () => {
    const scene = { bodies: [{ name: 'a' }, { name: 'b', repeat: { count: 3 } }, { name: 'c' }] };
    expect(bodyIndex(scene, 'c')).toBe(2);
    expect(bodyIndex(scene, 'b')).toBe(-1);
    expect(bodyIndex({ vehicles: [] }, 'a')).toBe(-1);
  });
});
