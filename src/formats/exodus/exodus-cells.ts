import { CELL } from '../cell-types.ts';

interface ExodusCell {
  /** VTK cell type. */
  readonly type: number;
  /** Node i of the VTK cell is node `order[i]` of the file; the same order if left out. */
  readonly order?: readonly number[];
}

const HEXAHEDRON20 = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 12, 13, 14, 15];
const HEXAHEDRON27 = [...HEXAHEDRON20, 23, 24, 25, 26, 21, 22, 20];
const WEDGE15 = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 9, 10, 11];

/** Elements by the beginning of their name and their number of nodes. */
const CELLS: readonly { readonly name: RegExp; readonly byCount: Readonly<Record<number, ExodusCell>> }[] = [
  { name: /^(TRI|TRISHELL)/, byCount: { 3: { type: CELL.triangle }, 6: { type: CELL.triangle6 } } },
  {
    name: /^(QUAD|SHELL)/,
    byCount: {
      3: { type: CELL.triangle },
      4: { type: CELL.quad },
      6: { type: CELL.triangle6 },
      8: { type: CELL.quad8 },
      9: { type: CELL.quad9 },
    },
  },
  { name: /^TET/, byCount: { 4: { type: CELL.tetrahedron }, 10: { type: CELL.tetrahedron10 } } },
  {
    name: /^HEX/,
    byCount: {
      8: { type: CELL.hexahedron },
      20: { type: CELL.hexahedron20, order: HEXAHEDRON20 },
      27: { type: CELL.hexahedron27, order: HEXAHEDRON27 },
    },
  },
  { name: /^WED/, byCount: { 6: { type: CELL.wedge }, 15: { type: CELL.wedge15, order: WEDGE15 } } },
  { name: /^PYR/, byCount: { 5: { type: CELL.pyramid }, 13: { type: CELL.pyramid13 } } },
];

/** Names of elements without a surface. */
const LINES = /^(SPHERE|CIRCLE|POINT|NODE|TRUSS|BEAM|BAR|EDGE|ROD|NSIDED|NFACED|NULL|)$|^(TRUSS|BEAM|BAR|EDGE|SPHERE)/;

/** The cell of an element; `none` for elements without a surface, undefined for unknown ones. */
export function exodusCell(name: string, nodeCount: number): ExodusCell | 'none' | undefined {
  const upper = name.toUpperCase();
  const family = CELLS.find((cell) => cell.name.test(upper));
  if (family) return family.byCount[nodeCount];
  return LINES.test(upper) ? 'none' : undefined;
}

/** Corners of the sides of solids, from 0, by the number of corners. */
// biome-ignore format: one kind of element a line
const SIDES: Readonly<Record<number, readonly (readonly number[])[]>> = {
  4: [[0, 1, 3], [1, 2, 3], [0, 3, 2], [0, 2, 1]],
  5: [[0, 1, 4], [1, 2, 4], [2, 3, 4], [0, 4, 3], [0, 3, 2, 1]],
  6: [[0, 1, 4, 3], [1, 2, 5, 4], [0, 3, 5, 2], [0, 2, 1], [3, 4, 5]],
  8: [[0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [0, 4, 7, 3], [0, 3, 2, 1], [4, 5, 6, 7]],
};

const CORNERS: ReadonlyMap<number, number> = new Map([
  [CELL.tetrahedron, 4],
  [CELL.tetrahedron10, 4],
  [CELL.pyramid, 5],
  [CELL.pyramid13, 5],
  [CELL.wedge, 6],
  [CELL.wedge15, 6],
  [CELL.hexahedron, 8],
  [CELL.hexahedron20, 8],
  [CELL.hexahedron27, 8],
]);

/** Corners of side `number` (from 1) of a solid; undefined if it has no such side. */
export function exodusSide(type: number, number: number): readonly number[] | undefined {
  return SIDES[CORNERS.get(type) ?? 0]?.[number - 1];
}
