/** Elements of mesh files. Their types and the order of their nodes are those of VTK; readers of other formats convert to them. */

/** Elements as packed by VTK: the nodes of cell c are `connectivity[offsets[c - 1]]` (0 for c = 0) to `connectivity[offsets[c] - 1]`. */
export interface Cells {
  readonly connectivity: ArrayLike<number>;
  readonly offsets: ArrayLike<number>;
  /** Numbers of VTK cell types, as in `CELL`. */
  readonly types: ArrayLike<number>;
}

/** The VTK cell types that can be read. */
export const CELL = {
  vertex: 1,
  line: 3,
  triangle: 5,
  polygon: 7,
  pixel: 8,
  quad: 9,
  tetrahedron: 10,
  voxel: 11,
  hexahedron: 12,
  wedge: 13,
  pyramid: 14,
  line3: 21,
  triangle6: 22,
  quad8: 23,
  tetrahedron10: 24,
  hexahedron20: 25,
  wedge15: 26,
  pyramid13: 27,
  quad9: 28,
  hexahedron27: 29,
  wedge18: 32,
} as const;

/** A face: its corners in order around it, then the nodes on its sides and the one at its centre, if it is quadratic. */
export interface FaceType {
  readonly corners: number;
  readonly nodes: readonly number[];
}

export interface SurfaceType {
  readonly name: string;
  /** Undefined: a polygon of any number of corners. */
  readonly face?: FaceType;
}

export interface SolidType {
  readonly name: string;
  readonly nodeCount: number;
  /** Outward: corners counter-clockwise seen from outside. */
  readonly faces: readonly FaceType[];
}

/** Vertices and lines, which have no surface; 0 is the empty cell. */
export const CELLS_WITHOUT_SURFACE: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 21]);

const face = (corners: number, nodes: readonly number[]): FaceType => ({ corners, nodes });

export const SURFACE_TYPES: ReadonlyMap<number, SurfaceType> = new Map([
  [CELL.triangle, { name: 'triangle', face: face(3, [0, 1, 2]) }],
  [CELL.polygon, { name: 'polygon' }],
  [CELL.pixel, { name: 'pixel', face: face(4, [0, 1, 3, 2]) }],
  [CELL.quad, { name: 'quad', face: face(4, [0, 1, 2, 3]) }],
  [CELL.triangle6, { name: 'quadratic triangle', face: face(3, [0, 1, 2, 3, 4, 5]) }],
  [CELL.quad8, { name: 'quadratic quad', face: face(4, [0, 1, 2, 3, 4, 5, 6, 7]) }],
  [CELL.quad9, { name: 'biquadratic quad', face: face(4, [0, 1, 2, 3, 4, 5, 6, 7, 8]) }],
]);

/** Corners of the faces of solids, counter-clockwise seen from outside. */
// biome-ignore format: one cell a line
const FACES = {
  tetrahedron: [[0, 1, 3], [1, 2, 3], [2, 0, 3], [0, 2, 1]],
  voxel: [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]],
  hexahedron: [[0, 4, 7, 3], [1, 2, 6, 5], [0, 1, 5, 4], [3, 7, 6, 2], [0, 3, 2, 1], [4, 5, 6, 7]],
  wedge: [[0, 1, 2], [3, 5, 4], [0, 3, 4, 1], [1, 4, 5, 2], [2, 5, 3, 0]],
  pyramid: [[0, 3, 2, 1], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]],
};

/** Edges in the order of the nodes on them, which follow the corners. */
// biome-ignore format: one cell a line
const EDGES = {
  tetrahedron: ['0 1', '1 2', '0 2', '0 3', '1 3', '2 3'],
  hexahedron: ['0 1', '1 2', '2 3', '0 3', '4 5', '5 6', '6 7', '4 7', '0 4', '1 5', '2 6', '3 7'],
  wedge: ['0 1', '1 2', '0 2', '3 4', '4 5', '3 5', '0 3', '1 4', '2 5'],
  pyramid: ['0 1', '1 2', '2 3', '0 3', '0 4', '1 4', '2 4', '3 4'],
};

/** The faces with the nodes on their sides, and the nodes at their centres from `centre` on (in the order of the faces that have one). */
function quadraticFaces(kind: keyof typeof EDGES, corners: number, centre = -1): FaceType[] {
  let next = centre;
  return FACES[kind].map((nodes) => {
    const sides = nodes.map((node, k) => {
      const other = nodes[(k + 1) % nodes.length];
      return corners + EDGES[kind].indexOf(`${Math.min(node, other)} ${Math.max(node, other)}`);
    });
    const hasCentre = centre >= 0 && nodes.length === 4;
    return face(nodes.length, [...nodes, ...sides, ...(hasCentre ? [next++] : [])]);
  });
}

const linear = (name: keyof typeof FACES, nodeCount: number): SolidType => ({
  name,
  nodeCount,
  faces: FACES[name].map((nodes) => face(nodes.length, nodes)),
});

export const SOLID_TYPES: ReadonlyMap<number, SolidType> = new Map([
  [CELL.tetrahedron, linear('tetrahedron', 4)],
  [CELL.voxel, linear('voxel', 8)],
  [CELL.hexahedron, linear('hexahedron', 8)],
  [CELL.wedge, linear('wedge', 6)],
  [CELL.pyramid, linear('pyramid', 5)],
  [CELL.tetrahedron10, { name: 'quadratic tetrahedron', nodeCount: 10, faces: quadraticFaces('tetrahedron', 4) }],
  [CELL.hexahedron20, { name: 'quadratic hexahedron', nodeCount: 20, faces: quadraticFaces('hexahedron', 8) }],
  [CELL.wedge15, { name: 'quadratic wedge', nodeCount: 15, faces: quadraticFaces('wedge', 6) }],
  [CELL.pyramid13, { name: 'quadratic pyramid', nodeCount: 13, faces: quadraticFaces('pyramid', 5) }],
  [CELL.hexahedron27, { name: 'triquadratic hexahedron', nodeCount: 27, faces: quadraticFaces('hexahedron', 8, 20) }],
  [CELL.wedge18, { name: 'biquadratic wedge', nodeCount: 18, faces: quadraticFaces('wedge', 6, 15) }],
]);

/** For messages: the number and the name of every type with a surface. */
export function knownCellTypes(): string {
  return [...SURFACE_TYPES, ...SOLID_TYPES].map(([type, { name }]) => `${type} ${name}`).join(', ');
}

/** Number of nodes of a cell type; undefined for polygons and unknown types. */
export function nodeCountOfCell(type: number): number | undefined {
  if (type === CELL.vertex) return 1;
  if (type === CELL.line) return 2;
  if (type === CELL.line3) return 3;
  return SOLID_TYPES.get(type)?.nodeCount ?? SURFACE_TYPES.get(type)?.face?.nodes.length;
}
