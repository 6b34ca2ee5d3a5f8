import { describe, expect, it } from 'vitest';
import { createPose } from '../math/pose.ts';
import { createBox } from '../shapes/box.ts';
import { createDisc } from '../shapes/disc.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createSphere } from '../shapes/sphere.ts';
import type { BodyOptions } from './body-options.ts';
import { createWorld, type WorldOptions } from './create-world.ts';

const NAN = Number.NaN;

describe('wrong input is rejected by name', () => {
  it.each<[string, WorldOptions, string]>([
    ['a gravity of NaN', { gravity: [0, 0, NAN] }, 'createWorld: gravity: must be three finite numbers'],
    ['a step of zero', { timeStep: 0 }, 'createWorld: timeStep'],
    ['half a substep', { substeps: 0.5 }, 'createWorld: substeps'],
    ['a misspelt key', { timestep: 0.1 } as WorldOptions, 'createWorld.timestep: is not a known key'],
    ['a friction below zero', { friction: -1 }, 'createWorld: material.dynamicFriction'],
    ['a rolling resistance of NaN', { rollingFriction: NAN }, 'createWorld: material.rollingFriction'],
  ])('createWorld: %s', (_, options, message) => {
    expect(() => createWorld(options)).toThrow(message);
  });

  const shape = createSphere(0.5);
  it.each<[string, BodyOptions, string]>([
    ['no shape', {} as BodyOptions, 'shape must be a shape'],
    ['a shape of two dimensions', { shape: createDisc(1) }, 'shape must be three-dimensional, got a disc'],
    ['a mass of NaN', { shape, mass: NAN }, 'mass: must be finite and above zero'],
    ['a mass and a density', { shape, mass: 1, density: 2 }, 'density must be left out where mass is given'],
    [
      'a static body with a velocity',
      { shape, type: 'static', velocity: [1, 0, 0] },
      'velocity must be zero for a static body',
    ],
    [
      'a static body with a mass',
      { shape, type: 'static', mass: 1 },
      'mass must be left out, no force moves a static body',
    ],
    [
      'a dynamic half-space',
      { shape: createHalfspace([0, 0, 1]), type: 'dynamic' },
      'type must be static or kinematic',
    ],
    ['a type that does not exist', { shape, type: 'fixed' as 'static' }, 'type must be dynamic, kinematic or static'],
    ['a path of a dynamic body', { shape, path: () => ({ position: [0, 0, 0] }) }, 'path is for kinematic bodies'],
    ['a position that is a number', { shape, position: 3 as never }, 'position: must be [x, y, z] or { x, y, z }'],
    [
      'an orientation of zero',
      { shape, orientation: [0, 0, 0, 0] },
      'orientation: must be four finite numbers, not all zero',
    ],
    ['a damping below zero', { shape, linearDamping: -1 }, 'linearDamping: must be finite and not below zero'],
    ['a spinning resistance below zero', { shape, spinningFriction: -1 }, 'material.spinningFriction: must be'],
    ['a restitution of 2', { shape, restitution: 2 }, 'material.restitution: must be from 0 to 1'],
    ['groups that are no list', { shape, collidesWith: 'floor' as never }, 'collidesWith must be a list of groups'],
    ['a misspelt key', { shape, postion: [0, 0, 0] } as never, 'postion: is not a known key'],
    ['an impossible inertia', { shape, mass: 1, inertia: [1, 1, 5] }, 'inertia must be moments of a real body'],
  ])('addBody: %s', (_, options, message) => {
    const world = createWorld();
    expect(() => world.addBody(options)).toThrow(message);
    expect(world.bodies()).toEqual([]);
    world.step();
    expect(world.balance().energyError).toBe(0);
  });

  it('a name that another body has', () => {
    const world = createWorld();
    world.addBody({ shape, name: 'ball' });
    expect(() => world.addBody({ shape, name: 'ball' })).toThrow('another body has this name');
  });

  it('bodies that do not exist, forces that are not finite, forces on bodies that they cannot move', () => {
    const world = createWorld();
    const wall = world.addBody({ shape: createBox([1, 1, 1]), type: 'static', name: 'wall' });
    const ball = world.addBody({ shape, position: [0, 0, 5] });
    const gone = world.addBody({ shape, position: [5, 0, 5] });
    world.removeBody(gone);
    const removed = `body ${gone} was removed from this world`;
    for (const call of [
      () => world.applyForce(gone, [1, 0, 0]),
      () => world.state(gone),
      () => world.set(gone, { mass: 1 }),
      () => world.removeBody(gone),
      () => world.closest(gone, ball),
      () => world.contacts(gone),
      () => world.wake(gone),
    ]) {
      expect(call).toThrow(removed);
    }
    expect(() => world.state(99)).toThrow('state: body 99 is not in this world');
    expect(() => world.state('ball' as never)).toThrow('body must be a handle from addBody()');
    expect(() => world.applyForce(ball, [NAN, 0, 0])).toThrow('applyForce: force: must be three finite numbers');
    expect(() => world.applyForce(ball, [1, 0, 0], { at: [0, Infinity, 0] })).toThrow('applyForce: at: must be three');
    expect(() => world.applyTorque(ball, 'up' as never)).toThrow('applyTorque: torque: must be [x, y, z]');
    expect(() => world.applyImpulse(wall, [1, 0, 0])).toThrow('applyImpulse: "wall" is static, forces act on dynamic');
    expect(() => world.set(wall, { velocity: [1, 0, 0] })).toThrow(
      'set ("wall"): velocity must be zero for a static body',
    );
    expect(() => world.set(ball, { position: [NAN, 0, 0] })).toThrow('position: must be three finite numbers');
    expect(() => world.on('contact' as 'removed', () => undefined)).toThrow('on: type must be one of contact-begin');
    expect(() => world.closest(ball, ball)).toThrow('closest: expected two different bodies');
    expect(() => world.raycast([0, 0, 0], [0, 0, 0])).toThrow('raycast: direction must not be zero');
    expect(() => world.overlap(shape, undefined as never)).toThrow('overlap: pose must be a pose');
    expect(() => world.castShape(shape, createPose() as never, 1)).toThrow('castShape: motion must be a motion');
    expect(() => world.restore({} as never)).toThrow('restore: expected a snapshot of this world');
    // nothing of it has changed the world
    world.step();
    expect(world.state(ball).velocity.x).toBe(0);
  });

  it('a force that is too large for doubles ends the step with the name of the body', () => {
    const world = createWorld();
    const ball = world.addBody({ shape, mass: 1e-200, name: 'feather' });
    world.applyForce(ball, [1e200, 0, 0]);
    expect(() => world.step()).toThrow('the state of "feather" overflows');
  });
});
