import { describe, expect, it } from 'vitest';
import { drawPose, drawSolid } from '../../test/solids.ts';
import { createAabb } from '../bounds/aabb.ts';
import { shapeAabb } from '../bounds/shape-aabb.ts';
import { createRandom, type Random } from '../math/random.ts';
import { createVec3, lengthVec3 } from '../math/vec3.ts';
import { supportHeight } from '../toi/support-height.ts';
import { createBox } from './box.ts';
import { createCapsule } from './capsule.ts';
import { createCone } from './cone.ts';
import { createCylinder } from './cylinder.ts';
import { createHull } from './hull/create-hull.ts';
import { cellCorner, directionCell } from './hull.ts';
import { shapeRadius } from './radius.ts';
import type { SolidShape } from './solid.ts';
import { createSphere } from './sphere.ts';

const KINDS: readonly SolidShape['kind'][] = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull'];

/** Random points: scattered, on a sphere, in a thin plate, or at the corners and on the axes of a box. */
function drawCloud(random: Random, trial: number): number[][] {
  const signs = [-1, 1];
  const corners = signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => [x, y, 0.3 * z])));
  if (trial % 4 === 0)
    return [
      ...corners,
      ...signs.flatMap((x) => [
        [1.5 * x, 0, 0],
        [0, 1.5 * x, 0],
      ]),
    ];
  return Array.from({ length: 4 + random.below(trial % 20 === 1 ? 200 : 30) }, () => {
    const p = [random.normal(), random.normal(), trial % 4 === 2 ? 1e-3 * random.normal() : random.normal()];
    const length = trial % 4 === 1 ? Math.hypot(...p) : 3;
    return p.map((x) => x / length);
  });
}

describe('convex solids', () => {
  it('are validated on input, by name', () => {
    expect(() => createSphere(-1)).toThrow(/sphere: radius: must be finite and above zero, got -1/);
    expect(() => createCapsule(1, Number.NaN)).toThrow(/capsule: halfHeight/);
    expect(() => createCylinder(1, 0)).toThrow(/cylinder: halfHeight/);
    expect(() => createCone(Number.POSITIVE_INFINITY, 0.5)).toThrow(/cone: radius/);
    expect(() => createBox([0.5, 1])).toThrow(/box: halfExtents must be three numbers/);
    expect(() => createBox([0.5, 1, 1.5], 0.6)).toThrow(/box: radius must be from 0 to 0.5 m/);
    expect(() => createHull([[0, 0]])).toThrow(/hull: points\[0\] must be three finite numbers/);
    expect(() => createHull([])).toThrow(/hull: points must be three finite numbers each/);
  });

  it('points without volume are rejected as a hull, and the message says what they span', () => {
    const flat = [0, 1, 2, 3, 4].map((k) => [Math.cos(k), Math.sin(k), 0.5]);
    expect(() => createHull(flat)).toThrow(/span a volume, got a flat polygon/);
    expect(() => createHull([0, 1, 2, 3].map((k) => [k, 2 * k, 3 * k]))).toThrow(/got a straight line/);
    expect(() => createHull([0, 1, 2, 3].map(() => [1, 1, 1]))).toThrow(/got one point/);
  });

  it('a hull drops the points inside and on its faces', () => {
    const grid = [-1, 0, 1];
    const hull = createHull(grid.flatMap((x) => grid.flatMap((y) => grid.map((z) => [x, y, z]))));
    expect([hull.vertices.length / 3, hull.faceStarts.length - 1, hull.edges.length / 4]).toEqual([8, 6, 12]);
    expect(hull.boundingRadius).toBe(Math.sqrt(3));
  });

  it('every direction belongs to the cell of its centre, and none is beyond the last', () => {
    const across = 6;
    for (let cell = 0; cell < 2 * across * across; cell++) {
      const [below, i, j] = [cell >= across * across, Math.floor(cell / across) % across, cell % across];
      expect(directionCell(across, ...cellCorner(across, below, i + 0.5, j + 0.5))).toBe(cell);
    }
    expect(directionCell(across, 0, 0, 0)).toBe(0);
    for (const [x, y] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      const last = across * across - 1;
      expect(directionCell(across, x, y, 0)).toSatisfy((cell: number) => cell >= 0 && cell <= last);
    }
  });

  it('property: the support vertex is among the candidates of its cell of directions', () => {
    const random = createRandom(62);
    for (let trial = 0; trial < 200; trial++) {
      const { vertices, startVertices } = createHull(drawCloud(random, trial));
      for (let k = 0; k < 50; k++) {
        // along axes and diagonals, too: the edges of cells
        const d = [0, 0, 0].map(() => (k % 5 === 0 ? random.below(3) - 1 : random.normal()));
        const heights = Array.from({ length: vertices.length / 3 }, (_, i) =>
          d.reduce((sum, x, c) => sum + x * vertices[3 * i + c], 0),
        );
        if (startVertices.length === 0) continue;
        const entry = startVertices[1 + directionCell(startVertices[0], d[0], d[1], d[2])];
        const list = entry >= 0 ? [entry] : startVertices.subarray(1 - entry, 1 - entry + startVertices[-entry]);
        const best = Math.max(...Array.from(list, (i) => heights[i]));
        expect(best).toBeGreaterThan(Math.max(...heights) - 1e-15);
      }
    }
  });

  it.each(KINDS)(
    'the box around a %s touches it on all six sides, and its radius is that of its farthest point',
    (kind) => {
      const random = createRandom(61);
      for (let trial = 0; trial < 50; trial++) {
        const shape = drawSolid(random, kind, 1);
        const pose = drawPose(random, 3);
        const { min, max } = shapeAabb(createAabb(), shape, pose);
        for (const axis of ['x', 'y', 'z'] as const) {
          const along = createVec3();
          along[axis] = 1;
          // the support mapping is independent of the boxes
          expect(Math.abs(pose.position[axis] + supportHeight(shape, pose, along) - max[axis])).toBeLessThan(4e-15);
          along[axis] = -1;
          expect(Math.abs(pose.position[axis] - supportHeight(shape, pose, along) - min[axis])).toBeLessThan(4e-15);
        }
        const radius = shapeRadius(shape);
        let reached = 0;
        for (let k = 0; k < 50; k++) {
          const d = createVec3(random.normal(), random.normal(), random.normal());
          const height = supportHeight(shape, pose, d) / lengthVec3(d);
          expect(height).toBeLessThan(radius * (1 + 1e-15) + 1e-15);
          reached = Math.max(reached, height);
        }
        // fifty random directions come near the farthest point
        expect(reached).toBeGreaterThan(0.6 * radius);
      }
    },
  );
});
