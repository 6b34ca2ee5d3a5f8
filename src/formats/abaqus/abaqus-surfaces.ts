import { type CellFace, faceKey, faceOfSurfaceCell, facesOfSolid, reversedFace, typeOfFace } from '../cell-faces.ts';
import { facesOfSolids, type OuterFace } from '../cell-surface.ts';
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

export function createSurfaceFinder({ cells, positions, nameOfCell }: LocatedModel): SurfaceFinder {
  let all: Map<string, OuterFace> | undefined;
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
    const number = /^S([1-6])$/.exec(face);
    const from = cell > 0 ? cells.offsets[cell - 1] : 0;
    const corners = number
      ? abaqusFace(cells.types[cell], Number(number[1]))?.map((k) => cells.connectivity[from + k])
      : undefined;
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
