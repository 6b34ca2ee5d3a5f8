/** Fields common to queries about vehicles: data files, deformations, boxes. */
import type { PlatoonVehicle, VehicleModel } from '../../dynamics/vehicle/vehicle-model.ts';
import { parseModels } from '../../formats/vehicle-files/model-file.ts';
import { parsePlatoon } from '../../formats/vehicle-files/platoon-file.ts';
import { VehicleFileError } from '../../formats/vehicle-files/vehicle-file-error.ts';
import { type Mat3, mat3FromRows, type ReadonlyMat3 } from '../../math/mat3.ts';
import { createVehicleBox, type VehicleBox } from '../../shapes/vehicle-box.ts';
import { VehicleError, type VehicleStatus } from '../../shapes/vehicle-error.ts';
import { fieldsAt, listAt, numberAt, numbersAt, QueryError, textAt, toNumbers, vectorAt } from '../fields.ts';
import type { Fields } from '../query-operation.ts';

/** The vehicle models of a query, which contains the text of their file. */
export function modelsAt(fields: Fields): VehicleModel[] {
  return readAt(fields, 'models', (text) => parseModels(text));
}

/** The same for the platoon. */
export function platoonAt(fields: Fields, models: readonly VehicleModel[]): PlatoonVehicle[] {
  return readAt(fields, 'platoon', (text) => parsePlatoon(text, models));
}

function readAt<T>(fields: Fields, key: string, parse: (text: string) => T): T {
  const text = textAt(fields, key);
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof VehicleFileError)) throw error;
    throw new QueryError(key, text.slice(0, 60), `a data file of vehicles (${error.message})`);
  }
}

/** Nine numbers, row by row. */
export function matrixAt(fields: Fields, key: string, path = ''): Mat3 {
  const m = numbersAt(fields, key, [9], path);
  return mat3FromRows([m.slice(0, 3), m.slice(3, 6), m.slice(6, 9)]);
}

/** The columns of a matrix: how the files list axes. */
export function columnsOf(m: ReadonlyMat3): number[][] {
  return [
    [m.xx, m.yx, m.zx],
    [m.xy, m.yy, m.zy],
    [m.xz, m.yz, m.zz],
  ];
}

/** Half extents of a box given by full edges, as in the reference files. */
export function halved(edges: readonly number[]): number[] {
  return edges.map((edge) => edge / 2);
}

/** A box { center, axes, boxEdges, radius } in space. */
export function boxAt(fields: Fields, key: string): VehicleBox {
  const given = fieldsAt(fields, key);
  const axes = listAt(given, 'axes', key).map((axis, i) => toNumbers(axis, [3], `${key}.axes[${i}]`));
  if (!areAxes(axes)) throw new QueryError(`${key}.axes`, given.axes, 'three unit vectors at right angles');
  const edges = numbersAt(given, 'boxEdges', [3], key);
  const box = createVehicleBox(halved(edges), numberAt(given, 'radius', key), vectorAt(given, 'center', [3], key));
  Object.assign(box.rotation, mat3FromRows([0, 1, 2].map((row) => axes.map((axis) => axis[row]))));
  return box;
}

/** Tolerance for vectors typed with few digits. */
const SQUARE = 1e-6;

function areAxes(axes: readonly (readonly number[])[]): boolean {
  const product = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const offs = axes.flatMap((a, i) => axes.map((b, j) => Math.abs(product(a, b) - (i === j ? 1 : 0))));
  return axes.length === 3 && offs.every((off) => off < SQUARE);
}

/** Kernels return a status; here a failure status becomes an error. */
export function expectOk(status: VehicleStatus, what: string): void {
  if (status !== 'ok') throw new VehicleError(status, what);
}
