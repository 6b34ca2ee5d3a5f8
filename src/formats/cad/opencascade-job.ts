/** The part of the optional package replicad-opencascadejs that is used: names as in the package. */
export interface OpenCascade {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  readonly STEPControl_Reader: new () => StepReader;
  readonly Message_ProgressRange: new () => { delete(): void };
  readonly BRepToolsWrapper: { Write(shape: CadShape): string; Read(text: string): CadShape };
  readonly ReplicadMeshExtractor: {
    extract(shape: CadShape, tolerance: number, angularTolerance: number, skipNormals: boolean): MeshData;
  };
  readonly wasmMemory: { readonly buffer: ArrayBuffer };
}

interface CadShape {
  IsNull(): boolean;
  delete(): void;
}

interface StepReader {
  ReadFile(path: string): unknown;
  TransferRoots(progress: unknown): number;
  NbRootsForTransfer(): number;
  OneShape(): CadShape;
  delete(): void;
}

interface MeshData {
  getVerticesPtr(): number;
  getVerticesSize(): number;
  getTrianglesPtr(): number;
  getTrianglesSize(): number;
  delete(): void;
}

/** Triangles in the units of the file. */
export interface CadTriangles {
  readonly positions: Float64Array;
  readonly triangles: Int32Array;
}

/** What OpenCascade is asked for: the shape of a file in its text format, or triangles of it. */
export interface OpenCascadeJob {
  /** The bytes of a STEP file, or a text in the format of OpenCascade. */
  readonly source: Uint8Array | string;
  /** Use what can be used, if a part of the file cannot. */
  readonly partial: boolean;
  /** Triangles within this distance of the faces [mm]; undefined: the shape itself. */
  readonly tolerance?: number;
}

/** The answer. */
export type OpenCascadeResult = { readonly shape: string } | CadTriangles;

type Answer = OpenCascadeResult | { readonly failure: string };

/**
 * Answers a job. A thread runs it from its source text: it uses nothing but its arguments. An exception of OpenCascade leaves its memory in
 * an unknown state.
 */
export function runOpenCascadeJob(oc: OpenCascade, { source, partial, tolerance }: OpenCascadeJob): Answer {
  /** Largest angle between neighbouring normals of a mesh [rad]; the tolerance decides where it is finer. */
  const maxAngle = 0.5;
  const path = '/part.step';
  const answer = (shape: CadShape): Answer => {
    if (shape === null || shape === undefined || shape.IsNull()) return { failure: 'expected shapes, but it has none' };
    if (tolerance === undefined) return { shape: oc.BRepToolsWrapper.Write(shape) };
    const mesh = oc.ReplicadMeshExtractor.extract(shape, tolerance, maxAngle, true);
    const { buffer } = oc.wasmMemory;
    const positions = Float64Array.from(new Float32Array(buffer, mesh.getVerticesPtr(), mesh.getVerticesSize()));
    const triangles = Int32Array.from(new Uint32Array(buffer, mesh.getTrianglesPtr(), mesh.getTrianglesSize()));
    mesh.delete();
    return { positions, triangles };
  };
  const used: { delete(): void }[] = [];
  const use = <Item extends { delete(): void }>(item: Item): Item => {
    used.push(item);
    return item;
  };
  if (typeof source === 'string') return answer(use(oc.BRepToolsWrapper.Read(source)));
  oc.FS.writeFile(path, source);
  try {
    const reader = use(new oc.STEPControl_Reader());
    const status = `${reader.ReadFile(path)}`;
    if (!(status === 'IFSelect_RetDone' || status === '1')) {
      return { failure: `expected a valid STEP file, but OpenCascade reports ${status}` };
    }
    const count = reader.NbRootsForTransfer();
    const read = reader.TransferRoots(use(new oc.Message_ProgressRange()));
    if (read < count && !partial)
      return { failure: `expected a STEP file whose parts can be used, got ${read} of ${count}` };
    return answer(use(reader.OneShape()));
  } finally {
    oc.FS.unlink(path);
    for (const item of used.toReversed()) item.delete();
  }
}
