import { describe, expect, it } from 'vitest';
import { createCompound } from '../bounds/create-compound.ts';
import { closest } from '../index.ts';
import { createPose } from '../math/pose.ts';
import { createBox } from './box.ts';
import { decomposeMesh } from './decompose-mesh.ts';
import { createHull } from './hull/create-hull.ts';
import { massProperties } from './mass-properties.ts';
import { createSurfaceMesh } from './mesh.ts';
import { createPoint } from './point.ts';
import { triangulateSolid } from './triangulate-solid.ts';
import { createTrimesh, type Trimesh } from './trimesh.ts';

/** A prism over a polygon that is star-shaped about `center`. */
function prism(outline: readonly (readonly number[])[], center: readonly number[], height: number): Trimesh {
  const n = outline.length;
  const positions = [...outline.flatMap(([x, y]) => [x, y, 0]), ...outline.flatMap(([x, y]) => [x, y, height]), ...center, 0, ...center, height]; // biome-ignore format: one list
  const triangles = outline.flatMap((_, k) => {
    const l = (k + 1) % n;
    return [2 * n, l, k, 2 * n + 1, n + k, n + l, k, l, n + l, k, n + l, n + k];
  });
  return createTrimesh(createSurfaceMesh({ positions, triangles }), { closed: true });
}

const bracket = prism([[0, 0], [3, 0], [3, 1], [1, 1], [1, 2], [0, 2]], [0.5, 0.5], 1); // biome-ignore format: one outline
const star = prism(
  Array.from({ length: 10 }, (_, k) =>
    [0, 1].map((i) => (k % 2 === 0 ? 1 : 0.45) * Math.cos((Math.PI * k) / 5 - (i * Math.PI) / 2)),
  ),
  [0, 0],
  0.4,
);

describe.each([
  ['a bracket', bracket, 0.02],
  ['a star', star, 0.1],
])('%s', (_name, mesh, maxError) => {
  const { parts, error } = decomposeMesh(mesh, maxError);
  const hulls = parts.map((part) => createHull(part));

  it('has parts whose volume exceeds its own by the stated error', () => {
    const [own, all] = [
      massProperties(mesh, 1).mass,
      hulls.reduce((sum, hull) => sum + massProperties(hull, 1).mass, 0),
    ];
    expect(error).toBeLessThanOrEqual(maxError);
    expect(all / own - 1).toBeCloseTo(error, 9);
  });

  it('is inside its parts: every point of a grid in it is in one of them', () => {
    const compound = createCompound(hulls.map((shape) => ({ shape, pose: createPose() })));
    const [point, origin] = [createPoint(), createPose()];
    let inside = 0;
    for (let k = 0; k < 3000; k++) {
      const at = createPose([((k * 0.819173) % 1) * 4 - 1, ((k * 0.671044) % 1) * 3 - 1, (k * 0.5497) % 1]); // biome-ignore format: one point
      if (!(closest(point, at, mesh, origin).distance < -1e-9)) continue;
      inside++;
      expect(closest(point, at, compound, origin).distance).toBeLessThan(1e-9);
    }
    expect(inside).toBeGreaterThan(100);
  });
});

it('a bracket is two boxes, a box is itself', () => {
  expect(decomposeMesh(bracket, 1e-6)).toMatchObject({ parts: { length: 2 } });
  const box = createTrimesh(triangulateSolid(createBox([1, 2, 3])));
  const { parts, error } = decomposeMesh(box, 0.001);
  expect(parts.map((part) => part.length / 3)).toEqual([8]);
  expect(error).toBeLessThan(1e-12);
});

it('rejects an open mesh, and an error that needs too many parts', () => {
  const open = createTrimesh(createSurfaceMesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] }));
  expect(() => decomposeMesh(open, 0.1)).toThrow(/must be closed/);
  const wavy = prism(
    Array.from({ length: 110 }, (_, k) => {
      const angle = (2 * Math.PI * k) / 110;
      const radius = 1 + 0.3 * Math.cos(7 * angle);
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
    [0, 0],
    1,
  );
  expect(() => decomposeMesh(wavy, 1e-9)).toThrow(/parts exceed the solid by .* expected at most 1e-9/);
  expect(decomposeMesh(wavy, 0.1).error).toBeLessThan(0.1);
});
