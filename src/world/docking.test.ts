import { describe, expect, it } from 'vitest';
import { clohessyWiltshire } from '../dynamics/orbit.ts';
import { createVec3, lengthVec3, subVec3 } from '../math/vec3.ts';
import { reducedMass, separationSpeed } from '../response/latch-formulas.ts';
import { readScene } from '../scene/read.ts';
import { createBox } from '../shapes/box.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createWorld } from './create-world.ts';
import type { DockingEvent, DockingOptions } from './docking-options.ts';
import type { World } from './world.ts';
import { createWorldFromScene } from './world-from-scene.ts';

const METHODS = ['steps', 'events'] as const;

/** Two boxes whose ports face each other along x with a gap. */
function pair(method: 'steps' | 'events', gap: number, speed: number, options: Partial<DockingOptions> = {}) {
  const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.01, method, restitution: 0 });
  const station = world.addBody({ name: 'station', shape: createBox([0.5, 0.5, 0.5]), mass: 300 });
  const vehicle = world.addBody({
    name: 'vehicle',
    shape: createBox([0.4, 0.4, 0.4]),
    position: [0.9 + gap, 0, 0],
    velocity: [-speed, 0, 0],
    mass: 100,
  });
  const docking = world.addDocking({
    ports: [
      { body: station, point: [0.5, 0, 0], axis: [1, 0, 0] },
      { body: vehicle, point: [-0.4, 0, 0], axis: [-1, 0, 0] },
    ],
    tolerance: 0.02,
    ...options,
  });
  const events: DockingEvent['event'][] = [];
  world.on('docking', ({ event }) => events.push(event));
  return { world, station, vehicle, docking, events };
}

function run(world: World, time: number, control: () => void = () => undefined): void {
  const end = world.time + time;
  while (world.time < end - 1e-9) {
    control();
    world.step();
  }
}

/** Deviation of the second body from its place relative to the first [m]. */
function gapOf(world: World, a: number, b: number): number {
  return lengthVec3(subVec3(createVec3(), world.state(a).centerOfMass, world.state(b).centerOfMass));
}

describe.each(METHODS)('docking of worlds in code, method %s', (method) => {
  it('ports in range join their bodies, which continue as one', () => {
    const { world, station, vehicle, docking, events } = pair(method, 0.1, 0.1);
    run(world, 2);
    expect(events).toMatchObject([{ type: 'docking' }]);
    expect(world.docking(docking).state).toBe('docked');
    for (const body of [station, vehicle]) expect(world.state(body).velocity.x).toBeCloseTo(-0.025, 12);
    expect(events[0].type === 'docking' && events[0].energyLoss).toBeCloseTo(0.5 * 75 * 0.01, 12);
    const { momentumError, energyError } = world.balance();
    expect(Math.max(momentumError, energyError)).toBeLessThan(1e-12);
  });

  it('rejects ports outside the envelope, and reports criteria, values and limits', () => {
    const { world, docking, events } = pair(method, 0.1, 0.1, { envelope: { maxClosingSpeed: 0.05 } });
    run(world, 1.2);
    expect(events).toMatchObject([
      { type: 'docking-rejected', violations: [{ criterion: 'maxClosingSpeed', limit: 0.05 }] },
    ]);
    expect(world.docking(docking).state).toBe('rejected');
  });

  it('thrusters of one docked body move and rotate both: force and torque, body axes', () => {
    const { world, station, vehicle } = pair(method, 0.01, 0);
    run(world, 0.02);
    const start = gapOf(world, station, vehicle);
    run(world, 4, () => {
      world.applyForce(vehicle, [0, 3, 0], { frame: 'body' });
      world.applyTorque(station, [0, 0, -1]);
    });
    expect(gapOf(world, station, vehicle)).toBeCloseTo(start, 11);
    // common centre: 0.2275 from the station, 0.6825 from the vehicle
    const inertia = 300 / 6 + (100 * 0.64) / 6 + 300 * 0.2275 ** 2 + 100 * 0.6825 ** 2;
    const rate = (4 * (3 * 0.6825 - 1)) / inertia;
    for (const body of [station, vehicle]) expect(world.state(body).angularVelocity.z).toBeCloseTo(rate, 5);
    const { momentumError, angularMomentumError, energyError } = world.balance();
    expect(Math.max(momentumError, angularMomentumError, energyError)).toBeLessThan(1e-11);
  });

  it('a tumbling docked pair conserves momentum, angular momentum and energy', () => {
    const { world, station, vehicle } = pair(method, 0.01, 0);
    run(world, 0.02);
    world.applyAngularImpulse(vehicle, [40, 30, -20]);
    world.step();
    const before = world.ledger();
    run(world, 5);
    const after = world.ledger();
    expect(gapOf(world, station, vehicle)).toBeCloseTo(0.91, 9);
    expect(lengthVec3(subVec3(createVec3(), after.angularMomentum, before.angularMomentum))).toBeLessThan(1e-10);
    expect(Math.abs(after.kineticEnergy / before.kineticEnergy - 1)).toBeLessThan(1e-9);
    expect(world.balance().angularMomentumError).toBeLessThan(1e-11);
  });

  it('soft capture, rigid docking, undocking by springs, and docking again after a return', () => {
    const { world, station, vehicle, docking, events } = pair(method, 0.1, 0.05, {
      softCapture: {
        stiffness: 400,
        damping: 350,
        angularStiffness: 50,
        angularDamping: 40,
        attenuation: 1,
        retraction: 1,
      },
      separationSprings: { energy: 0.5, stroke: 0.01 },
    });
    run(world, 6);
    expect(events.map(({ type }) => type)).toEqual(['soft-capture', 'retraction', 'docking']);
    world.undock(docking);
    expect(world.docking(docking).state).toBe('separating');
    run(world, 2);
    const speed = world.state(vehicle).velocity.x - world.state(station).velocity.x;
    expect(speed / separationSpeed(0.5, reducedMass(300, 100))).toBeCloseTo(1, 1);
    expect(events).toHaveLength(3);
    run(world, 6, () => world.applyForce(vehicle, [-12, 0, 0]));
    expect(events.slice(3).map(({ type }) => type)).toContain('soft-capture');
    const { momentumError, angularMomentumError, energyError } = world.balance();
    expect(Math.max(momentumError, angularMomentumError)).toBeLessThan(1e-11);
    expect(energyError).toBeLessThan(1e-9);
  });

  it('a snapshot holds dockings and their stages: the world continues with the same bits', () => {
    const { world, vehicle } = pair(method, 0.1, 0.05, {
      softCapture: { stiffness: 400, damping: 350, attenuation: 1, retraction: 1 },
    });
    run(world, 2);
    const snapshot = world.snapshot();
    run(world, 3);
    const expected = world.state(vehicle);
    world.restore(snapshot);
    run(world, 3);
    expect(world.state(vehicle)).toEqual(expected);
  });

  it('a command docks at once, and the end of a body is the end of its dockings', () => {
    const { world, station, vehicle, docking } = pair(method, 0.3, 0);
    world.dock(docking);
    world.applyImpulse(station, [0, 40, 0]);
    run(world, 1);
    expect(gapOf(world, station, vehicle)).toBeCloseTo(1.2, 9);
    world.removeBody(vehicle);
    run(world, 0.1);
    expect(() => world.docking(docking)).toThrow(/docking: docking 0 is not in this world/);
  });
});

describe('docked bodies on a floor', () => {
  it('fall, land and rest as one', () => {
    const world = createWorld({ timeStep: 1 / 240 });
    world.addBody({ shape: createHalfspace([0, 0, 1]) });
    const box = createBox([0.2, 0.2, 0.2]);
    const [a, b] = [0, 0.41].map((x) => world.addBody({ shape: box, position: [x, 0, 0.6], mass: 1 + x }));
    const docking = world.addDocking({
      ports: [
        { body: a, point: [0.2, 0, 0], axis: [1, 0, 0] },
        { body: b, point: [-0.2, 0, 0], axis: [-1, 0, 0] },
      ],
      tolerance: 0.02,
    });
    run(world, 2);
    expect(world.docking(docking).state).toBe('docked');
    expect(gapOf(world, a, b)).toBeCloseTo(0.41, 9);
    for (const body of [a, b]) {
      expect(world.state(body).centerOfMass.z).toBeCloseTo(0.2, 2);
      expect(lengthVec3(world.state(body).velocity)).toBeLessThan(1e-2);
    }
  });
});

describe('invalid dockings', () => {
  it('are rejected with the name of the argument', () => {
    const { world, station, vehicle, docking } = pair('steps', 0.1, 0);
    const port = { body: station, point: [0, 0, 0] as const, axis: [1, 0, 0] as const };
    expect(() => world.addDocking({ ports: [port, port] })).toThrow(/two different bodies/);
    const flat = { body: vehicle, point: [0, 0, 0] as const, axis: [0, 0, 0] as const };
    expect(() => world.addDocking({ ports: [port, flat] })).toThrow(/ports\[1\]: axis must have a length above zero/);
    const other = { ...flat, axis: [-1, 0, 0] as const };
    expect(() => world.addDocking({ ports: [port, other], tolerance: -1 })).toThrow(/tolerance/);
    expect(() => world.addDocking({ ports: [port, other], envelope: { lateral: Number.NaN } })).toThrow(
      /envelope.lateral/,
    );
    expect(() => world.undock(docking)).toThrow(/undock: docking 0 is not docked, its state is armed/);
    expect(() => world.dock(7)).toThrow(/dock: docking 7 is not in this world/);
  });
});

describe('scenes with docking in code', () => {
  const scene = (change: object = {}) =>
    readScene(
      JSON.stringify({
        world: 'solids',
        title: 'Docking',
        description: 'A test.',
        bodies: [
          { name: 'a', shape: { kind: 'box', halfExtents: [0.5, 0.5, 0.5] }, position: [0, 0, 0], mass: 3 },
          { name: 'b', shape: { kind: 'box', halfExtents: [0.5, 0.5, 0.5] }, position: [1.1, 0, 0], mass: 1 },
        ],
        sensors: [
          { name: 'p', body: 'a', point: [0.5, 0, 0], axis: [1, 0, 0] },
          { name: 'q', body: 'b', point: [-0.5, 0, 0], axis: [-1, 0, 0] },
        ],
        docking: [{ sensors: ['p', 'q'], tolerance: 0.2, release: 1 }],
        time: { end: 2, method: 'steps', step: 0.01 },
        ...change,
      }),
      'docking',
    );

  it('dock and undock at the times of the scene', () => {
    const given = scene();
    if (given.world !== 'solids') throw new Error('not a scene of solids');
    const world = createWorldFromScene(given);
    const types: [string, number][] = [];
    world.on('docking', ({ event, time }) => types.push([event.type, time]));
    run(world, 2);
    expect(types.map(([type]) => type)).toEqual(['docking', 'release']);
    expect(types[1][1]).toBeCloseTo(1, 9);
  });

  it.each(METHODS)('a Clohessy-Wiltshire frame in code gives the closed form, method %s', (method) => {
    const world = createWorld({ gravity: [0, 0, 0], orbit: { rate: 0.05 }, timeStep: 0.02, method });
    const body = world.addBody({
      shape: createBox([1, 1, 1]),
      position: [4, -3, 1],
      velocity: [0.1, 0, -0.2],
      mass: 5,
    });
    run(world, 8);
    const start = { position: createVec3(4, -3, 1), velocity: createVec3(0.1, 0, -0.2) };
    const { position } = clohessyWiltshire(start, 0.05, 8);
    expect(lengthVec3(subVec3(createVec3(), world.state(body).centerOfMass, position))).toBeLessThan(1e-5);
    expect(world.balance().energyError).toBeLessThan(1e-11);
    expect(() => createWorld({ orbit: {} })).toThrow(/orbit must have either a rate or mu/);
  });
});
