import { CELL, type Cells, type FaceType, SOLID_TYPES, type SolidType, SURFACE_TYPES } from './cell-types.ts';

/** A face by its nodes: corners counter-clockwise seen from outside, then the nodes on its sides and at its centre. */
export interface CellFace {
  readonly corners: number;
  readonly nodes: readonly number[];
}

/**
 * The faces of a solid, outward. Programs disagree about the order of the nodes of a wedge: the faces of a solid of negative volume are reversed.
 * Undefined if the cell is no solid.
 */
export function facesOfSolid(cells: Cells, cell: number, positions: ArrayLike<number>): CellFace[] | undefined {
  const { connectivity, offsets, types } = cells;
  const solid = SOLID_TYPES.get(types[cell]);
  if (solid === undefined) return undefined;
  const from = cell > 0 ? offsets[cell - 1] : 0;
  const isInverted = sixfoldVolume(solid, connectivity, from, positions) < 0;
  return solid.faces.map(({ nodes, corners }) => {
    const face = { corners, nodes: nodes.map((node) => connectivity[from + node]) };
    return isInverted ? reversedFace(face) : face;
  });
}

/** The face of a surface cell; undefined for other cells. */
export function faceOfSurfaceCell({ connectivity, offsets, types }: Cells, cell: number): CellFace | undefined {
  const surface = SURFACE_TYPES.get(types[cell]);
  if (surface === undefined) return undefined;
  const from = cell > 0 ? offsets[cell - 1] : 0;
  const count = offsets[cell] - from;
  const face: FaceType = surface.face ?? { corners: count, nodes: Array.from({ length: count }, (_, k) => k) };
  return { corners: face.corners, nodes: face.nodes.map((node) => connectivity[from + node]) };
}

/** The face seen from the other side. */
export function reversedFace({ nodes, corners }: CellFace): CellFace {
  const others = [nodes[0], ...nodes.slice(1, corners).reverse()];
  // the side between corners k and k + 1 is between the same corners afterwards
  const sides = nodes.slice(corners, 2 * corners).reverse();
  return { corners, nodes: [...others, ...sides, ...nodes.slice(2 * corners)] };
}

/** VTK cell type of a face. */
export function typeOfFace({ corners, nodes }: CellFace): number {
  if (corners === 3) return nodes.length === 3 ? CELL.triangle : CELL.triangle6;
  if (corners > 4) return CELL.polygon;
  return nodes.length === 4 ? CELL.quad : nodes.length === 8 ? CELL.quad8 : CELL.quad9;
}

/** A key that is the same for every order of the corners, and for the linear and the quadratic face of the same corners. */
export function faceKey({ nodes, corners }: CellFace): string {
  return nodes
    .slice(0, corners)
    .sort((i, j) => i - j)
    .join();
}

/** Six times the volume of the corners of a solid, from its faces as fans; NaN for nodes that do not exist. */
function sixfoldVolume(
  { faces }: SolidType,
  connectivity: ArrayLike<number>,
  from: number,
  positions: ArrayLike<number>,
): number {
  const base = 3 * connectivity[from];
  const at = (local: number, axis: number) => positions[3 * connectivity[from + local] + axis] - positions[base + axis];
  let sum = 0;
  for (const { nodes, corners } of faces) {
    for (let k = 1; k + 1 < corners; k++) {
      const [a, b, c] = [nodes[0], nodes[k], nodes[k + 1]];
      sum +=
        at(a, 0) * (at(b, 1) * at(c, 2) - at(b, 2) * at(c, 1)) +
        at(a, 1) * (at(b, 2) * at(c, 0) - at(b, 0) * at(c, 2)) +
        at(a, 2) * (at(b, 0) * at(c, 1) - at(b, 1) * at(c, 0));
    }
  }
  return sum;
}
