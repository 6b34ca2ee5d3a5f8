import { MeshFileError } from '../mesh-file-error.ts';
import type { NetcdfFile, NetcdfVariable } from './netcdf.ts';

/** What is used of the package h5wasm. */
export interface Hdf5Library {
  readonly ready: Promise<{
    readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
    activate_throwing_error_handler?(): unknown;
  }>;
  readonly File: new (path: string, mode: 'r') => Hdf5File;
}

interface Hdf5File {
  keys(): string[];
  get(name: string): unknown;
  close(): unknown;
}

interface Hdf5Dataset {
  readonly shape: readonly number[] | null;
  readonly dtype: unknown;
  readonly value: unknown;
  readonly attrs: Readonly<Record<string, { readonly value: unknown }>>;
}

/** Larger arrays are rejected before they are read: the lengths in a damaged file may be anything. */
const MAX_VALUES = 3e7;
/** Path in the memory of the library. */
const PATH = 'appulse-mesh';

/**
 * Opens Exodus files in the format NetCDF-4 by the package h5wasm: the option `openHdf5` of `readMesh`
 * is `await createHdf5Opener(h5wasm)`.
 */
export async function createHdf5Opener(
  library: Hdf5Library,
): Promise<(source: string, bytes: Uint8Array) => NetcdfFile> {
  const module = await library.ready;
  module.activate_throwing_error_handler?.();
  return (source, bytes) => {
    const guarded = <T>(what: string, work: () => T): T => {
      try {
        return work();
      } catch (error) {
        if (error instanceof MeshFileError) throw error;
        throw new MeshFileError(source, undefined, `must be a sound HDF5 file: the library cannot read ${what}`);
      }
    };
    module.FS.writeFile(PATH, bytes);
    try {
      const file = guarded('it', () => new library.File(PATH, 'r'));
      try {
        return readAll(source, file, guarded);
      } finally {
        guarded('its end', () => file.close());
      }
    } finally {
      module.FS.unlink(PATH);
    }
  };
}

type Guard = <T>(what: string, work: () => T) => T;

/** Names of variables that are needed: others, such as results, are not read. */
const NEEDED = /^(coord[xyz]?|connect\d+|(eb|ns|ss)_(prop1|names)|attrib(_name)?\d+|node_ns\d+|(elem|side)_ss\d+)$/;

/** Everything that is needed, so that the file can be closed. */
function readAll(source: string, file: Hdf5File, guarded: Guard): NetcdfFile {
  const dimensions = new Map<string, number>();
  const variables = new Map<string, NetcdfVariable>();
  const numbers = new Map<string, Float64Array>();
  const texts = new Map<string, string[]>();
  for (const name of guarded('its list of variables', () => file.keys())) {
    guarded(JSON.stringify(name.slice(0, 80)), () => {
      const dataset = file.get(name) as Hdf5Dataset;
      const { shape } = dataset;
      if (!Array.isArray(shape)) return;
      if (dataset.attrs['CLASS']?.value === 'DIMENSION_SCALE' && shape.length === 1)
        dimensions.set(name, Number(shape[0]));
      if (!NEEDED.test(name)) return;
      const count = shape.reduce((product, length) => product * length, 1);
      if (!(count >= 0 && count <= MAX_VALUES)) {
        throw new MeshFileError(
          source,
          undefined,
          `variable ${JSON.stringify(name)} must have at most ${MAX_VALUES} values`,
          count,
        );
      }
      const type = dataset.attrs['elem_type']?.value;
      variables.set(name, {
        name,
        dimensions: [],
        shape,
        texts: new Map(typeof type === 'string' ? [['elem_type', type]] : []),
      });
      const { value } = dataset;
      if (ArrayBuffer.isView(value))
        numbers.set(name, Float64Array.from(value as unknown as ArrayLike<number | bigint>, Number));
      else if (Array.isArray(value)) texts.set(name, rowsOfText(value, shape.at(-1) ?? 1));
    });
  }
  const found = <T>(map: ReadonlyMap<string, T>, { name }: NetcdfVariable, what: string): T => {
    const values = map.get(name);
    if (values === undefined)
      throw new MeshFileError(source, undefined, `variable ${JSON.stringify(name)} must be of ${what}`);
    return values;
  };
  return {
    dimensions,
    variables,
    numbers: (variable) => found(numbers, variable, 'numbers'),
    texts: (variable) => found(texts, variable, 'characters'),
  };
}

/** Rows of single characters, each up to its first empty one. */
function rowsOfText(characters: readonly unknown[], width: number): string[] {
  return Array.from({ length: width > 0 ? characters.length / width : 0 }, (_, row) =>
    characters
      .slice(row * width, (row + 1) * width)
      .join('')
      .split('\0', 1)[0]
      .trim(),
  );
}
