import { CadFileError } from './cad-file-error.ts';
import { composeTransforms, IDENTITY, type Transform } from './cad-transform.ts';

/**
 * The entities of an IGES file (version 5.3): lines of 80 columns, column 73 names the section. An entity has two lines of ten fields of
 * eight columns in the directory (D) and its values, separated by commas, in the parameter data (P); entities refer to each other by the
 * number of their first line in the directory.
 */

/** An entity. */
export interface IgesEntity {
  /** Its number in the directory. */
  readonly id: number;
  readonly type: number;
  readonly form: number;
  /** The entity 124 that moves it; 0: none. */
  readonly matrix: number;
  /** Is it used by another entity only? */
  readonly isDependent: boolean;
  /** Values after the type; missing ones are undefined. */
  readonly values: readonly (number | string | undefined)[];
}

export interface IgesFile {
  readonly file: string;
  /** Millimetres per unit. */
  readonly unit: number;
  /** Smallest distance that the sending program distinguishes, in units. */
  readonly resolution: number;
  readonly entities: ReadonlyMap<number, IgesEntity>;
}

/** Millimetres of the units 1 to 11; 3 is named in the file. */
const UNITS = [0, 25.4, 1, 0, 304.8, 1609344, 1000, 1e6, 0.0254, 1e-3, 10, 2.54e-5];
const UNIT_NAMES: Readonly<Record<string, number>> = {
  IN: 25.4, INCH: 25.4, MM: 1, FT: 304.8, MI: 1609344, M: 1000, KM: 1e6, MIL: 0.0254, UM: 1e-3, CM: 10, UIN: 2.54e-5,
}; // biome-ignore format: a table
const MAX_ENTITIES = 1_000_000;

/** Reads the entities of an IGES text. Throws a CadFileError. */
export function parseIges(file: string, text: string): IgesFile {
  const sections: Record<string, string[]> = { S: [], G: [], D: [], P: [], T: [] };
  for (const line of text.split(/\r?\n|\r/)) {
    const section = line[72];
    if (section !== undefined && section in sections) sections[section].push(line);
  }
  if (sections['S'].length === 0 || sections['G'].length === 0 || sections['D'].length === 0) {
    throw new CadFileError(file, 'expected an IGES file: lines of 80 columns with S, G, D, P or T in column 73');
  }
  const global = sections['G'].map((line) => line.slice(0, 72)).join('');
  const [field, record] = delimiters(global);
  const values = splitValues(file, global, field, record);
  const entities = readDirectory(file, sections['D'], sections['P'], field, record);
  const scale = typeof values[12] === 'number' && values[12] > 0 ? values[12] : 1;
  const resolution = typeof values[18] === 'number' && values[18] > 0 ? values[18] : 0;
  return { file, unit: unitOf(file, values[13], values[14]) / scale, resolution, entities };
}

/** The first values of the global section: "1H,,1H;," or nothing for the usual ones. */
function delimiters(global: string): readonly [string, string] {
  const field = /^1H(.)/.exec(global)?.[1] ?? ',';
  const rest = global.slice(global.startsWith('1H') ? 4 : 1);
  const record = /^1H(.)/.exec(rest)?.[1] ?? ';';
  return [field, record];
}

function unitOf(file: string, flag: number | string | undefined, name: number | string | undefined): number {
  const unit = flag === 3 || flag === undefined ? UNIT_NAMES[String(name ?? 'MM').toUpperCase()] : UNITS[Number(flag)];
  if (unit > 0) return unit;
  throw new CadFileError(file, `expected a unit of length from 1 to 11, got ${String(flag)} ${String(name)}`);
}

/** Values up to the end of the record: numbers, and texts as 5Habcde. */
function splitValues(file: string, text: string, field: string, record: string): (number | string | undefined)[] {
  const values: (number | string | undefined)[] = [];
  let at = 0;
  for (;;) {
    while (text[at] === ' ') at++;
    const hollerith = /^(\d{1,6})H/.exec(text.slice(at, at + 8));
    if (hollerith) {
      const start = at + hollerith[0].length;
      at = start + Number(hollerith[1]);
      values.push(text.slice(start, at));
      while (at < text.length && text[at] !== field && text[at] !== record) at++;
    } else {
      let end = at;
      while (end < text.length && text[end] !== field && text[end] !== record) end++;
      values.push(parseValue(file, text.slice(at, end).trim()));
      at = end;
    }
    if (at >= text.length || text[at] === record) return values;
    at++;
  }
}

function parseValue(file: string, word: string): number | undefined {
  if (word === '') return undefined;
  const value = Number(word.replace(/[dD]/, 'E'));
  if (Number.isFinite(value)) return value;
  throw new CadFileError(file, `expected a number, got "${word.slice(0, 40)}"`);
}

function readDirectory(
  file: string,
  directory: readonly string[],
  parameters: readonly string[],
  field: string,
  record: string,
): Map<number, IgesEntity> {
  if (directory.length > 2 * MAX_ENTITIES) throw new CadFileError(file, `expected at most ${MAX_ENTITIES} entities`);
  const entities = new Map<number, IgesEntity>();
  for (let k = 0; k + 1 < directory.length; k += 2) {
    const where = `entity ${k + 1}`;
    const number = (line: string, column: number) => {
      const word = line.slice(8 * column, 8 * column + 8).trim();
      const value = word === '' ? 0 : Number(word);
      if (Number.isInteger(value)) return value;
      throw new CadFileError(file, `${where}: expected an integer, got "${word}"`);
    };
    const [first, second] = [directory[k], directory[k + 1]];
    const [type, start, count] = [number(first, 0), number(first, 1), number(second, 3)];
    const status = first.slice(64, 72).trim().padStart(8, '0');
    // blanked entities are not shown
    if (status.startsWith('01')) continue;
    if (!(start >= 1 && count >= 0 && start - 1 + count <= parameters.length)) {
      throw new CadFileError(file, `${where}: expected ${count} lines of parameters from line ${start}`);
    }
    const lines = parameters.slice(start - 1, start - 1 + count).map((line) => line.slice(0, 64));
    const [own, ...values] = count === 0 ? [type] : splitValues(file, lines.join(''), field, record);
    if (own !== type) throw new CadFileError(file, `${where}: expected parameters of type ${type}, got ${own}`);
    const isDependent = status[2] !== '0' || status[3] !== '0';
    entities.set(k + 1, { id: k + 1, type, form: number(second, 4), matrix: number(first, 6), isDependent, values });
  }
  return entities;
}

/** The entity that another one names; its type must be one of `types`, if given. */
export function entityAt(model: IgesFile, owner: IgesEntity, pointer: unknown, types?: readonly number[]): IgesEntity {
  const found = typeof pointer === 'number' ? model.entities.get(pointer) : undefined;
  if (found && (types === undefined || types.includes(found.type))) return found;
  const expected = types === undefined ? 'an entity' : `an entity of type ${types.join(' or ')}`;
  throw new CadFileError(
    model.file,
    `entity ${owner.id} (type ${owner.type}): expected ${expected}, got ${String(pointer)}${found ? ` of type ${found.type}` : ''}`,
  );
}

/** A value that must be a number; `otherwise` stands for a missing one. */
export function numberAt(model: IgesFile, entity: IgesEntity, index: number, otherwise?: number): number {
  const value = entity.values[index] ?? otherwise;
  if (typeof value === 'number') return value;
  throw new CadFileError(
    model.file,
    `entity ${entity.id} (type ${entity.type}): expected a number as value ${index + 1}, got ${value === undefined ? 'nothing' : `"${value}"`}`,
  );
}

export function numbersAt(model: IgesFile, entity: IgesEntity, from: number, count: number): number[] {
  if (!(count >= 0 && from + count <= entity.values.length)) {
    throw new CadFileError(model.file, `entity ${entity.id} (type ${entity.type}): expected ${from + count} values`);
  }
  return Array.from({ length: count }, (_, k) => numberAt(model, entity, from + k));
}

/** An integer from 0 to the number of values of the entity. */
export function countAt(model: IgesFile, entity: IgesEntity, index: number): number {
  const value = numberAt(model, entity, index);
  if (Number.isInteger(value) && value >= 0 && value <= entity.values.length) return value;
  throw new CadFileError(
    model.file,
    `entity ${entity.id} (type ${entity.type}): expected a count as value ${index + 1}, got ${value}`,
  );
}

/** The matrix of an entity, in units. */
export function transformOf(model: IgesFile, entity: IgesEntity, depth = 0): Transform {
  if (entity.matrix === 0) return IDENTITY;
  if (depth > 8) throw new CadFileError(model.file, `entity ${entity.id}: expected at most 8 nested matrices`);
  const matrix = entityAt(model, entity, entity.matrix, [124]);
  return composeTransforms(transformOf(model, matrix, depth + 1), numbersAt(model, matrix, 0, 12));
}
