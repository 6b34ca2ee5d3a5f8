import { describe, expect, it } from 'vitest';
import { createPose } from '../../math/pose.ts';
import { createRandom } from '../../math/random.ts';
import { createHertzContact, createJkrContact } from '../../response/contact-laws.ts';
import { createSpringDamper } from '../../response/penalty.ts';
import { createBox } from '../../shapes/box.ts';
import { createCapsule } from '../../shapes/capsule.ts';
import { createCone } from '../../shapes/cone.ts';
import { createCylinder } from '../../shapes/cylinder.ts';
import { createEllipsoid } from '../../shapes/ellipsoid.ts';
import { createHalfspace } from '../../shapes/halfspace.ts';
import { createHull } from '../../shapes/hull/create-hull.ts';
import { createPoint } from '../../shapes/point.ts';
import { createPolygon } from '../../shapes/polygon.ts';
import { createSegment } from '../../shapes/segment.ts';
import type { Shape } from '../../shapes/shape.ts';
import { createSphere } from '../../shapes/sphere.ts';

import type { CollisionBlockInputs, CollisionBlockOutputs } from './block-io.ts';
import type { CollisionBlockParams } from './block-params.ts';
import { inputsFromNumbers, portComponents, portNumbers } from './block-ports.ts';
import { createCollisionBlock } from './create-collision-block.ts';

const UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // biome-ignore format: a matrix
const TENSOR = [[2, 0.1, 0.2], [0.1, 3, 0.3], [0.2, 0.3, 4]]; // biome-ignore format: a matrix
const random = createRandom(16);
const vector = (size: number) => [0, 1, 2].map(() => random.between(-size, size));
const rotationOf = () => {
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = createPose([0, 0, 0], [random.between(0.5, 1), ...vector(1)]).rotation;
  return [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]]; // biome-ignore format: a matrix
};
const state = (x: number[], v: number[] = [0, 0, 0], w: number[] = [0, 0, 0]) => [...x, ...v, ...w];
const times = (m: readonly (readonly number[])[], v: readonly number[]) =>
  m.map((row) => row.reduce((sum, a, i) => sum + a * v[i], 0));
const cross = (a: number[], b: number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const minus = (a: readonly number[], b: readonly number[]) => a.map((value, i) => value - b[i]);
const expectNear = (got: readonly number[], wanted: readonly number[], digits = 12) => {
  for (const [i, value] of got.entries()) expect(value).toBeCloseTo(wanted[i], digits);
};
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0);

describe('the collision block in space', () => {
  it('oblique impacts with full tensors conserve momentum, obey restitution and stay in the friction cone', () => {
    const block = createCollisionBlock({
      dimension: 3, shape_A: createBox([0.5, 0.4, 0.3]), shape_B: createSphere(0.5), m_A: 2, m_B: 3, I_A: TENSOR, I_B: 0.4,
      e: 0.7, frictionLaw: 'algebraic', mu_s: 0.3, mu_d: 0.3, tolCollision: 1e-2,
    }); // biome-ignore format: parameters
    let collisions = 0;
    for (let k = 0; k < 200; k++) {
      const direction = vector(1);
      const R_A = rotationOf();
      const near = block.step({
        Xcm_A: state([0, 0, 0]),
        R_A,
        Xcm_B: state(direction.map((d) => (3 * d) / Math.hypot(...direction))),
        R_B: UNIT,
      });
      // B is moved along the normal to a gap of 1 mm
      const at = minus([3, 3, 3].map((r, i) => (r * direction[i]) / Math.hypot(...direction)), near.n_cB.map((n) => -n * (near.gap - 1e-3))); // biome-ignore format: a position
      const [vA, wA, vB, wB] = [vector(1), vector(1), vector(1), vector(1)];
      const out = block.step({ Xcm_A: state([0, 0, 0], vA, wA), R_A, Xcm_B: state(at, vB, wB), R_B: UNIT });
      const { before, after } = out.ledger;
      for (let i = 0; i < 3; i++) {
        expect(after.P[i]).toBeCloseTo(before.P[i], 12);
        expect(after.L[i]).toBeCloseTo(before.L[i], 12);
      }
      expect(after.E).toBeLessThan(before.E + 1e-12);
      if (out.collision === 0) {
        expect(['none', 'separate']).toContain(out.mode);
        continue;
      }
      collisions++;
      const point = out.Q_A.map((q, i) => (q + out.Q_B[i]) / 2);
      const speed = (V: number[], W: number[]) => {
        const atA = cross(W.slice(0, 3), point).map((w, i) => V[i] + w);
        const atB = cross(W.slice(3), minus(point, at)).map((w, i) => V[3 + i] + w);
        return dot(minus(atA, atB), out.n_cB);
      };
      expect(speed(out.Vcm_c, out.Wcm_c)).toBeCloseTo(-0.7 * speed([...vA, ...vB], [...wA, ...wB]), 10);
      expect(Math.hypot(...out.jt)).toBeLessThan(0.3 * out.j * (1 + 1e-12));
      // the impulse changes the velocity of A by J/m, and its angular velocity by I⁻¹ (r × J)
      const J = out.n_cB.map((n, i) => out.j * n + out.jt[i]);
      expectNear(
        minus(out.Vcm_An, vA),
        J.map((impulse) => impulse / 2),
      );
      const change = minus(out.Wcm_An, wA);
      const transposed = R_A.map((_, i) => R_A.map((row) => row[i]));
      const angular = times(R_A, times(TENSOR, times(transposed, change)));
      expectNear(angular, cross(point, J), 11);
    }
    expect(collisions).toBeGreaterThan(50);
  });

  it('the gap is continuous through a contact and decreases at the closing speed, for any features', () => {
    const shape = createBox([0.5, 0.4, 0.3]);
    const block = createCollisionBlock({
      dimension: 3,
      shape_A: shape,
      shape_B: createCylinder(0.3, 0.5),
      tolCollision: 1e-6,
      e: 0,
    });
    for (let k = 0; k < 50; k++) {
      const [R_A, R_B, vA, vB] = [rotationOf(), rotationOf(), vector(1), vector(1)];
      const at = vector(1).map((d) => 1.5 * Math.sign(d));
      const step = 1e-6;
      const sample = (t: number) =>
        block.step({ Xcm_A: state(vA.map((v) => v * t), vA), R_A, Xcm_B: state(at.map((x, i) => x + vB[i] * t), vB), R_B }); // biome-ignore format: one call
      const rate = (sample(step).gap - sample(-step).gap) / (2 * step);
      expect(sample(0).closingSpeed).toBeCloseTo(-rate, 4);
    }
  });

  it('predicts the time to contact, never late, up to the horizon', () => {
    const ball = createSphere(0.5);
    const block = createCollisionBlock({ dimension: 3, shape_A: ball, shape_B: ball, horizon: 3, tolCollision: 0.01 });
    const at = (x: number, v: number) =>
      block.step({ Xcm_A: state([0, 0, 0], [v, 0, 0]), R_A: UNIT, Xcm_B: state([x, 0, 0]), R_B: UNIT }).timeToContact;
    expect(at(3, 1)).toBeCloseTo(1.99, 7);
    expect(at(3, 1)).toBeLessThanOrEqual(1.99 + 1e-12);
    expect([at(3, -1), at(30, 1), at(3, 0), at(1.005, -1)]).toEqual([3, 3, 3, 3]);
    // after the impulse of this sample the bodies separate
    expect(at(1.005, 1)).toBe(3);
  });

  it('three docked bodies move as one: the composite has the velocities of all momenta, and collides as one', () => {
    const ball = createSphere(0.5);
    const masses = [2, 3, 4];
    const bodies = ['A', 'B', 'C', 'D'];
    const params = { dimension: 3, bodies, shape_A: ball, shape_B: ball, shape_C: ball, shape_D: ball, m_A: 2, m_B: 3, m_C: 4, I_A: TENSOR, I_B: 0.3, I_C: 0.4, sens_A: [0.5, 0, 0], sens_B: [[-0.5, 0, 0], [0.5, 0, 0]], sens_C: [-0.5, 0, 0], e: 1 } as const; // biome-ignore format: parameters
    const block = createCollisionBlock(params);
    const positions = [[0, 0, 0], [1.0001, 0, 0], [2.0002, 0, 0], [9, 0, 0]]; // biome-ignore format: positions
    const [velocities, rates] = [bodies.map(() => vector(1)), bodies.map(() => vector(1))];
    const inputs = (v = velocities, w = rates, at = positions) => Object.fromEntries(
      bodies.flatMap((name, i) => [[`Xcm_${name}`, state(at[i], v[i], w[i])], [`R_${name}`, UNIT]]),
    ); // biome-ignore format: a table
    const out = block.step(inputs());
    expect([out['docking_A_B'], out['docking_B_C'], out['docking_A_C'], out['docking']]).toEqual([1, 1, 0, 1]);
    const after = out['Vcm_c'] as number[];
    const omega = out['Wcm_c'] as number[];
    for (const i of [1, 2]) {
      expectNear(omega.slice(3 * i, 3 * i + 3), omega.slice(0, 3));
      const carried = cross(omega.slice(0, 3), minus(positions[i], positions[0])).map((w, k) => w + after[k]);
      expectNear(after.slice(3 * i, 3 * i + 3), carried);
    }
    const { ledger } = out as unknown as CollisionBlockOutputs;
    expectNear(ledger.after.P, ledger.before.P, 12);
    expectNear(ledger.after.L, ledger.before.L, 11);
    expect(ledger.after.E).toBeLessThan(ledger.before.E);
    // D hits the docked row head on: an elastic impact of 1 kg on 9 kg
    const still = bodies.map(() => [0, 0, 0]);
    const hit = block.step(
      inputs([...still.slice(0, 3), [-1, 0, 0]], still, [...positions.slice(0, 3), [3.0003, 0, 0]]),
    );
    const mass = masses.reduce((sum, m) => sum + m, 0);
    expect((hit['Vcm_c'] as number[])[0]).toBeCloseTo(-2 / (mass + 1), 12);
    expect((hit['Vcm_c'] as number[])[9]).toBeCloseTo(-(1 - mass) / (1 + mass), 12);
    expect(hit['collision_C_D']).toBe(1);
  });

  it('a chain of pins holds every joint, conserves momentum and leaves the relative rotations free', () => {
    const ball = createSphere(0.5);
    const block = createCollisionBlock({ dimension: 3, bodies: ['A', 'B', 'C'], shape_A: ball, shape_B: ball, shape_C: ball, m_B: 1e-3, sens_A: [0.5, 0, 0], sens_B: [[-0.5, 0, 0], [0.5, 0, 0]], sens_C: [-0.5, 0, 0], dockMode: 'pin' }); // biome-ignore format: parameters
    const [v, w] = [[0, 1, 2].map(() => vector(1)), [0, 1, 2].map(() => vector(1))];
    const inputs = Object.fromEntries(['A', 'B', 'C'].flatMap((name, i) => [[`Xcm_${name}`, state([i, 0, 0], v[i], w[i])], [`R_${name}`, UNIT]])); // biome-ignore format: a table
    const out = block.step(inputs);
    const [V, W] = [out['Vcm_c'] as number[], out['Wcm_c'] as number[]];
    const velocityAt = (i: number, x: number) =>
      cross(W.slice(3 * i, 3 * i + 3), [x - i, 0, 0]).map((s, k) => s + V[3 * i + k]);
    expectNear(velocityAt(0, 0.5), velocityAt(1, 0.5));
    expectNear(velocityAt(1, 1.5), velocityAt(2, 1.5));
    expect(W[0]).toBeCloseTo(w[0][0], 14);
    const { ledger } = out as unknown as CollisionBlockOutputs;
    expectNear(ledger.after.P, ledger.before.P, 12);
    expectNear(ledger.after.L, ledger.before.L, 12);
  });

  it('a saved state restores the latches: the same bits follow, also in another block', () => {
    const ball = createSphere(0.5);
    const params = { dimension: 3, shape_A: ball, shape_B: ball, sens_A: [0.5, 0, 0], sens_B: [-0.5, 0, 0], maxDockSpeed: 0.1, collisionFlag: 'latch' } as const; // biome-ignore format: parameters
    const sample = (x: number, v: number) => ({
      Xcm_A: state([0, 0, 0], [v, 0, 0], [0.1, 0.2, 0.3]),
      R_A: UNIT,
      Xcm_B: state([x, 0.01, 0]),
      R_B: UNIT,
    });
    const block = createCollisionBlock(params);
    block.step(sample(1, 1));
    block.step(sample(1, 0.01));
    const saved = JSON.parse(JSON.stringify(block.state()));
    const next = JSON.stringify(block.step(sample(1.1, 0.02)));
    block.restore(saved);
    expect(JSON.stringify(block.step(sample(1.1, 0.02)))).toBe(next);
    const other = createCollisionBlock(params);
    other.restore(saved);
    expect(JSON.stringify(other.step(sample(1.1, 0.02)))).toBe(next);
    expect(() => other.restore({ version: 1, pairs: {} })).toThrow('state.pairs.A_B: must be an object');
    other.reset();
    expect(other.step(sample(1.1, 0.02))).toMatchObject({
      docking: 0,
      collision: 0,
      collisionCount: 0,
      dockError: null,
    });
  });

  it('a compliant contact without damping conserves energy; its law acts until the force is back at zero', () => {
    const contactLaw = createHertzContact({ modulus: 1e6, radius: 0.25 });
    const block = createCollisionBlock({
      dimension: 3,
      shape_A: createSphere(0.5),
      shape_B: createSphere(0.5),
      contactLaw,
    });
    let [x, v, counted] = [-1.001, 1, 0];
    const h = 1e-5;
    for (let k = 0; k < 20000 && (v > 0 || x > -1.001); k++) {
      // velocity Verlet of 1 kg against a fixed ball
      const sample = (at: number) =>
        block.step({ Xcm_A: state([at, 0, 0], [v, 0, 0]), R_A: UNIT, Xcm_B: state([0, 0, 0]), R_B: UNIT });
      v += 0.5 * h * sample(x).F_A[0];
      x += h * v;
      const out = sample(x);
      v += 0.5 * h * out.F_A[0];
      counted = out.collisionCount;
      expect(0.5 * v * v + out.storedEnergy).toBeCloseTo(0.5, 4);
      expect(out.Vcm_An).toEqual([expect.closeTo(v, 2), 0, 0]);
    }
    expect(v).toBeCloseTo(-1, 6);
    expect(counted).toBe(1);
  });

  it('an adhesive contact holds beyond the depth at which it began, and the block remembers that it did', () => {
    const contactLaw = createJkrContact({ modulus: 1e6, radius: 0.25, adhesion: 5 });
    const block = createCollisionBlock({
      dimension: 3,
      shape_A: createSphere(0.5),
      shape_B: createSphere(0.5),
      contactLaw,
    });
    const force = (gap: number) =>
      block.step({ Xcm_A: state([-1 - gap, 0, 0]), R_A: UNIT, Xcm_B: state([0, 0, 0]), R_B: UNIT }).f;
    expect(force(1e-5)).toBe(0);
    expect(force(-1e-4)).not.toBe(0);
    expect(force(1e-5)).toBeLessThan(0);
    block.reset();
    expect(force(1e-5)).toBe(0);
  });

  it('a compliant contact slides with Coulomb friction, and sticks below the slip speed', () => {
    const contactLaw = createSpringDamper({ stiffness: 1000 });
    const block = createCollisionBlock({ dimension: 3, shape_A: createBox([1, 1, 1]), shape_B: createHalfspace([0, 0, 1]), m_B: Number.POSITIVE_INFINITY, contactLaw, frictionLaw: 'algebraic', mu_s: 0.5, mu_d: 0.5, slipSpeed: 0.01 }); // biome-ignore format: parameters
    const at = (vx: number) =>
      block.step({ Xcm_A: state([0, 0, 0.99], [vx, 0, 0]), R_A: UNIT, Xcm_B: state([0, 0, 0]), R_B: UNIT });
    const fast = at(2);
    // four corners, each 1 cm deep; the force acts at half of that
    expect(fast.f).toBeCloseTo(4 * 10, 9);
    expect(fast.ft).toEqual([expect.closeTo(-20, 9), expect.closeTo(0, 9), expect.closeTo(0, 9)]);
    expect(fast.M_A[1]).toBeCloseTo(0.995 * 20, 9);
    expect([fast.mode, at(0.001).mode]).toEqual(['sliding', 'sticking']);
    expect(at(0.001).ft[0]).toBeCloseTo(-2, 9);
  });

  it('inertias as a number, as moments and as a tensor, and both names of the rotation, mean the same', () => {
    const cube = createBox([0.5, 0.5, 0.5]);
    const sample = (name: 'R' | 'Rbi'): CollisionBlockInputs => {
      const rotation: CollisionBlockInputs = name === 'R' ? { R_A: UNIT } : { Rbi_A: UNIT };
      return { ...rotation, Xcm_A: state([0, 0.3, 0.2], [1, 0, 0]), Xcm_B: state([1.0005, 0, 0]), R_B: UNIT };
    };
    const [first, ...others] = [
      2,
      [2, 2, 2],
      [
        [2, 0, 0],
        [0, 2, 0],
        [0, 0, 2],
      ],
    ].map(
      (
        I_A, // biome-ignore format: a matrix
      ) => JSON.stringify(createCollisionBlock({ dimension: 3, shape_A: cube, shape_B: cube, I_A }).step(sample('R'))),
    );
    for (const other of others) expect(other).toBe(first);
    expect(
      JSON.stringify(createCollisionBlock({ dimension: 3, shape_A: cube, shape_B: cube, I_A: 2 }).step(sample('Rbi'))),
    ).toBe(first);
  });

  it('all shapes of the pair table can meet', () => {
    const square = createPolygon([
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
    const spatial: Shape[] = [createPoint(), createSegment([0, 0, 0], [1, 0, 0]), createHalfspace([0, 0, 1]), createSphere(1), createCapsule(1, 1), createBox([1, 1, 1]), createCylinder(1, 1), createCone(1, 1), createEllipsoid([1, 2, 3]), createHull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])]; // biome-ignore format: shapes
    for (const shape_A of spatial) {
      for (const shape_B of spatial) {
        if (shape_A.kind === 'halfspace' && shape_B.kind === 'halfspace') continue;
        const block = createCollisionBlock({ dimension: 3, shape_A, shape_B, horizon: 1 });
        const near = { Xcm_A: state([0.1, 0.2, 0.3], [0, 0, 1]), R_A: UNIT, Xcm_B: state([0, 0, 0.31]), R_B: UNIT };
        expect(Object.keys(block.step(near)).length).toBeGreaterThan(30);
        expect(
          block.step({ ...near, Xcm_A: state([4, 4, shape_A.kind === 'halfspace' ? -9 : 9], [0, 0, -1]) }).gap,
        ).toBeGreaterThan(0);
      }
    }
    expect(() => createCollisionBlock({ dimension: 3, shape_A: square })).toThrow(
      'shape_A: must be a body of three dimensions',
    );
    expect(() => createCollisionBlock({ shape_A: createSphere(1) })).toThrow(
      'shape_A: must be a disc, polygon, point, segment or half-space',
    );
  });

  it('ports have the sizes of the values, in plane and space, with two bodies and with three', () => {
    const ball = createSphere(0.5);
    const disc = createPolygon([
      [-1, -1],
      [1, -1],
      [0, 1],
    ]);
    const blocks = [
      createCollisionBlock({ dimension: 3, bodies: ['A', 'B'], shape_A: ball, mesh_B: [[-1, 1, 0, 0], [-1, -1, 1, 0], [0, 0, 0, 1]], sens_A: [0, 0, 0], sens_B: [0, 0, 1], horizon: 1 }),
      createCollisionBlock({ dimension: 3, bodies: ['A', 'B', 'C'], shape_A: ball, shape_B: ball, shape_C: ball }),
      createCollisionBlock({ bodies: ['A', 'B'], shape_A: disc, shape_B: disc }),
    ]; // biome-ignore format: one block a line
    for (const block of blocks) {
      const given = block.ports.filter(({ direction, optional }) => direction === 'input' && !optional);
      const numbers = given.flatMap(({ name, size }) => {
        if (name.startsWith('Xcm')) return state([3 * given.findIndex((port) => port.name === name), 0, 0]);
        return UNIT.slice(0, size[0]).flatMap((row) => row.slice(0, size[1]));
      });
      const out = block.step(inputsFromNumbers(given, numbers));
      for (const port of block.ports.filter(({ direction }) => direction === 'output')) {
        const values = portNumbers(port, out);
        expect(values.length, port.name).toBe(portComponents(port).length);
        expect(values.every(Number.isFinite), port.name).toBe(true);
      }
      const names = block.ports.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      // every output is a port, or an object or null behind one
      const roots = new Set(names.map((name) => name.split('.')[0]));
      const hidden = Object.entries(out).filter(
        ([name, value]) => !roots.has(name) && value !== null && value !== false,
      );
      expect(hidden.map(([name]) => name)).toEqual([]);
    }
  });

  it('invalid parameters are named with their value and what was expected', () => {
    const create = (params: object) => () => createCollisionBlock(params as CollisionBlockParams);
    const ball = createSphere(1);
    expect(create({ dimension: 4 })).toThrow('dimension: must be 2 or 3, got 4');
    expect(create({ dimension: 3, I_A: [[1, 2, 0], [2, 1, 0], [0, 0, 1]] })).toThrow(/^I_A: must be a number above zero, three of them/); // biome-ignore format: a matrix
    expect(create({ dimension: 3, shape_A: ball, mesh_A: UNIT })).toThrow(
      'mesh_A: must not be given together with shape_A',
    );
    expect(create({ manifold: 'face' })).toThrow('manifold: must be one of two-point, single, got "face"');
    expect(create({ manipulator: ['C'] })).toThrow('manipulator: must be true, false or names of A, B, got ["C"]');
    expect(create({ bodies: ['A', 'B', 'A'] })).toThrow('bodies: must be different names, got "A" twice');
    expect(create({ pairs: [{ bodies: ['A', 'B'] }, { bodies: ['B', 'A'] }] })).toThrow(
      'pairs[1].bodies: must be a new pair',
    );
    expect(create({ m_C: 1 })).toThrow(/params\.m_C: is not a known key/);
    expect(create({ contactLaw: { kind: 'glue' } })).toThrow(/^contactLaw: must be a law made by/);
    expect(create({ mu_d: 0.5, mu_s: 0.1 })).toThrow('mu_s: must be finite and at least mu_d (0.5), got 0.1');
    const block = createCollisionBlock({ dimension: 3, shape_A: ball, shape_B: ball });
    const sample = { Xcm_A: state([0, 0, 0]), R_A: UNIT, Xcm_B: state([3, 0, 0]), R_B: UNIT };
    expect(() => block.step({ ...sample, R_A: [[1, 0], [0, 1]] })).toThrow('R_A: must be a 3 x 3 matrix'); // biome-ignore format: a matrix
    expect(() => block.step({ ...sample, R_A: [[1, 0, 0], [0, 1, 0], [0, 0, -1]] })).toThrow('R_A: must be a rotation matrix'); // biome-ignore format: a matrix
    expect(() => block.step({ ...sample, mesh_A: UNIT })).toThrow('mesh_A: must not be given, the block has shape_A');
    expect(() => block.step({ ...sample, Xcm_B: state([1e300, 0, 0], [1e300, 0, 0]) })).toThrow(
      /^inputs: must be in a range where .* is a finite number/,
    );
  });
});
