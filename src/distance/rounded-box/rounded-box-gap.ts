import { packRelativeRotation, transformTransposedVec3 } from '../../math/mat3.ts';
import { createVec3, setVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import type { VehicleBox } from '../../shapes/vehicle-box.ts';
import { AXIS_LENGTH, AXIS_SEPARATION, boxSat } from '../convex/box-sat.ts';
import { createCore, RELATIVE_LENGTH, SIZES } from '../convex/core.ts';
import { closestSegmentSegment, createSegmentSegment } from '../features/segment-segment.ts';

const bestAxis = new Float64Array(AXIS_LENGTH);

/** Gap of two rounded boxes. [PATH98-4.1] */
export interface RoundedBoxGap {
  /** Signed [m]: below zero when they overlap. */
  gap: number;
  /** Do the boxes without their rounding overlap? Then the depth is the minimum over the fifteen SAT axes. */
  core: 'apart' | 'overlap';
}

/** An empty result for `roundedBoxGap`. */
export function createRoundedBoxGap(): RoundedBoxGap {
  return { gap: 0, core: 'apart' };
}

/** Pairs of edges that could reduce the distance by less than this fraction of the size are skipped. */
const SLACK = 1e-14;

/** The boxes without their rounding; `halfA` and `halfB` are views of their half extents. */
const coreA = createCore();
const coreB = createCore();
const halfA = coreA.numbers.subarray(SIZES, SIZES + 3);
const halfB = coreB.numbers.subarray(SIZES, SIZES + 3);
/** Pose of B in A's frame: cosines between the axes of A (rows) and of B (columns), then the offset of the centres in A's axes. */
const relative = new Float64Array(RELATIVE_LENGTH);
const cosine = relative.subarray(0, 9);
const offset = relative.subarray(9);
/** The corners of both cores in the axes of A; bit k of a corner's number is its side along axis k. */
const cornersA = corners();
const cornersB = corners();
/** Their heights along the best SAT axis [m]. */
const heightsA = new Float64Array(8);
const heightsB = new Float64Array(8);
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
 * A rounded box is a smaller box, its core, inflated by the radius: gap = distance of the cores - R1 - R2. SAT over fifteen axes decides
 * whether the cores overlap, and gives the depth; it does not give the distance of separate cores, so these are measured
 * corner-box and edge-edge, except for edges whose separation along the best axis exceeds the distance found. A gap
 * certified to be above `enough` [m] is not measured: its lower bound is returned instead; nor one certified to be
 * at most `little` [m]: its upper bound is returned.
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { createRoundedBoxGap, createVehicleBox, roundedBoxGap } from 'appulse/vehicles';
 *
 * const ahead = createVehicleBox([2.5, 1.5, 1.45], 0.3, vec3(5.2, 0));
 * const { gap, core } = roundedBoxGap(createRoundedBoxGap(), createVehicleBox([2.5, 1.5, 1.45], 0.3), ahead);
 * console.log(gap.toFixed(3), core); // 0.200 apart
 * ```
 */
export function roundedBoxGap(
  out: RoundedBoxGap,
  boxA: VehicleBox,
  boxB: VehicleBox,
  enough = Number.POSITIVE_INFINITY,
  little = Number.NEGATIVE_INFINITY,
): RoundedBoxGap {
  load(boxA, boxB);
  boxSat(bestAxis, coreA.numbers, coreB.numbers, relative);
  const separation = bestAxis[AXIS_SEPARATION];
  const bound = separation - boxA.radius - boxB.radius;
  out.core = separation > 0 ? 'apart' : 'overlap';
  out.gap = bound;
  if (!(separation > 0) || bound > enough) return out;
  let nearest = cornerDistance();
  // the distance is at least the SAT separation, despite rounding
  out.gap = Math.max(nearest, separation) - boxA.radius - boxB.radius;
  if (nearest <= separation || out.gap <= little) return out;
  nearest = edgeDistance(nearest);
  out.gap = Math.max(nearest, separation) - boxA.radius - boxB.radius;
  return out;
}

function load(boxA: VehicleBox, boxB: VehicleBox): void {
  takeHalves(halfA, boxA);
  takeHalves(halfB, boxB);
  packRelativeRotation(relative, boxA.rotation, boxB.rotation);
  transformTransposedVec3(shift, boxA.rotation, subVec3(shift, boxB.center, boxA.center));
  offset[0] = shift.x;
  offset[1] = shift.y;
  offset[2] = shift.z;
}

function takeHalves(out: Float64Array, box: VehicleBox): void {
  out[0] = box.halfExtents.x - box.radius;
  out[1] = box.halfExtents.y - box.radius;
  out[2] = box.halfExtents.z - box.radius;
}

/** Minimum distance of the corners of a core from the other core: 8 + 8 pairs. */
function cornerDistance(): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 8; k++) {
    const x = k & 1 ? 1 : -1;
    const y = k & 2 ? 1 : -1;
    const z = k & 4 ? 1 : -1;
    // the corner of B in the axes of A, and that of A in the axes of B
    const a = x * halfB[0];
    const b = y * halfB[1];
    const c = z * halfB[2];
    const u = x * halfA[0] - offset[0];
    const v = y * halfA[1] - offset[1];
    const w = z * halfA[2] - offset[2];
    nearest = Math.min(
      nearest,
      distanceToBox(
        offset[0] + cosine[0] * a + cosine[1] * b + cosine[2] * c,
        offset[1] + cosine[3] * a + cosine[4] * b + cosine[5] * c,
        offset[2] + cosine[6] * a + cosine[7] * b + cosine[8] * c,
        halfA,
      ),
      distanceToBox(
        cosine[0] * u + cosine[3] * v + cosine[6] * w,
        cosine[1] * u + cosine[4] * v + cosine[7] * w,
        cosine[2] * u + cosine[5] * v + cosine[8] * w,
        halfB,
      ),
    );
  }
  return nearest;
}

/** The minimum of `known` and the distances of edges: 12 · 12 pairs, fewer where `known` excludes them. */
function edgeDistance(known: number): number {
  setCorners();
  let nearest = known;
  const slack = SLACK * (Math.abs(offset[0]) + Math.abs(offset[1]) + Math.abs(offset[2]) + nearest);
  for (const [startA, endA] of EDGES) {
    const top = Math.max(heightsA[startA], heightsA[endA]);
    for (const [startB, endB] of EDGES) {
      if (Math.min(heightsB[startB], heightsB[endB]) - top > nearest - slack) continue;
      closestSegmentSegment(segments, cornersA[startA], cornersA[endA], cornersB[startB], cornersB[endB]);
      nearest = Math.min(nearest, segments.distance);
    }
  }
  return nearest;
}

function setCorners(): void {
  for (let k = 0; k < 8; k++) {
    const x = k & 1 ? 1 : -1;
    const y = k & 2 ? 1 : -1;
    const z = k & 4 ? 1 : -1;
    setVec3(cornersA[k], x * halfA[0], y * halfA[1], z * halfA[2]);
    const u = x * halfB[0];
    const v = y * halfB[1];
    const w = z * halfB[2];
    setVec3(
      cornersB[k],
      offset[0] + cosine[0] * u + cosine[1] * v + cosine[2] * w,
      offset[1] + cosine[3] * u + cosine[4] * v + cosine[5] * w,
      offset[2] + cosine[6] * u + cosine[7] * v + cosine[8] * w,
    );
    heightsA[k] = heightOf(cornersA[k]);
    heightsB[k] = heightOf(cornersB[k]);
  }
}

function heightOf(corner: Vec3): number {
  return bestAxis[0] * corner.x + bestAxis[1] * corner.y + bestAxis[2] * corner.z;
}

function distanceToBox(x: number, y: number, z: number, half: Float64Array): number {
  const dx = Math.max(Math.abs(x) - half[0], 0);
  const dy = Math.max(Math.abs(y) - half[1], 0);
  const dz = Math.max(Math.abs(z) - half[2], 0);
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
