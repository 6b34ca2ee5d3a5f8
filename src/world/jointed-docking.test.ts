import { describe, expect, it } from 'vitest';
import { createBox } from '../shapes/box.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';

/** Dockings in worlds with joints: by a fixed joint, and a latch of springs and dampers in the joints. */

const MASSES = [300, 100];

/** Two boxes that meet along x at 0.1 m/s; far away two others with a joint, if `joined`. */
function pairOf(joined: boolean, docking: object = {}, offset = 0) {
  const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.01, timeToSleep: 0 });
  const station = world.addBody({ name: 'station', shape: createBox([0.5, 0.5, 0.5]), mass: MASSES[0] });
  const position: [number, number, number] = [1, offset, 0];
  const vehicle = world.addBody({
    name: 'vehicle',
    shape: createBox([0.4, 0.4, 0.4]),
    position,
    velocity: [-0.1, 0, 0],
    mass: MASSES[1],
  });
  if (joined) addFarJoint(world);
  const id = world.addDocking({
    ports: [
      { body: station, point: [0.52, 0, 0], axis: [1, 0, 0], up: [0, 0, 1] },
      { body: vehicle, point: [-0.42, 0, 0], axis: [-1, 0, 0], up: [0, 0, 1] },
    ],
    tolerance: 0.02,
    ...docking,
  });
  return { world, station, vehicle, id };
}

function addFarJoint(world: World): void {
  const [a, b] = [9, 10].map((x) => world.addBody({ shape: createBox([0.2, 0.2, 0.2]), position: [x, 9, 0], mass: 1 }));
  world.addJoint({ kind: 'hinge', bodies: [a, b], position: [9.5, 9, 0] });
}

const numbersOf = ({ x, y, z }: { x: number; y: number; z: number }) => [x, y, z];

describe('rigid docking in a world with joints', () => {
  it('is the plastic merge: common velocity and loss of the reduced mass', () => {
    const { world, station, vehicle } = pairOf(true);
    const losses: (number | null | undefined)[] = [];
    world.on('docking', ({ event }) => losses.push(event.type === 'docking' ? event.energyLoss : undefined));
    while (world.time < 2) world.step();
    const [a, b] = MASSES;
    expect(losses).toHaveLength(1);
    expect(losses[0]).toBeCloseTo((0.5 * ((a * b) / (a + b)) * 0.1 ** 2), 12); // biome-ignore format: the formula
    for (const body of [station, vehicle]) {
      expect(world.state(body).velocity.x).toBeCloseTo((-0.1 * b) / (a + b), 13);
      expect(Math.hypot(...numbersOf(world.state(body).angularVelocity))).toBeLessThan(1e-12);
    }
  });

  it('moves as the docked bodies of a world without joints, off the axis and under a force', () => {
    const final = [false, true].map((joined) => {
      const { world, station, vehicle } = pairOf(joined, { tolerance: 0.1 }, 0.06);
      while (world.time < 1.5) {
        if (world.time > 1) world.applyForce(vehicle, [0, 20, 5]);
        world.step();
      }
      return [station, vehicle].flatMap((body) => {
        const { position, velocity, angularVelocity } = world.state(body);
        return [position, velocity, angularVelocity].flatMap(numbersOf);
      });
    });
    const error = final[0].map((value, k) => Math.abs(value - final[1][k]));
    expect(Math.max(...error)).toBeLessThan(2e-7);
  });

  it('holds a load on an arm, conserves momentum and angular momentum, and lets it go', () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.005, timeToSleep: 0 });
    const base = world.addBody({ name: 'base', shape: createBox([0.3, 0.3, 0.3]), mass: 50 });
    const arm = world.addBody({ name: 'arm', shape: createBox([0.4, 0.05, 0.05]), position: [0.7, 0, 0], mass: 2 });
    const load = world.addBody({
      name: 'load',
      shape: createBox([0.2, 0.2, 0.2]),
      position: [1.35, 0.01, 0],
      velocity: [-0.05, 0.02, 0.01],
      angularVelocity: [0.02, 0, -0.05],
      mass: 400,
    });
    const elbow = world.addJoint({ kind: 'hinge', bodies: [base, arm], position: [0.3, 0, 0], axis: [0, 0, 1] });
    const id = world.addDocking({
      ports: [
        { body: arm, point: [0.42, 0, 0], axis: [1, 0, 0] },
        { body: load, point: [-0.22, 0, 0], axis: [-1, 0, 0] },
      ],
      tolerance: 0.02,
      recapture: false,
    });
    const start = world.ledger();
    while (world.time < 1) world.step();
    expect(world.docking(id).state).toBe('docked');
    const held = world.docking(id).relative;
    world.setMotor(elbow, { position: 0.3, stiffness: 2000, damping: 800 });
    while (world.time < 3) world.step();
    const now = world.docking(id).relative;
    expect(Math.abs(now.lateral - held.lateral) + Math.abs(now.gap - held.gap)).toBeLessThan(1e-11);
    const end = world.ledger();
    const drift = (['momentum', 'angularMomentum'] as const).flatMap((key) =>
      numbersOf(end[key]).map((value, k) => Math.abs(value - numbersOf(start[key])[k])),
    );
    expect(Math.max(...drift)).toBeLessThan(1e-11);
    const work = end.contactWork - start.contactWork;
    expect(end.kineticEnergy - start.kineticEnergy).toBeCloseTo(work, 11);
    expect(end.energyCreated).toBeLessThan(1e-4);
    world.undock(id);
    expect(world.docking(id).state).toBe('done');
    world.setMotor(elbow, { force: 5 });
    while (world.time < 3.5) world.step();
    expect(world.docking(id).relative.lateral).toBeGreaterThan(held.lateral + 1e-3);
  });

  it('a joint that is added later takes over the docked bodies', () => {
    const { world, station, vehicle, id } = pairOf(false);
    while (world.time < 1) world.step();
    expect(world.docking(id).state).toBe('docked');
    const before = world.state(station).velocity.x;
    addFarJoint(world);
    while (world.time < 2) world.step();
    expect(world.state(vehicle).velocity.x).toBeCloseTo(before, 13);
    world.removeBody(vehicle);
    world.step();
    expect(world.state(station).velocity.x).toBeCloseTo(before, 13);
  });

  it('continues from a snapshot with the same bits, captured and docked', () => {
    const softCapture = {
      stiffness: 400,
      damping: 200,
      angularStiffness: 50,
      angularDamping: 30,
      attenuation: 1,
      retraction: 1,
    };
    const { world, vehicle, id } = pairOf(true, { softCapture, tolerance: 0.05 }, 0.01);
    for (const [time, state] of [
      [1.5, 'captured'],
      [6, 'docked'],
    ] as const) {
      // biome-ignore format: pairs
      while (world.time < time) world.step();
      expect(world.docking(id).state).toBe(state);
      const saved = world.snapshot();
      const run = () => {
        for (let k = 0; k < 100; k++) world.step();
        const { position, velocity, angularVelocity } = world.state(vehicle);
        return [position, velocity, angularVelocity].flatMap(numbersOf);
      };
      const first = run();
      world.restore(saved);
      expect(run()).toEqual(first);
    }
  });
});

describe('soft capture in a world with joints', () => {
  const softCapture = { stiffness: 900, damping: 0, angularStiffness: 100, stroke: 0.3, attenuation: 100 };

  it('has the stroke v √(m/k) of the closed form, and keeps the energy', () => {
    const { world, id } = pairOf(true, { softCapture, tolerance: 0.04 });
    const [a, b] = MASSES;
    let shortest = 1;
    let created = 0;
    while (world.time < 2) {
      world.step();
      const { state, relative } = world.docking(id);
      if (state === 'captured') shortest = Math.min(shortest, relative.gap);
      created = world.ledger().energyCreated;
    }
    const reduced = (a * b) / (a + b);
    // captured after the step in which the gap falls to 4 cm
    expect(shortest).toBeCloseTo(0.04 - 0.1 * Math.sqrt(reduced / 900), 3);
    expect(created).toBeLessThan(1e-5);
    const { kineticEnergy, potentialEnergy } = world.ledger();
    expect(kineticEnergy + potentialEnergy).toBeCloseTo(0.5 * b * 0.01, 5);
  });

  it('moves as the latch of forces in a world without joints, with dampers, retraction and hooks', () => {
    const hooks = { count: 3, radius: 0.2, tolerance: 0.01, stiffness: 2000, damping: 400 };
    const law = { stiffness: 600, damping: 300, angularStiffness: 200, angularDamping: 100, stroke: 0.3, hooks };
    const histories = [false, true].map((joined) => {
      const options = { softCapture: { ...law, attenuation: 1, retraction: 2 }, tolerance: 0.05 };
      const { world, vehicle, id } = pairOf(joined, options, 0.02);
      const types: string[] = [];
      world.on('docking', ({ event }) => types.push(event.type));
      const history: number[] = [];
      while (world.time < 6) {
        world.step();
        history.push(...numbersOf(world.state(vehicle).position));
      }
      return { history, types, state: world.docking(id).state };
    });
    expect(histories[0].types).toEqual(['soft-capture', 'retraction', ...Array(3).fill('hook-closed'), 'docking']);
    expect(histories[1].types).toEqual(histories[0].types);
    const error = histories[0].history.map((value, k) => Math.abs(value - histories[1].history[k]));
    expect(Math.max(...error)).toBeLessThan(1e-4);
  });

  it('opens beyond the stroke', () => {
    const { world, id } = pairOf(true, {
      softCapture: { ...softCapture, stiffness: 20, stroke: 0.03 },
      tolerance: 0.04,
    });
    const lost: unknown[] = [];
    world.on('docking', ({ event }) => {
      if (event.type === 'capture-lost') lost.push(event.violations[0].criterion);
    });
    while (world.time < 1.2) world.step();
    expect(lost).toEqual(['stroke']);
    expect(world.docking(id).state).toBe('rejected');
    expect(world.ledger().potentialEnergy).toBeCloseTo(0, 15);
  });

  it('undocks with separation springs: √(2E/m)', () => {
    const { world, station, vehicle, id } = pairOf(true, { separationSprings: { energy: 0.5, stroke: 0.02 } });
    while (world.time < 1) world.step();
    world.undock(id);
    while (world.time < 2) world.step();
    const relative = world.state(vehicle).velocity.x - world.state(station).velocity.x;
    const [a, b] = MASSES;
    expect(relative).toBeCloseTo(Math.sqrt(1 / ((a * b) / (a + b))), 4);
  });
});

describe('a motor with a path', () => {
  const rotor = () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.005, timeToSleep: 0 });
    const body = world.addBody({ shape: createBox([0.5, 0.1, 0.1]), mass: 3 });
    return {
      world,
      body,
      joint: { kind: 'hinge' as const, bodies: [undefined, body] as const, position: [0, 0, 0] as const },
    };
  };

  it('follows it without lag once it moves steadily, and stays at the last key', () => {
    const { world, joint } = rotor();
    const path = { times: [1, 5], values: [0, 2], interpolation: 'linear' as const };
    const hinge = world.addJoint({ ...joint, motor: { path, stiffness: 200, damping: 40 } });
    while (world.time < 4) world.step();
    const { position, velocity } = world.jointState(hinge);
    expect(position).toBeCloseTo(1.5, 6);
    expect(velocity).toBeCloseTo(0.5, 6);
    while (world.time < 8) world.step();
    expect(world.jointState(hinge).position).toBeCloseTo(2, 6);
  });

  it('has the response of a second-order system to the start of a ramp', () => {
    const { world, joint } = rotor();
    const [stiffness, rate] = [50, 0.5];
    const path = { times: [0, 100], values: [0, 100 * rate], interpolation: 'linear' as const };
    const hinge = world.addJoint({ ...joint, motor: { path, stiffness } });
    const inertia = (3 * (1 ** 2 + 0.2 ** 2)) / 12;
    const omega = Math.sqrt(stiffness / inertia);
    while (world.time < 2) world.step();
    // x'' = ω² (v t - x): x = v t - (v/ω) sin ω t
    const expected = rate * world.time - (rate / omega) * Math.sin(omega * world.time);
    expect(world.jointState(hinge).position).toBeCloseTo(expected, 4);
  });

  it('rejects invalid paths by name', () => {
    const { world, joint } = rotor();
    const add = (motor: object) => () => world.addJoint({ ...joint, motor });
    const path = { times: [0, 1], values: [0, 1], interpolation: 'cubic' as const };
    expect(add({ path })).toThrow('motor must have a stiffness above zero with path');
    expect(add({ path, position: 1, stiffness: 1 })).toThrow('must have one of velocity, position, path and force');
    expect(add({ path: { ...path, times: [1, 1] }, stiffness: 1 })).toThrow('path: times must increase, got 1 after 1');
    expect(add({ path: { ...path, values: [1] }, stiffness: 1 })).toThrow('as many finite values as times');
    expect(add({ path: { ...path, interpolation: 'step' }, stiffness: 1 })).toThrow(
      'interpolation must be linear or cubic',
    );
  });
});
