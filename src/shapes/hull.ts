/**
 * A convex polyhedron. Vertices, faces and edges are those of the convex hull of its input points (`createHull`): no
 * duplicate vertices, none inside a face.
 */
export interface Hull {
  readonly kind: 'hull';
  /** Body axes, xyz xyz ... [m]. */
  readonly vertices: Float64Array;
  /** Offset into `faceVertices` for each face, and a final one for the end. */
  readonly faceStarts: Int32Array;
  /**
   * Vertex indices of face k, counter-clockwise seen from outside: faceVertices[faceStarts[k]] up to, not including,
   * faceVertices[faceStarts[k + 1]].
   */
  readonly faceVertices: Int32Array;
  /** Unit outward normal of each face, xyz xyz ... */
  readonly normals: Float64Array;
  /** Four numbers per edge: from, to, the face that has it in this direction, the face that has it in the opposite one. */
  readonly edges: Int32Array;
  /** Offset into `neighbours` for each vertex, and a final one for the end. */
  readonly neighbourStarts: Int32Array;
  /**
   * Vertices adjacent to vertex i: neighbours[neighbourStarts[i]] up to, not including, neighbours[neighbourStarts[i +
   * 1]].
   */
  readonly neighbours: Int32Array;
  /** The edges to these neighbours. */
  readonly neighbourEdges: Int32Array;
  /**
   * For each cell of a grid of directions, the candidate support vertices: the number of cells per side of the grid, then one
   * entry per cell: a vertex, or -k for a list at offset k, its length first. Empty: all vertices are candidates.
   */
  readonly startVertices: StartVertices;
  /**
   * Compact data for hill climbing on the hull: the number of cells per side of the grid; for each cell the support vertex
   * in the direction of its centre; for each vertex the offset of its fan, and a final one for the end; the fans: for each
   * neighbour the unit vector along the edge times `FAN_UNIT`, then its index. Without a grid there is one cell. Empty:
   * hill climbing is not available.
   */
  readonly edgeFans: EdgeFans;
  /** Largest distance of a vertex from the origin [m]. */
  readonly boundingRadius: number;
}

/** 16-bit integers where they suffice: half the memory, and read in every step of a search. */
export type StartVertices = Int16Array | Int32Array;
export const NO_START_VERTICES: StartVertices = new Int16Array(0);

export type EdgeFans = Int16Array | Int32Array;
export const NO_EDGE_FANS: EdgeFans = new Int16Array(0);
/** Fans store integers: the length of their unit vectors. */
export const FAN_UNIT = 2 ** 14;
/** Maximum number of edges in a fan. One less than a power of 2. */
export const MAX_EDGES = 511;

/** Offset of the fan offsets, after the cells of the grid. */
export function fanStarts(fans: EdgeFans): number {
  return 1 + Math.max(2 * fans[0] * fans[0], 1);
}

/**
 * The cell of a direction. With |x| + |y| + |z| = 1 directions lie on an octahedron; x + y and x - y range from -1 to 1
 * over each half of it, z ≥ 0 and z < 0: two squares of `side` times `side` cells. The zero direction is in the first cell.
 */
export function directionCell(side: number, x: number, y: number, z: number): number {
  // slightly less than half the cells, so that 1 is in the last one
  const k = (0.5 - 1e-13) * side;
  const scale = k / (Math.abs(x) + Math.abs(y) + Math.abs(z));
  const i = ((x + y) * scale + k) | 0;
  const j = ((x - y) * scale + k) | 0;
  return (+(z < 0) * side + i) * side + j;
}

/**
 * The direction of corner (i, j), from 0 to `side`, of the cells above or below. For an even number of cells, edges of the
 * octahedron cross cells only along diagonals, so a direction in a cell is a combination of its corners with coefficients ≥ 0.
 */
export function cellCorner(side: number, below: boolean, i: number, j: number): [x: number, y: number, z: number] {
  const sum = (2 * i) / side - 1;
  const difference = (2 * j) / side - 1;
  const x = 0.5 * (sum + difference);
  const y = 0.5 * (sum - difference);
  const z = 1 - Math.abs(x) - Math.abs(y);
  return [x, y, below ? -z : z];
}
