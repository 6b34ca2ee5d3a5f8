import { CELL } from '../cell-types.ts';

export interface AbaqusElement {
  readonly nodeCount: number;
  /** VTK cell type. */
  readonly type: number;
  /** Node i of the VTK cell is node `order[i]` of the file; the same order if left out. */
  readonly order?: readonly number[];
}

const HEXAHEDRON27 = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 26, 24, 23, 25, 21, 22, 20];

/** Solids by their number of nodes; the order is that of VTK, except for 27 nodes. */
const SOLIDS: ReadonlyMap<number, AbaqusElement> = new Map([
  [4, { nodeCount: 4, type: CELL.tetrahedron }],
  [5, { nodeCount: 5, type: CELL.pyramid }],
  [6, { nodeCount: 6, type: CELL.wedge }],
  [8, { nodeCount: 8, type: CELL.hexahedron }],
  [10, { nodeCount: 10, type: CELL.tetrahedron10 }],
  [15, { nodeCount: 15, type: CELL.wedge15 }],
  [20, { nodeCount: 20, type: CELL.hexahedron20 }],
  [27, { nodeCount: 27, type: CELL.hexahedron27, order: HEXAHEDRON27 }],
]);

const FACES: ReadonlyMap<number, AbaqusElement> = new Map([
  [3, { nodeCount: 3, type: CELL.triangle }],
  [4, { nodeCount: 4, type: CELL.quad }],
  [6, { nodeCount: 6, type: CELL.triangle6 }],
  [8, { nodeCount: 8, type: CELL.quad8 }],
  [9, { nodeCount: 9, type: CELL.quad9 }],
]);

/** Continuum, heat, acoustic, cohesive and continuum-shell elements: the number of nodes follows. */
const SOLID = /^(?:A|D|Q)?C3D(\d+)(?!\d)(?!V)|^SC(6|8)R|^COH3D(6|8)/;
/** Shells, membranes, rigid and surface elements, and plane elements. */
const SHELL = /^(?:D?S|M3D|R3D|SFM3D|CPS|CPE|CPEG|CAX|CGAX|DCAX|DC2D|AC2D)(\d)(?!\d)/;

/** The element of a type name such as C3D10M or S4R; undefined for elements without a surface, such as beams, springs and masses. */
export function abaqusElement(name: string): AbaqusElement | undefined {
  const upper = name.toUpperCase();
  if (upper === 'STRI65') return FACES.get(6);
  if (upper === 'STRI3') return FACES.get(3);
  const solid = SOLID.exec(upper);
  if (solid) return SOLIDS.get(Number(solid[1] ?? solid[2] ?? solid[3]));
  const shell = SHELL.exec(upper);
  return shell ? FACES.get(Number(shell[1])) : undefined;
}

/** Corners of the faces S1, S2, ... by the VTK type of the corners, from 0. */
// biome-ignore format: one kind of element a line
const FACE_CORNERS: ReadonlyMap<number, readonly (readonly number[])[]> = new Map([
  [4, [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]],
  [5, [[0, 1, 2, 3], [0, 4, 1], [1, 4, 2], [2, 4, 3], [3, 4, 0]]],
  [6, [[0, 1, 2], [3, 5, 4], [0, 3, 4, 1], [1, 4, 5, 2], [2, 5, 3, 0]]],
  [8, [[0, 1, 2, 3], [4, 7, 6, 5], [0, 4, 5, 1], [1, 5, 6, 2], [2, 6, 7, 3], [3, 7, 4, 0]]],
]);

const CORNERS: ReadonlyMap<number, number> = new Map([
  [CELL.tetrahedron, 4],
  [CELL.tetrahedron10, 4],
  [CELL.pyramid, 5],
  [CELL.wedge, 6],
  [CELL.wedge15, 6],
  [CELL.hexahedron, 8],
  [CELL.hexahedron20, 8],
  [CELL.hexahedron27, 8],
]);

/** Corners of face S`number` (from 1) of a solid; undefined if it has no such face. */
export function abaqusFace(type: number, number: number): readonly number[] | undefined {
  return FACE_CORNERS.get(CORNERS.get(type) ?? 0)?.[number - 1];
}
