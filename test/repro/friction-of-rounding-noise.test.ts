import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlanarBody, createSpatialBody, type RigidBody } from '../../src/dynamics/rigid-body.ts';
import { createMat3 } from '../../src/math/mat3.ts';
import { createPose } from '../../src/math/pose.ts';
import { createVec3, dotVec3, lengthVec3, normalizeVec3, type ReadonlyVec3, scaleVec3 } from '../../src/math/vec3.ts';
import { restingFriction } from '../../src/response/friction.ts';
import { createMaterial } from '../../src/response/material.ts';
import { resolveContacts } from '../../src/response/resolve-contacts.ts';
import { respond } from '../../src/response/respond.ts';

const immovable = () =>
  createPlanarBody(createPose([0, 0]), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, createVec3(), 0);
const rough = createMaterial({ frictionLaw: 'newton-coulomb', restitution: 0.5, staticFriction: 0.1 });

describe('an approach along the normal to machine precision', () => {
  it('has no sliding direction: newton-coulomb gives the frictionless impulse', () => {
    // off-centre, so that the impulse which stops all motion is outside the static cone
    const normal = normalizeVec3(createVec3(), createVec3(1, 3));
    const body = createPlanarBody(createPose([0.4, 0.1]), 2, 0.1, createVec3(-1, -3), 0);
    const contact = { pointA: createVec3(), pointB: createVec3(), normal };
    const hit = respond(contact, immovable(), body, rough);
    const smooth = respond(contact, immovable(), body, createMaterial({ restitution: 0.5 }));
    expect([hit.mode, hit.tangentImpulse]).toEqual(['frictionless', 0]);
    expect(hit.impulse).toEqual(smooth.impulse);
  });

  it('is judged by the velocities of the bodies, not by their difference', () => {
    // both bodies fast: the rounding of 1e6 m/s is far above that of the 1 m/s they approach with
    const normal = normalizeVec3(createVec3(), createVec3(1, 3));
    const speeds = [1e6 + 1, 1e6];
    const [a, b] = speeds.map((speed, i) =>
      createPlanarBody(createPose([i === 0 ? -0.4 : 0.4, 0.1]), 2, 0.1, scaleVec3(createVec3(), normal, speed), 0),
    );
    const hit = respond({ pointA: createVec3(), pointB: createVec3(), normal }, a, b, rough);
    expect(hit.tangentImpulse).toBe(0);
  });

  it('gives no friction in any direction, in 2-D and 3-D, for one contact and for several', () => {
    const integer = fc.integer({ min: -9, max: 9 });
    const check = fc.property(fc.tuple(integer, integer, integer), integer, integer, ([x, y, z], armX, armY) => {
      fc.pre(x * x + y * y + z * z > 0);
      const normal = normalizeVec3(createVec3(), createVec3(x, y, z));
      const arm = createVec3(armX / 16, armY / 16, 0.25);
      const body: RigidBody = createSpatialBody(
        { ...createPose([arm.x, arm.y, arm.z]) },
        2,
        createMat3(0.1, 0.2, 0.25),
        createVec3(-x, -y, -z),
        createVec3(),
      );
      const points = [{ pointA: createVec3(), pointB: createVec3() }];
      const hit = respond({ ...points[0], normal }, immovable(), body, rough);
      // sticking, where the static cone can, is a real impulse; what slides has nothing to slide along
      if (hit.mode === 'stick') return;
      expect(tangentOf(hit.impulse, normal)).toBeLessThan(1e-14 * lengthVec3(hit.impulse));
      const [pair] = resolveContacts([{ a: immovable(), b: body, normal, points, material: rough }], {
        repeat: false,
      }).pairs;
      expect(tangentOf(pair.impulse, normal)).toBeLessThan(1e-14 * lengthVec3(pair.impulse));
    });
    fc.assert(check, { seed: 12, numRuns: 500 });
  });

  it('that slides by more than rounding has the full friction of the law', () => {
    const normal = createVec3(0, 1);
    const body = createPlanarBody(createPose([0.4, 0.1]), 2, 0.1, createVec3(1e-9, -1), 0);
    const { tangentImpulse, normalImpulse, mode } = respond(
      { pointA: createVec3(), pointB: createVec3(), normal },
      immovable(),
      body,
      rough,
    );
    expect(mode).toBe('slide');
    expect(tangentImpulse / normalImpulse).toBeCloseTo(0.1, 14);
  });
});

describe('a body at rest with a force beyond the static limit', () => {
  it('has friction opposite to the force, not to a sliding velocity at rounding level', () => {
    const force = createVec3();
    const noise = createVec3(0, 1e-17);
    const material = { staticFriction: 0.5, dynamicFriction: 0.4 };
    expect(restingFriction(force, createVec3(6, 0), noise, 10, material, 1e-3)).toBe('slide');
    expect([force.x, Math.abs(force.y)]).toEqual([-4, 0]);
  });
});

function tangentOf(impulse: ReadonlyVec3, normal: ReadonlyVec3): number {
  const along = dotVec3(impulse, normal);
  return Math.hypot(impulse.x - along * normal.x, impulse.y - along * normal.y, impulse.z - along * normal.z);
}
