/** Shapes of queries that are named by files, `{ "kind": "mesh" | "cad", "file": ... }`, replaced by what the files contain. */
import { CadFileError } from '../formats/cad/cad-file-error.ts';
import { MeshFileError } from '../formats/mesh-file-error.ts';
import type { ReadMeshOptions } from '../formats/mesh-from-faces.ts';
import type { CadFileDocument } from '../scene/cad-references.ts';
import type { NodeSchema } from '../scene/check-schema.ts';
import { readCadShape } from '../scene/embed-cad.ts';
import { type MeshFileDocument, readMeshFileShape } from '../scene/mesh-file-shape.ts';
import { checkMeshPath } from '../scene/mesh-files.ts';
import type { Fail } from '../scene/scene-error.ts';
import { solidShape } from '../scene/solid-shape-schema.ts';
import { checkAgainst } from '../scene/validate.ts';
import { isFields, QueryError } from './fields.ts';
import type { Fields } from './query-operation.ts';
import { rejectShape } from './shapes.ts';

/** A file and those that it refers to. */
export interface FileContents {
  /** Equal for equal contents. */
  readonly digest: string;
  /** Reads the bytes, by the paths of the files. */
  load(): Promise<LoadedFiles>;
}

export interface LoadedFiles {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly openHdf5?: ReadMeshOptions['openHdf5'];
}

/** The files of one folder. */
export interface QueryFiles {
  /** A file by its path from the folder. Throws a QueryError at `location` for one that is missing, too large or outside of the folder. */
  open(file: string, location: string): Promise<FileContents>;
  /** Receives what was left out of a file or converted. */
  notice(text: string): void;
}

export interface FileShapes {
  /** The query with the shapes of its files. Throws a QueryError with the path of the shape. */
  replace(fields: Fields): Promise<Fields>;
}

/** Queries have few levels; deeper ones are rejected by what answers them. */
const MAX_LEVELS = 16;
/** Shapes that are retained; the oldest is dropped first. */
const MAX_SHAPES = 64;
/** How an error names the folder. */
export const FILES_FOLDER = 'the folder of the files';

/** Each content of a file is converted once for each set of options. */
export function createFileShapes(files: QueryFiles): FileShapes {
  const known = new Map<string, Promise<Fields>>();
  const read = async (shape: Fields, location: string): Promise<Fields> => {
    const given = checkedShape(shape, location);
    const contents = await files.open(given.file, `${location}.file`);
    const key = JSON.stringify([given, contents.digest]);
    const found = known.get(key) ?? readShape(given, contents, location, files);
    known.delete(key);
    known.set(key, found);
    // errors are not retained
    found.catch(() => known.delete(key));
    if (known.size > MAX_SHAPES) known.delete(known.keys().next().value as string);
    return found;
  };
  const replace = async (value: unknown, path: string, levels: number): Promise<unknown> => {
    if (!mayHaveFile(value, levels)) return value;
    if (Array.isArray(value)) {
      return Promise.all(value.map((item, i) => replace(item, `${path}[${i}]`, levels - 1)));
    }
    const fields = value as Fields;
    if (isFileShape(fields)) return read(fields, path);
    const entries: [string, unknown][] = [];
    for (const [key, item] of Object.entries(fields)) {
      entries.push([key, await replace(item, path === '' ? key : `${path}.${key}`, levels - 1)]);
    }
    return Object.fromEntries(entries);
  };
  return {
    replace: async (fields) => (hasFileShape(fields) ? ((await replace(fields, '', MAX_LEVELS)) as Fields) : fields),
  };
}

function isFileShape(fields: Fields): boolean {
  return (fields.kind === 'mesh' || fields.kind === 'cad') && typeof fields.file === 'string';
}

function mayHaveFile(value: unknown, levels: number): boolean {
  return typeof value === 'object' && value !== null && levels > 0;
}

/** Whether a query has a shape from a file. */
export function hasFileShape(value: unknown, levels = MAX_LEVELS): boolean {
  if (!mayHaveFile(value, levels)) return false;
  if (Array.isArray(value)) return value.some((item) => hasFileShape(item, levels - 1));
  if (isFields(value) && isFileShape(value)) return true;
  return Object.values(value as Fields).some((item) => hasFileShape(item, levels - 1));
}

type FileShape = MeshFileDocument | CadFileDocument;

const failAt =
  (given: object, location: string): Fail =>
  (path, expected) =>
    rejectShape(given, path, expected, location);

/** With the keys and the checks of a rigid body in a scene. */
function checkedShape(shape: Fields, location: string): FileShape {
  const given = JSON.parse(JSON.stringify(shape));
  const fail = failAt(given, location);
  checkAgainst(solidShape as NodeSchema, given, fail);
  checkMeshPath(given.file, ['file'], fail, FILES_FOLDER);
  return given;
}

async function readShape(
  shape: FileShape,
  { load }: FileContents,
  location: string,
  { notice }: QueryFiles,
): Promise<Fields> {
  const { files, openHdf5 } = await load();
  const own = files.get(shape.file) as Uint8Array;
  const fail = failAt(shape, location);
  if (shape.kind === 'mesh') {
    const reference = { shape, path: [], isElastic: false, nodeSets: new Map() };
    return readMeshFileShape(reference, own, files, { notice, openHdf5 }, fail) as Fields;
  }
  try {
    return (await readCadShape(shape, own)) as Fields;
  } catch (error) {
    return rejectFile(error, `${location}.file`, shape.file);
  }
}

/** An error of a reader as an error of the query; other errors remain. */
export function rejectFile(error: unknown, location: string, file: string): never {
  if (!(error instanceof MeshFileError || error instanceof CadFileError || error instanceof RangeError)) throw error;
  throw new QueryError(location, file, 'a usable file', `${location}: must be a usable file: ${error.message}`);
}
