import { describe, expect, it } from 'vitest';
import { type BodyWords, floorAt, rotatedAbout, stepScene } from '../../../../test/step-scenes.ts';
import type { Material } from '../../../response/material.ts';
import { createBox } from '../../../shapes/box.ts';
import { createSphere } from '../../../shapes/sphere.ts';
import { balance } from '../../ledger-totals.ts';
import { solidLedger } from '../solid-ledger.ts';
import { advanceStep } from './advance-step.ts';
import { restoreSnapshot, takeSnapshot } from './snapshot.ts';
import { createStepWorld, type StepWorld } from './step-world.ts';

const [g, radius, step] = [9.81, 0.1, 0.01];

function onFloor(ball: Partial<BodyWords>, material: Partial<Material>, floor = floorAt()): StepWorld {
  const scene = stepScene([floor, { shape: createSphere(radius), at: [0, 0, radius], ...ball }], {
    material: { staticFriction: 0.8, ...material },
    time: { step, substeps: 8 },
  });
  return createStepWorld(scene);
}

function ledgerOf({ bodies, totals, scene, time }: StepWorld) {
  return solidLedger(bodies, totals, scene.forces.gravity, time);
}

function expectBalance(start: ReturnType<typeof ledgerOf>, world: StepWorld): void {
  const errors = balance(start, ledgerOf(world));
  expect(Math.max(errors.momentumError, errors.angularMomentumError, errors.energyError)).toBeLessThan(1e-11);
}

describe('rolling resistance', () => {
  it('stops a rolling ball after v²/(2 a) with a = 5/7 g c/r, and it stays at rest', () => {
    const [speed, arm] = [1, 0.004];
    const world = onFloor(
      { velocity: [speed, 0, 0], angularVelocity: [0, speed / radius, 0] },
      { rollingFriction: arm },
    );
    const start = ledgerOf(world);
    const deceleration = ((5 / 7) * g * arm) / radius;
    const half = Math.round((0.5 * speed) / deceleration / step);
    for (let k = 0; k < half; k++) advanceStep(world);
    expect(Math.abs(world.bodies.velocities[3] - (speed - deceleration * half * step))).toBeLessThan(2e-3);
    for (let k = 0; k < 2 * half; k++) advanceStep(world);
    expect(Math.abs(world.bodies.positions[3] / ((speed * speed) / (2 * deceleration)) - 1)).toBeLessThan(2e-3);
    expect(Math.abs(world.bodies.velocities[3])).toBeLessThan(1e-9);
    expect(Math.abs(world.bodies.angularVelocities[4])).toBeLessThan(1e-8);
    expectBalance(start, world);
  });

  it.each([
    [0.95, 0],
    [1.05, 1],
  ])('holds a ball on an incline up to tan α = c/r: at %d of it', (factor, rolls) => {
    const arm = 0.01;
    const angle = Math.atan((factor * arm) / radius);
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    const incline: BodyWords = {
      shape: createBox([20, 5, 0.5]),
      at: [-0.5 * sine, 0, -0.5 * cosine],
      rotated: rotatedAbout([0, 1, 0], angle),
      motion: 'fixed',
    };
    const world = onFloor({ at: [radius * sine, 0, radius * cosine] }, { rollingFriction: arm }, incline);
    for (let k = 0; k < 200; k++) advanceStep(world);
    const [x, , z] = world.bodies.velocities.subarray(3);
    const speed = Math.sqrt(x * x + z * z);
    const acceleration = (5 / 7) * g * (sine - (arm / radius) * cosine);
    if (rolls) expect(Math.abs(speed / (acceleration * 2) - 1)).toBeLessThan(0.05);
    else expect(speed).toBeLessThan(1e-4);
  });

  it('without it a ball rolls on at constant speed', () => {
    const world = onFloor({ velocity: [1, 0, 0], angularVelocity: [0, 1 / radius, 0] }, {});
    for (let k = 0; k < 500; k++) advanceStep(world);
    expect(Math.abs(world.bodies.velocities[3] - 1)).toBeLessThan(1e-9);
  });
});

describe('spinning resistance', () => {
  it('stops a ball that rotates about the vertical at 2/5 r² ω/(g c)', () => {
    const [rate, arm] = [20, 0.002];
    const world = onFloor({ angularVelocity: [0, 0, rate] }, { spinningFriction: arm });
    const start = ledgerOf(world);
    const deceleration = (g * arm) / (0.4 * radius * radius);
    const half = Math.round((0.5 * rate) / deceleration / step);
    for (let k = 0; k < half; k++) advanceStep(world);
    expect(Math.abs(world.bodies.angularVelocities[5] / (rate - deceleration * half * step) - 1)).toBeLessThan(1e-2);
    for (let k = 0; k < half + 5; k++) advanceStep(world);
    expect(Math.abs(world.bodies.angularVelocities[5])).toBeLessThan(1e-9);
    expectBalance(start, world);
  });

  it('of two bodies conserves their angular momentum', () => {
    const scene = stepScene(
      [
        { shape: createSphere(radius), at: [0, 0, -radius], angularVelocity: [0, 0, 5] },
        { shape: createSphere(radius), at: [0, 0, radius], angularVelocity: [0, 0, -9] },
      ],
      {
        gravity: [0, 0, 0],
        material: { rollingFriction: 0.01, spinningFriction: 0.01 },
        loads: [
          { body: 0, force: { x: 0, y: 0, z: 50 }, torque: { x: 0, y: 0, z: 0 }, from: 0, until: Infinity },
          { body: 1, force: { x: 0, y: 0, z: -50 }, torque: { x: 0, y: 0, z: 0 }, from: 0, until: Infinity },
        ],
        time: { step, substeps: 8 },
      },
    );
    const world = createStepWorld(scene);
    const start = ledgerOf(world);
    for (let k = 0; k < 100; k++) advanceStep(world);
    expect(Math.abs(world.bodies.angularVelocities[2] + 2)).toBeLessThan(1e-6);
    expect(Math.abs(world.bodies.angularVelocities[5] + 2)).toBeLessThan(1e-6);
    expectBalance(start, world);
  });

  it('is part of a snapshot: a restored world continues with the same bits', () => {
    const material = { rollingFriction: 0.004, spinningFriction: 0.003 };
    const world = onFloor({ velocity: [1, 0, 0], angularVelocity: [0, 10, 5] }, material);
    for (let k = 0; k < 20; k++) advanceStep(world);
    const snapshot = takeSnapshot(world);
    const other = createStepWorld(world.scene);
    restoreSnapshot(other, snapshot);
    for (let k = 0; k < 20; k++) {
      advanceStep(world);
      advanceStep(other);
    }
    expect(other.bodies.positions).toEqual(world.bodies.positions);
    expect(other.bodies.angularVelocities).toEqual(world.bodies.angularVelocities);
  });
});
