import { expect, it } from 'vitest';
import { contactManifolds } from '../../src/manifold/contact-manifolds.ts';
import { createPose } from '../../src/math/pose.ts';
import { createHalfspace } from '../../src/shapes/halfspace.ts';
import { createSurfaceMesh } from '../../src/shapes/mesh.ts';
import { createTrimesh } from '../../src/shapes/trimesh.ts';

it('a node that no triangle has touches no floor', () => {
  const positions = [0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0];
  const mesh = createTrimesh(createSurfaceMesh({ positions, triangles: [0, 1, 2] }));
  expect(contactManifolds(mesh, createPose(), createHalfspace([0, 0, 1]), createPose(), 0.01)).toEqual([]);
});
