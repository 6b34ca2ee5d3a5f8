import { describe, expect, it } from 'vitest';
import { exp } from '../math/exponential.ts';
import { createBox } from '../shapes/box.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { createSphere } from '../shapes/sphere.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';

const run = (world: World, end: number) => {
  while (world.time < end - 1e-9) world.step();
};

describe('forces and impulses', () => {
  it('a force acts for exactly one step: the velocity changes by F h / m, then no more', () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.01 });
    const ball = world.addBody({ shape: createSphere(0.5), mass: 2 });
    world.applyForce(ball, [3, 0, 0]);
    world.applyForce(ball, { x: 1, y: 0, z: 0 });
    world.step();
    expect(world.state(ball).velocity.x).toBeCloseTo(0.02, 15);
    world.step();
    expect(world.state(ball).velocity.x).toBeCloseTo(0.02, 15);
  });

  it('a force at a point rotates the body by its moment about the centre of mass, in world or body axes', () => {
    const shape = createBox([0.5, 0.5, 0.5]); // 1 kg: 1/6 kg m²
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.01 });
    const [a, b] = [0, 10].map((x) =>
      world.addBody({ shape, mass: 1, position: [x, 0, 0], orientation: [1, 0, 0, 1] }),
    );
    world.applyForce(a, [0, 1, 0], { at: [0.5, 0, 0] });
    // rotated by 90 degrees about z: y of the world is x of the body, x of the world is -y of the body
    world.applyForce(b, [1, 0, 0], { at: [0, -0.5, 0], frame: 'body' });
    world.step();
    for (const body of [a, b]) {
      const { velocity, angularVelocity } = world.state(body);
      expect(velocity.y).toBeCloseTo(0.01, 15);
      expect(angularVelocity.z).toBeCloseTo(0.01 * 0.5 * 6, 14);
    }
  });

  it('an impulse at a point changes momentum and angular momentum at once, and the work is in the ledger', () => {
    const world = createWorld({ gravity: [0, 0, -9.81] });
    const shape = createHull([
      [0.9, 0.1, 0],
      [-0.2, 0.8, 0.1],
      [-0.5, -0.6, 0.3],
      [0.1, 0, 0.7],
      [0.2, -0.1, -0.4],
    ]);
    const body = world.addBody({ shape, mass: 3, position: [1, 2, 3], orientation: [1, 0.2, -0.3, 0.4] });
    const before = world.ledger();
    world.applyImpulse(body, [1, -2, 0.5], { at: [1.5, 2.2, 3.4] });
    world.applyAngularImpulse(body, [0.1, 0, 0]);
    const after = world.ledger();
    expect(after.momentum).toEqual({ x: 1, y: -2, z: 0.5 });
    // r × P at the point, about the origin of the world
    const moment = [2.2 * 0.5 - 3.4 * -2 + 0.1, 3.4 * 1 - 1.5 * 0.5, 1.5 * -2 - 2.2 * 1];
    const { x, y, z } = after.angularMomentum;
    for (const [k, component] of [x, y, z].entries()) expect(component).toBeCloseTo(moment[k], 13);
    expect(after.kineticEnergy).toBeGreaterThan(before.kineticEnergy);
    run(world, 0.5);
    const { energyError, momentumError, angularMomentumError } = world.balance();
    expect(Math.max(momentumError, angularMomentumError)).toBeLessThan(1e-13);
    // tumbling by splitting conserves the angular momentum exactly, and the energy to second order in the step
    expect(energyError).toBeLessThan(1e-6);
  });

  it('a force wakes a sleeping body, and a zero force does not', () => {
    const world = createWorld();
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    const crate = world.addBody({ shape: createBox([0.1, 0.1, 0.1]), position: [0, 0, 0.1] });
    run(world, 2);
    expect(world.state(crate).asleep).toBe(true);
    world.applyForce(crate, [0, 0, 0]);
    world.step();
    expect(world.state(crate).asleep).toBe(true);
    world.applyForce(crate, [200, 0, 0]);
    world.step();
    expect(world.state(crate).asleep).toBe(false);
    expect(world.state(crate).velocity.x).toBeGreaterThan(0);
  });
});

describe('gravity scale and damping', () => {
  it('a body of gravity scale 0 stays where it is, one of scale 2 falls twice as fast', () => {
    const world = createWorld({ gravity: [0, 0, -10], timeStep: 0.01 });
    const [floating, heavy] = [0, 2].map((gravityScale, k) =>
      world.addBody({ shape: createSphere(0.1), position: [k, 0, 0], gravityScale }),
    );
    run(world, 1);
    expect(world.state(floating).position.z).toBe(0);
    expect(world.state(heavy).position.z).toBeCloseTo(-10, 12);
    expect(world.balance().energyError).toBeLessThan(1e-13);
  });

  it('damping alone gives v0 exp(-c t) and ω0 exp(-c t), for any step', () => {
    for (const timeStep of [0.1, 0.01]) {
      const world = createWorld({ gravity: [0, 0, 0], timeStep });
      const body = world.addBody({
        shape: createSphere(0.1),
        velocity: [2, 0, 0],
        angularVelocity: [0, 3, 0],
        linearDamping: 1.5,
        angularDamping: 0.5,
      });
      run(world, 1);
      expect(world.state(body).velocity.x).toBeCloseTo(2 * exp(-1.5), 13);
      expect(world.state(body).angularVelocity.y).toBeCloseTo(3 * exp(-0.5), 13);
      expect(world.balance().energyError).toBeLessThan(1e-13);
    }
  });

  it('the terminal velocity g/c under damping has an error of second order in the step', () => {
    const error = (timeStep: number) => {
      const world = createWorld({ gravity: [0, 0, -10], timeStep, substeps: 1 });
      const body = world.addBody({ shape: createSphere(0.1), linearDamping: 4 });
      run(world, 8);
      return Math.abs(world.state(body).velocity.z + 2.5);
    };
    const ratio = error(0.1) / error(0.05);
    expect(ratio).toBeGreaterThan(3.8);
    expect(ratio).toBeLessThan(4.2);
  });
});

describe('force fields', () => {
  it('a spring oscillates with its period; the error is of second order, and the work of the field closes the balance', () => {
    const error = (timeStep: number) => {
      const world = createWorld({ gravity: [0, 0, 0], timeStep, substeps: 1 });
      const body = world.addBody({ shape: createSphere(0.1), mass: 1, position: [1, 0, 0] });
      world.addForceField((_, { position }, __, { force }) => {
        force.x = -4 * position.x; // ω = 2 rad/s
      });
      run(world, 3);
      expect(world.balance().energyError).toBeLessThan(1e-12);
      return Math.abs(world.state(body).position.x - 0.960170286650366); // cos 6
    };
    const [coarse, fine] = [error(0.02), error(0.01)];
    expect(coarse).toBeLessThan(1e-3);
    expect(coarse / fine).toBeGreaterThan(3.8);
    expect(coarse / fine).toBeLessThan(4.2);
  });

  it('central gravity: a circular orbit closes after its period', () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.005 });
    const planet = world.addBody({ shape: createSphere(0.01), mass: 1, position: [1, 0, 0], velocity: [0, 1, 0] });
    world.addForceField((_, { position: { x, y, z }, mass }, __, { force }) => {
      const r = Math.sqrt(x * x + y * y + z * z);
      const k = -mass / (r * r * r);
      force.x = k * x;
      force.y = k * y;
      force.z = k * z;
    });
    run(world, 2 * Math.PI);
    const { x, y } = world.state(planet).position;
    expect(Math.sqrt(x * x + y * y)).toBeCloseTo(1, 6);
    expect(world.ledger().angularMomentum.z).toBeCloseTo(1, 12);
  });

  it('a field that changes with time wakes bodies that sleep in it, a constant one lets them sleep', () => {
    const world = createWorld({ gravity: [0, 0, -9.81] });
    world.addBody({ shape: createHalfspace([0, 0, 1]), friction: 1 });
    const crate = world.addBody({ shape: createBox([0.1, 0.1, 0.1]), position: [0, 0, 0.1], mass: 1, friction: 1 });
    world.addForceField((_, __, time, { force }) => {
      force.x = time < 3 ? 0.1 : 20;
    });
    run(world, 2.9);
    expect(world.state(crate).asleep).toBe(true);
    run(world, 3.2);
    expect(world.state(crate).asleep).toBe(false);
    expect(world.state(crate).velocity.x).toBeGreaterThan(1);
  });

  it('a field of a number that is not finite names the body', () => {
    const world = createWorld();
    world.addBody({ shape: createSphere(1), name: 'probe' });
    world.addForceField((_, __, ___, { force }) => {
      force.x = 0 / 0;
    });
    expect(() => world.step()).toThrow('force field: force on probe is NaN');
  });

  it('a field that was removed acts no more', () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.01 });
    const ball = world.addBody({ shape: createSphere(1), mass: 1 });
    const remove = world.addForceField((_, __, ___, { force }) => {
      force.x = 1;
    });
    world.step();
    remove();
    world.step();
    expect(world.state(ball).velocity.x).toBeCloseTo(0.01, 15);
  });
});

describe('surface velocity', () => {
  const belt = createBox([3, 0.5, 0.1]);

  it('a parcel on a belt reaches its speed at μ g, and then moves with it', () => {
    const world = createWorld({ friction: 0.4, timeStep: 0.002 });
    world.addBody({ shape: belt, type: 'static', surfaceVelocity: [1, 0, 0] });
    const parcel = world.addBody({ shape: createBox([0.1, 0.1, 0.1]), position: [-2, 0, 0.2] });
    run(world, 0.1);
    expect(world.state(parcel).velocity.x).toBeCloseTo(0.4 * 9.81 * 0.1, 2);
    run(world, 2);
    expect(world.state(parcel).velocity.x).toBeCloseTo(1, 4);
    // v²/(2 μ g) while it slides, then t - v/(μ g) at the speed of the belt
    const a = 0.4 * 9.81;
    expect(world.state(parcel).position.x).toBeCloseTo(-2 + 1 / (2 * a) + (2 - 1 / a), 2);
    expect(world.balance().energyError).toBeLessThan(1e-12);
    // the energy of the parcel comes from the drive of the belt, not from the method
    expect(world.ledger().energyCreated).toBeLessThan(1e-6 * world.ledger().kineticEnergy);
  });

  it('runs along the body: a belt that is rotated by 90 degrees carries along y', () => {
    const world = createWorld({ friction: 0.8 });
    world.addBody({ shape: belt, type: 'static', surfaceVelocity: [1, 0, 0], orientation: [1, 0, 0, 1] });
    const parcel = world.addBody({ shape: createBox([0.1, 0.1, 0.1]), position: [0, 0, 0.2] });
    run(world, 1);
    expect(world.state(parcel).velocity.y).toBeCloseTo(1, 3);
    expect(Math.abs(world.state(parcel).velocity.x)).toBeLessThan(1e-3);
  });

  it('its part along the normal does nothing: a ball at the end face of a belt is not accelerated', () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.01, friction: 0 });
    world.addBody({ shape: belt, type: 'static', surfaceVelocity: [1, 0, 0] });
    const ball = world.addBody({ shape: createSphere(0.1), position: [3.1, 0, 0] });
    run(world, 0.5);
    expect(world.state(ball).position.x).toBeCloseTo(3.1, 12);
  });

  it('a belt that is switched on wakes what lies on it', () => {
    const world = createWorld();
    const conveyor = world.addBody({ shape: belt, type: 'static' });
    const parcel = world.addBody({ shape: createBox([0.1, 0.1, 0.1]), position: [0, 0, 0.2] });
    run(world, 1);
    expect(world.state(parcel).asleep).toBe(true);
    world.set(conveyor, { surfaceVelocity: [0.5, 0, 0] });
    run(world, 2);
    expect(world.state(parcel).velocity.x).toBeCloseTo(0.5, 3);
  });
});

describe('rolling and spinning resistance of bodies in code', () => {
  const [radius, arm, speed] = [0.1, 0.005, 1];
  const roll = (options: { floor?: number; ball?: number; world?: number }) => {
    const world = createWorld({ friction: 1, timeStep: 0.01, rollingFriction: options.world });
    world.addBody({ shape: createHalfspace([0, 0, 1]), rollingFriction: options.floor });
    const ball = world.addBody({
      shape: createSphere(radius),
      position: [0, 0, radius],
      velocity: [speed, 0, 0],
      angularVelocity: [0, speed / radius, 0],
      rollingFriction: options.ball,
    });
    return { world, ball };
  };

  it('a ball is decelerated by 5/7 g c/r, with the larger lever arm of the two bodies', () => {
    for (const options of [{ floor: arm }, { ball: arm, floor: 0.2 * arm }, { world: arm }]) {
      const { world, ball } = roll(options);
      run(world, 1);
      expect(world.state(ball).velocity.x).toBeCloseTo(speed - ((5 / 7) * 9.81 * arm) / radius, 2);
    }
  });

  it('set changes it for contacts that exist: the ball rolls on without it', () => {
    const { world, ball } = roll({ ball: arm });
    run(world, 0.5);
    const before = world.state(ball).velocity.x;
    expect(before).toBeLessThan(0.9 * speed);
    world.set(ball, { rollingFriction: 0 });
    run(world, 2.5);
    expect(Math.abs(world.state(ball).velocity.x / before - 1)).toBeLessThan(0.01);
  });

  it('a ball that rotates about the vertical is decelerated by g c/(2/5 r²)', () => {
    const world = createWorld({ timeStep: 0.01, spinningFriction: 0.001 });
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    const ball = world.addBody({
      shape: createSphere(radius),
      position: [0, 0, radius],
      angularVelocity: [0, 0, 10],
    });
    run(world, 1);
    expect(world.state(ball).angularVelocity.z).toBeCloseTo(10 - (9.81 * 0.001) / (0.4 * radius * radius), 1);
  });
});
