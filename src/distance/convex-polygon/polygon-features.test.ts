import { describe, expect, it } from 'vitest';
import { createPose } from '../../math/pose.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { createPolygon } from '../../shapes/polygon.ts';
import { createContact } from '../contact.ts';
import { createSimplexCache } from '../simplex-cache.ts';
import { closestConvexPolygons } from './convex-distance.ts';
import { DIVERGED, polygonClosestFeatures } from './polygon-features.ts';
import { polygonSat } from './polygon-sat.ts';
import { createPolygonWorkspace, setRelativePose } from './scratch.ts';

const workspace = createPolygonWorkspace();

/** Vertices on an ellipse. */
function drawPolygon(random: Random, count: number): Float64Array {
  const [a, b] = [random.between(0.3, 1), random.between(0.3, 1)];
  const angles = Array.from({ length: count }, () => random.between(0, 2 * Math.PI)).sort((x, y) => x - y);
  return createPolygon(angles.map((angle) => [a * Math.cos(angle), b * Math.sin(angle)])).vertices;
}

describe('polygonClosestFeatures (Lin-Canny)', () => {
  it('property: finds the closest features of separate polygons, from any start', () => {
    const random = createRandom(51);
    const expected = createContact();
    let apart = 0;
    let converged = 0;
    for (let trial = 0; trial < 4000; trial++) {
      const a = drawPolygon(random, 3 + random.below(10));
      const b = drawPolygon(random, 3 + random.below(10));
      const poseA = createPose([0, 0], random.between(-4, 4));
      const poseB = createPose([random.between(-2, 2), random.between(-2, 2)], random.between(-4, 4));
      setRelativePose(workspace, poseA, poseB);
      polygonSat(workspace, expected, a, b);
      if (expected.distance <= 1e-6) continue;
      apart++;
      const cache = createSimplexCache();
      if (trial % 2 === 0) {
        cache.count = 1;
        cache.vertexA0 = cache.vertexA1 = random.below(a.length / 2);
        cache.vertexB0 = cache.vertexB1 = random.below(b.length / 2);
      }
      if (polygonClosestFeatures(workspace, createContact(), a, poseA, b, poseB, cache) === DIVERGED) continue;
      converged++;
      const polygons = [a, b].map((v) =>
        createPolygon(Array.from({ length: v.length / 2 }, (_, i) => [v[2 * i], v[2 * i + 1]])),
      );
      const contact = closestConvexPolygons(createContact(), polygons[0], poseA, polygons[1], poseB, cache);
      // rounding error of coordinates up to 3 m
      expect(Math.abs(contact.distance - expected.distance)).toBeLessThan(3e-15);
    }
    expect(apart).toBeGreaterThan(2000);
    // from the wrong side the search may start behind an edge and diverges
    expect(converged).toBeGreaterThan(0.7 * apart);
  });

  it('diverges for overlapping polygons', () => {
    const random = createRandom(52);
    const expected = createContact();
    for (let trial = 0; trial < 1000; trial++) {
      const a = drawPolygon(random, 3 + random.below(10));
      const b = drawPolygon(random, 3 + random.below(10));
      const poseA = createPose([0, 0], random.between(-4, 4));
      const poseB = createPose([random.between(-1, 1), 0], 1);
      setRelativePose(workspace, poseA, poseB);
      polygonSat(workspace, expected, a, b);
      if (expected.distance >= 0) continue;
      expect(polygonClosestFeatures(workspace, createContact(), a, poseA, b, poseB, createSimplexCache())).toBe(
        DIVERGED,
      );
    }
  });
});
