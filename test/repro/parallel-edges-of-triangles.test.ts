import { describe, expect, it } from 'vitest';
import { createPose } from '../../src/math/pose.ts';
import { closest } from '../../src/pairs/query.ts';
import { createSurfaceMesh } from '../../src/shapes/mesh.ts';
import { createTrimesh, type Trimesh } from '../../src/shapes/trimesh.ts';

/** One triangle, corners xyz xyz xyz [m]. */
function triangle(...corners: number[]): Trimesh {
  return createTrimesh(createSurfaceMesh({ positions: corners, triangles: [0, 1, 2] }));
}

/**
 * The nearest edges of both lie in parallel, level with each other up to the last digits. The second support point then
 * brought GJK no nearer, and the search ended before a separating plane was found: the pair was reported as touching.
 */
describe('two triangles in nearly one plane, with parallel edges 18 mm apart', () => {
  const a = triangle(
    ...[0.05000000000000009, 0.05000000000000005, 0.45001878882460866],
    ...[-0.05000000000000023, 0.0499999999999999, 0.49995535219840737],
    ...[0.04999999999999975, 0.05000000000000001, 0.49995535219840737],
  );
  const b = triangle(
    ...[0.050000000000000086, 0.05000000000000018, -0.49995535219840437],
    ...[-0.049999999999999774, 0.05000000000000009, -0.4999553521984046],
    ...[-0.050000000000000135, 0.050000000000000086, -0.45001878882460633],
  );

  it('are as far apart as their edges', () => {
    const contact = closest(
      a,
      createPose([0, 0, 0.4960269169267517]),
      b,
      createPose([1e-18, -1e-18, 1.513973083073244]),
    );
    expect(contact.status).toBe('exact');
    // (1.513973083073244 - 0.4999553521984046) - (0.4960269169267517 + 0.49995535219840737), rounding of metres
    expect(contact.distance).toBeCloseTo(0.018035461749680404, 15);
    expect(contact.normal.z).toBeCloseTo(1, 12);
    expect(contact.unique).toBe(false);
  });
});
