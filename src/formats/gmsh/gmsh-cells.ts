import { CELL } from '../cell-types.ts';

interface GmshCell {
  readonly nodeCount: number;
  /** VTK cell type. */
  readonly type: number;
  /** Node i of the VTK cell is node `order[i]` of the file; the same order if left out. */
  readonly order?: readonly number[];
}

const TETRAHEDRON10 = [0, 1, 2, 3, 4, 5, 6, 7, 9, 8];
const HEXAHEDRON20 = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15];
const WEDGE15 = [0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11];
const PYRAMID13 = [0, 1, 2, 3, 4, 5, 8, 10, 6, 7, 9, 11, 12];

/** Elements by their numbers in Gmsh (Gmsh Reference Manual, MSH file format). */
export const GMSH_CELLS: ReadonlyMap<number, GmshCell> = new Map([
  [1, { nodeCount: 2, type: CELL.line }],
  [2, { nodeCount: 3, type: CELL.triangle }],
  [3, { nodeCount: 4, type: CELL.quad }],
  [4, { nodeCount: 4, type: CELL.tetrahedron }],
  [5, { nodeCount: 8, type: CELL.hexahedron }],
  [6, { nodeCount: 6, type: CELL.wedge }],
  [7, { nodeCount: 5, type: CELL.pyramid }],
  [8, { nodeCount: 3, type: CELL.line3 }],
  [9, { nodeCount: 6, type: CELL.triangle6 }],
  [10, { nodeCount: 9, type: CELL.quad9 }],
  [11, { nodeCount: 10, type: CELL.tetrahedron10, order: TETRAHEDRON10 }],
  [12, { nodeCount: 27, type: CELL.hexahedron27, order: [...HEXAHEDRON20, 22, 23, 21, 24, 20, 25, 26] }],
  [13, { nodeCount: 18, type: CELL.wedge18, order: [...WEDGE15, 15, 17, 16] }],
  // the node at the centre of the base is left out
  [14, { nodeCount: 14, type: CELL.pyramid13, order: PYRAMID13 }],
  [15, { nodeCount: 1, type: CELL.vertex }],
  [16, { nodeCount: 8, type: CELL.quad8 }],
  [17, { nodeCount: 20, type: CELL.hexahedron20, order: HEXAHEDRON20 }],
  [18, { nodeCount: 15, type: CELL.wedge15, order: WEDGE15 }],
  [19, { nodeCount: 13, type: CELL.pyramid13, order: PYRAMID13 }],
]);
