import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPose } from './pose.ts';
import { quaternionFromRotation } from './quaternion.ts';

describe('quaternionFromRotation', () => {
  it('worked example: a quarter turn about z is (cos 45°, 0, 0, sin 45°)', () => {
    const { w, x, y, z } = quaternionFromRotation(createPose([0, 0], Math.PI / 2).rotation);
    // two rounding errors of numbers near one
    expect([w, x, y, z].map((c, i) => Math.abs(c - [Math.SQRT1_2, 0, 0, Math.SQRT1_2][i]) < 4e-16)).not.toContain(
      false,
    );
  });

  it('property: is recovered from any rotation, 180° included, up to its sign', () => {
    const component = fc.constantFrom(-1, -0.5, -1e-9, 0, 1e-9, 0.3, 1);
    const four = fc.tuple(component, component, component, component).filter((q) => Math.hypot(...q) > 0.1);
    fc.assert(
      fc.property(four, (q) => {
        const length = Math.hypot(...q);
        const { w, x, y, z } = quaternionFromRotation(createPose([0, 0, 0], q).rotation);
        const alignment = (w * q[0] + x * q[1] + y * q[2] + z * q[3]) / length;
        expect(w).toBeGreaterThanOrEqual(0);
        // the matrix holds products of components, each rounded a few times
        expect(Math.abs(Math.abs(alignment) - 1)).toBeLessThan(1e-15);
      }),
      { seed: 8, numRuns: 300 },
    );
  });
});
