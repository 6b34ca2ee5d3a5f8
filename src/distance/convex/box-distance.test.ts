import { describe, expect, it } from 'vitest';
import { brutePolytopeDistance, placeHull } from '../../../test/oracles/polytope-distance.ts';
import { drawPose, hullOfBox } from '../../../test/solids.ts';
import { createPose, type Pose } from '../../math/pose.ts';
import { createRandom, type Random } from '../../math/random.ts';
import { type Box, createBox } from '../../shapes/box.ts';
import { createContact } from '../contact.ts';
import { createSimplexCache } from '../simplex-cache.ts';
import { boxDistance } from './box-distance.ts';
import { createCore, RELATIVE_LENGTH, setCore, setRelative } from './core.ts';
import { APART, DISTANCE, LOWER, NORMAL, OVERLAP, POINT_A, UNCONVERGED, UPPER } from './gjk-result.ts';
import { createGjkWorkspace } from './gjk-workspace.ts';
import { distinctVertexCount } from './simplex.ts';
import { closestSolids } from './solid-contact.ts';

const workspace = createGjkWorkspace();
const { result } = workspace;

const coreA = createCore();
const coreB = createCore();
const relative = new Float64Array(RELATIVE_LENGTH);

/** Only the result of the closed-form box search. */
function query(a: Box, poseA: Pose, b: Box, poseB: Pose, cache = createSimplexCache()): number {
  setCore(coreA, a);
  setCore(coreB, b);
  setRelative(relative, poseA, poseB);
  return boxDistance(workspace, coreA, coreB, relative, cache);
}

function drawBox(random: Random): Box {
  return createBox([0, 0, 0].map(() => random.between(0.4, 2) / 2));
}

/** Two boxes with random rotations, B moved along the normal to the requested gap. */
function drawPair(random: Random, gap: number): [Box, Pose, Box, Pose] {
  const [a, b] = [drawBox(random), drawBox(random)];
  const [poseA, poseB] = [drawPose(random, 0), drawPose(random, 4)];
  for (let k = 0; k < 40; k++) {
    const { distance, normal } = closestSolids(createContact(), a, poseA, b, poseB, createSimplexCache());
    poseB.position.x += (gap - distance) * normal.x;
    poseB.position.y += (gap - distance) * normal.y;
    poseB.position.z += (gap - distance) * normal.z;
  }
  return [a, poseA, b, poseB];
}

describe('two boxes that are apart', () => {
  it('property: the certified distance is that of the closest features, at any gap, nearly always without GJK', () => {
    const random = createRandom(41);
    let converged = 0;
    const trials = 1500;
    for (let trial = 0; trial < trials; trial++) {
      const gap = 10 ** random.between(-9, 0.5);
      const [a, poseA, b, poseB] = drawPair(random, gap);
      if (query(a, poseA, b, poseB) !== APART) continue;
      converged++;
      const expected = brutePolytopeDistance(placeHull(hullOfBox(a), poseA), placeHull(hullOfBox(b), poseB));
      // rounding error of coordinates up to 5 m
      expect(Math.abs(result[DISTANCE] - expected)).toBeLessThan(4e-15);
      expect(result[UPPER] - result[LOWER]).toBeLessThan(2e-14);
      expect(Math.hypot(result[NORMAL], result[NORMAL + 1], result[NORMAL + 2])).toBeCloseTo(1, 14);
      // the point belongs to A, to machine precision
      const { x, y, z } = a.halfExtents;
      const beyond = [x, y, z].map((half, k) => Math.abs(result[POINT_A + k]) - half);
      expect(Math.max(...beyond)).toBeLessThan(2e-15);
    }
    // the rest goes to GJK: about two percent
    expect(converged).toBeGreaterThan(0.95 * trials);
  });

  it('property: cached corners, right or wrong, give the same distance', () => {
    const random = createRandom(42);
    let converged = 0;
    for (let trial = 0; trial < 500; trial++) {
      const [a, poseA, b, poseB] = drawPair(random, 10 ** random.between(-3, 0.5));
      if (query(a, poseA, b, poseB) !== APART) continue;
      const expected = result[DISTANCE];
      const corner = () => random.below(8);
      const cache = { ...createSimplexCache(), count: 1 + random.below(3) };
      Object.assign(cache, { vertexB0: corner(), vertexB1: corner(), vertexB2: corner() });
      if (query(a, poseA, b, poseB, cache) !== APART) continue;
      converged++;
      expect(Math.abs(result[DISTANCE] - expected)).toBeLessThan(2e-15);
    }
    expect(converged).toBeGreaterThan(400);
  });

  it('worked example: a corner above a face, crossed edges, a corner in front of an edge and of a corner', () => {
    const cube = createBox([1, 1, 1]);
    const eighth = Math.PI / 4;
    const onCorner = createPose([0, 0, 4], [Math.cos(eighth / 2), Math.sin(eighth / 2), 0, 0]);
    // rotated about x by 45 degrees, the lowest edge is √2 below the centre and parallel to the face
    expect(query(cube, createPose(), cube, onCorner)).toBe(APART);
    expect(result[DISTANCE]).toBeCloseTo(3 - Math.SQRT2, 14);
    // edges along x and along y
    const [c, s] = [Math.cos(eighth / 2), Math.sin(eighth / 2)];
    expect(query(cube, createPose([0, 0, 0], [c, s, 0, 0]), cube, createPose([0, 0, 4], [c, 0, s, 0]))).toBe(APART);
    expect(result[DISTANCE]).toBeCloseTo(4 - 2 * Math.SQRT2, 14);
    expect([distinctVertexCount(workspace, 0, 3), distinctVertexCount(workspace, 4, 3)]).toEqual([2, 2]);
    expect(query(cube, createPose(), cube, createPose([3, 4, 0.5]))).not.toBe(OVERLAP);
    expect(query(cube, createPose(), cube, createPose([3, 4, 4]))).toBe(APART);
    expect(result[DISTANCE]).toBeCloseTo(3, 14);
  });

  it('boxes with a common point overlap; parallel edges are left to GJK', () => {
    const cube = createBox([1, 1, 1]);
    expect(query(cube, createPose(), cube, createPose([0.5, 0.2, 0.1], [1, 0.2, 0.3, 0.4]))).toBe(OVERLAP);
    expect(query(cube, createPose(), cube, createPose([3, 4, 0.5], 0))).toBe(UNCONVERGED);
  });
});
