/** The classic NetCDF format, versions 1 (classic), 2 (64-bit offset) and 5 (64-bit data): header and variables. */
import { MeshFileError } from '../mesh-file-error.ts';
import { dataView, isIntegerType, readScalar, type ScalarType, scalarSize } from '../scalar-type.ts';
import { decodeBytes } from '../text-bytes.ts';

/** A variable of a NetCDF file: an array of numbers or characters. */
export interface NetcdfVariable {
  readonly name: string;
  /** Names of the dimensions. */
  readonly dimensions: readonly string[];
  /** Lengths of the dimensions. */
  readonly shape: readonly number[];
  /** Attributes that are texts. */
  readonly texts: ReadonlyMap<string, string>;
  /** Place of the data in the file, where it is known. [bytes] */
  readonly byte?: number;
}

/** A NetCDF file: named dimensions, and variables, which are arrays of numbers or characters. */
export interface NetcdfFile {
  /** Lengths of the dimensions by their names; 0 for the number of time steps. */
  readonly dimensions: ReadonlyMap<string, number>;
  readonly variables: ReadonlyMap<string, NetcdfVariable>;
  /** The numbers of a variable. */
  numbers(variable: NetcdfVariable): Float64Array;
  /** The rows of a variable of characters, each up to its first zero. */
  texts(variable: NetcdfVariable): string[];
}

const TYPES: readonly (ScalarType | undefined)[] = [
  undefined, 'i8', 'u8', 'i16', 'i32', 'f32', 'f64', 'u8', 'u16', 'u32', 'i64', 'u64',
]; // biome-ignore format: one list
const CHARACTERS = 2;
const DIMENSIONS = 10;
const VARIABLES = 11;
const ATTRIBUTES = 12;

interface StoredVariable extends NetcdfVariable {
  readonly type: number;
  readonly byte: number;
  readonly isRecord: boolean;
}

/** Opens a file in the classic format. Lengths are checked against that of the file before anything is read. */
export function openNetcdf(source: string, bytes: Uint8Array): NetcdfFile {
  const header = createHeader(source, bytes);
  const dimensions = header.dimensions();
  header.attributes();
  const variables = header.variables(dimensions);
  const fail = (byte: number, expected: string, got?: unknown): never => {
    throw new MeshFileError(source, { byte }, expected, got);
  };
  const stored = (variable: NetcdfVariable): StoredVariable => variables.get(variable.name) as StoredVariable;
  const rangeOf = (variable: StoredVariable): number => {
    const { name, type, byte, shape } = variable;
    if (variable.isRecord) fail(byte, `variable ${JSON.stringify(name)} must not depend on the time step`);
    const count = shape.reduce((product, length) => product * length, 1);
    const length = count * scalarSize(TYPES[type] as ScalarType);
    if (byte + length > bytes.length)
      fail(byte, `truncated: variable ${JSON.stringify(name)} must have ${length} bytes`, bytes.length - byte);
    return count;
  };
  return {
    dimensions: new Map(dimensions.map(({ name, length }) => [name, length])),
    variables,
    numbers(given) {
      const variable = stored(given);
      const type = TYPES[variable.type] as ScalarType;
      const view = dataView(bytes);
      const size = scalarSize(type);
      const values = Float64Array.from({ length: rangeOf(variable) }, (_, k) =>
        readScalar(view, variable.byte + k * size, type, false),
      );
      const rounded = isIntegerType(type) ? values.findIndex((value) => !Number.isSafeInteger(value)) : -1;
      if (rounded >= 0)
        fail(
          variable.byte + rounded * size,
          `variable ${JSON.stringify(given.name)} must have integers that a double holds exactly`,
          values[rounded],
        );
      return values;
    },
    texts(given) {
      const variable = stored(given);
      const { byte, shape, type, name } = variable;
      if (type !== CHARACTERS) fail(byte, `variable ${JSON.stringify(name)} must be of characters`);
      const count = rangeOf(variable);
      const width = shape.at(-1) ?? 1;
      const rows = width > 0 ? count / width : 0;
      return Array.from({ length: rows }, (_, row) => {
        const text = decodeBytes(bytes.subarray(byte + row * width, byte + (row + 1) * width));
        return text.split('\0', 1)[0].trim();
      });
    },
  };
}

interface Dimension {
  readonly name: string;
  /** 0: the number of records. */
  readonly length: number;
}

function createHeader(source: string, bytes: Uint8Array) {
  const view = dataView(bytes);
  let at = 4;
  const fail = (expected: string, got?: unknown): never => {
    throw new MeshFileError(source, { byte: at }, expected, got);
  };
  const version = bytes[3];
  if (![1, 2, 5].includes(version)) {
    at = 3;
    fail('the version of a NetCDF file must be 1, 2 or 5', version);
  }
  const take = (length: number): number => {
    if (at + length > bytes.length) fail('truncated: the header must continue');
    at += length;
    return at - length;
  };
  const u32 = () => view.getUint32(take(4));
  const count = (): number => {
    const value = version === 5 ? Number(view.getBigUint64(take(8))) : u32();
    return Number.isSafeInteger(value) ? value : fail('a count must be an integer', value);
  };
  const name = (): string => {
    const length = count();
    const from = take(length);
    at += (4 - (length % 4)) % 4;
    return decodeBytes(bytes.subarray(from, from + length));
  };
  /** Tag and number of items of a list; each takes at least `min` bytes. */
  const list = (tag: number, what: string, min: number): number => {
    const found = u32();
    const items = count();
    if (found !== tag && !(found === 0 && items === 0)) fail(`the header must have its list of ${what} here`, found);
    if (items * min > bytes.length - at) fail(`truncated: the file must be long enough for ${what}`, items);
    return items;
  };
  const attributes = (): Map<string, string> => {
    const texts = new Map<string, string>();
    for (let k = list(ATTRIBUTES, 'attributes', 12); k > 0; k--) {
      const key = name();
      const type = u32();
      const size = scalarSize(TYPES[type] ?? fail('an attribute must have a type from 1 to 11', type));
      const length = count() * size;
      const from = take(length);
      at += (4 - (length % 4)) % 4;
      if (type === CHARACTERS) texts.set(key, decodeBytes(bytes.subarray(from, from + length)).replace(/\0.*$/s, ''));
    }
    return texts;
  };
  count(); // records
  return {
    dimensions: (): Dimension[] =>
      Array.from({ length: list(DIMENSIONS, 'dimensions', 8) }, () => ({ name: name(), length: count() })),
    attributes,
    variables: (dimensions: readonly Dimension[]): Map<string, StoredVariable> => {
      const variables = new Map<string, StoredVariable>();
      for (let k = list(VARIABLES, 'variables', 20); k > 0; k--) {
        const variable = name();
        const rank = count();
        if (4 * rank > bytes.length - at) fail('truncated: a variable must have a number of dimensions', rank);
        const indices = Array.from({ length: rank }, count);
        const chosen = indices.map(
          (index) => dimensions[index] ?? fail(`a dimension must be from 0 to ${dimensions.length - 1}`, index),
        );
        const texts = attributes();
        const type = u32();
        if (TYPES[type] === undefined) fail('a variable must have a type from 1 to 11', type);
        count(); // size, which follows from the dimensions
        const byte = version === 1 ? u32() : Number(view.getBigUint64(take(8)));
        variables.set(variable, {
          name: variable,
          dimensions: chosen.map((dimension) => dimension.name),
          shape: chosen.map((dimension) => dimension.length),
          texts,
          type,
          byte,
          isRecord: chosen.length > 0 && chosen[0].length === 0,
        });
      }
      return variables;
    },
  };
}
