import { describe, expect, it } from 'vitest';
import { createBox } from '../shapes/box.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createSphere } from '../shapes/sphere.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';
import type { ContactEvent } from './world-event.ts';

const run = (world: World, end: number) => {
  while (world.time < end - 1e-9) world.step();
};

describe('contact events', () => {
  it('a ball that bounces once: begin and impulse with the momentum it loses, then end', () => {
    const world = createWorld({ timeStep: 0.002, friction: 0, restitution: 0.5 });
    const floor = world.addBody({ shape: createHalfspace([0, 0, 1]) });
    const ball = world.addBody({ shape: createSphere(0.1), mass: 2, position: [0, 0, 1.1] });
    const log: string[] = [];
    const impacts: ContactEvent[] = [];
    world.on('contact-begin', ({ bodyA, bodyB }) => log.push(`begin ${bodyA} ${bodyB}`));
    world.on('contact-persist', () => log.push('persist'));
    world.on('contact-end', ({ bodyA, bodyB }) => log.push(`end ${bodyA} ${bodyB}`));
    world.on('impulse', (event) => impacts.push(event));
    run(world, 0.6);
    expect(log).toEqual([`begin ${floor} ${ball}`, `end ${floor} ${ball}`]);
    const speed = Math.sqrt(2 * 9.81);
    expect(impacts).toHaveLength(1);
    expect(impacts[0].closingSpeed).toBeCloseTo(speed, 1);
    expect(impacts[0].normalImpulse).toBeCloseTo(2 * 1.5 * speed, 0);
    expect(impacts[0].normal).toEqual({ x: 0, y: 0, z: 1 });
    expect(impacts[0].point.z).toBeCloseTo(0, 2);
  });

  it('resting contact persists in every step, with the weight as its force', () => {
    const world = createWorld({ timeToSleep: 0 });
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    const crate = world.addBody({ shape: createBox([0.1, 0.1, 0.1]), mass: 5, position: [0, 0, 0.1] });
    run(world, 1);
    let count = 0;
    const off = world.on('contact-persist', ({ impulse, points }) => {
      count++;
      expect(impulse.z).toBeCloseTo(5 * 9.81 * world.timeStep, 6);
      expect(points).toHaveLength(4);
    });
    for (let k = 0; k < 10; k++) world.step();
    off();
    world.step();
    expect(count).toBe(10);
    const [{ points }] = world.contacts(crate);
    expect(points.reduce((sum, { force }) => sum + force.z, 0)).toBeCloseTo(5 * 9.81, 4);
  });

  it('a sleeping body still reports its contacts, with the force that it had when it fell asleep', () => {
    const world = createWorld();
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    const crate = world.addBody({ shape: createBox([0.1, 0.1, 0.1]), mass: 5, position: [0, 0, 0.1] });
    run(world, 2);
    expect(world.state(crate).asleep).toBe(true);
    const [{ points }] = world.contacts(crate);
    expect(points.reduce((sum, { force }) => sum + force.z, 0)).toBeCloseTo(5 * 9.81, 1);
  });

  it('a trigger reports who enters and leaves, and has no contact response', () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.01 });
    const gate = world.addBody({ shape: createBox([0.1, 1, 1]), type: 'static', trigger: true });
    const ball = world.addBody({ shape: createSphere(0.1), position: [-1, 0, 0], velocity: [2, 0, 0] });
    const log: string[] = [];
    world.on('contact-begin', ({ trigger, bodyA, bodyB }) => log.push(`begin ${trigger} ${bodyA} ${bodyB}`));
    world.on('contact-end', () => log.push('end'));
    run(world, 1);
    expect(log).toEqual([`begin true ${gate} ${ball}`, 'end']);
    expect(world.state(ball).velocity).toEqual({ x: 2, y: 0, z: 0 });
  });

  it('a listener may remove a body and add others', () => {
    const world = createWorld();
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    const egg = world.addBody({ shape: createSphere(0.1), position: [0, 0, 0.5], name: 'egg' });
    const removed: string[] = [];
    world.on('removed', ({ name }) => removed.push(name));
    world.on('impulse', ({ bodyB, point }) => {
      if (bodyB !== egg) return;
      world.removeBody(egg);
      for (const dx of [-0.1, 0.1])
        world.addBody({ shape: createSphere(0.05), position: [point.x + dx, point.y, 0.05] });
    });
    run(world, 2);
    expect(removed).toEqual(['egg']);
    expect(world.bodies()).toHaveLength(3);
  });

  it('the removal of a body ends its contacts', () => {
    const world = createWorld();
    const floor = world.addBody({ shape: createHalfspace([0, 0, 1]) });
    const ball = world.addBody({ shape: createSphere(0.1), position: [0, 0, 0.1] });
    run(world, 0.1);
    const ended: number[][] = [];
    world.on('contact-end', ({ bodyA, bodyB }) => ended.push([bodyA, bodyB]));
    world.removeBody(ball);
    expect(ended).toEqual([[floor, ball]]);
    expect(world.contacts()).toEqual([]);
  });
});

describe('preSolve', () => {
  it('a one-way platform: contacts from below are disabled', () => {
    const world = createWorld({
      timeStep: 0.005,
      preSolve: (contact) => {
        if (contact.points.some(({ normal }) => normal.z < 0.5) || world.state(contact.bodyB).velocity.z > 0.1) {
          contact.enabled = false;
        }
      },
    });
    world.addBody({ shape: createBox([1, 1, 0.02]), type: 'static' });
    const ball = world.addBody({ shape: createSphere(0.1), position: [0, 0, -1], velocity: [0, 0, 6] });
    run(world, 2);
    expect(world.state(ball).position.z).toBeCloseTo(0.12, 2);
  });

  it('changes friction, restitution and surface velocity of a contact', () => {
    const slide = (change: (contact: { dynamicFriction: number; staticFriction: number }) => void) => {
      const world = createWorld({ preSolve: change, friction: 1 });
      world.addBody({ shape: createHalfspace([0, 0, 1]) });
      const body = world.addBody({ shape: createBox([0.1, 0.1, 0.1]), position: [0, 0, 0.1], velocity: [1, 0, 0] });
      run(world, 1);
      return world.state(body).velocity.x;
    };
    expect(slide(() => undefined)).toBe(0);
    const ice = slide((contact) => {
      contact.dynamicFriction = 0;
      contact.staticFriction = 0;
    });
    expect(ice).toBeCloseTo(1, 6);
    const wrong = () =>
      slide((contact) => {
        contact.staticFriction = Number.NaN;
      });
    expect(wrong).toThrow('preSolve: expected finite numbers');
  });

  it('must not change the world', () => {
    const world = createWorld({ preSolve: ({ bodyB }) => world.removeBody(bodyB) });
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    world.addBody({ shape: createSphere(0.1), position: [0, 0, 0.1] });
    expect(() => world.step()).toThrow('removeBody: the world cannot be changed within a step');
  });
});
