import { describe, expect, it } from 'vitest';
import { createBox } from '../../src/shapes/box.ts';
import { advanceStep } from '../../src/sim/solids/steps/advance-step.ts';
import { createStepWorld, type StepWorld } from '../../src/sim/solids/steps/step-world.ts';
import { type BodyWords, fixedBox, floorAt, rotatedAbout, stepScene } from '../step-scenes.ts';

const STEPS = { step: 0.01, substeps: 8, timeToSleep: 0.5 };

function advance(world: StepWorld, time: number): StepWorld {
  for (let k = 0; k < Math.round(time / STEPS.step); k++) advanceStep(world);
  return world;
}

/** A thin ladder of length 2 m between a floor and a wall, both with friction 0.5, at tan θ from the floor. */
function ladder(slope: number): StepWorld {
  const angle = Math.atan(slope);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const half = 5e-4;
  // its lower corners are on the floor at z = 0, its upper ones at the wall at x = 0
  const leaning: BodyWords = {
    shape: createBox([1, 0.2, half]),
    at: [cosine + half * sine, 0, sine + half * cosine],
    rotated: rotatedAbout([0, 1, 0], angle),
  };
  const wall = fixedBox([-1, -1, 0], [0, 1, 3]);
  return createStepWorld(stepScene([floorAt(), wall, leaning], { material: { staticFriction: 0.5 }, time: STEPS }));
}

/** A cube on a plane inclined by atan(friction) times `factor`. */
function incline(factor: number): { world: StepWorld; acceleration: number } {
  const friction = 0.5;
  const angle = factor * Math.atan(friction);
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const rotated = rotatedAbout([0, 1, 0], angle);
  const plane: BodyWords = {
    shape: createBox([5, 5, 0.5]),
    at: [-0.5 * sine, 0, -0.5 * cosine],
    rotated,
    motion: 'fixed',
  };
  const cube: BodyWords = { shape: createBox([0.1, 0.1, 0.1]), at: [0.1 * sine, 0, 0.1 * cosine], rotated };
  const scene = stepScene([plane, cube], { material: { staticFriction: friction }, time: STEPS });
  return { world: createStepWorld(scene), acceleration: 9.81 * (sine - friction * cosine) };
}

describe('a body that begins to fall slowly does not fall asleep', () => {
  // a uniform ladder slips at both ends where tan θ < (1 - μ²)/(2 μ)
  const threshold = (1 - 0.25) / (2 * 0.5);

  it('a ladder 1 % below the angle at which it slips falls to the floor', () => {
    const world = advance(ladder(0.99 * threshold), 6);
    expect(world.bodies.positions[8]).toBeLessThan(0.05);
  });

  it('a ladder 1 % above that angle stands, and falls asleep', () => {
    const start = ladder(1.01 * threshold).bodies.positions[8];
    const world = advance(ladder(1.01 * threshold), 6);
    expect(Math.abs(world.bodies.positions[8] - start)).toBeLessThan(2e-3);
    expect(world.asleep[2]).toBe(1);
  });

  it.each([1.0001, 1.001, 1.01])(
    'a cube slides down an incline of %d times the friction angle at g (sin α - μ cos α)',
    (factor) => {
      const { world, acceleration } = incline(factor);
      advance(world, 1);
      const [x, , z] = world.bodies.velocities.subarray(3);
      advance(world, 1);
      expect(world.asleep[1]).toBe(0);
      const [x1, , z1] = world.bodies.velocities.subarray(3);
      const gained = Math.sqrt(x1 * x1 + z1 * z1) - Math.sqrt(x * x + z * z);
      expect(Math.abs(gained / acceleration - 1)).toBeLessThan(1e-2);
    },
  );

  it('a cube on an incline just below the friction angle falls asleep', () => {
    const { world } = incline(0.98);
    advance(world, 2);
    expect(world.asleep[1]).toBe(1);
  });

  it.each([0.01, 0.1])('a cube balanced on its edge %d degrees off the vertical falls onto its face', (degrees) => {
    const off = (degrees * Math.PI) / 180;
    const cube: BodyWords = {
      shape: createBox([0.5, 0.5, 0.5]),
      at: [0, 0, Math.SQRT1_2 * Math.cos(off)],
      rotated: rotatedAbout([0, 1, 0], Math.PI / 4 + off),
    };
    const world = createStepWorld(stepScene([floorAt(), cube], { material: { staticFriction: 1 }, time: STEPS }));
    advance(world, 6);
    expect(Math.abs(world.bodies.positions[5] - 0.5)).toBeLessThan(1e-3);
    expect(world.asleep[1]).toBe(1);
  });
});
