import { describe, expect, it } from 'vitest';
import { createCompound } from '../bounds/create-compound.ts';
import { createPose } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { createBox } from '../shapes/box.ts';
import { createCapsule } from '../shapes/capsule.ts';
import { createCone } from '../shapes/cone.ts';
import { createCylinder } from '../shapes/cylinder.ts';
import { createEllipsoid } from '../shapes/ellipsoid.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import type { Shape } from '../shapes/shape.ts';
import { createSphere } from '../shapes/sphere.ts';
import { createTrimesh } from '../shapes/trimesh.ts';
import type { BodyId } from './body-options.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** Number of random worlds per kind of wall; WALL_CASES=2000 for the long campaign. */
const CASES = Number(process.env['WALL_CASES'] ?? 10);
const STEPS = 6;

/** A closed mesh of a box. */
function meshOfBox(hx: number, hy: number, hz: number): Shape {
  const positions = [-hz, hz].flatMap((z) => [-hy, hy].flatMap((y) => [-hx, hx].flatMap((x) => [x, y, z])));
  const triangles = [
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
  ];
  return createTrimesh(createSurfaceMesh({ positions, triangles }));
}

const SHAPES: readonly Shape[] = [
  createSphere(0.2),
  createBox([0.2, 0.15, 0.1]),
  createBox([0.2, 0.2, 0.005]),
  createBox([0.3, 0.01, 0.01]),
  createCapsule(0.1, 0.2),
  createHull([
    [0.2, 0, 0],
    [-0.2, 0, 0],
    [0, 0.2, 0],
    [0, -0.2, 0],
    [0, 0, 0.2],
    [0, 0, -0.2],
  ]),
  createCylinder(0.15, 0.1),
  createCone(0.15, 0.12),
  createEllipsoid([0.2, 0.12, 0.08]),
  createCompound([
    { shape: createSphere(0.08), pose: createPose([0.15, 0, 0]) },
    { shape: createSphere(0.08), pose: createPose([-0.15, 0, 0]) },
    { shape: createBox([0.15, 0.03, 0.03]) },
  ]),
  meshOfBox(0.2, 0.1, 0.1),
];

const SPEEDS = [300, 60, 10, 0.5];
const ANGULAR_SPEEDS = [5000, 500, 100, 0];

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)];
}

function vector(random: Random, max: number): [number, number, number] {
  return [random.between(-max, max), random.between(-max, max), random.between(-max, max)];
}

function addRandomBody(world: World, random: Random, position: readonly number[], velocity: readonly number[]): BodyId {
  return world.addBody({
    shape: pick(random, SHAPES),
    position: [position[0], position[1], position[2]],
    orientation: [1, ...vector(random, 1)],
    velocity: [velocity[0], velocity[1], velocity[2]],
    angularVelocity: vector(random, pick(random, ANGULAR_SPEEDS)),
    density: 100,
    friction: random.next(),
    restitution: random.below(3) === 0 ? 0 : random.next(),
  });
}

/** A room from -2 to 2 m along every axis; `wallOf` makes the wall with the outward normal `side` along `axis`. */
function addRoom(world: World, wallOf: (axis: number, side: number) => Shape): void {
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      const position: [number, number, number] = [0, 0, 0];
      position[axis] = 2 * side;
      world.addBody({ shape: wallOf(axis, side), type: 'static', position, friction: 0.5 });
    }
  }
}

function thinExtents(axis: number): [number, number, number] {
  const extents: [number, number, number] = [2.01, 2.01, 2.01];
  extents[axis] = 0.001;
  return extents;
}

const ROOMS: readonly (readonly [string, (axis: number, side: number) => Shape])[] = [
  [
    'half-spaces',
    (axis, side) => createHalfspace([0, 1, 2].map((k) => (k === axis ? -side : 0)) as [number, number, number]),
  ],
  ['boxes of 2 mm', (axis) => createBox(thinExtents(axis))],
  ['meshes of 2 mm', (axis) => meshOfBox(...thinExtents(axis))],
];

function newWorld(random: Random): World {
  return createWorld({ timeStep: 0.01, gravity: random.below(2) === 0 ? [0, 0, 0] : [0, 0, -9.81] });
}

function expectBalance(world: World, label: string): void {
  const { energyError, momentumError } = world.balance();
  expect(energyError, label).toBeLessThan(1e-9);
  expect(momentumError, label).toBeLessThan(1e-9);
}

describe('bodies of every shape and speed', () => {
  it.each(ROOMS)('stay in a room of %s', (_, wallOf) => {
    for (let n = 0; n < CASES; n++) {
      const random = createRandom(1000 + n);
      const world = newWorld(random);
      addRoom(world, wallOf);
      const body = addRandomBody(world, random, vector(random, 1.3), vector(random, pick(random, SPEEDS)));
      for (let k = 0; k < STEPS; k++) {
        world.step();
        const { x, y, z } = world.state(body).position;
        expect(Math.max(Math.abs(x), Math.abs(y), Math.abs(z)), `world ${n} step ${k}`).toBeLessThan(2);
      }
      expectBalance(world, `world ${n}`);
    }
  });

  it('stay in front of moving walls', () => {
    for (let n = 0; n < CASES; n++) {
      const random = createRandom(5000 + n);
      const world = newWorld(random);
      const speed = pick(random, [0.5, 5, 50]);
      const shape = random.below(2) === 0 ? createBox([20, 20, 0.001]) : createHalfspace([0, 0, 1]);
      const wall = world.addBody({ shape, type: 'kinematic', position: [0, 0, -0.6], velocity: [0, 0, speed] });
      const body = addRandomBody(world, random, [0, 0, 0], vector(random, pick(random, SPEEDS)));
      for (let k = 0; k < STEPS; k++) {
        world.step();
        const height = world.state(body).position.z - world.state(wall).position.z;
        expect(height, `world ${n} step ${k}`).toBeGreaterThan(0);
      }
      expectBalance(world, `world ${n}`);
    }
  });

  it('do not pass through each other', () => {
    for (let n = 0; n < CASES; n++) {
      const random = createRandom(9000 + n);
      const world = newWorld(random);
      const direction = vector(random, 1);
      const scale = 1 / Math.hypot(...direction);
      const along = (length: number) => direction.map((x) => length * scale * x);
      const speed = pick(random, SPEEDS);
      const a = addRandomBody(world, random, along(0.7), along(-speed));
      const b = addRandomBody(world, random, along(-0.7), along(speed));
      for (let k = 0; k < STEPS; k++) {
        world.step();
        // a quarter of the largest inner radius
        expect(world.closest(a, b).distance, `world ${n} step ${k}`).toBeGreaterThan(-0.051);
      }
      expectBalance(world, `world ${n}`);
    }
  });
});
