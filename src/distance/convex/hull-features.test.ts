import { describe, expect, it } from 'vitest';
import { brutePolytopeDistance, placeHull } from '../../../test/oracles/polytope-distance.ts';
import { drawPose } from '../../../test/solids.ts';
import { createPose, type Pose } from '../../math/pose.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { createHull } from '../../shapes/hull/create-hull.ts';
import type { Hull } from '../../shapes/hull.ts';
import { createContact } from '../contact.ts';
import { createSimplexCache } from '../simplex-cache.ts';
import { createCore, RELATIVE_LENGTH, setCore, setRelative } from './core.ts';
import { COUNT, DISTANCE, LOWER, NORMAL, POINT_A, UNCONVERGED, UNIQUE_WITNESS, UPPER } from './gjk-result.ts';
import { createGjkWorkspace } from './gjk-workspace.ts';
import { hasAdjacency, hullClosestFeatures } from './hull-features.ts';
import { distinctVertexCount } from './simplex.ts';
import { closestSolids } from './solid-contact.ts';

const workspace = createGjkWorkspace();
const { result } = workspace;

const coreA = createCore();
const coreB = createCore();
const relative = new Float64Array(RELATIVE_LENGTH);

/** Only the result of the feature search. */
function query(a: Hull, poseA: Pose, b: Hull, poseB: Pose, cache = createSimplexCache()): number {
  setCore(coreA, a);
  setCore(coreB, b);
  setRelative(relative, poseA, poseB);
  return hullClosestFeatures(workspace, coreA, coreB, relative, cache);
}

/** Points in a box: corners, long and short edges, large and small faces. */
function drawHull(random: Random, count: number): Hull {
  const sizes = [0, 0, 0].map(() => random.between(0.3, 1));
  return createHull(Array.from({ length: count }, () => sizes.map((size) => random.between(-size, size))));
}

/** Moves B along the line of the centres: features of all kinds get to face each other. */
function approach(a: Hull, poseA: Pose, b: Hull, poseB: Pose, gap: number): void {
  const { position } = poseB;
  for (let k = 0; k < 40; k++) {
    const { distance } = closestSolids(createContact(), a, poseA, b, poseB, createSimplexCache());
    const away = Math.hypot(position.x, position.y, position.z);
    const factor = 1 + (gap - distance) / away;
    position.x *= factor;
    position.y *= factor;
    position.z *= factor;
  }
}

describe('hullClosestFeatures (Lin-Canny)', () => {
  it('property: finds the closest features with a certificate, on corners, edges and faces alike', () => {
    const random = createRandom(71);
    const trials = 600;
    const ends: Record<string, number> = {};
    let converged = 0;
    for (let trial = 0; trial < trials; trial++) {
      const [a, b] = [drawHull(random, 4 + random.below(20)), drawHull(random, 4 + random.below(20))];
      const [poseA, poseB] = [createPose(), drawPose(random, 4)];
      approach(a, poseA, b, poseB, 10 ** random.between(-4, 0.3));
      if (query(a, poseA, b, poseB) !== UNIQUE_WITNESS) continue;
      converged++;
      const expected = brutePolytopeDistance(placeHull(a, poseA), placeHull(b, poseB));
      // rounding error of coordinates up to 5 m
      expect(Math.abs(result[DISTANCE] - expected)).toBeLessThan(4e-15);
      expect(Math.abs(result[UPPER] - result[LOWER])).toBeLessThan(2e-14);
      expect(Math.hypot(result[NORMAL], result[NORMAL + 1], result[NORMAL + 2])).toBeCloseTo(1, 14);
      // the point of A is a support point along the normal
      const along = (x: number, y: number, z: number) =>
        x * result[NORMAL] + y * result[NORMAL + 1] + z * result[NORMAL + 2];
      const height = along(result[POINT_A], result[POINT_A + 1], result[POINT_A + 2]);
      for (let i = 0; i < a.vertices.length; i += 3) {
        expect(along(a.vertices[i], a.vertices[i + 1], a.vertices[i + 2])).toBeLessThan(height + 4e-15);
      }
      const count = result[COUNT];
      const end = `${distinctVertexCount(workspace, 0, count)}-${distinctVertexCount(workspace, 4, count)}`;
      ends[end] = (ends[end] ?? 0) + 1;
    }
    expect(converged).toBeGreaterThan(0.75 * trials);
    expect(Object.keys(ends).sort()).toEqual(['1-1', '1-2', '1-3', '2-1', '2-2', '3-1']);
  });

  it('the final corners warm-start the next query', () => {
    const random = createRandom(72);
    for (let trial = 0; trial < 200; trial++) {
      const [a, b] = [drawHull(random, 20), drawHull(random, 20)];
      const [poseA, poseB] = [createPose(), drawPose(random, 3)];
      const cache = createSimplexCache();
      const { distance } = closestSolids(createContact(), a, poseA, b, poseB, cache);
      if (distance < 0.01) continue;
      const again = closestSolids(createContact(), a, poseA, b, poseB, cache);
      expect(again.iterations).toBe(1);
      // the same distance by another method
      expect(Math.abs(again.distance - distance)).toBeLessThan(2e-15);
    }
  });

  it('overlapping hulls and parallel sides are left to GJK', () => {
    const random = createRandom(73);
    for (let trial = 0; trial < 200; trial++) {
      const [a, b] = [drawHull(random, 20), drawHull(random, 20)];
      expect(query(a, createPose(), b, drawPose(random, 0.1))).toBe(UNCONVERGED);
    }
    const cube = createHull([0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, y, z]))));
    expect(query(cube, createPose(), cube, createPose([2, 0.5, 0.5]))).toBe(UNCONVERGED);
    expect(query(cube, createPose(), cube, createPose([1, 0, 0]))).toBe(UNCONVERGED);
    expect(query(cube, createPose(), cube, createPose())).toBe(UNCONVERGED);
  });

  it('a corner with very many edges is not supported', () => {
    const rim = Array.from({ length: 600 }, (_, k) => [Math.cos(k / 95.5), Math.sin(k / 95.5), 0]);
    setCore(coreA, createHull([...rim, [0, 0, 1]]));
    expect(hasAdjacency(coreA)).toBe(false);
    setCore(coreA, drawHull(createRandom(74), 20));
    expect(hasAdjacency(coreA)).toBe(true);
  });
});
