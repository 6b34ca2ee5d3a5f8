import { describe, expect, it } from 'vitest';
import { createLedger, measureLedger } from '../dynamics/ledger.ts';
import { createSpatialBody, type SpatialBody } from '../dynamics/rigid-body.ts';
import { createMat3, rotateTensor } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { addScaledVec3, addVec3, createVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { isFaceContact, resolveFaceImpact } from './face-impact.ts';
import { normalSpeed } from './impulse.ts';
import { createMaterial, type Material } from './material.ts';
import type { PairContact } from './pair-contact.ts';
import { respond } from './respond.ts';

const UP = createVec3(0, 0, 1);
const INFINITE = Number.POSITIVE_INFINITY;
const ground = () =>
  createSpatialBody(createPose(), INFINITE, createMat3(INFINITE, INFINITE, INFINITE), createVec3(), createVec3());

/** A box of 1 kg on the plane z = 0, and its corners there. */
function standingBox(halfExtents: readonly [number, number, number], velocity: Vec3, angularVelocity = createVec3()) {
  const [x, y, z] = halfExtents;
  const inertia = createMat3((y * y + z * z) / 3, (x * x + z * z) / 3, (x * x + y * y) / 3);
  const body = createSpatialBody(createPose([0, 0, z]), 1, inertia, velocity, angularVelocity);
  const corners = [-x, x].flatMap((i) => [-y, y].map((j) => createVec3(i, j, 0)));
  return { body, corners };
}

function faceContactOf(a: SpatialBody, b: SpatialBody, corners: readonly Vec3[], material: Material): PairContact[] {
  return corners.map((point) => ({ a, b, normal: UP, points: [{ pointA: point, pointB: point }], material }));
}

/** A body of any inertia over a face in the plane z = 0, with any linear and angular velocity. */
function anyBody(random: Random, height: number): SpatialBody {
  const three = (max: number) =>
    createVec3(random.between(-max, max), random.between(-max, max), random.between(-max, max));
  const [p, q, r] = [random.between(0.05, 1), random.between(0.05, 1), random.between(0.05, 1)];
  const rotation = createPose([0, 0, 0], [random.normal(), random.normal(), random.normal(), random.normal()]);
  const inertia = rotateTensor(createMat3(), rotation.rotation, createMat3(q + r, p + r, p + q));
  const pose = createPose([random.between(-0.3, 0.3), random.between(-0.3, 0.3), height]);
  return createSpatialBody(pose, random.between(0.5, 5), inertia, three(3), three(2));
}

function anyMaterial(random: Random): Material {
  const dynamicFriction = random.between(0, 1);
  const staticFriction = dynamicFriction + random.between(0, 0.5);
  return createMaterial({
    restitution: random.between(0, 1),
    frictionLaw: 'algebraic',
    staticFriction,
    dynamicFriction,
  });
}

describe('a box that lands flat and slides', () => {
  it.each([0, 0.4, 1])('loses μ (1 + e) of its falling speed, restitution %f, and stays flat', (restitution) => {
    const { body, corners } = standingBox([0.3, 0.2, 0.4], createVec3(2, 1, -1));
    const items = faceContactOf(ground(), body, corners, createMaterial({ restitution, staticFriction: 0.3 }));
    expect(isFaceContact(items)).toBe(true);
    expect(resolveFaceImpact(items)?.mode).toBe('slide');
    const left = 1 - (0.3 * (1 + restitution)) / Math.sqrt(5);
    expect(body.velocity.x).toBeCloseTo(2 * left, 14);
    expect(body.velocity.y).toBeCloseTo(left, 14);
    expect(body.velocity.z).toBeCloseTo(restitution, 14);
    expect(lengthVec3(body.angularVelocity)).toBeLessThan(1e-13);
  });

  it('stops without tilting if friction can stop it', () => {
    const { body, corners } = standingBox([0.3, 0.3, 0.3], createVec3(0.5, 0, -1));
    const impulses = resolveFaceImpact(faceContactOf(ground(), body, corners, createMaterial({ staticFriction: 0.9 })));
    expect(impulses?.mode).toBe('stick');
    for (const [part, expected] of [
      [body.velocity.x, 0],
      [body.velocity.z, 1],
      [lengthVec3(body.angularVelocity), 0],
    ]) {
      expect(part).toBeCloseTo(expected, 13);
    }
  });

  it('tumbles over its front edge when friction times height exceeds half its width', () => {
    const angularVelocityAfter = (height: number) => {
      const { body, corners } = standingBox([0.2, 0.3, height], createVec3(3, 0, -1));
      resolveFaceImpact(
        faceContactOf(ground(), body, corners, createMaterial({ restitution: 0, staticFriction: 0.5 })),
      );
      return body.angularVelocity.y;
    };
    expect(angularVelocityAfter(0.399)).toBeCloseTo(0, 13);
    expect(angularVelocityAfter(0.401)).toBeGreaterThan(1e-4);
  });

  it('and also rotates loses some of both speeds, all of both where it sticks', () => {
    const material = (staticFriction: number) => createMaterial({ restitution: 0, staticFriction });
    const landed = (friction: number) => {
      const { body, corners } = standingBox([0.3, 0.3, 0.1], createVec3(1, 0, -1), createVec3(0, 0, 4));
      resolveFaceImpact(faceContactOf(ground(), body, corners, material(friction)));
      expect(Math.abs(body.velocity.y) + Math.abs(body.angularVelocity.x)).toBeLessThan(1e-13);
      return [body.velocity.x, body.angularVelocity.z];
    };
    const [speed, angularVelocity] = landed(0.3);
    // both by the same fraction κ: κ² (1² + (M/ρ)²) = 0.3², M = 4 I, I = 0.06 kg m², ρ = 0.3 √2 m
    const fraction = 0.3 / Math.sqrt(1 + (4 * 0.06) ** 2 / 0.18);
    // friction at the bottom of the box moves its normal impulses forward slightly, and with them ρ
    expect(speed).toBeCloseTo(1 - fraction, 3);
    expect(angularVelocity).toBeCloseTo(4 * (1 - fraction), 2);
    for (const value of landed(2)) expect(value).toBeCloseTo(0, 13);
  });
});

describe('a face contact of any two bodies', () => {
  it('with one point gives the result of the algebraic law', () => {
    const random = createRandom(33);
    for (let run = 0; run < 300; run++) {
      const [a, b] = [anyBody(random, -0.5), anyBody(random, 0.5)];
      const point = createVec3(random.between(-0.4, 0.4), random.between(-0.4, 0.4), 0);
      const material = anyMaterial(random);
      const expected = respond({ pointA: point, pointB: point, normal: UP }, a, b, material);
      const impulses = resolveFaceImpact(faceContactOf(a, b, [point], material));
      expect(impulses?.mode ?? 'none').toBe(expected.mode);
      const rest = subVec3(createVec3(), impulses?.points[0] ?? createVec3(), expected.impulse);
      // the root for the sliding friction is found iteratively
      expect(lengthVec3(rest)).toBeLessThan(1e-12 * (1 + lengthVec3(expected.impulse)));
    }
  });

  it('conserves momentum, gains no energy, stays in the Coulomb cone and leaves no impacted point approaching', () => {
    const random = createRandom(34);
    const corners = [-0.4, 0.4].flatMap((x) => [-0.3, 0.3].map((y) => createVec3(x, y, 0)));
    let exact = 0;
    let impacted = 0;
    for (let run = 0; run < 1000; run++) {
      const [a, b] = [anyBody(random, -0.5), anyBody(random, 0.5)];
      const material = anyMaterial(random);
      const speeds = () => corners.map((point) => normalSpeed({ pointA: point, pointB: point, normal: UP }, a, b));
      const before = { ...measureLedger(createLedger(), [a, b]) };
      const [momentum, angularMomentum] = [{ ...before.momentum }, { ...before.angularMomentum }];
      const speedsBefore = speeds();
      const impulses = resolveFaceImpact(faceContactOf(a, b, corners, material));
      if (!impulses) continue;
      impacted++;
      const after = measureLedger(createLedger(), [a, b]);
      expect(lengthVec3(subVec3(createVec3(), after.momentum, momentum))).toBeLessThan(1e-13 * 20);
      expect(lengthVec3(subVec3(createVec3(), after.angularMomentum, angularMomentum))).toBeLessThan(1e-13 * 20);
      expect(after.kineticEnergy).toBeLessThan(before.kineticEnergy * (1 + 1e-12));
      const total = impulses.points.reduce((sum, impulse) => addVec3(sum, sum, impulse), createVec3());
      const friction = lengthVec3(addScaledVec3(createVec3(), total, UP, -dotVec3(total, UP)));
      expect(friction).toBeLessThan(material.staticFriction * dotVec3(total, UP) + 1e-12);
      const speedsAfter = speeds();
      const isExact = impulses.points.every(
        (impulse, i) =>
          dotVec3(impulse, UP) < 1e-12 || Math.abs(speedsAfter[i] + material.restitution * speedsBefore[i]) < 1e-9,
      );
      if (isExact) exact++;
    }
    expect(impacted).toBeGreaterThan(500);
    // the rest: friction moves all normal impulses to one corner, which cannot transmit a moment about the normal
    expect(exact).toBeGreaterThan(0.97 * impacted);
  });
});
