import { describe, expect, it } from 'vitest';
import { readScene } from '../scene/read.ts';
import { createBox } from '../shapes/box.ts';
import { createSphere } from '../shapes/sphere.ts';
import { runScene } from '../sim/simulate.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';
import { createWorldFromScene } from './world-from-scene.ts';

const G = 9.81;

function createJointWorld(timeStep: number, substeps: number, gravity: [number, number, number] = [0, 0, -G]): World {
  return createWorld({ gravity, timeStep, substeps, timeToSleep: 0, restitution: 0, friction: 0.8 });
}

/** Largest coordinate of the given axes of all joints. */
function driftOf(world: World, axes: readonly number[]): number {
  const all = world.joints().flatMap((joint) => axes.map((k) => Math.abs(world.jointState(joint).positions[k] ?? 0)));
  return Math.max(...all);
}

function energyOf(world: World): number {
  const { kineticEnergy, potentialEnergy } = world.ledger();
  return kineticEnergy + potentialEnergy;
}

const HINGE_LOCKED = [0, 1, 2, 4, 5];

/** A rod of length 1 m and mass 1 kg from the origin along x, on a hinge about y at the origin; square of side 0.1 m. */
function addPendulum(world: World) {
  const rod = world.addBody({ shape: createBox([0.5, 0.05, 0.05]), position: [0.5, 0, 0], mass: 1 });
  const hinge = world.addJoint({ kind: 'hinge', bodies: [undefined, rod], position: [0, 0, 0], axis: [0, 1, 0] });
  return { rod, hinge };
}
/** About its centre, and about the hinge [kg m²]. */
const ROD_INERTIA = (1 + 0.01) / 12;
const PIN_INERTIA = ROD_INERTIA + 0.25;

describe('a pendulum on a hinge', () => {
  it('swings with the period of the closed form to 1e-6', () => {
    // gravity along x: it hangs from the start; an amplitude of 0.02 rad
    const world = createJointWorld(1e-3, 4, [G, 0, 0]);
    const { rod, hinge } = addPendulum(world);
    const amplitude = 0.02;
    const omega = Math.sqrt((G * 0.5) / PIN_INERTIA);
    // energy of that amplitude at the lowest point
    const rate = Math.sqrt((2 * G * 0.5 * (1 - Math.cos(amplitude))) / PIN_INERTIA);
    world.set(rod, { velocity: [0, 0, -0.5 * rate], angularVelocity: [0, rate, 0] });
    const crossings: number[] = [0];
    let last = 0;
    while (crossings.length < 11) {
      world.step();
      const { position } = world.jointState(hinge);
      if (last < 0 !== position < 0 && last !== 0) {
        crossings.push(world.time - (world.timeStep * position) / (position - last));
      }
      last = position;
    }
    const period = crossings[10] / 5;
    const exact = ((2 * Math.PI) / omega) * (1 + amplitude ** 2 / 16 + (11 * amplitude ** 4) / 3072);
    expect(Math.abs(period / exact - 1)).toBeLessThan(1e-6);
    expect(driftOf(world, HINGE_LOCKED)).toBeLessThan(1e-13);
  });

  it('pulls at the hinge with weight and centripetal force', () => {
    const world = createJointWorld(1e-3, 4);
    const { hinge } = addPendulum(world);
    while (world.jointState(hinge).position < Math.PI / 2) world.step();
    const { velocity, force } = world.jointState(hinge);
    expect(force.z).toBeCloseTo(G + 0.5 * velocity ** 2, 2);
    expect(world.balance().energyError).toBeLessThan(1e-9);
  });
});

/** Angles of a double pendulum of two such rods after `time`, by a Runge-Kutta integration in minimal coordinates. */
function integrateDoublePendulum(time: number): [number, number] {
  const derivative = ([p, q, a, b]: number[]): number[] => {
    // angles p, q below the horizontal, rates a, b: M (p'', q'') = right side
    const [m11, m22] = [PIN_INERTIA + 1, PIN_INERTIA];
    const m12 = 0.5 * Math.cos(p - q);
    const sine = 0.5 * Math.sin(p - q);
    const r1 = -sine * b * b + 1.5 * G * Math.cos(p);
    const r2 = sine * a * a + 0.5 * G * Math.cos(q);
    const determinant = m11 * m22 - m12 * m12;
    return [a, b, (m22 * r1 - m12 * r2) / determinant, (m11 * r2 - m12 * r1) / determinant];
  };
  let y = [0, 0, 0, 0];
  const count = 20000;
  const h = time / count;
  const at = (from: number[], rate: number[], s: number) => from.map((value, k) => value + s * rate[k]);
  for (let k = 0; k < count; k++) {
    const k1 = derivative(y);
    const k2 = derivative(at(y, k1, h / 2));
    const k3 = derivative(at(y, k2, h / 2));
    const k4 = derivative(at(y, k3, h));
    y = y.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return [y[0], y[1]];
}

function addDoublePendulum(world: World) {
  const { rod, hinge } = addPendulum(world);
  const second = world.addBody({
    shape: createBox([0.5, 0.05, 0.05]),
    position: [1.5, 0, 0],
    mass: 1,
    collidesWith: [],
  });
  const elbow = world.addJoint({ kind: 'hinge', bodies: [rod, second], position: [1, 0, 0], axis: [0, 1, 0] });
  return { hinge, elbow };
}

describe('a double pendulum', () => {
  it('moves as in minimal coordinates, with an error of second order in the step', () => {
    const [p, q] = integrateDoublePendulum(1.5);
    const errors = [0.01, 0.005, 0.0025].map((step) => {
      const world = createJointWorld(step, 2);
      const { hinge, elbow } = addDoublePendulum(world);
      for (let k = Math.round(1.5 / step); k > 0; k--) world.step();
      return Math.hypot(
        world.jointState(hinge).position - p,
        world.jointState(hinge).position + world.jointState(elbow).position - q,
      );
    });
    expect(errors[2]).toBeLessThan(2e-4);
    for (const k of [0, 1]) expect(errors[k] / errors[k + 1]).toBeGreaterThan(3.5);
  });

  it('keeps its energy to 1e-5 at 1 ms, and stays together', () => {
    const world = createJointWorld(1e-3, 1);
    addDoublePendulum(world);
    const start = energyOf(world);
    let worst = 0;
    // PENDULUM_SECONDS=60 is the long run
    const steps = 1000 * Number(process.env.PENDULUM_SECONDS ?? 10);
    for (let k = 0; k < steps; k++) {
      world.step();
      if (k % 50 === 0) worst = Math.max(worst, Math.abs(energyOf(world) - start));
    }
    // relative to the energy between its highest and its lowest position
    expect(worst / (4 * G)).toBeLessThan(1e-5);
    expect(driftOf(world, HINGE_LOCKED)).toBeLessThan(1e-12);
    expect(world.balance().energyCreationError).toBeLessThan(1e-4);
  }, 60000);
});

describe('closed loops and large ratios of mass', () => {
  it('a four-bar linkage stays closed and keeps its energy at 240 Hz, although its hinges are redundant in space', () => {
    const world = createJointWorld(1 / 240, 4);
    const bar = (half: [number, number, number], position: [number, number, number]) =>
      world.addBody({ shape: createBox(half), position, mass: 1, collidesWith: [] });
    const crank = bar([0.01, 0.01, 0.15], [0, 0, 0.15]);
    const coupler = bar([0.5, 0.01, 0.01], [0.5, 0, 0.3]);
    const rocker = bar([0.01, 0.01, 0.15], [1, 0, 0.15]);
    const hinge = (bodies: readonly [number | undefined, number | undefined], position: [number, number, number]) =>
      world.addJoint({ kind: 'hinge', bodies, position, axis: [0, 1, 0] });
    hinge([undefined, crank], [0, 0, 0]);
    hinge([crank, coupler], [0, 0, 0.3]);
    hinge([coupler, rocker], [1, 0, 0.3]);
    hinge([rocker, undefined], [1, 0, 0]);
    world.set(coupler, { velocity: [0.5, 0, 0] });
    world.step();
    const start = energyOf(world);
    let worst = 0;
    for (let k = 0; k < 5 * 240; k++) {
      world.step();
      worst = Math.max(worst, energyOf(world) - start);
    }
    expect(driftOf(world, HINGE_LOCKED)).toBeLessThan(1e-9);
    expect(worst).toBeLessThan(1e-3 * 2 * G * 0.6);
  });

  /** Twenty links of 0.1 m; the last one is the load. Each begins at the end of the one before, rotated about y by `angle(i)`. */
  function addChain(world: World, angle: (i: number) => number): number[] {
    const bodies: number[] = [];
    let [x, z] = [0, 0];
    for (let i = 0; i < 20; i++) {
      const isLoad = i === 19;
      const [c, s] = [Math.cos(angle(i)), Math.sin(angle(i))];
      const body = world.addBody({
        shape: isLoad ? createSphere(0.04) : createBox([0.05, 0.01, 0.01]),
        position: [x + 0.05 * c, 0, z - 0.05 * s],
        orientation: [Math.cos(angle(i) / 2), 0, Math.sin(angle(i) / 2), 0],
        mass: isLoad ? 1000 : 1,
        collidesWith: [],
      });
      world.addJoint({ kind: 'ball', bodies: [bodies.at(-1), body], position: [x, 0, z] });
      bodies.push(body);
      x += 0.1 * c;
      z -= 0.1 * s;
    }
    return bodies;
  }

  it('a chain of 20 links with a load of 1000 times their mass stays together at 240 Hz', () => {
    const world = createJointWorld(1 / 240, 4);
    addChain(world, () => 0);
    const start = energyOf(world);
    let worst = 0;
    for (let k = 0; k < 480; k++) {
      world.step();
      worst = Math.max(worst, driftOf(world, [0, 1, 2]));
    }
    expect(worst).toBeLessThan(1e-12);
    expect(Math.abs(energyOf(world) - start)).toBeLessThan(1e-5 * 1000 * G * 4);
  }, 30000);

  it('a slack chain with such a load becomes taut without energy from nowhere, and loses little', () => {
    // CHAIN_SECONDS=60 is the long run
    const seconds = Number(process.env.CHAIN_SECONDS ?? 1);
    const world = createJointWorld(1 / 240, 4);
    const bodies = addChain(world, (i) => (i % 2 === 0 ? 1.2 : -1.2));
    const start = energyOf(world);
    let [most, least, open, fastest, kinetic] = [0, 0, 0, 0, 0];
    for (let k = 0; k < 240 * seconds; k++) {
      world.step();
      const change = energyOf(world) - start;
      kinetic = Math.max(kinetic, world.ledger().kineticEnergy);
      most = Math.max(most, change);
      least = Math.min(least, change);
      open = Math.max(open, driftOf(world, [0, 1, 2]));
      const { x, y, z } = world.state(bodies[10]).angularVelocity;
      fastest = Math.max(fastest, Math.hypot(x, y, z));
    }
    // it did become taut: links rotate fast
    expect(fastest).toBeGreaterThan(50);
    // the limit of the energy error, and what a step can add to it
    expect(most / kinetic).toBeLessThan(1.1e-4);
    expect(-least / kinetic).toBeLessThan(3e-4);
    // 1e-6 of a link
    expect(open).toBeLessThan(1e-7);
    expect(world.balance().energyError).toBeLessThan(1e-9);
    expect(world.balance().momentumError).toBeLessThan(1e-9);
    expect(world.balance().angularMomentumError).toBeLessThan(1e-9);
  }, 600_000);

  it('a gripper of 1 kg holds 1000 kg by friction, and its mounting carries the weight of both', () => {
    const world = createJointWorld(1 / 240, 4);
    const base = world.addBody({ shape: createBox([0.6, 0.1, 0.05]), position: [0, 0, 1], mass: 1 });
    const load = world.addBody({ shape: createBox([0.4, 0.4, 0.4]), position: [0, 0, 0.4], mass: 1000 });
    const mounting = world.addJoint({ kind: 'fixed', bodies: [undefined, base] });
    for (const side of [-1, 1]) {
      const finger = world.addBody({ shape: createBox([0.05, 0.2, 0.3]), position: [0.45 * side, 0, 0.5], mass: 1 });
      const axis: [number, number, number] = [-side, 0, 0];
      world.addJoint({
        kind: 'slider',
        bodies: [base, finger],
        position: [0.45 * side, 0, 0.9],
        axis,
        motor: { force: 8000 },
      });
    }
    for (let k = 0; k < 240; k++) world.step();
    const { position, velocity } = world.state(load);
    expect(Math.abs(position.z - 0.4)).toBeLessThan(1e-6);
    expect(Math.abs(velocity.z)).toBeLessThan(1e-9);
    expect(world.jointState(mounting).force.z).toBeCloseTo(1003 * G, 6);
    expect(world.ledger().energyCreated).toBeLessThan(1e-6);
  });
});

describe('motors', () => {
  it('reach a velocity with the maximum torque, and hold it', () => {
    const world = createJointWorld(1e-3, 2, [0, 0, 0]);
    const { hinge } = addPendulum(world);
    world.setMotor(hinge, { velocity: 2, maxForce: 1.5 });
    for (let k = 0; k < 300; k++) world.step();
    expect(world.jointState(hinge).velocity).toBeCloseTo((1.5 / PIN_INERTIA) * 0.3, 10);
    expect(world.jointState(hinge).motorForce).toBeCloseTo(1.5, 10);
    for (let k = 0; k < 300; k++) world.step();
    expect(world.jointState(hinge).velocity).toBeCloseTo(2, 10);
    const { motorWork } = world.jointState(hinge);
    expect(motorWork).toBeCloseTo(0.5 * PIN_INERTIA * 4, 7);
    expect(world.ledger().driveWork).toBeCloseTo(motorWork, 12);
    expect(world.balance().energyCreationError).toBeLessThan(1e-8);
  });

  it('hold a position as a damped oscillator does, with an error of second order', () => {
    const [stiffness, damping, target] = [40, 1.5, 1];
    const decay = damping / (2 * PIN_INERTIA);
    const omega = Math.sqrt(stiffness / PIN_INERTIA - decay * decay);
    const errors = [4e-3, 2e-3, 1e-3].map((step) => {
      const world = createJointWorld(step, 1, [0, 0, 0]);
      const { hinge } = addPendulum(world);
      world.setMotor(hinge, { position: target, stiffness, damping });
      let worst = 0;
      while (world.time < 1) {
        world.step();
        const t = world.time;
        const wave = Math.cos(omega * t) + (decay / omega) * Math.sin(omega * t);
        const exact = target * (1 - Math.exp(-decay * t) * wave);
        worst = Math.max(worst, Math.abs(world.jointState(hinge).position - exact));
      }
      return worst;
    });
    expect(errors[2]).toBeLessThan(3e-5);
    for (const k of [0, 1]) expect(errors[k] / errors[k + 1]).toBeGreaterThan(3.8);
  });

  it('of a free-flying arm change no momentum and no angular momentum', () => {
    const world = createJointWorld(5e-3, 2, [0, 0, 0]);
    let last = world.addBody({ shape: createBox([0.5, 0.4, 0.3]), position: [0, 0, 0], mass: 100, collidesWith: [] });
    const axes: readonly [number, number, number][] = [
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
      [0, 1, 0],
    ];
    const joints = axes.map((axis, i) => {
      const body = world.addBody({
        shape: createBox([0.15, 0.04, 0.05]),
        position: [0.65 + 0.3 * i, 0, 0],
        mass: 3,
        collidesWith: [],
      });
      const joint = world.addJoint({ kind: 'hinge', bodies: [last, body], position: [0.5 + 0.3 * i, 0, 0], axis });
      last = body;
      return joint;
    });
    let [worst, scale, angularScale] = [0, 0, 0];
    for (let k = 0; k < 1000; k++) {
      if (k % 100 === 0)
        for (const [i, joint] of joints.entries())
          world.setMotor(joint, { velocity: Math.sin(k / 300 + i), maxForce: 50 });
      world.step();
      const { momentum: p, angularMomentum: l, momentumScale, angularMomentumScale } = world.ledger();
      scale = Math.max(scale, momentumScale);
      angularScale = Math.max(angularScale, angularMomentumScale);
      worst = Math.max(worst, Math.hypot(p.x, p.y, p.z) / scale, Math.hypot(l.x, l.y, l.z) / angularScale);
    }
    expect(scale).toBeGreaterThan(1);
    expect(worst).toBeLessThan(1e-12);
    expect(driftOf(world, HINGE_LOCKED)).toBeLessThan(1e-13);
  });
});

describe('springs, ropes, friction and limits', () => {
  it('a mass on a spring oscillates with the period of the closed form, and the ledger has its energy', () => {
    const world = createJointWorld(1e-3, 1, [0, 0, 0]);
    const mass = world.addBody({ shape: createSphere(0.1), position: [1.2, 0, 0], mass: 2 });
    const spring = {
      kind: 'spring',
      bodies: [undefined, mass],
      points: [
        [0, 0, 0],
        [1.2, 0, 0],
      ],
      length: 1,
      stiffness: 50,
    } as const;
    const joint = world.addJoint(spring);
    const start = energyOf(world);
    expect(start).toBeCloseTo(0.5 * 50 * 0.04, 12);
    const omega = Math.sqrt(50 / 2);
    for (let k = 0; k < 2000; k++) world.step();
    expect(world.jointState(joint).position).toBeCloseTo(1 + 0.2 * Math.cos(2 * omega), 4);
    expect(energyOf(world)).toBeCloseTo(start, 5);
    expect(world.balance().energyError).toBeLessThan(1e-12);
  });

  it('a damper takes the energy that the joint reports as lost', () => {
    const world = createJointWorld(1e-3, 1, [0, 0, 0]);
    const mass = world.addBody({ shape: createSphere(0.1), position: [1, 0, 0], velocity: [3, 0, 0], mass: 2 });
    const joint = world.addJoint({
      kind: 'slider',
      bodies: [undefined, mass],
      position: [1, 0, 0],
      axis: [1, 0, 0],
      damping: 4,
    });
    for (let k = 0; k < 1000; k++) world.step();
    expect(world.jointState(joint).velocity).toBeCloseTo(3 * Math.exp(-2), 10);
    expect(world.jointState(joint).loss).toBeCloseTo(9 * (1 - Math.exp(-4)), 6);
  });

  it('a rope lets its end fall freely, and then holds it', () => {
    const world = createJointWorld(1e-3, 2);
    const mass = world.addBody({ shape: createSphere(0.1), position: [0, 0, -0.5], mass: 2 });
    const rope = {
      kind: 'distance',
      bodies: [undefined, mass],
      points: [
        [0, 0, 0],
        [0, 0, -0.5],
      ],
      length: 1,
      rope: true,
    } as const;
    const joint = world.addJoint(rope);
    for (let k = 0; k < 300; k++) world.step();
    expect(world.jointState(joint).position).toBeCloseTo(0.5 + 0.5 * G * 0.09, 10);
    for (let k = 0; k < 300; k++) world.step();
    expect(world.jointState(joint).position).toBeCloseTo(1, 12);
    expect(world.jointState(joint).force.z).toBeCloseTo(2 * G, 8);
    expect(world.jointState(joint).loss).toBeCloseTo(2 * G * 0.5, 1);
  });

  it('a hinge stops at its limit without passing it, and rests there', () => {
    const world = createJointWorld(1 / 240, 4);
    const rod = world.addBody({ shape: createBox([0.5, 0.05, 0.05]), position: [0.5, 0, 0], mass: 1 });
    const limits = { min: -0.1, max: 0.7 };
    const joint = world.addJoint({
      kind: 'hinge',
      bodies: [undefined, rod],
      position: [0, 0, 0],
      axis: [0, 1, 0],
      limits,
    });
    let most = 0;
    for (let k = 0; k < 480; k++) {
      world.step();
      most = Math.max(most, world.jointState(joint).position);
    }
    expect(most - 0.7).toBeLessThan(1e-12);
    expect(world.jointState(joint).position).toBeCloseTo(0.7, 12);
    // torque of the weight about the hinge
    expect(world.jointState(joint).torque.y).toBeCloseTo(-0.5 * G * Math.cos(0.7), 8);
    expect(world.ledger().energyCreated).toBeLessThan(1e-4);
  });

  it('friction of a slider holds up to its force, and slows the motion by it beyond', () => {
    const run = (force: number) => {
      const world = createJointWorld(1e-3, 1, [0, 0, 0]);
      const mass = world.addBody({ shape: createSphere(0.1), position: [0, 0, 0], mass: 2 });
      const axis = { kind: 'slider', bodies: [undefined, mass], position: [0, 0, 0], axis: [1, 0, 0] } as const;
      const joint = world.addJoint({ ...axis, friction: 3, motor: { force } });
      for (let k = 0; k < 500; k++) world.step();
      return world.jointState(joint).velocity;
    };
    expect(Math.abs(run(2.9))).toBeLessThan(1e-12);
    expect(run(5)).toBeCloseTo(((5 - 3) / 2) * 0.5, 10);
  });
});

describe('joints of a world', () => {
  it('break above their force, with an event, and the bodies then collide', () => {
    const world = createJointWorld(1e-3, 2);
    const mass = world.addBody({ name: 'mass', shape: createSphere(0.1), position: [0, 0, 0], mass: 2 });
    const joint = world.addJoint({ kind: 'ball', bodies: [undefined, mass], position: [0, 0, 0], breakForce: 30 });
    const broken: string[] = [];
    world.on('joint-break', ({ name, time }) => broken.push(`${name} at ${time.toFixed(3)}`));
    for (let k = 0; k < 10; k++) world.step();
    expect(world.jointState(joint).force.z).toBeCloseTo(2 * G, 9);
    world.applyForce(mass, [0, 0, -20]);
    world.step();
    expect(broken).toEqual(['joint 1 at 0.011']);
    expect(world.jointState(joint).broken).toBe(true);
    for (let k = 0; k < 100; k++) world.step();
    expect(world.state(mass).velocity.z).toBeCloseTo(-G * 0.1, 6);
  });

  it('continue bitwise identically after a snapshot is restored, motors and broken joints included', () => {
    const world = createJointWorld(1 / 240, 4);
    const { hinge, elbow } = addDoublePendulum(world);
    world.setMotor(hinge, { velocity: 1, maxForce: 4 });
    for (let k = 0; k < 50; k++) world.step();
    const snapshot = world.snapshot();
    const follow = () => {
      for (let k = 0; k < 50; k++) world.step();
      return world.jointState(elbow);
    };
    const first = follow();
    world.setMotor(hinge, undefined);
    world.removeJoint(elbow);
    world.restore(snapshot);
    expect(follow()).toEqual(first);
  });

  it('fall asleep together at rest, and wake up when a motor is set', () => {
    const world = createWorld({ gravity: [0, 0, -G], timeStep: 0.01, substeps: 2 });
    const upper = world.addBody({ shape: createSphere(0.1), position: [0, 0, -0.5], mass: 1 });
    const lower = world.addBody({ shape: createSphere(0.1), position: [0, 0, -1], mass: 1 });
    world.addJoint({ kind: 'ball', bodies: [undefined, upper], position: [0, 0, 0] });
    const joint = world.addJoint({ kind: 'hinge', bodies: [upper, lower], position: [0, 0, -0.5], axis: [0, 1, 0] });
    for (let k = 0; k < 200; k++) world.step();
    expect([upper, lower].map((body) => world.state(body).asleep)).toEqual([true, true]);
    world.setMotor(joint, { force: 1 });
    world.step();
    expect([upper, lower].map((body) => world.state(body).asleep)).toEqual([false, false]);
  });

  it('of all kinds hold what they lock while their bodies tumble', () => {
    const kinds = {
      fixed: [0, 1, 2, 3, 4, 5],
      hinge: HINGE_LOCKED,
      slider: [1, 2, 3, 4, 5],
      ball: [0, 1, 2],
      universal: [0, 1, 2, 4],
    } as const;
    for (const [kind, locked] of Object.entries(kinds)) {
      const world = createJointWorld(0.01, 4, [0, 0, 0]);
      const a = world.addBody({
        shape: createBox([0.5, 0.2, 0.1]),
        position: [0, 0, 0],
        mass: 3,
        velocity: [0.3, 0, 0],
        angularVelocity: [1, 2, 0.5],
      });
      const b = world.addBody({
        shape: createBox([0.3, 0.2, 0.4]),
        position: [1, 0.2, 0],
        mass: 1,
        angularVelocity: [-1, 0.3, 2],
      });
      world.addJoint({ kind: kind as 'fixed', bodies: [a, b], position: [0.6, 0.1, 0] });
      const { momentum: p } = world.ledger();
      for (let k = 0; k < 200; k++) world.step();
      expect(driftOf(world, locked), kind).toBeLessThan(1e-12);
      const { momentum: q } = world.ledger();
      expect(Math.hypot(q.x - p.x, q.y - p.y, q.z - p.z), kind).toBeLessThan(1e-13);
    }
  });
});

describe('joints in a scene', () => {
  const text = (joint: string, rest = '') => `{
  "world": "solids", "title": "A joint", "description": "Two bodies.",
  "bodies": [
    { "name": "a", "shape": { "kind": "sphere", "radius": 0.1 }, "position": [0.5, 0, 0], "mass": 1 },
    { "name": "post", "shape": { "kind": "sphere", "radius": 0.1 }, "position": [0, 0, 0], "motion": "fixed" }
  ],
  "joints": [
    ${joint}
  ],
  "forces": { "gravity": [0, 0, -9.81] },
  "time": { "end": 0.5, "method": "steps", "step": 0.01 }${rest}
}`;

  it('run as the same joints in code, and are recorded', () => {
    const scene = readScene(
      text('{ "name": "j", "kind": "hinge", "bodies": ["post", "a"], "position": [0, 0, 0], "axis": [0, 1, 0] }'),
      'x',
    );
    if (scene.world !== 'solids') throw new Error('not a rigid-body scene');
    const world = createWorldFromScene(scene);
    for (let k = 0; k < 50; k++) world.step();
    const angles: number[] = [];
    runScene(scene, {
      frame() {},
      contact() {},
      event() {},
      joints: (_, rows) => angles.push(rows[0].position),
    });
    expect(angles.at(-1)).toBe(world.jointState(0).position);
    expect(angles[0]).toBe(0);
  });

  it('are rejected with the line of the error', () => {
    const cases: [string, string][] = [
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "unknown"], "position": [0, 0, 0] }',
        'x:8:53 joints[0].bodies[1]: is not the name of a body',
      ],
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "a"], "position": [0, 0, 0] }',
        'joints[0].bodies: must be two different bodies',
      ],
      ['{ "name": "j", "kind": "hinge", "bodies": ["post", "world"], "position": [0, 0, 0] }', 'must have a free body'],
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "world"], "position": [0, 0, 0], "axis": [0, 0, 0] }',
        'joints[0].axis: must have a length above zero',
      ],
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "world"], "position": [0, 0, 0], "limits": { "min": "10 deg", "max": "-10 deg" } }',
        'x:8:105 joints[0].limits.min: must not be above limits.max',
      ],
      [
        '{ "name": "j", "kind": "slider", "bodies": ["a", "world"], "position": [0, 0, 0], "friction": "3 N m" }',
        'joints[0].friction: must be a number [N] or a text with a unit of force',
      ],
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "world"], "frames": [{}, {}] }',
        'joints[0].frames: do not fit',
      ],
      ['{ "name": "j", "kind": "hinge", "bodies": ["a", "world"] }', 'joints[0].position: is missing'],
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "world"], "position": [0, 0, 0], "mimic": { "joint": "k" } }',
        'joints[0].mimic.joint: is not the name of a joint',
      ],
      [
        '{ "name": "j", "kind": "hinge", "bodies": ["a", "world"], "position": [0, 0, 0], "mimic": { "joint": "j" } }',
        'joints[0].mimic.joint: must not lead back to the joint itself',
      ],
      [
        '{ "name": "j", "kind": "ball", "bodies": ["a", "world"], "position": [0, 0, 0], "swing": "2 m" }',
        'joints[0].swing: must be a number [rad] or a text with a unit of angle',
      ],
      [
        '{ "name": "j", "kind": "ball", "bodies": ["a", "world"], "position": [0, 0, 0], "twist": { "min": "10 deg" } }',
        'joints[0].twist: must include the angle at the start, 0 rad',
      ],
      [
        `{ "name": "j", "kind": "fixed", "bodies": ["a", "world"] },
        { "name": "k", "kind": "hinge", "bodies": ["world", "a"], "position": [0, 0, 0], "motor": { "velocity": 1 } }`,
        'cannot hold together with the other joints: the given velocities differ by',
      ],
    ];
    for (const [joint, message] of cases) expect(() => readScene(text(joint), 'x'), joint).toThrow(message);
    const hinge = '{ "name": "j", "kind": "hinge", "bodies": ["a", "world"], "position": [0, 0, 0] }';
    const events = text(hinge).replace('"method": "steps", "step": 0.01', '"method": "events"');
    expect(() => readScene(events, 'x')).toThrow(
      'joints[0]: joints need time.method "steps": the motion of joined bodies between impacts has no closed form',
    );
  });
});
