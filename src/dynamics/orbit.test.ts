import { describe, expect, it } from 'vitest';
import { createMat3, rotateTensor, rotationAboutAxis, transformVec3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { addScaledVec3, addVec3, createVec3, crossVec3, lengthVec3, normalizeVec3, subVec3 } from '../math/vec3.ts';
import { clohessyWiltshire, orbitAcceleration, orbitEnergy, orbitLoad, orbitTorque } from './orbit.ts';
import { createPlanarBody, createSpatialBody } from './rigid-body.ts';

const n = 0.3;
const start = { position: createVec3(2, -1, 0.5), velocity: createVec3(0.1, 0.2, -0.3) };

describe('Clohessy-Wiltshire frame', () => {
  it('finite differences: the closed form satisfies its own equations', () => {
    const h = 1e-4;
    for (const t of [0, 1, 5, 20]) {
      const [before, now, after] = [t - h, t, t + h].map((time) => clohessyWiltshire(start, n, time));
      const velocity = addScaledVec3(createVec3(), after.position, before.position, -1);
      for (const axis of ['x', 'y', 'z'] as const) expect(velocity[axis] / (2 * h)).toBeCloseTo(now.velocity[axis], 6);
      const change = subVec3(createVec3(), after.velocity, before.velocity);
      const expected = orbitAcceleration(createVec3(), { rate: n }, now);
      for (const axis of ['x', 'y', 'z'] as const) expect(change[axis] / (2 * h)).toBeCloseTo(expected[axis], 6);
    }
  });

  it('conserves the Jacobi integral', () => {
    const energy = orbitEnergy({ rate: n }, start);
    for (const t of [1, 7, 30])
      expect(orbitEnergy({ rate: n }, clohessyWiltshire(start, n, t))).toBeCloseTo(energy, 12);
  });

  it('to first order it is the relative motion of two bodies about a central one', () => {
    // a circular orbit of radius R and a neighbour at a distance of 1e-6 R, both integrated about the central body
    const [mu, radius] = [1, 1];
    const offset = createVec3(1e-6, -2e-6, 5e-7);
    const rate = Math.sqrt(mu / radius ** 3);
    const inertial = (x: ReturnType<typeof createVec3>, v: ReturnType<typeof createVec3>, t: number) => {
      const h = t / 20000;
      const at = { position: { ...x }, velocity: { ...v } };
      for (let k = 0; k < 20000; k++) {
        addScaledVec3(at.position, at.position, at.velocity, 0.5 * h);
        addScaledVec3(at.velocity, at.velocity, orbitAcceleration(createVec3(), { mu }, at), h);
        addScaledVec3(at.position, at.position, at.velocity, 0.5 * h);
      }
      return at.position;
    };
    const t = 1.5;
    const center = createVec3(radius, 0, 0);
    const circular = createVec3(0, rate * radius, 0);
    const angularVelocity = createVec3(0, 0, rate);
    const other = addVec3(createVec3(), center, offset);
    const velocity = addVec3(createVec3(), circular, crossVec3(createVec3(), angularVelocity, offset));
    const relative = subVec3(createVec3(), inertial(other, velocity, t), inertial(center, circular, t));
    const back = rotationAboutAxis(createMat3(), createVec3(0, 0, 1), -rate * t);
    const found = transformVec3(createVec3(), back, relative);
    const { position } = clohessyWiltshire({ position: offset, velocity: createVec3() }, rate, t);
    // the next order is offset²/R = 4e-12
    expect(lengthVec3(subVec3(createVec3(), found, position))).toBeLessThan(5e-11);
  });
});

describe('torques in orbit', () => {
  it('property: the angular momentum in inertial space is constant except for the gravity gradient', () => {
    const { next: random } = createRandom(5);
    const vector = () => createVec3(random() - 0.5, random() - 0.5, random() - 0.5);
    const omega = createVec3(0, 0, n);
    for (let k = 0; k < 50; k++) {
      const rotation = rotationAboutAxis(createMat3(), normalizeVec3(createVec3(), vector()), 6 * random());
      const inertia = rotateTensor(createMat3(), rotation, createMat3(1, 2, 2.5));
      const body = createSpatialBody(createPose([3, 0, 0]), 2, inertia, createVec3(), vector());
      const torque = orbitTorque(createVec3(), { rate: n }, body);
      // I ω' + ω × I ω = torque relative to the axes; then d/dt of L = I(ω + Ω) in inertial axes is 3n² x × I x
      const times = (v: ReturnType<typeof createVec3>) => transformVec3(createVec3(), inertia, v);
      const w = body.angularVelocity;
      // rate of I(ω + Ω) in the rotating axes: torque + [ω×I - I ω×] Ω, then + Ω × L
      const sum = times(addVec3(createVec3(), w, omega));
      const change = { ...torque };
      addVec3(change, change, crossVec3(createVec3(), w, times(omega)));
      subVec3(change, change, times(crossVec3(createVec3(), w, omega)));
      addVec3(change, change, crossVec3(createVec3(), omega, sum));
      const x = createVec3(1, 0, 0);
      const gradient = crossVec3(createVec3(), x, times(x));
      for (const axis of ['x', 'y', 'z'] as const) expect(change[axis]).toBeCloseTo(3 * n * n * gradient[axis], 12);
    }
  });

  it('a planar body has none', () => {
    const body = createPlanarBody(createPose([1, 2]), 1, 1, createVec3(), 0.5);
    expect(orbitTorque(createVec3(), { rate: n }, body)).toEqual(createVec3());
  });

  it('central gravity attracts with mu m/r² towards the centre', () => {
    const body = createSpatialBody(createPose([0, 5, 0]), 3, createMat3(), createVec3(), createVec3());
    const { force, torque } = orbitLoad({ mu: 50, center: createVec3(0, 1, 0) }, body, 0.1);
    expect(force.y).toBeCloseTo((-50 * 3) / 16, 12);
    expect(lengthVec3(torque)).toBeCloseTo(0, 12);
  });
});
