import { describe, expect, it } from 'vitest';
import { createMat3, transformVec3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createVec3, lengthVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { advanceBody } from './advance.ts';
import { createLedger, measureLedger } from './ledger.ts';
import { createSpatialBody, withOwnVelocity } from './rigid-body.ts';
import { advanceSpatialBody } from './tumbling.ts';

const spinning = (inertia: Vec3, angularVelocity: Vec3) =>
  createSpatialBody(createPose(), 2, createMat3(inertia.x, inertia.y, inertia.z), createVec3(1, 2, 3), {
    ...angularVelocity,
  });

describe('a tumbling body [CP13] spec 3.2', () => {
  it('keeps angular momentum and energy through a thousand odd steps', () => {
    const body = spinning(createVec3(1, 2, 3), createVec3(1, -2, 0.5));
    const before = measureLedger(createLedger(), [body], body.pose.position);
    for (let i = 0; i < 1000; i++) advanceSpatialBody(body, 0.037);
    const after = measureLedger(createLedger(), [body], body.pose.position);
    const change = subVec3(createVec3(), after.angularMomentum, before.angularMomentum);
    expect(lengthVec3(change)).toBeLessThan(1e-12); // the rounding of a thousand turned tensors
    expect(Math.abs(after.kineticEnergy - before.kineticEnergy)).toBeLessThan(1e-11); // and 1e-13 rad in each step
  });

  it('with two equal inertias precesses as the closed form says', () => {
    // body axes: ω_z constant, (ω_x, ω_y) turns at (I_z - I_x)/I_x ω_z; the axis turns about L at |L|/I_x
    const [ix, iz, angularVelocity] = [2, 1, createVec3(0.8, 0, 3)];
    const body = spinning(createVec3(ix, ix, iz), angularVelocity);
    const t = 1.7;
    advanceSpatialBody(body, t);
    const momentum = createVec3(ix * angularVelocity.x, 0, iz * angularVelocity.z);
    const length = lengthVec3(momentum);
    const axis = createVec3(momentum.x / length, 0, momentum.z / length);
    const expected = turnedAbout(axis, (length / ix) * t, createVec3(0, 0, 1));
    const actual = transformVec3(createVec3(), body.pose.rotation, createVec3(0, 0, 1));
    expect(lengthVec3(subVec3(createVec3(), actual, expected))).toBeLessThan(1e-12);
  });

  it('flips over and over about its middle axis, and not about the others', () => {
    const lowest = (angularVelocity: Vec3, axis: Vec3) => {
      const body = spinning(createVec3(1, 2, 3), angularVelocity);
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

  it('with equal inertias turns as evenly as a planar body, and falls as one', () => {
    const gravity = createVec3(0, 0, -10);
    const body = spinning(createVec3(2, 2, 2), createVec3(0.3, -0.7, 1.1));
    const even = { ...withOwnVelocity(body), pose: createPose() };
    advanceSpatialBody(body, 2.5, gravity);
    advanceBody(even, 2.5, gravity);
    for (const key of ['xx', 'yx', 'zy'] as const) {
      expect(body.pose.rotation[key]).toBeCloseTo(even.pose.rotation[key], 12);
    }
    expect(lengthVec3(subVec3(createVec3(), body.pose.position, even.pose.position))).toBeLessThan(1e-14);
    expect(body.velocity).toEqual(even.velocity);
  });

  it('comes back when time runs backwards', () => {
    const body = spinning(createVec3(1, 2, 3), createVec3(1, -2, 0.5));
    advanceSpatialBody(body, 3);
    advanceSpatialBody(body, -3);
    expect(body.pose.rotation.xx).toBeCloseTo(1, 11);
    expect(lengthVec3(subVec3(createVec3(), body.angularVelocity, createVec3(1, -2, 0.5)))).toBeLessThan(1e-11);
  });

  it('ends a long flight where many short ones end', () => {
    const [once, often] = [0, 0].map(() => spinning(createVec3(1, 2, 3), createVec3(1, -2, 0.5)));
    advanceSpatialBody(once, 40);
    for (let i = 0; i < 40; i++) advanceSpatialBody(often, 1);
    expect(once.pose.rotation.xy).toBeCloseTo(often.pose.rotation.xy, 11); // 100 rad, at 1e-13 rad each
  });

  it('at rest stays at rest', () => {
    const body = spinning(createVec3(1, 2, 3), createVec3());
    advanceSpatialBody(body, 3);
    expect(body.pose.rotation).toEqual(createMat3());
  });
});

/** v turned about the unit `axis` by `angle` [rad] (Rodrigues). */
function turnedAbout(axis: Vec3, angle: number, v: Vec3): Vec3 {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const along = (axis.x * v.x + axis.y * v.y + axis.z * v.z) * (1 - c);
  return createVec3(
    c * v.x + s * (axis.y * v.z - axis.z * v.y) + along * axis.x,
    c * v.y + s * (axis.z * v.x - axis.x * v.z) + along * axis.y,
    c * v.z + s * (axis.x * v.y - axis.y * v.x) + along * axis.z,
  );
}
