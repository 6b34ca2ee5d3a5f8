import { type CellFace, faceKey, faceOfSurfaceCell, facesOfSolid } from './cell-faces.ts';
import {
  CELLS_WITHOUT_SURFACE,
  type Cells,
  knownCellTypes,
  nodeCountOfCell,
  SOLID_TYPES,
  SURFACE_TYPES,
} from './cell-types.ts';
import { splitFace } from './split-face.ts';

export interface CellFaces {
  readonly faceNodes: number[];
  readonly faceEnds: number[];
  /** The cell of each face. */
  readonly cells: number[];
}

export interface GridSurface extends CellFaces {
  /** Number of faces of solid cells; they come first. */
  readonly solidFaceCount: number;
  /** Quadratic faces that were split into linear ones. */
  readonly quadraticCount: number;
}

/** Reports a problem with a cell; does not return. */
export type CellFail = (cell: number, expected: string, got: unknown) => never;

export interface OuterFace extends CellFace {
  readonly cell: number;
  count: number;
}

/**
 * The surface of a grid: the faces of exactly one solid cell, outward, and then the surface cells that are no face of a
 * solid (meshes often include their boundary). Quadratic faces are split at their nodes.
 */
export function surfaceOfCells(cells: Cells, positions: ArrayLike<number>, fail: CellFail): GridSurface {
  const solidFaces = facesOfSolids(cells, positions, fail);
  const skin: CellFaces = { faceNodes: [], faceEnds: [], cells: [] };
  let quadraticCount = 0;
  const add = ({ nodes, corners }: CellFace, cell: number) => {
    if (nodes.length > corners) quadraticCount++;
    for (const part of splitFace(nodes, corners)) {
      for (const node of part) skin.faceNodes.push(node);
      skin.faceEnds.push(skin.faceNodes.length);
      skin.cells.push(cell);
    }
  };
  for (const face of solidFaces.values()) if (face.count === 1) add(face, face.cell);
  const solidFaceCount = skin.cells.length;
  for (let cell = 0; cell < cells.types.length; cell++) {
    const face = faceOfSurfaceCell(cells, cell);
    if (face && !solidFaces.has(faceKey(face))) add(face, cell);
  }
  return { ...skin, solidFaceCount, quadraticCount };
}

/** The faces of solid cells, with the number of cells that have each; every cell is checked. */
export function facesOfSolids(cells: Cells, positions: ArrayLike<number>, fail: CellFail): Map<string, OuterFace> {
  const { offsets, types } = cells;
  const faces = new Map<string, OuterFace>();
  for (let cell = 0, from = 0; cell < types.length; from = offsets[cell++]) {
    const type = SOLID_TYPES.get(types[cell]) ?? SURFACE_TYPES.get(types[cell]);
    if (type === undefined && !CELLS_WITHOUT_SURFACE.has(types[cell])) {
      fail(cell, `must be of a known type (${knownCellTypes()})`, types[cell]);
    }
    const count = nodeCountOfCell(types[cell]);
    if (type && count !== undefined && count !== offsets[cell] - from) {
      fail(cell, `is a ${type.name} and must have ${count} corners`, offsets[cell] - from);
    }
    for (const face of facesOfSolid(cells, cell, positions) ?? []) {
      const key = faceKey(face);
      const known = faces.get(key);
      if (known === undefined) faces.set(key, { ...face, cell, count: 1 });
      else if (++known.count > 2) {
        const corners = face.nodes.slice(0, face.corners);
        fail(cell, 'must share each face with at most one other cell, unlike the face of nodes', corners);
      }
    }
  }
  return faces;
}
