import { describe, expect, it } from 'vitest';
import { drawPose } from '../../test/solids.ts';
import type { FreeFlight } from '../math/free-flight.ts';
import { createMat3 } from '../math/mat3.ts';
import { createPose, type Pose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createTorqueFreeRotation } from '../math/torque-free-rotation.ts';
import { createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { halfspaceImpactBound, sphereImpactBound } from './sphere-impact.ts';

const flight = (pose: Pose, velocity: ReadonlyVec3, acceleration = createVec3()): FreeFlight => ({
  pose,
  velocity,
  acceleration,
  torqueFree: createTorqueFreeRotation(pose.rotation, createVec3(), createVec3(1, 1, 1), createMat3()),
});

const distanceAt = (a: FreeFlight, b: FreeFlight, t: number) =>
  Math.hypot(
    ...(['x', 'y', 'z'] as const).map((k) => {
      const at = ({ pose, velocity, acceleration: g }: FreeFlight) =>
        pose.position[k] + t * (velocity[k] + 0.5 * t * g[k]);
      return at(b) - at(a);
    }),
  );

describe('contact of bounding spheres', () => {
  it('two spheres at 1 m/s each touch after the gap between them is covered', () => {
    const a = flight(createPose([-5, 0, 0]), createVec3(1));
    const b = flight(createPose([5, 0, 0]), createVec3(-1));
    expect(sphereImpactBound(a, 1, b, 2, 10)).toBeCloseTo(3.5, 5);
    expect(sphereImpactBound(a, 1, b, 2, 3)).toBe(Number.POSITIVE_INFINITY);
    expect(sphereImpactBound(b, 6, a, 6, 3)).toBe(0);
    expect(sphereImpactBound(a, Number.POSITIVE_INFINITY, b, 1, 3)).toBe(0);
  });

  it('is never later than the true time, for any accelerations', () => {
    const random = createRandom(17);
    const draw = (k: number) => createVec3(k * random.normal(), k * random.normal(), k * random.normal());
    let hits = 0;
    for (let i = 0; i < 300; i++) {
      const [a, b] = [0, 1].map(() => flight(drawPose(random, 3), draw(2), draw(1)));
      const time = sphereImpactBound(a, 0.6, b, 0.5, 4);
      if (time < 4) hits++;
      if (time === 0) expect(distanceAt(a, b, 0)).toBeLessThanOrEqual(1.1 * (1 + 1e-6));
      else
        for (let k = 1; k < 100; k++) {
          const t = (Math.min(time, 4) * k) / 100;
          expect(distanceAt(a, b, t)).toBeGreaterThan(1.1);
        }
    }
    expect(hits).toBeGreaterThan(10);
  });

  it('a sphere thrown up reaches the floor at the time of the parabola', () => {
    const ball = flight(createPose([0, 0, 2]), createVec3(1, 0, 3), createVec3(0, 0, -10));
    const floor = flight(createPose(), createVec3());
    const up = createHalfspace([0, 0, 1]);
    // 1.5 + 3 t - 5 t² = 0
    expect(halfspaceImpactBound(ball, 0.5, floor, up)).toBeCloseTo((3 + Math.sqrt(39)) / 10, 14);
    expect(halfspaceImpactBound(ball, 2, floor, up)).toBe(0);
    expect(halfspaceImpactBound(floor, 1, flight(createPose([0, 0, -3]), createVec3()), up)).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
