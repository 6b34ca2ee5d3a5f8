/**
 * Convex parts of a closed mesh, by division with planes perpendicular to the axes. A part is the convex hull of the solid inside a box of the
 * division: the parts together contain the solid, and what they contain in addition is known exactly, as the difference of volumes.
 */
import { atan2 } from '../math/inverse-trig.ts';
import { convexHull3 } from './hull/hull3.ts';
import type { Trimesh } from './trimesh.ts';

/** Result of `decomposeMesh`. */
export interface ConvexParts {
  /** Vertices of each part, xyz xyz ... [m]. */
  readonly parts: readonly Float64Array[];
  /** Volume of all parts, less that of the solid, as a fraction of that of the solid. */
  readonly error: number;
}

/** More parts cost more than the mesh itself. */
const MAX_PARTS = 64;
/** Planes that are tried along each axis: through vertices of the part, at equal fractions of their order. */
const PLANES = 7;
/** Solids of a smaller fraction of the volume are rounding error. */
const NOTHING = 1e-9;

type Corner = readonly [number, number, number];
type Polygon = readonly Corner[];

/** The solid inside a box, with the polygons of its surface in the column of that box along z. */
interface Part {
  readonly low: Corner;
  readonly high: Corner;
  readonly column: readonly Polygon[];
  readonly vertices: Float64Array;
  /** Of the hull, less that of the solid [m³]. */
  readonly excess: number;
}

/**
 * Divides a closed mesh into convex parts, until they have at most `maxError` of its volume in excess of it. Throws a RangeError for a mesh that is
 * not closed, and if too many parts are necessary.
 */
export function decomposeMesh({ positions, triangles, closed }: Trimesh, maxError: number): ConvexParts {
  if (!closed) throw new RangeError('decomposeMesh: the mesh must be closed');
  const corner = (node: number): Corner => [positions[3 * node], positions[3 * node + 1], positions[3 * node + 2]];
  const surface: Polygon[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    surface.push([corner(triangles[k]), corner(triangles[k + 1]), corner(triangles[k + 2])]);
  }
  const contains = createInsideTest(surface);
  const points = surface.flat();
  const bound = (pick: (a: number, b: number) => number): Corner =>
    [0, 1, 2].map((axis) => points.reduce((best, p) => pick(best, p[axis]), points[0][axis])) as [
      number,
      number,
      number,
    ];
  const [low, high] = [bound(Math.min), bound(Math.max)];
  const volume = volumeWithin(surface, low, high);
  const whole = createPart(low, high, surface, contains, NOTHING * volume);
  const parts = whole ? [whole] : [];
  const excessOf = (list: readonly Part[]) => list.reduce((sum, { excess }) => sum + excess, 0);
  while (excessOf(parts) > maxError * volume) {
    const worst = parts.reduce((best, { excess }, i) => (excess > parts[best].excess ? i : best), 0);
    const division = divide(parts[worst], contains, NOTHING * volume);
    if (parts.length >= MAX_PARTS || division === undefined) {
      const reached = excessOf(parts) / volume;
      throw new RangeError(
        `decomposeMesh: ${parts.length} parts exceed the solid by ${reached} of its volume, expected at most ${maxError} with at most ${MAX_PARTS} parts`,
      );
    }
    parts.splice(worst, 1, ...division);
  }
  return { parts: parts.map(({ vertices }) => vertices), error: Math.max(0, excessOf(parts) / volume) };
}

/** The division of a part by one plane that minimises the excess; undefined if none reduces it. */
function divide(part: Part, contains: (point: Corner) => boolean, nothing: number): Part[] | undefined {
  let best: Part[] | undefined;
  let least = part.excess;
  for (const axis of [0, 1, 2]) {
    for (const at of planesAcross(part, axis)) {
      const halves = [-1, 1].flatMap((side) => {
        const low = part.low.map((x, k) => (k === axis && side > 0 ? at : x)) as unknown as Corner;
        const high = part.high.map((x, k) => (k === axis && side < 0 ? at : x)) as unknown as Corner;
        const column = axis === 2 ? part.column : clipAll(part.column, axis, at, side);
        return createPart(low, high, column, contains, nothing) ?? [];
      });
      const excess = halves.reduce((sum, half) => sum + half.excess, 0);
      if (!(excess < least)) continue;
      least = excess;
      best = halves;
    }
  }
  return best;
}

/** Coordinates of vertices inside the box, and its midpoint. */
function planesAcross({ low, high, column, vertices }: Part, axis: number): number[] {
  const [from, to] = [low[axis], high[axis]];
  const isInside = (x: number) => x > from + 1e-6 * (to - from) && x < to - 1e-6 * (to - from);
  const inBox = ([x, y, z]: Corner) => [x, y, z].every((value, k) => value >= low[k] && value <= high[k]);
  const own = column
    .flat()
    .filter(inBox)
    .map((point) => point[axis]);
  const all = [...new Set([...own, ...vertices.filter((_, i) => i % 3 === axis)])];
  const inner = all.filter(isInside).sort((a, b) => a - b);
  const chosen = inner.length <= PLANES ? inner : Array.from({ length: PLANES }, (_, k) => inner[Math.floor(((k + 0.5) * inner.length) / PLANES)]); // biome-ignore format: one list
  return [...new Set([...chosen, 0.5 * (from + to)])];
}

function createPart(
  low: Corner,
  high: Corner,
  column: readonly Polygon[],
  contains: (point: Corner) => boolean,
  nothing: number,
): Part | undefined {
  const inside = volumeWithin(column, low, high);
  if (!(inside > nothing)) return undefined;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (k): Corner => [k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]],
  );
  const surface = clipAll(clipAll(column, 2, low[2], 1), 2, high[2], -1).flat();
  const hull = convexHull3(Float64Array.from([...surface, ...corners.filter(contains)].flat()));
  if (hull.dimension < 3) return undefined;
  return { low, high, column, vertices: hull.vertices, excess: hullVolume(hull.vertices, hull.faces) - inside };
}

/** The parts of polygons on one side of a plane (Sutherland and Hodgman). A polygon in the plane bounds the solid on the side behind it. */
function clipAll(polygons: readonly Polygon[], axis: number, at: number, side: number): Polygon[] {
  return polygons.flatMap((polygon) => {
    if (polygon.every((point) => point[axis] === at)) return side * areaAcross(polygon, axis) < 0 ? [polygon] : [];
    const clipped = clip(polygon, axis, at, side);
    return clipped.length >= 3 ? [clipped] : [];
  });
}

function clip(polygon: Polygon, axis: number, at: number, side: number): Polygon {
  const heights = polygon.map((point) => side * (point[axis] - at));
  if (heights.every((height) => height >= 0)) return polygon;
  const out: Corner[] = [];
  polygon.forEach((point, k) => {
    const next = (k + 1) % polygon.length;
    const [a, b] = [heights[k], heights[next]];
    if (a >= 0) out.push(point);
    if (a > 0 !== b > 0 && a !== 0 && b !== 0) {
      const t = a / (a - b);
      const crossing = point.map((x, i) => (i === axis ? at : x + t * (polygon[next][i] - x)));
      out.push(crossing as unknown as Corner);
    }
  });
  return out;
}

/** ∮ clamp(z) n_z dA over polygons of a column: the volume of the solid between two heights. */
function volumeWithin(column: readonly Polygon[], [, , bottom]: Corner, [, , top]: Corner): number {
  let volume = 0;
  for (const polygon of column) {
    for (let k = 1; k + 1 < polygon.length; k++) {
      const triangle = [polygon[0], polygon[k], polygon[k + 1]];
      const heights = triangle.map((point) => point[2]);
      const isOutside = Math.max(...heights) <= bottom || Math.min(...heights) >= top;
      if (isOutside) {
        volume += (Math.max(...heights) <= bottom ? bottom : top) * areaAcross(triangle);
        continue;
      }
      volume += bottom * areaAcross(clip(triangle, 2, bottom, -1)) + top * areaAcross(clip(triangle, 2, top, 1));
      const between = clip(clip(triangle, 2, bottom, 1), 2, top, -1);
      for (let i = 1; i + 1 < between.length; i++) {
        const piece = [between[0], between[i], between[i + 1]];
        volume += areaAcross(piece) * ((piece[0][2] + piece[1][2] + piece[2][2]) / 3);
      }
    }
  }
  return volume;
}

/** Signed area of the projection of a polygon along an axis, by default z. */
function areaAcross(polygon: Polygon, axis = 2): number {
  const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
  let twice = 0;
  for (let k = 1; k + 1 < polygon.length; k++) {
    const [a, b, c] = [polygon[0], polygon[k], polygon[k + 1]];
    twice += (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]);
  }
  return 0.5 * twice;
}

function hullVolume(v: Float64Array, faces: readonly ArrayLike<number>[]): number {
  let sixfold = 0;
  const [ox, oy, oz] = [v[0], v[1], v[2]];
  for (const face of faces) {
    for (let k = 1; k + 1 < face.length; k++) {
      const [a, b, c] = [3 * face[0], 3 * face[k], 3 * face[k + 1]];
      const [ax, ay, az] = [v[a] - ox, v[a + 1] - oy, v[a + 2] - oz];
      const [bx, by, bz] = [v[b] - ox, v[b + 1] - oy, v[b + 2] - oz];
      const [cx, cy, cz] = [v[c] - ox, v[c + 1] - oy, v[c + 2] - oz];
      sixfold += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    }
  }
  return sixfold / 6;
}

/** Whether a point is inside the surface, by the sum of the solid angles of its triangles (Van Oosterom and Strackee). */
function createInsideTest(surface: readonly Polygon[]): (point: Corner) => boolean {
  const known = new Map<string, boolean>();
  return (point) => {
    const key = point.join();
    const stored = known.get(key);
    if (stored !== undefined) return stored;
    let angle = 0;
    for (const polygon of surface) {
      const [a, b, c] = polygon.map((p) => p.map((x, i) => x - point[i]));
      const [la, lb, lc] = [a, b, c].map((p) => Math.hypot(p[0], p[1], p[2]));
      const dot = (p: readonly number[], q: readonly number[]) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
      const volume = a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]); // biome-ignore format: one product
      angle += 2 * atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    const isInside = angle > 2 * Math.PI;
    known.set(key, isInside);
    return isInside;
  };
}
