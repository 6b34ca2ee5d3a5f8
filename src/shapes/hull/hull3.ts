import { addVec3, createVec3, crossVec3, dotVec3, lengthVec3, normalizeVec3 } from '../../math/vec3.ts';
import { convexHull2 } from './hull2.ts';
import { mergeCoplanar } from './merge-faces.ts';
import { binaryScale, checkPoints, offsetBetween, planeTolerance } from './points.ts';
import { quickhull } from './quickhull.ts';

/**
 * Convex hull of spatial points. Dimension 3 is a solid; 2 a flat polygon with a front and a back face; 1 a segment
 * and 0 a point, without faces.
 */
export interface Hull3 {
  /** 3: solid, 2: flat, 1: segment, 0: point. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** Input indices of the vertices. */
  readonly indices: Int32Array;
  /** xyz xyz ... [m] */
  readonly vertices: Float64Array;
  /** Vertex indices of each face, counter-clockwise seen from outside. */
  readonly faces: readonly Int32Array[];
  /** Unit outward normal of each face, xyz xyz ... */
  readonly normals: Float64Array;
  /** Four numbers per edge: from, to, the face that has it in this direction, the face that has it in the opposite one (-1: none). */
  readonly edges: Int32Array;
  /** Offset into `neighbours` for each vertex, and a final one for the end. */
  readonly neighbourStarts: Int32Array;
  /**
   * Vertices adjacent to vertex i: neighbours[neighbourStarts[i]] up to, not including, neighbours[neighbourStarts[i +
   * 1]].
   */
  readonly neighbours: Int32Array;
}

/**
 * Convex hull of packed points xyz xyz ... [m]. Input that is flat, collinear or a single point within rounding gives
 * the hull of lower dimension; faces coplanar within rounding are merged, so a point may be outside by that much.
 * Returns a new hull. [CP13-1.5]
 *
 * @example
 * ```ts
 * import { convexHull3, hullVolume } from 'appulse/bounds';
 *
 * const hull = convexHull3(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.2, 0.2, 0.2));
 * console.log(hull.indices.length, hull.faces.length, hullVolume(hull).toFixed(4)); // 4 4 0.1667
 * ```
 */
export function convexHull3(points: Float64Array): Hull3 {
  checkPoints(points, 3);
  const scale = binaryScale(points);
  const scaled = points.map((x) => x / scale);
  const tolerance = planeTolerance(scaled);
  const simplex = spanningPoints(scaled, tolerance);
  return assembleHull(points, scaled, simplex, facesOf(scaled, simplex, tolerance));
}

function facesOf(points: Float64Array, simplex: readonly number[], tolerance: number): readonly number[][] {
  const [a, b, c, d] = simplex;
  if (simplex.length < 3) return [];
  if (simplex.length === 3) return flatFaces(points, a, b, c);
  return mergeCoplanar(points, quickhull(points, [a, b, c, d]), tolerance);
}

/** One to four points, each at the maximum distance from the span of the previous ones, and farther than `tolerance`. */
function spanningPoints(points: Float64Array, tolerance: number): number[] {
  const offset = createVec3();
  const cross = createVec3();
  const farthest = (measure: (i: number) => number) => {
    let best = -1;
    let greatest = tolerance;
    for (let i = 0; i < points.length / 3; i++) {
      const value = measure(i);
      if (value > greatest) {
        greatest = value;
        best = i;
      }
    }
    return best;
  };

  const first = farthest((i) => lengthVec3(offsetBetween(offset, points, 0, i)));
  if (first < 0) return [0];
  const second = farthest((i) => lengthVec3(offsetBetween(offset, points, first, i)));
  const direction = normalizeVec3(createVec3(), offsetBetween(offset, points, first, second));
  const third = farthest((i) => lengthVec3(crossVec3(cross, direction, offsetBetween(offset, points, first, i))));
  if (third < 0) return [first, second];
  crossVec3(cross, direction, offsetBetween(offset, points, first, third));
  const normal = normalizeVec3(createVec3(), cross);
  const fourth = farthest((i) => Math.abs(dotVec3(normal, offsetBetween(offset, points, first, i))));
  return fourth < 0 ? [first, second, third] : [first, second, third, fourth];
}

/** A flat set: its hull in the coordinate plane of largest projection. Dropping a coordinate is exact. */
function flatFaces(points: Float64Array, a: number, b: number, c: number): number[][] {
  const ab = offsetBetween(createVec3(), points, a, b);
  const { x, y, z } = crossVec3(createVec3(), ab, offsetBetween(createVec3(), points, a, c));
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  const [u, v] = Math.abs(z) === largest ? [0, 1] : Math.abs(x) === largest ? [1, 2] : [2, 0];
  const seen = new Float64Array((points.length / 3) * 2);
  for (let i = 0; i < points.length / 3; i++) {
    seen[2 * i] = points[3 * i + u];
    seen[2 * i + 1] = points[3 * i + v];
  }
  const front = [...convexHull2(seen).indices];
  return [front, front.toReversed()];
}

/** `scaled` are the points in units in which products stay in range; `loops` are faces by point indices. */
function assembleHull(
  points: Float64Array,
  scaled: Float64Array,
  simplex: readonly number[],
  loops: readonly (readonly number[])[],
): Hull3 {
  const used = loops.length > 0 ? [...new Set(loops.flat())] : simplex;
  const indices = Int32Array.from(used).sort();
  const numberOf = new Map([...indices].map((index, number) => [index, number]));
  const faces = loops.map((loop) => Int32Array.from(loop, (index) => numberOf.get(index) as number));
  const edges = simplex.length === 2 ? Int32Array.of(0, 1, -1, -1) : edgesOf(faces, indices.length);
  return {
    dimension: (simplex.length - 1) as Hull3['dimension'],
    indices,
    vertices: Float64Array.from(
      { length: 3 * indices.length },
      (_, k) => points[3 * indices[Math.floor(k / 3)] + (k % 3)],
    ),
    faces,
    normals: normalsOf(scaled, loops),
    edges,
    ...neighboursOf(edges, indices.length),
  };
}

function edgesOf(faces: readonly Int32Array[], vertexCount: number): Int32Array {
  const faceAlong = new Map<number, number>();
  const eachEdge = (visit: (from: number, to: number, face: number) => void) => {
    faces.forEach((loop, face) => {
      loop.forEach((from, k) => {
        visit(from, loop[(k + 1) % loop.length], face);
      });
    });
  };
  eachEdge((from, to, face) => faceAlong.set(from * vertexCount + to, face));
  const edges: number[] = [];
  eachEdge((from, to, face) => {
    if (from < to) edges.push(from, to, face, faceAlong.get(to * vertexCount + from) ?? -1);
  });
  return Int32Array.from(edges);
}

/** Newell's normals: the sum over a loop of cross products, correct for faces that are flat only within rounding. */
function normalsOf(points: Float64Array, loops: readonly (readonly number[])[]): Float64Array {
  const normals = new Float64Array(3 * loops.length);
  const [a, b, cross] = [createVec3(), createVec3(), createVec3()];
  loops.forEach((loop, face) => {
    const sum = createVec3();
    for (let k = 1; k + 1 < loop.length; k++) {
      offsetBetween(a, points, loop[0], loop[k]);
      offsetBetween(b, points, loop[0], loop[k + 1]);
      addVec3(sum, sum, crossVec3(cross, a, b));
    }
    const { x, y, z } = normalizeVec3(sum, sum);
    normals.set([x, y, z], 3 * face);
  });
  return normals;
}

function neighboursOf(edges: Int32Array, vertexCount: number): Pick<Hull3, 'neighbourStarts' | 'neighbours'> {
  const around: number[][] = Array.from({ length: vertexCount }, () => []);
  for (let e = 0; e < edges.length; e += 4) {
    around[edges[e]].push(edges[e + 1]);
    around[edges[e + 1]].push(edges[e]);
  }
  const neighbourStarts = new Int32Array(vertexCount + 1);
  around.forEach((list, i) => {
    neighbourStarts[i + 1] = neighbourStarts[i] + list.length;
  });
  return { neighbourStarts, neighbours: Int32Array.from(around.flat()) };
}
