import { describe, expect, it } from 'vitest';
import { DIRECTOR_RATES, DIRECTORS, VEHICLE_STRIDE, VELOCITY } from '../../dynamics/vehicle/vehicle-state.ts';
import { createMat3, type Mat3, rotationAboutAxis, transformVec3 } from '../../math/mat3.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3, crossVec3, normalizeVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { headingNear, vehicleBodyState, vehicleRow } from './vehicle-rows.ts';

const AXES = [createVec3(1, 0, 0), createVec3(0, 1, 0), createVec3(0, 0, 1)];

/** The second of two vehicles: stretched along its own axes, rotated as a whole, with an angular velocity. */
function stateOf(orientation: Mat3, stretches: readonly number[], omega: Vec3): Float64Array {
  const states = new Float64Array(2 * VEHICLE_STRIDE);
  states.set([3, 4, 5], VEHICLE_STRIDE);
  states.set([6, 8, 1], VEHICLE_STRIDE + VELOCITY);
  AXES.forEach((axis, k) => {
    const d = transformVec3(
      createVec3(),
      orientation,
      createVec3(axis.x * stretches[k], axis.y * stretches[k], axis.z * stretches[k]),
    );
    const w = crossVec3(createVec3(), omega, d);
    states.set([d.x, d.y, d.z], VEHICLE_STRIDE + DIRECTORS + 3 * k);
    states.set([w.x, w.y, w.z], VEHICLE_STRIDE + DIRECTOR_RATES + 3 * k);
  });
  return states;
}

describe('a vehicle that is stretched and rotates as a whole', () => {
  const random = createRandom(98);
  const between = (low: number, high: number) => low + (high - low) * random.next();
  const vector = () => createVec3(between(-1, 1), between(-1, 1), between(-1, 1));

  it('is recorded with its rotation and its angular velocity, for any stretch', () => {
    for (let k = 0; k < 100; k++) {
      const orientation = rotationAboutAxis(createMat3(), normalizeVec3(createVec3(), vector()), between(-3, 3));
      const omega = vector();
      const states = stateOf(orientation, [between(0.8, 1.2), between(0.8, 1.2), between(0.8, 1.2)], omega);
      const { name, position, velocity, angle, rotation, angularVelocity } = vehicleBodyState(states, 1, 'car', 7);
      expect({ name, position, velocity, angle }).toEqual({
        name: 'car',
        position: createVec3(3, 4, 5),
        velocity: createVec3(6, 8, 1),
        angle: 7,
      });
      for (const key of Object.keys(orientation) as (keyof Mat3)[])
        expect(rotation[key]).toBeCloseTo(orientation[key], 12);
      const off = subVec3(createVec3(), angularVelocity, omega);
      expect(Math.hypot(off.x, off.y, off.z)).toBeLessThan(1e-13);
    }
  });

  it('is recorded with its deformed semi-axes, volume, heading and speed', () => {
    const orientation = rotationAboutAxis(createMat3(), createVec3(0, 0, 1), 2);
    const states = stateOf(orientation, [1.1, 0.9, 1], createVec3(0, 0, 0.5));
    const { semiAxes, volumeRatio, speed, yawRate } = vehicleRow(states, 1, 2, createVec3(3, 2, 1));
    [semiAxes.x, semiAxes.y, semiAxes.z].forEach((value, k) => {
      expect(value).toBeCloseTo([3.3, 1.8, 1][k], 12);
    });
    expect(volumeRatio).toBeCloseTo(0.99, 12);
    expect(speed).toBe(10);
    expect(yawRate).toBeCloseTo(0.5, 12);
    expect(headingNear(states, 1, 0)).toBeCloseTo(2, 12);
    expect(headingNear(states, 1, 14)).toBeCloseTo(2 + 4 * Math.PI, 12);
    expect(headingNear(states, 1, -4)).toBeCloseTo(2 - 2 * Math.PI, 12);
  });
});
