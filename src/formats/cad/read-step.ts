import { decodeBytes } from '../text-bytes.ts';
import { CadFileError } from './cad-file-error.ts';
import { loadOpenCascade, type OpenCascade } from './load-opencascade.ts';
import { type BrepFile, readBrepText } from './read-brep.ts';

/** Largest angle between neighbouring normals of a mesh [rad]; the tolerance decides where it is finer. */
const MAX_MESH_ANGLE = 0.5;

/** Triangles in the units of the file. */
export interface CadTriangles {
  readonly positions: Float64Array;
  readonly triangles: Int32Array;
}

/** Reads a STEP file with OpenCascade and calls `use` with its shape, in millimetres. */
async function withShape<Result>(
  file: string,
  bytes: Uint8Array,
  use: (oc: OpenCascade, shape: unknown) => Result,
): Promise<Result> {
  if (!/^\s*ISO-10303-21;/.test(decodeBytes(bytes.subarray(0, 200)))) {
    throw new CadFileError(file, 'expected a STEP file, which begins with "ISO-10303-21;"');
  }
  const oc = await loadOpenCascade(file);
  const path = '/part.step';
  oc.FS.writeFile(path, bytes);
  const reader = new oc.STEPControl_Reader();
  try {
    const progress = new oc.Message_ProgressRange();
    const status = `${reader.ReadFile(path)}`;
    if (!(status === 'IFSelect_RetDone' || status === '1')) {
      throw new CadFileError(file, `expected a valid STEP file, but OpenCascade reports ${status}`);
    }
    reader.TransferRoots(progress);
    const shape = reader.OneShape();
    if (shape === null || shape === undefined || shape.IsNull()) {
      throw new CadFileError(file, 'expected a STEP file with shapes, but it has none');
    }
    return use(oc, shape);
  } catch (error) {
    if (error instanceof CadFileError) throw error;
    throw new CadFileError(file, 'expected a valid STEP file, but OpenCascade cannot read it');
  } finally {
    reader.delete();
    oc.FS.unlink(path);
  }
}

/** The faces of a STEP file, in millimetres. */
export async function readStepFaces(file: string, bytes: Uint8Array): Promise<BrepFile> {
  const text = await withShape(file, bytes, (oc, shape) => oc.BRepToolsWrapper.Write(shape));
  return readBrepText(file, text);
}

/** Triangles of a STEP file within `tolerance` [mm] of its faces. */
export function readStepTriangles(file: string, bytes: Uint8Array, tolerance: number): Promise<CadTriangles> {
  return withShape(file, bytes, (oc, shape) => meshShape(oc, shape, tolerance));
}

/** Triangles of a `.brep` text within `tolerance`, in its units. */
export async function meshBrepText(file: string, text: string, tolerance: number): Promise<CadTriangles> {
  const oc = await loadOpenCascade(file);
  return meshShape(oc, oc.BRepToolsWrapper.Read(text), tolerance);
}

function meshShape(oc: OpenCascade, shape: unknown, tolerance: number): CadTriangles {
  const mesh = oc.ReplicadMeshExtractor.extract(shape, tolerance, MAX_MESH_ANGLE, true);
  const result = {
    positions: Float64Array.from(new Float32Array(oc.wasmMemory.buffer, mesh.getVerticesPtr(), mesh.getVerticesSize())),
    triangles: Int32Array.from(new Uint32Array(oc.wasmMemory.buffer, mesh.getTrianglesPtr(), mesh.getTrianglesSize())),
  };
  mesh.delete();
  return result;
}
