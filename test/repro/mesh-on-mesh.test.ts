import { describe, expect, it } from 'vitest';
import { contactManifolds } from '../../src/manifold/contact-manifolds.ts';
import { createPose, type Pose } from '../../src/math/pose.ts';
import { createRandom } from '../../src/math/random.ts';
import { closest } from '../../src/pairs/query.ts';
import { createBox } from '../../src/shapes/box.ts';
import type { Trimesh } from '../../src/shapes/trimesh.ts';
import { advanceStep } from '../../src/sim/solids/steps/advance-step.ts';
import { createStepWorld, type StepWorld } from '../../src/sim/solids/steps/step-world.ts';
import { boxMesh, grooveMesh, sheetMesh } from '../mesh-shapes.ts';
import { type BodyWords, fixedBox, rotatedAbout, stepScene } from '../step-scenes.ts';

const G = 9.81;
const time = { step: 0.01, substeps: 8 };
const cube = boxMesh([0.5, 0.5, 0.5]);
const fixed = (shape: Trimesh, at = [0, 0, 0]): BodyWords => ({ shape, at, motion: 'fixed' });
const floors: [string, BodyWords][] = [
  ['an open mesh', fixed(sheetMesh(3, 6))],
  ['two triangles', fixed(sheetMesh(3, 1))],
  ['a closed mesh', fixed(boxMesh([3, 3, 0.25], 6), [0, 0, -0.25])],
];

/** Kinetic and potential energy of cubes, whose inertia has no preferred axis [J]. */
function energyOf({ bodies }: StepWorld): number {
  let energy = 0;
  for (let i = 0; i < bodies.count; i++) {
    if (bodies.inverseMasses[i] === 0) continue;
    const mass = 1 / bodies.inverseMasses[i];
    energy += mass * G * bodies.positions[3 * i + 2];
    for (let k = 3 * i; k < 3 * i + 3; k++) {
      energy += 0.5 * mass * bodies.velocities[k] ** 2 + 0.5 * bodies.moments[k] * bodies.angularVelocities[k] ** 2;
    }
  }
  return energy;
}

/** Runs for some seconds; returns the world and the largest energy after the start, relative to the one at the start [J]. */
function run(bodies: readonly BodyWords[], seconds: number, staticFriction = 0.3) {
  const world = createStepWorld(
    stepScene(bodies, { material: { staticFriction, dynamicFriction: staticFriction }, time }),
  );
  const start = energyOf(world);
  let gain = -Infinity;
  for (let k = 0; k < Math.round(seconds / time.step); k++) {
    advanceStep(world);
    gain = Math.max(gain, energyOf(world) - start);
  }
  return { world, gain };
}

describe('a mesh cube', () => {
  it.each(floors)('rests on %s like a box on a plane, without drift or energy', (_, floor) => {
    const { world, gain } = run([floor, { shape: cube, at: [0.13, 0.07, 0.5] }], 10);
    const [x, y, z] = world.bodies.positions.subarray(3, 6);
    expect(Math.hypot(x - 0.13, y - 0.07)).toBeLessThan(1e-6);
    const plain = run(
      [fixedBox([-3, -3, -0.5], [3, 3, 0]), { shape: createBox([0.5, 0.5, 0.5]), at: [0.13, 0.07, 0.5] }],
      10,
    );
    // both settle within the slop of 0.1 mm, to a hundredth of it
    expect(z).toBeCloseTo(plain.world.bodies.positions[5], 6);
    expect(world.contacts.rowCount).toBe(4);
    expect(gain).toBeLessThan(1e-9);
  });

  it.each(floors)('dropped flat from 1 m on %s, stays there and gains no energy', (_, floor) => {
    const { world, gain } = run([floor, { shape: cube, at: [0.13, 0.07, 1.5] }], 3);
    // as deep as twice the slop before it is corrected
    expect(Math.abs(world.bodies.positions[5] - 0.5)).toBeLessThan(2e-4);
    expect(Math.abs(world.bodies.velocities[5])).toBeLessThan(1e-3);
    expect(gain).toBeLessThan(1e-9);
  });

  it.each(floors)('slides over the internal edges of %s as far as Coulomb friction lets it', (_, floor) => {
    for (const shape of [boxMesh([0.25, 0.25, 0.25]), boxMesh([0.25, 0.25, 0.25], 4)]) {
      const { world } = run([floor, { shape, at: [-1.5, 0.03, 0.25], velocity: [3, 0.4, 0] }], 2);
      const [x, y] = world.bodies.positions.subarray(3, 5);
      // v²/(2 μ g)
      expect(Math.hypot(x + 1.5, y - 0.03)).toBeCloseTo((9 + 0.16) / (2 * 0.3 * G), 4);
    }
  });

  it('lies in a groove on both walls, in a pair of manifolds', () => {
    for (const count of [1, 3]) {
      const start = { shape: boxMesh([0.15, 0.15, 0.15]), at: [0, 0.02, 0.15 * Math.SQRT2 + 0.001] };
      const rotated = rotatedAbout([0, 1, 0], Math.PI / 4);
      const { world, gain } = run([fixed(grooveMesh(count)), { ...start, rotated }], 2);
      expect(world.contacts.rowCount).toBeGreaterThanOrEqual(6);
      expect(Math.hypot(world.bodies.positions[3], world.bodies.positions[4] - 0.02)).toBeLessThan(1e-4);
      expect(gain).toBeLessThan(1e-9);
    }
  });

  it('stands on the edge of a table and of a sheet with part of its base, and does not tip', () => {
    for (const table of [fixed(boxMesh([0.5, 0.5, 0.5]), [0, 0, -0.5]), fixed(sheetMesh(0.5, 2))]) {
      const { world } = run([table, { shape: boxMesh([0.25, 0.25, 0.25]), at: [0.45, 0.1, 0.25] }], 3);
      expect(Math.abs(world.bodies.positions[5] - 0.25)).toBeLessThan(2e-4);
    }
  });

  it('in a stack of five stays in place', () => {
    const small = boxMesh([0.05, 0.05, 0.05]);
    const stack = [0, 1, 2, 3, 4].map((k) => ({ shape: small, at: [0.13, 0.07, 0.05 + 0.1 * k] }));
    const { world, gain } = run([floors[2][1], ...stack], 5);
    for (let i = 1; i <= 5; i++) {
      expect(Math.abs(world.bodies.positions[3 * i] - 0.13)).toBeLessThan(1e-3);
      expect(Math.abs(world.bodies.positions[3 * i + 2] - (0.1 * i - 0.05))).toBeLessThan(1e-3);
    }
    // of 0.05 J per millimetre of height
    expect(gain).toBeLessThan(1e-3);
  });
});

describe('manifolds of two meshes', () => {
  it('a thin plate on a sheet or plate touches with its underside only', () => {
    const plate = boxMesh([0.5, 0.5, 0.001]);
    for (const floor of [sheetMesh(3, 6), boxMesh([3, 3, 0.001])]) {
      const height = floor.closed ? 0.0019 : 0.0009;
      const manifolds = contactManifolds(floor, createPose(), plate, createPose([0.1, 0.1, height]), 0.01);
      expect(manifolds).toHaveLength(1);
      expect(manifolds[0].normal.z).toBeCloseTo(1, 12);
      expect(manifolds[0].points.map(({ distance }) => distance.toFixed(9))).toEqual(Array(4).fill('-0.000100000'));
    }
  });

  it('a cube stacked with an offset is on top, not beside', () => {
    const manifolds = contactManifolds(cube, createPose(), cube, createPose([0.997, 0.2, 0.9999]), 1e-3);
    expect(manifolds.map(({ normal }) => normal.z.toFixed(9))).toEqual(['1.000000000']);
  });

  it('property: two mesh cubes at random poses overlap as deep as two boxes', () => {
    const random = createRandom(14).next;
    const box = createBox([0.5, 0.5, 0.5]);
    const unit = () => [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    for (let trial = 0; trial < 300; trial++) {
      const start: Pose = createPose([0, 0, 0], unit());
      const far = [4 * (random() - 0.5), 4 * (random() - 0.5), 4 * (random() - 0.5)];
      const other: Pose = createPose(far, unit());
      const depth = 1e-3 * random();
      // moves B along the normal until the boxes overlap by `depth`
      for (let k = 0; k < 60; k++) {
        const { distance, normal } = closest(box, start, box, other);
        for (const axis of ['x', 'y', 'z'] as const) other.position[axis] -= (distance + depth) * normal[axis];
      }
      const exact = closest(box, start, box, other);
      const points = contactManifolds(cube, start, cube, other, 1e-3).flatMap((manifold) => manifold.points);
      const deepest = Math.min(...points.map(({ distance }) => distance));
      // where overlaps with several normals are nearly as deep, one of the others may be reported
      expect(Math.abs(deepest - exact.distance)).toBeLessThan(0.3 * depth + 3e-5);
    }
  });
});
