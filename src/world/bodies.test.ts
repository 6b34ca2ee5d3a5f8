import { describe, expect, it } from 'vitest';
import { cos, sin } from '../math/trig.ts';
import { createBox } from '../shapes/box.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { createSphere } from '../shapes/sphere.ts';
import type { BodyOptions } from './body-options.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';

const run = (world: World, end: number) => {
  while (world.time < end - 1e-9) world.step();
};
const cube = (height: number, more: Partial<BodyOptions> = {}): BodyOptions => ({
  shape: createBox([0.1, 0.1, 0.1]),
  position: [0, 0, height],
  ...more,
});

describe('bodies added and removed between steps', () => {
  it('a body falls when the one below it is removed, also after both slept', () => {
    const world = createWorld();
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    const lower = world.addBody(cube(0.1));
    const upper = world.addBody(cube(0.3));
    run(world, 2);
    expect(world.state(upper).asleep).toBe(true);
    world.removeBody(lower);
    run(world, 3);
    expect(world.state(upper).position.z).toBeCloseTo(0.1, 3);
    expect(world.bodies()).toHaveLength(2);
    expect(world.balance().energyError).toBeLessThan(1e-12);
  });

  it('a handle never means another body, even where its index is used again', () => {
    const world = createWorld();
    const first = world.addBody(cube(1, { name: 'first' }));
    world.removeBody(first);
    const second = world.addBody(cube(2, { name: 'second' }));
    expect(second).not.toBe(first);
    expect(world.has(first)).toBe(false);
    expect(() => world.state(first)).toThrow(`state: body ${first} was removed from this world`);
    expect(world.state(second).name).toBe('second');
  });

  it('a world grows from nothing to two hundred bodies, and a wall of them carries what lands on it', () => {
    const world = createWorld({ timeStep: 0.01 });
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    for (let k = 0; k < 200; k++) {
      world.addBody(cube(0.1, { position: [0.25 * (k % 20), 0.25 * Math.floor(k / 20), 0.1] }));
      if (k % 10 === 0) world.step();
    }
    const last = world.addBody(cube(0.35, { position: [0.25 * 7, 0.25 * 3, 0.35] }));
    run(world, 1);
    expect(world.state(last).position.z).toBeCloseTo(0.3, 2);
    expect(world.contacts(last)).toHaveLength(1);
    expect(world.balance().momentumError).toBeLessThan(1e-12);
  });

  it('a static body added under a falling one catches it', () => {
    const world = createWorld();
    const ball = world.addBody({ shape: createSphere(0.1), position: [0, 0, 3] });
    run(world, 0.5);
    world.addBody({ shape: createBox([1, 1, 0.1]), type: 'static' });
    run(world, 2);
    expect(world.state(ball).position.z).toBeCloseTo(0.2, 3);
  });

  it('overlapping bodies are moved apart with little speed, or rejected by name if asked', () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.01 });
    const a = world.addBody(cube(0, { name: 'a' }));
    expect(() => world.addBody(cube(0.15, { name: 'b', overlap: 'error' }))).toThrow(
      'addBody: "b" overlaps "a" by 0.05 m',
    );
    expect(world.bodies()).toEqual([a]);
    const b = world.addBody(cube(0.15));
    run(world, 2);
    expect(world.closest(a, b).distance).toBeGreaterThan(-1e-3);
    // two bodies of 8 kg at less than 8 cm/s: the velocity of the correction is removed, except for a remainder
    expect(world.ledger().kineticEnergy).toBeLessThan(0.1);
  });
});

describe('changes between steps', () => {
  it('position, velocity and mass are set, the rest of the state stays bitwise the same, and the balance closes', () => {
    const world = createWorld();
    const body = world.addBody(cube(5, { velocity: [1, 0, 0], angularVelocity: [0, 1, 2] }));
    run(world, 0.1);
    const before = world.state(body);
    world.set(body, { velocity: [0, 3, 0] });
    expect(world.state(body)).toEqual({ ...before, velocity: { x: 0, y: 3, z: 0 } });
    world.set(body, { position: [1, 2, 8] });
    const { orientation, velocity } = world.state(body);
    expect([orientation, velocity]).toEqual([before.orientation, { x: 0, y: 3, z: 0 }]);
    world.set(body, { mass: 20 });
    expect(world.state(body).mass).toBe(20);
    expect(world.state(body).position).toEqual({ x: 1, y: 2, z: 8 });
    run(world, 0.3);
    const { energyError, momentumError, angularMomentumError } = world.balance();
    expect(Math.max(energyError, momentumError, angularMomentumError)).toBeLessThan(1e-13);
  });

  it('a dynamic body becomes static and dynamic again', () => {
    const world = createWorld();
    const body = world.addBody(cube(1, { velocity: [1, 0, 0], mass: 3 }));
    world.set(body, { type: 'static' });
    run(world, 0.5);
    expect(world.state(body)).toMatchObject({ position: { x: 0, y: 0, z: 1 }, mass: Infinity, type: 'static' });
    world.set(body, { type: 'dynamic', mass: 3 });
    run(world, 1);
    expect(world.state(body).position.z).toBeCloseTo(1 - 0.5 * 9.81 * 0.25, 12);
  });

  it('a shape whose centre of mass is not at its origin keeps the pose as given', () => {
    const shape = createHull([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.01 });
    const body = world.addBody({ shape, position: [5, 0, 0], mass: 1, angularVelocity: [0, 0, 1] });
    expect(world.state(body).position).toEqual({ x: 5, y: 0, z: 0 });
    expect(world.state(body).centerOfMass.x).toBeCloseTo(5.25, 14);
    world.set(body, { position: [7, 0, 0] });
    expect(world.state(body).position.x).toBeCloseTo(7, 14);
    run(world, 1);
    expect(world.state(body).centerOfMass.x).toBeCloseTo(7.25, 12);
  });

  it('groups and filters decide which bodies collide, and can change', () => {
    const world = createWorld({ timeStep: 0.01 });
    world.addBody({ shape: createHalfspace([0, 0, 1]), group: 'floor' });
    const ghost = world.addBody(cube(0.1, { collidesWith: ['wall'] }));
    const crate = world.addBody(cube(0.1, { position: [1, 0, 0.1] }));
    run(world, 0.5);
    expect(world.state(ghost).position.z).toBeLessThan(-1);
    expect(world.state(crate).position.z).toBeCloseTo(0.1, 3);
    world.set(crate, { collidesWith: [] });
    run(world, 1);
    expect(world.state(crate).position.z).toBeLessThan(-1);
  });
});

describe('kinematic bodies', () => {
  it('a path is met exactly at the end of every step, and carries what lies on it', () => {
    const path = (time: number) => ({
      position: [0.2 * sin(3 * time), 0, 0] as const,
      orientation: [cos(time), 0, 0, sin(time)] as const,
    });
    const world = createWorld({ friction: 1 });
    const tray = world.addBody({ shape: createBox([1, 1, 0.1]), type: 'kinematic', path });
    const cup = world.addBody(cube(0.2));
    for (let k = 0; k < 480; k++) {
      world.step();
      const { position, orientation } = world.state(tray);
      expect(position.x).toBe(0.2 * sin(3 * world.time));
      expect(orientation.z / orientation.w).toBeCloseTo(sin(world.time) / cos(world.time), 10);
    }
    // without friction it would not have rotated
    const { x, y } = world.state(cup).position;
    expect(Math.abs(x - world.state(tray).position.x) + Math.abs(y)).toBeLessThan(0.05);
    expect(world.state(cup).angularVelocity.z).toBeCloseTo(2, 1);
  });

  it('a lift wakes and raises a sleeping body', () => {
    const world = createWorld();
    const lift = world.addBody({ shape: createBox([1, 1, 0.1]), type: 'kinematic' });
    const crate = world.addBody(cube(0.2));
    run(world, 1.5);
    expect(world.state(crate).asleep).toBe(true);
    world.set(lift, { velocity: [0, 0, 0.5] });
    run(world, 2.5);
    expect(world.state(crate).position.z).toBeCloseTo(0.7, 2);
  });

  it('a thrown ball is caught by a hand that moves along below it', () => {
    const world = createWorld({ timeStep: 0.005 });
    const ball = world.addBody({ shape: createSphere(0.05), position: [0, 0, 1], velocity: [3, 0, 3] });
    const hand = createBox([0.2, 0.2, 0.05]);
    world.addBody({ shape: hand, type: 'kinematic', path: (t) => ({ position: [3 * t, 0, 0] }) });
    run(world, 2);
    expect(world.state(ball).position.z).toBeCloseTo(0.1, 3);
  });
});

describe('sleep', () => {
  it('is reported, and can be set: a body put to sleep in the air stays there until woken', () => {
    const world = createWorld();
    const events: string[] = [];
    for (const type of ['sleep', 'wake'] as const)
      world.on(type, ({ name, time }) => events.push(`${type} ${name} ${time > 0}`));
    const body = world.addBody(cube(5, { name: 'cube', velocity: [1, 0, 0] }));
    world.step();
    world.sleep(body);
    run(world, 1);
    expect(world.state(body).position.z).toBeCloseTo(5, 3);
    world.wake(body);
    run(world, 1.5);
    expect(world.state(body).position.z).toBeLessThan(4);
    expect(events).toEqual(['sleep cube true', 'wake cube true']);
    expect(world.balance().energyError).toBeLessThan(1e-12);
  });
});
