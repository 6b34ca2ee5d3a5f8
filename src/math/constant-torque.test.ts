import { describe, expect, it } from 'vitest';
import { maxAccelerationUnderTorque, maxSpeedUnderTorque, rotateUnderTorque } from './constant-torque.ts';
import { createMat3, type Mat3, transformTransposedVec3, transformVec3 } from './mat3.ts';
import { createRandom } from './random.ts';
import {
  createTorqueFreeRotation,
  rotationalEnergy,
  rotationRate,
  torqueFreeMomentum,
  torqueFreeOrientation,
} from './torque-free-rotation.ts';
import { addScaledVec3, createVec3, crossVec3, dotVec3, lengthVec3, type ReadonlyVec3, subVec3 } from './vec3.ts';

const AXES = createMat3(1, 1, 1);
const body = (moments: ReadonlyVec3, angularVelocity: ReadonlyVec3) =>
  createTorqueFreeRotation(createMat3(1, 1, 1), angularVelocity, moments, AXES);

/** Second method: classical Runge-Kutta for R' = [ω]× R, L' = τ with ω = R I⁻¹ Rᵀ L. */
function rungeKutta(moments: ReadonlyVec3, start: ReadonlyVec3, torque: ReadonlyVec3, t: number, steps: number) {
  const h = t / steps;
  const inertia = createVec3(moments.x, moments.y, moments.z);
  let rotation = createMat3(1, 1, 1);
  const startMomentum = createVec3(inertia.x * start.x, inertia.y * start.y, inertia.z * start.z);
  const rate = (r: Mat3, time: number): Mat3 => {
    const momentum = addScaledVec3(createVec3(), startMomentum, torque, time);
    const own = transformTransposedVec3(createVec3(), r, momentum);
    const w = transformVec3(createVec3(), r, createVec3(own.x / inertia.x, own.y / inertia.y, own.z / inertia.z));
    const column = (x: number, y: number, z: number) => crossVec3(createVec3(), w, createVec3(x, y, z));
    const [a, b, c] = [column(r.xx, r.yx, r.zx), column(r.xy, r.yy, r.zy), column(r.xz, r.yz, r.zz)];
    return { xx: a.x, yx: a.y, zx: a.z, xy: b.x, yy: b.y, zy: b.z, xz: c.x, yz: c.y, zz: c.z };
  };
  const plus = (r: Mat3, k: Mat3, s: number): Mat3 => {
    const keys = Object.keys(r) as (keyof Mat3)[];
    return Object.fromEntries(keys.map((key) => [key, r[key] + s * k[key]])) as unknown as Mat3;
  };
  for (let i = 0; i < steps; i++) {
    const time = i * h;
    const k1 = rate(rotation, time);
    const k2 = rate(plus(rotation, k1, 0.5 * h), time + 0.5 * h);
    const k3 = rate(plus(rotation, k2, 0.5 * h), time + 0.5 * h);
    const k4 = rate(plus(rotation, k3, h), time + h);
    rotation = plus(plus(plus(plus(rotation, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
  }
  return rotation;
}

describe('rotation under a constant torque', () => {
  it('from rest about a principal axis is τ t²/(2 I)', () => {
    for (const moments of [createVec3(2, 2, 2), createVec3(1, 3, 2)]) {
      const rotation = body(moments, createVec3());
      rotateUnderTorque(rotation, createVec3(0, 0, 0.5), 3);
      const angle = (0.5 * 9) / (2 * 2);
      const { xx, yx } = torqueFreeOrientation(createMat3(), rotation);
      expect(xx).toBeCloseTo(Math.cos(angle), 14);
      expect(yx).toBeCloseTo(Math.sin(angle), 14);
      expect(rotationRate(createVec3(), rotation).z).toBeCloseTo(0.75, 14);
    }
  });

  it('of a tumbling body is that of a Runge-Kutta method, and does not depend on how the time is divided', () => {
    const [moments, start, torque] = [createVec3(1, 2, 2.5), createVec3(1, -2, 0.5), createVec3(0.7, 0.4, -1)];
    const once = body(moments, start);
    rotateUnderTorque(once, torque, 4);
    const found = torqueFreeOrientation(createMat3(), once);
    const reference = rungeKutta(moments, start, torque, 4, 20000); // its error: (4/20000)^4
    for (const key of ['xx', 'xy', 'xz', 'yx', 'yy', 'yz', 'zx', 'zy', 'zz'] as const) {
      expect(Math.abs(found[key] - reference[key])).toBeLessThan(1e-12);
    }
    const divided = body(moments, start);
    for (let k = 0; k < 37; k++) rotateUnderTorque(divided, torque, 4 / 37);
    const other = torqueFreeOrientation(createMat3(), divided);
    expect(Math.abs(other.xx - found.xx) + Math.abs(other.yz - found.yz)).toBeLessThan(1e-13);
  });

  it('changes the angular momentum by τ t and the energy by the work of the torque', () => {
    const [moments, start, torque] = [createVec3(1, 2, 2.5), createVec3(1, -2, 0.5), createVec3(0.7, 0.4, -1)];
    const rotation = body(moments, start);
    const before = torqueFreeMomentum(createVec3(), rotation);
    let work = 0;
    const energy = rotationalEnergy(rotation);
    const count = 2000;
    for (let k = 0; k < count; k++) {
      // Simpson's rule
      const h = 2 / count;
      work += (h / 6) * dotVec3(torque, rotationRate(createVec3(), rotation));
      rotateUnderTorque(rotation, torque, h / 2);
      work += ((4 * h) / 6) * dotVec3(torque, rotationRate(createVec3(), rotation));
      rotateUnderTorque(rotation, torque, h / 2);
      work += (h / 6) * dotVec3(torque, rotationRate(createVec3(), rotation));
    }
    const change = subVec3(createVec3(), torqueFreeMomentum(createVec3(), rotation), before);
    expect(lengthVec3(addScaledVec3(change, change, torque, -2))).toBeLessThan(1e-11); // rounding of 4000 rotations
    expect(Math.abs(rotationalEnergy(rotation) - energy - work)).toBeLessThan(1e-11);
  });

  it('property: angular speed and its rate stay below their bounds', () => {
    const random = createRandom(5);
    const vector = (size: number) =>
      createVec3(random.between(-size, size), random.between(-size, size), random.between(-size, size));
    for (let trial = 0; trial < 100; trial++) {
      const [a, b] = [random.between(0.2, 2), random.between(0.2, 2)];
      const moments = createVec3(a, b, random.between(Math.abs(a - b), a + b)); // the triangle inequality of moments
      const [start, torque] = [vector(2), vector(3)];
      const rotation = body(moments, start);
      const [speed, rate] = [maxSpeedUnderTorque(rotation, torque, 2), maxAccelerationUnderTorque(rotation, torque, 2)];
      let last = rotationRate(createVec3(), rotation);
      for (let k = 0; k < 200; k++) {
        rotateUnderTorque(rotation, torque, 0.01);
        const next = rotationRate(createVec3(), rotation);
        expect(lengthVec3(next)).toBeLessThan(speed * (1 + 1e-12));
        expect(lengthVec3(subVec3(createVec3(), next, last)) / 0.01).toBeLessThan(rate * (1 + 1e-9));
        last = next;
      }
    }
  });
});
