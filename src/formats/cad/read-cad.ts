import { checkAboveZero } from '../../shapes/checks.ts';
import { packedVertices, type WeldedTriangles, weldVertices } from '../../shapes/weld-vertices.ts';
import { decodeBytes } from '../text-bytes.ts';
import { CadFileError } from './cad-file-error.ts';
import { type CadPart, createCadPart } from './cad-part.ts';
import { readBrepText } from './read-brep.ts';
import { type CadTriangles, meshBrepText, readStepFaces, readStepTriangles } from './read-step.ts';

/** Settings of `readCad`. */
export interface CadOptions {
  /**
   * Metres per unit of the file. Default: 0.001. Lengths of STEP files are first converted to millimetres from their own unit; .brep files
   * have no unit.
   */
  readonly scale?: number;
  /** Leave out faces that cannot be used, and list them; the body is then open. Default: an error that names the first. */
  readonly partial?: boolean;
}

/** Millimetres, the unit of OpenCascade. */
const MILLIMETRE = 0.001;
/** Extensions of CAD files. */
export const CAD_FILES = /\.(step|stp|brep)$/i;

/**
 * Reads a part from the bytes of a CAD file: `.step` and `.stp` (with the optional package replicad-opencascadejs) or `.brep` (the text
 * format of OpenCascade, without a package). Planes, cylinders, cones, spheres, tori, surfaces of extrusion and revolution and
 * NURBS become trimmed NURBS faces, exactly. Throws a `CadFileError` that names the file, the face and the reason.
 *
 * @example
 * ```ts
 * import { closest, point, pose } from 'appulse';
 * import { readCad } from 'appulse/cad';
 *
 * const text = `CASCADE Topology V1, (c) Matra-Datavision
 *   Locations 0 Curve2ds 1 2 0 0 1 0 0 1 5 Curves 0 Surfaces 1 1 0 0 0 0 0 1 1 0 0 0 1 0
 *   TShapes 3 Ed 1e-7 1 1 0 2 1 1 0 0 6.283185307179586 0 0101000 *
 *   Wi 0101100 +3 0 * Fa 0 1e-7 1 0 0111000 +2 0 * +1 0`; // a disc with a radius of 5 mm
 * const { body, faces } = await readCad('disc.brep', new TextEncoder().encode(text));
 * console.log(faces[0].surface, faces[0].status); // plane exact
 * console.log(closest(point(), pose([0.008, 0, 0.004]), body, pose()).distance.toFixed(9)); // 0.005000000
 * ```
 */
export async function readCad(file: string, bytes: Uint8Array, options: CadOptions = {}): Promise<CadPart> {
  const { scale, partial } = options;
  if (scale !== undefined) checkAboveZero('readCad: scale', scale);
  switch (kindOf(file)) {
    case 'step': {
      const { faces, solid } = await readStepFaces(file, bytes);
      return createCadPart(file, faces, solid, { scale: scale ?? MILLIMETRE, partial });
    }
    case 'brep':
      return readBrepFile(file, bytes, options);
  }
}

/** The same for a `.brep` file, which needs no package: at once. */
export function readBrepFile(file: string, bytes: Uint8Array, { scale, partial }: CadOptions = {}): CadPart {
  const { faces, solid } = readBrepText(file, decodeBytes(bytes));
  return createCadPart(file, faces, solid, { scale: scale ?? MILLIMETRE, partial });
}

/**
 * Triangles of a CAD file within `tolerance` [m] of its faces, vertices at the same position joined: for faces that cannot be used exactly.
 */
export async function readCadMesh(
  file: string,
  bytes: Uint8Array,
  tolerance: number,
  scale = MILLIMETRE,
): Promise<WeldedTriangles> {
  checkAboveZero('readCadMesh: tolerance', tolerance);
  checkAboveZero('readCadMesh: scale', scale);
  const { positions, triangles } = await trianglesOf(file, bytes, tolerance / scale);
  return weldVertices(packedVertices(positions.map((x) => scale * x)), triangles, 0);
}

async function trianglesOf(file: string, bytes: Uint8Array, tolerance: number): Promise<CadTriangles> {
  switch (kindOf(file)) {
    case 'step':
      return readStepTriangles(file, bytes, tolerance);
    case 'brep':
      return meshBrepText(file, decodeBytes(bytes), tolerance);
  }
}

function kindOf(file: string): 'step' | 'brep' {
  const extension = /\.([^./\\]+)$/.exec(file)?.[1].toLowerCase() ?? '';
  if (extension === 'step' || extension === 'stp') return 'step';
  if (extension === 'brep') return extension;
  if (extension === 'iges' || extension === 'igs') {
    throw new CadFileError(file, 'IGES files cannot be read: save the part as a STEP file (.step)');
  }
  throw new CadFileError(file, `expected a file .step, .stp or .brep, got "${extension}"`);
}
