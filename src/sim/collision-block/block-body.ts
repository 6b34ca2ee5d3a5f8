/** Reads one body of a collision-block sample: its state, its rotation, its inertia and its mesh. [CP13-5.2] */
import type { RigidBody } from '../../dynamics/rigid-body.ts';
import {
  createMat3,
  determinantMat3,
  invertSymmetric,
  mat3FromRows,
  type ReadonlyMat3,
  rotateTensor,
} from '../../math/mat3.ts';
import { type Pose, toWorld } from '../../math/pose.ts';
import { createVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { describeValue, finiteNumbers } from '../../shapes/checks.ts';
import { createHull } from '../../shapes/hull/create-hull.ts';
import { createPolygon } from '../../shapes/polygon.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { CollisionBlockInputs, InertiaInput, MatrixInput } from './block-io.ts';
import type { BlockSettings, BodySettings, MeshCache } from './block-settings.ts';

/** A last vertex within this fraction of the mesh size of the first one closes the outline. */
const CLOSED = 1e-12;
/** Tolerance of the entries of R Rᵀ - 1 and of the asymmetry of a tensor: rounded inputs. */
const ROUNDED = 1e-9;

/** One body of a sample. */
export interface SampleBody {
  readonly name: string;
  readonly shape: Shape;
  /** World vertices in the order of the input; undefined for a shape. */
  readonly outline: number[] | undefined;
  /** Its velocities become those after the sample. */
  readonly body: RigidBody;
  readonly state: readonly number[];
}

/** Above zero; Infinity is allowed. */
export function checkPositive(name: string, value: number): void {
  // a list of one number compares like the number
  if (!(typeof value === 'number' && value > 0))
    throw new RangeError(`${name}: must be a number above zero, got ${describeValue(value)}`);
}

/** The body `settings` in the state of `inputs`; `known` is its mesh in the last sample. */
export function readSampleBody(
  { dimension, rotation, meshOrder }: BlockSettings,
  settings: BodySettings,
  inputs: CollisionBlockInputs,
  known: MeshCache | undefined,
): { readonly body: SampleBody; readonly mesh: MeshCache | undefined } {
  const { name } = settings;
  const state = checkState(`Xcm_${name}`, inputs[`Xcm_${name}`]);
  const pose = readPose(name, state, inputs, dimension, rotation === 'slides');
  const given = inputs[`mesh_${name}`];
  let mesh = settings.mesh;
  if (given !== undefined && settings.shape !== undefined)
    throw new RangeError(`mesh_${name}: must not be given, the block has shape_${name}`);
  if (settings.shape === undefined && (given !== undefined || mesh === undefined))
    mesh = readMesh(`mesh_${name}`, given, dimension, meshOrder, known);
  const inertia = inputs[`I_${name}`];
  const inverse = inertia === undefined ? settings.inverseInertia : readInertia(`I_${name}`, inertia, dimension);
  const shape = settings.shape ?? (mesh as MeshCache).shape;
  const isPlanar = dimension === 2;
  const [, , , vx, vy, vz, wx, wy, wz] = state;
  const body: RigidBody = {
    pose,
    velocity: createVec3(vx, vy, isPlanar ? 0 : vz),
    angularVelocity: isPlanar ? createVec3(0, 0, wz) : createVec3(wx, wy, wz),
    inverseMass: settings.isImmovable ? 0 : 1 / settings.mass,
    inverseInertia: settings.isImmovable ? createMat3(0, 0, 0) : worldInertia(inverse, pose.rotation, dimension),
  };
  const outline = mesh?.vertices.flatMap((vertex) =>
    components(toWorld(createVec3(), pose, createVec3(vertex[0], vertex[1], isPlanar ? 0 : vertex[2])), dimension),
  );
  return { body: { name, shape, outline, body, state }, mesh };
}

/** The first two or three components. */
export function components({ x, y, z }: ReadonlyVec3, dimension: 2 | 3): number[] {
  return dimension === 2 ? [x, y] : [x, y, z];
}

function worldInertia(inverse: ReadonlyMat3, rotation: ReadonlyMat3, dimension: 2 | 3): ReadonlyMat3 {
  return dimension === 2 ? inverse : rotateTensor(createMat3(), rotation, inverse);
}

function checkState(name: string, state: readonly number[] | undefined): readonly number[] {
  if (Array.isArray(state) && state.length === 9 && finiteNumbers(state)) return state;
  throw new RangeError(`${name}: must be 9 finite numbers [x y z vx vy vz wx wy wz], got ${describeValue(state)}`);
}

function readPose(
  body: string,
  state: readonly number[],
  inputs: CollisionBlockInputs,
  dimension: 2 | 3,
  isTransposed: boolean,
): Pose {
  const given = inputs[`R_${body}`];
  const other = inputs[`Rbi_${body}`];
  if (given !== undefined && other !== undefined)
    throw new RangeError(`Rbi_${body}: must not be given together with R_${body}, which is the same matrix`);
  const name = other === undefined ? `R_${body}` : `Rbi_${body}`;
  const rows = readRotation(name, given ?? other, dimension);
  const m = isTransposed ? rows.map((_, i) => rows.map((row) => row[i])) : rows;
  const [x, y, z] = state;
  return {
    position: createVec3(x, y, dimension === 2 ? 0 : z),
    rotation: mat3FromRows(dimension === 2 ? [[m[0][0], m[0][1], 0], [m[1][0], m[1][1], 0], [0, 0, 1]] : m), // biome-ignore format: a matrix
  };
}

function readRotation(name: string, rows: MatrixInput | undefined, dimension: 2 | 3): MatrixInput {
  const isSquare = (size: number) =>
    Array.isArray(rows) &&
    rows.length === size &&
    rows.every((row) => Array.isArray(row) && row.length === size && finiteNumbers(row));
  const sizes = dimension === 2 ? '2 x 2 or 3 x 3' : '3 x 3';
  if (!(isSquare(3) || (dimension === 2 && isSquare(2))))
    throw new RangeError(`${name}: must be a ${sizes} matrix of finite numbers, got ${describeValue(rows)}`);
  const m = (rows as MatrixInput).slice(0, dimension).map((row) => row.slice(0, dimension));
  if (!isRotation(m)) throw new RangeError(`${name}: must be a rotation matrix, got ${describeValue(rows)}`);
  return m;
}

/** Whether the rows are orthogonal unit vectors of a right-handed frame, up to the rounding of the inputs. */
function isRotation(m: MatrixInput): boolean {
  const isOrthogonal = m.every((p, i) =>
    m.every((q, k) => {
      const product = p.reduce((sum, value, at) => sum + value * q[at], 0);
      return Math.abs(product - (i === k ? 1 : 0)) <= ROUNDED;
    }),
  );
  const determinant = m.length === 2 ? m[0][0] * m[1][1] - m[0][1] * m[1][0] : determinantMat3(mat3FromRows(m));
  return isOrthogonal && determinant > 0;
}

/** Inverse of an inertia in body axes [1/(kg m²)]; zero for an infinite one. */
export function readInertia(name: string, given: InertiaInput, dimension: 2 | 3): ReadonlyMat3 {
  if (dimension === 2 || typeof given === 'number') {
    checkPositive(name, given as number);
    const inverse = 1 / (given as number);
    return dimension === 2 ? createMat3(0, 0, inverse) : createMat3(inverse, inverse, inverse);
  }
  const rows: readonly unknown[] = Array.isArray(given) ? given : [];
  if (rows.length === 3 && finiteNumbers(rows) && rows.every((moment) => (moment as number) > 0)) {
    const [x, y, z] = given as readonly number[];
    return createMat3(1 / x, 1 / y, 1 / z);
  }
  const isTensor =
    rows.length === 3 && rows.every((row) => Array.isArray(row) && row.length === 3 && finiteNumbers(row));
  if (!(isTensor && isPositiveDefinite(given as MatrixInput)))
    throw new RangeError(
      `${name}: must be a number above zero, three of them, or a symmetric positive definite 3 x 3 matrix, got ${describeValue(given)}`,
    );
  return invertSymmetric(createMat3(), mat3FromRows(given as MatrixInput));
}

function isPositiveDefinite(rows: MatrixInput): boolean {
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = rows;
  const size = Math.max(...rows.flat().map(Math.abs));
  const isSymmetric = [xy - yx, xz - zx, yz - zy].every((difference) => Math.abs(difference) <= ROUNDED * size);
  return isSymmetric && xx > 0 && zz > 0 && xx * yy - xy * xy > 0 && determinantMat3(mat3FromRows(rows)) > 0;
}

/** The shape of a mesh: the polygon of an outline in the plane, the convex hull of its vertices in space. */
export function readMesh(
  name: string,
  mesh: MatrixInput | undefined,
  dimension: 2 | 3,
  order: 'clockwise' | 'auto',
  known: MeshCache | undefined,
): MeshCache {
  const key = JSON.stringify(mesh);
  // a missing mesh has no key
  if (known !== undefined && known.key === key) return known;
  const rows = Array.isArray(mesh) ? (mesh as MatrixInput) : [];
  const hasRows = rows.length === 3 || (dimension === 2 && rows.length === 2);
  const isTable = hasRows && rows.every((row) => Array.isArray(row) && row.length === rows[0].length);
  if (!isTable || !rows.every(finiteNumbers)) {
    const count = dimension === 2 ? '2 or 3 rows' : '3 rows';
    throw new RangeError(
      `${name}: must be ${count} of finite numbers, one column per vertex, got ${describeValue(mesh)}`,
    );
  }
  const vertices = rows[0].map((_, i) => rows.slice(0, dimension).map((row) => row[i]));
  if (dimension === 2) openOutline(vertices);
  const shape = orName(name, () => (dimension === 2 ? createPolygon(vertices) : createHull(vertices)));
  if (dimension === 2 && order === 'clockwise' && signedArea(vertices) > 0) {
    throw new RangeError(`${name}: must be clockwise (meshOrder 'auto' accepts both), got a counter-clockwise mesh`);
  }
  return { key, vertices, shape };
}

/** Removes a repeated first vertex (E15). */
function openOutline(vertices: number[][]): void {
  if (vertices.length < 2) return;
  const size = Math.max(...vertices.flat().map(Math.abs));
  const [first, last] = [vertices[0], vertices[vertices.length - 1]];
  if (first.every((value, i) => Math.abs(value - last[i]) <= CLOSED * size)) vertices.pop();
}

function orName<T>(name: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new RangeError(`${name}: ${(error as Error).message}`);
  }
}

function signedArea(vertices: readonly number[][]): number {
  return vertices.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = vertices[(i + 1) % vertices.length];
    return sum + (x - vertices[0][0]) * (nextY - y) - (y - vertices[0][1]) * (nextX - x);
  }, 0);
}
