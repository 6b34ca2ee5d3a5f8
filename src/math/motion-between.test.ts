import { describe, expect, it } from 'vitest';
import { createMat3, type Mat3, rotationAboutAxis } from './mat3.ts';
import { createMotion, poseAt } from './motion.ts';
import { createSampledMotion, motionBetween } from './motion-between.ts';
import { createPose, type Pose } from './pose.ts';
import { createRandom } from './random.ts';
import { createVec3, lengthVec3, normalizeVec3 } from './vec3.ts';

const random = createRandom(43);

function randomVector() {
  return createVec3(random.normal(), random.normal(), random.normal());
}

function randomPose(): Pose {
  const axis = randomVector();
  const rotation = rotationAboutAxis(createMat3(), normalizeVec3(axis, axis), random.between(-3, 3));
  return { position: randomVector(), rotation };
}

function difference(a: Mat3, b: Mat3): number {
  return Math.max(...(Object.keys(a) as (keyof Mat3)[]).map((key) => Math.abs(a[key] - b[key])));
}

describe('motionBetween', () => {
  it('leads from one pose to the other, by any angle up to 180°', () => {
    for (let trial = 0; trial < 300; trial++) {
      const from = randomPose();
      const unit = randomVector();
      normalizeVec3(unit, unit);
      // tiny, typical, and just below 180°
      const angle = [1e-9, random.between(0, 3), Math.PI - 1e-9][trial % 3];
      const h = 0.01;
      const omega = createVec3((unit.x * angle) / h, (unit.y * angle) / h, (unit.z * angle) / h);
      const to = poseAt(createPose(), createMotion(from, randomVector(), omega), h);
      const motion = motionBetween(createSampledMotion(), from, to, h);
      const end = poseAt(createPose(), motion, h);
      expect(difference(end.rotation, to.rotation)).toBeLessThan(1e-14);
      expect(Math.abs(end.position.x - to.position.x)).toBeLessThan(1e-14);
      // the angle is rounded to a relative 1e-16; near 180° its axis to the square root of that
      const off = createVec3(
        motion.angularVelocity.x - omega.x,
        motion.angularVelocity.y - omega.y,
        motion.angularVelocity.z - omega.z,
      );
      expect(lengthVec3(off) * h).toBeLessThan(trial % 3 === 2 ? 1e-6 : 1e-14);
    }
  });

  it('between equal poses is rest', () => {
    const pose = randomPose();
    const { velocity, angularVelocity } = motionBetween(createSampledMotion(), pose, pose, 1);
    expect([lengthVec3(velocity), lengthVec3(angularVelocity) < 1e-15]).toEqual([0, true]);
  });
});
