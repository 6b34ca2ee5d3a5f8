import { describe, expect, it } from 'vitest';
import { createContact } from '../distance/contact.ts';
import { closestPolygons } from '../distance/planar/polygon-polygon.ts';
import { createSimplexCache } from '../distance/simplex-cache.ts';
import { createPose, type Pose } from '../math/pose.ts';
import { createRandom, type Random } from '../math/random.ts';
import { createDisc } from '../shapes/disc.ts';
import { createPoint } from '../shapes/point.ts';
import { createPolygon, type Polygon } from '../shapes/polygon.ts';
import { createSegment } from '../shapes/segment.ts';
import { closest, closestInto } from './query.ts';

function randomStar(random: Random, count: number): Polygon {
  return createPolygon(
    Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * (i + 0.6 * random.next())) / count;
      const radius = random.between(0.4, 1);
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  );
}

function transformed({ vertices }: Polygon, { position, rotation }: Pose): Polygon {
  return createPolygon(
    Array.from({ length: vertices.length / 2 }, (_, i) => {
      const [x, y] = [vertices[2 * i], vertices[2 * i + 1]];
      return [position.x + rotation.xx * x + rotation.xy * y, position.y + rotation.yx * x + rotation.yy * y];
    }),
  );
}

describe('closest', () => {
  it('worked example: a disc over a segment', () => {
    const contact = closest(createDisc(0.5), createPose([1, 2]), createSegment([0, 0], [3, 0]), createPose());
    expect(contact).toMatchObject({ distance: 1.5, featureB: 'edge', indexB: 0 });
    expect(contact.pointA).toEqual({ x: 1, y: 1.5, z: 0 });
    expect(contact.pointB).toEqual({ x: 1, y: 0, z: 0 });
  });

  it('a point deep inside an L is closest to the boundary, not to a cut between its convex pieces', () => {
    const ell = createPolygon([
      [0, 0],
      [4, 0],
      [4, 2],
      [2, 2],
      [2, 4],
      [0, 4],
    ]);
    const contact = closest(createPoint(), createPose([1.9, 1.2]), ell, createPose());
    // the reflex corner (2, 2) is the nearest point of the boundary
    expect(contact.distance).toBeCloseTo(-Math.hypot(0.1, 0.8), 15);
    expect(contact).toMatchObject({ status: 'exact', featureB: 'vertex', indexB: 3 });
  });

  it('property: non-convex polygons, few vertices (pieces) and many (hierarchies), agree with a search over all edges', () => {
    const random = createRandom(55);
    const seen = { apart: 0, overlapping: 0 };
    for (let trial = 0; trial < 120; trial++) {
      const many = trial % 4 === 0;
      const a = randomStar(random, many ? 70 : 5 + random.below(12));
      const b = randomStar(random, many ? 80 : 5 + random.below(12));
      const poseA = createPose([random.between(-1, 1), random.between(-1, 1)], random.between(-3, 3));
      const poseB = createPose([random.between(-2.5, 2.5), random.between(-2.5, 2.5)], random.between(-3, 3));
      const expected = closestPolygons(transformed(a, poseA), transformed(b, poseB));
      const contact = closest(a, poseA, b, poseB);
      if (expected.relation === 'separate') {
        expect(Math.abs(contact.distance - expected.distance)).toBeLessThan(1e-13 * 5); // L below 5 m
        expect(contact.status).toBe('exact');
        expect(contact.indexA).toBeGreaterThanOrEqual(0); // a cut is never the closest feature
        expect(contact.indexB).toBeGreaterThanOrEqual(0);
        seen.apart++;
      } else {
        expect(contact.distance).toBeLessThan(0);
        expect(contact.status).toBe(a.convex && b.convex ? 'exact' : 'approximate');
        seen.overlapping++;
      }
    }
    expect(Math.min(seen.apart, seen.overlapping)).toBeGreaterThan(20);
  });

  it('a reused cache changes the cost, not the result', () => {
    const random = createRandom(12);
    const round = createPolygon(Array.from({ length: 40 }, (_, i) => [Math.cos(i * 0.157), Math.sin(i * 0.157)]));
    const cache = createSimplexCache();
    const warm = createContact();
    const steps = { cold: 0, warm: 0 };
    for (let i = 0; i < 300; i++) {
      const pose = createPose([2.5 * Math.cos(0.02 * i), 2.5 * Math.sin(0.02 * i)], 0.03 * i + 0.001 * random.next());
      const cold = closest(round, createPose(), round, pose);
      closestInto(warm, round, createPose(), round, pose, cache);
      expect(Math.abs(warm.distance - cold.distance)).toBeLessThan(1e-15);
      steps.cold += cold.iterations;
      steps.warm += warm.iterations;
    }
    expect(steps.warm).toBeLessThan(steps.cold);
  });
});
