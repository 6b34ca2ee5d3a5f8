import { createMat3, type Mat3 } from '../../math/mat3.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, type Vec3 } from '../../math/vec3.ts';
import { checkAboveZero } from '../checks.ts';
import { addCurveMoments, addPatchMoments, MOMENT_COUNT, MOMENT_DEGREES } from './moments.ts';
import type { TiledBody } from './tiled-body.ts';

/** Mass properties of a tiled body. */
export interface TiledMassProperties {
  /** [kg] */
  readonly mass: number;
  /** Centre of mass in the body's own frame [m]. */
  readonly centroid: Vec3;
  /** Inertia tensor about the centroid [kg m²]. */
  readonly inertia: Mat3;
  /** Error estimates, in their units: the change by the last halving of the faces, plus rounding. */
  readonly error: { readonly mass: number; readonly centroid: number; readonly inertia: number };
}

/** Pieces are halved until the change is below this fraction of radius^(3 + degree), at most `MAX_HALVINGS` times. */
const ACCURACY = 1e-13;
const MAX_HALVINGS = 10;

/** Rounding of a sum of a few thousand products, as a fraction of radius^(3 + degree). */
const ROUNDING = 1e-15;

/** Adds the contribution of a cell of one curve or face to the moments. */
type AddMoments = (out: Float64Array, corner: Corner) => Float64Array;

/** A cell of a piece's parameters: its corner and its size. */
interface Corner {
  readonly u: number;
  readonly v: number;
  readonly size: number;
}

/**
 * Mass [kg], centre of mass [m] and inertia [kg m²] of a closed body with constant `density` [kg/m³; in 2-D kg/m²],
 * body axes, with error estimates. The divergence theorem gives integrals over the faces, computed by a rule of 8 x 8
 * points that is exact for polynomial patches up to degree 3 x 3, and otherwise by halving the faces until the result
 * converges.
 */
export function tiledMassProperties(body: TiledBody, density: number): TiledMassProperties {
  checkAboveZero('massProperties: density', density);
  if (!body.closed) throw new RangeError(`massProperties: the open patch "${body.faces[0].name}" encloses no volume`);
  const { moments, errors } = bodyMoments(body);
  return massFromMoments(moments, errors, body.center, density);
}

/** Mass properties from moments about `center` and their errors of degree 0, 1 and 2. */
export function massFromMoments(
  moments: Float64Array,
  errors: readonly [number, number, number],
  center: ReadonlyVec3,
  density: number,
): TiledMassProperties {
  const [volume, x, y, z, xx, yy, zz, xy, yz, zx] = moments;
  // about the body's centre; then to the centroid c by the parallel axis theorem: ∫ r r - V c c
  const c = createVec3(x / volume, y / volume, z / volume);
  const [sxx, syy, szz] = [xx - x * c.x, yy - y * c.y, zz - z * c.z];
  const [sxy, syz, szx] = [xy - x * c.y, yz - y * c.z, zx - z * c.x];
  const inertia = createMat3(density * (syy + szz), density * (szz + sxx), density * (sxx + syy));
  inertia.xy = inertia.yx = -density * sxy;
  inertia.yz = inertia.zy = -density * syz;
  inertia.zx = inertia.xz = -density * szx;
  const offset = lengthVec3(c);
  const [e0, e1, e2] = errors;
  return {
    mass: density * volume,
    centroid: createVec3(center.x + c.x, center.y + c.y, center.z + c.z),
    inertia,
    error: {
      mass: density * e0,
      centroid: (e1 + offset * e0) / volume,
      inertia: density * (2 * e2 + 4 * offset * e1 + 2 * offset ** 2 * e0),
    },
  };
}

/** Moments about the body's centre, and the largest error of those of degree 0, 1 and 2. */
function bodyMoments(body: TiledBody): { moments: Float64Array; errors: [number, number, number] } {
  const { dimension, faces, edges, center, radius } = body;
  const moments = new Float64Array(MOMENT_COUNT);
  const unit = radius ** 2 * (dimension === 2 ? 1 : radius);
  const scales = MOMENT_DEGREES.map((degree) => unit * (degree === 0 ? 1 : degree === 1 ? radius : radius ** 2));
  const errors = scales.map((scale) => ROUNDING * scale);
  for (const add of dimension === 2 ? edges.map(alongCurve(center)) : faces.map(overPatch(center))) {
    integrate(moments, errors, scales, add, dimension);
  }
  return { moments, errors: [errors[0], Math.max(...errors.slice(1, 4)), Math.max(...errors.slice(4))] };
}

function alongCurve(center: ReadonlyVec3): (edge: TiledBody['edges'][number]) => AddMoments {
  return ({ curve }) =>
    (out, { u, size }) =>
      addCurveMoments(out, curve, u, size, center);
}

function overPatch(center: ReadonlyVec3): (face: TiledBody['faces'][number]) => AddMoments {
  return ({ patch }) =>
    (out, { u, v, size }) =>
      addPatchMoments(out, patch, u, v, size, size, center);
}

/** Adds one piece: cells are split until the sum of their parts equals the whole. */
function integrate(
  moments: Float64Array,
  errors: number[],
  scales: readonly number[],
  add: AddMoments,
  dimension: 2 | 3,
): void {
  const cells = [
    { cell: { u: 0, v: 0, size: 1 }, whole: add(new Float64Array(MOMENT_COUNT), { u: 0, v: 0, size: 1 }) },
  ];
  for (let next = cells.pop(); next !== undefined; next = cells.pop()) {
    const { cell, whole } = next;
    const parts = cut(cell, dimension).map((part) => ({
      cell: part,
      whole: add(new Float64Array(MOMENT_COUNT), part),
    }));
    const change = whole.map((value, k) => Math.abs(parts.reduce((rest, part) => rest - part.whole[k], value)));
    const settled = change.every((difference, k) => difference <= ACCURACY * scales[k]);
    if (settled || cell.size <= 2 ** -MAX_HALVINGS) {
      change.forEach((difference, k) => {
        moments[k] += parts.reduce((sum, part) => sum + part.whole[k], 0);
        errors[k] += difference;
      });
    } else {
      cells.push(...parts);
    }
  }
}

/** Two halves of an interval of a curve, four quarters of a cell of a patch. */
function cut({ u, v, size }: Corner, dimension: 2 | 3): Corner[] {
  const half = size / 2;
  const halves = [
    { u, v, size: half },
    { u: u + half, v, size: half },
  ];
  return dimension === 2 ? halves : [...halves, ...halves.map((corner) => ({ ...corner, v: v + half }))];
}
