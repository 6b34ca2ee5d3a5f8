import { describe, expect, it } from 'vitest';
import { createCompound } from '../bounds/create-compound.ts';
import { createMat3, rotateTensor } from '../math/mat3.ts';
import { createPose, type Pose, toWorld } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3 } from '../math/vec3.ts';
import { createBox } from './box.ts';
import { createCapsule } from './capsule.ts';
import { createCone } from './cone.ts';
import { createCylinder } from './cylinder.ts';
import { createEllipsoid } from './ellipsoid.ts';
import { createHull } from './hull/create-hull.ts';
import { massProperties } from './mass-properties.ts';
import { createSurfaceMesh } from './mesh.ts';
import { createPoint } from './point.ts';
import { createSphere } from './sphere.ts';
import { tiledRoundedBox } from './tiled/box-bodies.ts';
import { tiledCapsule, tiledCone, tiledCylinder, tiledEllipsoid } from './tiled/revolved-bodies.ts';
import { tiledMassProperties } from './tiled/tiled-mass.ts';
import { createTrimesh } from './trimesh.ts';

const ENTRIES = ['xx', 'xy', 'xz', 'yx', 'yy', 'yz', 'zx', 'zy', 'zz'] as const;

describe('massProperties', () => {
  it('worked examples: a sphere has 2/5 m r², a sharp box m/12 (b² + c²)', () => {
    const ball = massProperties(createSphere(2), 3);
    expect(ball.mass).toBeCloseTo(32 * Math.PI, 12);
    expect(ball.inertia.yy / ball.mass).toBeCloseTo(1.6, 14);
    const box = massProperties(createBox([0.5, 1, 1.5]), 10);
    expect(box.mass).toBeCloseTo(60, 13);
    expect(box.inertia.xx).toBeCloseTo(65, 12);
    expect(box.inertia.zz).toBeCloseTo(25, 12);
  });

  it('mass properties of rounded bodies, bodies of revolution and cones agree with surface integrals', () => {
    const pairs = [
      [createCapsule(0.4, 0.7), tiledCapsule(0.4, 0.7)],
      [createBox([0.5, 0.7, 1], 0.3), tiledRoundedBox([0.5, 0.7, 1], 0.3)],
      [createCylinder(0.6, 0.9), tiledCylinder(0.6, 0.9)],
      [createCone(0.5, 0.6), tiledCone(0.5, 0, 0.6)],
    ] as const;
    for (const [shape, body] of pairs) {
      const ours = massProperties(shape, 2.5);
      const theirs = tiledMassProperties(body, 2.5);
      expect(ours.mass / theirs.mass).toBeCloseTo(1, 12);
      for (const entry of ENTRIES) expect(ours.inertia[entry]).toBeCloseTo(theirs.inertia[entry], 12);
    }
    // its origin is at half the height, that of createCone at the centre of mass: a quarter of the height below
    expect(tiledMassProperties(tiledCone(0.5, 0, 0.6), 1).centroid.z).toBeCloseTo(0.25 * 1.2 - 0.6, 12);
  });

  it('a hull of the corners of a box has the mass properties of the box, for any origin', () => {
    const random = createRandom(4);
    const box = createBox([0.5, 1, 1.5]);
    const corners = Array.from({ length: 8 }, (_, k) => [
      5 + (k & 1 ? 0.5 : -0.5),
      -7 + (k & 2 ? 1 : -1),
      2 + (k & 4 ? 1.5 : -1.5),
    ]);
    const inside = Array.from({ length: 30 }, () => [
      5 + 0.9 * random.between(-0.5, 0.5),
      -7 + 0.9 * random.between(-1, 1),
      2 + 0.9 * random.between(-1.5, 1.5),
    ]);
    const hull = massProperties(createHull([...inside, ...corners]), 4);
    const expected = massProperties(box, 4);
    expect(hull.mass).toBeCloseTo(expected.mass, 12);
    expect([hull.centroid.x, hull.centroid.y, hull.centroid.z].map((x) => Math.round(1e12 * x) / 1e12)).toEqual([
      5, -7, 2,
    ]);
    // rounding of positions 10 m away, times the mass
    for (const entry of ENTRIES) expect(hull.inertia[entry]).toBeCloseTo(expected.inertia[entry], 11);
  });

  it('needs a density', () => {
    expect(() => massProperties(createSphere(1), 0)).toThrow(/massProperties: density/);
  });

  it('a box cut in two, or made of triangles, has the mass properties of the whole, at any pose', () => {
    const whole = massProperties(createBox([0.5, 1, 1.5]), 4);
    const rotated = createPose([0, 0, 0], [1, 2, 3, 4]);
    const halves = [-0.5, 0.5].map((y) => ({ shape: createBox([0.5, 0.5, 1.5]), pose: createPose([5, y, 0]) }));
    const joined = massProperties(createCompound(halves), 4);
    const { vertices, faceStarts, faceVertices } = createHull(corners([1, 2, 3], rotated));
    const quads = Array.from({ length: 6 }, (_, k) => [...faceVertices.slice(faceStarts[k], faceStarts[k + 1])]).flat();
    const mesh = massProperties(createTrimesh(createSurfaceMesh({ positions: vertices, quads })), 4);
    expect(joined.mass).toBeCloseTo(whole.mass, 12);
    expect(joined.centroid.x).toBeCloseTo(5, 14);
    expect(mesh.mass).toBeCloseTo(whole.mass, 12);
    const inertia = rotateTensor(createMat3(), rotated.rotation, whole.inertia);
    for (const entry of ENTRIES) {
      expect(joined.inertia[entry]).toBeCloseTo(whole.inertia[entry], 11);
      expect(mesh.inertia[entry]).toBeCloseTo(inertia[entry], 11);
    }
  });

  it('supports ellipsoids and smooth bodies, and rejects shapes without volume', () => {
    const ellipsoid = massProperties(createEllipsoid([1, 2, 3]), 2);
    const smooth = massProperties(tiledEllipsoid([1, 2, 3]), 2);
    expect(smooth.mass / ellipsoid.mass).toBeCloseTo(1, 12);
    const triangle = createSurfaceMesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] });
    expect(() => massProperties(createTrimesh(triangle), 1)).toThrow(
      'massProperties: a triangle mesh that is not closed',
    );
    expect(() => massProperties(createCompound([{ shape: createPoint() }]), 1)).toThrow('has no mass');
  });
});

/** The corners of a box with these edges at a pose. */
function corners(edges: readonly number[], pose: Pose): number[][] {
  return Array.from({ length: 8 }, (_, k) => {
    const [x, y, z] = edges.map((edge, i) => (((k >> i) & 1) - 0.5) * edge);
    const p = toWorld(createVec3(), pose, createVec3(x, y, z));
    return [p.x, p.y, p.z];
  });
}
