import { describe, expect, it } from 'vitest';
import { createPose } from '../../src/math/pose.ts';
import { createVec3, lengthVec3 } from '../../src/math/vec3.ts';
import { raycast } from '../../src/ray/raycast.ts';
import { createCone } from '../../src/shapes/cone.ts';
import { createCylinder } from '../../src/shapes/cylinder.ts';
import { createSurfaceMesh } from '../../src/shapes/mesh.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { tiledCapsule, tiledCylinder } from '../../src/shapes/tiled/revolved-bodies.ts';
import { createTrimesh } from '../../src/shapes/trimesh.ts';

const ORIGIN = createPose();
const DIAGONAL = Math.SQRT1_2;

describe('rays at edges, poles and along sides', () => {
  it('parallel to the side of a cone and level with its apex, but off it, a ray misses', () => {
    const from = createVec3(-1, 3.75, -3);
    expect(raycast(createCone(1, 0.5), ORIGIN, from, createVec3(0, -DIAGONAL, DIAGONAL)).hit).toBe(false);
  });

  it('at the apex of a needle the normal faces the ray', () => {
    const needle = createCone(0.0000043, 0.00005);
    for (let k = 1; k <= 100; k++) {
      const from = createVec3(k * 1e-6, k * 1e-6, 0.000075 + k * 1e-6);
      const { hit, normal } = raycast(needle, ORIGIN, from, createVec3(-1, -1, -1));
      if (hit) expect(normal.x + normal.y + normal.z).toBeGreaterThan(0);
    }
  });

  it('the normal of a cylinder with a radius of a millionth of its length is a unit vector', () => {
    const thin = createCylinder(0.02, 20000);
    for (let z = -19000; z < 20000; z += 1000) {
      const { hit, normal } = raycast(thin, ORIGIN, createVec3(-30000, 30000, z - 30000), createVec3(1, -1, 1));
      expect(hit).toBe(true);
      expect(Math.abs(lengthVec3(normal) - 1)).toBeLessThan(1e-15);
    }
  });

  it('at the centre of the end face of a tiled cylinder the normal is that of the face', () => {
    const from = createVec3(1.0842021724855044e-19, -1.3552527156068805e-20, 0.0004999999999999998);
    const direction = createVec3(-0.0003767731926620613, 0.0008318867379216981, -0.00040743885008824636);
    expect(raycast(tiledCylinder(0.001, 0.0005), ORIGIN, from, direction).normal.z).toBeCloseTo(1, 14);
  });

  it('next to the rim of a tiled cylinder a ray hits the side, not the edge in front', () => {
    const from = createVec3(-0.9999999998488072, 3.5239144935417244e-11, 0.5000000000969076);
    const { distance } = raycast(tiledCylinder(1, 0.5), ORIGIN, from, createVec3(1, -1, -1));
    expect(distance).toBeCloseTo(1.67848e-10, 14);
  });

  it('from the surface of a smooth body into it a ray hits at once', () => {
    const { hit, distance } = raycast(
      tiledCapsule(0.5, 1),
      ORIGIN,
      createVec3(0, -0.5, 0.45750663474657305),
      createVec3(-1, 1, -1),
    );
    expect([hit, distance]).toEqual([true, 0]);
  });

  it('a short ray that stays inside a closed mesh starts inside', () => {
    const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 4 ? 1 : -1, i & 2 ? 1 : -1, i & 1 ? 1 : -1]);
    const quads = [0, 1, 3, 2, 4, 6, 7, 5, 0, 4, 5, 1, 2, 3, 7, 6, 0, 2, 6, 4, 1, 5, 7, 3];
    const cube = createTrimesh(createSurfaceMesh({ positions, quads }), { closed: true });
    const { hit, inside } = raycast(cube, ORIGIN, createVec3(), createVec3(1, 0, 0), 0.1);
    expect([hit, inside]).toEqual([true, true]);
  });

  it('away from the surface of a body inflated by the radius a ray misses', () => {
    const { hit } = raycast(createCone(1, 0.5), ORIGIN, createVec3(0, 0, 1.75), createVec3(0, 0, 1), 5, 1);
    expect(hit).toBe(false);
  });

  it('from a reflex corner a ray into the polygon hits at once', () => {
    const outline = [
      [-1, -0.5],
      [1, -0.5],
      [1, 0],
      [0, 0],
      [0, 0.5],
      [-1, 0.5],
    ];
    const corner = createPolygon(outline);
    const { hit, distance, normal } = raycast(corner, ORIGIN, createVec3(), createVec3(-1, 0, 0));
    expect([hit, distance]).toEqual([true, 0]);
    expect([normal.x, normal.y]).toEqual([1, 0]);
  });

  it('along an edge of a polygon a ray from the edge itself misses', () => {
    const square = createPolygon([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
    for (const x of [1, -1]) {
      expect(raycast(square, ORIGIN, createVec3(0.25, 0), createVec3(x, 0, 0)).hit).toBe(false);
    }
  });

  it('a small disc that hits an edge near its end has the normal of the edge', () => {
    const square = createPolygon([
      [-0.000999999999999702, -0.001000000000000566],
      [0.0009999999999997316, -0.0009999999999994729],
      [0.0009999999999995089, 0.0010000000000007505],
      [-0.0010000000000009244, 0.0009999999999995436],
    ]);
    const from = createVec3(0.0009999999999981057, 0.002736513253468161);
    const { normal } = raycast(square, ORIGIN, from, createVec3(0, -1, 0), Number.POSITIVE_INFINITY, 1e-9);
    expect(Math.abs(normal.x)).toBeLessThan(1e-11);
  });
});
