import { describe, expect, it } from 'vitest';
import { createMaterial } from './material.ts';

describe('a material', () => {
  it('is by default perfectly elastic and frictionless', () => {
    expect(createMaterial()).toEqual({
      restitution: 1,
      frictionLaw: 'none',
      staticFriction: 0,
      dynamicFriction: 0,
      tangentialRestitution: 0,
      rollingFriction: 0,
      spinningFriction: 0,
    });
  });

  it('uses one friction coefficient for both, and then the law that creates no energy', () => {
    expect(createMaterial({ dynamicFriction: 0.3 })).toMatchObject({ staticFriction: 0.3, frictionLaw: 'algebraic' });
    expect(createMaterial({ staticFriction: 0.3 })).toMatchObject({ dynamicFriction: 0.3, frictionLaw: 'algebraic' });
  });

  it.each([
    [{ restitution: 1.1 }, 'material.restitution: must be from 0 to 1, got 1.1'],
    [{ restitution: Number.NaN }, 'material.restitution: must be from 0 to 1, got "NaN"'],
    [{ tangentialRestitution: -0.1 }, 'material.tangentialRestitution: must be from 0 to 1, got -0.1'],
    [{ dynamicFriction: -1 }, 'material.dynamicFriction: must be finite and not below zero, got -1'],
    [
      { staticFriction: 0.2, dynamicFriction: 0.3 },
      'material.staticFriction: must be finite and at least dynamicFriction (0.3), got 0.2',
    ],
    [
      { staticFriction: Number.POSITIVE_INFINITY, dynamicFriction: 0 },
      'material.staticFriction: must be finite and at least dynamicFriction (0), got "Infinity"',
    ],
  ])('%o is rejected with a message that names the field and the value', (given, message) => {
    expect(() => createMaterial(given)).toThrow(new RangeError(message));
  });

  it('lists the laws when given an unknown one', () => {
    const given = JSON.parse('{ "frictionLaw": "sticky" }');
    expect(() => createMaterial(given)).toThrow(
      'material.frictionLaw: must be one of none, algebraic, newton-coulomb, got "sticky"',
    );
  });
});
