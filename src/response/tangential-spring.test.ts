import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVec3, dotVec3, lengthVec3 } from '../math/vec3.ts';
import { createMaterial } from './material.ts';
import {
  compliantFriction,
  createTangentialSpring,
  frictionForce,
  frictionLimit,
  remainingFraction,
  tangentialEnergy,
  transportDisplacement,
  updateSpring,
} from './tangential-spring.ts';

const friction = { staticFriction: 0.5, dynamicFriction: 0.4, tangentialRatio: 0.8 };

describe('tangential spring', () => {
  it('resists by its stiffness up to the limit of Coulomb, then slides with the dynamic coefficient', () => {
    const spring = createTangentialSpring();
    updateSpring(spring, createVec3(4e-3, 0, 0), 1e3, friction, 10);
    expect([spring.slips, spring.displacement.x]).toEqual([false, 4e-3]);
    updateSpring(spring, createVec3(6e-3, 0, 0), 1e3, friction, 10);
    expect(spring.slips).toBe(true);
    expect(spring.displacement.x).toBeCloseTo(4e-3, 15);
    updateSpring(spring, createVec3(3e-3, 0, 0), 1e3, friction, 10);
    expect(spring.slips).toBe(false);
    expect(tangentialEnergy(spring)).toBeCloseTo(0.5 * 1e3 * 9e-6, 15);
  });

  it('property: takes at least the power that it stores', () => {
    const part = fc.double({ min: -1, max: 1, noNaN: true });
    const check = fc.property(part, part, part, part, part, (x, y, u, v, size) => {
      const [stiffness, damping, limit] = [100, 100 * Math.abs(u * size), 60];
      const displacement = createVec3(0.4 * x, 0.4 * y, 0);
      const velocity = createVec3(u, v, 0);
      const force = frictionForce(createVec3(), displacement, velocity, { stiffness, damping, limit });
      expect(lengthVec3(force)).toBeLessThanOrEqual(limit * (1 + 1e-15));
      const stored = stiffness * dotVec3(displacement, velocity);
      expect(dotVec3(force, velocity) + stored).toBeLessThanOrEqual(1e-12);
    });
    fc.assert(check, { seed: 14, numRuns: 500 });
  });

  it('loses energy, never gains it, when the stiffness changes', () => {
    const spring = { ...createTangentialSpring(), displacement: createVec3(0.01, 0, 0), stiffness: 100 };
    for (const stiffness of [10, 50, 100, 200, 1e4]) {
      const displacement = remainingFraction(spring, stiffness) * 0.01;
      expect(0.5 * stiffness * displacement ** 2).toBeLessThanOrEqual(tangentialEnergy(spring));
    }
    expect(remainingFraction(createTangentialSpring(), 100)).toBe(0);
  });

  it('rotates with the contact frame and keeps its length', () => {
    const displacement = createVec3(3e-3, 4e-3, 0);
    transportDisplacement(displacement, createVec3(Math.SQRT1_2, 0, Math.SQRT1_2), 0.1);
    expect(lengthVec3(displacement)).toBeCloseTo(5e-3, 15);
    expect(displacement.x + displacement.z).toBeCloseTo(0, 15);
    expect(transportDisplacement(createVec3(), createVec3(0, 0, 1), 1)).toEqual(createVec3());
  });

  it('is that of a material; a frictionless one has none', () => {
    expect(compliantFriction(createMaterial({ staticFriction: 0.5, dynamicFriction: 0.4 }))).toEqual(friction);
    expect(compliantFriction(createMaterial())).toBeUndefined();
    expect(() => compliantFriction(createMaterial({ staticFriction: 1 }), -1)).toThrow('friction.tangentialRatio');
    expect(frictionLimit(friction, false, -3)).toBe(0);
  });
});
