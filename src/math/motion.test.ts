import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMotion, poseAt, velocityOfPoint } from './motion.ts';
import { createPose, toBody, toWorld } from './pose.ts';
import { createVec3, lengthVec3, subVec3 } from './vec3.ts';

const component = fc.double({ min: -3, max: 3, noNaN: true });
const vector = fc.record({ x: component, y: component, z: component });
const quaternion = fc.tuple(component, component, component, component).filter((q) => Math.hypot(...q) > 0.1);

describe('poseAt', () => {
  it('worked example: 2 s of fall under 10 m/s² with a rotation of 90° per second', () => {
    const motion = createMotion(
      createPose([1, 5], 0),
      createVec3(1, 0),
      createVec3(0, 0, Math.PI / 2),
      createVec3(0, -10),
    );
    const pose = poseAt(createPose(), motion, 2);
    expect(pose.position).toEqual({ x: 3, y: -15, z: 0 });
    const tip = toWorld(createVec3(), pose, createVec3(1, 0));
    expect(tip.x).toBeCloseTo(2, 14); // 180°
    expect(tip.y).toBeCloseTo(-15, 14);
  });

  it('property: the velocity of a material point is the derivative of its path', () => {
    fc.assert(
      fc.property(quaternion, vector, vector, vector, (q, velocity, angularVelocity, bodyPoint) => {
        const motion = createMotion(createPose([0, 0, 0], q), velocity, angularVelocity);
        const h = 1e-5;
        const before = toWorld(createVec3(), poseAt(createPose(), motion, -h), bodyPoint);
        const after = toWorld(createVec3(), poseAt(createPose(), motion, h), bodyPoint);
        const here = toWorld(createVec3(), motion.pose, bodyPoint);
        const rate = velocityOfPoint(createVec3(), motion, here);
        const difference = {
          x: (after.x - before.x) / (2 * h),
          y: (after.y - before.y) / (2 * h),
          z: (after.z - before.z) / (2 * h),
        };
        // central difference: h²|ω|³|r|/6 below 5e-9, plus rounding 1e-16 * 10 / h
        expect(lengthVec3(subVec3(difference, difference, rate))).toBeLessThan(1e-8);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it('property: to the world and back gives the same point, at any time', () => {
    fc.assert(
      fc.property(quaternion, vector, vector, vector, component, (q, velocity, angularVelocity, point, t) => {
        const pose = poseAt(createPose(), createMotion(createPose([4, 5, 6], q), velocity, angularVelocity), t);
        const back = toBody(createVec3(), pose, toWorld(createVec3(), pose, point));
        expect(lengthVec3(subVec3(back, back, point))).toBeLessThan(1e-13); // rounding of coordinates below 20
      }),
      { seed: 6, numRuns: 200 },
    );
  });
});

describe('createPose', () => {
  it('invalid input: the message names the values', () => {
    expect(() => createPose([0, Number.NaN])).toThrow(/position must be 2 or 3 finite numbers/);
    expect(() => createPose([1])).toThrow(/position/);
    expect(() => createPose([0, 0, 0], [0, 0, 0, 0])).toThrow(/quaternion/);
  });
});
