import { describe, expect, it } from 'vitest';
import { drawCompound, wavySheet } from '../../test/docked-bodies.ts';
import { drawPair, expectFirstContact, type SolidPair } from '../../test/solid-motions.ts';
import { drawPose, drawSolid } from '../../test/solids.ts';
import { createMotion } from '../math/motion.ts';
import { createPose, type Pose, toWorld } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { createVec3, lengthVec3 } from '../math/vec3.ts';
import { createCylinder } from '../shapes/cylinder.ts';
import { createDisc } from '../shapes/disc.ts';
import { createEllipsoid } from '../shapes/ellipsoid.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { createPoint } from '../shapes/point.ts';
import { createPolygon, type Polygon } from '../shapes/polygon.ts';
import { createSegment } from '../shapes/segment.ts';
import type { Shape, ShapeKind } from '../shapes/shape.ts';
import { tiledRoundedBox } from '../shapes/tiled/box-bodies.ts';
import { tiledDisc } from '../shapes/tiled/outline-bodies.ts';
import { tiledCapsule, tiledTorus } from '../shapes/tiled/revolved-bodies.ts';
import type { TiledBody } from '../shapes/tiled/tiled-body.ts';
import { closest, impact, pairTable } from './query.ts';

const KINDS: Readonly<Record<ShapeKind, true>> = {
  point: true,
  segment: true,
  disc: true,
  polygon: true,
  halfspace: true,
  tiled: true,
  ellipsoid: true,
  sphere: true,
  capsule: true,
  box: true,
  cylinder: true,
  cone: true,
  hull: true,
  compound: true,
  trimesh: true,
  brep: true,
};

const ELL = [
  [0, 0],
  [1, 0],
  [1, 0.4],
  [0.4, 0.4],
  [0.4, 1],
  [0, 1],
];

describe('the pair table', () => {
  it('has one row for every two kinds', () => {
    const kinds = Object.keys(KINDS) as ShapeKind[];
    const rows = pairTable.map((row) => [...row.kinds].sort().join(' '));
    const pairs = kinds.flatMap((a, i) => kinds.slice(i).map((b) => [a, b].sort().join(' ')));
    expect([...rows].sort()).toEqual([...pairs].sort());
  });

  it('answers both queries for every two kinds, in either order', () => {
    const random = createRandom(61);
    const shapes: readonly Shape[] = [
      createPoint(),
      createSegment([0, 0], [1, 0.5]),
      createDisc(0.6),
      createPolygon(ELL),
      createHalfspace([0, 1]),
      createEllipsoid([0.5, 0.6, 0.7]),
      ...(['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull'] as const).map((kind) =>
        drawSolid(random, kind, 0.6),
      ),
      drawCompound(random, 0.8, 3),
      wavySheet(random, 0.8, 3),
      tiledCapsule(0.4, 0.5),
    ];
    for (const a of shapes) {
      for (const b of shapes) {
        const flat = [a, b].some(({ kind }) => kind === 'disc' || kind === 'polygon');
        // a planar smooth body where one is needed
        const inPlane = flat && [a, b].some((shape) => shape.kind === 'tiled') && !isOfSpace(a) && !isOfSpace(b);
        const [one, other] = inPlane
          ? [a, b].map((shape) => (shape.kind === 'tiled' ? tiledDisc(0.5) : shape))
          : [a, b];
        const above = createMotion(createPose([0.3, 3, 0]), createVec3(0, -2, 0));
        const below = createMotion(createPose([0, -1, 0]));
        const contact = closest(one, above.pose, other, below.pose);
        expect(contact.distance).not.toBeNaN();
        expect(lengthVec3(contact.normal)).toBeCloseTo(1, 12);
        expect(['hit', 'none', 'initial-overlap']).toContain(impact(one, above, other, below, 1).status);
      }
    }
  });
});

function isOfSpace({ kind }: Shape): boolean {
  return !['point', 'segment', 'disc', 'polygon', 'halfspace', 'tiled'].includes(kind);
}

/** Distances of sample points along a segment: their minimum is at most half a step too large. */
function sampledSegment(random: Random, body: TiledBody, pose: Pose, bodyPose: Pose): void {
  const [start, end] = [drawPose(random, 1).position, drawPose(random, 1).position];
  const z = body.dimension === 3 ? 1 : 0;
  const segment = createSegment([start.x, start.y, z * start.z], [end.x, end.y, z * end.z]);
  const found = closest(segment, pose, body, bodyPose);
  const count = 30;
  let min = Number.POSITIVE_INFINITY;
  for (let k = 0; k <= count; k++) {
    const t = k / count;
    const position = createVec3(
      (1 - t) * segment.start.x + t * segment.end.x,
      (1 - t) * segment.start.y + t * segment.end.y,
      (1 - t) * segment.start.z + t * segment.end.z,
    );
    const at = toWorld(createVec3(), pose, position);
    min = Math.min(min, closest(createPoint(), createPose([at.x, at.y, at.z]), body, bodyPose).distance);
  }
  const length = lengthVec3(createVec3(end.x - start.x, end.y - start.y, z * (end.z - start.z)));
  if (found.distance > 0) {
    expect(found.distance).toBeLessThan(min + 1e-9);
    expect(found.distance).toBeGreaterThan(min - length / (2 * count));
  } else {
    // where they overlap, the depth of a point inside is at most that of the segment
    expect(found.distance).toBeLessThan(min + 1e-4 * length);
  }
}

describe('solids and smooth bodies', () => {
  it('agree with the same solid as a smooth body, separate and overlapping', () => {
    const random = createRandom(62);
    const body = tiledRoundedBox([0.9, 0.6, 0.5], 0.2);
    const capsule = { kind: 'capsule', radius: 0.3, halfHeight: 0.5 } as const;
    const smooth = tiledCapsule(0.3, 0.5);
    for (let trial = 0; trial < 20; trial++) {
      const [poseA, poseB] = [drawPose(random, 1), drawPose(random, 1)];
      const found = closest(capsule, poseA, body, poseB).distance;
      // certified to 4e-10 of the size
      expect(Math.abs(found - closest(smooth, poseA, body, poseB).distance)).toBeLessThan(1e-9);
    }
  });

  it('a box fits into the hole of a ring, which is not convex', () => {
    const ring = tiledTorus(1, 0.3);
    const box = drawSolid(createRandom(63), 'box', 0.2);
    const inHole = closest(box, createPose(), ring, createPose());
    expect(inHole.distance).toBeGreaterThan(0.3);
    expect(closest(box, createPose([1, 0, 0]), ring, createPose()).distance).toBeLessThan(0);
  });

  it('the distance of a segment is the minimum over its points, for convex and non-convex, planar and spatial bodies', () => {
    const random = createRandom(64);
    for (let trial = 0; trial < 3; trial++) {
      sampledSegment(random, tiledCapsule(0.3, 0.5), drawPose(random, 1), drawPose(random, 1));
      sampledSegment(random, tiledTorus(1, 0.2), drawPose(random, 1), drawPose(random, 1));
      sampledSegment(random, tiledDisc(0.5), createPose([random.between(-1, 1), 1], random.next()), createPose());
    }
  });
});

describe('rejected pairs', () => {
  it('a mesh or a flat body paired with a smooth body that is not convex, with the reason', () => {
    const ring = tiledTorus(1, 0.3);
    const sheet = wavySheet(createRandom(71), 1, 3);
    const still = createMotion(createPose());
    expect(() => closest(sheet, createPose(), ring, createPose())).toThrow('must be closed and convex');
    expect(() => impact(ring, still, sheet, still, 1)).toThrow('must be closed and convex');
    expect(() => closest(createDisc(1), createPose(), ring, createPose())).toThrow('a flat body encloses nothing');
    expect(() => closest(createPolygon(ELL), createPose(), ring, createPose())).toThrow('a flat body encloses nothing');
  });
});

describe('flat bodies in space', () => {
  const thickened = ({ vertices }: Polygon, z: number) =>
    createHull(
      Array.from({ length: vertices.length }, (_, k) => [
        vertices[k - (k % 2)],
        vertices[k - (k % 2) + 1],
        k % 2 === 0 ? z : -z,
      ]),
    );

  it('are the limit of a cylinder or a prism of vanishing height', () => {
    const random = createRandom(65);
    const height = 1e-6;
    const polygon = createPolygon([
      [-0.5, -0.4],
      [0.6, -0.3],
      [0.2, 0.5],
    ]);
    for (let trial = 0; trial < 200; trial++) {
      const box = drawSolid(random, 'box', 0.5);
      const [poseA, poseB] = [drawPose(random, 1), drawPose(random, 1)];
      const disc = closest(createDisc(0.5), poseA, box, poseB).distance;
      const flat = closest(polygon, poseA, box, poseB).distance;
      // at most half the height, in any direction
      expect(Math.abs(disc - closest(createCylinder(0.5, height), poseA, box, poseB).distance)).toBeLessThan(
        height + 1e-9,
      );
      expect(Math.abs(flat - closest(thickened(polygon, height), poseA, box, poseB).distance)).toBeLessThan(
        height + 1e-9,
      );
    }
  });

  it('have impacts in three dimensions', () => {
    const random = createRandom(66);
    for (let trial = 0; trial < 12; trial++) {
      const flat: Shape = trial % 2 === 0 ? createDisc(0.5) : createPolygon(ELL);
      const pair: SolidPair<Shape> = drawPair(random, flat, drawSolid(random, 'box', 0.5), 4);
      const [{ shape: shapeA, motion: motionA }, { shape: shapeB, motion: motionB }] = pair;
      expectFirstContact(pair, impact(shapeA, motionA, shapeB, motionB, 1), 60);
    }
  });

  it('paired with another flat body or a planar smooth body, they stay in the plane', () => {
    const tilted = createPose([0, 0, 0], [1, 1, 0, 0]);
    expect(() => closest(createDisc(1), tilted, createDisc(1), createPose())).toThrow(
      'planar pair: the pose tilts a disc',
    );
    const box = drawSolid(createRandom(67), 'box', 1);
    expect(() => closest(box, createPose(), tiledDisc(1), createPose())).toThrow(
      'planar pair: a box is three-dimensional',
    );
  });
});

describe('a required separation', () => {
  it('equals the gap at the impact, for every method', () => {
    const ellipsoid = createEllipsoid([0.5, 0.3, 0.4]);
    const pairs: readonly (readonly [Shape, Shape])[] = [
      [createDisc(0.5), createPolygon(ELL)],
      [createPolygon(ELL), createPolygon(ELL)],
      [createPoint(), createHalfspace([0, 1])],
      [createSegment([0, 0], [1, 0]), createSegment([0, 0], [0.5, 0.5])],
      [ellipsoid, createHalfspace([0, 1])],
      [ellipsoid, drawSolid(createRandom(68), 'cylinder', 0.5)],
      [drawSolid(createRandom(69), 'box', 0.5), drawSolid(createRandom(70), 'hull', 0.5)],
      [tiledCapsule(0.4, 0.5), ellipsoid],
    ];
    for (const [a, b] of pairs) {
      const fall = createMotion(createPose([0.1, 4, 0]), createVec3(0, -4, 0), createVec3(0, 0, 1));
      const rest = createMotion(createPose());
      const touch = impact(a, fall, b, rest, 2);
      const near = impact(a, fall, b, rest, 2, { separation: 0.25 });
      expect([touch.status, near.status]).toEqual(['hit', 'hit']);
      expect(near.time).toBeLessThan(touch.time);
      // 1e-9 of the bodies' size, at most 3 m
      expect(Math.abs(near.gap - 0.25)).toBeLessThan(3e-9);
    }
    expect(() =>
      impact(ellipsoid, createMotion(createPose()), ellipsoid, createMotion(createPose()), 1, { separation: -1 }),
    ).toThrow('impact: separation: must be finite and not below zero, got -1');
  });
});
