import { describe, expect, it } from 'vitest';
import { copyMat3, createMat3, invertSymmetric, mat3FromRows, rotateTensor } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { addScaledVec3, createVec3, crossVec3, lengthVec3, subVec3 } from '../math/vec3.ts';
import { advanceForcedBodies, createForcedWorkspace, type Forces, type RotatingBody } from './forced-bodies.ts';
import { createLedger, measureLedger } from './ledger.ts';
import { createSpatialBody } from './rigid-body.ts';
import { advanceSpatialBody } from './tumbling.ts';

const INERTIA = mat3FromRows([
  [0.4, 0.05, 0],
  [0.05, 0.7, 0.02],
  [0, 0.02, 0.9],
]);

function body(position: number[], velocity = createVec3(), angularVelocity = createVec3()): RotatingBody {
  const pose = createPose(position, [0.9, 0.1, -0.3, 0.2]);
  const world = rotateTensor(createMat3(), pose.rotation, INERTIA);
  const own = invertSymmetric(createMat3(), INERTIA);
  return { ...createSpatialBody(pose, 2, world, velocity, angularVelocity), ownInverseInertia: own };
}

/** A spring between a point of each of two bodies. */
function spring(a: RotatingBody, b: RotatingBody, stiffness: number): Forces {
  const [armA, armB, pull, moment] = [createVec3(), createVec3(), createVec3(), createVec3()];
  return (out) => {
    const { rotation: ra } = a.pose;
    const { rotation: rb } = b.pose;
    // the body point (0.3, 0, 0) of A and (0, -0.2, 0) of B
    Object.assign(armA, { x: 0.3 * ra.xx, y: 0.3 * ra.yx, z: 0.3 * ra.zx });
    Object.assign(armB, { x: -0.2 * rb.xy, y: -0.2 * rb.yy, z: -0.2 * rb.zy });
    subVec3(pull, b.pose.position, a.pose.position);
    addScaledVec3(pull, pull, armB, 1);
    addScaledVec3(pull, pull, armA, -1);
    addScaledVec3(out[0].force, out[0].force, pull, stiffness);
    addScaledVec3(out[1].force, out[1].force, pull, -stiffness);
    addScaledVec3(out[0].torque, out[0].torque, crossVec3(moment, armA, pull), stiffness);
    addScaledVec3(out[1].torque, out[1].torque, crossVec3(moment, armB, pull), -stiffness);
  };
}

function runSpring(steps: number) {
  const bodies = [
    body([0, 0, 0], createVec3(0.3), createVec3(1, 2, -1)),
    body([1, 0.4, 0], createVec3(-0.1), createVec3(0, 1, 3)),
  ];
  const start = measureLedger(createLedger(), bodies);
  const workspace = createForcedWorkspace(2);
  for (let k = 0; k < steps; k++) advanceForcedBodies(bodies, 1 / steps, spring(bodies[0], bodies[1], 30), workspace);
  return { bodies, start, end: measureLedger(createLedger(), bodies) };
}

describe('bodies under forces', () => {
  it('without forces tumble as in free flight', () => {
    const [driven, free] = [
      body([0, 0, 0], createVec3(1), createVec3(3, -2, 1)),
      body([0, 0, 0], createVec3(1), createVec3(3, -2, 1)),
    ];
    const workspace = createForcedWorkspace(1);
    for (let k = 0; k < 1000; k++) advanceForcedBodies([driven], 1e-3, () => {}, workspace);
    advanceSpatialBody(free, 1);
    // fourth order: (ω h)^4 = 2e-10 times a small number
    expect(lengthVec3(subVec3(createVec3(), driven.angularVelocity, free.angularVelocity))).toBeLessThan(1e-11);
    expect(Math.abs(driven.pose.rotation.xy - free.pose.rotation.xy)).toBeLessThan(1e-11);
  });

  it('halving the step divides the error by sixteen, rotations included', () => {
    const fine = runSpring(1600).bodies;
    const error = (steps: number) => {
      const { bodies } = runSpring(steps);
      const rotated = Math.abs(bodies[1].pose.rotation.yz - fine[1].pose.rotation.yz);
      return [lengthVec3(subVec3(createVec3(), bodies[0].pose.position, fine[0].pose.position)), rotated];
    };
    const [coarse, finer] = [error(50), error(100)];
    for (const [i, value] of coarse.entries()) {
      const order = Math.log2(value / finer[i]);
      expect(order).toBeGreaterThan(3.7); // 4, except for terms of the next order
      expect(order).toBeLessThan(4.6);
    }
  });

  it('conserve their momentum to machine precision and their angular momentum to the order of the step', () => {
    const { start, end } = runSpring(400);
    expect(lengthVec3(subVec3(createVec3(), end.momentum, start.momentum))).toBeLessThan(1e-14);
    expect(lengthVec3(subVec3(createVec3(), end.angularMomentum, start.angularMomentum))).toBeLessThan(1e-9);
  });

  it('stay consistent: the world inertia belongs to the rotation', () => {
    const { bodies } = runSpring(100);
    for (const { pose, inverseInertia, ownInverseInertia } of bodies) {
      const expected = rotateTensor(createMat3(), copyMat3(createMat3(), pose.rotation), ownInverseInertia);
      expect(inverseInertia).toEqual(expected);
    }
  });
});
