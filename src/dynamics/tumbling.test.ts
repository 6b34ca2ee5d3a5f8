import { describe, expect, it } from 'vitest';
import { createMat3, transformVec3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createVec3, lengthVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { advanceBody } from './advance.ts';
import { createLedger, measureLedger } from './ledger.ts';
import { createSpatialBody, withOwnVelocity } from './rigid-body.ts';
import { advanceSpatialBody } from './tumbling.ts';

const rotatingBody = (inertia: Vec3, angularVelocity: Vec3) =>
  createSpatialBody(createPose(), 2, createMat3(inertia.x, inertia.y, inertia.z), createVec3(1, 2, 3), {
    ...angularVelocity,
  });

describe('a tumbling body [CP13-3.2]', () => {
  it('conserves angular momentum and energy over a thousand steps of an arbitrary size', () => {
    const body = rotatingBody(createVec3(1, 2, 3), createVec3(1, -2, 0.5));
    const before = measureLedger(createLedger(), [body], body.pose.position);
    for (let i = 0; i < 1000; i++) advanceSpatialBody(body, 0.037);
    const after = measureLedger(createLedger(), [body], body.pose.position);
    const change = subVec3(createVec3(), after.angularMomentum, before.angularMomentum);
    expect(lengthVec3(change)).toBeLessThan(1e-12); // the rounding of a thousand rotated tensors
    expect(Math.abs(after.kineticEnergy - before.kineticEnergy)).toBeLessThan(1e-11); // and 1e-13 rad in each step
  });

  it('with two equal inertias precesses as in the closed form', () => {
    // body axes: ω_z constant, (ω_x, ω_y) rotates at (I_z - I_x)/I_x ω_z; the axis rotates about L at |L|/I_x
    const [ix, iz, angularVelocity] = [2, 1, createVec3(0.8, 0, 3)];
    const body = rotatingBody(createVec3(ix, ix, iz), angularVelocity);
    const t = 1.7;
    advanceSpatialBody(body, t);
    const momentum = createVec3(ix * angularVelocity.x, 0, iz * angularVelocity.z);
    const length = lengthVec3(momentum);
    const axis = createVec3(momentum.x / length, 0, momentum.z / length);
    const expected = rotatedAbout(axis, (length / ix) * t, createVec3(0, 0, 1));
    const actual = transformVec3(createVec3(), body.pose.rotation, createVec3(0, 0, 1));
    expect(lengthVec3(subVec3(createVec3(), actual, expected))).toBeLessThan(1e-12);
  });

  it('flips repeatedly about its intermediate axis, and not about the others', () => {
    const lowest = (angularVelocity: Vec3, axis: Vec3) => {
      const body = rotatingBody(createVec3(1, 2, 3), angularVelocity);
      let min = 1;
      for (let i = 0; i < 300; i++) {
        advanceSpatialBody(body, 0.1);
        const a = transformVec3(createVec3(), body.pose.rotation, axis);
        min = Math.min(min, a.x * axis.x + a.y * axis.y + a.z * axis.z);
      }
      return min;
    };
    expect(lowest(createVec3(1e-3, 2, 0), createVec3(0, 1, 0))).toBeLessThan(-0.9);
    expect(lowest(createVec3(2, 1e-3, 0), createVec3(1, 0, 0))).toBeGreaterThan(0.99);
    expect(lowest(createVec3(0, 1e-3, 2), createVec3(0, 0, 1))).toBeGreaterThan(0.99);
  });

  it('with equal inertias rotates uniformly like a planar body, and falls like one', () => {
    const gravity = createVec3(0, 0, -10);
    const body = rotatingBody(createVec3(2, 2, 2), createVec3(0.3, -0.7, 1.1));
    const uniform = { ...withOwnVelocity(body), pose: createPose() };
    advanceSpatialBody(body, 2.5, gravity);
    advanceBody(uniform, 2.5, gravity);
    for (const key of ['xx', 'yx', 'zy'] as const) {
      expect(body.pose.rotation[key]).toBeCloseTo(uniform.pose.rotation[key], 12);
    }
    expect(lengthVec3(subVec3(createVec3(), body.pose.position, uniform.pose.position))).toBeLessThan(1e-14);
    expect(body.velocity).toEqual(uniform.velocity);
  });

  it('returns to its start when time runs backwards', () => {
    const body = rotatingBody(createVec3(1, 2, 3), createVec3(1, -2, 0.5));
    advanceSpatialBody(body, 3);
    advanceSpatialBody(body, -3);
    expect(body.pose.rotation.xx).toBeCloseTo(1, 11);
    expect(lengthVec3(subVec3(createVec3(), body.angularVelocity, createVec3(1, -2, 0.5)))).toBeLessThan(1e-11);
  });

  it('has the same final state after one long flight and many short ones', () => {
    const [once, repeated] = [0, 0].map(() => rotatingBody(createVec3(1, 2, 3), createVec3(1, -2, 0.5)));
    advanceSpatialBody(once, 40);
    for (let i = 0; i < 40; i++) advanceSpatialBody(repeated, 1);
    expect(once.pose.rotation.xy).toBeCloseTo(repeated.pose.rotation.xy, 11); // 100 rad, at 1e-13 rad each
  });

  it('at rest stays at rest', () => {
    const body = rotatingBody(createVec3(1, 2, 3), createVec3());
    advanceSpatialBody(body, 3);
    expect(body.pose.rotation).toEqual(createMat3());
  });
});

/** v rotated about the unit `axis` by `angle` [rad] (Rodrigues). */
function rotatedAbout(axis: Vec3, angle: number, v: Vec3): Vec3 {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const along = (axis.x * v.x + axis.y * v.y + axis.z * v.z) * (1 - c);
  return createVec3(
    c * v.x + s * (axis.y * v.z - axis.z * v.y) + along * axis.x,
    c * v.y + s * (axis.z * v.x - axis.x * v.z) + along * axis.y,
    c * v.z + s * (axis.x * v.y - axis.y * v.x) + along * axis.z,
  );
}
