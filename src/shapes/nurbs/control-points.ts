import { describeValue, finiteNumbers } from '../checks.ts';

/** Derivatives grow with powers of the ratio of two weights: beyond these limits the third ones overflow. */
export const MIN_WEIGHT = 1e-6;
export const MAX_WEIGHT = 1e6;

/** Control points as given: [x, y] or [x, y, z] [m] each. */
export type Points = readonly (readonly number[])[];

/** The control points of a curve in homogeneous form, xw yw zw w each. `path` begins the messages. */
export function packControlPoints(path: string, points: Points, weights: readonly number[] | undefined): Float64Array {
  checkList(`${path}: points`, points);
  if (weights !== undefined) checkCount(`${path}: weights`, weights, points.length);
  const control = new Float64Array(4 * points.length);
  // entries() also visits the holes of a sparse list
  for (const [i, point] of points.entries()) packControlPoint(control, 4 * i, path, `[${i}]`, point, weights?.[i]);
  return control;
}

/** The control points of a surface, points[i][j] with i along u, in the order of a patch. */
export function packControlPointGrid(
  path: string,
  points: readonly Points[],
  weights: readonly (readonly number[])[] | undefined,
): Float64Array {
  checkList(`${path}: points`, points);
  checkList(`${path}: points[0]`, points[0]);
  if (weights !== undefined) checkCount(`${path}: weights`, weights, points.length);
  const count = points[0].length;
  const control = new Float64Array(4 * points.length * count);
  for (const [i, row] of points.entries()) {
    checkCount(`${path}: points[${i}]`, row, count);
    if (weights !== undefined) checkCount(`${path}: weights[${i}]`, weights[i], count);
    for (const [j, point] of row.entries()) {
      packControlPoint(control, 4 * (i * count + j), path, `[${i}][${j}]`, point, weights?.[i][j]);
    }
  }
  return control;
}

function packControlPoint(
  control: Float64Array,
  at: number,
  path: string,
  index: string,
  point: readonly number[],
  weight: unknown = 1,
): void {
  const coordinates = Array.isArray(point) && (point.length === 2 || point.length === 3);
  if (!coordinates || !finiteNumbers(point)) {
    throw new RangeError(
      `${path}: points${index} must be [x, y] or [x, y, z] of finite numbers, got ${describeValue(point)}`,
    );
  }
  if (typeof weight !== 'number' || !(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
    throw new RangeError(
      `${path}: weights${index} must be from ${MIN_WEIGHT} to ${MAX_WEIGHT}, got ${describeValue(weight)}`,
    );
  }
  const [x, y, z = 0] = point;
  control[at] = x * weight;
  control[at + 1] = y * weight;
  control[at + 2] = z * weight;
  control[at + 3] = weight;
  if (!finiteNumbers(control.subarray(at, at + 3))) {
    throw new RangeError(
      `${path}: points${index} times its weight is too large, got ${describeValue(point)} and ${weight}`,
    );
  }
}

function checkList(path: string, list: unknown): void {
  if (!Array.isArray(list) || list.length < 2) {
    throw new RangeError(`${path} must be a list of at least 2, got ${describeValue(list)}`);
  }
}

function checkCount(path: string, list: unknown, count: number): void {
  if (!Array.isArray(list) || list.length !== count) {
    const got = Array.isArray(list) ? `${list.length}` : describeValue(list);
    throw new RangeError(`${path} must have as many entries as the others, ${count}, got ${got}`);
  }
}

/** Smallest box around the control points: low x y z, high x y z. It contains the curve or patch: weights are above zero. */
export function controlPointsBox(control: Float64Array): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let at = 0; at < control.length; at += 4) {
    for (let k = 0; k < 3; k++) {
      const value = control[at + k] / control[at + 3];
      box[k] = Math.min(box[k], value);
      box[3 + k] = Math.max(box[3 + k], value);
    }
  }
  return box;
}
