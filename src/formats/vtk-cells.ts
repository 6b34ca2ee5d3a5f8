/** Corners of surface cells in order around them, by VTK cell type; a polygon has any number of them. */
const SURFACE_CELLS = new Map<number, { readonly name: string; readonly order?: readonly number[] }>([
  [5, { name: 'triangle', order: [0, 1, 2] }],
  [7, { name: 'polygon' }],
  [8, { name: 'pixel', order: [0, 1, 3, 2] }],
  [9, { name: 'quad', order: [0, 1, 2, 3] }],
]);

/** Faces of solid cells, corners counter-clockwise seen from outside, by VTK cell type. */
// biome-ignore format: one cell a line
const SOLID_CELLS = new Map<number, { readonly name: string; readonly corners: number; readonly faces: readonly (readonly number[])[] }>([
  [10, { name: 'tetrahedron', corners: 4, faces: [[0, 1, 3], [1, 2, 3], [2, 0, 3], [0, 2, 1]] }],
  [11, { name: 'voxel', corners: 8, faces: [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]] }],
  [12, { name: 'hexahedron', corners: 8, faces: [[0, 4, 7, 3], [1, 2, 6, 5], [0, 1, 5, 4], [3, 7, 6, 2], [0, 3, 2, 1], [4, 5, 6, 7]] }],
  [13, { name: 'wedge', corners: 6, faces: [[0, 1, 2], [3, 5, 4], [0, 3, 4, 1], [1, 4, 5, 2], [2, 5, 3, 0]] }],
  [14, { name: 'pyramid', corners: 5, faces: [[0, 3, 2, 1], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]] }],
]);

/** Vertices and lines, which have no surface; 0 is the empty cell. */
const CELLS_WITHOUT_SURFACE = new Set([0, 1, 2, 3, 4]);

/** Cells as packed by VTK: those of cell c are `connectivity[offsets[c - 1]]` (0 for c = 0) to `connectivity[offsets[c] - 1]`. */
export interface VtkCells {
  readonly connectivity: ArrayLike<number>;
  readonly offsets: ArrayLike<number>;
  readonly types: ArrayLike<number>;
}

export interface CellFaces {
  readonly faceNodes: number[];
  readonly faceEnds: number[];
  /** The cell of each face. */
  readonly cells: number[];
}

export interface GridSurface extends CellFaces {
  /** Number of faces of solid cells; they come first. */
  readonly solidFaceCount: number;
}

/** Reports a problem with a cell; does not return. */
type CellFail = (cell: number, expected: string, got: unknown) => never;

/**
 * The surface of a grid: the faces of exactly one solid cell, outward, and then the surface cells that are no face of a
 * solid (meshes often include their boundary).
 */
export function surfaceOfCells(cells: VtkCells, fail: CellFail): GridSurface {
  const { connectivity, offsets, types } = cells;
  const solidFaces = new Map<string, SolidFace>();
  const surfaceCells: { nodes: number[]; cell: number }[] = [];
  for (let cell = 0, from = 0; cell < types.length; from = offsets[cell++]) {
    const count = offsets[cell] - from;
    const solid = SOLID_CELLS.get(types[cell]);
    const surface = SURFACE_CELLS.get(types[cell]);
    const nodesAt = (corners: readonly number[]) => corners.map((corner) => connectivity[from + corner]);
    if (solid) {
      if (count !== solid.corners) fail(cell, `is a ${solid.name} and must have ${solid.corners} corners`, count);
      for (const face of solid.faces) addSolidFace(solidFaces, nodesAt(face), cell, fail);
    } else if (surface) {
      const order = surface.order ?? Array.from({ length: count }, (_, corner) => corner);
      if (count !== order.length) fail(cell, `is a ${surface.name} and must have ${order.length} corners`, count);
      surfaceCells.push({ nodes: nodesAt(order), cell });
    } else if (!CELLS_WITHOUT_SURFACE.has(types[cell])) {
      const known = [...SURFACE_CELLS, ...SOLID_CELLS].map(([type, { name }]) => `${type} ${name}`).join(', ');
      fail(cell, `must be of a known type (${known})`, types[cell]);
    }
  }
  const skin: CellFaces = { faceNodes: [], faceEnds: [], cells: [] };
  for (const { nodes, cell, count } of solidFaces.values()) if (count === 1) addFace(skin, nodes, cell);
  const solidFaceCount = skin.cells.length;
  for (const { nodes, cell } of surfaceCells) if (!solidFaces.has(faceKey(nodes))) addFace(skin, nodes, cell);
  return { ...skin, solidFaceCount };
}

/** Corners of our elements among those of VTK cells; other solids are no elements. */
const ELEMENT_CELLS = new Map<number, readonly number[]>([
  [10, [0, 1, 2, 3]],
  [11, [0, 1, 3, 2, 4, 5, 7, 6]],
  [12, [0, 1, 2, 3, 4, 5, 6, 7]],
]);

/** Tetrahedra and hexahedra of a grid; surface cells are left out, other solids are rejected. */
export function elementsOfCells(
  { connectivity, offsets, types }: VtkCells,
  fail: CellFail,
): { readonly tetrahedra: number[][]; readonly hexahedra: number[][] } {
  const [tetrahedra, hexahedra]: number[][][] = [[], []];
  for (let cell = 0, from = 0; cell < types.length; from = offsets[cell++]) {
    const solid = SOLID_CELLS.get(types[cell]);
    if (solid === undefined) continue;
    const corners = ELEMENT_CELLS.get(types[cell]);
    const count = offsets[cell] - from;
    if (corners === undefined) return fail(cell, 'must be a tetrahedron, a voxel or a hexahedron', solid.name);
    if (count !== solid.corners) fail(cell, `is a ${solid.name} and must have ${solid.corners} corners`, count);
    (corners.length === 4 ? tetrahedra : hexahedra).push(corners.map((corner) => connectivity[from + corner]));
  }
  return { tetrahedra, hexahedra };
}

interface SolidFace {
  readonly nodes: readonly number[];
  readonly cell: number;
  count: number;
}

function addSolidFace(faces: Map<string, SolidFace>, nodes: readonly number[], cell: number, fail: CellFail): void {
  const key = faceKey(nodes);
  const known = faces.get(key);
  if (known === undefined) faces.set(key, { nodes, cell, count: 1 });
  else if (++known.count > 2)
    fail(cell, 'must share each face with at most one other cell, unlike the face of nodes', nodes);
}

export function addFace(faces: CellFaces, nodes: readonly number[], cell: number): void {
  for (const node of nodes) faces.faceNodes.push(node);
  faces.faceEnds.push(faces.faceNodes.length);
  faces.cells.push(cell);
}

/** A key that is the same for every order of the corners. */
function faceKey(nodes: readonly number[]): string {
  return nodes.toSorted((i, j) => i - j).join();
}
