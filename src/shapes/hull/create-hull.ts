import { checkList, rejectFlatList } from '../../math/check-arguments.ts';
import { createVec3, lengthVec3, setVec3 } from '../../math/vec3.ts';
import { checkSize, describeValue, finiteNumbers } from '../checks.ts';
import type { Hull } from '../hull.ts';
import { createEdgeFans } from './edge-fans.ts';
import { convexHull3 } from './hull3.ts';
import { createStartVertices } from './start-vertices.ts';

/** Description by the dimension of a hull. */
const SPANS = ['one point', 'a straight line', 'a flat polygon', 'a volume'] as const;

/**
 * The convex hull of `points`, [x, y, z] each or packed xyz xyz ... [m], as a body. Points inside are dropped. Throws a
 * RangeError for points that span no volume: penetration depth needs an interior.
 *
 * @example
 * ```ts
 * import { hull } from 'appulse';
 *
 * const tetrahedron = hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]]);
 * console.log(tetrahedron.vertices.length / 3, tetrahedron.faceStarts.length - 1); // 4 4
 * ```
 */
export function createHull(points: Float64Array | readonly (readonly number[])[]): Hull {
  const packed = points instanceof Float64Array ? points : packPoints(points);
  if (packed.length === 0 || packed.length % 3 !== 0 || !finiteNumbers(packed)) {
    throw new RangeError(`hull: points must be three finite numbers each, got ${describeValue([...packed])}`);
  }
  const hull = convexHull3(packed);
  if (hull.dimension < 3) {
    throw new RangeError(
      `hull: points must span a volume, got ${SPANS[hull.dimension]}: ${describeValue([...packed])}`,
    );
  }
  const { vertices, faces, normals, edges, neighbourStarts, neighbours } = hull;
  const faceStarts = new Int32Array(faces.length + 1);
  faces.forEach((face, k) => {
    faceStarts[k + 1] = faceStarts[k] + face.length;
  });
  const faceVertices = Int32Array.from(faces.flatMap((face) => [...face]));
  const startVertices = createStartVertices(vertices, neighbourStarts, neighbours);
  const boundingRadius = largestDistance(vertices);
  checkSize('hull', boundingRadius);
  return {
    kind: 'hull',
    vertices,
    faceStarts,
    faceVertices,
    normals,
    edges,
    neighbourStarts,
    neighbours,
    neighbourEdges: edgesToNeighbours(edges, neighbourStarts, neighbours),
    startVertices,
    edgeFans: createEdgeFans(vertices, neighbourStarts, neighbours, startVertices),
    boundingRadius,
  };
}

function edgesToNeighbours(edges: Int32Array, starts: Int32Array, neighbours: Int32Array): Int32Array {
  const numbers = new Int32Array(neighbours.length);
  const offsetOf = (from: number, to: number) => neighbours.subarray(0, starts[from + 1]).indexOf(to, starts[from]);
  for (let e = 0; 4 * e < edges.length; e++) {
    numbers[offsetOf(edges[4 * e], edges[4 * e + 1])] = e;
    numbers[offsetOf(edges[4 * e + 1], edges[4 * e])] = e;
  }
  return numbers;
}

function packPoints(points: readonly (readonly number[])[]): Float64Array {
  checkList('hull: points', points, 'a list of [x, y, z]');
  rejectFlatList('hull: points', points, '[x, y, z]');
  points.forEach((point, i) => {
    checkList(`hull: points[${i}]`, point, 'three finite numbers [x, y, z]');
    if (point.length !== 3 || !finiteNumbers(point)) {
      throw new RangeError(`hull: points[${i}] must be three finite numbers [x, y, z], got ${describeValue(point)}`);
    }
  });
  return Float64Array.from(points.flat());
}

const vertex = createVec3();

function largestDistance(vertices: Float64Array): number {
  let boundingRadius = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    boundingRadius = Math.max(
      boundingRadius,
      lengthVec3(setVec3(vertex, vertices[i], vertices[i + 1], vertices[i + 2])),
    );
  }
  return boundingRadius;
}
