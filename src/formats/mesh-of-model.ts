import { createSurfaceMesh, type SurfaceMesh } from '../shapes/mesh.ts';
import { elementsOfCells, type VolumeElements } from './cell-elements.ts';
import { surfaceOfCells } from './cell-surface.ts';
import { CELL, type Cells, SOLID_TYPES, SURFACE_TYPES } from './cell-types.ts';
import { MeshFileError } from './mesh-file-error.ts';
import { meshFromFaces, type ReadMeshOptions } from './mesh-from-faces.ts';
import type { LocatedModel } from './mesh-model.ts';
import { chooseCells } from './model-builder.ts';

/** The cells of a set with their numbers in the model; those of a surface have none. */
interface Selection {
  readonly cells: Cells;
  readonly numbers?: ArrayLike<number>;
}

/**
 * The surface of a model, or of one of its element sets or surfaces: outer faces of solids, and shells. All nodes remain, so that node numbers are
 * those of the file. Thicknesses of shells become the point data `thickness`, the mean of the shells at a node.
 */
export function meshOfModel(source: string, model: LocatedModel, options: ReadMeshOptions = {}): SurfaceMesh {
  const { positions, velocities } = model;
  const { cells, numbers } = selectCells(source, model, options.set);
  const number = (cell: number) => (numbers === undefined ? -1 : numbers[cell]);
  const faces = surfaceOfCells(cells, positions, (cell, expected, got) =>
    failAt(source, model, number(cell), expected, got),
  );
  tellNotices(source, model, options);
  if (faces.quadraticCount > 0) {
    options.notice?.(`${source}: ${faces.quadraticCount} quadratic faces were divided at their nodes into linear ones`);
  }
  const pointData = { ...model.pointData, ...thicknessData(model) };
  return meshFromFaces(
    {
      source,
      positions,
      locationOfNode: (node) => model.locationOfNode(node),
      faceNodes: faces.faceNodes,
      faceEnds: faces.faceEnds,
      locationOfFace: (face) => model.locationOfCell(number(faces.cells[face])),
      nameOfFace: (face) =>
        `${face < faces.solidFaceCount ? 'a face of ' : ''}${nameOf(model, number(faces.cells[face]))}`,
      velocities,
      pointData: Object.keys(pointData).length > 0 ? pointData : undefined,
    },
    options,
  );
}

/** The volume elements of a model or of one of its element sets; all lists are empty if there are none. */
export function volumeOfModel(source: string, model: LocatedModel, options: ReadMeshOptions = {}): VolumeElements {
  const { cells, numbers } = selectCells(source, model, options.set);
  const elements = elementsOfCells(cells, model.positions, (cell, expected, got) =>
    failAt(source, model, numbers === undefined ? -1 : numbers[cell], expected, got),
  );
  checkElements(source, model, elements);
  tellNotices(source, model, options);
  for (const text of elements.notices) options.notice?.(`${source}: ${text}`);
  return elements;
}

/** Surfaces are checked when their mesh is made. */
function checkElements(source: string, { positions, locationOfNode }: LocatedModel, elements: VolumeElements): void {
  const infinite = positions.findIndex((x) => !Number.isFinite(x));
  if (infinite >= 0) {
    const node = Math.floor(infinite / 3);
    const problem = `position of node ${node} must be three finite numbers`;
    throw new MeshFileError(source, locationOfNode(node), problem, positions[infinite]);
  }
  const count = positions.length / 3;
  const { hexahedra, tetrahedra, wedges, pyramids } = elements;
  for (const nodes of [...tetrahedra, ...hexahedra, ...wedges, ...pyramids]) {
    const wrong = nodes.find((node) => !(Number.isInteger(node) && node >= 0 && node < count));
    if (wrong !== undefined) {
      throw new MeshFileError(source, undefined, `elements must have nodes from 0 to ${count - 1}`, wrong);
    }
  }
}

/** Shells of a model, or of one of its element sets, and their thickness if all have the same; undefined if there is none. */
export function shellsOfModel(
  source: string,
  model: LocatedModel,
  options: ReadMeshOptions = {},
): { readonly mesh: SurfaceMesh; readonly thickness: number } | undefined {
  const { thicknesses, positions } = model;
  const { cells, numbers } = selectCells(source, model, options.set);
  if (thicknesses === undefined || numbers === undefined) return undefined;
  const shells = Array.from({ length: cells.types.length }, (_, cell) => cell).filter((cell) =>
    SURFACE_TYPES.has(cells.types[cell]),
  );
  const first = thicknesses[numbers[shells[0] ?? 0]];
  if (shells.length === 0 || Number.isNaN(first)) return undefined;
  const other = shells.find((shell) => thicknesses[numbers[shell]] !== first);
  if (other !== undefined) {
    const problem = `must have the thickness ${first} of the other shells: a sheet has one thickness (choose a set, or give the thickness)`;
    const value = thicknesses[numbers[other]];
    return failAt(source, model, numbers[other], problem, Number.isNaN(value) ? 'none' : value);
  }
  const chosen = shells.map((shell) => numbers[shell]);
  const part: LocatedModel = {
    ...model,
    cells: chooseCells(model.cells, chosen),
    locationOfCell: (cell) => model.locationOfCell(chosen[cell]),
    nameOfCell: (cell) => model.nameOfCell(chosen[cell]),
    elementSets: new Map(),
    surfaces: new Map(),
    thicknesses: undefined,
  };
  const mesh = meshOfModel(source, part, { ...options, set: undefined });
  return { mesh: createSurfaceMesh({ positions, triangles: mesh.triangles, quads: mesh.quads }), thickness: first };
}

/** Whether the model, or one of its element sets, has solids. */
export function hasSolids(source: string, model: LocatedModel, set?: string): boolean {
  const { types } = selectCells(source, model, set).cells;
  return Array.from(types).some((type) => SOLID_TYPES.has(type));
}

/** The nodes of a node set, or those of the elements or faces of another set. */
export function nodesOfModelSet(source: string, model: LocatedModel, name: string): Int32Array {
  const nodes = findSet(model.nodeSets, name);
  if (nodes !== undefined) return nodes;
  const cells = findSet(model.elementSets, name);
  const selected = cells === undefined ? findSet(model.surfaces, name) : chooseCells(model.cells, cells);
  if (selected === undefined)
    return failUnknown(source, 'set', name, model.nodeSets, model.elementSets, model.surfaces);
  return Int32Array.from(new Set(Array.from(selected.connectivity))).sort();
}

function selectCells(source: string, model: LocatedModel, set: string | undefined): Selection {
  if (set === undefined) {
    return { cells: model.cells, numbers: Array.from({ length: model.cells.types.length }, (_, cell) => cell) };
  }
  const numbers = findSet(model.elementSets, set);
  if (numbers !== undefined) return { cells: chooseCells(model.cells, numbers), numbers };
  const cells = findSet(model.surfaces, set);
  return cells ? { cells } : failUnknown(source, 'element set or surface', set, model.elementSets, model.surfaces);
}

/** Exactly by name, else without regard to case, as Abaqus does. */
function findSet<T>(sets: ReadonlyMap<string, T>, name: string): T | undefined {
  const exact = sets.get(name);
  if (exact !== undefined) return exact;
  const lower = name.toLowerCase();
  for (const [key, value] of sets) if (key.toLowerCase() === lower) return value;
  return undefined;
}

/** More names are not listed in a message. */
const MAX_NAMES = 12;

function failUnknown(
  source: string,
  what: string,
  name: string,
  ...sets: readonly ReadonlyMap<string, unknown>[]
): never {
  const names = sets.flatMap((map) => [...map.keys()]).map((key) => JSON.stringify(key.slice(0, 80)));
  const known =
    names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '');
  throw new MeshFileError(source, undefined, `must have the ${what} of this name (it has ${known || 'none'})`, name);
}

function nameOf(model: LocatedModel, cell: number): string {
  return cell < 0 ? 'the set' : model.nameOfCell(cell);
}

function failAt(source: string, model: LocatedModel, cell: number, expected: string, got: unknown): never {
  const location = cell < 0 ? undefined : model.locationOfCell(cell);
  throw new MeshFileError(source, location, `${nameOf(model, cell)} ${expected}`, got);
}

function tellNotices(source: string, { notices }: LocatedModel, { notice }: ReadMeshOptions): void {
  for (const text of notices) notice?.(`${source}: ${text}`);
}

function thicknessData({ positions, cells, thicknesses }: LocatedModel): { thickness?: Float64Array } {
  if (thicknesses === undefined) return {};
  const sums = new Float64Array(positions.length / 3);
  const counts = new Float64Array(positions.length / 3);
  for (let cell = 0, k = 0; cell < cells.types.length; cell++) {
    for (; k < cells.offsets[cell]; k++) {
      if (Number.isNaN(thicknesses[cell]) || cells.types[cell] === CELL.vertex) continue;
      sums[cells.connectivity[k]] += thicknesses[cell];
      counts[cells.connectivity[k]]++;
    }
  }
  return { thickness: sums.map((sum, node) => (counts[node] > 0 ? sum / counts[node] : 0)) };
}
