import { createContact, createSimplexCache, type Polygon, polygon, pose } from 'appulse';
import { closestConvexPolygons } from 'appulse/kernels';
import { placePolygon, signedDistance } from '../oracles/convex-separation.ts';
import { drawConvexPolygon, radiusOf, type Vertices } from './convex-polygons.ts';
import type { Random } from './random.ts';

/** Number of different polygons for A and for B; the pairs and poses make the cases different. */
const POOL = 256;
/** Number of frames of each tracked pair, and the maximum translation [m] and rotation [rad] from frame to frame. */
export const FRAMES = 20;
export const MAX_TRANSLATION = 0.02;
export const MAX_ROTATION = 0.03;
/** Range of the gap of separate pairs, log-uniform [m]. */
const MIN_GAP = 1e-3;
const MAX_GAP = 3;

/** All cases of a workload; case i has polygon `indexA[i]` of `sideA` at pose i of `poses`, and likewise for B. */
export interface PolygonPairs {
  readonly sideA: readonly Vertices[];
  readonly sideB: readonly Vertices[];
  readonly indexA: Int32Array;
  readonly indexB: Int32Array;
  /** x y angle cosine sine of A, then of B. */
  readonly poses: Float64Array;
  /** Signed distances. */
  readonly expected: Float64Array;
  /** Case i belongs to pair i mod pairCount; its cache persists from frame to frame. Equal to the number of cases: every query is independent. */
  readonly pairCount: number;
}

/** Numbers of one case in `poses`. */
export const STRIDE = 10;

/** Statistics for the report. */
export function describePairs({ expected, poses, sideA, sideB, indexA, indexB }: PolygonPairs): Record<string, string> {
  const ratios = Array.from(expected, (_, i) => {
    const k = STRIDE * i;
    const radii = radiusOf(sideA[indexA[i]]) + radiusOf(sideB[indexB[i]]);
    return Math.hypot(poses[k + 5] - poses[k], poses[k + 6] - poses[k + 1]) / radii;
  }).sort((a, b) => a - b);
  const tenth = ratios[Math.floor(0.1 * ratios.length)];
  const last = ratios[Math.floor(0.9 * ratios.length)];
  const overlaps = expected.reduce((count, distance) => count + (distance < 0 ? 1 : 0), 0);
  const drawn = overlaps > 0 ? 'any' : `${MIN_GAP} to ${MAX_GAP} m in the first frame, log-uniform`;
  return {
    polygons: 'on ellipses, radii 0.3 to 1 m',
    pairs: `from ${POOL} polygons for each body, all different`,
    gap: drawn,
    'distance of centres over sum of radii': `${tenth.toFixed(2)} to ${last.toFixed(2)} (10 to 90 %)`,
    overlapping: `${((100 * overlaps) / expected.length).toFixed(1)} %`,
  };
}

/** Pairs of polygons from a pool, separate unless `overlaps`; each pair moves slightly from frame to frame. */
export function drawPairs(
  random: Random,
  caseCount: number,
  pairCount: number,
  vertexCount: number,
  overlaps: boolean,
): PolygonPairs {
  const side = () => Array.from({ length: POOL }, () => drawConvexPolygon(random, vertexCount));
  const sideA = side();
  const sideB = side();
  const bodiesA = sideA.map((vertices) => Float64Array.from(vertices.flat()));
  const bodiesB = sideB.map((vertices) => Float64Array.from(vertices.flat()));
  const indexA = new Int32Array(caseCount);
  const indexB = new Int32Array(caseCount);
  const poses = new Float64Array(STRIDE * caseCount);
  const expected = new Float64Array(caseCount);
  const shapesA = sideA.map((vertices) => polygon(vertices));
  const shapesB = sideB.map((vertices) => polygon(vertices));
  const worldA = new Float64Array(2 * vertexCount);
  const worldB = new Float64Array(2 * vertexCount);
  for (let i = 0; i < caseCount; i++) {
    const k = STRIDE * i;
    const before = i < pairCount ? null : i - pairCount;
    // each pass pairs the pool of A with that of B shifted by one more: no pair occurs twice
    indexA[i] = before === null ? i % POOL : indexA[before];
    indexB[i] = before === null ? (i + Math.floor(i / POOL)) % POOL : indexB[before];
    do {
      if (before === null) {
        drawPoses(random, poses, k, radiusOf(sideA[indexA[i]]) + radiusOf(sideB[indexB[i]]), overlaps);
        if (!overlaps) shiftToGap(random, poses, k, shapesA[indexA[i]], shapesB[indexB[i]]);
      } else {
        nudgePoses(random, poses, k, STRIDE * before);
      }
      placePolygon(worldA, bodiesA[indexA[i]], poses[k], poses[k + 1], poses[k + 3], poses[k + 4]);
      placePolygon(worldB, bodiesB[indexB[i]], poses[k + 5], poses[k + 6], poses[k + 8], poses[k + 9]);
      expected[i] = signedDistance(worldA, worldB);
    } while (!overlaps && expected[i] <= 0);
  }
  return { sideA, sideB, indexA, indexB, poses, expected, pairCount };
}

/** A anywhere in a 10 m square, B in any direction from it. */
function drawPoses(random: Random, poses: Float64Array, k: number, radii: number, overlaps: boolean): void {
  const distance = radii * (overlaps ? random.between(0.1, 1.2) : 2);
  const direction = random.between(0, 2 * Math.PI);
  const x = random.between(-5, 5);
  const y = random.between(-5, 5);
  writePose(poses, k, x, y, random.between(-Math.PI, Math.PI));
  const rotation = random.between(-Math.PI, Math.PI);
  writePose(poses, k + 5, x + distance * Math.cos(direction), y + distance * Math.sin(direction), rotation);
}

/** Moves B along the normal until the gap has the drawn value: each translation reduces the difference. */
function shiftToGap(random: Random, poses: Float64Array, k: number, shapeA: Polygon, shapeB: Polygon): void {
  const gap = MIN_GAP * (MAX_GAP / MIN_GAP) ** random.next();
  const placed = (at: number) => pose([poses[at], poses[at + 1]], poses[at + 2]);
  for (let step = 0; step < 30; step++) {
    const { distance, normal } = closestConvexPolygons(
      createContact(),
      shapeA,
      placed(k),
      shapeB,
      placed(k + 5),
      createSimplexCache(),
    );
    poses[k + 5] += (gap - distance) * normal.x;
    poses[k + 6] += (gap - distance) * normal.y;
  }
}

function nudgePoses(random: Random, poses: Float64Array, k: number, before: number): void {
  const shift = () => random.between(-MAX_TRANSLATION, MAX_TRANSLATION);
  for (const body of [0, 5]) {
    const from = before + body;
    const rotation = poses[from + 2] + random.between(-MAX_ROTATION, MAX_ROTATION);
    writePose(poses, k + body, poses[from] + shift(), poses[from + 1] + shift(), rotation);
  }
}

function writePose(poses: Float64Array, k: number, x: number, y: number, angle: number): void {
  poses.set([x, y, angle, Math.cos(angle), Math.sin(angle)], k);
}
