import { describe, expect, it } from 'vitest';
import { createMovingPose, type MovingPose } from './moving-pose.ts';
import { createPrescribedPath, movingPoseAt, type PrescribedPath } from './prescribed-path.ts';
import { createVec3 } from './vec3.ts';

const spiral: PrescribedPath = {
  position: {
    kind: 'spiral',
    center: createVec3(1, 2, 3),
    radius: 2,
    radiusRate: -0.1,
    angle: 0.4,
    angleRate: 0.7,
    height: 0.5,
    heightRate: 0.2,
  },
  orientation: { axis: createVec3(1, 2, 3), angle: 0.3, rate: 0.8, tilt: { axis: createVec3(1, 0, 0), angle: 0.7 } },
};
const harmonic: PrescribedPath = {
  position: {
    kind: 'harmonic',
    center: createVec3(1, 2, 3),
    velocity: createVec3(0.1, 0.2, -0.3),
    amplitude: createVec3(0.7, 0.55, 0.2),
    frequency: createVec3(1.1, 0.7, 0.9),
    phase: createVec3(0.3, 1, 0),
  },
};

function at(path: PrescribedPath, t: number): MovingPose {
  return movingPoseAt(createMovingPose(), path, t);
}

describe('a prescribed path', () => {
  it('has the velocity of its position and the angular velocity of its rotation', () => {
    const h = 1e-5;
    // central differences of functions with third derivatives below 1: h²/6 plus rounding 1e-16/h
    const tolerance = 1e-10;
    for (const path of [spiral, harmonic]) {
      for (const t of [0, 0.9, 7.3]) {
        const now = at(path, t);
        const before = at(path, t - h);
        const after = at(path, t + h);
        for (const axis of ['x', 'y', 'z'] as const) {
          const slope = (after.pose.position[axis] - before.pose.position[axis]) / (2 * h);
          expect(Math.abs(slope - now.velocity[axis])).toBeLessThan(tolerance);
        }
        // dR/dt = [ω]× R, first column
        const { xx, yx, zx } = now.pose.rotation;
        const { x, y, z } = now.angularVelocity;
        const column = { xx: y * zx - z * yx, yx: z * xx - x * zx, zx: x * yx - y * xx };
        for (const entry of ['xx', 'yx', 'zx'] as const) {
          const slope = (after.pose.rotation[entry] - before.pose.rotation[entry]) / (2 * h);
          expect(Math.abs(slope - column[entry])).toBeLessThan(tolerance);
        }
      }
    }
  });

  it('starts at the given position: a circle of radius 2 about (1, 2), not rotated', () => {
    const { pose } = at({ position: { ...spiral.position, angle: 0 } as PrescribedPath['position'] }, 0);
    expect(pose.position).toEqual(createVec3(3, 2, 3.5));
    expect(pose.rotation).toEqual(createMovingPose().pose.rotation);
  });

  it('is at rest at the origin by default', () => {
    const still = at({ position: { kind: 'static', point: createVec3(1, 2, 3) } }, 5);
    expect(still.pose.position).toEqual(createVec3(1, 2, 3));
    expect(still.velocity).toEqual(createVec3());
    expect(at({}, 5)).toEqual(createMovingPose());
  });

  it('is rejected if a number is not finite or an axis is zero', () => {
    const still = { kind: 'static', point: createVec3(1, Number.NaN, 3) } as const;
    expect(() => createPrescribedPath({ position: still })).toThrow('path.position.point.y: must be finite, got NaN');
    const orientation = { axis: createVec3(), angle: 0, rate: 1 };
    expect(() => createPrescribedPath({ orientation })).toThrow('zero vector');
    expect(createPrescribedPath(spiral)).toBe(spiral);
  });
});
