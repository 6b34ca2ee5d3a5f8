import { describe, expect, it } from 'vitest';
import { createCompound } from '../bounds/create-compound.ts';
import { closest } from '../index.ts';
import { createPose } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { createBox } from './box.ts';
import { createCapsule } from './capsule.ts';
import { createCone } from './cone.ts';
import { createCylinder } from './cylinder.ts';
import { createEllipsoid } from './ellipsoid.ts';
import { createHalfspace } from './halfspace.ts';
import { createHull } from './hull/create-hull.ts';
import { massProperties } from './mass-properties.ts';
import { createPoint } from './point.ts';
import { createSphere } from './sphere.ts';
import { triangulateSolid } from './triangulate-solid.ts';
import { createTrimesh } from './trimesh.ts';

const SOLIDS = [
  createSphere(0.3),
  createEllipsoid([0.5, 0.3, 0.2]),
  createCylinder(0.3, 0.5),
  createCone(0.3, 0.5),
  createCapsule(0.2, 0.4),
  createCapsule(0.2, 0),
  createBox([0.5, 0.3, 0.2]),
  createBox([0.5, 0.3, 0.2], 0.1),
  createBox([0.2, 0.2, 0.2], 0.2),
  createHull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.6, 0.6, 0.6]]), // biome-ignore format: one shape
];

describe.each(SOLIDS.map((solid) => [JSON.stringify(solid).slice(0, 60), solid] as const))('%s', (_name, solid) => {
  it.each([0.02, 0.002])(
    'is closed, with nodes on the surface and triangles within a chord error of %s',
    (chordError) => {
      const mesh = triangulateSolid(solid, { chordError });
      const body = createTrimesh(mesh, { closed: true });
      // the triangles are given counter-clockwise: none is reversed
      expect([...body.triangles]).toEqual([...mesh.triangles]);
      const [point, origin] = [createPoint(), createPose()];
      const depthOf = (x: number, y: number, z: number) =>
        -closest(point, createPose([x, y, z]), solid, origin).distance;
      const { positions, triangles } = mesh;
      for (let i = 0; i < positions.length; i += 3) {
        expect(Math.abs(depthOf(positions[i], positions[i + 1], positions[i + 2]))).toBeLessThan(1e-9);
      }
      for (let t = 0; t < triangles.length; t += 3) {
        const [x, y, z] = [0, 1, 2].map((axis) => {
          return (positions[3 * triangles[t] + axis] + positions[3 * triangles[t + 1] + axis] + positions[3 * triangles[t + 2] + axis]) / 3; // biome-ignore format: one mean
        });
        const depth = depthOf(x, y, z);
        expect(depth).toBeGreaterThan(-1e-9);
        expect(depth).toBeLessThan(chordError);
      }
      const [exact, own] = [massProperties(solid, 1), massProperties(body, 1)];
      expect(own.mass).toBeLessThan(exact.mass * (1 + 1e-12));
      expect(own.mass).toBeGreaterThan(exact.mass * (1 - 40 * chordError));
    },
  );
});

it('a compound has the triangles of its pieces at their poses', () => {
  const pieces = [
    { shape: createBox([1, 1, 1]), pose: createPose() },
    { shape: createBox([1, 1, 1]), pose: createPose([5, 0, 0]) },
  ];
  const { positions, triangles } = triangulateSolid(createCompound(pieces));
  expect(triangles).toHaveLength(72);
  expect(Math.max(...positions)).toBe(6);
});

it.each([
  [0, 0, 1],
  [0, 0, -1],
  [1, 0, 0],
  [0, -2, 0],
  [1, 2, 3],
])(
  // biome-ignore format: the normals
  'a half-space with the normal %s %s %s is a square in its plane that faces along the normal',
  (...normal) => {
    const solid = createHalfspace(normal);
    const { positions, triangles } = triangulateSolid(solid, { halfspaceSize: 7 });
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * triangles[k], 3 * triangles[k] + 3));
    const p = createVec3(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    const q = createVec3(c[0] - a[0], c[1] - a[1], c[2] - a[2]);
    const up = [p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x].map((x) => x / 196);
    const { x, y, z } = solid.normal;
    [x, y, z].forEach((component, k) => {
      expect(up[k]).toBeCloseTo(component, 12);
    });
    expect(a[0] * x + a[1] * y + a[2] * z).toBeCloseTo(0, 12);
  },
);

it('rejects a chord error that makes too many triangles, or is not above zero', () => {
  expect(() => triangulateSolid(createCylinder(1, 1), { chordError: 1e-9 })).toThrow(/chordError must be at least/);
  expect(() => triangulateSolid(createSphere(1), { chordError: 1e-9 })).toThrow(/chordError must be larger/);
  expect(() => triangulateSolid(createSphere(1), { chordError: 0 })).toThrow(/chordError/);
});
