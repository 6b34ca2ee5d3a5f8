/** The slides' formulas as printed fail; the corrected ones hold. [CP13-6], errata E7 to E10 and E12 */
import { describe, expect, it } from 'vitest';
import { createLedger, measureLedger } from '../dynamics/ledger.ts';
import { createPlanarBody, createSpatialBody, type RigidBody } from '../dynamics/rigid-body.ts';
import { mat3FromRows, transformVec3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { addScaledVec3, createVec3, crossVec3, dotVec3, lengthVec3, subVec3 } from '../math/vec3.ts';
import { normalSpeed, relativeVelocity } from './impulse.ts';
import { createMaterial } from './material.ts';
import { applyResponse, respond } from './respond.ts';

const contact = { pointA: createVec3(), pointB: createVec3(), normal: createVec3(1) };

/** Two spheres of 1 kg that collide at 1 m/s each. */
const sphere = (x: number, v: number, mass = 1) => createPlanarBody(createPose([x, 0]), mass, 1, createVec3(v), 0);
const energyOf = (...bodies: RigidBody[]) => measureLedger(createLedger(), bodies).kineticEnergy;
const momentumOf = (...bodies: RigidBody[]) => measureLedger(createLedger(), bodies).momentum.x;

describe('E7: quantities conserved in a collision', () => {
  it.each([0, 0.5, 1])('momentum at any restitution; energy only when elastic (e = %d)', (restitution) => {
    const [a, b] = [sphere(-1, 1), sphere(1, -1)];
    applyResponse(respond(contact, a, b, createMaterial({ restitution })), a, b);
    expect(momentumOf(a, b)).toBe(0);
    expect(energyOf(a, b)).toBe(restitution ** 2); // of 1 J: both spheres leave with e times their speed
  });
});

describe('E8: the sign of the impulse', () => {
  it.each([1, -1])('as printed, with n = %d x, the spheres leave at 3 m/s with nine times the energy', (n) => {
    const [v1, v2] = [1, -1];
    const j = (-(1 + 1) * (v1 - v2) * n) / (1 + 1); // -(1 + e) v_r·n / (1/m1 + 1/m2)
    const [after1, after2] = [v1 - j * n, v2 + j * n];
    expect([after1, after2]).toEqual([3, -3]);
    expect((after1 ** 2 + after2 ** 2) / (v1 ** 2 + v2 ** 2)).toBe(9);
  });

  it('corrected, they swap their velocities and conserve the energy', () => {
    const [a, b] = [sphere(-1, 1), sphere(1, -1)];
    applyResponse(respond(contact, a, b, createMaterial()), a, b);
    expect([a.velocity.x, b.velocity.x]).toEqual([-1, 1]);
    expect(energyOf(a, b)).toBe(1);
  });
});

describe('E9: the velocity change of the second body depends on its own mass', () => {
  it("as printed, m1 (v2' - v2) = j loses momentum for unequal masses", () => {
    const [m1, m2, v1, v2] = [1, 4, 1, -1];
    const j = (2 * (v1 - v2)) / (1 / m1 + 1 / m2);
    expect(m1 * (v1 - j / m1) + m2 * (v2 + j / m1)).not.toBeCloseTo(m1 * v1 + m2 * v2, 1);
  });

  it('corrected, with m2, the momentum is conserved', () => {
    const [a, b] = [sphere(-1, 1, 1), sphere(1, -1, 4)];
    applyResponse(respond(contact, a, b, createMaterial()), a, b);
    expect(momentumOf(a, b)).toBeCloseTo(-3, 14);
    expect(energyOf(a, b)).toBeCloseTo(2.5, 14);
  });
});

describe('E10: the inertia is a tensor', () => {
  const inertia = mat3FromRows([
    [2, 0.5, 0],
    [0.5, 3, -0.4],
    [0, -0.4, 1],
  ]);
  const spatial = () => createSpatialBody(createPose([0, 0, 0]), 1, inertia, createVec3(1, 0, 0), createVec3());
  const wall = () =>
    createPlanarBody(createPose([0, 0]), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, createVec3(), 0);
  const point = createVec3(0.5, 0.7, -0.3);
  const hit = { pointA: point, pointB: point, normal: createVec3(1) };

  it.each([inertia.xx, inertia.yy, inertia.zz])(
    'as printed, dividing by one number (%d), the elastic impact does not give -e',
    (scalar) => {
      const rotation = crossVec3(createVec3(), point, hit.normal);
      const j = 2 / (1 + dotVec3(rotation, rotation) / scalar);
      // apply that impulse to the real body: v' = v - j n/m, I ω' = -r × j n
      const body = spatial();
      addScaledVec3(body.velocity, body.velocity, hit.normal, -j);
      addScaledVec3(body.angularVelocity, createVec3(), transformVec3(createVec3(), body.inverseInertia, rotation), -j);
      expect(Math.abs(normalSpeed(hit, body, wall()) - 1)).toBeGreaterThan(0.01);
      expect(Math.abs(energyOf(body) - 0.5)).toBeGreaterThan(0.003);
    },
  );

  it('corrected, with the inverse tensor, it reverses the normal speed and conserves the energy', () => {
    const [a, b] = [spatial(), wall()];
    expect(normalSpeed(hit, a, b)).toBe(-1);
    applyResponse(respond(hit, a, b, createMaterial()), a, b);
    expect(normalSpeed(hit, a, b)).toBeCloseTo(1, 14);
    expect(energyOf(a)).toBeCloseTo(0.5, 14);
  });
});

describe('E12: static friction', () => {
  /** A sphere falls on a floor at 45 degrees: tangential speed 1, normal speed -1, mu = 2. */
  const setUp = () => {
    const floor = createPlanarBody(
      createPose([0, -1]),
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      createVec3(),
      0,
    );
    const falling = createPlanarBody(createPose([0, 0.1]), 2, 0.5, createVec3(1, -1), 0);
    return { a: floor, b: falling, contact: { pointA: createVec3(), pointB: createVec3(), normal: createVec3(0, 1) } };
  };

  it('as printed, the static case (v_r = 0 and m v_r·t ≤ j_s) only ever applies a zero impulse', () => {
    const printed = (slidingSpeed: number, mass: number, staticLimit: number) =>
      slidingSpeed === 0 && mass * slidingSpeed <= staticLimit ? -mass * slidingSpeed : undefined;
    expect(printed(1, 2, 10)).toBeUndefined(); // sliding: the case does not apply, however rough the floor
    expect(printed(0, 2, 10)).toBe(-0); // not sliding: no velocity to stop
  });

  it('as printed, the body mass in place of the contact mass does not stop the sliding of an eccentric contact', () => {
    const { b } = setUp();
    const tangentChange = (impulse: number) => impulse * (1 / 2 + 0.1 ** 2 / 0.5);
    expect(b.velocity.x + tangentChange(-2 * b.velocity.x)).not.toBeCloseTo(0, 2);
  });

  it('corrected, the impulse that stops the sliding is applied when the static cone can supply it', () => {
    const { a, b, contact: floorContact } = setUp();
    const material = createMaterial({ restitution: 0, staticFriction: 2, dynamicFriction: 0.1 });
    const response = respond(floorContact, a, b, material);
    expect(response.mode).toBe('stick');
    expect(response.impulse.x).toBeCloseTo(-1 / 0.52, 14); // contact mass 1/(1/2 + 0.1²/0.5)
    applyResponse(response, a, b);
    const w = relativeVelocity(createVec3(), a, b, floorContact.pointA, floorContact.pointB);
    expect(lengthVec3(w)).toBeLessThan(1e-15);
  });

  it('corrected, on a smoother floor it slides: the dynamic cone, opposite to the motion', () => {
    const { a, b, contact: floorContact } = setUp();
    const material = createMaterial({ restitution: 0, staticFriction: 0.5, dynamicFriction: 0.25 });
    const response = respond(floorContact, a, b, material);
    expect(response.mode).toBe('slide');
    expect(lengthVec3(subVec3(createVec3(), response.impulse, createVec3(-0.5, 2)))).toBeLessThan(1e-15);
  });
});
