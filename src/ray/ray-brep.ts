import type { Brep, BrepFace, BrepPiece } from '../shapes/brep/brep.ts';
import { faceParameter, isInsideLoops } from '../shapes/brep/trimmed-cell.ts';
import { startNearest, takeNearest } from './nearest-span.ts';
import { type PatchTrim, rayPatch } from './ray-patch.ts';
import { alignAxes } from './ray-tiled.ts';

/** Crossings this far outside the loops count, as a fraction of the patch: rays through the edge between two faces hit one of them. */
const NEXT_TO = 1e-9;

const rayAxes = new Float64Array(9);
const trims = new WeakMap<BrepPiece, PatchTrim>();

/** A ray and a body of trimmed faces: the first crossing inside the loops of a face. */
export function rayBrep(line: Float64Array, { faces }: Brep): void {
  alignAxes(rayAxes, line, false);
  startNearest();
  for (let k = 0; k < faces.length; k++) {
    const face = faces[k];
    for (const piece of face.pieces) rayPatch(line, piece.patch, k, rayAxes, trimOf(face, piece));
  }
  takeNearest();
}

function trimOf(face: BrepFace, piece: BrepPiece): PatchTrim {
  let trim = trims.get(piece);
  if (trim === undefined) {
    const { fromU, toU, fromV, toV } = piece;
    const isInside = (x: number, y: number) =>
      isInsideLoops(face, faceParameter(fromU, toU, x), faceParameter(fromV, toV, y));
    const contains = (x: number, y: number) =>
      isInside(x, y) ||
      isInside(x - NEXT_TO, y - NEXT_TO) ||
      isInside(x + NEXT_TO, y - NEXT_TO) ||
      isInside(x - NEXT_TO, y + NEXT_TO) ||
      isInside(x + NEXT_TO, y + NEXT_TO);
    trim = { reversed: face.reversed, contains };
    trims.set(piece, trim);
  }
  return trim;
}
