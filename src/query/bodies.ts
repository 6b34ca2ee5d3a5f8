import { createLedger, measureLedger } from '../dynamics/ledger.ts';
import { createPlanarBody, createSpatialBody, type RigidBody } from '../dynamics/rigid-body.ts';
import { createMat3, mat3FromRows } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createVec3, lengthVec3, normalizeVec3, scaleVec3, type Vec3 } from '../math/vec3.ts';
import type { ContactGeometry } from '../response/impulse.ts';
import { near } from './compare.ts';
import {
  booleanOr,
  components,
  expectAbsent,
  fieldsAt,
  listAt,
  numberAt,
  numbersAt,
  positiveAt,
  QueryError,
  toNumbers,
  vectorAt,
} from './fields.ts';
import type { Fields, Finding } from './query-operation.ts';

/** A body { fixed, x, v, w, m, I }: planar with two coordinates, else with three and an inertia tensor in world axes. */
function bodyAt(fields: Fields, key: string, path = ''): RigidBody {
  return toBody(fieldsAt(fields, key, path), path === '' ? key : `${path}.${key}`);
}

export function toBody(body: Fields, path: string): RigidBody {
  const x = numbersAt(body, 'x', [2, 3], path);
  const velocity = vectorAt(body, 'v', [x.length], path);
  const isFixed = booleanOr(body, 'fixed', false, path);
  if (isFixed) for (const key of ['m', 'I']) expectAbsent(body, key, 'no value for a fixed body', path);
  const mass = isFixed ? Number.POSITIVE_INFINITY : positiveAt(body, 'm', path);
  if (x.length === 2) {
    const inertia = isFixed ? Number.POSITIVE_INFINITY : positiveAt(body, 'I', path);
    return createPlanarBody(createPose(x), mass, inertia, velocity, numberAt(body, 'w', path));
  }
  const inertia = isFixed ? createMat3() : inertiaAt(body, path);
  return createSpatialBody(createPose(x), mass, inertia, velocity, vectorAt(body, 'w', [3], path));
}

function inertiaAt(body: Fields, path: string) {
  const rows = listAt(body, 'I', path);
  if (rows.length !== 3) throw new QueryError(`${path}.I`, rows, 'a 3 x 3 matrix');
  const matrix = mat3FromRows(rows.map((row, i) => toNumbers(row, [3], `${path}.I[${i}]`)));
  const { xx, xy, yx, yy, xz, zx, yz, zy, zz } = matrix;
  const minor = xx * yy - xy * yx;
  const determinant = xx * (yy * zz - yz * zy) - xy * (yx * zz - yz * zx) + xz * (yx * zy - yy * zx);
  if (xy !== yx || xz !== zx || yz !== zy || !(xx > 0 && minor > 0 && determinant > 0)) {
    throw new QueryError(`${path}.I`, rows, 'a symmetric positive definite matrix');
  }
  return matrix;
}

export function dimensionOf(fields: Fields, path: string): 2 | 3 {
  return numbersAt(fields, 'x', [2, 3], path).length === 2 ? 2 : 3;
}

/** Bodies A and B of a query, of the same dimension. */
export function pairOf(fields: Fields): { a: RigidBody; b: RigidBody; dimension: 2 | 3 } {
  const dimension = dimensionOf(fieldsAt(fields, 'A'), 'A');
  const other = dimensionOf(fieldsAt(fields, 'B'), 'B');
  if (other !== dimension) throw new QueryError('B.x', fieldsAt(fields, 'B').x, `${dimension} numbers, as in A.x`);
  return { a: bodyAt(fields, 'A'), b: bodyAt(fields, 'B'), dimension };
}

/** In queries n is the outward normal of B, from B to A, of any length above zero; in the library it is the unit vector from A to B. */
export function contactAt(
  fields: Fields,
  dimension: 2 | 3,
  path = '',
): ContactGeometry & { readonly rawLength: number } {
  const point = vectorAt(fields, 'p', [dimension], path);
  const raw = vectorAt(fields, 'nRaw', [dimension], path);
  const rawLength = lengthVec3(raw);
  if (!(rawLength > 0))
    throw new QueryError(path === '' ? 'nRaw' : `${path}.nRaw`, fields.nRaw, 'a vector that is not zero');
  const normal = normalizeVec3(createVec3(), scaleVec3(createVec3(), raw, -1));
  return { pointA: point, pointB: point, normal, rawLength };
}

/** A planar angular velocity is written as one number. */
export function angularVelocityOut(angularVelocity: Vec3, dimension: 2 | 3): number | number[] {
  return dimension === 2 ? angularVelocity.z : components(angularVelocity, 3);
}

export function ledgerOut(bodies: readonly RigidBody[], dimension: 2 | 3): Fields {
  const { momentum, angularMomentum, kineticEnergy } = measureLedger(createLedger(), bodies);
  return { P: components(momentum, dimension), L: angularVelocityOut(angularMomentum, dimension), E: kineticEnergy };
}

export function velocitiesOut(a: RigidBody, b: RigidBody, dimension: 2 | 3): Fields {
  return {
    vA: components(a.velocity, dimension),
    wA: angularVelocityOut(a.angularVelocity, dimension),
    vB: components(b.velocity, dimension),
    wB: angularVelocityOut(b.angularVelocity, dimension),
  };
}

/** Compares all fields of an object of numbers, vectors and matrices that the exact one has. */
export function nearAll(
  what: string,
  got: Fields,
  exact: Fields,
  keys: readonly string[],
  tolerance: number,
): Finding[] {
  return keys
    .filter((key) => exact[key] !== undefined)
    .map((key) => near(`${what}${key}`, got[key], exact[key], tolerance));
}
