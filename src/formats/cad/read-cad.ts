import { triangulateBrep } from '../../shapes/brep/triangulate-brep.ts';
import { checkAboveZero } from '../../shapes/checks.ts';
import { packedVertices, type WeldedTriangles, weldVertices } from '../../shapes/weld-vertices.ts';
import { decodeBytes } from '../text-bytes.ts';
import { CadFileError } from './cad-file-error.ts';
import { type CadPart, createCadPart } from './cad-part.ts';
import type { CadTriangles } from './opencascade-job.ts';
import { read3dm } from './read-3dm.ts';
import { type CadFaces, readBrepText } from './read-brep.ts';
import { MILLIMETRE, partOfFaces } from './read-brep-file.ts';
import { readIgesFaces } from './read-iges.ts';
import { meshCad, readStepFaces, type StepLimits } from './read-step.ts';
import { DEFAULT_TIME_LIMIT } from './wasm-thread.ts';

/** Settings of `readCad`. */
export interface CadOptions {
  /**
   * Metres per unit of the file. Default: 0.001. Lengths of STEP, IGES and .3dm files are first converted to millimetres from their own
   * unit; .brep files have no unit.
   */
  readonly scale?: number;
  /** Leave out faces that cannot be used, and list them; the body is then open. Default: an error that names the first. */
  readonly partial?: boolean;
  /** Longest time for OpenCascade or rhino3dm to read the file [s], default 120; a file that takes longer is an error. */
  readonly timeLimit?: number;
}

/** Extensions of CAD files. */
export const CAD_FILES = /\.(step|stp|brep|3dm|iges|igs)$/i;

/**
 * Reads a part from the bytes of a CAD file: `.step` and `.stp` (with the optional package replicad-opencascadejs), `.3dm` (with rhino3dm),
 * `.iges`, `.igs` or `.brep` (the text format of OpenCascade; both without a package). Planes, cylinders, cones, spheres, tori, surfaces
 * of extrusion and revolution and NURBS become trimmed NURBS faces, exactly. Throws a `CadFileError` that names the file, the face and the reason.
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
  const { scale = MILLIMETRE, partial = false, timeLimit = DEFAULT_TIME_LIMIT } = options;
  checkAboveZero('readCad: scale', scale);
  checkAboveZero('readCad: timeLimit', timeLimit);
  return partOfFaces(file, await facesOf(file, bytes, { partial, timeLimit }), { scale, partial });
}

async function facesOf(file: string, bytes: Uint8Array, limits: StepLimits): Promise<CadFaces> {
  switch (kindOf(file)) {
    case 'step':
      return readStepFaces(file, bytes, limits);
    case 'brep':
      return readBrepText(file, decodeBytes(bytes));
    case '3dm':
      return faces3dm(file, bytes, limits);
    case 'iges':
      return readIgesFaces(file, bytes);
  }
}

async function faces3dm(file: string, bytes: Uint8Array, { partial, timeLimit }: StepLimits): Promise<CadFaces> {
  const { bodies, meshes, others } = await read3dm(file, bytes, timeLimit);
  const unused = [...(meshes.triangles.length > 0 ? ['mesh, which can be read as triangles'] : []), ...others];
  if (unused.length > 0 && !partial)
    throw new CadFileError(file, `expected bodies with faces, but it has a ${unused[0]}`);
  if (bodies === null) throw new CadFileError(file, 'expected bodies with faces, but it has none');
  return bodies;
}

/**
 * Triangles of a CAD file within `tolerance` [m] of its faces, vertices at the same position joined: for faces that cannot be used exactly.
 */
export async function readCadMesh(
  file: string,
  bytes: Uint8Array,
  tolerance: number,
  { scale = MILLIMETRE, timeLimit = DEFAULT_TIME_LIMIT }: Omit<CadOptions, 'partial'> = {},
): Promise<WeldedTriangles> {
  checkAboveZero('readCadMesh: tolerance', tolerance);
  checkAboveZero('readCadMesh: scale', scale);
  checkAboveZero('readCadMesh: timeLimit', timeLimit);
  const { positions, triangles } = await trianglesOf(file, bytes, tolerance / scale, timeLimit);
  return weldVertices(packedVertices(positions.map((x) => scale * x)), triangles, 0);
}

async function trianglesOf(
  file: string,
  bytes: Uint8Array,
  tolerance: number,
  timeLimit: number,
): Promise<CadTriangles> {
  switch (kindOf(file)) {
    case 'step':
      return meshCad(file, bytes, tolerance, timeLimit);
    case 'brep':
      return meshCad(file, decodeBytes(bytes), tolerance, timeLimit);
    case '3dm': {
      const { bodies, meshes, others } = await read3dm(file, bytes, timeLimit);
      if (others.length > 0) throw new CadFileError(file, `expected bodies and meshes, but it has a ${others[0]}`);
      return bodies === null ? meshes : joinTriangles(meshes, meshFaces(file, bodies, tolerance));
    }
    case 'iges':
      return meshFaces(file, readIgesFaces(file, bytes), tolerance);
  }
}

function joinTriangles(a: CadTriangles, b: CadTriangles): CadTriangles {
  const positions = new Float64Array(a.positions.length + b.positions.length);
  positions.set(a.positions);
  positions.set(b.positions, a.positions.length);
  const triangles = new Int32Array(a.triangles.length + b.triangles.length);
  triangles.set(a.triangles);
  b.triangles.forEach((node, k) => {
    triangles[a.triangles.length + k] = a.positions.length / 3 + node;
  });
  return { positions, triangles };
}

/** Triangles of faces that OpenCascade does not read, in millimetres. */
function meshFaces(file: string, { faces, unit = 1 }: CadFaces, tolerance: number): CadTriangles {
  return triangulateBrep(createCadPart(file, faces, false, { scale: unit }).body, tolerance);
}

function kindOf(file: string): 'step' | 'brep' | '3dm' | 'iges' {
  const extension = /\.([^./\\]+)$/.exec(file)?.[1].toLowerCase() ?? '';
  if (extension === 'step' || extension === 'stp') return 'step';
  if (extension === 'brep' || extension === '3dm') return extension;
  if (extension === 'iges' || extension === 'igs') return 'iges';
  throw new CadFileError(file, `expected a file .step, .stp, .3dm, .iges, .igs or .brep, got "${extension}"`);
}
