/**
 * A convex polyhedron. Vertices, faces and edges are those of the convex hull of the points it was made from
 * (`createHull` in bounds): no duplicate vertices, none inside a face.
 */
export interface Hull {
  readonly kind: 'hull';
  /** xyz xyz ... [m] */
  readonly vertices: Float64Array;
  /** Vertex numbers of face k, counter-clockwise seen from outside: faceVertices[faceStarts[k]] up to [faceStarts[k + 1]]. */
  readonly faceStarts: Int32Array;
  readonly faceVertices: Int32Array;
  /** Unit outward normal of each face, xyz xyz ... */
  readonly normals: Float64Array;
  /** Four numbers an edge: from, to, the face that runs along it in this direction, the face that runs against. */
  readonly edges: Int32Array;
  /** Vertices next to vertex i along edges: neighbours[neighbourStarts[i]] up to neighbours[neighbourStarts[i + 1]]. */
  readonly neighbourStarts: Int32Array;
  readonly neighbours: Int32Array;
  /** For directions in each cell of a cube map, a vertex to begin the search for the farthest one at. */
  readonly startVertices: Int32Array;
  /** Largest distance of a vertex from the origin [m]. */
  readonly reach: number;
}

/** Cells along the edge of a face of the cube map; `startVertices` has 6 faces of this many squared. */
export const START_CELLS = 4;

/**
 * The cell of the cube map a direction belongs to. The largest coordinate, with its sign, names the face; the two others,
 * divided by it, the place on the face.
 */
export function startCell(direction: Float64Array): number {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  if (ax >= ay && ax >= az) return cellOnFace(x > 0 ? 0 : 1, y / ax, z / ax);
  if (ay >= az) return cellOnFace(y > 0 ? 2 : 3, z / ay, x / ay);
  return cellOnFace(z > 0 ? 4 : 5, x / az, y / az);
}

/** `u`, `v` from -1 to 1; not a number (no direction at all) counts as -1. */
function cellOnFace(face: number, u: number, v: number): number {
  const half = START_CELLS / 2;
  const i = Math.min((half * (u + 1)) | 0, START_CELLS - 1);
  const j = Math.min((half * (v + 1)) | 0, START_CELLS - 1);
  return (face * START_CELLS + i) * START_CELLS + j;
}

/** Direction of the middle of a cell, by its number. */
export function startDirection(cell: number): readonly [number, number, number] {
  const face = Math.floor(cell / (START_CELLS * START_CELLS));
  const u = (2 * (Math.floor(cell / START_CELLS) % START_CELLS) + 1) / START_CELLS - 1;
  const v = (2 * (cell % START_CELLS) + 1) / START_CELLS - 1;
  const sign = face % 2 === 0 ? 1 : -1;
  if (face < 2) return [sign, u, v];
  return face < 4 ? [v, sign, u] : [u, v, sign];
}
