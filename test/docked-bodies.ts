import { createCompound } from '../src/bounds/create-compound.ts';
import type { Solid } from '../src/distance/convex/core.ts';
import { type Pose, toWorld } from '../src/math/pose.ts';
import type { Random } from '../src/math/random.ts';
import { createVec3 } from '../src/math/vec3.ts';
import type { Compound } from '../src/shapes/compound.ts';
import { createIcosphere } from '../src/shapes/icosphere.ts';
import { createSurfaceMesh } from '../src/shapes/mesh.ts';
import { createTrimesh, type Trimesh } from '../src/shapes/trimesh.ts';
import type { Polytope } from './oracles/polytope-distance.ts';
import { drawPose, drawSolid } from './solids.ts';

const PIECES: readonly Solid['kind'][] = [
  'point',
  'segment',
  'sphere',
  'capsule',
  'box',
  'cylinder',
  'cone',
  'hull',
  'ellipsoid',
];

/** A few random convex bodies of `kinds` at random places, within about the size `k` [m]. */
export function drawCompound(random: Random, k: number, count: number, kinds = PIECES): Compound {
  return createCompound(
    Array.from({ length: count }, () => ({
      shape: drawSolid(random, kinds[random.below(kinds.length)], 0.4 * k),
      pose: drawPose(random, 0.7 * k),
    })),
  );
}

/** A closed surface with bumps and dents: a sphere of radius `k` [m] with displaced nodes. */
export function bumpyBall(random: Random, k: number, subdivisions: number, bumps = 0.3): Trimesh {
  const { positions, triangles } = createIcosphere(k, subdivisions);
  const waves = Array.from({ length: 3 }, () => [0, 0, 0, 0].map(() => random.between(-2, 2)));
  const moved = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = positions.subarray(i, i + 3).map((value) => value / k);
    const height = waves.reduce((sum, [a, b, c, d]) => sum + Math.sin(a * x + b * y + c * z + d), 0);
    for (let axis = 0; axis < 3; axis++) moved[i + axis] = positions[i + axis] * (1 + (bumps / 3) * height);
  }
  return createTrimesh(createSurfaceMesh({ positions: moved, triangles }), { closed: true });
}

/** A ring about z. */
export function ringMesh(major: number, minor: number, around: number, across: number): Trimesh {
  const positions: number[] = [];
  const quads: number[] = [];
  for (let i = 0; i < around; i++) {
    const phi = (2 * Math.PI * i) / around;
    for (let j = 0; j < across; j++) {
      const psi = (2 * Math.PI * j) / across;
      const radius = major + minor * Math.cos(psi);
      positions.push(radius * Math.cos(phi), radius * Math.sin(phi), minor * Math.sin(psi));
      const [i1, j1] = [(i + 1) % around, (j + 1) % across];
      quads.push(i * across + j, i1 * across + j, i1 * across + j1, i * across + j1);
    }
  }
  return createTrimesh(createSurfaceMesh({ positions, quads }), { closed: true });
}

/** An open, wavy sheet over a square of half extent `k` [m]. */
export function wavySheet(random: Random, k: number, cells: number): Trimesh {
  const positions: number[] = [];
  const quads: number[] = [];
  const [a, b] = [random.between(1, 3), random.between(1, 3)];
  const side = cells + 1;
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const [x, y] = [(2 * i) / cells - 1, (2 * j) / cells - 1];
      positions.push(k * x, k * y, 0.3 * k * Math.sin(a * x) * Math.cos(b * y));
      if (i < cells && j < cells)
        quads.push(i * side + j, (i + 1) * side + j, (i + 1) * side + j + 1, i * side + j + 1);
    }
  }
  return createTrimesh(createSurfaceMesh({ positions, quads }));
}

/** All triangles of a mesh where it is: two faces each, so that either side counts. */
export function placeTriangles({ positions: p, triangles }: Trimesh, pose: Pose): Polytope[] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => {
    const vertices = [0, 1, 2].map((k) => {
      const i = 3 * triangles[3 * t + k];
      return toWorld(createVec3(), pose, createVec3(p[i], p[i + 1], p[i + 2]));
    });
    const [a, b, c] = vertices;
    return {
      vertices,
      faces: [vertices, [a, c, b]],
      edges: [
        [a, b],
        [b, c],
        [c, a],
      ],
    };
  });
}
