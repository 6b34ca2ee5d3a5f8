/** Rows of poses, velocities and vectors of a batch, read into the objects of the library; a single row applies to all items. */
import { createMat3, rotationAboutZ } from '../../math/mat3.ts';
import type { Pose } from '../../math/pose.ts';
import { createVec3, type Vec3 } from '../../math/vec3.ts';
import { QueryError } from '../fields.ts';
import { type Answer, type Columns, hasArray, type Message, type Rows, rowsAt, rowWidth } from './message.ts';

/** [x, y, z, w, qx, qy, qz], or [x, y, angle] in the plane. */
const POSE_WIDTHS = [7, 3];

/** The poses of field `name`: the origin if there is none. */
export function posesAt(message: Message, name: string): Rows {
  if (!hasArray(message, name)) return { values: Float64Array.of(0, 0, 0, 1, 0, 0, 0), count: 1, width: 7 };
  return rowsAt(message, name, POSE_WIDTHS);
}

/** Vectors of field `name`, for example velocities: zero if there are none. */
export function vectorsAt(message: Message, name: string): Rows {
  if (!hasArray(message, name)) return { values: new Float64Array(3), count: 1, width: 3 };
  return rowsAt(message, name, [3]);
}

/** Number of items of a batch: all rows have this many, or one, which then applies to all. */
export function itemCount(rows: Readonly<Record<string, Rows>>): number {
  const given = Object.entries(rows);
  const count = given.reduce((most, [, one]) => (one.count === 1 ? most : Math.max(most, one.count)), 1);
  const empty = given.find(([, one]) => one.count === 0);
  if (empty !== undefined) return 0;
  const wrong = given.find(([, one]) => one.count !== 1 && one.count !== count);
  if (wrong !== undefined) throw new QueryError(wrong[0], `${wrong[1].count} rows`, `1 or ${count} rows`);
  return count;
}

export function createRowPose(): Pose {
  return { position: createVec3(), rotation: createMat3() };
}

/** Reads a row into a pose. Throws a RangeError for numbers that are not finite and for the quaternion zero. */
export function readPose(out: Pose, { values, count, width }: Rows, item: number): void {
  const at = count === 1 ? 0 : item * width;
  const { position, rotation: r } = out;
  position.x = values[at];
  position.y = values[at + 1];
  if (width === 3) {
    position.z = 0;
    const angle = values[at + 2];
    if (!Number.isFinite(position.x + position.y + angle)) throw new RangeError('the pose is not finite');
    rotationAboutZ(r, angle);
    return;
  }
  position.z = values[at + 2];
  const w = values[at + 3];
  const x = values[at + 4];
  const y = values[at + 5];
  const z = values[at + 6];
  const norm = w * w + x * x + y * y + z * z;
  if (!(norm > 0 && Number.isFinite(norm + position.x + position.y + position.z))) {
    throw new RangeError(norm === 0 ? 'the quaternion of the pose is zero' : 'the pose is not finite');
  }
  const s = 2 / norm;
  r.xx = 1 - s * (y * y + z * z);
  r.xy = s * (x * y - w * z);
  r.xz = s * (x * z + w * y);
  r.yx = s * (x * y + w * z);
  r.yy = 1 - s * (x * x + z * z);
  r.yz = s * (y * z - w * x);
  r.zx = s * (x * z - w * y);
  r.zy = s * (y * z + w * x);
  r.zz = 1 - s * (x * x + y * y);
}

/** Reads a row of three numbers. Throws a RangeError, which names it, if they are not finite. */
export function readVector(out: Vec3, { values, count }: Rows, item: number, name: string): void {
  const at = count === 1 ? 0 : 3 * item;
  out.x = values[at];
  out.y = values[at + 1];
  out.z = values[at + 2];
  if (!Number.isFinite(out.x + out.y + out.z)) throw new RangeError(`${name} is not finite`);
}

export function writeVector(out: Float64Array, at: number, { x, y, z }: Readonly<Vec3>): void {
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}

/** Makes memory for this many numbers, all zeros. */
export type AllocateNumbers = (length: number) => Float64Array;

const newNumbers: AllocateNumbers = (length) => new Float64Array(length);

/** Errors listed in an answer; all are counted. */
const MAX_ERRORS = 100;

/**
 * The answer of a batch: a table of `count` rows, of which `answer` fills the one that begins at `at`. An item that throws an error about
 * its input has zeros and `failed` in its last column, its status, and is listed; the others are still answered.
 */
export function answerItems(
  columns: Columns,
  count: number,
  failed: number,
  answer: (values: Float64Array, at: number, item: number) => void,
  allocate: AllocateNumbers = newNumbers,
): Answer {
  const width = rowWidth(columns);
  const values = allocate(count * width);
  const errors: { readonly index: number; readonly message: string }[] = [];
  let errorCount = 0;
  for (let item = 0; item < count; item++) {
    const at = item * width;
    try {
      answer(values, at, item);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      values.fill(0, at, at + width - 1);
      values[at + width - 1] = failed;
      if (errors.length < MAX_ERRORS) errors.push({ index: item, message: error.message });
      errorCount++;
    }
  }
  const fields = errorCount === 0 ? { count } : { count, errorCount, errors };
  return { fields, arrays: {}, table: { columns, count, values } };
}
