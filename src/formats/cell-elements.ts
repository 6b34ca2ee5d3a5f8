import type { CellFail } from './cell-surface.ts';
import { CELL, type Cells, SOLID_TYPES } from './cell-types.ts';

/** Hexahedra of eight nodes, tetrahedra of four, wedges of six and pyramids of five. */
export interface VolumeElements {
  readonly hexahedra: readonly (readonly number[])[];
  readonly tetrahedra: readonly (readonly number[])[];
  readonly wedges: readonly (readonly number[])[];
  readonly pyramids: readonly (readonly number[])[];
  /** What was converted, for the user. */
  readonly notices: readonly string[];
}

/** Nodes of a hexahedron of 27 nodes in rows along x, rows along y, layers along z. */
const GRID = [0, 8, 1, 11, 24, 9, 3, 10, 2, 16, 22, 17, 20, 26, 21, 19, 23, 18, 4, 12, 5, 15, 25, 13, 7, 14, 6];

/** Eight hexahedra of a hexahedron of 27 nodes. */
const HEXAHEDRA = [0, 1, 3, 4, 9, 10, 12, 13].map((first) =>
  [0, 1, 4, 3, 9, 10, 13, 12].map((step) => GRID[first + step]),
);

/** Diagonals of the octahedron between the edges of a quadratic tetrahedron, with the nodes around each. */
const DIAGONALS = [
  [6, 8, 4, 5, 9, 7],
  [4, 9, 5, 6, 7, 8],
  [5, 7, 4, 8, 9, 6],
];

/** Eight tetrahedra of a quadratic one: four at its corners, and four about a diagonal of the octahedron that is left. */
function tetrahedraOf(diagonal: number): readonly (readonly number[])[] {
  const [a, b, ...ring] = DIAGONALS[diagonal];
  const corners = [[0, 4, 6, 7], [4, 1, 5, 8], [6, 5, 2, 9], [7, 8, 9, 3]]; // biome-ignore format: one line
  return [...corners, ...ring.map((node, k) => [a, b, node, ring[(k + 1) % 4]])];
}

/** Corners of our elements among the nodes of a cell. */
// biome-ignore format: one cell a line
const ELEMENTS: ReadonlyMap<number, readonly (readonly number[])[]> = new Map([
  [CELL.tetrahedron, [[0, 1, 2, 3]]],
  [CELL.voxel, [[0, 1, 3, 2, 4, 5, 7, 6]]],
  [CELL.hexahedron, [[0, 1, 2, 3, 4, 5, 6, 7]]],
  [CELL.tetrahedron10, tetrahedraOf(0)],
  [CELL.hexahedron20, [[0, 1, 2, 3, 4, 5, 6, 7]]],
  [CELL.hexahedron27, HEXAHEDRA],
  [CELL.wedge, [[0, 1, 2, 3, 4, 5]]],
  [CELL.wedge15, [[0, 1, 2, 3, 4, 5]]],
  [CELL.wedge18, [[0, 1, 2, 3, 4, 5]]],
  [CELL.pyramid, [[0, 1, 2, 3, 4]]],
  [CELL.pyramid13, [[0, 1, 2, 3, 4]]],
]);

/** Quadratic elements that become one linear element: with fewer nodes on their faces than a division needs, or wedges and pyramids. */
const LINEAR: ReadonlySet<number> = new Set([CELL.hexahedron20, CELL.wedge15, CELL.wedge18, CELL.pyramid13]);

/** Volume elements of a grid; surface cells are left out, other solids are rejected. */
export function elementsOfCells(
  { connectivity, offsets, types }: Cells,
  positions: ArrayLike<number>,
  fail: CellFail,
): VolumeElements {
  const lists = { hexahedra: [], tetrahedra: [], wedges: [], pyramids: [] } as Record<
    'hexahedra' | 'tetrahedra' | 'wedges' | 'pyramids',
    number[][]
  >;
  const listOf = new Map([[8, lists.hexahedra], [4, lists.tetrahedra], [6, lists.wedges], [5, lists.pyramids]]); // biome-ignore format: one line
  const converted = new Map<number, number>();
  for (let cell = 0, from = 0; cell < types.length; from = offsets[cell++]) {
    const solid = SOLID_TYPES.get(types[cell]);
    if (solid === undefined) continue;
    const parts = ELEMENTS.get(types[cell]);
    const count = offsets[cell] - from;
    if (parts === undefined) return fail(cell, 'must be a volume element', solid.name);
    if (count !== solid.nodeCount) fail(cell, `is a ${solid.name} and must have ${solid.nodeCount} corners`, count);
    if (count > 8) converted.set(types[cell], (converted.get(types[cell]) ?? 0) + 1);
    const chosen = types[cell] === CELL.tetrahedron10 ? bestTetrahedra(connectivity, from, positions) : parts;
    for (const corners of chosen) {
      const isInverted = corners.length === 6 && wedgeVolume(connectivity, from, positions) < 0;
      const nodes = (isInverted ? INVERTED_WEDGE : corners).map((corner) => connectivity[from + corner]);
      listOf.get(corners.length)?.push(nodes);
    }
  }
  const notices = [...converted].map(([type, count]) => {
    const { name, nodeCount } = SOLID_TYPES.get(type) as { name: string; nodeCount: number };
    if (LINEAR.has(type)) {
      const left = type === CELL.wedge18 ? 'edges and faces' : 'edges';
      return `${count} elements of type ${name} (${nodeCount} nodes) became linear: the nodes on their ${left} are left out`;
    }
    return `${count} elements of type ${name} were divided into eight linear ones each`;
  });
  return { ...lists, notices };
}

/** Programs disagree about which triangle of a wedge is first. */
const INVERTED_WEDGE = [3, 4, 5, 0, 1, 2];

/** Six times the volume of a wedge of plane faces: above zero if its first triangle is counter-clockwise seen from the second. */
function wedgeVolume(connectivity: ArrayLike<number>, from: number, positions: ArrayLike<number>): number {
  const parts = [[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5]]; // biome-ignore format: one line
  return parts.reduce((sum, part) => sum + sixfoldVolume(part, connectivity, from, positions), 0);
}

/** Of curved elements, the division whose smallest tetrahedron is largest; the diagonal is inside the element, so its neighbours do not matter. */
function bestTetrahedra(
  connectivity: ArrayLike<number>,
  from: number,
  positions: ArrayLike<number>,
): readonly (readonly number[])[] {
  const smallest = DIVISIONS.map((parts) =>
    Math.min(...parts.slice(4).map((part) => sixfoldVolume(part, connectivity, from, positions))),
  );
  // the first one for straight elements, whose divisions are equal except for rounding
  const margin = 1e-9 * Math.abs(smallest[0]);
  const best = smallest.indexOf(Math.max(...smallest));
  return DIVISIONS[smallest[best] > smallest[0] + margin ? best : 0];
}

const DIVISIONS = [0, 1, 2].map(tetrahedraOf);

function sixfoldVolume(
  part: readonly number[],
  connectivity: ArrayLike<number>,
  from: number,
  positions: ArrayLike<number>,
): number {
  const [p, q, r] = [1, 2, 3].map((k) =>
    [0, 1, 2].map(
      (axis) => positions[3 * connectivity[from + part[k]] + axis] - positions[3 * connectivity[from + part[0]] + axis],
    ),
  );
  return p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
}
