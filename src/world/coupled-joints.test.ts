import { describe, expect, it } from 'vitest';
import { createBox } from '../shapes/box.ts';
import { createSphere } from '../shapes/sphere.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';

const G = 9.81;

function createJointWorld(gravity: [number, number, number] = [0, 0, 0]): World {
  return createWorld({ gravity, timeStep: 1e-3, substeps: 2, timeToSleep: 0, restitution: 0 });
}

describe('a joint that follows another one', () => {
  /** A cart that slides along x, and a wheel that rotates about y; the cart has 2 kg, the wheel 0.5 kg m². */
  function addRackAndPinion(world: World, mimic: { multiplier?: number; offset?: number }) {
    const wheel = world.addBody({ shape: createSphere(0.1), position: [0, 0, 1], mass: 1, inertia: [0.5, 0.5, 0.5] });
    const cart = world.addBody({ shape: createBox([0.1, 0.1, 0.1]), position: [0, 0, 0], mass: 2 });
    const hinge = world.addJoint({ kind: 'hinge', bodies: [undefined, wheel], position: [0, 0, 1], axis: [0, 1, 0] });
    const slider = world.addJoint({
      kind: 'slider',
      bodies: [undefined, cart],
      position: [0, 0, 0],
      axis: [1, 0, 0],
      mimic: { joint: hinge, ...mimic },
    });
    return { hinge, slider };
  }

  it('moves with the closed form of a rack and pinion, and the two reactions are in the ratio of the gear', () => {
    const world = createJointWorld();
    const { hinge, slider } = addRackAndPinion(world, { multiplier: 0.2 });
    world.setMotor(hinge, { force: 3 });
    for (let k = 0; k < 500; k++) world.step();
    const inertia = 0.5 + 2 * 0.2 ** 2;
    const [wheel, cart] = [world.jointState(hinge), world.jointState(slider)];
    expect(wheel.velocity).toBeCloseTo((3 / inertia) * 0.5, 9);
    expect(cart.position).toBeCloseTo(0.2 * wheel.position, 13);
    expect(cart.force.x).toBeCloseTo((2 * 0.2 * 3) / inertia, 8);
    // what the wheel lacks is the force on the cart times the radius
    expect(wheel.torque.y).toBeCloseTo(3 - 0.2 * cart.force.x, 8);
    expect(world.ledger().driveWork).toBeCloseTo(0.5 * inertia * wheel.velocity ** 2, 6);
    expect(world.balance().energyError).toBeLessThan(1e-12);
    expect(world.balance().momentumError).toBeLessThan(1e-12);
  });

  it('changes no momentum of a free-flying pair of arms', () => {
    const world = createJointWorld();
    const hub = world.addBody({
      shape: createBox([0.3, 0.3, 0.3]),
      position: [0, 0, 0],
      mass: 5,
      angularVelocity: [0.2, 0.1, 0.5],
    });
    const arms = [1, -1].map((side) =>
      world.addBody({ shape: createBox([0.5, 0.05, 0.05]), position: [0.8 * side, 0, 0], mass: 1, collidesWith: [] }),
    );
    const left = world.addJoint({ kind: 'hinge', bodies: [hub, arms[0]], position: [0.3, 0, 0], axis: [0, 0, 1] });
    const right = world.addJoint({
      kind: 'hinge',
      bodies: [hub, arms[1]],
      position: [-0.3, 0, 0],
      axis: [0, 0, 1],
      mimic: { joint: left, multiplier: -1 },
    });
    world.step();
    const { momentum: p, angularMomentum: l, angularMomentumScale: scale } = world.ledger();
    world.setMotor(left, { velocity: 0.8, maxForce: 20 });
    for (let k = 0; k < 1000; k++) world.step();
    const { momentum: q, angularMomentum: m } = world.ledger();
    expect(world.jointState(left).position).toBeGreaterThan(0.7);
    expect(Math.abs(world.jointState(right).position + world.jointState(left).position)).toBeLessThan(1e-12);
    expect(Math.hypot(q.x - p.x, q.y - p.y, q.z - p.z)).toBeLessThan(1e-12 * scale);
    expect(Math.hypot(m.x - l.x, m.y - l.y, m.z - l.z)).toBeLessThan(1e-12 * scale);
  });

  it('continues alone when the other one is removed, and is restored by a snapshot', () => {
    const world = createJointWorld();
    const { hinge, slider } = addRackAndPinion(world, {});
    world.setMotor(slider, { velocity: 1 });
    for (let k = 0; k < 10; k++) world.step();
    const snapshot = world.snapshot();
    const follow = () => {
      for (let k = 0; k < 10; k++) world.step();
      return [world.jointState(hinge), world.jointState(slider)];
    };
    const first = follow();
    expect(first[0].velocity).toBeCloseTo(1, 9);
    world.restore(snapshot);
    expect(follow()).toEqual(first);
    world.removeJoint(hinge);
    for (let k = 0; k < 10; k++) world.step();
    expect(world.jointState(slider).velocity).toBeCloseTo(1, 9);
  });

  it('is rejected where it cannot follow', () => {
    const world = createJointWorld();
    const { hinge } = addRackAndPinion(world, {});
    const body = world.addBody({ shape: createSphere(0.1), position: [3, 0, 0], mass: 1 });
    const options = { kind: 'hinge', bodies: [undefined, body], position: [3, 0, 0] } as const;
    const add = (mimic: object) => () => world.addJoint({ ...options, mimic: mimic as { joint: number } });
    expect(add({ joint: 7 })).toThrow('addJoint ("joint 3"): mimic: joint 7 is not in this world');
    expect(add({ joint: hinge, multiplier: 0 })).toThrow('mimic.multiplier must be a finite number other than 0');
    expect(add({ joint: hinge, offset: 1 })).toThrow('mimic.offset must fit the start, where it is 0');
    const ball = world.addJoint({ kind: 'ball', bodies: [undefined, body], position: [3, 0, 0] });
    expect(add({ joint: ball })).toThrow('mimic.joint must have one axis that moves, "joint 3" is a ball joint');
  });
});

describe('a ball with limits', () => {
  /** A rod on a ball at the origin, along the axis x of swing and twist. */
  function addRod(world: World, limits: object) {
    const rod = world.addBody({ shape: createBox([0.5, 0.05, 0.1]), position: [0.5, 0, 0], mass: 1 });
    const joint = world.addJoint({
      kind: 'ball',
      bodies: [undefined, rod],
      position: [0, 0, 0],
      axis: [1, 0, 0],
      ...limits,
    });
    return { rod, joint };
  }

  it('falls to its cone and slides around it without leaving it', () => {
    const world = createJointWorld([0, 0, -G]);
    const { rod, joint } = addRod(world, { swing: 0.6 });
    world.set(rod, { angularVelocity: [0, 0, 1.5], velocity: [0, 0.75, 0] });
    let most = 0;
    let side = 0;
    for (let k = 0; k < 2000; k++) {
      world.step();
      const { position: p } = world.state(rod);
      // from the pose itself, not from the coordinates of the joint
      most = Math.max(most, Math.acos(Math.min(1, p.x / Math.hypot(p.x, p.y, p.z))));
      side = Math.max(side, Math.abs(p.y));
    }
    expect(most).toBeGreaterThan(0.59);
    expect(most - 0.6).toBeLessThan(1e-7); // of the arc cosine
    expect(side).toBeGreaterThan(0.2);
    expect(world.jointState(joint).positions[6]).toBeLessThan(0.6 + 1e-12);
    expect(world.jointState(joint).loss).toBeGreaterThan(0.1);
    expect(world.ledger().energyCreated).toBeLessThan(1e-3);
  });

  it('twists to its limit, whatever its swing', () => {
    for (const swing of [0, 0.8]) {
      const world = createJointWorld();
      const { rod, joint } = addRod(world, { twist: { min: -0.2, max: 0.5 } });
      // swing about z first, then rotate about the axis of the rod
      world.set(rod, {
        position: [0.5 * Math.cos(swing), 0.5 * Math.sin(swing), 0],
        orientation: [Math.cos(swing / 2), 0, 0, Math.sin(swing / 2)],
        angularVelocity: [2 * Math.cos(swing), 2 * Math.sin(swing), 0],
      });
      for (let k = 0; k < 600; k++) world.step();
      expect(world.jointState(joint).positions[6], `${swing}`).toBeCloseTo(swing, 4);
      expect(world.jointState(joint).positions[7], `${swing}`).toBeCloseTo(0.5, 5);
    }
  });

  it('has rates of swing and twist that are the derivatives of its coordinates', () => {
    const world = createJointWorld();
    const { rod, joint } = addRod(world, { swing: 3, twist: { min: -3, max: 3 } });
    world.set(rod, { velocity: [0, 0.5, -0.4], angularVelocity: [1.7, 0.8, 1] });
    for (let k = 0; k < 300; k++) world.step();
    const before = world.jointState(joint).positions;
    world.step();
    const { velocities } = world.jointState(joint);
    world.step();
    const after = world.jointState(joint).positions;
    for (const axis of [6, 7]) expect((after[axis] - before[axis]) / 2e-3).toBeCloseTo(velocities[axis], 4);
    expect(Math.abs(velocities[6])).toBeGreaterThan(0.1);
    expect(Math.abs(velocities[7])).toBeGreaterThan(0.1);
  });

  it('is rejected outside its limits', () => {
    const world = createJointWorld();
    expect(() => addRod(world, { twist: { min: 0.1, max: 0.5 } })).toThrow(
      'twist must include the angle at the start, 0 rad',
    );
    expect(() => addRod(world, { twist: { min: 1, max: 0.5 } })).toThrow('twist.min must not be above');
    expect(() => addRod(world, { swing: Number.NaN })).toThrow('swing must be a number of at least 0, got "NaN"');
  });
});

describe('the energy of a free-flying chain', () => {
  it('stays within its bound while its links tumble fast, and its momentum is conserved', () => {
    // 240 Hz is coarse for these angular velocities: without a limit of the error it would grow
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 1 / 240, substeps: 1, timeToSleep: 0 });
    let last: number | undefined;
    for (let i = 0; i < 6; i++) {
      const body = world.addBody({
        shape: createBox([0.05, 0.01, 0.01]),
        position: [0.1 * i, 0, 0],
        mass: i === 5 ? 100 : 1,
        angularVelocity: i === 5 ? [0, 0, 0] : [0, 60 * (-1) ** i, 25 * i],
        collidesWith: [],
      });
      if (last !== undefined) world.addJoint({ kind: 'ball', bodies: [last, body], position: [0.1 * i - 0.05, 0, 0] });
      last = body;
    }
    world.step();
    const { kineticEnergy, momentum: p, angularMomentum: l, momentumScale, angularMomentumScale } = world.ledger();
    let worst = 0;
    for (let k = 0; k < 480; k++) {
      world.step();
      worst = Math.max(worst, world.ledger().kineticEnergy - kineticEnergy);
    }
    const { momentum: q, angularMomentum: m } = world.ledger();
    expect(worst / kineticEnergy).toBeLessThan(2.1e-4); // from one edge of the bound to the other
    expect(Math.hypot(q.x - p.x, q.y - p.y, q.z - p.z)).toBeLessThan(1e-12 * momentumScale);
    expect(Math.hypot(m.x - l.x, m.y - l.y, m.z - l.z)).toBeLessThan(1e-11 * angularMomentumScale);
    expect(world.balance().energyError).toBeLessThan(1e-10);
  });
});

describe('joints that contradict each other', () => {
  it('are rejected with the velocity in which they differ', () => {
    const world = createJointWorld();
    const belt = world.addBody({
      type: 'kinematic',
      shape: createBox([1, 1, 0.1]),
      position: [0, 0, -3],
      velocity: [1, 0, 0],
    });
    const rod = world.addBody({ shape: createBox([0.5, 0.05, 0.05]), position: [0.5, 0, 0], mass: 1 });
    world.addJoint({ kind: 'fixed', bodies: [undefined, rod] });
    expect(() => world.addJoint({ kind: 'hinge', bodies: [belt, rod], position: [1, 0, 0] })).toThrow(
      /addJoint \("joint 2"\): cannot hold together with the other joints: the given velocities differ by .* m\/s there/,
    );
    // along the motion of the belt it can slide
    world.addJoint({ kind: 'slider', bodies: [belt, rod], position: [1, 0, 0], axis: [1, 0, 0] });
    expect(() =>
      world.addJoint({ kind: 'hinge', bodies: [undefined, rod], position: [0, 0, 0], motor: { velocity: 1 } }),
    ).toThrow('cannot hold together');
    // with a maximum force it gives way
    world.addJoint({
      kind: 'hinge',
      bodies: [undefined, rod],
      position: [0, 0, 0],
      motor: { velocity: 1, maxForce: 5 },
    });
  });
});
