import { describe, expect, it } from 'vitest';
import { createPose, type Pose } from '../src/math/pose.ts';
import { createRandom, type Random } from '../src/math/random.ts';
import { dotVec3, lengthVec3, type ReadonlyVec3 } from '../src/math/vec3.ts';
import type { Contact } from '../src/narrow/contact.ts';
import { closest, pairTable } from '../src/narrow/query.ts';
import { createDisc } from '../src/shapes/disc.ts';
import { createHalfplane } from '../src/shapes/halfplane.ts';
import { createPoint } from '../src/shapes/point.ts';
import { createPolygon } from '../src/shapes/polygon.ts';
import { createSegment } from '../src/shapes/segment.ts';
import type { Shape, ShapeKind } from '../src/shapes/shape.ts';

/** A random planar shape of about the size `k` [m]. */
function drawShape(random: Random, kind: ShapeKind, k: number): Shape {
  const coordinate = () => k * random.between(-1, 1);
  switch (kind) {
    case 'point':
      return createPoint();
    case 'segment':
      return createSegment([coordinate(), coordinate()], [coordinate(), coordinate()]);
    case 'disc':
      return createDisc(k * random.between(0.2, 1));
    case 'halfplane':
      return createHalfplane([random.between(-1, 1), random.between(-1, 1)]);
    case 'polygon': {
      // every third one a star with dents, the others convex
      const inner = random.below(3) === 0 ? 0.4 : 1;
      const count = 3 + random.below(10);
      const corner = (_: unknown, i: number) => {
        const angle = (2 * Math.PI * (i + 0.6 * random.next())) / count;
        const radius = k * random.between(inner, 1);
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      };
      return createPolygon(Array.from({ length: count }, corner));
    }
  }
}

interface Placed {
  shape: Shape;
  pose: Pose;
}

const ask = (a: Placed, b: Placed): Contact => closest(a.shape, a.pose, b.shape, b.pose);

function moved({ shape, pose }: Placed, direction: ReadonlyVec3, way: number): Placed {
  const { x, y, z } = pose.position;
  const position = { x: x + way * direction.x, y: y + way * direction.y, z: z + way * direction.z };
  return { shape, pose: { position, rotation: pose.rotation } };
}

/** The largest miss of the contract's equations, with lengths relative to `size`. */
function breach({ normal, pointA, pointB, distance }: Contact, size: number): number {
  const misses = (['x', 'y', 'z'] as const).map((axis) => pointB[axis] - pointA[axis] - distance * normal[axis]);
  return Math.max(Math.abs(lengthVec3(normal) - 1), ...misses.map((miss) => Math.abs(miss) / size));
}

/** How far the answers for (A, B) and (B, A) are from mirroring each other. */
function exchangeBreach(one: Contact, other: Contact, size: number): number {
  const misses = (['x', 'y', 'z'] as const).flatMap((axis) => [
    (one.pointA[axis] - other.pointB[axis]) / size,
    (one.pointB[axis] - other.pointA[axis]) / size,
    one.normal[axis] + other.normal[axis],
  ]);
  return Math.max(Math.abs(one.distance - other.distance) / size, ...misses.map(Math.abs));
}

const TRIALS = 60;

/** Where bodies are drawn: size of the bodies, spread of their places in sizes, and a shift of the whole pair [m]. */
const configurations = {
  random: { size: 1, spread: 3, shift: 0 },
  deep: { size: 1, spread: 0.3, shift: 0 },
  'far from the origin': { size: 1, spread: 3, shift: 1e6 },
  tiny: { size: 1e-9, spread: 3, shift: 0 },
  huge: { size: 1e9, spread: 3, shift: 0 },
} as const;

describe.each(pairTable.map((row) => [row.kinds.join(' and '), row] as const))('%s', (_name, row) => {
  const [kindA, kindB] = row.kinds;

  /** Draws pairs and asks for each, with the size [m] that rounding is measured against. */
  function forEachPair(
    name: keyof typeof configurations,
    visit: (a: Placed, b: Placed, contact: Contact, size: number, random: Random) => void,
  ): void {
    const { size, spread, shift } = configurations[name];
    const random = createRandom(1 + pairTable.indexOf(row));
    const place = (shape: Shape): Placed => {
      const [x, y] = [0, 0].map(() => shift + size * spread * random.between(-1, 1));
      return { shape, pose: createPose([x, y], random.between(-4, 4)) };
    };
    for (let trial = 0; trial < TRIALS; trial++) {
      const a = place(drawShape(random, kindA, size));
      const b = kindA === 'halfplane' ? facingWall(a, random, size) : place(drawShape(random, kindB, size));
      visit(a, b, ask(a, b), size * (1 + 2 * spread) + shift, random);
    }
  }

  for (const name of Object.keys(configurations) as (keyof typeof configurations)[]) {
    it(`keeps the contract: ${name}`, () => {
      forEachPair(name, (a, b, contact, size) => {
        expect(contact.distance).not.toBeNaN();
        // rounding of the places, nothing more
        expect(breach(contact, size)).toBeLessThan(1e-14);
        // where several places are equally near, either may be named
        if (contact.unique) expect(exchangeBreach(contact, ask(b, a), size)).toBeLessThan(1e-12);
        expect(Math.abs(ask(b, a).distance - contact.distance)).toBeLessThan(1e-13 * size);
      });
    });
  }

  it('moving B back by the distance makes the bodies touch, and then the normal is still a unit vector', () => {
    for (const name of ['random', 'deep'] as const) {
      forEachPair(name, (a, b, contact, size) => {
        if (contact.status === 'approximate') return; // a lower bound of the depth only
        const touching = moved(b, contact.normal, -contact.distance);
        const after = ask(a, touching);
        expect(Math.abs(after.distance)).toBeLessThan(1e-14 * size);
        expect(breach(after, size)).toBeLessThan(1e-14);
        const onEdge = contact.featureA === 'edge' || contact.featureB === 'edge';
        const cosine = dotVec3(after.normal, contact.normal);
        // a point on a segment is on both its sides
        const facing = row.planar ? cosine : Math.abs(cosine);
        if (onEdge && contact.distance > 0) expect(facing).toBeGreaterThan(1 - 1e-9);
        expect(Math.abs(ask(touching, a).distance - after.distance)).toBeLessThan(1e-14 * size);
      });
    }
  });

  it('no shorter way makes bodies touch or part', () => {
    for (const name of ['random', 'deep'] as const) {
      forEachPair(name, (a, b, contact, size, random) => {
        if (Math.abs(contact.distance) < 1e-9 * size) return;
        for (let k = 0; k < 5; k++) {
          const angle = random.between(0, 7);
          const other = moved(b, { x: Math.cos(angle), y: Math.sin(angle), z: 0 }, 0.99 * Math.abs(contact.distance));
          expect(Math.sign(ask(a, other).distance)).toBe(Math.sign(contact.distance));
        }
      });
    }
  });
});

/** A half plane that faces the half plane `a`, at any distance. */
function facingWall(a: Placed, random: Random, size: number): Placed {
  const { rotation, position } = a.pose;
  const wall = a.shape.kind === 'halfplane' ? a.shape.normal : { x: 1, y: 0 };
  const shape = createHalfplane([-wall.x, -wall.y]);
  const [x, y] = [position.x + size * random.between(-2, 2), position.y + size * random.between(-2, 2)];
  return { shape, pose: { position: { x, y, z: 0 }, rotation } };
}

describe('pairs in space', () => {
  it('points and segments keep the contract in three dimensions', () => {
    const random = createRandom(3);
    const spatial = pairTable.filter((row) => !row.planar);
    expect(spatial.map((row) => row.kinds.join())).toEqual(['point,point', 'point,segment', 'segment,segment']);
    const shapeOf = (kind: ShapeKind) => {
      const end = () => [0, 0, 0].map(() => random.between(-1, 1));
      return kind === 'point' ? createPoint() : createSegment(end(), end());
    };
    for (const { kinds } of spatial) {
      for (let trial = 0; trial < 200; trial++) {
        const [a, b] = kinds.map((kind) => {
          const position = [0, 0, 0].map(() => random.between(-2, 2));
          return {
            shape: shapeOf(kind),
            pose: createPose(
              position,
              [1, 2, 3, 4].map(() => random.normal()),
            ),
          };
        });
        const contact = ask(a, b);
        expect(breach(contact, 6)).toBeLessThan(1e-14);
        expect(exchangeBreach(contact, ask(b, a), 6)).toBeLessThan(1e-13);
        const after = ask(a, moved(b, contact.normal, -contact.distance));
        expect(after.distance).toBeLessThan(1e-14);
        expect(breach(after, 6)).toBeLessThan(1e-14);
      }
    }
  });

  it('a planar shape that leaves the plane is refused with a reason', () => {
    const tilted = createPose([0, 0, 0], [1, 0.1, 0, 0]);
    expect(() => closest(createDisc(1), tilted, createPoint(), createPose([3, 0]))).toThrow(/tilts a disc/);
    expect(() => closest(createDisc(1), createPose(), createPoint(), createPose([3, 0, 1]))).toThrow(/one plane/);
    const rising = createSegment([0, 0, 0], [1, 0, 1]);
    expect(() => closest(createDisc(1), createPose(), rising, createPose([3, 0]))).toThrow(/leaves the plane/);
  });
});

describe('the pair table', () => {
  it('has one row for every pair of kinds, and every row says how it works', () => {
    const kinds: ShapeKind[] = ['point', 'segment', 'disc', 'polygon', 'halfplane'];
    const unordered = (pair: readonly string[]) => pair.toSorted().join();
    const expected = kinds.flatMap((a, i) => kinds.slice(i).map((b) => unordered([a, b])));
    expect(pairTable.map((row) => unordered(row.kinds)).sort()).toEqual(expected.sort());
    for (const row of pairTable) expect(row.method.length * row.accuracy.length).toBeGreaterThan(0);
  });

  it('two half planes that do not face each other overlap without bound', () => {
    const contact = closest(createHalfplane([1, 0]), createPose(), createHalfplane([0, 1]), createPose([5, 5]));
    expect(contact.distance).toBe(Number.NEGATIVE_INFINITY);
    expect(lengthVec3(contact.normal)).toBe(1);
  });
});
