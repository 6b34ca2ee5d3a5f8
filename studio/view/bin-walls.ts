import type { ReadonlyVec3 } from '../../src/index.ts';

/** A half-space: points x with normal · x ≥ offset are free [m]. */
export interface FreeHalfspace {
  readonly normal: ReadonlyVec3;
  readonly offset: number;
}

type Vertex = readonly [number, number, number];
type Polygon = readonly Vertex[];

/** A plane face of the free space; `wall` is the index of its half-space, -1 for a side of the surrounding box. */
interface Face {
  readonly wall: number;
  readonly polygon: Polygon;
}

const dot = ({ x, y, z }: ReadonlyVec3, [px, py, pz]: Vertex) => x * px + y * py + z * pz;

/**
 * The faces of half-spaces that bound the space free of all of them, inside a box: a bin of five half-spaces gives its bottom and four sides.
 * One polygon for each half-space, counter-clockwise seen from the free side; empty where it does not bound the space.
 */
export function binWalls(walls: readonly FreeHalfspace[], low: Vertex, high: Vertex): Polygon[] {
  let faces = boxFaces(low, high);
  walls.forEach((wall, i) => {
    faces = clipFaces(faces, wall, i);
  });
  return walls.map((_, i) => faces.find((face) => face.wall === i)?.polygon ?? []);
}

function boxFaces(low: Vertex, high: Vertex): Face[] {
  const corner = (bits: number): Vertex => [0, 1, 2].map((k) => (bits & (1 << k) ? high : low)[k]) as unknown as Vertex;
  const sides = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return sides.map((side) => ({ wall: -1, polygon: side.map(corner) }));
}

/** Keeps the part of a convex polyhedron in a half-space and adds the face in its plane. */
function clipFaces(faces: readonly Face[], wall: FreeHalfspace, index: number): Face[] {
  const { normal, offset } = wall;
  const rim: Vertex[] = [];
  const kept = faces.flatMap((face): Face[] => {
    const polygon: Vertex[] = [];
    face.polygon.forEach((p, i) => {
      const q = face.polygon[(i + 1) % face.polygon.length];
      const [a, b] = [dot(normal, p) - offset, dot(normal, q) - offset];
      if (a >= 0) polygon.push(p);
      if (a * b < 0) {
        const s = a / (a - b);
        const at: Vertex = [p[0] + s * (q[0] - p[0]), p[1] + s * (q[1] - p[1]), p[2] + s * (q[2] - p[2])];
        polygon.push(at);
        rim.push(at);
      } else if (a === 0) rim.push(p);
    });
    return polygon.length > 2 ? [{ wall: face.wall, polygon }] : [];
  });
  const polygon = ordered(rim, normal);
  return polygon.length > 2 ? [...kept, { wall: index, polygon }] : kept;
}

/** Points of a convex polygon in order, counter-clockwise seen against the normal; equal ones once. */
function ordered(points: readonly Vertex[], normal: ReadonlyVec3): Polygon {
  if (points.length < 3) return [];
  const centre = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  const axis = Math.abs(normal.x) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const n = [normal.x, normal.y, normal.z];
  const u = cross(axis, n);
  const v = cross(n, u);
  const angle = (p: Vertex) => {
    const d = p.map((value, k) => value - centre[k]);
    return Math.atan2(
      d.reduce((sum, value, k) => sum + value * v[k], 0),
      d.reduce((sum, value, k) => sum + value * u[k], 0),
    );
  };
  const size = Math.max(...points.flatMap((p) => p.map((value, k) => Math.abs(value - centre[k]))), 1e-300);
  const sorted = points.map((p) => [angle(p), p] as const).sort(([a], [b]) => a - b);
  return sorted
    .map(([, p]) => p)
    .filter((p, i, all) => {
      const next = all[(i + 1) % all.length];
      return p.some((value, k) => Math.abs(value - next[k]) > 1e-9 * size);
    });
}

function cross([ax, ay, az]: readonly number[], [bx, by, bz]: readonly number[]): number[] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
