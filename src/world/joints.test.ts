import { describe, expect, it } from 'vitest';
import {
  addDoublePendulum,
  addPendulum,
  createJointWorld,
  driftOf,
  energyOf,
  G,
  HINGE_LOCKED,
  PIN_INERTIA,
} from '../../test/joint-worlds.ts';
import { createBox } from '../shapes/box.ts';
import { createSphere } from '../shapes/sphere.ts';
import type { World } from './world.ts';

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
