import { CadFileError } from './cad-file-error.ts';

/** The part of the optional package replicad-opencascadejs that is used: names as in the package. */
export interface OpenCascade {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  readonly STEPControl_Reader: new () => StepReader;
  readonly Message_ProgressRange: new () => { delete(): void };
  readonly BRepToolsWrapper: { Write(shape: unknown): string; Read(text: string): unknown };
  readonly ReplicadMeshExtractor: {
    extract(shape: unknown, tolerance: number, angularTolerance: number, skipNormals: boolean): MeshData;
  };
  readonly wasmMemory: { readonly buffer: ArrayBuffer };
}

export interface StepReader {
  ReadFile(path: string): unknown;
  TransferRoots(progress: unknown): number;
  NbRootsForTransfer(): number;
  OneShape(): { IsNull(): boolean; delete(): void };
  delete(): void;
}

export interface MeshData {
  getVerticesPtr(): number;
  getVerticesSize(): number;
  getTrianglesPtr(): number;
  getTrianglesSize(): number;
  delete(): void;
}

let opencascade: Promise<OpenCascade> | undefined;

const silent = () => {};

/** OpenCascade, once per process; it takes about a second. Throws a CadFileError that names the package if it is missing. */
export function loadOpenCascade(file: string): Promise<OpenCascade> {
  opencascade ??= loadPackage(file, 'replicad-opencascadejs', 'STEP files').then(
    (create) => create({ print: silent, printErr: silent }) as Promise<OpenCascade>,
  );
  return opencascade.catch((error) => {
    opencascade = undefined;
    throw error;
  });
}

type Create = (options: object) => Promise<unknown>;

async function loadPackage(file: string, name: string, what: string): Promise<Create> {
  try {
    // bundlers of pages must not look for it
    const module: { default: Create } = await import(/* @vite-ignore */ name);
    return module.default;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new CadFileError(file, `${what} need the package ${name}: run "npm install ${name}" (${reason})`);
  }
}
