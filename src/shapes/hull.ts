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
  /** The edges to these neighbours. */
  readonly neighbourEdges: Int32Array;
  /**
   * For directions in each cell of a grid, the vertices among which the farthest one is: the number of cells across the grid, then
   * an entry a cell: a vertex, or -k: at k begins a list of several, its length first. Empty: any of all.
   */
  readonly startVertices: StartVertices;
  /**
   * What a walk over the hull looks at, close together: the number of cells across the grid; a vertex a cell, farthest along its middle; for
   * each vertex, and once more at the end, where its fan begins; the fans: for each neighbour the unit vector along the edge to it,
   * times `FAN_UNIT`, then its number. Without a grid there is one cell. Empty: not to be walked over.
   */
  readonly edgeFans: EdgeFans;
  /** Largest distance of a vertex from the origin [m]. */
  readonly reach: number;
}

/** Short numbers, where they are enough: half the memory, and looked at with every step of a search. */
export type StartVertices = Int16Array | Int32Array;
export const NO_START_VERTICES: StartVertices = new Int16Array(0);

export type EdgeFans = Int16Array | Int32Array;
export const NO_EDGE_FANS: EdgeFans = new Int16Array(0);
/** Fans have whole numbers: the length of their unit vectors. */
export const FAN_UNIT = 2 ** 14;
/** In a fan, at most. One less than a power of 2. */
export const MAX_EDGES = 511;

/** Where the places of the fans begin, behind the cells of the grid. */
export function fanStarts(fans: EdgeFans): number {
  return 1 + Math.max(2 * fans[0] * fans[0], 1);
}

/**
 * The cell of a direction. With |x| + |y| + |z| = 1 directions lie on an octahedron; x + y and x - y go from -1 to 1 over each
 * half of it, z ≥ 0 and z < 0: two squares of `across` times `across` cells. No direction at all is in the first one.
 */
export function directionCell(across: number, x: number, y: number, z: number): number {
  // a little less than half the cells, so that 1 is in the last one
  const k = (0.5 - 1e-13) * across;
  const scale = k / (Math.abs(x) + Math.abs(y) + Math.abs(z));
  const i = ((x + y) * scale + k) | 0;
  const j = ((x - y) * scale + k) | 0;
  return (+(z < 0) * across + i) * across + j;
}

/**
 * The direction of corner (i, j), from 0 to `across`, of the cells above or below. Of an even number of cells none has
 * an edge of the octahedron inside other than as a diagonal, so a direction of a cell is a sum of its corners with shares ≥ 0.
 */
export function cellCorner(across: number, below: boolean, i: number, j: number): [x: number, y: number, z: number] {
  const sum = (2 * i) / across - 1;
  const difference = (2 * j) / across - 1;
  const x = 0.5 * (sum + difference);
  const y = 0.5 * (sum - difference);
  const z = 1 - Math.abs(x) - Math.abs(y);
  return [x, y, below ? -z : z];
}
