import { describe, expect, it } from 'vitest';
import { runAnyText } from '../../../test/scenes.ts';
import { createMeshCheck } from '../../ccd/mesh-check.ts';
import { createEndpointMotion } from '../../ccd/point-motion.ts';
import { createSpatialBody } from '../../dynamics/rigid-body.ts';
import { advanceSpatialBody } from '../../dynamics/tumbling.ts';
import { createMat3 } from '../../math/mat3.ts';
import { createPose } from '../../math/pose.ts';
import { createVec3, lengthVec3, subVec3 } from '../../math/vec3.ts';
import type { MeshScene } from '../../scene/mesh-scene.ts';
import { readScene } from '../../scene/read.ts';
import { createSurfaceMesh } from '../../shapes/mesh.ts';
import { createMeshModel } from './mesh-model.ts';

const rubber = { modulus: 1e5, poisson: 0.3, density: 1000 };
const block = {
  name: 'block',
  shape: { kind: 'hexahedra', halfExtents: [0.1, 0.1, 0.05], elements: [3, 3, 2] },
  elastic: rubber,
};
/** A prism with a notch: not convex. */
const notched = {
  kind: 'trimesh',
  vertices: [-1, 1].flatMap((y) => [
    [-0.04, 0.02 * y, -0.02],
    [0, 0.02 * y, 0],
    [0.04, 0.02 * y, -0.02],
    [0, 0.02 * y, 0.04],
  ]),
  triangles: [[0, 1, 3], [1, 2, 3], [4, 7, 5], [5, 7, 6], [0, 4, 5], [0, 5, 1], [1, 5, 6], [1, 6, 2], [2, 6, 7], [2, 7, 3], [3, 7, 4], [3, 4, 0]], // biome-ignore format: one list
};
const SHAPES: Readonly<Record<string, object>> = {
  box: { kind: 'box', halfExtents: [0.04, 0.03, 0.02] },
  'rounded box': { kind: 'box', halfExtents: [0.04, 0.03, 0.02], radius: 0.01 },
  cylinder: { kind: 'cylinder', radius: 0.03, halfHeight: 0.03 },
  capsule: { kind: 'capsule', radius: 0.02, halfHeight: 0.03 },
  cone: { kind: 'cone', radius: 0.03, halfHeight: 0.03 },
  ellipsoid: { kind: 'ellipsoid', semiAxes: [0.04, 0.03, 0.02] },
  hull: { kind: 'hull', vertices: [[0, 0, 0], [0.06, 0, 0], [0, 0.06, 0], [0, 0, 0.06], [0.04, 0.04, 0.04]] }, // biome-ignore format: one list
  trimesh: notched,
  compound: {
    kind: 'compound',
    pieces: [
      { shape: { kind: 'box', halfExtents: [0.04, 0.01, 0.01] } },
      { shape: { kind: 'sphere', radius: 0.02 }, position: [0.04, 0, 0] },
    ],
  },
  sphere: { kind: 'icosphere', radius: 0.03 },
};
const tool = (shape: object, more: object = {}) => ({
  name: 'tool',
  shape,
  position: [0.01, 0.02, 0.12],
  rotation: { axis: [1, 2, 3], angle: 0.4 },
  velocity: [0.3, 0.1, -1],
  angularVelocity: [2, 3, 5],
  density: 1500,
  ...more,
});
const text = (bodies: object[], contacts: object, time: object, more: object = {}) =>
  JSON.stringify({ world: 'deformable', title: 't', description: 'd', bodies, contacts, time, ...more });
const run = (...given: Parameters<typeof text>) => runAnyText(text(...given), 'test');

/** Number of contacts in all recorded steps by the exact check, between different bodies. */
function countPassages(sceneText: string, step: number): number {
  const { nodes: frames } = runAnyText(sceneText, 'test');
  const { faces, nodes, bodyOfNode, ranges } = createMeshModel(readScene(sceneText, 'test') as MeshScene);
  const isTriangle = (k: number) => faces[k | 3] === faces[(k | 3) - 1];
  const mesh = createSurfaceMesh({
    positions: nodes.positions,
    triangles: faces.filter((_, k) => isTriangle(k) && k % 4 < 3),
    quads: faces.filter((_, k) => !isTriangle(k)),
  });
  const check = createMeshCheck(mesh, { bodies: bodyOfNode });
  const positions = frames.map((bodies) => {
    const all = new Float64Array(nodes.positions.length);
    for (const [i, body] of bodies.entries()) all.set(body.positions, 3 * ranges[i].firstNode);
    return all;
  });
  return positions.slice(1).reduce((sum, next, k) => {
    return sum + check(createEndpointMotion(positions[k], next, step)).contacts.count;
  }, 0);
}

describe.each(Object.entries(SHAPES))('a free %s thrown on an elastic block', (_name, shape) => {
  it.each([
    ['kinematic', { edges: true, friction: 0.3 }],
    ['impact', { response: 'impact', restitution: 0.5, edges: true, friction: 0.3 }],
    ['separation', { response: 'separation', separation: 0.002, friction: 0.3 }],
  ])('%s: conserves momentum and angular momentum, and loses energy', (_response, contacts) => {
    const { summary, contacts: rows } = run([block, tool(shape)], contacts, { end: 0.1 });
    expect(rows.length).toBeGreaterThan(0);
    expect(summary.balance.momentumError).toBeLessThan(1e-14);
    expect(summary.balance.angularMomentumError).toBeLessThan(1e-14);
    expect(summary.balance.energyError).toBeLessThan(0.01);
    expect(summary.balance.energyCreationError).toBeLessThan(1e-3);
    expect(summary.ledgerEnd.contactWork).toBeLessThan(0);
  });
});

describe('the response separation with rigid bodies', () => {
  const step = 1e-3;
  const scene = (bodies: object[], contacts: object) =>
    text(
      bodies,
      { response: 'separation', ...contacts },
      { end: 0.06, step },
      { record: { interval: step }, forces: { gravity: [0, 0, -10] } },
    );
  const sheet = {
    name: 'sheet',
    shape: { kind: 'membrane', halfExtents: [0.1, 0.1], elements: [4, 4], thickness: '2 mm' },
    elastic: { modulus: 1e5, density: 500 },
    clamp: ['rim'],
    position: [0, 0, 0.03],
  };

  it.each(['box', 'cone', 'trimesh'])('no node of a sheet or of a free %s passes a face in any step', (name) => {
    const thrown = tool(SHAPES[name], { velocity: [0, 0, -4] });
    expect(countPassages(scene([sheet, thrown], { separation: 0.002 }), step)).toBe(0);
  });

  it('impact zones of free bodies, with hardly any separation and one iteration, conserve both momenta', () => {
    const thrown = tool(SHAPES['box'], { velocity: [0, 0, -4] });
    const free = { ...sheet, clamp: [], angularVelocity: [0, 1, 2] };
    const given = scene([free, thrown], { separation: 1e-6, iterations: 1 });
    expect(countPassages(given, step)).toBe(0);
    const { balance } = runAnyText(given, 'zones').summary;
    expect(balance.momentumError).toBeLessThan(1e-13);
    expect(balance.angularMomentumError).toBeLessThan(1e-13);
  });

  it('zones that are held: a sheet falls on a free box, which falls on a fixed plane', () => {
    const plane = { name: 'plane', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' };
    const box = tool(
      { kind: 'box', halfExtents: [0.02, 0.02, 0.02] },
      { position: [0, 0, 0.03], velocity: [0, 0, -2] },
    );
    const falling = { ...sheet, clamp: [], position: [0, 0, 0.06], velocity: [0, 0, -3] };
    const given = scene([plane, box, falling], { separation: 1e-6, iterations: 1 });
    expect(countPassages(given, step)).toBe(0);
    const { balance } = runAnyText(given, 'zones').summary;
    expect(balance.momentumError).toBeLessThan(1e-12);
    expect(balance.angularMomentumError).toBeLessThan(1e-12);
  });
});

describe('rigid bodies without elastic ones', () => {
  const plane = { name: 'plane', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' };

  it('a box that lies on a half-space remains there', () => {
    const box = {
      name: 'box',
      shape: { kind: 'box', halfExtents: [0.1, 0.2, 0.05] },
      position: [0.3, 0, 0.05],
      mass: 2,
    };
    const gravity = { forces: { gravity: [0, 0, -9.81] } };
    const { frames, summary } = run([plane, box], { friction: 0.5 }, { end: 0.2, step: 1e-3 }, gravity);
    const { position, velocity, angularVelocity } = (frames.at(-1) as (typeof frames)[0]).bodies[1];
    expect(Math.abs(position.z - 0.05)).toBeLessThan(1e-10);
    expect(lengthVec3(velocity)).toBeLessThan(1e-2);
    expect(lengthVec3(angularVelocity)).toBeLessThan(1e-2);
    // weight times time
    expect(Math.abs(summary.ledgerEnd.impulseOnImmovable.z + 2 * 9.81 * 0.2)).toBeLessThan(0.01);
  });

  it("a tumbling box follows Euler's equations, with an error that decreases with the square of the step", () => {
    const half = [0.1, 0.2, 0.05];
    const moments = [0, 1, 2].map((k) => (3 / 3) * (half[(k + 1) % 3] ** 2 + half[(k + 2) % 3] ** 2));
    const exact = createSpatialBody(createPose(), 3, createMat3(moments[0], moments[1], moments[2]), createVec3(1, 0, 0), createVec3(4, 1, -2)); // biome-ignore format: one body
    advanceSpatialBody(exact, 0.5);
    const errorOf = (step: number) => {
      const box = { name: 'box', shape: { kind: 'box', halfExtents: half }, mass: 3, velocity: [1, 0, 0], angularVelocity: [4, 1, -2] }; // biome-ignore format: one body
      const { frames, summary } = run([box], {}, { end: 0.5, step });
      expect(summary.balance.angularMomentumError).toBeLessThan(1e-14);
      const { rotation, angularVelocity } = (frames.at(-1) as (typeof frames)[0]).bodies[0];
      const { xx, yz, zz } = rotation;
      const r = exact.pose.rotation;
      const rate = lengthVec3(subVec3(createVec3(), angularVelocity, exact.angularVelocity));
      return Math.max(Math.abs(xx - r.xx), Math.abs(yz - r.yz), Math.abs(zz - r.zz), rate);
    };
    const [coarse, fine] = [errorOf(4e-3), errorOf(2e-3)];
    expect(fine).toBeLessThan(1e-3);
    expect(coarse / fine).toBeGreaterThan(3.5);
    expect(coarse / fine).toBeLessThan(4.5);
  });
});

it('invalid input: a free half-space, a chord error of a block or one that is too small, a penalty on a free box', () => {
  const box = tool(SHAPES['box']);
  const reject = (bodies: object[], contacts: object, message: RegExp) =>
    expect(() => readScene(text(bodies, contacts, { end: 0.1 }), 'x')).toThrow(message);
  reject([block, { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] } }], {}, /bodies\[1\]\.motion/);
  reject([{ ...block, chordError: 1e-3 }], {}, /bodies\[0\]\.chordError: must be left out/);
  reject([block, tool(SHAPES['cone'], { chordError: 1e-12 })], {}, /bodies\[1\]\.chordError.*must be at least/);
  reject([block, box], { response: 'penalty' }, /bodies\[1\]\.motion: must be "fixed" or "prescribed"/);
  reject([block, { ...box, clamp: ['all'] }], {}, /bodies\[1\]\.clamp: must be left out for a rigid body/);
  reject([block, { ...box, density: undefined }], {}, /bodies\[1\]\.mass: is missing/);
});
