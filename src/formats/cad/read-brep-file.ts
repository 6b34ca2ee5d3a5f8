import { checkAboveZero } from '../../shapes/checks.ts';
import { decodeBytes } from '../text-bytes.ts';
import { CadFileError } from './cad-file-error.ts';
import { type CadPart, createCadPart } from './cad-part.ts';
import { type CadFaces, readBrepText } from './read-brep.ts';

/** Millimetres, the unit of OpenCascade. */
export const MILLIMETRE = 0.001;

/** The part of the faces of a file. Throws a `CadFileError` for solids that are not closed, unless faces may be left out. */
export function partOfFaces(
  file: string,
  { faces, unit = 1, solid, sew, open }: CadFaces,
  { scale, partial }: { readonly scale: number; readonly partial: boolean },
): CadPart {
  if (open !== null && !partial) throw new CadFileError(file, `expected closed solids, but ${open}`);
  return createCadPart(file, faces, solid && open === null, { scale: unit * scale, partial, sew });
}

/**
 * Reads a part from a `.brep` file, as `readCad` does: the format needs no package, so the part is there at once. `scale`: metres per unit of
 * the file, default 0.001. Throws a `CadFileError` that names the file, the face and the reason.
 */
export function readBrepFile(file: string, bytes: Uint8Array, scale = MILLIMETRE): CadPart {
  checkAboveZero('readBrepFile: scale', scale);
  return partOfFaces(file, readBrepText(file, decodeBytes(bytes)), { scale, partial: false });
}
