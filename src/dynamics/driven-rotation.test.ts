import { describe, expect, it } from 'vitest';
import { createMat3, transformVec3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import {
  createTorqueFreeRotation,
  rotateTorqueFree,
  rotationalEnergy,
  type TorqueFreeRotation,
  torqueFreeMomentum,
  torqueFreeOrientation,
} from '../math/torque-free-rotation.ts';
import { createVec3, crossVec3, type Vec3 } from '../math/vec3.ts';
import { type OrientationTorque, rotateUnderTorque } from './driven-rotation.ts';

const DOWN = createVec3(0, 0, -9.81);
const arm = (rotation: TorqueFreeRotation) =>
  transformVec3(createVec3(), torqueFreeOrientation(createMat3(), rotation), createVec3(0, 0, 0.3));

/** Gravity on 1 kg at 0.3 m along the third axis, held at the origin. */
const weight: OrientationTorque = (out: Vec3, rotation) => {
  crossVec3(out, arm(rotation), DOWN);
};

const heavyTop = (moments: Vec3) =>
  createTorqueFreeRotation(
    createPose([0, 0, 0], [1, 0.3, 0, 0]).rotation,
    createVec3(0.5, -1, 6),
    moments,
    createMat3(),
  );

const energyOf = (rotation: TorqueFreeRotation) => rotationalEnergy(rotation) + 9.81 * arm(rotation).z;

describe('a body under a torque that depends on its orientation', () => {
  it('a heavy top conserves its energy, its momentum about the vertical, and, if symmetric, that about its axis', () => {
    const top = heavyTop(createVec3(0.2, 0.2, 0.1));
    const [energy, vertical, axial] = [energyOf(top), torqueFreeMomentum(createVec3(), top).z, top.state[6]];
    for (let k = 0; k < 600; k++) rotateUnderTorque(top, 1 / 120, weight, 8);
    expect(Math.abs(energyOf(top) / energy - 1)).toBeLessThan(1e-11);
    expect(torqueFreeMomentum(createVec3(), top).z).toBeCloseTo(vertical, 12); // rounding of 9000 angular impulses
    expect(top.state[6]).toBeCloseTo(axial, 12);
  });

  it.each([2, 4, 6] as const)('order %i: halving the step divides the error by 2 to that power', (order) => {
    const moments = createVec3(0.2, 0.25, 0.1);
    const exact = heavyTop(moments);
    for (let k = 0; k < 400; k++) rotateUnderTorque(exact, 1 / 400, weight, 8);
    const errorWith = (steps: number) => {
      const top = heavyTop(moments);
      for (let k = 0; k < steps; k++) rotateUnderTorque(top, 1 / steps, weight, order);
      return Math.hypot(...exact.state.map((value, k) => value - top.state[k]));
    };
    const steps = order === 6 ? 20 : 32;
    const ratio = errorWith(steps) / errorWith(2 * steps);
    expect(ratio).toBeGreaterThan(0.6 * 2 ** order);
    expect(ratio).toBeLessThan(1.8 * 2 ** order);
  });

  it('without a torque it is the torque-free rotation', () => {
    const [driven, free] = [heavyTop(createVec3(0.2, 0.25, 0.1)), heavyTop(createVec3(0.2, 0.25, 0.1))];
    for (let k = 0; k < 60; k++) rotateUnderTorque(driven, 1 / 60, (out) => Object.assign(out, createVec3()), 8);
    rotateTorqueFree(free, 1);
    expect(Math.hypot(...free.state.map((value, k) => value - driven.state[k]))).toBeLessThan(1e-12);
  });
});
