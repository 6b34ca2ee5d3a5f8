import { describe, expect, it } from 'vitest';
import { drawPose, drawSolid } from '../../test/solids.ts';
import { namedTiledBodies } from '../../test/tiled-bodies.ts';
import { createCompound } from '../bounds/create-compound.ts';
import { createPose, type Pose, toBody, toWorld } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { addScaledVec3, createVec3, dotVec3, lengthVec3, normalizeVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { closest } from '../pairs/query.ts';
import { createBox } from '../shapes/box.ts';
import { createCapsule } from '../shapes/capsule.ts';
import { createCone } from '../shapes/cone.ts';
import { createCylinder } from '../shapes/cylinder.ts';
import { createDisc } from '../shapes/disc.ts';
import { createEllipsoid } from '../shapes/ellipsoid.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { createIcosphere } from '../shapes/icosphere.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import { createPoint } from '../shapes/point.ts';
import { createPolygon } from '../shapes/polygon.ts';
import { shapeRadius } from '../shapes/radius.ts';
import { createSegment } from '../shapes/segment.ts';
import type { Shape } from '../shapes/shape.ts';
import { createSphere } from '../shapes/sphere.ts';
import { tiledBox } from '../shapes/tiled/box-bodies.ts';
import { tiledCapsule, tiledCone, tiledCylinder, tiledEllipsoid, tiledTorus } from '../shapes/tiled/revolved-bodies.ts';
import { createTrimesh } from '../shapes/trimesh.ts';
import { rayAdvance } from './ray-advance.ts';
import { createRayHit, type RayHit } from './ray-hit.ts';
import { ENTER, FROM, ray, span, TO } from './ray-span.ts';
import { raycast, raycastInto } from './raycast.ts';

const unit = (random: Random): Vec3 =>
  normalizeVec3(createVec3(), createVec3(random.normal(), random.normal(), random.normal()));
const within = (random: Random, k: number): Vec3 => createVec3(...[0, 0, 0].map(() => k * random.between(-1, 1)));

interface Ray {
  origin: Vec3;
  direction: Vec3;
}

/** A ray that starts up to three sizes away and aims near the body, or in a random direction. */
function drawRay(random: Random, pose: Pose, size: number): Ray {
  const origin = addScaledVec3(createVec3(), pose.position, unit(random), size * random.between(0, 3));
  const target = addScaledVec3(createVec3(), pose.position, within(random, 1), size);
  const direction = random.below(5) === 0 ? unit(random) : subVec3(createVec3(), target, origin);
  return { origin, direction };
}

const along = ({ origin, direction }: Ray, t: number): Vec3 =>
  addScaledVec3(createVec3(), origin, normalizeVec3(createVec3(), direction), t);

const gapAt = (point: Vec3, shape: Shape, pose: Pose): number =>
  closest(createPoint(), { position: point, rotation: createPose().rotation }, shape, pose).distance;

/**
 * Checks a hit with point distances alone: the point is on the body, no earlier point of the ray is inside, and the normal is that of the
 * surface. `accuracy` is relative to `size`.
 */
function expectTrue(hit: RayHit, line: Ray, shape: Shape, pose: Pose, size: number, accuracy: number): void {
  const limit = accuracy * size;
  const last = hit.hit ? hit.distance : 8 * size;
  if (hit.inside) {
    expect(gapAt(line.origin, shape, pose)).toBeLessThan(limit);
    expect([hit.distance, dotVec3(hit.normal, normalizeVec3(createVec3(), line.direction))]).toEqual([
      0,
      expect.closeTo(-1, 14),
    ]);
    return;
  }
  for (let k = 0; k < 12; k++) expect(gapAt(along(line, (last * k) / 12), shape, pose)).toBeGreaterThan(-limit);
  if (!hit.hit) return;
  expect(Math.abs(gapAt(hit.point, shape, pose))).toBeLessThan(limit);
  expect(lengthVec3(subVec3(createVec3(), hit.point, along(line, hit.distance)))).toBeLessThan(limit);
  expect(lengthVec3(hit.normal)).toBeCloseTo(1, 13);
  expect(dotVec3(hit.normal, line.direction)).toBeLessThanOrEqual(1e-9 * lengthVec3(line.direction));
  // a step out along the normal increases the distance by its length
  const step = 1e-3 * size;
  const outside = addScaledVec3(createVec3(), hit.point, hit.normal, step);
  expect(gapAt(outside, shape, pose)).toBeGreaterThan(step * (1 - 1e-6));
}

const SOLIDS = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull', 'ellipsoid'] as const;

describe('a ray and a convex body', () => {
  it.each(SOLIDS)(
    '%s: the hit is on its surface, no earlier point is inside, and the normal is that of the surface',
    (kind) => {
      const random = createRandom(SOLIDS.indexOf(kind) + 1);
      const seen = { hit: 0, missed: 0, inside: 0 };
      for (const size of [1, 1e-9, 1e9]) {
        for (let trial = 0; trial < 150; trial++) {
          const shape = drawSolid(random, kind, size);
          const pose = drawPose(random, 3 * size);
          const line = drawRay(random, pose, size);
          const hit = raycast(shape, pose, line.origin, line.direction);
          // rounding of coordinates of up to 6 sizes; point distances of round bodies are accurate to 1e-12
          expectTrue(hit, line, shape, pose, size, 1e-12);
          seen[hit.inside ? 'inside' : hit.hit ? 'hit' : 'missed']++;
        }
      }
      expect(Math.min(seen.hit, seen.missed, seen.inside)).toBeGreaterThan(20);
    },
  );

  it.each(SOLIDS)('%s: closed forms and conservative advancement agree', (kind) => {
    const random = createRandom(SOLIDS.indexOf(kind) + 31);
    for (let trial = 0; trial < 150; trial++) {
      const shape = drawSolid(random, kind, 1);
      const { origin, direction } = drawRay(random, createPose(), 1);
      const hit = raycast(shape, createPose(), origin, direction);
      const { x, y, z } = normalizeVec3(createVec3(), direction);
      ray.set([origin.x, origin.y, origin.z, x, y, z]);
      span[FROM] = 0;
      span[TO] = Number.POSITIVE_INFINITY;
      rayAdvance(shape, shapeRadius(shape), 0);
      const marched = span[ENTER];
      const cosine = hit.hit && !hit.inside ? Math.abs(dotVec3(hit.normal, { x, y, z })) : 1;
      if (!hit.hit && marched < Number.POSITIVE_INFINITY) {
        // only a ray that grazes the body may be decided differently
        expect(span[ENTER]).toBeLessThan(8);
        expect(gapAt(along({ origin, direction }, marched), shape, createPose())).toBeLessThan(1e-14);
      } else if (hit.hit) {
        // the advancement ends 1e-15 before the body: the more grazing the ray, the farther from the entry
        expect(Math.abs(Math.max(marched, 0) - hit.distance)).toBeLessThan(1e-11 / Math.max(cosine, 1e-6));
      }
    }
  });

  it('worked examples: face indices, the apex of a cone, the rim of a cylinder', () => {
    const at = (shape: Shape, origin: number[], direction: number[]) =>
      raycast(shape, createPose(), createVec3(...origin), createVec3(...direction));
    expect(at(createBox([1, 2, 3]), [5, 0.5, 0.5], [-2, 0, 0])).toMatchObject({ distance: 4, feature: 1 });
    expect(at(createBox([1, 2, 3]), [0, 0, -9], [0, 0, 1])).toMatchObject({ distance: 6, feature: 4 });
    const apex = at(createCone(1, 2), [0, 0, 9], [0, 0, -1]);
    expect(apex).toMatchObject({ distance: 6, normal: { x: 0, y: 0, z: 1 } });
    expect(at(createCone(1, 2), [0, 0, -9], [0, 0, 1])).toMatchObject({ distance: 8, feature: 1 });
    expect(at(createCylinder(1, 2), [-3, 0, 0], [1, 0, 0])).toMatchObject({ distance: 2, feature: 0 });
    expect(at(createCylinder(1, 2), [0.5, 0, 5], [0, 0, -1])).toMatchObject({ distance: 3, feature: 2 });
    // down the side of the cone, which falls 4 for every 1 outwards
    expect(at(createCone(1, 2), [0.5, 0, 3], [1, 0, -4]).hit).toBe(false);
    const flat = at(createCone(1, 2), [-0.5, 0, 3], [1, 0, -4]);
    expect([flat.point.x, flat.point.z]).toEqual([expect.closeTo(-0.25, 14), expect.closeTo(2, 14)]);
    const side = at(createCone(1, 2), [2, 0, 0], [-1, 0, 0]);
    expect(side.distance).toBeCloseTo(2 - 0.75, 15);
    expect(side.normal.z / side.normal.x).toBeCloseTo(0.25, 14);
  });

  it('a start inside hits at distance 0; a start on the surface hits inwards and misses outwards', () => {
    for (const shape of [createSphere(1), createBox([1, 1, 1]), createCapsule(0.5, 0.5), createEllipsoid([1, 1, 1])]) {
      const [z, up] = [createVec3(0, 0, 1), createVec3(0, 0, 1)];
      const down = createVec3(0, 0, -1);
      expect(raycast(shape, createPose(), createVec3(0, 0, 0.3), up)).toMatchObject({
        hit: true,
        inside: true,
        distance: 0,
      });
      expect(raycast(shape, createPose(), z, down)).toMatchObject({ hit: true, inside: false, distance: 0 });
      expect(raycast(shape, createPose(), z, up).hit).toBe(false);
    }
  });

  it('a ray ends at maxDistance: bodies beyond it are missed, one at its very end is hit', () => {
    const [origin, direction] = [createVec3(-3, 0, 0), createVec3(5, 0, 0)];
    const sphere = createSphere(1);
    expect(raycast(sphere, createPose(), origin, direction, 1.999).hit).toBe(false);
    expect(raycast(sphere, createPose(), origin, direction, 2)).toMatchObject({ hit: true, distance: 2 });
  });

  it('far from the world origin only the coordinates lose accuracy', () => {
    const random = createRandom(8);
    for (let trial = 0; trial < 100; trial++) {
      const shape = drawSolid(random, SOLIDS[trial % 7], 1);
      const rotation = [1, 2, 3, 4].map(() => random.normal());
      const line = drawRay(random, createPose(), 1);
      const here = raycast(shape, createPose([0, 0, 0], rotation), line.origin, line.direction);
      const offset = createVec3(2 ** 20, -(2 ** 20), 2 ** 19);
      const there = raycast(
        shape,
        createPose([offset.x, offset.y, offset.z], rotation),
        addScaledVec3(createVec3(), line.origin, offset, 1),
        line.direction,
      );
      if (here.hit !== there.hit || !here.hit) continue;
      // coordinates of 1e6 m are known to 2e-10 m, which a grazing ray amplifies
      const flat = Math.max(Math.abs(dotVec3(here.normal, normalizeVec3(createVec3(), line.direction))), 1e-3);
      expect(Math.abs(here.distance - there.distance)).toBeLessThan(1e-9 / flat);
    }
  });
});

describe('a sphere cast', () => {
  it.each([...SOLIDS, 'point', 'segment'] as const)('%s: stops where its centre is a radius away', (kind) => {
    const random = createRandom(77);
    let hits = 0;
    for (let trial = 0; trial < 100; trial++) {
      const shape = drawSolid(random, kind, 1);
      const pose = drawPose(random, 2);
      const line = drawRay(random, pose, 1);
      const radius = random.between(0.05, 0.6);
      const hit = raycast(shape, pose, line.origin, line.direction, 20, radius);
      const before = Array.from({ length: 20 }, (_, k) => along(line, ((hit.hit ? hit.distance : 20) * k) / 20));
      if (hit.inside) expect(gapAt(line.origin, shape, pose)).toBeLessThan(radius);
      else for (const position of before) expect(gapAt(position, shape, pose)).toBeGreaterThan(radius - 1e-12);
      if (!hit.hit || hit.inside) continue;
      hits++;
      expect(gapAt(hit.point, shape, pose)).toBeCloseTo(radius, 11);
    }
    expect(hits).toBeGreaterThan(5);
  });

  it('meshes and polygons are inflated by the radius', () => {
    const mesh = createTrimesh(createIcosphere(1, 1));
    const { positions } = mesh;
    const hull = createHull(Float64Array.from(positions));
    const random = createRandom(5);
    for (let trial = 0; trial < 100; trial++) {
      const origin = addScaledVec3(createVec3(), createVec3(), unit(random), 4);
      const direction = subVec3(createVec3(), within(random, 1.2), origin);
      const expected = raycast(hull, createPose(), origin, direction, 10, 0.3);
      const found = raycast(mesh, createPose(), origin, direction, 10, 0.3);
      expect(found.hit).toBe(expected.hit);
      if (expected.hit) expect(found.distance).toBeCloseTo(expected.distance, 6);
    }
    const wedge = createPolygon([[0, 0], [2, 0], [1, 0.5], [0, 2]]); // biome-ignore format: one shape a line
    const hit = raycast(wedge, createPose(), createVec3(1.5, 3), createVec3(0, -1), 10, 0.1);
    expect(gapAt(hit.point, wedge, createPose())).toBeCloseTo(0.1, 12);
  });
});

describe('a ray in the plane', () => {
  const star = createPolygon(
    Array.from({ length: 12 }, (_, i) => {
      const r = i % 2 === 0 ? 1 : 0.45;
      return [r * Math.cos((Math.PI * i) / 6), r * Math.sin((Math.PI * i) / 6)];
    }),
  );

  it.each([
    ['disc', createDisc(0.8)],
    ['star', star],
    ['wall', createHalfspace([1, 2])],
  ] as const)('%s: the hit is on its boundary and no earlier point is inside', (_, shape) => {
    const random = createRandom(3);
    for (let trial = 0; trial < 200; trial++) {
      const pose = createPose([random.between(-1, 1), random.between(-1, 1)], random.between(-3, 3));
      const origin = createVec3(random.between(-3, 3), random.between(-3, 3));
      const direction = createVec3(random.normal(), random.normal());
      expectTrue(raycast(shape, pose, origin, direction), { origin, direction }, shape, pose, 1, 1e-12);
    }
  });

  it('no ray passes through a corner of a polygon', () => {
    for (let i = 0; i < 12; i++) {
      const corner = createVec3(star.vertices[2 * i], star.vertices[2 * i + 1]);
      const origin = createVec3(4 * corner.x, 4 * corner.y);
      expect(raycast(star, createPose(), origin, createVec3(-corner.x, -corner.y)).hit).toBe(true);
    }
  });

  it('a segment blocks rays in its plane; in space only a ray aimed at it hits', () => {
    const wall = createSegment([0, -1], [0, 1]);
    const hit = raycast(wall, createPose(), createVec3(-3, 0.2), createVec3(1, 0.1));
    expect(hit).toMatchObject({ hit: true, normal: { x: -1, y: 0, z: 0 } });
    expect(hit.point.x).toBeCloseTo(0, 15);
    expect(raycast(wall, createPose(), createVec3(3, 0.2), createVec3(1, 0.1)).hit).toBe(false);
    expect(raycast(wall, createPose(), createVec3(-3, 0, 0.001), createVec3(1, 0, 0)).hit).toBe(false);
    expect(raycast(wall, createPose(), createVec3(-3, 0, 0.001), createVec3(1, 0, 0), 9, 0.01).hit).toBe(true);
    expect(raycast(wall, createPose(), createVec3(0, -5), createVec3(0, 1))).toMatchObject({ hit: true, distance: 4 });
    expect(raycast(createPoint(), createPose([1, 1, 1]), createVec3(), createVec3(1, 1, 1)).distance).toBeCloseTo(
      Math.sqrt(3),
      14,
    );
    expect(raycast(createPoint(), createPose([1, 1, 1]), createVec3(), createVec3(1, 1, 1.001)).hit).toBe(false);
  });

  it('rays that leave the plane of a body are rejected', () => {
    const [origin, aside] = [createVec3(3, 0), createVec3(-1, 0, 0.1)];
    expect(() => raycast(createDisc(1), createPose(), origin, aside)).toThrow(/leaves the plane of a disc/);
    expect(() => raycast(star, createPose(), createVec3(3, 0, 1), createVec3(-1, 0))).toThrow(/one plane/);
  });
});

describe('a ray and a smooth body', () => {
  it.each([
    ['ellipsoid', createEllipsoid([1, 0.7, 0.4]), tiledEllipsoid([1, 0.7, 0.4])],
    ['cylinder', createCylinder(0.5, 0.8), tiledCylinder(0.5, 0.8)],
    ['capsule', createCapsule(0.4, 0.6), tiledCapsule(0.4, 0.6)],
    ['box', createBox([0.9, 0.5, 0.4]), tiledBox([0.9, 0.5, 0.4])],
  ] as const)('%s: patches and the closed form give the same hit', (_, exact, tiled) => {
    const random = createRandom(12);
    for (let trial = 0; trial < 150; trial++) {
      const pose = drawPose(random, 1);
      const line = drawRay(random, pose, 1);
      const expected = raycast(exact, pose, line.origin, line.direction);
      const found = raycast(tiled, pose, line.origin, line.direction);
      expect([found.hit, found.inside]).toEqual([expected.hit, expected.inside]);
      if (!expected.hit) continue;
      const flat = Math.abs(dotVec3(expected.normal, normalizeVec3(createVec3(), line.direction)));
      expect(Math.abs(found.distance - expected.distance)).toBeLessThan(1e-13 / Math.max(flat * flat, 1e-6));
      expect(dotVec3(found.normal, expected.normal)).toBeGreaterThan(1 - 1e-9);
    }
  });

  it('rays through poles and along edges of patches hit like any other', () => {
    const ball = tiledEllipsoid([1, 1, 1]);
    for (const [x, y, z] of [
      [0, 0, 1],
      [0, 0, -1],
      [1, 0, 0],
      [0, 1, 0],
      [0, -1, 0],
      [1, 1, 0],
      [1, 0, 1],
    ]) {
      const hit = raycast(ball, createPose(), createVec3(3 * x, 3 * y, 3 * z), createVec3(-x, -y, -z));
      expect(hit.distance).toBeCloseTo(2 * lengthVec3(createVec3(x, y, z)) + lengthVec3(createVec3(x, y, z)) - 1, 11);
    }
    const hit = raycast(tiledCone(0.6, 0, 0.5), createPose(), createVec3(0, 0, 4), createVec3(0, 0, -1));
    expect(hit.distance).toBeCloseTo(3.5, 10);
  });

  const solids = namedTiledBodies().filter(({ body }) => body.closed);

  it.each(solids.map(({ name, body }) => [name, body] as const))(
    '%s: the hit is on its surface and no earlier point is inside',
    (_, body) => {
      const random = createRandom(23);
      const seen = { hit: 0, missed: 0 };
      for (let trial = 0; trial < 25; trial++) {
        const planar = body.dimension === 2;
        const pose = planar ? createPose([0.2, 0.1], random.between(-3, 3)) : drawPose(random, 1);
        const drawn = drawRay(random, pose, 1);
        const flat = (v: Vec3) => createVec3(v.x, v.y, planar ? 0 : v.z);
        const line = { origin: flat(drawn.origin), direction: flat(drawn.direction) };
        const hit = raycast(body, pose, line.origin, line.direction);
        // point distances of non-convex bodies are accurate to 1e-10
        expectTrue(hit, line, body, pose, 1, 1e-9);
        seen[hit.hit ? 'hit' : 'missed']++;
      }
      expect(Math.min(seen.hit, seen.missed)).toBeGreaterThan(0);
    },
  );

  it('through the hole of a torus and out again', () => {
    const torus = tiledTorus(1, 0.3);
    expect(raycast(torus, createPose(), createVec3(0, 0, 5), createVec3(0, 0, -1)).hit).toBe(false);
    expect(raycast(torus, createPose(), createVec3(0, 0, 0), createVec3(1, 0, 0)).distance).toBeCloseTo(0.7, 13);
    expect(raycast(torus, createPose(), createVec3(1, 0, 0), createVec3(1, 0, 0))).toMatchObject({ inside: true });
  });

  it('an open patch is hit from both sides', () => {
    const patch = namedTiledBodies().find(({ name }) => name === 'open patch')?.body as Shape;
    const above = raycast(patch, createPose(), createVec3(0.1, 0.2, 5), createVec3(0, 0, -1));
    const below = raycast(patch, createPose(), createVec3(0.1, 0.2, -5), createVec3(0, 0, 1));
    expect(above.point.z).toBeCloseTo(below.point.z, 14);
    expect([above.normal.z > 0, below.normal.z < 0, above.inside]).toEqual([true, true, false]);
    const aside = raycast(patch, createPose(), createVec3(1.1, 0.2, 5), createVec3(0, 0, -1));
    expect(aside.hit).toBe(false);
  });

  it('unsupported casts throw an error with the reason', () => {
    const line: [Vec3, Vec3] = [createVec3(5, 0, 0), createVec3(-1, 0, 0)];
    expect(() => raycast(tiledTorus(1, 0.3), createPose(), ...line, 9, 0.1)).toThrow(/needs a convex body/);
  });
});

describe('a ray and a body of many pieces', () => {
  it('a mesh of a sphere is hit like the hull of its nodes, with the index of the triangle', () => {
    const mesh = createTrimesh(createIcosphere(1, 2));
    const hull = createHull(Float64Array.from(mesh.positions));
    const random = createRandom(9);
    for (let trial = 0; trial < 300; trial++) {
      const pose = drawPose(random, 2);
      const origin = addScaledVec3(createVec3(), pose.position, unit(random), random.between(1.1, 5));
      const target = addScaledVec3(createVec3(), pose.position, within(random, 1), 1);
      const direction = subVec3(createVec3(), target, origin);
      const expected = raycast(hull, pose, origin, direction);
      const found = raycast(mesh, pose, origin, direction);
      expect(found.hit).toBe(expected.hit);
      if (!expected.hit) continue;
      expect(found.distance).toBeCloseTo(expected.distance, 11);
      expect(dotVec3(found.normal, expected.normal)).toBeGreaterThan(1 - 1e-9);
      const k = 3 * found.feature;
      const normal = createVec3(mesh.normals[k], mesh.normals[k + 1], mesh.normals[k + 2]);
      const rotated = subVec3(createVec3(), toWorld(createVec3(), pose, normal), pose.position);
      expect(dotVec3(rotated, found.normal)).toBeCloseTo(1, 12);
    }
  });

  it('no ray passes between the triangles of a mesh', () => {
    const mesh = createTrimesh(createIcosphere(1, 1));
    const { positions, triangles } = mesh;
    for (let k = 0; k < triangles.length; k++) {
      // at every node and at the midpoint of every edge
      const [i, j] = [3 * triangles[k], 3 * triangles[k % 3 === 2 ? k - 2 : k + 1]];
      for (const fraction of [0, 0.5]) {
        const at = [0, 1, 2].map((c) => positions[i + c] + fraction * (positions[j + c] - positions[i + c]));
        const direction = createVec3(...at.map((value) => -value));
        const hit = raycast(mesh, createPose(), createVec3(...at.map((value) => 3 * value)), direction);
        expect(hit.distance).toBeCloseTo(2 * lengthVec3(direction), 12);
      }
    }
  });

  it('on an open surface the normal faces the ray', () => {
    const sheet = createTrimesh(
      createSurfaceMesh({ positions: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], quads: [0, 1, 2, 3] }),
    );
    const above = raycast(sheet, createPose(), createVec3(0.1, 0.2, 2), createVec3(0, 0, -1));
    const below = raycast(sheet, createPose(), createVec3(0.1, 0.2, -2), createVec3(0, 0, 1));
    expect([above.distance, above.normal.z, below.distance, below.normal.z]).toEqual([2, 1, 2, -1]);
  });

  it('the first piece of a compound is hit, with its index', () => {
    const random = createRandom(14);
    for (let trial = 0; trial < 200; trial++) {
      const pieces = Array.from({ length: 6 }, (_, k) => ({
        shape: drawSolid(random, SOLIDS[k], 0.5),
        pose: drawPose(random, 1),
      }));
      const pose = drawPose(random, 1);
      const line = drawRay(random, pose, 2);
      const hit = raycast(createCompound(pieces), pose, line.origin, line.direction);
      const singles = pieces.map((piece) => {
        const position = toWorld(createVec3(), pose, piece.pose.position);
        const origin = toBody(createVec3(), pose, line.origin);
        const direction = toBody(createVec3(), { position: createVec3(), rotation: pose.rotation }, line.direction);
        expect(position).toBeDefined();
        return raycast(piece.shape, piece.pose, origin, direction);
      });
      const first = Math.min(...singles.map(({ distance }) => distance));
      expect(hit.hit).toBe(first < Number.POSITIVE_INFINITY);
      if (!hit.hit) continue;
      expect(hit.distance).toBeCloseTo(first, 12);
      if (!hit.inside) expect(singles[hit.piece].distance).toBe(first);
    }
  });
});

describe('raycastInto', () => {
  it('writes into the given result, and a miss clears the distance', () => {
    const out = createRayHit();
    const sphere = createSphere(1);
    expect(raycastInto(out, sphere, createPose(), createVec3(3, 0, 0), createVec3(-1, 0, 0))).toBe(out);
    expect(out.hit).toBe(true);
    raycastInto(out, sphere, createPose(), createVec3(3, 0, 0), createVec3(1, 0, 0));
    expect([out.hit, out.distance, out.inside]).toEqual([false, Number.POSITIVE_INFINITY, false]);
  });

  it('an invalid ray is rejected with a reason', () => {
    const [origin, direction] = [createVec3(), createVec3(1, 0, 0)];
    const cast = (o: Vec3, d: Vec3, max?: number, radius?: number) =>
      raycast(createSphere(1), createPose(), o, d, max, radius);
    expect(() => cast(origin, createVec3())).toThrow(/direction must be finite and not zero/);
    expect(() => cast(createVec3(Number.NaN), direction)).toThrow(/raycast: origin\.x must be a finite number/);
    expect(() => cast(origin, direction, -1)).toThrow(/maxDistance/);
    expect(() => cast(origin, direction, 1, Number.NaN)).toThrow(/radius/);
  });
});
