import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeTube } from '../../test/brep-bodies.ts';
import type { Manifold } from '../distance/contact.ts';
import { readCad } from '../entries/cad.ts';
import { box, capsule, closest, contactManifolds, createWorld, cylinder, halfspace, pose, sphere } from '../index.ts';
import type { Shape } from '../shapes/shape.ts';
import type { BodyOptions } from '../world/body-options.ts';

/** Written by OpenCascade: |x| <= 30, |y| <= 20, |z| <= 10 mm with edges rounded by 4 mm; radii of 15 and 5 mm, z from 0 to 40 mm. */
const part = async (name: string) =>
  (await readCad(name, readFileSync(new URL(`../../test/data/cad/${name}`, import.meta.url)))).body;
const block = await part('filleted-block.brep');
const ring = await part('cylinder-with-hole.brep');
const LYING: [number, number, number, number] = [Math.SQRT1_2, Math.SQRT1_2, 0, 0];

const pointsOf = (manifolds: Manifold[]) => manifolds.flatMap(({ points }) => points);

describe('contact points of bodies of trimmed faces', () => {
  it('of a box on a plane face are the corners of the region where they overlap', () => {
    const [{ normal, points }, ...others] = contactManifolds(
      block,
      pose(),
      box([0.02, 0.03, 0.005]),
      pose([0, 0, 0.0151]),
      0.001,
    );
    expect(others).toEqual([]);
    expect(normal.z).toBeCloseTo(1, 12);
    // the face ends where the rounding begins
    expect(points.map(({ pointA: { x, y } }) => [x, y].map((value) => Math.abs(Math.round(1e9 * value))))).toEqual(
      Array(4).fill([20_000_000, 16_000_000]),
    );
    for (const { distance } of points) expect(distance).toBeCloseTo(1e-4, 12);
  });

  it('of a lying cylinder are on its lowest line, at any angle about its axis', () => {
    for (const angle of [0, 0.1, 0.37, 1, 2.5]) {
      const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
      const rolled = pose([0, 0, 0.0149], [Math.SQRT1_2 * c, Math.SQRT1_2 * c, -Math.SQRT1_2 * s, Math.SQRT1_2 * s]);
      const [{ points }] = contactManifolds(ring, rolled, halfspace([0, 0, 1]), pose(), 0.001);
      const along = points.map(({ pointA }) => pointA.y).sort((a, b) => a - b);
      expect(along[0]).toBeCloseTo(-0.04, 9);
      expect(along[along.length - 1]).toBeCloseTo(0, 9);
      for (const { pointA, distance } of points) {
        expect(Math.abs(pointA.x)).toBeLessThan(1e-8);
        expect(distance).toBeCloseTo(-1e-4, 12);
      }
    }
  });

  it('of a tilted ring include the lowest point of its rim', () => {
    for (const angle of [0.001, 0.1, 0.7]) {
      const at = pose(
        [0, 0, 0.015 * Math.sin(angle)],
        [Math.cos(angle / 2), Math.sin(angle / 2) * Math.cos(0.3), Math.sin(angle / 2) * Math.sin(0.3), 0],
      );
      const exact = closest(ring, at, halfspace([0, 0, 1]), pose()).distance;
      const distances = pointsOf(contactManifolds(ring, at, halfspace([0, 0, 1]), pose(), 0.001)).map(
        (p) => p.distance,
      );
      expect(Math.min(...distances), `${angle}`).toBeCloseTo(exact, 10);
      expect(exact).toBeCloseTo(0, 10);
    }
  });

  it('are pairs of points of both bodies, the deepest of them as near as the bodies', () => {
    const rotatedAbout = (angle: number) => [Math.cos(angle), Math.sin(angle) * 0.6, 0, Math.sin(angle) * 0.8];
    const others: [string, Shape, readonly number[], readonly number[]][] = [
      ['a box on the rounding', box([0.01, 0.01, 0.01]), [0.0475, 0, 0.0275], rotatedAbout(0.4)],
      ['a sphere on the rounding', sphere(0.01), [0.038, 0, 0.018], [1, 0, 0, 0]],
      ['a sphere on a corner', sphere(0.01), [0.0362, 0.0262, 0.0162], [1, 0, 0, 0]],
      ['a capsule on the rounding', capsule(0.005, 0.01), [0.0455, 0, 0.0255], [Math.SQRT1_2, 0.5, 0, 0.5]],
      ['a cylinder on the face', cylinder(0.005, 0.01), [0, 0, 0.0201], [1, 0, 0, 0]],
      ['a cylinder across the rounding', cylinder(0.005, 0.02), [0.0455, 0, 0.0255], [0.8, 0.6, 0, 0]],
    ];
    for (const [name, shape, position, orientation] of others) {
      // moved along the normal to a gap of 0.1 mm
      const from = closest(block, pose(), shape, pose(position, orientation));
      expect(from.distance, name).toBeGreaterThan(0);
      const back = from.distance - 1e-4;
      const moved = [0, 1, 2].map((k) => position[k] - back * [from.normal.x, from.normal.y, from.normal.z][k]);
      const at = pose(moved, orientation);
      const exact = closest(block, pose(), shape, at).distance;
      const points = pointsOf(contactManifolds(block, pose(), shape, at, 0.003));
      expect(points.length, name).toBeGreaterThan(0);
      expect(Math.min(...points.map(({ distance }) => distance)), name).toBeCloseTo(exact, 6);
      for (const { pointA, pointB, distance } of points) {
        const onBlock = closest(sphere(1e-6), pose([pointA.x, pointA.y, pointA.z]), block, pose()).distance;
        expect(onBlock, name).toBeCloseTo(-1e-6, 8);
        const onOther = closest(sphere(1e-6), pose([pointB.x, pointB.y, pointB.z]), shape, at).distance;
        expect(onOther, name).toBeCloseTo(-1e-6, 8);
        expect(distance, name).toBeGreaterThan(exact - 1e-6);
      }
    }
  });

  it('of a sphere on the rim of a hole surround it', () => {
    const points = pointsOf(contactManifolds(ring, pose(), sphere(0.01), pose([0, 0, 0.04 + Math.sqrt(75e-6)]), 1e-4));
    expect(points).toHaveLength(8);
    for (const { pointA, distance } of points) {
      expect(Math.hypot(pointA.x, pointA.y)).toBeCloseTo(0.005, 9);
      expect(distance).toBeCloseTo(0, 9);
    }
    for (const axis of ['x', 'y'] as const) {
      expect(points.reduce((sum, { pointA }) => sum + pointA[axis], 0) / points.length).toBeCloseTo(0, 3);
    }
  });
});

/** Largest displacement [m] and rotation [rad] of the last body from its start, over `seconds`. */
function drift(bodies: readonly BodyOptions[], seconds = 2): { sink: number; shift: number; angle: number } {
  const world = createWorld({ timeStep: 1 / 60 });
  const ids = bodies.map((body) => world.addBody(body));
  const last = ids[ids.length - 1];
  const start = structuredClone(world.state(last));
  let [sink, shift, angle] = [0, 0, 0];
  while (world.time < seconds) {
    world.step();
    const { position: p, orientation: q } = world.state(last);
    const { position: p0, orientation: q0 } = start;
    sink = Math.max(sink, Math.abs(p.z - p0.z));
    shift = Math.max(shift, Math.hypot(p.x - p0.x, p.y - p0.y));
    const cosine = q.w * q0.w + q.x * q0.x + q.y * q0.y + q.z * q0.z;
    angle = Math.max(angle, 2 * Math.sqrt(Math.max(0, 1 - cosine * cosine)));
  }
  return { sink, shift, angle };
}

describe('bodies of trimmed faces at rest', () => {
  const floor: BodyOptions = { shape: halfspace([0, 0, 1]), type: 'static' };
  /** Bodies and the largest rotation [degrees]; a cylinder of the size of the ring rotates by 0.01. */
  const scenes: [string, number, BodyOptions[]][] = [
    ['a box on a part', 0.01, [{ shape: block, type: 'static' }, { shape: box([0.02, 0.01, 0.005]), position: [0, 0, 0.015] }]],
    ['a part on the ground', 0.01, [floor, { shape: block, position: [0, 0, 0.01] }]],
    ['a part on a box', 0.01, [{ shape: box([0.1, 0.1, 0.1]), type: 'static' }, { shape: block, position: [0, 0, 0.11] }]],
    ['a ring on the ground', 0.04, [floor, { shape: ring }]],
    ['a ring on a part', 0.04, [{ shape: block, position: [0, 0, -0.01], type: 'static' }, { shape: ring }]],
    ['a ring on its side', 0.1, [floor, { shape: ring, position: [0, 0, 0.015], orientation: LYING }]],
    ['a sphere on a hole', 0.5, [{ shape: ring, type: 'static' }, { shape: sphere(0.01), position: [0, 0, 0.04 + Math.sqrt(75e-6)] }]],
    ['a wide ring on the ground', 0.01, [floor, { shape: makeTube(0.1), position: [0, 0, 0.1] }]],
  ]; // biome-ignore format: one scene per line
  it.each(scenes)('%s moves by less than 0.1 mm and %d degrees in 2 s', (_, limit, bodies) => {
    const moved = drift(bodies.map((body) => (body.type ? body : { ...body, density: 1000 })));
    expect(moved.sink).toBeLessThan(1e-4);
    expect(moved.shift).toBeLessThan(1e-4);
    expect(moved.angle).toBeLessThan((limit * Math.PI) / 180);
  });

  it('a tilted part that is dropped comes to rest on a face', () => {
    const world = createWorld({ timeStep: 1 / 120 });
    world.addBody(floor);
    const body = world.addBody({
      shape: block,
      position: [0, 0, 0.03],
      orientation: [0.99, 0.1, 0.05, 0],
      density: 1000,
    });
    while (world.time < 1) world.step();
    const { position, velocity } = world.state(body);
    expect(position.z).toBeCloseTo(0.01, 4);
    expect(Math.hypot(velocity.x, velocity.y, velocity.z)).toBeLessThan(1e-3);
  });
});
