import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPose } from '../../src/math/pose.ts';
import { closest } from '../../src/pairs/query.ts';
import { readScene } from '../../src/scene/read.ts';
import type { SolidScene } from '../../src/scene/solid-scene.ts';
import { createCylinder } from '../../src/shapes/cylinder.ts';
import { createSphere } from '../../src/shapes/sphere.ts';
import { advanceStep } from '../../src/sim/solids/steps/advance-step.ts';
import { createStepWorld, type StepWorld } from '../../src/sim/solids/steps/step-world.ts';
import { bowlMesh } from '../mesh-shapes.ts';
import { fixedBox, floorAt, rotatedAbout, stepScene } from '../step-scenes.ts';

const G = 9.81;

/** Energy of body 1, a sphere, over the height `zero` [J]. */
function energyOf({ bodies }: StepWorld, zero: number): number {
  const mass = 1 / bodies.inverseMasses[1];
  let energy = mass * G * (bodies.positions[5] - zero);
  for (let k = 3; k < 6; k++) {
    energy += 0.5 * mass * bodies.velocities[k] ** 2 + 0.5 * bodies.moments[k] * bodies.angularVelocities[k] ** 2;
  }
  return energy;
}

/** The largest energy in a run, relative to that at the start. */
function largestRatio(world: StepWorld, zero: number, seconds: number): number {
  const start = energyOf(world, zero);
  let max = 0;
  for (let k = 0; k < Math.round(seconds / world.scene.time.step); k++) {
    advanceStep(world);
    max = Math.max(max, energyOf(world, zero) / start);
  }
  return max;
}

const ball = createSphere(0.1);

describe('a ball that rolls in a mesh bowl', () => {
  for (const [count, step] of [
    [24, 0.01],
    [48, 0.01],
    [192, 0.01],
    [48, 0.002],
  ]) {
    it(`of ${count} meridians in steps of ${step} s gains no energy`, () => {
      const bowl = bowlMesh(count);
      // at rest where it touches, 0.3 rad from the lowest point
      let radius = 0.9;
      const at = () => [radius * Math.sin(0.3), 0, -radius * Math.cos(0.3)];
      for (let k = 0; k < 50; k++) radius += closest(bowl, createPose(), ball, createPose(at())).distance;
      const scene = stepScene(
        [
          { shape: bowl, at: [0, 0, 0], motion: 'fixed' },
          { shape: ball, at: at() },
        ],
        {
          time: { step, substeps: 8 },
        },
      );
      expect(largestRatio(createStepWorld(scene), -0.9, step === 0.01 ? 8 : 4)).toBeLessThan(1.001);
    });
  }
});

describe('a ball that rolls in a smooth bowl', () => {
  it('of the gallery gains no energy', () => {
    const file = new URL('../../examples/ball-in-a-nurbs-bowl.scene.json', import.meta.url);
    const world = createStepWorld(readScene(readFileSync(file, 'utf8'), 'bowl') as SolidScene);
    // in flight the energy changes by rounding only
    expect(largestRatio(world, 0.08, 1)).toBeLessThan(1 + 1e-12);
    // it rolls by now: 3 % per second with the normals of the start of each step
    expect(largestRatio(world, 0.08, 1.5)).toBeLessThan(1.001);
  });
});

describe('rolling keeps its energy', () => {
  const time = { step: 0.01, substeps: 8 };

  it('of a sphere on a box', () => {
    const start = { shape: ball, at: [-2, 0, 0.1], velocity: [1, 0.2, 0], angularVelocity: [-2, 10, 0] };
    const world = createStepWorld(stepScene([fixedBox([-3, -3, -0.5], [3, 3, 0]), start], { time }));
    const before = energyOf(world, 0.1);
    expect(largestRatio(world, 0.1, 3)).toBeLessThan(1.001);
    expect(energyOf(world, 0.1) / before).toBeGreaterThan(0.99);
  });

  it('of a cylinder on its rim, upright', () => {
    const wheel = { shape: createCylinder(0.2, 0.05), rotated: rotatedAbout([1, 0, 0], Math.PI / 2) };
    const start = { ...wheel, at: [0, 0, 0.2], velocity: [1, 0, 0], angularVelocity: [0, 5, 0] };
    const world = createStepWorld(stepScene([floorAt(), start], { time }));
    for (let k = 0; k < 300; k++) advanceStep(world);
    const { velocities: v, angularVelocities: w } = world.bodies;
    expect(v[3]).toBeGreaterThan(0.99);
    expect(v[3]).toBeLessThan(1.001);
    expect(w[4] * 0.2).toBeCloseTo(v[3], 3);
  });

  it('a ball on a turntable moves in a circle, at 2/7 of the rate of the table', () => {
    const rate = 3;
    const table = {
      ...fixedBox([-3, -3, -0.5], [3, 3, 0]),
      motion: 'prescribed' as const,
      angularVelocity: [0, 0, rate],
    };
    // at rest relative to the ground in its centre, and rolling: (2/7) Ω × (x - centre of the circle) = v
    const [x, v] = [0.5, 0.4];
    // the point of contact moves with the table: v + r ω = Ω x
    const spin = [(rate * x - v) / 0.1, 0, 0];
    const start = { shape: ball, at: [x, 0, 0.1], velocity: [0, v, 0], angularVelocity: spin };
    const world = createStepWorld(
      stepScene([table, start], { time: { step: 0.002, substeps: 8 }, material: { staticFriction: 2 } }),
    );
    const centre = x - v / ((2 / 7) * rate);
    const period = (2 * Math.PI) / ((2 / 7) * rate);
    for (let k = 0; k < Math.round(period / 2 / 0.002); k++) advanceStep(world);
    // half a turn later it is on the other side
    expect(world.bodies.positions[3]).toBeCloseTo(2 * centre - x, 2);
    expect(world.bodies.positions[4]).toBeCloseTo(0, 2);
  });
});
