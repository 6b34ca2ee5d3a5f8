import { expect, it } from 'vitest';
import { advance, createWorldOf, energyOf, sphere } from '../physics/fixed-steps.ts';

/**
 * Two spheres hit off centre between two midpoints. The impact moved them to its own time and used the line of centres there, but the rebound
 * had the approach speed along the line of centres before: up to 0.6 % more energy than before the impact.
 */
it.each([0.02, 0.01, 0.001])('an oblique elastic hit of two spheres keeps its energy, in steps of %d s', (step) => {
  for (const offset of [0.05, 0.1, 0.15, 0.19]) {
    const bodies = [sphere('target', 0.1, [0, 0, 0]), sphere('cue', 0.1, [1.003, offset, 0], { velocity: [-3, 0, 0] })];
    const world = advance(createWorldOf({ bodies, restitution: 1, gravity: 0, step }), 1);
    expect(Math.abs(energyOf(world) / 4.5 - 1)).toBeLessThan(1e-12);
  }
});
