/** Contact points of a pair of boxes from its record, which the kernels in WebAssembly have filled. */
import { AXIS_LENGTH, AXIS_NUMBER, AXIS_SEPARATION, boxSatFrom } from '../distance/convex/box-sat.ts';
import { SIZES } from '../distance/convex/core.ts';
import {
  AS_DEEP,
  AXES,
  createBoxCandidates,
  NOT_FACING,
  SAME_FEATURES,
  sortAsKnown,
  sortByFeature,
} from './box-candidates.ts';
import { CENTRE, P, Q, setBoxFaceAxes } from './box-face.ts';
import {
  ACCEPTED,
  AXIS,
  AXIS_X,
  AXIS_Y,
  CANDIDATE,
  CANDIDATES,
  CENTRE_X,
  DIRECTION,
  FACE_Y,
  FRAME,
  MARGIN,
  MIN_GAP,
  NEGATIVE_X,
  NEGATIVE_Y,
  POSE_Y,
  RELATIVE,
  SEPARATION,
  SIDES_X,
  SIZES_A,
  SIZES_B,
} from './box-record.ts';
import { reduceManifold } from './reduce-manifold.ts';

/** Further results of `refreshBoxPoints`: the boxes are farther apart than the margin; the points have other vertices than before. */
export const NO_CONTACT = 0;
const OTHER_FEATURES = -3;

const NAME = 4;
const workspace = createBoxCandidates();
const { manifold, vertexNames, faceX, faceY } = workspace;
const bestAxis = new Float64Array(AXIS_LENGTH);
/** Candidates of the known points. */
const matches = new Int32Array(4);
const relative = new Float64Array(12);
const sizesA = new Float64Array(4);
const sizesB = new Float64Array(4);

/** Finds the axis of the record at `at` as `boxContactPoints` does. */
export function findOtherAxis(records: Float64Array, at: number): void {
  for (let k = 0; k < 12; k++) relative[k] = records[at + 2 * (RELATIVE + k)];
  for (let k = 0; k < 3; k++) {
    sizesA[SIZES + k] = records[at + 2 * (SIZES_A + k)];
    sizesB[SIZES + k] = records[at + 2 * (SIZES_B + k)];
  }
  boxSatFrom(records[at + 2 * AXIS] | 0, bestAxis, sizesA, sizesB, relative);
  for (let k = 0; k < 3; k++) records[at + 2 * (DIRECTION + k)] = bestAxis[k];
  records[at + 2 * SEPARATION] = bestAxis[AXIS_SEPARATION];
  records[at + 2 * AXIS] = bestAxis[AXIS_NUMBER];
}

/**
 * Writes the contact points of the record at `at` to `out`, from `to` on: nine numbers each, the normal in the axes of A, the points of A and B in
 * the axes of each. Only if they have the vertices of the `known` ones, whose memory is in `memory` from `from` on: else returns why not, one of
 * `NO_CONTACT`, `NOT_FACING` and `OTHER_FEATURES`.
 */
export function refreshBoxPoints(
  out: Float64Array,
  to: number,
  records: Float64Array,
  at: number,
  memory: Float64Array,
  from: number,
  known: number,
): number {
  const separation = records[at + 2 * SEPARATION];
  if (separation > records[at + 2 * MARGIN]) return NO_CONTACT;
  const size =
    records[at + 2 * SIZES_A] +
    records[at + 2 * (SIZES_A + 1)] +
    records[at + 2 * (SIZES_A + 2)] +
    records[at + 2 * SIZES_B] +
    records[at + 2 * (SIZES_B + 1)] +
    records[at + 2 * (SIZES_B + 2)];
  if (!(records[at + 2 * MIN_GAP] <= separation + AS_DEEP * size)) return NOT_FACING;
  if (keyOf(records, at) !== memory[from]) return OTHER_FEATURES;
  let left = records[at + 2 * ACCEPTED] | 0;
  for (let k = 0; k < known; k++) {
    const candidate = findName(records, at, left, memory[from + 1 + k] | 0);
    if (candidate < 0) return OTHER_FEATURES;
    matches[k] = candidate;
    left &= ~(1 << candidate);
  }
  if (left !== 0) return OTHER_FEATURES;
  writePoints(out, to, records, at, known);
  return SAME_FEATURES;
}

/** Key of the axis and the two faces; see `BOX_MEMORY_LENGTH`. */
function keyOf(records: Float64Array, at: number): number {
  const axisX = records[at + 2 * AXIS_X] | 0;
  const negativeX = records[at + 2 * NEGATIVE_X] | 0;
  const axisY = records[at + 2 * AXIS_Y] | 0;
  const negativeY = records[at + 2 * NEGATIVE_Y] | 0;
  return 1 + (records[at + 2 * AXIS] | 0) + AXES * (negativeX + 2 * (axisX + 3 * (negativeY + 2 * axisY)));
}

/** The candidate of a name, among those whose bits are in `left`; -1 for none. */
function findName(records: Float64Array, at: number, left: number, name: number): number {
  for (let rest = left; rest !== 0; rest &= rest - 1) {
    const candidate = 31 - Math.clz32(rest & -rest);
    if ((records[at + 2 * (CANDIDATES + CANDIDATE * candidate + NAME)] | 0) === name) return candidate;
  }
  return -1;
}

/** As `writePoint` of `box-points.ts`. */
// biome-ignore format: one vector per line
function writePoints(out: Float64Array, to: number, records: Float64Array, at: number, count: number): void {
  const axis = records[at + 2 * AXIS] | 0;
  const swapped = axis >= 3 && axis < 6;
  const f = at + 2 * FRAME, r = at + 2 * POSE_Y, d = at + 2 * DIRECTION;
  const nx = records[f], ny = records[f + 2], nz = records[f + 4];
  const tx = records[f + 6], ty = records[f + 8], tz = records[f + 10];
  const ux = records[f + 12], uy = records[f + 14], uz = records[f + 16];
  for (let k = 0; k < count; k++) {
    const from = at + 2 * (CANDIDATES + CANDIDATE * matches[k]);
    const u = records[from], v = records[from + 2], h = records[from + 4], gap = records[from + 6];
    const x = u * tx + v * ux + h * nx, y = u * ty + v * uy + h * ny, z = u * tz + v * uz + h * nz;
    // to the surface of Y, in the axes of Y
    const sx = x + gap * nx - records[r + 18], sy = y + gap * ny - records[r + 20], sz = z + gap * nz - records[r + 22];
    const i = to + 9 * k, ofX = swapped ? i + 6 : i + 3, ofY = swapped ? i + 3 : i + 6;
    out[i] = records[d]; out[i + 1] = records[d + 2]; out[i + 2] = records[d + 4];
    out[ofX] = x; out[ofX + 1] = y; out[ofX + 2] = z;
    out[ofY] = records[r] * sx + records[r + 6] * sy + records[r + 12] * sz;
    out[ofY + 1] = records[r + 2] * sx + records[r + 8] * sy + records[r + 14] * sz;
    out[ofY + 2] = records[r + 4] * sx + records[r + 10] * sy + records[r + 16] * sz;
  }
}

/** Candidate of the record that has become candidate k of the manifold. */
const numbersOf = new Int32Array(16);

/**
 * The same for boxes that are facing: writes the points to `out`, and their features, sorted, to `outFeatures`, and updates the memory. Returns
 * their number, or `SAME_FEATURES` for the known points, without features.
 */
export function chooseBoxPoints(
  out: Float64Array,
  outFeatures: Int32Array,
  records: Float64Array,
  at: number,
  memory: Float64Array,
  from: number,
  known: number,
): number {
  const { chosen, features } = manifold;
  const key = keyOf(records, at);
  loadCandidates(records, at);
  let count = reduceManifold(manifold);
  const same = key === memory[from] && count === known && sortAsKnown(workspace, memory, from, count);
  if (!same) {
    const axis = loadFaces(records, at);
    count = sortByFeature(workspace, count, axis >= 3 && axis < 6);
    memory[from] = key;
  }
  for (let k = 0; k < count; k++) {
    matches[k] = numbersOf[chosen[k]];
    outFeatures[k] = features[k];
    memory[from + 1 + k] = vertexNames[chosen[k]];
  }
  writePoints(out, 0, records, at, count);
  return same ? SAME_FEATURES : count;
}

/** Sets the faces, for the features of candidates; returns the number of the axis. */
// biome-ignore format: one vector per line
function loadFaces(records: Float64Array, at: number): number {
  const axis = records[at + 2 * AXIS] | 0;
  setBoxFaceAxes(faceX, records[at + 2 * AXIS_X] | 0, records[at + 2 * NEGATIVE_X] === 1);
  if (axis >= 6) {
    // P along the edge
    faceX.axisP = ((axis - 6) / 3) | 0;
    faceX.axisQ = 3 - faceX.axisP - faceX.axis;
  }
  const x = faceX.numbers, y = faceY.numbers;
  x[CENTRE] = 0; x[CENTRE + 1] = records[at + 2 * CENTRE_X];
  x[P] = records[at + 2 * SIDES_X]; x[P + 1] = 0;
  x[Q] = 0; x[Q + 1] = records[at + 2 * (SIDES_X + 1)];
  setBoxFaceAxes(faceY, records[at + 2 * AXIS_Y] | 0, records[at + 2 * NEGATIVE_Y] === 1);
  const f = at + 2 * FACE_Y;
  y[CENTRE] = records[f]; y[CENTRE + 1] = records[f + 2];
  y[P] = records[f + 4]; y[P + 1] = records[f + 6];
  y[Q] = records[f + 8]; y[Q + 1] = records[f + 10];
  return axis;
}

function loadCandidates(records: Float64Array, at: number): void {
  const { candidates } = manifold;
  const { numbers } = candidates;
  let count = 0;
  for (let rest = records[at + 2 * ACCEPTED] | 0; rest !== 0; rest &= rest - 1) {
    const candidate = 31 - Math.clz32(rest & -rest);
    const from = at + 2 * (CANDIDATES + CANDIDATE * candidate);
    numbers[4 * count] = records[from];
    numbers[4 * count + 1] = records[from + 2];
    numbers[4 * count + 2] = records[from + 4];
    numbers[4 * count + 3] = records[from + 6];
    vertexNames[count] = records[from + 2 * NAME];
    numbersOf[count++] = candidate;
  }
  candidates.count = count;
  candidates.limit[0] = records[at + 2 * MARGIN];
}
