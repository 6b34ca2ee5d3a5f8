import { describe, expect, it } from 'vitest';
import { createLedger, measureLedger } from '../dynamics/ledger.ts';
import { createPlanarBody } from '../dynamics/rigid-body.ts';
import { createMat3, mat3FromRows } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { contactImpulse, createContactImpulse, restingFriction } from './friction.ts';
import { createMaterial, FRICTION_LAWS, type FrictionLaw } from './material.ts';
import { applyResponse, respond } from './respond.ts';

const degree = Math.PI / 180;
const immovable = () =>
  createPlanarBody(createPose([0, 0]), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, createVec3(), 0);

/**
 * A slender rod (1 kg, 1 m) inclined to the floor touches with its trailing end; it moves without rotation, at an angle
 * to the normal.
 */
function rodEnergyRatio(law: FrictionLaw, inclined: number, off: number, friction: number) {
  const floor = immovable();
  const [c, s] = [Math.cos(inclined), Math.sin(inclined)];
  // moving to +x and down, so the end at -x trails; the centre is half a metre up the rod
  const velocity = createVec3(Math.sin(off), -Math.cos(off));
  const rod = createPlanarBody(createPose([0.5 * c, 0.5 * s]), 1, 1 / 12, velocity, 0);
  const contact = { pointA: createVec3(), pointB: createVec3(), normal: createVec3(0, 1) };
  const response = respond(contact, floor, rod, createMaterial({ frictionLaw: law, staticFriction: friction }));
  applyResponse(response, floor, rod);
  return { ratio: measureLedger(createLedger(), [rod]).kineticEnergy / 0.5, response };
}

describe('the slender rod [CP13-3.3]', () => {
  it('gains a factor of 1.184 in energy by the newton-coulomb law, which reports it', () => {
    const { ratio, response } = rodEnergyRatio('newton-coulomb', 52 * degree, 27 * degree, 1);
    expect(ratio).toBeCloseTo(1.184, 3);
    expect(response.energyIncreased).toBe(true);
    expect(response.work).toBeCloseTo(0.5 * (ratio - 1), 14);
  });

  it('never gains energy by the algebraic law, at any inclination, direction and friction', () => {
    let max = 0;
    for (let inclined = 2; inclined < 90; inclined += 4) {
      for (let off = -88; off < 90; off += 4) {
        for (const friction of [0.1, 0.5, 1, 3]) {
          const { ratio } = rodEnergyRatio('algebraic', inclined * degree, off * degree, friction);
          max = Math.max(max, ratio);
        }
      }
    }
    expect(max).toBeLessThan(1 + 1e-14); // rounding of a sum of three squares
    expect(rodEnergyRatio('algebraic', 52 * degree, 27 * degree, 1).response.energyIncreased).toBe(false);
  });
});

describe('an impulse at a contact', () => {
  it('is the frictionless one when the friction is zero, by every law', () => {
    const k = { ...createMat3(2, 3, 1), xy: 0.5, yx: 0.5 };
    const normal = createVec3(0, 1);
    const w = createVec3(1, -2);
    for (const frictionLaw of FRICTION_LAWS) {
      const material = createMaterial({ restitution: 0.5, frictionLaw });
      const { impulse } = contactImpulse(createContactImpulse(), k, normal, w, material);
      expect(impulse.x).toBeCloseTo(0, 15);
      expect(impulse.y).toBeCloseTo(1, 15); // 1.5 · 2 / 3
    }
  });

  it('is zero for separating bodies and between two immovable ones', () => {
    const material = createMaterial({ staticFriction: 0.5 });
    const normal = createVec3(1);
    const separation = contactImpulse(createContactImpulse(), createMat3(), normal, createVec3(1, 1), material);
    const rigid = contactImpulse(createContactImpulse(), createMat3(0, 0, 0), normal, createVec3(-1, 1), material);
    for (const answer of [separation, rigid]) expect(answer).toEqual(createContactImpulse());
  });

  it('by newton-coulomb may not exist in 3-D: the law reports it, and the algebraic result is used', () => {
    // the friction of a sliding contact would increase the approach faster than the normal impulse reduces it: nᵀK(n - μ t) = -2
    const k = mat3FromRows([
      [5, 5, 3],
      [5, 6, 4],
      [3, 4, 3],
    ]);
    const [normal, w] = [createVec3(0, 0, 1), createVec3(3, 4, -1)];
    const answer = (frictionLaw: FrictionLaw) => {
      const material = createMaterial({ restitution: 0, staticFriction: 1, frictionLaw });
      return contactImpulse(createContactImpulse(), k, normal, w, material);
    };
    expect(answer('newton-coulomb')).toEqual({ ...answer('algebraic'), mode: 'undefined' });
    expect(answer('algebraic').mode).toBe('slide');
  });

  it('keeps its guarantees where a direction has no freedom: a wheel on a fixed axle hits a wall', () => {
    const wheel = createPlanarBody(createPose([-0.8, 0.6]), Number.POSITIVE_INFINITY, 0.5, createVec3(), 3);
    const contact = { pointA: createVec3(), pointB: createVec3(), normal: createVec3(0, 1) };
    const response = respond(contact, wheel, immovable(), createMaterial({ restitution: 0.5, staticFriction: 0.3 }));
    // one degree of freedom: the wheel rotates back at half its angular velocity, with any friction
    expect(response.angularVelocityA.z).toBeCloseTo(-1.5, 14);
    expect(response.work).toBeCloseTo(0.5 * 0.5 * (1.5 ** 2 - 3 ** 2), 14);
  });
});

describe('resting friction as a force [CP13-3.3]', () => {
  const material = { staticFriction: 0.5, dynamicFriction: 0.4 };
  const force = createVec3();
  const rest = createVec3();

  it('holds a body as long as the static cone allows', () => {
    expect(restingFriction(force, createVec3(3, -4), rest, 10, material, 1e-3)).toBe('stick');
    expect(force).toEqual(createVec3(-3, 4, -0));
  });

  it('changes to the dynamic friction, opposite to the impending motion', () => {
    expect(restingFriction(force, createVec3(6, 0), rest, 10, material, 1e-3)).toBe('slide');
    expect(force.x).toBe(-4);
  });

  it('opposes the motion once the body slides, whatever the external force', () => {
    expect(restingFriction(force, createVec3(0, 1), createVec3(0.5, 0), 10, material, 1e-3)).toBe('slide');
    expect([force.x, Math.abs(force.y)]).toEqual([-4, 0]);
  });
});
