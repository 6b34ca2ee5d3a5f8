import { type CellFace, faceKey, faceOfSurfaceCell, facesOfSolid, reversedFace, typeOfFace } from '../cell-faces.ts';
import { facesOfSolids, type OuterFace } from '../cell-surface.ts';
import { CELL } from '../cell-types.ts';
import { failAtLine, type TextLine } from '../keyword-lines.ts';
import type { FaceSet, LocatedModel } from '../mesh-model.ts';
import { faceSet } from '../model-builder.ts';
import { abaqusFace } from './abaqus-elements.ts';

/** A face of an element: `S1` to `S6` of a solid, `SPOS` or `SNEG` of a shell, or empty for its free faces. */
export interface NamedFace {
  readonly cell: number;
  readonly face: string;
  readonly at: TextLine;
}

export interface SurfaceFinder {
  faces(members: readonly NamedFace[]): FaceSet;
  joined(a: FaceSet, b: FaceSet): FaceSet;
}

/** `given`: the eight nodes of hexahedra with repeated nodes, which are other cells in the model. */
export function createSurfaceFinder(
  { cells, positions, nameOfCell }: LocatedModel,
  given: ReadonlyMap<number, readonly number[]>,
): SurfaceFinder {
  let all: Map<string, OuterFace> | undefined;
  /** Different corners of the face `S1`, `S2`, ...; undefined if there is no such face. */
  const cornersOf = (cell: number, face: string): number[] | undefined => {
    const number = Number(/^S([1-6])$/.exec(face)?.[1]);
    const eight = given.get(cell);
    const from = cell > 0 ? cells.offsets[cell - 1] : 0;
    const corners = abaqusFace(eight ? CELL.hexahedron : cells.types[cell], number);
    return corners && [...new Set(corners.map((k) => (eight ? eight[k] : cells.connectivity[from + k])))];
  };
  const facesOf = ({ cell, face, at }: NamedFace): CellFace[] => {
    const own = faceOfSurfaceCell(cells, cell);
    if (own) {
      if (/^(SPOS|S1|)$/.test(face)) return [own];
      if (/^(SNEG|S2)$/.test(face)) return [reversedFace(own)];
      // edges of shells have no surface
      if (/^E\d$/.test(face)) return [];
      return failAtLine(at, `${nameOfCell(cell)} is a shell: its face must be SPOS or SNEG`, face);
    }
    const faces = facesOfSolid(cells, cell, positions) ?? [];
    if (face === '') {
      all ??= facesOfSolids(cells, positions, (other, expected, got) =>
        failAtLine(at, `${nameOfCell(other)} ${expected}`, got),
      );
      return faces.filter((one) => all?.get(faceKey(one))?.count === 1);
    }
    const corners = cornersOf(cell, face);
    // a face with two different nodes has no area
    if (corners && corners.length < 3) return [];
    const key = corners && faceKey({ corners: corners.length, nodes: corners });
    const found = faces.find((one) => faceKey(one) === key);
    return found ? [found] : failAtLine(at, `${nameOfCell(cell)} must have the face of this name`, face);
  };
  return {
    faces: (members) =>
      faceSet(members.flatMap(facesOf).map((face) => ({ type: typeOfFace(face), nodes: face.nodes }))),
    joined: (a, b) => ({
      connectivity: Int32Array.from([...Array.from(a.connectivity), ...Array.from(b.connectivity)]),
      offsets: Int32Array.from([
        ...Array.from(a.offsets),
        ...Array.from(b.offsets, (end) => end + a.connectivity.length),
      ]),
      types: Uint8Array.from([...Array.from(a.types), ...Array.from(b.types)]),
    }),
  };
}
