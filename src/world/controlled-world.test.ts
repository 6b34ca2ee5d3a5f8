import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../math/random.ts';
import { createBox } from '../shapes/box.ts';
import { createCapsule } from '../shapes/capsule.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { createSphere } from '../shapes/sphere.ts';
import type { BodyId } from './body-options.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';
import type { WorldSnapshot } from './world-snapshot.ts';

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** Number of steps; WORLD_STEPS=1000000 for the long run. */
const STEPS = Number(process.env['WORLD_STEPS'] ?? 2000);
const MAX_BODIES = 24;

const SHAPES = [
  createSphere(0.2),
  createBox([0.2, 0.15, 0.1]),
  createCapsule(0.1, 0.2),
  createHull([
    [0.2, 0, 0],
    [-0.2, 0, 0],
    [0, 0.2, 0],
    [0, -0.2, 0],
    [0, 0, 0.2],
    [0, 0, -0.2],
  ]),
];

function createControlledWorld(): World {
  const world = createWorld({ timeStep: 0.01 });
  world.addBody({ shape: createHalfspace([0, 0, 1]), name: 'floor' });
  for (const [k, side] of [-1, 1].entries()) {
    world.addBody({ shape: createHalfspace([-side, 0, 0]), position: [2 * side, 0, 0], name: `wall x ${k}` });
    world.addBody({ shape: createHalfspace([0, -side, 0]), position: [0, 2 * side, 0], name: `wall y ${k}` });
  }
  world.addBody({
    shape: createBox([0.5, 0.5, 0.1]),
    type: 'kinematic',
    name: 'lift',
    // high enough not to crush two bodies on the floor
    path: (time) => ({ position: [0, 0, 1.2 + 0.3 * Math.abs(((0.5 * time) % 2) - 1)] }),
  });
  world.addBody({
    shape: createBox([0.5, 0.2, 0.1]),
    type: 'static',
    name: 'belt',
    position: [1, 1, 0.1],
    surfaceVelocity: [-1, 0, 0],
  });
  world.addForceField((_, { position, velocity }, __, { force }) => {
    force.x = -0.3 * position.x - 0.1 * velocity.x;
  });
  return world;
}

const FIXED = 7;

/** One step with random calls before it. */
function control(world: World, random: Random): void {
  const movable = world.bodies().slice(FIXED);
  const vector = (size: number) => [0, 0, 0].map(() => size * (2 * random.next() - 1)) as [number, number, number];
  const pick = (): BodyId => movable[random.below(movable.length)];
  const choice = random.below(40);
  if (movable.length === 0 || (choice < 3 && movable.length < MAX_BODIES)) {
    world.addBody({
      shape: SHAPES[random.below(SHAPES.length)],
      position: [...vector(1.5).slice(0, 2), 1 + 2 * random.next()] as [number, number, number],
      orientation: [1, ...vector(1)] as [number, number, number, number],
      velocity: vector(2),
      density: 200 + 1000 * random.next(),
      friction: random.next(),
      restitution: 0.5 * random.next(),
      gravityScale: random.below(5) === 0 ? 0.5 : 1,
      linearDamping: random.below(3) === 0 ? 0.2 : 0,
    });
  } else if (choice < 6 && movable.length > 0.4 * MAX_BODIES) world.removeBody(pick());
  else if (choice < 12) world.applyForce(pick(), vector(200), { at: world.state(pick()).position });
  else if (choice < 14) world.applyImpulse(pick(), vector(5));
  else if (choice === 14) world.set(pick(), { velocity: vector(3), mass: 1 + 9 * random.next() });
  else if (choice === 15) world.set(pick(), { position: [vector(1)[0], vector(1)[1], 2], friction: random.next() });
  else if (choice === 16) world.setGravity([0, 0, -9.81 + random.next()]);
  world.step();
}

/** Numbers of the whole state. */
function bitsOf({ steps, entries, generations }: WorldSnapshot): object {
  return { steps, generations, ids: entries.map((entry) => entry?.id) };
}

describe('a controlled world in which bodies are added, removed, moved by forces and changed at random', () => {
  it('stays finite and in its room, its balance closes, restored snapshots give the same bits, and no array grows without end', () => {
    const world = createControlledWorld();
    const random = createRandom(14);
    const sizes: number[] = [];
    const every = Math.min(250, STEPS / 8);
    for (let k = 0; k < STEPS; k++) {
      if (k % every === 0) {
        const saved = world.snapshot();
        const seed = random.below(2 ** 30);
        const replays = [0, 1].map(() => {
          world.restore(saved);
          const again = createRandom(seed);
          for (let l = 0; l < 20; l++) control(world, again);
          return bitsOf(world.snapshot());
        });
        expect(replays[0]).toEqual(replays[1]);
        const { steps } = world.snapshot();
        sizes.push(steps.bodies.length + steps.pairs.first.length + steps.cache.pointCount);
      }
      control(world, random);
      for (const body of world.bodies().slice(FIXED)) {
        const { position } = world.state(body);
        // 0.5 m beyond a wall is outside
        expect(
          Math.abs(position.x) < 2.5 && Math.abs(position.y) < 2.5 && position.z > -0.5,
          `${world.state(body).name} in step ${k}`,
        ).toBe(true);
      }
    }
    const { energyError, momentumError } = world.balance();
    expect(Math.max(energyError, momentumError)).toBeLessThan(1e-6);
    const half = sizes.length / 2;
    // full after the first half; the second may exceed it by chance, not by a trend
    expect(Math.max(...sizes.slice(half))).toBeLessThan(1.5 * Math.max(...sizes.slice(0, half)));
  }, 3_600_000);

  it('the same calls give the same bits, in a new world too', () => {
    const [one, other] = [0, 1].map(() => {
      const world = createControlledWorld();
      const random = createRandom(3);
      for (let k = 0; k < 300; k++) control(world, random);
      return bitsOf(world.snapshot());
    });
    expect(one).toEqual(other);
  });
});
