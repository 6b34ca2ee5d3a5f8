/** Two triangles in A's frame, and the result of their distance query. */
export interface TrianglePair {
  /** Corners of A, then of B, xyz xyz ... [m] */
  readonly corners: Float64Array;
  /** Edges of A, then of B. */
  readonly edges: Float64Array;
  /** Squared lengths of the edges. */
  readonly lengthsSq: Float64Array;
  /** Normals of A and of B, counter-clockwise, of any length, and their lengths. */
  readonly normals: Float64Array;
  readonly areas: Float64Array;
  /** Heights of B's corners above the plane of A, then of A's corners above that of B, times the length of the normal. */
  readonly heights: Float64Array;
  /** The longest edge of both [m]. */
  readonly size: Float64Array;
  /** Distances above this are irrelevant [m]. */
  readonly limit: Float64Array;
  /** Distance, normal and point of A, see `triangle-pair.ts`. */
  readonly result: Float64Array;
  /** The features of A and B, see `triangle-pair.ts`. */
  readonly features: Int32Array;
}

export function createTrianglePair(): TrianglePair {
  return {
    corners: new Float64Array(18),
    edges: new Float64Array(18),
    lengthsSq: new Float64Array(6),
    normals: new Float64Array(6),
    areas: new Float64Array(2),
    heights: new Float64Array(6),
    size: new Float64Array(1),
    limit: new Float64Array(1),
    result: new Float64Array(7),
    features: new Int32Array(5),
  };
}

/** Squared sine of the angle of two edges below which a triangle is a sliver. */
const SHARP_SQ = 1e-4;

/** Sets the corners: A's unchanged, B's by the relative pose (see `setRelative`). */
// biome-ignore format: one vector per line
export function transformTriangles(triangles: TrianglePair, verticesA: Float64Array, verticesB: Float64Array, relative: Float64Array): void {
  const { corners } = triangles;
  const r0 = relative[0], r1 = relative[1], r2 = relative[2];
  const r3 = relative[3], r4 = relative[4], r5 = relative[5];
  const r6 = relative[6], r7 = relative[7], r8 = relative[8];
  const tx = relative[9], ty = relative[10], tz = relative[11];
  for (let k = 0; k < 9; k += 3) {
    const x = verticesB[k], y = verticesB[k + 1], z = verticesB[k + 2];
    corners[k] = verticesA[k]; corners[k + 1] = verticesA[k + 1]; corners[k + 2] = verticesA[k + 2];
    corners[k + 9] = r0 * x + r1 * y + r2 * z + tx;
    corners[k + 10] = r3 * x + r4 * y + r5 * z + ty;
    corners[k + 11] = r6 * x + r7 * y + r8 * z + tz;
  }
}

/** Edges, normals and heights of the `corners`. */
export function prepareTriangles(triangles: TrianglePair): void {
  const { size } = triangles;
  size[0] = 0;
  setEdges(triangles, 0);
  setEdges(triangles, 1);
  size[0] = Math.sqrt(size[0]);
  setHeights(triangles, 0);
  setHeights(triangles, 1);
}

// biome-ignore format: one vector per line
function setEdges(triangles: TrianglePair, body: number): void {
  const { corners, edges, lengthsSq, size, normals, areas } = triangles;
  const i = 9 * body;
  const ax = corners[i], ay = corners[i + 1], az = corners[i + 2];
  const bx = corners[i + 3], by = corners[i + 4], bz = corners[i + 5];
  const cx = corners[i + 6], cy = corners[i + 7], cz = corners[i + 8];
  const ux = bx - ax, uy = by - ay, uz = bz - az;
  const vx = cx - bx, vy = cy - by, vz = cz - bz;
  const wx = ax - cx, wy = ay - cy, wz = az - cz;
  edges[i] = ux; edges[i + 1] = uy; edges[i + 2] = uz;
  edges[i + 3] = vx; edges[i + 4] = vy; edges[i + 5] = vz;
  edges[i + 6] = wx; edges[i + 7] = wy; edges[i + 8] = wz;
  const uu = ux * ux + uy * uy + uz * uz, vv = vx * vx + vy * vy + vz * vz, ww = wx * wx + wy * wy + wz * wz;
  lengthsSq[3 * body] = uu; lengthsSq[3 * body + 1] = vv; lengthsSq[3 * body + 2] = ww;
  const longestSq = Math.max(uu, vv, ww);
  if (longestSq > size[0]) size[0] = longestSq;
  let nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
  let nn = nx * nx + ny * ny + nz * nz;
  if (nn < SHARP_SQ * longestSq * longestSq) {
    // the normal of a sliver has a rounding error along its longest edge: make it perpendicular
    const k = i + (longestSq === uu ? 0 : longestSq === vv ? 3 : 6);
    const lean = (nx * edges[k] + ny * edges[k + 1] + nz * edges[k + 2]) / longestSq;
    nx -= lean * edges[k]; ny -= lean * edges[k + 1]; nz -= lean * edges[k + 2];
    nn = nx * nx + ny * ny + nz * nz;
  }
  normals[3 * body] = nx; normals[3 * body + 1] = ny; normals[3 * body + 2] = nz;
  areas[body] = Math.sqrt(nn);
}

/** Heights of the corners of the other triangle above the plane of `body`. */
// biome-ignore format: one vector per line
function setHeights(triangles: TrianglePair, body: number): void {
  const { normals, corners, heights } = triangles;
  const i = 9 * body, j = 9 - i, k = 3 * body;
  const nx = normals[k], ny = normals[k + 1], nz = normals[k + 2];
  const x = corners[i], y = corners[i + 1], z = corners[i + 2];
  heights[k] = nx * (corners[j] - x) + ny * (corners[j + 1] - y) + nz * (corners[j + 2] - z);
  heights[k + 1] = nx * (corners[j + 3] - x) + ny * (corners[j + 4] - y) + nz * (corners[j + 5] - z);
  heights[k + 2] = nx * (corners[j + 6] - x) + ny * (corners[j + 7] - y) + nz * (corners[j + 8] - z);
}
