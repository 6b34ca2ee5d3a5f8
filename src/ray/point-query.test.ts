import { describe, expect, it } from 'vitest';
import { drawPose, drawSolid } from '../../test/solids.ts';
import { namedTiledBodies } from '../../test/tiled-bodies.ts';
import { createCompound } from '../bounds/create-compound.ts';
import { createMat3 } from '../math/mat3.ts';
import { createPose, type Pose } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { addScaledVec3, createVec3, dotVec3, lengthVec3, normalizeVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { createBox } from '../shapes/box.ts';
import { createCone } from '../shapes/cone.ts';
import { createCylinder } from '../shapes/cylinder.ts';
import { createDisc } from '../shapes/disc.ts';
import { createEllipsoid } from '../shapes/ellipsoid.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { createIcosphere } from '../shapes/icosphere.ts';
import { createPolygon } from '../shapes/polygon.ts';
import type { Shape } from '../shapes/shape.ts';
import { createSphere } from '../shapes/sphere.ts';
import { createTrimesh } from '../shapes/trimesh.ts';
import { createPointQuery, pointQuery, pointQueryInto } from './point-query.ts';
import { raycast } from './raycast.ts';

const unit = (random: Random): Vec3 =>
  normalizeVec3(createVec3(), createVec3(random.normal(), random.normal(), random.normal()));

/**
 * Checks a result with rays alone: the point is on the surface, the normal is that of the surface, and no ray reaches the surface at a
 * smaller distance. `accuracy` is relative to `size`.
 */
function expectTrue(shape: Shape, pose: Pose, point: Vec3, random: Random, size: number, accuracy: number): void {
  const { distance, point: foot, normal } = pointQuery(shape, pose, point);
  expect(lengthVec3(normal)).toBeCloseTo(1, 13);
  const back = addScaledVec3(createVec3(), foot, normal, distance);
  expect(lengthVec3(subVec3(createVec3(), back, point))).toBeLessThan(accuracy * size);
  // the ray inwards from just outside the point hits the surface there; from inside, no surface is nearer than the depth
  const outside = addScaledVec3(createVec3(), foot, normal, 0.01 * size);
  const inward = createVec3(-normal.x, -normal.y, -normal.z);
  const hit = raycast(shape, pose, outside, inward);
  // at a corner or apex sharper than a right angle the ray grazes it
  if (hit.hit) expect(Math.abs(hit.distance - 0.01 * size)).toBeLessThan(accuracy * size);
  else expect(Math.abs(pointQuery(shape, pose, foot).distance)).toBeLessThan(accuracy * size);
  for (let k = 0; k < 20; k++) {
    const direction = unit(random);
    if (distance > 0) {
      const seen = raycast(shape, pose, point, direction);
      expect(seen.distance).toBeGreaterThan(distance - accuracy * size);
    } else {
      // a ray from outside back to the point: the last point inside is farther than the depth
      const far = addScaledVec3(createVec3(), point, direction, 10 * size);
      const back = raycast(shape, pose, far, createVec3(-direction.x, -direction.y, -direction.z));
      expect(10 * size - back.distance).toBeGreaterThan(-distance - accuracy * size);
    }
  }
}

const SOLIDS = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull', 'ellipsoid'] as const;

describe('pointQuery', () => {
  it.each(SOLIDS)('%s: the closest point on the surface, from outside and from inside', (kind) => {
    const random = createRandom(SOLIDS.indexOf(kind) + 5);
    const seen = { outside: 0, inside: 0 };
    for (const size of [1, 1e-9, 1e9]) {
      for (let trial = 0; trial < 60; trial++) {
        const shape = drawSolid(random, kind, size);
        const pose = drawPose(random, size);
        const maxRadius = size * (trial % 2 === 0 ? 0.3 : 2);
        const point = addScaledVec3(createVec3(), pose.position, unit(random), maxRadius * random.next());
        expectTrue(shape, pose, point, random, size, 1e-12);
        const { distance, status } = pointQuery(shape, pose, point);
        expect(status).toBe('exact');
        seen[distance < 0 ? 'inside' : 'outside']++;
      }
    }
    expect(Math.min(seen.outside, seen.inside)).toBeGreaterThan(30);
  });

  it('worked examples: inside, the depth is that to the nearest face, side or end', () => {
    const at = (shape: Shape, ...position: number[]) => pointQuery(shape, createPose(), createVec3(...position));
    expect(at(createBox([1, 2, 3]), 0.7, 0, 0)).toMatchObject({ distance: 0.7 - 1, normal: { x: 1, y: 0, z: 0 } });
    expect(at(createBox([1, 2, 3], 0.5), 0, 1.8, 0).distance).toBeCloseTo(-0.2, 15);
    expect(at(createBox([1, 1, 1]), 2, 3, 1)).toMatchObject({ feature: 'edge', point: { x: 1, y: 1, z: 1 } });
    expect(at(createBox([1, 1, 1]), 2, -3, 2)).toMatchObject({ feature: 'vertex', index: 2 });
    expect(at(createCylinder(1, 2), 0.2, 0, 1.5)).toMatchObject({ distance: -0.5, normal: { z: 1 } });
    expect(at(createCylinder(1, 2), 0, 0.9, 0).distance).toBeCloseTo(-0.1, 15);
    expect(at(createCone(3, 2), 0, 0, -0.9).distance).toBeCloseTo(-0.1, 15);
    expect(at(createCone(3, 2), 0, 0, -0.9).normal.z).toBe(-1);
    expect(at(createCone(3, 2), 0, 0, 2).distance).toBeCloseTo(-0.6, 15);
    expect(at(createCone(3, 2), 0, 0, 5)).toMatchObject({ distance: 2, normal: { z: 1 } });
    expect(at(createSphere(2), 0, 0, 0).distance).toBe(-2);
    expect(at(createDisc(2), 0.5, 0, 0).distance).toBe(-1.5);
    expect(at(createHalfspace([0, 1]), 3, -2, 0)).toMatchObject({ distance: -2, normal: { y: 1 } });
    const notched = createPolygon([[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]]); // biome-ignore format: one shape a line
    expect(at(notched, 2, 0.9)).toMatchObject({ feature: 'vertex', index: 3 });
  });

  it('from the centre of a flat ellipsoid the closest point lies along its shortest axis, whatever its deformation', () => {
    const flat = createEllipsoid([3, 2, 0.5]);
    const at = (...position: number[]) => pointQuery(flat, createPose(), createVec3(...position));
    expect(at(0, 0, 0)).toMatchObject({ distance: -0.5, status: 'exact' });
    expect(Math.abs(at(0, 0, 0).normal.z)).toBe(1);
    // in the plane of symmetry, where both sides are equally near, and just above it
    expect(at(1, 0.5, 0).distance).toBeCloseTo(at(1, 0.5, 1e-12).distance, 11);
    // on the longest axis, beyond the centre of curvature, the vertex is closest
    expect(at(2.95, 0, 0).distance).toBeCloseTo(-0.05, 14);
    const sheared = { ...createMat3(), xy: 0.7, yz: -0.3 };
    const random = createRandom(6);
    for (let trial = 0; trial < 50; trial++) {
      const point = addScaledVec3(createVec3(), createVec3(), unit(random), random.between(0, 3));
      expectTrue(createEllipsoid([1, 2, 0.5], sheared), createPose(), point, random, 1, 1e-12);
    }
  });

  it('ellipsoids of aspect ratio 1000 lose no accuracy', () => {
    const random = createRandom(11);
    for (let trial = 0; trial < 100; trial++) {
      const shape = createEllipsoid([1, 0.03, 0.001]);
      const point = createVec3(random.between(-1.2, 1.2), random.between(-0.05, 0.05), random.between(-0.002, 0.002));
      const { distance, point: foot, normal } = pointQuery(shape, createPose(), point);
      const { x, y, z } = foot;
      expect(x * x + (y / 0.03) ** 2 + (z / 0.001) ** 2).toBeCloseTo(1, 9);
      const slope = normalizeVec3(createVec3(), createVec3(x, y / 0.0009, z / 1e-6));
      expect(dotVec3(slope, normal)).toBeCloseTo(1, 9);
      expect(lengthVec3(subVec3(createVec3(), point, foot))).toBeCloseTo(Math.abs(distance), 14);
    }
  });

  it('the depth of a point inside a hull is the distance to the nearest face', () => {
    const random = createRandom(4);
    for (let trial = 0; trial < 50; trial++) {
      const hull = createHull(Array.from({ length: 30 }, () => Object.values(unit(random))));
      const point = addScaledVec3(createVec3(), createVec3(), unit(random), 0.3);
      const heights = Array.from({ length: hull.faceStarts.length - 1 }, (_, k) => {
        const corner = 3 * hull.faceVertices[hull.faceStarts[k]];
        return [0, 1, 2].reduce((sum, c) => {
          const coordinate = [point.x, point.y, point.z][c];
          return sum + hull.normals[3 * k + c] * (coordinate - hull.vertices[corner + c]);
        }, 0);
      });
      expect(pointQuery(hull, createPose(), point).distance).toBeCloseTo(Math.max(...heights), 15);
    }
  });

  it.each(namedTiledBodies().filter(({ body }) => body.closed && body.dimension === 3))(
    '$name: agrees with rays',
    ({ body }) => {
      const random = createRandom(17);
      for (let trial = 0; trial < 4; trial++) {
        const pose = drawPose(random, 1);
        const point = addScaledVec3(createVec3(), pose.position, unit(random), random.between(0, 1.5));
        // certified to 1e-10 of the size; rays that graze a surface are no better
        expectTrue(body, pose, point, random, 1, 1e-8);
      }
    },
  );

  it('meshes and compounds have negative distances inside', () => {
    const random = createRandom(19);
    const mesh = createTrimesh(createIcosphere(1, 2));
    const pieces = [{ shape: createBox([0.5, 0.5, 0.5]) }, { shape: createSphere(0.4), pose: createPose([2, 0, 0]) }];
    for (let trial = 0; trial < 40; trial++) {
      const point = addScaledVec3(createVec3(), createVec3(), unit(random), random.between(0, 2));
      expectTrue(mesh, createPose(), point, random, 1, 1e-11);
      const whole = pointQuery(createCompound(pieces), createPose(), point).distance;
      const single = pieces.map(({ shape, pose = createPose() }) => pointQuery(shape, pose, point).distance);
      expect(whole).toBeCloseTo(Math.min(...single), 13);
    }
  });

  it('writes into the given result, and rejects an invalid point', () => {
    const out = createPointQuery();
    expect(pointQueryInto(out, createSphere(1), createPose(), createVec3(3, 0, 0))).toBe(out);
    expect(out).toMatchObject({ distance: 2, point: { x: 1, y: 0, z: 0 }, normal: { x: 1, y: 0, z: 0 } });
    expect(() => pointQuery(createSphere(1), createPose(), createVec3(0, Number.NaN))).toThrow(
      /pointQuery: point\.y must be a finite number/,
    );
  });
});
