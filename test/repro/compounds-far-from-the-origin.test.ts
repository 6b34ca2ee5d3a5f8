import { describe, expect, it } from 'vitest';
import { createCompound } from '../../src/bounds/create-compound.ts';
import { createPose } from '../../src/math/pose.ts';
import { closest } from '../../src/pairs/query.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createSurfaceMesh } from '../../src/shapes/mesh.ts';
import { createTrimesh } from '../../src/shapes/trimesh.ts';

/** Pieces were placed in the world, and points of a mesh measured there: coordinates of 1e6 m left 1e-10 m of the distance uncertain. */
describe('bodies of one metre at a million metres from the origin', () => {
  const far = [1_234_567, -987_654, 777_777];
  const rotation = [0.3, -0.5, 0.7, 0.4];
  const pose = (x: number) => createPose([far[0] + x, far[1], far[2]], rotation);

  it('a compound has the distance that it has at the origin', () => {
    const box = createBox([0.5, 0.5, 0.5]);
    const pieces = createCompound(
      [0.1, 0.7].map((x) => ({ shape: box, pose: createPose([x, 0.3, 0.2], [0.9, 0.1, 0.2, 0.3]) })),
    );
    const near = closest(pieces, createPose([0, 0, 0], rotation), pieces, createPose([4, 0, 0], rotation));
    // rounding of metres, not of a million metres
    expect(Math.abs(closest(pieces, pose(0), pieces, pose(4)).distance - near.distance)).toBeLessThan(1e-15);
  });

  it('closed surfaces overlap by the depth that they have at the origin', () => {
    const signs = [-1, 1];
    const positions = signs.flatMap((x) => signs.flatMap((y) => signs.flatMap((z) => [x / 2, y / 2, z / 2])));
    const quads = [0, 1, 3, 2, 4, 6, 7, 5, 0, 4, 5, 1, 2, 3, 7, 6, 0, 2, 6, 4, 1, 5, 7, 3];
    const cube = createTrimesh(createSurfaceMesh({ positions, quads }), { closed: true });
    const near = closest(cube, createPose([0, 0, 0], rotation), cube, createPose([0.75, 0, 0], rotation));
    expect(near.distance).toBeLessThan(-0.1);
    expect(Math.abs(closest(cube, pose(0), cube, pose(0.75)).distance - near.distance)).toBeLessThan(1e-15);
  });
});
