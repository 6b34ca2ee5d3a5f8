import { type CellFace, faceKey, faceOfSurfaceCell, facesOfSolid, reversedFace, typeOfFace } from '../cell-faces.ts';
import { MeshFileError } from '../mesh-file-error.ts';
import type { ReadMeshOptions } from '../mesh-from-faces.ts';
import type { FaceSet, LocatedModel } from '../mesh-model.ts';
import { createModelBuilder, faceSet, type ModelBuilder, sortedSet } from '../model-builder.ts';
import { hasTextAt } from '../text-bytes.ts';
import { exodusCell, exodusSide } from './exodus-cells.ts';
import { type NetcdfFile, type NetcdfVariable, openNetcdf } from './netcdf.ts';

/** A file while it is read. */
interface ExodusFile {
  readonly source: string;
  readonly netcdf: NetcdfFile;
  readonly builder: ModelBuilder;
  readonly elementSets: Map<string, Int32Array>;
  readonly notices: string[];
  readonly thicknesses: number[];
  /** Index in the model of each element of the file, from 0; -1 for elements without a surface. */
  readonly cellOf: number[];
  fail(variable: NetcdfVariable | undefined, expected: string, got?: unknown): never;
}

export function isHdf5(bytes: Uint8Array): boolean {
  return hasTextAt(bytes, '\x89HDF\r\n\x1a\n', 0);
}

/**
 * Reads an Exodus II file (.e, .exo, .ex2): nodes, element blocks, node sets and side sets under their names or numbers (`block 2`, `node set 1`, `side set 3`),
 * and the attribute of shells that is their thickness. A file in the classic NetCDF format is read as it is, one in HDF5 (NetCDF-4) with
 * `options.openHdf5`. Results of time steps are left out.
 */
export function readExodus(source: string, bytes: Uint8Array, options: ReadMeshOptions = {}): LocatedModel {
  if (isHdf5(bytes) && options.openHdf5 === undefined) {
    const expected =
      'this Exodus file is in the HDF5 format (NetCDF-4), which needs the package h5wasm (npm install h5wasm); or convert it with "nccopy -k classic"';
    throw new MeshFileError(source, { byte: 0 }, expected);
  }
  const netcdf = isHdf5(bytes) && options.openHdf5 ? options.openHdf5(source, bytes) : openNetcdf(source, bytes);
  const fail = (variable: NetcdfVariable | undefined, expected: string, got?: unknown): never => {
    throw new MeshFileError(source, variable?.byte === undefined ? undefined : { byte: variable.byte }, expected, got);
  };
  const builder = createModelBuilder(source, 'byte');
  const file: ExodusFile = {
    source,
    netcdf,
    builder,
    elementSets: new Map(),
    notices: [],
    thicknesses: [],
    cellOf: [],
    fail,
  };
  readNodes(file);
  readBlocks(file);
  const nodeSets = readNodeSets(file);
  const { thicknesses, elementSets, notices } = file;
  const hasThickness = thicknesses.some((value) => !Number.isNaN(value));
  const model = builder.finish({
    nodeSets,
    elementSets,
    notices,
    ...(hasThickness && { thicknesses: Float64Array.from(thicknesses) }),
  });
  return { ...model, surfaces: readSideSets(file, model) };
}

function lengthOf({ netcdf, fail }: ExodusFile, dimension: string, fallback?: number): number {
  return (
    netcdf.dimensions.get(dimension) ??
    fallback ??
    fail(undefined, `an Exodus file must have the dimension ${dimension}`)
  );
}

function required(
  { netcdf, fail }: ExodusFile,
  name: string,
  count?: number,
): { variable: NetcdfVariable; values: Float64Array } {
  const variable = netcdf.variables.get(name) ?? fail(undefined, `an Exodus file must have the variable ${name}`);
  const values = netcdf.numbers(variable);
  if (count !== undefined && values.length !== count)
    fail(variable, `variable ${name} must have ${count} numbers`, values.length);
  return { variable, values };
}

/** Names of blocks or sets; where they are empty or missing, `kind` and their numbers. */
function namesOf({ netcdf }: ExodusFile, kind: string, names: string, ids: string, count: number): string[][] {
  const [nameVariable, idVariable] = [netcdf.variables.get(names), netcdf.variables.get(ids)];
  const given = nameVariable ? netcdf.texts(nameVariable) : [];
  const numbers = idVariable ? netcdf.numbers(idVariable) : [];
  return Array.from({ length: count }, (_, k) => {
    const numbered = `${kind} ${numbers[k] ?? k + 1}`;
    return given[k] ? [...new Set([given[k], numbered])] : [numbered];
  });
}

function readNodes(file: ExodusFile): void {
  const { netcdf, builder } = file;
  const count = lengthOf(file, 'num_nodes');
  const dimension = lengthOf(file, 'num_dim');
  if (![2, 3].includes(dimension)) file.fail(undefined, 'num_dim must be 2 or 3', dimension);
  const together = netcdf.variables.has('coord') ? required(file, 'coord', dimension * count) : undefined;
  const axes = ['x', 'y', 'z']
    .slice(0, dimension)
    .map((axis, k) =>
      together
        ? { variable: together.variable, values: together.values.subarray(k * count, (k + 1) * count) }
        : required(file, `coord${axis}`, count),
    );
  for (let i = 0; i < count; i++) {
    const [x, y, z = 0] = axes.map(({ values }) => values[i]);
    builder.addNode(i + 1, x, y, z, axes[0].variable.byte ?? 0);
  }
}

function readBlocks(file: ExodusFile): void {
  const { netcdf, builder, elementSets, notices, thicknesses, cellOf } = file;
  const blocks = lengthOf(file, 'num_el_blk', 0);
  const names = namesOf(file, 'block', 'eb_names', 'eb_prop1', Math.min(blocks, netcdf.variables.size));
  for (const [k, own] of names.entries()) {
    const elements = lengthOf(file, `num_el_in_blk${k + 1}`, 0);
    if (elements === 0) continue;
    const connect =
      netcdf.variables.get(`connect${k + 1}`) ??
      file.fail(
        undefined,
        `an Exodus file must have the variable connect${k + 1}: block ${k + 1} has elements`,
        elements,
      );
    const width = lengthOf(file, `num_nod_per_el${k + 1}`);
    const type = connect.texts.get('elem_type') ?? '';
    const cell =
      exodusCell(type, width) ??
      file.fail(
        connect,
        `elements of block ${k + 1} must be of a known type (not ${type.slice(0, 40)} with ${width} nodes)`,
      );
    const { values } = required(file, connect.name, elements * width);
    if (cell === 'none') {
      notices.push(
        `${elements} elements of type ${type.slice(0, 40)} are left out: only surface and solid elements are read`,
      );
      for (let e = 0; e < elements; e++) cellOf.push(-1);
      continue;
    }
    const first = builder.cellCount;
    const thickness = thicknessesOf(file, k + 1, elements);
    for (let e = 0; e < elements; e++) {
      const nodes = Array.from(values.subarray(e * width, (e + 1) * width));
      const ordered = cell.order ? cell.order.map((i) => nodes[i]) : nodes;
      cellOf.push(builder.addCell(cell.type, ordered, cellOf.length + 1, connect.byte ?? 0));
      thicknesses.push(/^(SHELL|TRISHELL|QUAD|TRI)/i.test(type) ? (thickness?.[e] ?? Number.NaN) : Number.NaN);
    }
    const cells = Int32Array.from({ length: builder.cellCount - first }, (_, i) => first + i);
    for (const name of own) elementSets.set(name, cells);
  }
}

/** The attribute THICKNESS of a block, or its only attribute. */
function thicknessesOf({ netcdf, fail }: ExodusFile, block: number, elements: number): Float64Array | undefined {
  const attributes = netcdf.variables.get(`attrib${block}`);
  const width = attributes?.shape.at(-1) ?? 0;
  if (attributes === undefined || width === 0) return undefined;
  const nameVariable = netcdf.variables.get(`attrib_name${block}`);
  const names = nameVariable ? netcdf.texts(nameVariable) : [];
  const column = names.some((name) => name !== '')
    ? names.findIndex((name) => /^thickness$/i.test(name))
    : width === 1
      ? 0
      : -1;
  if (column < 0) return undefined;
  const values = netcdf.numbers(attributes);
  if (values.length !== elements * width)
    fail(attributes, `${attributes.name} must have ${width} numbers for each of ${elements} elements`, values.length);
  const thickness = Float64Array.from({ length: elements }, (_, e) => values[e * width + column]);
  const wrong = thickness.find((value) => !(value >= 0 && value < Infinity));
  if (wrong !== undefined) fail(attributes, 'a thickness must be a finite number from 0', wrong);
  return thickness.map((value) => (value > 0 ? value : Number.NaN));
}

function readNodeSets(file: ExodusFile): Map<string, Int32Array> {
  const sets = new Map<string, Int32Array>();
  const count = Math.min(lengthOf(file, 'num_node_sets', 0), file.netcdf.variables.size);
  for (const [k, names] of namesOf(file, 'node set', 'ns_names', 'ns_prop1', count).entries()) {
    if (!file.netcdf.variables.has(`node_ns${k + 1}`)) continue;
    const { variable, values } = required(file, `node_ns${k + 1}`);
    const nodes = sortedSet(
      Array.from(values, (label) => file.builder.requireNode(label, variable.byte ?? 0, `node set ${k + 1}`)),
    );
    for (const name of names) sets.set(name, nodes);
  }
  return sets;
}

function readSideSets(file: ExodusFile, model: LocatedModel): Map<string, FaceSet> {
  const { netcdf, cellOf } = file;
  const sets = new Map<string, FaceSet>();
  const count = Math.min(lengthOf(file, 'num_side_sets', 0), netcdf.variables.size);
  for (const [k, names] of namesOf(file, 'side set', 'ss_names', 'ss_prop1', count).entries()) {
    if (!netcdf.variables.has(`elem_ss${k + 1}`)) continue;
    const { variable, values: elements } = required(file, `elem_ss${k + 1}`);
    const { values: sides } = required(file, `side_ss${k + 1}`, elements.length);
    const faces = Array.from(elements).flatMap((element, i) => {
      const cell =
        cellOf[element - 1] ??
        file.fail(variable, `side set ${k + 1} must have elements from 1 to ${cellOf.length}`, element);
      return cell < 0 ? [] : sideOf(file, model, cell, sides[i], variable);
    });
    const set = faceSet(faces.map((face) => ({ type: typeOfFace(face), nodes: face.nodes })));
    for (const name of names) sets.set(name, set);
  }
  return sets;
}

/** Sides 1 and 2 of a shell are its front and its back, the others its edges. */
function sideOf(
  file: ExodusFile,
  { cells, positions }: LocatedModel,
  cell: number,
  side: number,
  variable: NetcdfVariable,
): CellFace[] {
  const own = faceOfSurfaceCell(cells, cell);
  if (own) return side === 1 ? [own] : side === 2 ? [reversedFace(own)] : [];
  const from = cell > 0 ? cells.offsets[cell - 1] : 0;
  const corners = exodusSide(cells.types[cell], side)?.map((k) => cells.connectivity[from + k]);
  const key = corners && faceKey({ corners: corners.length, nodes: corners });
  const found = (facesOfSolid(cells, cell, positions) ?? []).find((face) => faceKey(face) === key);
  return found ? [found] : file.fail(variable, 'a side set must have sides of its elements', side);
}
