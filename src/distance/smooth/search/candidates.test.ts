import { describe, expect, it } from 'vitest';
import { createPose, type Pose, toWorld } from '../../../math/pose.ts';
import { createRandom } from '../../../math/random.ts';
import { createVec3 } from '../../../math/vec3.ts';
import { bezierCurve } from '../../../shapes/nurbs/bezier.ts';
import { createPoint } from '../../../shapes/point.ts';
import { tiledExtrusion } from '../../../shapes/tiled/extruded-body.ts';
import { outlineFromCurves } from '../../../shapes/tiled/outline-from-curves.ts';
import { tiledEllipsoid, tiledTorus } from '../../../shapes/tiled/revolved-bodies.ts';
import { SEED_POINT, SEED_SIZE, spreadSeeds } from '../../../shapes/tiled/seeds.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { correctPair, FULL_SOLVE } from '../witness/corrector.ts';
import { createPairWorkspace } from '../witness/pair-workspace.ts';
import { setWitness, type TrackedShape } from '../witness/witness.ts';
import { evaluatePair, pairDistance, setPairPoses } from '../witness/witness-pair.ts';
import { createCandidateSearch, searchCandidates } from './candidates.ts';

/** A star of curves that bulge outward, with a reflex corner between every two tips. */
function star(tips: number): TiledBody {
  const corners = Array.from({ length: 2 * tips }, (_, k) => {
    const radius = k % 2 === 0 ? 1 : 0.45;
    return [radius * Math.cos((Math.PI * k) / tips), radius * Math.sin((Math.PI * k) / tips)];
  });
  const curves = corners.map(([x, y], k) => {
    const [x1, y1] = corners[(k + 1) % corners.length];
    const midpoint = [(x + x1) / 2 + 0.12 * (y1 - y), (y + y1) / 2 - 0.12 * (x1 - x)];
    return bezierCurve(2, Float64Array.of(x, y, 0, 1, ...midpoint, 0, 1, x1, y1, 0, 1));
  });
  return outlineFromCurves(curves);
}

const flatStar = star(5);
const solidStar = tiledExtrusion(flatStar, 0.3);
const torus = tiledTorus(1, 0.35);
const pebble = tiledEllipsoid([0.3, 0.25, 0.2]);
const point = createPoint();

/** Sample points all over a body, for brute force. */
const grid = (shape: TrackedShape, perSide: number) =>
  shape.kind === 'point' ? new Float64Array(SEED_SIZE) : spreadSeeds(shape, perSide);

/** Brute force: for every pair of pieces the nearest sample points, refined; returns the minimum. */
function sampledDistance(
  shapeA: TrackedShape,
  shapeB: TrackedShape,
  poseA: Pose,
  poseB: Pose,
  perSide: number,
): number {
  const [tableA, tableB] = [grid(shapeA, perSide), grid(shapeB, perSide)];
  const worldPoints = (table: Float64Array, pose: Pose) =>
    Array.from({ length: table.length / SEED_SIZE }, (_, k) => {
      const [x, y, z] = table.subarray(k * SEED_SIZE + SEED_POINT);
      return toWorld(createVec3(), pose, createVec3(x, y, z));
    });
  const [pointsA, pointsB] = [worldPoints(tableA, poseA), worldPoints(tableB, poseB)];
  const nearest = new Map<number, { distanceSq: number; i: number; j: number }>();
  pointsA.forEach((p, i) => {
    pointsB.forEach((q, j) => {
      const distanceSq = (p.x - q.x) ** 2 + (p.y - q.y) ** 2 + (p.z - q.z) ** 2;
      const key = 1000 * tableA[i * SEED_SIZE] + tableB[j * SEED_SIZE];
      const best = nearest.get(key);
      if (!best) nearest.set(key, { distanceSq, i, j });
      else if (distanceSq < best.distanceSq) Object.assign(best, { distanceSq, i, j });
    });
  });
  const work = createPairWorkspace(shapeA, shapeB);
  const { pair } = work;
  pair.a.open = true;
  pair.b.open = true;
  setPairPoses(pair, poseA, poseB);
  let min = Number.POSITIVE_INFINITY;
  for (const { i, j } of nearest.values()) {
    setWitness(pair.a, tableA[i * SEED_SIZE], tableA[i * SEED_SIZE + 1], tableA[i * SEED_SIZE + 2]);
    setWitness(pair.b, tableB[j * SEED_SIZE], tableB[j * SEED_SIZE + 1], tableB[j * SEED_SIZE + 2]);
    evaluatePair(pair);
    correctPair(work, FULL_SOLVE);
    min = Math.min(min, pairDistance(pair));
  }
  return min;
}

const TOLERANCE = 1e-6;

describe('bodies that are not convex [PG05-6.7]', () => {
  it('a planar star and 400 points: all correct, with a few local searches instead of twenty', () => {
    const random = createRandom(3);
    const search = createCandidateSearch(flatStar, point);
    let solves = 0;
    for (let run = 0; run < 400; run++) {
      const poseB = createPose([random.between(-1.6, 1.6), random.between(-1.6, 1.6)]);
      search.minima.length = 0;
      searchCandidates(search, createPose(), poseB, TOLERANCE);
      solves += search.solves;
      expect(search.status).toBe('certified');
      expect(search.distance - search.lowerBound).toBeLessThan(1.001 * TOLERANCE);
      // both are fixed points of the same Newton steps
      const expected = sampledDistance(flatStar, point, createPose(), poseB, 12);
      expect(Math.abs(search.distance - expected)).toBeLessThan(1e-12);
    }
    expect(solves / 400).toBeLessThan(4);
  });

  it.each([
    ['a star and a star', flatStar, star(4), 2.2, 10, 40],
    ['a solid star and a point', solidStar, point, 1.5, 10, 25],
    ['a torus and a point', torus, point, 1.6, 10, 25],
    ['a torus and a pebble', torus, pebble, 1.6, 5, 8],
    ['a solid star and a pebble', solidStar, pebble, 1.6, 5, 8],
  ] as const)(
    '%s: at most the brute-force distance, which is at least the certified bound',
    (_, a, b, range, perSide, runs) => {
      const random = createRandom(5);
      const r = () => random.between(-1, 1);
      const search = createCandidateSearch(a, b);
      const planar = a.dimension === 2;
      for (let run = 0; run < runs; run++) {
        const position = [range * r(), range * r(), planar ? 0 : range * r()];
        const poseB = createPose(position, planar ? 3 * r() : [r(), r(), r(), r()]);
        searchCandidates(search, createPose(), poseB, TOLERANCE);
        expect(search.status).toBe('certified');
        const expected = sampledDistance(a, b, createPose(), poseB, perSide);
        // brute force may miss a minimum, but never goes below the bound
        expect(search.distance).toBeLessThan(expected + 1e-9);
        expect(expected).toBeGreaterThan(search.lowerBound - 1e-12);
      }
    },
  );

  it('a pebble flies through the hole of a torus: the stored minima give the result from step to step', () => {
    const tracked = createCandidateSearch(torus, pebble);
    let steps = 0;
    let switches = 0;
    let last = -1;
    for (let t = -2; t <= 2; t += 0.1) {
      const poseB = createPose([0.25 * t, 0.2, t], [1, 0.3 * t, 0.2, 0.1]);
      searchCandidates(tracked, createPose(), poseB, 1e-4);
      const fresh = createCandidateSearch(torus, pebble);
      searchCandidates(fresh, createPose(), poseB, 1e-4);
      expect(tracked.status).toBe('certified');
      expect(Math.abs(tracked.distance - fresh.distance)).toBeLessThan(1e-4);
      // with tracking, the upper bound is known at the start and less remains to be searched
      expect(tracked.solves).toBeLessThan(fresh.solves + 5);
      const { a } = tracked.work.pair;
      if (a.feature !== last) switches++;
      last = a.feature;
      steps++;
    }
    expect(steps).toBeGreaterThan(35);
    expect(switches).toBeGreaterThan(2);
  });

  it('at the centre of a torus all directions are equally near: the status is uncertified when the cell limit is reached', () => {
    const search = createCandidateSearch(torus, point);
    searchCandidates(search, createPose(), createPose(), 1e-3);
    expect(search.distance).toBeCloseTo(0.65, 12);
    expect(search.lowerBound).toBeGreaterThan(0.65 - 1e-3 - 1e-12);
  });
});
