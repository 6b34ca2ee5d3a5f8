import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMat3, transformVec3 } from './mat3.ts';
import { createPose } from './pose.ts';
import {
  addAngularImpulse,
  copyTorqueFreeRotation,
  createTorqueFreeRotation,
  maxAngularAcceleration,
  maxAngularSpeed,
  type RotationOrder,
  rotateTorqueFree,
  rotationalEnergy,
  rotationRate,
  rotationStep,
  setTorqueFreeMomentum,
  type TorqueFreeRotation,
  torqueFreeInverseInertia,
  torqueFreeMomentum,
  torqueFreeOrientation,
} from './torque-free-rotation.ts';
import { createVec3, lengthVec3, subVec3, type Vec3 } from './vec3.ts';

/** Moments of a uniform box with the edges 0.4, 1.0 and 1.6 m and the mass 1 kg. */
const MOMENTS = createVec3(0.89 / 3, 0.68 / 3, 0.29 / 3);

const rotatingBody = (angularVelocity: Vec3, moments = MOMENTS): TorqueFreeRotation =>
  createTorqueFreeRotation(createMat3(), angularVelocity, moments, createMat3());

const difference = (a: Vec3, b: Vec3) => lengthVec3(subVec3(createVec3(), a, b));

/** Complete elliptic integral K for the parameter k², by the arithmetic-geometric mean. */
function completeElliptic(k2: number): number {
  let [a, b] = [1, Math.sqrt(1 - k2)];
  while (Math.abs(a - b) > 1e-15) [a, b] = [0.5 * (a + b), Math.sqrt(a * b)];
  return Math.PI / (2 * a);
}

/** Times at which the angular velocity about the intermediate axis changes sign, by steps of order 8 and the secant method. */
function flipTimes(body: TorqueFreeRotation, end: number, h: number): number[] {
  const times: number[] = [];
  const midpoint = (from: TorqueFreeRotation, t: number) => {
    const copy = copyTorqueFreeRotation(from);
    rotateTorqueFree(copy, t);
    return copy.state[5];
  };
  for (let t = 0; t < end; t += h) {
    const start = copyTorqueFreeRotation(body);
    rotateTorqueFree(body, h);
    if (start.state[5] * body.state[5] > 0) continue;
    let [low, high] = [0, h];
    for (let k = 0; k < 60; k++) {
      const at = 0.5 * (low + high);
      if (midpoint(start, at) * start.state[5] > 0) low = at;
      else high = at;
    }
    times.push(t + 0.5 * (low + high));
  }
  return times;
}

/** Angle between two orientations [rad]. */
function angleBetween(a: TorqueFreeRotation, b: TorqueFreeRotation): number {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += a.state[k] * b.state[k];
  let square = 0;
  for (let k = 0; k < 4; k++) square += (a.state[k] - Math.sign(dot) * b.state[k]) ** 2;
  return 2 * Math.sqrt(square);
}

describe('torque-free rotation', () => {
  it('flips five times in 20 s, at the times of the exact solution', () => {
    const angularVelocity = createVec3(0.05, 5, 0);
    const found = flipTimes(rotatingBody(angularVelocity), 20, 0.05);
    const printed = [2.0029003, 6.0087009, 10.0145014, 14.020302, 18.0261026];
    expect(found).toHaveLength(5);
    // w2 = 0 at (2k + 1) K(k²)/p
    const { x: i1, y: i2, z: i3 } = MOMENTS;
    const momentumSq = (i1 * 0.05) ** 2 + (i2 * 5) ** 2;
    const twice = i1 * 0.05 ** 2 + i2 * 5 ** 2;
    const p = Math.sqrt(((i1 - i2) * (momentumSq - twice * i3)) / (i1 * i2 * i3));
    const k2 = ((i2 - i3) * (twice * i1 - momentumSq)) / ((i1 - i2) * (momentumSq - twice * i3));
    expect(p).toBeCloseTo(2.8168367151, 9);
    expect(k2).toBeCloseTo(0.9997986831, 9);
    found.forEach((time, k) => {
      expect(Math.abs(time - printed[k])).toBeLessThan(1e-6);
      // near the flip a relative error e of k'² shifts the time by e/2p; rounding gives 1e-13
      expect(Math.abs(time - ((2 * k + 1) * completeElliptic(k2)) / p)).toBeLessThan(1e-10);
    });
  });

  it('conserves energy and angular momentum for 20 s at 60 Hz', () => {
    const body = rotatingBody(createVec3(1, 4.5, 2));
    const energy = rotationalEnergy(body);
    const momentum = torqueFreeMomentum(createVec3(), body);
    for (let k = 0; k < 1200; k++) {
      rotationStep(body, 1 / 60, 8);
      // rounding error of 1200 steps of 31 rotations; the truncation error is smaller
      expect(Math.abs(rotationalEnergy(body) / energy - 1)).toBeLessThan(3e-13);
      expect(difference(torqueFreeMomentum(createVec3(), body), momentum)).toBeLessThan(1e-13 * lengthVec3(momentum));
    }
  });

  it.each([2, 4, 6, 8] as const)(
    'order %i: half the step divides the error by 2 to that power',
    (order: RotationOrder) => {
      const exact = rotatingBody(createVec3(1, 4.5, 2));
      rotateTorqueFree(exact, 2);
      const errorWith = (steps: number) => {
        const body = rotatingBody(createVec3(1, 4.5, 2));
        for (let k = 0; k < steps; k++) rotationStep(body, 2 / steps, order);
        return angleBetween(body, exact);
      };
      const steps = 16;
      const ratio = errorWith(steps) / errorWith(2 * steps);
      expect(ratio).toBeGreaterThan(0.7 * 2 ** order);
      expect(ratio).toBeLessThan(1.6 * 2 ** order);
    },
  );

  it('with two equal moments is exact, in one step of any length', () => {
    // (ω_x, ω_y) rotates at (I_z - I_x)/I_x ω_z in body axes; the axis precesses about L at |L|/I_x
    const once = rotatingBody(createVec3(0.8, 0, 3), createVec3(2, 2, 1));
    const often = copyTorqueFreeRotation(once);
    rotationStep(once, 40, 2);
    for (let k = 0; k < 4000; k++) rotationStep(often, 0.01, 8);
    expect(angleBetween(once, often)).toBeLessThan(1e-12);
    const angle = (-1 / 2) * 3 * 40;
    // L in principal axes: I_x ω_x (cos, sin)
    expect(once.state[4]).toBeCloseTo(1.6 * Math.cos(angle), 12);
    expect(once.state[5]).toBeCloseTo(1.6 * Math.sin(angle), 12);
  });

  it('with infinite moments has a constant angular velocity', () => {
    const body = rotatingBody(createVec3(1, 2, 3), createVec3(Number.POSITIVE_INFINITY, 1, 1));
    rotateTorqueFree(body, 7);
    expect(difference(rotationRate(createVec3(), body), createVec3(1, 2, 3))).toBeLessThan(1e-14);
  });

  it('is reversible in time', () => {
    const body = rotatingBody(createVec3(1, -2, 0.5));
    const before = copyTorqueFreeRotation(body);
    rotateTorqueFree(body, 10);
    rotateTorqueFree(body, -10);
    expect(angleBetween(body, before)).toBeLessThan(1e-12);
  });

  const fractions = fc.double({ min: 0.02, max: 1, noNaN: true });
  const speeds = fc.integer({ min: -3000, max: 3000 }).map((thousandths) => thousandths / 1000);
  const anyBody = fc
    .tuple(fractions, fractions, fractions, speeds, speeds, speeds)
    .map(([a, b, c, x, y, z]) =>
      rotatingBody(createVec3(x, y, z), createVec3(b * b + c * c, c * c + a * a, a * a + b * b)),
    );

  it('property: |ω| and |dω/dt| never exceed their limits', () => {
    const check = fc.property(anyBody, (body) => {
      const fastest = maxAngularSpeed(body);
      const rate = maxAngularAcceleration(body);
      const h = 0.01;
      const last = rotationRate(createVec3(), body);
      for (let k = 0; k < 300; k++) {
        rotateTorqueFree(body, h);
        const angularVelocity = rotationRate(createVec3(), body);
        expect(lengthVec3(angularVelocity)).toBeLessThanOrEqual(fastest * (1 + 1e-11));
        expect(difference(angularVelocity, last)).toBeLessThanOrEqual(rate * h * (1 + 1e-9) + 1e-13 * fastest);
        Object.assign(last, angularVelocity);
      }
    });
    fc.assert(check, { seed: 5, numRuns: 100 });
  });

  it('property: many small steps and the automatic steps end at the same orientation', () => {
    const check = fc.property(anyBody, (body) => {
      const often = copyTorqueFreeRotation(body);
      const angularVelocity = maxAngularSpeed(body);
      rotateTorqueFree(body, 3);
      for (let k = 0; k < 1000; k++) rotateTorqueFree(often, 0.003);
      // rounding error of 1000 steps, and the truncation error of steps of order 8, per radian
      expect(angleBetween(body, often)).toBeLessThan(3e-12 * Math.max(1, angularVelocity));
    });
    fc.assert(check, { seed: 6, numRuns: 60 });
  });

  it('converts between principal axes and body axes', () => {
    const { rotation: axes } = createPose([0, 0, 0], [1, 0.3, -0.2, 0.5]);
    const { rotation } = createPose([0, 0, 0], [1, -0.7, 0.1, 0.4]);
    const angularVelocity = createVec3(1, 2, 3);
    const body = createTorqueFreeRotation(rotation, angularVelocity, MOMENTS, axes);
    const found = torqueFreeOrientation(createMat3(), body);
    for (const key of ['xx', 'xy', 'xz', 'yx', 'yy', 'yz', 'zx', 'zy', 'zz'] as const) {
      expect(found[key]).toBeCloseTo(rotation[key], 15);
    }
    // ω = I⁻¹ L
    const momentum = torqueFreeMomentum(createVec3(), body);
    const back = transformVec3(createVec3(), torqueFreeInverseInertia(createMat3(), body), momentum);
    expect(difference(back, angularVelocity)).toBeLessThan(1e-14);
    expect(difference(rotationRate(createVec3(), body), angularVelocity)).toBeLessThan(1e-14);
    addAngularImpulse(body, momentum, -0.5);
    expect(difference(rotationRate(createVec3(), body), createVec3(0.5, 1, 1.5))).toBeLessThan(1e-14);
    setTorqueFreeMomentum(body, momentum);
    expect(difference(rotationRate(createVec3(), body), angularVelocity)).toBeLessThan(1e-14);
  });
});
