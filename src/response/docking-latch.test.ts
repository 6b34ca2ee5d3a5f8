import { describe, expect, it } from 'vitest';
import { createSpatialBody, type RigidBody } from '../dynamics/rigid-body.ts';
import { createMat3, multiplyMat3, rotationAboutAxis } from '../math/mat3.ts';
import { createPose, toWorld } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import {
  addScaledVec3,
  createVec3,
  crossVec3,
  dotVec3,
  normalizeVec3,
  type ReadonlyVec3,
  subVec3,
} from '../math/vec3.ts';
import { facingFrame } from './capture-envelope.ts';
import { type LatchLaw, type LatchRest, latchEnergy, latchForce, latchStretch, maxLatchStep } from './docking-latch.ts';
import { portState } from './docking-port.ts';
import { attenuationStroke, separationSpeed } from './latch-formulas.ts';

const law: LatchLaw = {
  stiffness: 300,
  damping: 0,
  angularStiffness: 40,
  angularDamping: 0,
  hooks: { count: 3, radius: 0.4, tolerance: 0.1, stiffness: 70, damping: 0 },
};
const rest: LatchRest = { length: 0.1, lengthRate: 0, roll: 0.2, closed: [true, false, true] };
const onA = { point: createVec3(0.5, 0.1, 0), frame: createMat3(), hasRoll: true };
const onB = { point: createVec3(-0.4, 0, 0.2), frame: facingFrame(createMat3()), hasRoll: true };

function port(given: typeof onA, body: RigidBody) {
  return portState(given, { ...body, center: body.pose.position });
}

function randomPair() {
  const { next: random } = createRandom(7);
  const vector = (scale: number) =>
    createVec3(scale * (random() - 0.5), scale * (random() - 0.5), scale * (random() - 0.5));
  const body = (position: ReadonlyVec3) => {
    const pose = createPose([position.x, position.y, position.z]);
    pose.rotation = rotationAboutAxis(createMat3(), normalizeVec3(createVec3(), vector(1)), 0.3);
    return createSpatialBody(pose, 10 + 5 * random(), createMat3(2, 3, 4), vector(1), vector(1));
  };
  return { a: body(createVec3()), b: body(createVec3(1, 0.1, 0)), vector };
}

/** The body displaced by a small motion of velocity v and angular velocity w over `s` [s]. */
function displaced(body: RigidBody, v: ReadonlyVec3, w: ReadonlyVec3, s: number): RigidBody {
  const pose = createPose();
  addScaledVec3(pose.position, body.pose.position, v, s);
  const size = Math.sqrt(dotVec3(w, w));
  const turn = rotationAboutAxis(createMat3(), normalizeVec3(createVec3(), w), size * s);
  pose.rotation = multiplyMat3(createMat3(), turn, body.pose.rotation);
  return { ...body, pose };
}

function energyOf(a: RigidBody, b: RigidBody): number {
  return latchEnergy(law, rest, latchStretch(law, rest, port(onA, a), port(onB, b)));
}

describe('soft-capture latch', () => {
  it('finite differences: force and torque are the gradient of the stored energy', () => {
    const { a, b, vector } = randomPair();
    const { point, force, torque } = latchForce(law, rest, a, port(onA, a), b, port(onB, b), 0);
    for (let k = 0; k < 20; k++) {
      const [va, wa, vb, wb] = [vector(1), vector(1), vector(1), vector(1)];
      const s = 1e-5;
      const slope =
        (energyOf(displaced(a, va, wa, s), displaced(b, vb, wb, s)) -
          energyOf(displaced(a, va, wa, -s), displaced(b, vb, wb, -s))) /
        (2 * s);
      const arm = (body: RigidBody) => subVec3(createVec3(), point, body.pose.position);
      const velocity = (v: ReadonlyVec3, w: ReadonlyVec3, body: RigidBody) =>
        addScaledVec3(createVec3(), v, crossVec3(createVec3(), w, arm(body)), 1);
      const relative = subVec3(createVec3(), velocity(vb, wb, b), velocity(va, wa, a));
      const power = dotVec3(force, relative) + dotVec3(torque, subVec3(createVec3(), wb, wa));
      // central differences of second order with rounding at 1e-16/1e-5
      expect(Math.abs(slope + power)).toBeLessThan(1e-6 * Math.max(1, Math.abs(power)));
    }
  });

  it('dampers never give energy to the bodies, however long the step', () => {
    const damped = {
      ...law,
      damping: 50,
      angularDamping: 9,
      hooks: { ...(law.hooks as object), damping: 30 },
    } as LatchLaw;
    const { a, b } = randomPair();
    const portA = port(onA, a);
    const portB = port(onB, b);
    const power = (h: number) => {
      const at = (with_: LatchLaw) => latchForce(with_, rest, a, portA, b, portB, h);
      const [full, springs] = [at({ ...damped, stiffness: 0, angularStiffness: 0, hooks: undefined }), 0];
      const relative = subVec3(createVec3(), portB.velocity, portA.velocity);
      expect(springs).toBe(0);
      // velocity of A at the point of B
      const gap = subVec3(createVec3(), portB.position, portA.position);
      addScaledVec3(relative, relative, crossVec3(createVec3(), a.angularVelocity, gap), -1);
      return (
        dotVec3(full.force, relative) +
        dotVec3(full.torque, subVec3(createVec3(), b.angularVelocity, a.angularVelocity))
      );
    };
    for (const h of [0, 1e-3, 0.1, 10, 1e4]) expect(power(h)).toBeLessThan(0);
    // the impulse of a long step stops the bodies and does not reverse them: it is bounded
    expect(Math.abs(1e4 * power(1e4))).toBeLessThan(1e3);
  });

  it('aligned ports at the rest length are at rest', () => {
    const a = createSpatialBody(createPose(), 1, createMat3(), createVec3(), createVec3());
    const place = toWorld(createVec3(), createPose(), createVec3(0.5 + 0.1 + 0.4, 0.1, -0.2));
    const b = createSpatialBody(createPose([place.x, place.y, place.z]), 1, createMat3(), createVec3(), createVec3());
    const aligned = { ...rest, roll: 0 };
    const { force, torque } = latchForce(law, { ...aligned, closed: [] }, a, port(onA, a), b, port(onB, b), 0.01);
    for (const { x, y, z } of [force, torque]) expect(Math.hypot(x, y, z)).toBeLessThan(1e-13);
  });

  it('the largest step is that of a point mass on a spring or shorter', () => {
    const a = createSpatialBody(createPose(), Number.POSITIVE_INFINITY, createMat3(), createVec3(), createVec3());
    const b = createSpatialBody(createPose(), 4, createMat3(1e9, 1e9, 1e9), createVec3(), createVec3());
    const spring = { ...law, angularStiffness: 0, hooks: undefined, stiffness: 400 };
    expect(maxLatchStep(spring, a, b, createVec3())).toBeLessThanOrEqual(2 / Math.sqrt(400 / 4));
    expect(maxLatchStep(spring, a, b, createVec3())).toBeGreaterThan(1 / Math.sqrt(400 / 4));
  });
});

describe('closed forms of capture and undocking', () => {
  /** Maximum of the solution of m x'' + c x' + k x = 0, x(0) = 0, x'(0) = v, by small steps of fourth order. */
  function strokeBySteps(v: number, m: number, k: number, c: number): number {
    const h = 1e-4 * Math.sqrt(m / k);
    const f = (x: number, u: number) => -(k * x + c * u) / m;
    let [x, u] = [0, v];
    for (let i = 0; u > 0 && i < 1e6; i++) {
      const [a1, b1] = [u, f(x, u)];
      const [a2, b2] = [u + 0.5 * h * b1, f(x + 0.5 * h * a1, u + 0.5 * h * b1)];
      const [a3, b3] = [u + 0.5 * h * b2, f(x + 0.5 * h * a2, u + 0.5 * h * b2)];
      const [a4, b4] = [u + h * b3, f(x + h * a3, u + h * b3)];
      x += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
      u += (h / 6) * (b1 + 2 * b2 + 2 * b3 + b4);
    }
    return x;
  }

  it.each([0, 0.1, 0.7, 0.9999, 1, 1.0001, 1.004, 1.5, 4])(
    'the stroke at the damping ratio %f agrees with an integration',
    (zeta) => {
      const [v, m, k] = [0.3, 75, 400];
      const c = 2 * zeta * Math.sqrt(k * m);
      // the maximum is found to half a step, where the speed is nearly zero
      expect(attenuationStroke(v, m, k, c) / strokeBySteps(v, m, k, c)).toBeCloseTo(1, 7);
    },
  );

  it('a spring of 2 J accelerates 1 kg to 2 m/s', () => {
    expect(separationSpeed(2, 1)).toBe(2);
  });
});
