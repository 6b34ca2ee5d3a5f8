import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readScene } from '../scene/read.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import { createBox } from '../shapes/box.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createSphere } from '../shapes/sphere.ts';
import { SimulationError } from '../sim/world.ts';
import { createWorld } from './create-world.ts';
import type { World } from './world.ts';
import { createWorldFromScene } from './world-from-scene.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

function solid(text: string): SolidScene {
  const scene = readScene(text, 'test');
  if (scene.world !== 'solids') throw new Error('not solids');
  return scene;
}

/** All positions after some steps [m]. */
function positionsAfter(world: World, steps: number): number[] {
  for (let k = 0; k < steps; k++) world.step();
  return world.bodies().flatMap((body) => Object.values(world.state(body).centerOfMass));
}

/** Largest difference of two lists. */
function difference(a: readonly number[], b: readonly number[]): number {
  expect(a.length).toBe(b.length);
  return a.reduce((max, value, i) => Math.max(max, Math.abs(value - b[i])), 0);
}

describe('sceneText', () => {
  const text = (name: string) => readFileSync(join(EXAMPLES, `${name}.scene.json`), 'utf8');
  it.each([
    'berthing-by-an-arm',
    'dominoes',
    'free-flying-arm',
    'grasp-of-a-tumbling-satellite',
    'newtons-cradle-of-spheres',
    'petal-docking',
    'port-docking',
    'robot-arm',
    'tumbling-wing-nut',
    'wall-of-boxes',
  ])('%s after a few steps can be read, and continues as the world does', (name) => {
    const scene = solid(text(name));
    const world = createWorldFromScene(scene);
    for (let k = 0; k < 20; k++) world.step();
    const again = createWorldFromScene(solid(world.sceneText()));
    expect(again.joints().length).toBe(world.joints().length);
    // contacts start without the impulses of the step before, so that stacks settle again within the slop
    const size = Math.max(
      ...scene.bodies
        .filter(({ motion }) => motion === 'free')
        .map(({ pose }) => Math.hypot(...Object.values(pose.position))),
      0.1,
    );
    expect(difference(positionsAfter(world, 3), positionsAfter(again, 3))).toBeLessThan(2e-4 * size);
  });

  it('has materials, groups that do not collide, loads and gravity of the present', () => {
    const scene = solid(`{
      "world": "solids", "title": "t", "description": "d",
      "bodies": [
        { "name": "floor", "shape": { "kind": "halfspace", "normal": [0, 0, 1] }, "motion": "fixed", "friction": { "law": "algebraic", "static": 0.9 } },
        { "name": "a", "shape": { "kind": "box", "halfExtents": [0.1, 0.2, 0.3] }, "position": [0, 0, 1], "mass": 2, "inertia": [1, 1.1, 1.2], "group": "ghosts" },
        { "name": "b", "shape": { "kind": "sphere", "radius": 0.2 }, "position": [0, 0, 2], "mass": 1, "group": "ghosts" },
        { "name": "c", "shape": { "kind": "sphere", "radius": 0.2 }, "position": [3, 0, 2], "mass": 1 }
      ],
      "contacts": { "restitution": 0.3, "groups": [{ "groups": ["ghosts", "ghosts"], "collide": false }], "pairs": [{ "bodies": ["a", "c"], "restitution": 0.7 }] },
      "forces": { "gravity": [0, 0, -9.81], "loads": [{ "body": "c", "force": [1, 0, 0], "from": 0.005, "until": 0.5 }, { "body": "b", "force": [1, 0, 0], "until": 0.01 }] },
      "time": { "end": 1, "method": "steps", "step": 0.01 }
    }`);
    const world = createWorldFromScene(scene);
    for (let k = 0; k < 10; k++) world.step();
    world.setGravity([0, 0, -1.62]);
    world.set(2, { friction: 0.25 });
    const read = solid(world.sceneText({ title: 'Later', end: 5 }));
    expect([read.title, read.time.end, read.forces.gravity.z]).toEqual(['Later', 5, -1.62]);
    expect(read.bodies[1].moments).toEqual(scene.bodies[1].moments);
    const law = (i: number, j: number) => read.contacts.laws[read.contacts.classes[i]][read.contacts.classes[j]];
    expect(law(1, 2).collide).toBe(false);
    expect(law(0, 2).material.staticFriction).toBeCloseTo(Math.sqrt(0.9 * 0.25), 15);
    expect(law(0, 1).material).toEqual(scene.contacts.laws[0][1].material);
    expect(read.contacts.pairs.map(({ bodies, material }) => [bodies, material.restitution])).toEqual([[[1, 3], 0.7]]);
    expect(read.forces.loads).toHaveLength(1);
    expect(read.forces.loads[0]).toMatchObject({ body: 3, from: 0, until: 0.4 });
  });

  it('continues a hinge after several rotations, with its limits and its motor', () => {
    const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.01 });
    const wheel = world.addBody({ shape: createBox([0.5, 0.1, 0.1]), name: 'wheel', mass: 1 });
    const hinge = world.addJoint({
      kind: 'hinge',
      bodies: [undefined, wheel],
      position: [0, 0, 0],
      axis: [0, 0, 1],
      limits: { max: 20 },
    });
    world.setMotor(hinge, { velocity: 10 });
    while (world.time < 1) world.step();
    world.setMotor(hinge, {
      path: { times: [0.5, 1.5, 3], values: [10, 12, 15], interpolation: 'cubic' },
      stiffness: 500,
      damping: 50,
    });
    const { position } = world.jointState(hinge);
    expect(position).toBeGreaterThan(9);
    const again = createWorldFromScene(solid(world.sceneText()));
    const offset = position - again.jointState(0).position;
    expect(offset / (2 * Math.PI)).toBeCloseTo(Math.round(offset / (2 * Math.PI)), 9);
    for (let k = 0; k < 100; k++) for (const one of [world, again]) one.step();
    expect(again.jointState(0).position + offset).toBeCloseTo(world.jointState(hinge).position, 4);
    world.setMotor(hinge, { velocity: 30 });
    again.setMotor(0, { velocity: 30 });
    for (let k = 0; k < 200; k++) for (const one of [world, again]) one.step();
    expect(again.jointState(0).position + offset).toBeCloseTo(20, 3);
  });

  it.each([
    ['ball-in-a-nurbs-bowl', 'the shape (tiled) of "bowl" cannot be written to a scene'],
    ['undocking-in-orbit', 'port and hatch are docked, which a scene of the method "events" cannot start with'],
  ])('rejects %s with the reason', (name, reason) => {
    const world = createWorldFromScene(solid(text(name)));
    for (let k = 0; k < 20; k++) world.step();
    expect(() => world.sceneText()).toThrow(reason);
  });

  it('names what a scene cannot express', () => {
    const world = createWorld();
    expect(() => world.sceneText()).toThrow('the world has no bodies');
    world.addBody({ shape: createSphere(1), name: 'kite', linearDamping: 0.5 });
    expect(() => world.sceneText()).toThrow(
      new SimulationError('sceneText: linearDamping (0.5) of "kite" cannot be written to a scene'),
    );
    expect(() => world.sceneText({ end: -1 })).toThrow('sceneText: end');
  });
});

describe('setMaterial', () => {
  it('changes the friction of all contacts at once, and a snapshot restores it', () => {
    const slide = (friction: number | undefined) => {
      const world = createWorld({ timeStep: 0.01, friction: 0.8, timeToSleep: 0 });
      world.addBody({ shape: createHalfspace([0, 0, 1]) });
      const box = world.addBody({ shape: createBox([0.5, 0.5, 0.5]), position: [0, 0, 0.5], velocity: [2, 0, 0] });
      world.step();
      const before = world.snapshot();
      if (friction !== undefined) world.setMaterial({ friction });
      for (let k = 0; k < 50; k++) world.step();
      return { world, box, before, x: world.state(box).position.x };
    };
    // uniform deceleration: v²/(2 μ g), or no stop within half a second
    expect(slide(0.8).x).toBeCloseTo(4 / (2 * 0.8 * 9.81), 2);
    const smooth = slide(0);
    expect(smooth.x).toBeGreaterThan(0.95);
    smooth.world.restore(smooth.before);
    for (let k = 0; k < 50; k++) smooth.world.step();
    expect(smooth.world.state(smooth.box).position.x).toBe(slide(undefined).x);
  });

  it('keeps pairs apart that do not collide, and rejects wrong values', () => {
    const world = createWorld();
    expect(() => world.setMaterial({ restitution: 2 })).toThrow('setMaterial: material.restitution');
    expect(() => world.setMaterial({ fricton: 1 } as never)).toThrow('setMaterial.fricton: is not a known key');
  });
});

describe('options', () => {
  it('make a copy of a body that moves as the original does', () => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const body = world.addBody({
      shape: createBox([0.1, 0.2, 0.3]),
      mass: 2,
      velocity: [1, 2, 3],
      angularVelocity: [3, 1, 2],
      friction: 0.3,
    });
    for (let k = 0; k < 10; k++) world.step();
    const { name: _, position, ...rest } = world.options(body);
    const { x, y, z } = world.state(body).position;
    expect(position).toEqual({ x, y, z });
    const copy = world.addBody({ ...rest, position: [x + 10, y, z] });
    for (let k = 0; k < 10; k++) world.step();
    const [a, b] = [body, copy].map((one) => world.state(one));
    expect(difference(Object.values(a.orientation), Object.values(b.orientation))).toBeLessThan(1e-14);
    expect(difference(Object.values(a.velocity), Object.values(b.velocity))).toBeLessThan(1e-14);
  });

  it('a new mass scales an inertia that was given', () => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const body = world.addBody({ shape: createSphere(1), mass: 2, inertia: [1, 2, 2] });
    world.set(body, { mass: 6 });
    expect(world.options(body).inertia).toEqual([3, 6, 6]);
  });
});
