/** Reads one body of a collision-block sample: its state, its rotation and its mesh. [CP13-5.2] */
import type { Pose } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { describeValue, finiteNumbers } from '../shapes/checks.ts';
import { createPolygon, type Polygon } from '../shapes/polygon.ts';

/** A last vertex within this fraction of the mesh size of the first one closes the outline. */
const CLOSED = 1e-12;

/** An input mesh and the polygon made from it, cached while the mesh is unchanged. */
export interface MeshCache {
  key: string;
  vertices: number[][];
  polygon: Polygon;
}

export function checkState(name: string, state: readonly number[]): readonly number[] {
  if (Array.isArray(state) && state.length === 9 && finiteNumbers(state)) return state;
  throw new RangeError(`${name}: must be 9 finite numbers [x y z vx vy vz wx wy wz], got ${describeValue(state)}`);
}

export function readPose(
  state: readonly number[],
  name: string,
  rows: readonly (readonly number[])[],
  isTransposed: boolean,
): Pose {
  const isSquare =
    Array.isArray(rows) &&
    (rows.length === 2 || rows.length === 3) &&
    rows.every((row) => Array.isArray(row) && row.length === rows.length && finiteNumbers(row));
  if (!isSquare)
    throw new RangeError(`${name}: must be a 2 x 2 or 3 x 3 matrix of finite numbers, got ${describeValue(rows)}`);
  const [[xx, xy], [yx, yy]] = rows;
  // a rotation has orthogonal unit columns; the tolerance allows for rounded reference inputs
  if (Math.abs(xx * yy - xy * yx - 1) > 1e-9 || Math.abs(xx * xy + yx * yy) > 1e-9) {
    throw new RangeError(`${name}: must be a rotation matrix, got ${describeValue(rows)}`);
  }
  const [upper, lower] = isTransposed ? [yx, xy] : [xy, yx];
  return {
    position: createVec3(state[0], state[1]),
    rotation: { xx, xy: upper, xz: 0, yx: lower, yy, yz: 0, zx: 0, zy: 0, zz: 1 },
  };
}

export function readMesh(
  name: string,
  mesh: readonly (readonly number[])[],
  order: 'clockwise' | 'auto',
  known: MeshCache | undefined,
): MeshCache {
  const key = JSON.stringify(mesh);
  // a missing mesh has no key
  if (known !== undefined && known.key === key) return known;
  const isTable =
    Array.isArray(mesh) &&
    (mesh.length === 2 || mesh.length === 3) &&
    mesh.every((row) => Array.isArray(row) && row.length === mesh[0].length);
  if (!isTable || !mesh.every(finiteNumbers)) {
    throw new RangeError(
      `${name}: must be 2 or 3 rows of finite numbers, one column per vertex, got ${describeValue(mesh)}`,
    );
  }
  const [xs, ys]: readonly (readonly number[])[] = mesh;
  const vertices = xs.map((x, i) => [x, ys[i]]);
  const size = Math.max(...vertices.flat().map(Math.abs));
  const [first, last] = [vertices[0], vertices[vertices.length - 1]];
  const isClosed =
    vertices.length > 1 &&
    Math.abs(first[0] - last[0]) <= CLOSED * size &&
    Math.abs(first[1] - last[1]) <= CLOSED * size;
  if (isClosed) vertices.pop();
  const polygon = readPolygon(name, vertices);
  if (order === 'clockwise' && signedArea(vertices) > 0) {
    throw new RangeError(`${name}: must be clockwise (meshOrder 'auto' accepts both), got a counter-clockwise mesh`);
  }
  return { key, vertices, polygon };
}

function readPolygon(name: string, vertices: number[][]): Polygon {
  try {
    return createPolygon(vertices);
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
