import { describe, expect, it } from 'vitest';
import { orientation, orientation3 } from './orientation.ts';

describe('orientation', () => {
  it('worked example: counter-clockwise is above zero, and the value is twice the area', () => {
    expect(orientation(0, 0, 2, 0, 0, 3)).toBe(6);
    expect(orientation(0, 0, 0, 3, 2, 0)).toBe(-6);
  });

  it('degenerate: one ulp off a line is distinguished from on it, where plain arithmetic gives zero', () => {
    const y = 12 + 2 ** -49; // one ulp above 12
    expect(orientation(0.5, 0.5, 12, 12, 24, 24)).toBe(0);
    expect(orientation(0.5, 0.5, 12, y, 24, 24)).toBeLessThan(0);
    expect(orientation(0.5, 0.5, 12, 12 - 2 ** -49, 24, 24)).toBeGreaterThan(0);
  });
});

describe('orientation3', () => {
  const corner = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2);

  it('worked example: above zero on the side from which the triangle is counter-clockwise, and six times the volume', () => {
    expect(orientation3(corner, 0, 1, 2, 3)).toBe(2);
    expect(orientation3(corner, 0, 2, 1, 3)).toBe(-2);
  });

  it('degenerate: one ulp off a plane is distinguished from on it', () => {
    const tilted = Float64Array.of(0.1, 0.1, 0.1, 12, 24, 12, 24, 12, 24, 3, 17, 3); // all in the plane x = z
    expect(orientation3(tilted, 0, 1, 2, 3)).toBe(0);
    tilted[9] += 2 ** -51;
    const above = orientation3(tilted, 0, 1, 2, 3);
    tilted[9] -= 2 ** -50;
    expect(Math.sign(above) * Math.sign(orientation3(tilted, 0, 1, 2, 3))).toBe(-1);
  });
});
