import { describe, expect, it } from 'vitest';
import { createBox } from '../../src/shapes/box.ts';
import { createCapsule } from '../../src/shapes/capsule.ts';
import { createHalfspace } from '../../src/shapes/halfspace.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import type { BodyOptions } from '../../src/world/body-options.ts';
import { createWorld } from '../../src/world/create-world.ts';

/** Height of a body above a fixed or moving wall after every step: the wall is at x = 0, at first, and the body in front of it, at x > 0. */
function heightsAfterSteps(wall: Shape, body: BodyOptions, wallVelocity = 0, steps = 8): number[] {
  const world = createWorld({ timeStep: 0.01, gravity: [0, 0, 0] });
  const other = world.addBody({ shape: wall, type: 'kinematic', velocity: [wallVelocity, 0, 0], friction: 0.5 });
  const id = world.addBody({ mass: 1, friction: 0.5, ...body });
  return Array.from({ length: steps }, () => {
    world.step();
    return world.state(id).position.x - world.state(other).position.x;
  });
}

const HALFSPACE = createHalfspace([1, 0, 0]);
const BRICK = createBox([0.2, 0.15, 0.1]);

describe('after a step, no body is behind a wall', () => {
  /** A half-space counted as infinitely thick, so that no pair with it was searched for fast impacts. */
  it('a box at 250 m/s and 2900 rad/s stays in front of a half-space', () => {
    const heights = heightsAfterSteps(HALFSPACE, {
      shape: BRICK,
      position: [1, 0, 0],
      velocity: [-250, -40, 0],
      angularVelocity: [1500, 0, 2500],
      restitution: 0.5,
    });
    expect(Math.min(...heights)).toBeGreaterThan(0.09);
  });

  /** The same for a half-space that moves: it was never a fast body. */
  it('a rod that rotates at 2700 rad/s stays in front of a half-space that moves at 45 m/s', () => {
    const rod = {
      shape: createCapsule(0.02, 0.2),
      position: [0.4, 0, 0],
      velocity: [0, -5, 0],
      angularVelocity: [0, 1000, -2500],
      restitution: 0.5,
    } as const;
    expect(Math.min(...heightsAfterSteps(HALFSPACE, rod, 45))).toBeGreaterThan(0.015);
  });
});
