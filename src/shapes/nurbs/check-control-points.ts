import { controlPointsBox } from './control-points.ts';
import type { PatchSide } from './curve.ts';

/** Two control points nearer than this fraction of the largest extent of all count as one ... */
const SAME_POINT = 1e-12;
/** ... and so do those that differ by the rounding of x w / w, a fraction of the largest coordinate. */
const ROUNDING = 2 ** -51;

/** Consecutive control points of a curve must differ: otherwise it would have no tangent there. */
export function checkControlPointRow(path: string, control: Float64Array): void {
  const repeated = repeatedControlPoints(control, 0, 4, control.length / 4, checkedTolerance(path, control));
  if (repeated.length > 0) {
    const i = repeated[0];
    throw new RangeError(`${path}: points[${i - 1}] and points[${i}] must differ, both are ${pointText(control, i)}`);
  }
}

/** Adjacent control points of a grid must differ except on degenerate sides, and two adjacent sides must not both be degenerate. */
export function checkControlPointGrid(path: string, control: Float64Array, countU: number, countV: number): void {
  const tolerance = checkedTolerance(path, control);
  const row = 4 * countV;
  const sidesV = checkRows(control, tolerance, countV, 4, countU, row, (j, i) => {
    throw repeatedInPatch(path, [i - 1, j], [i, j], pointText(control, i * countV + j));
  });
  const sidesU = checkRows(control, tolerance, countU, row, countV, 4, (i, j) => {
    throw repeatedInPatch(path, [i, j - 1], [i, j], pointText(control, i * countV + j));
  });
  if (sidesU.length > 0 && sidesV.length > 0) {
    const sides: PatchSide[] = [sidesU[0] === 0 ? 'u0' : 'u1', sidesV[0] === 0 ? 'v0' : 'v1'];
    throw new RangeError(`${path}: sides ${sides[0]} and ${sides[1]} are adjacent, they must not both be one point`);
  }
}

/**
 * Checks `rows` rows of `count` control points. Returns the first and last row if they are one point; calls `fail` at the
 * second of two equal control points anywhere else.
 */
function checkRows(
  control: Float64Array,
  tolerance: number,
  rows: number,
  rowStride: number,
  count: number,
  stride: number,
  fail: (row: number, second: number) => never,
): number[] {
  const degenerate: number[] = [];
  for (let row = 0; row < rows; row++) {
    const repeated = repeatedControlPoints(control, row * rowStride, stride, count, tolerance);
    if (repeated.length === 0) continue;
    const side = row === 0 || row === rows - 1;
    if (!side || repeated.length < count - 1) fail(row, repeated[0]);
    degenerate.push(row);
  }
  return degenerate;
}

function repeatedInPatch(path: string, first: number[], second: number[], where: string): RangeError {
  const [a, b] = [first, second].map(([i, j]) => `points[${i}][${j}]`);
  return new RangeError(`${path}: ${a} and ${b} must differ unless their whole side is one point, both are ${where}`);
}

/**
 * Indices of control points in a row that equal the previous one. The row's `count` control points start at `start`,
 * `stride` numbers apart.
 */
function repeatedControlPoints(
  control: Float64Array,
  start: number,
  stride: number,
  count: number,
  tolerance: number,
): number[] {
  const repeated: number[] = [];
  for (let i = 1; i < count; i++) {
    const a = start + (i - 1) * stride;
    const b = a + stride;
    let apart = 0;
    for (let k = 0; k < 3; k++) {
      apart = Math.max(apart, Math.abs(control[b + k] / control[b + 3] - control[a + k] / control[a + 3]));
    }
    if (apart <= tolerance) repeated.push(i);
  }
  return repeated;
}

/** Distance within which two control points of a curve or patch count as one. */
function checkedTolerance(path: string, control: Float64Array): number {
  const box = controlPointsBox(control);
  const extent = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  if (extent === Number.POSITIVE_INFINITY) throw new RangeError(`${path}: the points are too far apart`);
  const tolerance = SAME_POINT * extent + ROUNDING * box.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  if (!(extent > tolerance)) throw new RangeError(`${path}: all points are one, ${pointText(control, 0)}`);
  return tolerance;
}

/** Control point i as text for a message. */
function pointText(control: Float64Array, i: number): string {
  const w = control[4 * i + 3];
  return `[${[0, 1, 2].map((k) => control[4 * i + k] / w).join(', ')}]`;
}
