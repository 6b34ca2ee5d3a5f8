import { describe, expect, it } from 'vitest';
import {
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
