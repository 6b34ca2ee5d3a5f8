import { expect, it } from 'vitest';
import { createPose } from '../../src/math/pose.ts';
import { spaceManifolds } from '../../src/narrow/space-manifolds.ts';
import { createHalfplane } from '../../src/shapes/halfplane.ts';
import { createSurfaceMesh } from '../../src/shapes/mesh.ts';
import { createTrimesh } from '../../src/shapes/trimesh.ts';

it('a node that no triangle has touches no floor', () => {
  const positions = [0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0];
  const mesh = createTrimesh(createSurfaceMesh({ positions, triangles: [0, 1, 2] }));
  expect(spaceManifolds(mesh, createPose(), createHalfplane([0, 0, 1]), createPose(), 0.01)).toEqual([]);
});
