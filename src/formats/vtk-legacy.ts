import { CELL } from './cell-types.ts';
import type { FileLocation } from './mesh-file-error.ts';
import type { LocatedModel } from './mesh-model.ts';
import { trianglesOfStrip } from './triangle-strip.ts';
import { type LegacyValues, openLegacyValues } from './vtk-legacy-values.ts';

const VELOCITY = /^vel(ocity)?$/i;

/** Keywords of data arrays, with the number of components; NaN: given in the line. */
const ATTRIBUTES: ReadonlyMap<string, number> = new Map([
  ['SCALARS', Number.NaN],
  ['VECTORS', 3],
  ['NORMALS', 3],
  ['TENSORS', 9],
  ['TENSORS6', 6],
  ['TEXTURE_COORDINATES', Number.NaN],
  ['COLOR_SCALARS', Number.NaN],
  ['GLOBAL_IDS', 1],
  ['PEDIGREE_IDS', 1],
]);

/** What was read so far. */
interface Dataset {
  positions?: Float64Array;
  readonly connectivity: number[];
  readonly offsets: number[];
  types: number[];
  readonly pointData: Map<string, Float64Array>;
  velocities?: Float64Array;
  cellLocation?: FileLocation;
  /** Rows of the data that follow: those of points are stored. */
  rows: number;
  isPointData: boolean;
}

/**
 * Reads a legacy VTK file (.vtk), ascii or binary, versions 1 to 5, with a data set POLYDATA or UNSTRUCTURED_GRID: points, cells, triangle strips, and
 * the data of the points. Vectors `vel` or `velocity` become the velocities.
 */
export function readVtkLegacy(source: string, bytes: Uint8Array): LocatedModel {
  const { values } = openLegacyValues(source, bytes);
  const [keyword, kind = ''] = values.nextLine() ?? [];
  if (keyword?.toUpperCase() !== 'DATASET')
    values.fail('must be DATASET and its kind', keyword ?? 'the end of the file');
  const isGrid = kind.toUpperCase() === 'UNSTRUCTURED_GRID';
  if (!isGrid && kind.toUpperCase() !== 'POLYDATA') {
    values.fail('the data set must be POLYDATA or UNSTRUCTURED_GRID', kind);
  }
  const data: Dataset = {
    connectivity: [],
    offsets: [],
    types: [],
    pointData: new Map(),
    rows: Number.NaN,
    isPointData: false,
  };
  for (let words = values.nextLine(); words !== undefined; words = values.nextLine()) {
    readSection(values, words, data, isGrid);
  }
  const { positions } = data;
  if (positions === undefined) return values.fail('must have POINTS');
  if (data.types.length !== data.offsets.length) {
    values.fail(`must have a type for each of the ${data.offsets.length} cells`, data.types.length);
  }
  return {
    positions,
    cells: data,
    nodeSets: new Map(),
    elementSets: new Map(),
    surfaces: new Map(),
    notices: [],
    velocities: data.velocities,
    pointData: data.pointData.size > 0 ? Object.fromEntries(data.pointData) : undefined,
    locationOfNode: () => undefined,
    locationOfCell: () => data.cellLocation,
    nameOfCell: (cell) => `cell ${cell}`,
  };
}

function readSection(values: LegacyValues, words: readonly string[], data: Dataset, isGrid: boolean): void {
  const keyword = words[0].toUpperCase();
  const count = () => countOf(values, words, 1);
  switch (keyword) {
    case 'POINTS':
      if (data.positions) values.fail('must have POINTS once');
      data.positions = values.numbers(3 * count(), words[2] ?? '', 'POINTS');
      return;
    case 'CELLS':
    case 'POLYGONS':
    case 'TRIANGLE_STRIPS':
    case 'LINES':
    case 'VERTICES':
      if ((keyword === 'CELLS') !== isGrid)
        values.fail(`must be a section of ${isGrid ? 'a grid' : 'POLYDATA'}`, keyword);
      readCells(values, words, data, keyword);
      return;
    case 'CELL_TYPES':
      data.types = [...values.numbers(count(), 'int', 'CELL_TYPES')];
      return;
    case 'POINT_DATA':
    case 'CELL_DATA':
      data.rows = count();
      data.isPointData = keyword === 'POINT_DATA';
      if (data.isPointData && data.rows !== (data.positions?.length ?? 0) / 3) {
        values.fail(
          `POINT_DATA must have as many rows as there are points, ${(data.positions?.length ?? 0) / 3}`,
          data.rows,
        );
      }
      return;
    case 'METADATA':
      // ends with an empty line
      for (let line = values.plainLine(); line !== undefined && line.length > 0; ) line = values.plainLine();
      return;
    case 'FIELD':
      readField(values, words, data);
      return;
    case 'LOOKUP_TABLE':
      values.numbers(4 * countOf(values, words, 2), colorType(values), 'LOOKUP_TABLE');
      return;
    default:
      readAttribute(values, words, data);
  }
}

/** `CELLS n size` with the number of nodes before the nodes of each cell, or from version 5 on OFFSETS and CONNECTIVITY. */
function readCells(values: LegacyValues, words: readonly string[], data: Dataset, keyword: string): void {
  data.cellLocation ??= values.location();
  const [first, size] = [countOf(values, words, 1), countOf(values, words, 2)];
  const cells = keyword === 'TRIANGLE_STRIPS' || keyword === 'POLYGONS' || keyword === 'CELLS' ? data : undefined;
  const add = (nodes: ArrayLike<number>) => {
    if (cells === undefined) return;
    for (const part of keyword === 'TRIANGLE_STRIPS' ? trianglesOfStrip(nodes) : [nodes]) {
      for (let k = 0; k < part.length; k++) cells.connectivity.push(part[k]);
      cells.offsets.push(cells.connectivity.length);
      if (keyword !== 'CELLS') cells.types.push(CELL.polygon);
    }
  };
  const packed = readOffsets(values, keyword, first, size);
  if (packed !== undefined) {
    packed.offsets.slice(1).forEach((end, k) => {
      add(packed.connectivity.subarray(packed.offsets[k], end));
    });
    return;
  }
  const numbers = values.numbers(size, 'int', keyword);
  let at = 0;
  for (let cell = 0; cell < first; cell++) {
    const count = numbers[at];
    if (!(count >= 0 && at + count < numbers.length)) {
      values.fail(
        `${keyword}: cell ${cell} must have as many nodes as its count says, within ${size} numbers`,
        count ?? 'none',
      );
    }
    add(numbers.subarray(at + 1, at + 1 + count));
    at += 1 + count;
  }
  if (at !== size) values.fail(`${keyword} must have ${first} cells in ${size} numbers`, at);
}

interface PackedCells {
  readonly offsets: Float64Array;
  readonly connectivity: Float64Array;
}

/** The cells of version 5; undefined if there is no OFFSETS. */
function readOffsets(values: LegacyValues, keyword: string, first: number, size: number): PackedCells | undefined {
  const line = values.lookAhead();
  if (line[0]?.toUpperCase() !== 'OFFSETS') return undefined;
  values.nextLine();
  const offsets = values.numbers(first, line[1] ?? '', `${keyword} OFFSETS`);
  const [name, type = ''] = values.nextLine() ?? [];
  if (name?.toUpperCase() !== 'CONNECTIVITY')
    values.fail(`${keyword} must have CONNECTIVITY after OFFSETS`, name ?? 'the end');
  const connectivity = values.numbers(size, type, `${keyword} CONNECTIVITY`);
  const isAscending = offsets.every((end, k) => end >= (k > 0 ? offsets[k - 1] : 0) && end <= size);
  if (!isAscending || offsets[0] !== 0 || offsets.at(-1) !== size) {
    values.fail(`${keyword} OFFSETS must ascend from 0 to ${size}`, [...offsets.subarray(0, 8)]);
  }
  return { offsets, connectivity };
}

/** `FIELD name arrays`, then for each `name components rows type` and its numbers. */
function readField(values: LegacyValues, words: readonly string[], data: Dataset): void {
  const arrays = countOf(values, words, 2);
  for (let k = 0; k < arrays; k++) {
    let line = values.nextLine();
    while (line?.[0] === 'METADATA') {
      readSection(values, line, data, true);
      line = values.nextLine();
    }
    if (line === undefined) {
      values.fail(`truncated: FIELD must have ${arrays} arrays`, k);
      return;
    }
    const [components, rows] = [countOf(values, line, 1), countOf(values, line, 2)];
    store(values, data, line[0], values.numbers(components * rows, line[3] ?? '', `array ${k} of FIELD`));
  }
}

function readAttribute(values: LegacyValues, words: readonly string[], data: Dataset): void {
  const keyword = words[0].toUpperCase();
  const known = ATTRIBUTES.get(keyword);
  if (known === undefined) {
    values.fail('must be a section of a VTK file (POINTS, CELLS, POINT_DATA, SCALARS ...)', words[0]);
    return;
  }
  if (Number.isNaN(data.rows)) values.fail(`${keyword} must follow POINT_DATA or CELL_DATA`);
  const [, name = ''] = words;
  if (keyword === 'COLOR_SCALARS') {
    values.numbers(data.rows * countOf(values, words, 2), colorType(values), keyword);
    return;
  }
  if (keyword === 'TEXTURE_COORDINATES') {
    store(values, data, name, values.numbers(data.rows * countOf(values, words, 2), words[3] ?? '', keyword));
    return;
  }
  const components = keyword === 'SCALARS' ? (words[3] === undefined ? 1 : countOf(values, words, 3)) : known;
  if (keyword === 'SCALARS') {
    const [table] = values.nextLine() ?? [];
    if (table?.toUpperCase() !== 'LOOKUP_TABLE')
      values.fail('SCALARS must be followed by LOOKUP_TABLE', table ?? 'the end');
  }
  store(values, data, name, values.numbers(data.rows * components, words[2] ?? '', keyword));
}

/** Colours are bytes in a binary file, numbers from 0 to 1 in a text. */
function colorType(values: LegacyValues): string {
  return 'line' in values.location() ? 'float' : 'unsigned_char';
}

function store(values: LegacyValues, data: Dataset, name: string, numbers: Float64Array): void {
  const rows = (data.positions?.length ?? 0) / 3;
  if (!data.isPointData || numbers.length === 0 || numbers.length % rows !== 0) return;
  if (data.pointData.has(name)) values.fail('point data must have different names', name);
  if (data.velocities === undefined && VELOCITY.test(name) && numbers.length === 3 * rows) data.velocities = numbers;
  else data.pointData.set(name, numbers);
}

function countOf(values: LegacyValues, words: readonly string[], k: number): number {
  if (/^\d{1,12}$/.test(words[k] ?? '')) return Number(words[k]);
  return values.fail(`${words[0]} must have a count`, words[k] ?? 'none');
}
