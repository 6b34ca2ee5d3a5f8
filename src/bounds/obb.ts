import { createMat3, type Mat3, multiplyMat3, packRelativeRotation, transformTransposedVec3 } from '../math/mat3.ts';
import { type ReadonlyPose, toWorld } from '../math/pose.ts';
import { copyVec3, createVec3, type ReadonlyVec3, subVec3, type Vec3 } from '../math/vec3.ts';

/** An oriented box: center + rotation p with |p| ≤ halfExtents. A planar box rotates about z and has zero height. */
export interface Obb {
  /** [m] */
  readonly center: Vec3;
  /** Columns are the axes of the box. */
  readonly rotation: Mat3;
  /** [m] */
  readonly halfExtents: Vec3;
}

/**
 * Added to every |cosine| [CP13-1.3]: more than the rounding of the nine products, far less than any gap. The same
 * fraction of the distance of the centres covers its rounding: without it a long box of zero height can miss another one
 * in its own plane.
 */
const SLACK = 1e-12;

/** The cross product of edges with a smaller sine is no separating axis; the face axes decide. */
const PARALLEL_SINE = 1e-6;

/** A new box of zero size at the origin, to be written into. */
export function createObb(): Obb {
  return { center: createVec3(), rotation: createMat3(), halfExtents: createVec3() };
}

/** Volume of the box [m³]; zero for a planar box. */
export function obbVolume(box: Obb): number {
  return 8 * box.halfExtents.x * box.halfExtents.y * box.halfExtents.z;
}

/** Writes the box after a rigid motion into `out`, which may be `box`, and returns it: it rotates with the body. */
export function transformObb(out: Obb, box: Obb, pose: ReadonlyPose): Obb {
  toWorld(out.center, pose, box.center);
  multiplyMat3(out.rotation, pose.rotation, box.rotation);
  copyVec3(out.halfExtents, box.halfExtents);
  return out;
}

const local = createVec3();

/** Does the closed box contain the world point [m]? A point on a side is inside. */
export function obbContainsPoint(box: Obb, point: ReadonlyVec3): boolean {
  const { x, y, z } = transformTransposedVec3(local, box.rotation, subVec3(local, point, box.center));
  const { halfExtents: h } = box;
  return Math.abs(x) <= h.x && Math.abs(y) <= h.y && Math.abs(z) <= h.z;
}

/** Do two planar boxes have a common point? Separating axis test with the four edge normals. Touching counts. */
export function obbsOverlap2(a: Obb, b: Obb): boolean {
  const tx = b.center.x - a.center.x;
  const ty = b.center.y - a.center.y;
  const slack = SLACK * (Math.abs(tx) + Math.abs(ty));
  const { rotation: ra, halfExtents: ha } = a;
  const { rotation: rb, halfExtents: hb } = b;
  // cosines between the axes of A (rows) and of B (columns)
  const c00 = Math.abs(ra.xx * rb.xx + ra.yx * rb.yx) + SLACK;
  const c01 = Math.abs(ra.xx * rb.xy + ra.yx * rb.yy) + SLACK;
  const c10 = Math.abs(ra.xy * rb.xx + ra.yy * rb.yx) + SLACK;
  const c11 = Math.abs(ra.xy * rb.xy + ra.yy * rb.yy) + SLACK;
  return (
    Math.abs(tx * ra.xx + ty * ra.yx) <= ha.x + hb.x * c00 + hb.y * c01 + slack &&
    Math.abs(tx * ra.xy + ty * ra.yy) <= ha.y + hb.x * c10 + hb.y * c11 + slack &&
    Math.abs(tx * rb.xx + ty * rb.yx) <= hb.x + ha.x * c00 + ha.y * c10 + slack &&
    Math.abs(tx * rb.xy + ty * rb.yy) <= hb.y + ha.x * c01 + ha.y * c11 + slack
  );
}

/** Scratch of the 3-D test: cosines between the axes of A (rows) and B (columns), and their absolute values plus slack. */
const cosine = new Float64Array(9);
const absCosine = new Float64Array(9);
const halfA = new Float64Array(3);
const halfB = new Float64Array(3);
const offset = new Float64Array(3);

/**
 * Do two boxes in 3-D have a common point? Separating axis test with three axes of each and nine cross products of
 * them. Touching counts.
 */
export function obbsOverlap3(a: Obb, b: Obb): boolean {
  loadPair(a, b);
  const slack = SLACK * (Math.abs(offset[0]) + Math.abs(offset[1]) + Math.abs(offset[2]));
  for (let i = 0; i < 3; i++) {
    const row = 3 * i;
    const radiusB = halfB[0] * absCosine[row] + halfB[1] * absCosine[row + 1] + halfB[2] * absCosine[row + 2];
    if (Math.abs(offset[i]) > halfA[i] + radiusB + slack) return false;
    const centerOffset = offset[0] * cosine[i] + offset[1] * cosine[3 + i] + offset[2] * cosine[6 + i];
    const radiusA = halfA[0] * absCosine[i] + halfA[1] * absCosine[3 + i] + halfA[2] * absCosine[6 + i];
    if (Math.abs(centerOffset) > radiusA + halfB[i] + slack) return false;
  }
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) if (separatedByEdges(i, j, slack)) return false;
  }
  return true;
}

/** The offset of the centres is expressed in the axes of A. */
function loadPair(a: Obb, b: Obb): void {
  packRelativeRotation(cosine, a.rotation, b.rotation);
  for (let k = 0; k < 9; k++) absCosine[k] = Math.abs(cosine[k]) + SLACK;
  const { x: tx, y: ty, z: tz } = transformTransposedVec3(local, a.rotation, subVec3(local, b.center, a.center));
  offset[0] = tx;
  offset[1] = ty;
  offset[2] = tz;
  halfA[0] = a.halfExtents.x;
  halfA[1] = a.halfExtents.y;
  halfA[2] = a.halfExtents.z;
  halfB[0] = b.halfExtents.x;
  halfB[1] = b.halfExtents.y;
  halfB[2] = b.halfExtents.z;
}

/** The axis A_i × B_j. With i1, i2 and j1, j2 the other two axes, its products with them are entries of C. */
function separatedByEdges(i: number, j: number, slack: number): boolean {
  const i1 = (i + 1) % 3;
  const i2 = (i + 2) % 3;
  const j1 = (j + 1) % 3;
  const j2 = (j + 2) % 3;
  const c1 = cosine[3 * i1 + j];
  const c2 = cosine[3 * i2 + j];
  if (c1 * c1 + c2 * c2 < PARALLEL_SINE * PARALLEL_SINE) return false;
  const centerOffset = Math.abs(offset[i2] * c1 - offset[i1] * c2);
  const radiusA = halfA[i1] * absCosine[3 * i2 + j] + halfA[i2] * absCosine[3 * i1 + j];
  const radiusB = halfB[j1] * absCosine[3 * i + j2] + halfB[j2] * absCosine[3 * i + j1];
  return centerOffset > radiusA + radiusB + slack;
}
