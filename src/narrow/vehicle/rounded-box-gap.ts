import { transformTransposedVec3 } from '../../math/mat3.ts';
import { createVec3, setVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import type { RoundedBox } from '../../shapes/rounded-box.ts';
import { closestSegmentSegment, createSegmentSegment } from '../closest/segment-segment.ts';

/** How far two rounded boxes are apart. [PATH98] spec 4.1 */
export interface RoundedBoxGap {
  /** Signed [m]: below zero when they overlap. */
  gap: number;
  /** Do the boxes without their rounding `overlap`? Then the depth is that of the best of fifteen directions. */
  core: 'apart' | 'overlap';
}

export function createRoundedBoxGap(): RoundedBoxGap {
  return { gap: 0, core: 'apart' };
}

/** Edges with a smaller sine between them span no direction of their own. */
const PARALLEL_SINE = 1e-9;

/** Core half edges, offset of the centres in the axes of A, and cosines between the axes of A (rows) and of B (columns). */
const halfA = new Float64Array(3);
const halfB = new Float64Array(3);
const offset = new Float64Array(3);
const cosine = new Float64Array(9);
/** The corners of both cores in the axes of A; bit k of a corner's number says on which side of axis k it is. */
const cornersA = corners();
const cornersB = corners();
/** Pairs of corners along one axis. */
const EDGES = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3, 4, 5, 6, 7].filter((k) => (k & (1 << axis)) === 0).map((k) => [k, k | (1 << axis)] as const),
);
const shift = createVec3();
const segments = createSegmentSegment();

function corners(): Vec3[] {
  return Array.from({ length: 8 }, () => createVec3());
}

/**
 * A rounded box is a smaller box, its core, grown by the radius: gap = distance of the cores - R1 - R2. Fifteen directions tell
 * whether the cores overlap, and how far; for rounded boxes these alone are not enough, so cores that are apart are measured
 * corner against box and edge against edge.
 */
export function roundedBoxGap(out: RoundedBoxGap, boxA: RoundedBox, boxB: RoundedBox): RoundedBoxGap {
  load(boxA, boxB);
  const separation = largestSeparation();
  out.core = separation > 0 ? 'apart' : 'overlap';
  out.gap = (separation > 0 ? coreDistance() : separation) - boxA.radius - boxB.radius;
  return out;
}

function load(boxA: RoundedBox, boxB: RoundedBox): void {
  const { rotation: a } = boxA;
  const { rotation: b } = boxB;
  takeHalves(halfA, boxA);
  takeHalves(halfB, boxB);
  transformTransposedVec3(shift, a, subVec3(shift, boxB.center, boxA.center));
  offset[0] = shift.x;
  offset[1] = shift.y;
  offset[2] = shift.z;
  cosine[0] = a.xx * b.xx + a.yx * b.yx + a.zx * b.zx;
  cosine[1] = a.xx * b.xy + a.yx * b.yy + a.zx * b.zy;
  cosine[2] = a.xx * b.xz + a.yx * b.yz + a.zx * b.zz;
  cosine[3] = a.xy * b.xx + a.yy * b.yx + a.zy * b.zx;
  cosine[4] = a.xy * b.xy + a.yy * b.yy + a.zy * b.zy;
  cosine[5] = a.xy * b.xz + a.yy * b.yz + a.zy * b.zz;
  cosine[6] = a.xz * b.xx + a.yz * b.yx + a.zz * b.zx;
  cosine[7] = a.xz * b.xy + a.yz * b.yy + a.zz * b.zy;
  cosine[8] = a.xz * b.xz + a.yz * b.yz + a.zz * b.zz;
}

function takeHalves(out: Float64Array, box: RoundedBox): void {
  out[0] = box.halfSizes.x - box.radius;
  out[1] = box.halfSizes.y - box.radius;
  out[2] = box.halfSizes.z - box.radius;
}

/** The largest gap between the projections of the cores on the fifteen directions [m]. */
function largestSeparation(): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const row = 3 * i;
    const apartA = Math.abs(offset[i]);
    const reachB =
      halfB[0] * Math.abs(cosine[row]) + halfB[1] * Math.abs(cosine[row + 1]) + halfB[2] * Math.abs(cosine[row + 2]);
    const apartB = Math.abs(offset[0] * cosine[i] + offset[1] * cosine[3 + i] + offset[2] * cosine[6 + i]);
    const reachA =
      halfA[0] * Math.abs(cosine[i]) + halfA[1] * Math.abs(cosine[3 + i]) + halfA[2] * Math.abs(cosine[6 + i]);
    largest = Math.max(largest, apartA - halfA[i] - reachB, apartB - halfB[i] - reachA);
    for (let j = 0; j < 3; j++) largest = Math.max(largest, edgeSeparation(i, j));
  }
  return largest;
}

/** Along A_i × B_j. With i1, i2 and j1, j2 the other two axes, its products with them are cosines again. */
function edgeSeparation(i: number, j: number): number {
  const i1 = (i + 1) % 3;
  const i2 = (i + 2) % 3;
  const j1 = (j + 1) % 3;
  const j2 = (j + 2) % 3;
  const c1 = cosine[3 * i1 + j];
  const c2 = cosine[3 * i2 + j];
  const sine = Math.sqrt(c1 * c1 + c2 * c2);
  if (sine < PARALLEL_SINE) return Number.NEGATIVE_INFINITY;
  const apart = Math.abs(offset[i2] * c1 - offset[i1] * c2);
  const reachA = halfA[i1] * Math.abs(c2) + halfA[i2] * Math.abs(c1);
  const reachB = halfB[j1] * Math.abs(cosine[3 * i + j2]) + halfB[j2] * Math.abs(cosine[3 * i + j1]);
  return (apart - reachA - reachB) / sine;
}

/** Distance of two cores that are apart: 8 + 8 corners against the other box, 12 · 12 pairs of edges. */
function coreDistance(): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 8; k++) {
    const x = k & 1 ? halfA[0] : -halfA[0];
    const y = k & 2 ? halfA[1] : -halfA[1];
    const z = k & 4 ? halfA[2] : -halfA[2];
    setVec3(cornersA[k], x, y, z);
    const u = k & 1 ? halfB[0] : -halfB[0];
    const v = k & 2 ? halfB[1] : -halfB[1];
    const w = k & 4 ? halfB[2] : -halfB[2];
    const corner = setVec3(
      cornersB[k],
      offset[0] + cosine[0] * u + cosine[1] * v + cosine[2] * w,
      offset[1] + cosine[3] * u + cosine[4] * v + cosine[5] * w,
      offset[2] + cosine[6] * u + cosine[7] * v + cosine[8] * w,
    );
    nearest = Math.min(nearest, distanceToBox(corner.x, corner.y, corner.z, halfA));
    // the corner of A in the axes of B
    const p = x - offset[0];
    const q = y - offset[1];
    const r = z - offset[2];
    nearest = Math.min(
      nearest,
      distanceToBox(
        cosine[0] * p + cosine[3] * q + cosine[6] * r,
        cosine[1] * p + cosine[4] * q + cosine[7] * r,
        cosine[2] * p + cosine[5] * q + cosine[8] * r,
        halfB,
      ),
    );
  }
  for (const [startA, endA] of EDGES) {
    for (const [startB, endB] of EDGES) {
      closestSegmentSegment(segments, cornersA[startA], cornersA[endA], cornersB[startB], cornersB[endB]);
      nearest = Math.min(nearest, segments.distance);
    }
  }
  return nearest;
}

function distanceToBox(x: number, y: number, z: number, half: Float64Array): number {
  const dx = Math.max(Math.abs(x) - half[0], 0);
  const dy = Math.max(Math.abs(y) - half[1], 0);
  const dz = Math.max(Math.abs(z) - half[2], 0);
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
