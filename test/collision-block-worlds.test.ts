/** The collision block, fed with the states of a world, gives the results of that world. */
import { describe, expect, it } from 'vitest';
import { mat3FromRows, type ReadonlyMat3 } from '../src/math/mat3.ts';
import { createPose } from '../src/math/pose.ts';
import { createRandom } from '../src/math/random.ts';
import { createHertzContact } from '../src/response/contact-laws.ts';
import type { Material } from '../src/response/material.ts';
import { createSpringDamper } from '../src/response/penalty.ts';
import type { SolidBody } from '../src/scene/solid-scene.ts';
import { createBox } from '../src/shapes/box.ts';
import { createCapsule } from '../src/shapes/capsule.ts';
import { createCone } from '../src/shapes/cone.ts';
import { createCylinder } from '../src/shapes/cylinder.ts';
import { createSphere } from '../src/shapes/sphere.ts';
import type { CollisionBlockInputs, CollisionBlockOutputs } from '../src/sim/collision-block/block-io.ts';
import type { CollisionBlockParams } from '../src/sim/collision-block/block-params.ts';
import { createCollisionBlock } from '../src/sim/collision-block/create-collision-block.ts';
import {
  advanceCompliantStep,
  compliantForces,
  createCompliantSteps,
} from '../src/sim/solids/compliant/compliant-steps.ts';
import { advanceToNextEvent } from '../src/sim/solids/events/advance-events.ts';
import { createEventWorld } from '../src/sim/solids/events/create-event-world.ts';
import { stateOf } from '../src/sim/solids/events/world-state.ts';
import { createWorld } from '../src/world/create-world.ts';
import { centredHull, freeSolid, solidScene, weighedSolid } from './solid-scenes.ts';

const rowsOf = ({ xx, xy, xz, yx, yy, yz, zx, zy, zz }: ReadonlyMat3) => [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]]; // biome-ignore format: a matrix

type Numbers = ArrayLike<number>;
const part = (list: Numbers, i: number, n: number) => Array.from({ length: n }, (_, k) => list[n * i + k]);

/** Inputs of the bodies A and B from packed states. */
function inputsOf(
  bodies: { positions: Numbers; orientations: Numbers; velocities: Numbers; angularVelocities: Numbers },
  names: readonly string[] = ['A', 'B'],
): CollisionBlockInputs {
  return Object.fromEntries(
    names.flatMap((name, i) => [
      [
        `Xcm_${name}`,
        [...part(bodies.positions, i, 3), ...part(bodies.velocities, i, 3), ...part(bodies.angularVelocities, i, 3)],
      ],
      [`R_${name}`, rowsOf(createPose([0, 0, 0], part(bodies.orientations, i, 4)).rotation)],
    ]),
  );
}

/** The tensor of a body of a scene in its own axes. */
function tensorOf({ moments: m, principalAxes: p }: SolidBody): number[][] {
  const rows = rowsOf(p);
  const moments = [m.x, m.y, m.z];
  return rows.map((a) => rows.map((b) => a.reduce((sum, value, k) => sum + value * moments[k] * b[k], 0)));
}

function blockOf(bodies: readonly SolidBody[], params: CollisionBlockParams) {
  const names = ['A', 'B', 'C'].slice(0, bodies.length);
  const ofBodies = names.flatMap((name, i) => [
    [`m_${name}`, bodies[i].mass],
    [`I_${name}`, tensorOf(bodies[i])],
    [`shape_${name}`, bodies[i].shape],
  ]);
  return createCollisionBlock({ dimension: 3, bodies: names, ...Object.fromEntries(ofBodies), ...params });
}

const random = createRandom(165);
const { between } = random;
const three = (size: number): [number, number, number] => [
  between(-size, size),
  between(-size, size),
  between(-size, size),
];
const quaternion = () => [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)];
const SHAPES = [
  createBox([0.5, 0.3, 0.4]),
  createSphere(0.4),
  createCapsule(0.2, 0.4),
  createCylinder(0.4, 0.3),
  createCone(0.4, 0.4),
  centredHull([[0, 0, 0], [1, 0, 0], [0, 0.8, 0], [0.2, 0.1, 0.9], [0.9, 0.7, 0.2]]), // biome-ignore format: points
];

/** Two bodies of any shapes that fly at each other, rotated and spinning. */
function fliers(i: number): SolidBody[] {
  const [a, b] = [SHAPES[i % SHAPES.length], SHAPES[Math.floor(i / SHAPES.length) % SHAPES.length]];
  return [
    freeSolid('A', a, {
      at: [-1.5, 0, 0],
      velocity: [between(1, 2), 0, 0],
      rotation: quaternion(),
      angularVelocity: three(1),
    }),
    freeSolid('B', b, {
      at: [1.5, between(-0.2, 0.2), 0],
      velocity: [-between(0, 1), 0, 0],
      rotation: quaternion(),
      angularVelocity: three(1),
    }),
  ];
}

/** States before and after the first impact of a world with events, and its event. */
function firstImpact(bodies: readonly SolidBody[], material: Partial<Material>) {
  const scene = solidScene(bodies, { material });
  const world = createEventWorld(scene);
  const { events } = advanceToNextEvent(world, 100);
  const [event] = events;
  if (event?.type !== 'collision') throw new Error('no collision');
  return { event, before: stateOf(createEventWorld(scene), world.time).bodies, after: stateOf(world).bodies };
}

describe('fed with the states of a world with events', () => {
  const materials: [string, CollisionBlockParams, Partial<Material>][] = [
    ['without friction', { e: 0.6 }, { restitution: 0.6 }],
    ['with friction', { e: 0.5, frictionLaw: 'algebraic', mu_s: 0.4, mu_d: 0.3 }, { restitution: 0.5, staticFriction: 0.4, dynamicFriction: 0.3 }],
  ]; // biome-ignore format: one a line

  it.each(materials)('the block gives the impulses and velocities of its impacts, %s', (_, params, material) => {
    for (let i = 0; i < 36; i++) {
      const bodies = fliers(i);
      const { event, before, after } = firstImpact(bodies, material);
      const out = blockOf(bodies, { ...params, tolCollision: 1e-8 }).step(
        inputsOf(before),
      ) as unknown as CollisionBlockOutputs;
      expect(out.collision, `pair ${i}: gap ${out.gap}`).toBe(1);
      expect(out.j / event.impulse).toBeCloseTo(1, 7);
      const wanted = [...part(after.velocities, 0, 3), ...part(after.velocities, 1, 3)];
      const rates = [...part(after.angularVelocities, 0, 3), ...part(after.angularVelocities, 1, 3)];
      // closest points of nearly parallel faces are determined to 1e-9 of the size
      wanted.forEach((v, k) => {
        expect(out.Vcm_c[k]).toBeCloseTo(v, 7);
        expect(out.Wcm_c[k]).toBeCloseTo(rates[k], 6);
      });
    }
  });

  it('a box that lands flat on another one has the impulse of the world at four corners, with friction', () => {
    const cube = createBox([0.5, 0.5, 0.5]);
    const bodies = [
      weighedSolid('A', cube, 3, [0.5, 0.5, 0.5], { at: [0, 0, 0] }),
      weighedSolid('B', cube, 1, [0.2, 0.2, 0.2], { at: [-1.4, 0.2, 1.5], velocity: [3, 0, -1] }),
    ];
    const { event, before, after } = firstImpact(bodies, { restitution: 0.3, staticFriction: 0.2 });
    const params: CollisionBlockParams = { e: 0.3, frictionLaw: 'algebraic', mu_s: 0.2, mu_d: 0.2, tolCollision: 1e-6 };
    const out = blockOf(bodies, params).step(inputsOf(before)) as unknown as CollisionBlockOutputs;
    expect(out.j).toBeCloseTo(event.impulse, 12);
    expect(out.mode).toBe('sliding');
    expect(Math.hypot(...out.jt)).toBeCloseTo(0.2 * out.j, 12);
    [...part(after.velocities, 0, 3), ...part(after.velocities, 1, 3)].forEach((v, k) => {
      expect(out.Vcm_c[k]).toBeCloseTo(v, 12);
    });
  });

  it('three balls in a row pass the velocity on, as in the world', () => {
    const ball = createSphere(0.5);
    const bodies = [0, 1, 2].map((x) =>
      weighedSolid('ABC'[x], ball, 1, [0.1, 0.1, 0.1], {
        at: [x === 0 ? -1 : x, 0, 0],
        velocity: [x === 0 ? 1 : 0, 0, 0],
      }),
    );
    const block = blockOf(bodies, { tolCollision: 1e-6 });
    const unit = rowsOf(mat3FromRows([[1, 0, 0], [0, 1, 0], [0, 0, 1]])); // biome-ignore format: a matrix
    const state = (x: number, v: number) => [x, 0, 0, v, 0, 0, 0, 0, 0];
    const out = block.step({
      Xcm_A: state(0, 1),
      Xcm_B: state(1, 0),
      Xcm_C: state(2, 0),
      R_A: unit,
      R_B: unit,
      R_C: unit,
    });
    expect(out['Vcm_c']).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0]);
    expect([out['j_A_B'], out['j_B_C'], out['j_A_C'], out['collision']]).toEqual([1, 1, 0, 1]);
  });
});

describe('fed with the states of a world in steps', () => {
  it('the block gives the impulse of the step in which a ball hits another', () => {
    const world = createWorld({ gravity: [0, 0, 0], restitution: 0.5, friction: 0, timeStep: 1e-3 });
    const ball = createSphere(0.5);
    const ids = [-1, 1].map((side) =>
      world.addBody({
        shape: ball,
        mass: 2 + side,
        inertia: [0.3, 0.3, 0.3],
        position: [side, 0.1 * side, 0],
        velocity: [-side, 0, 0],
      }),
    );
    const impulses: number[] = [];
    world.on('impulse', ({ normalImpulse }) => impulses.push(normalImpulse));
    const states = () => {
      const bodies = ids.map((id) => world.state(id));
      const list = (of: (body: (typeof bodies)[number]) => { x: number; y: number; z: number }) =>
        bodies.flatMap((body) => [of(body).x, of(body).y, of(body).z]);
      const orientations = bodies.flatMap(({ orientation: { w, x, y, z } }) => [w, x, y, z]);
      return {
        positions: list((body) => body.centerOfMass),
        velocities: list((body) => body.velocity),
        angularVelocities: list((body) => body.angularVelocity),
        orientations,
      };
    };
    let before = states();
    while (impulses.length === 0 && world.time < 2) {
      before = states();
      world.step();
    }
    const block = createCollisionBlock({
      dimension: 3,
      shape_A: ball,
      shape_B: ball,
      m_A: 1,
      m_B: 3,
      I_A: 0.3,
      I_B: 0.3,
      e: 0.5,
      tolCollision: 5e-3,
    });
    const out = block.step(inputsOf(before));
    // the world finds the normal at the end of the step, where the balls are 2 mm closer
    expect(out.j / impulses[0]).toBeCloseTo(1, 2);
    const after = states();
    expect(Math.abs(out.Vcm_An[0] - after.velocities[0])).toBeLessThan(5e-3);
  });

  it.each([
    [
      'spring and damper',
      { law: 'linear', stiffness: 1e4, damping: 20 },
      createSpringDamper({ stiffness: 1e4, damping: 20 }),
    ],
    [
      'Hertz, Hunt and Crossley',
      { law: 'hertz', modulus: 1e6, radius: 0.2, damping: 0.1 },
      createHertzContact({ modulus: 1e6, radius: 0.2, damping: 0.1 }),
    ],
  ] as const)('the block gives the contact forces of compliant steps: %s', (_, penalty, contactLaw) => {
    const world = createCompliantSteps(compliantScene(penalty));
    const { bodies } = world.scene;
    const block = createCollisionBlock({
      dimension: 3,
      shape_A: bodies[0].shape,
      shape_B: bodies[1].shape,
      m_A: bodies[0].mass,
      m_B: bodies[1].mass,
      I_A: tensorOf(bodies[0]),
      I_B: tensorOf(bodies[1]),
      contactLaw,
    });
    let compared = 0;
    for (let k = 0; k < 400; k++) {
      advanceCompliantStep(world);
      // forces of the last stage belong to states within the step: a step of nearly no length shows those of its end
      const [a, b] = world.bodies;
      const packed = {
        positions: [a, b].flatMap(({ pose: { position: p } }) => [p.x, p.y, p.z]),
        velocities: [a, b].flatMap(({ velocity: v }) => [v.x, v.y, v.z]),
        angularVelocities: [a, b].flatMap(({ angularVelocity: w }) => [w.x, w.y, w.z]),
        orientations: [1, 0, 0, 0, 1, 0, 0, 0],
      };
      const inputs = { ...inputsOf(packed), R_A: rowsOf(a.pose.rotation), R_B: rowsOf(b.pose.rotation) };
      const out = block.step(inputs);
      const total = compliantForces(world).reduce(
        (sum, { force, normal }) => sum + force.x * normal.x + force.y * normal.y + force.z * normal.z,
        0,
      );
      if (!(total > 1 && out.f > 1)) continue;
      compared++;
      expect(Math.abs(out.f - total) / total, `step ${k}: ${out.f} for ${total}`).toBeLessThan(1e-10);
      expect(out.F_A.map((f, i) => f + out.F_B[i]).every((sum) => Math.abs(sum) < 1e-12 * total)).toBe(true);
    }
    expect(compared).toBeGreaterThan(20);
  });
});

function compliantScene(penalty: object) {
  const ball = createSphere(0.2);
  const scene = solidScene([
    weighedSolid('A', ball, 1, [0.02, 0.02, 0.02], { at: [-0.21, 0, 0], velocity: [1, 0, 0] }),
    weighedSolid('B', createBox([0.2, 0.3, 0.4]), 2, [0.05, 0.05, 0.05], { at: [0.2, 0.05, 0.05] }),
  ]);
  const law = { ...scene.contacts.laws[0][0], penalty: toLaw(penalty), tangentialRatio: 0.8 };
  return {
    ...scene,
    contacts: { ...scene.contacts, response: 'penalty' as const, laws: [[law]] },
    time: { ...scene.time, method: 'steps' as const, step: 1e-4 },
  };
}

function toLaw(given: object) {
  const { law, ...rest } = given as { law: string; stiffness: number; modulus: number; radius: number };
  return law === 'linear' ? createSpringDamper(rest) : createHertzContact(rest);
}
