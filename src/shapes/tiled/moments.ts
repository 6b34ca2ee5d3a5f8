import type { ReadonlyVec3 } from '../../math/vec3.ts';
import { CURVE_JET, type Curve, evaluateCurve } from '../nurbs/curve.ts';
import { evaluatePatch, PATCH_JET, type Patch } from '../nurbs/patch.ts';

/**
 * Moments of a region by integrals over its boundary. For g homogeneous of degree k, div(g r) = (n + k) g in n
 * dimensions, so
 *   ∫ g dV = 1/(3 + k) ∮ g f·(f_u × f_v) du dv    and in 2-D    ∫ g dA = 1/(2 + k) ∮ g (p × p') dt,
 * with g = 1, x, y, z, xx, yy, zz, xy, yz, zx, relative to any origin.
 */

/** 1; x y z; xx yy zz; xy yz zx. */
export const MOMENT_COUNT = 10;

/** Degree of each moment's integrand. */
export const MOMENT_DEGREES = [0, 1, 1, 1, 2, 2, 2, 2, 2, 2] as const;

/**
 * Nodes and weights of Gauss's rule with 8 points on [0, 1]: exact up to degree 15, second moments of bicubic patches.
 */
const HALF_NODES = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363];
const HALF_WEIGHTS = [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763];
export const NODES = [...HALF_NODES.map((x) => 0.5 - 0.5 * x), ...HALF_NODES.map((x) => 0.5 + 0.5 * x)];
export const WEIGHTS = [...HALF_WEIGHTS, ...HALF_WEIGHTS].map((w) => 0.5 * w);

const jet = new Float64Array(PATCH_JET);
const curveJet = new Float64Array(CURVE_JET);

/** Adds the contribution of the cell [u, u + du] x [v, v + dv] of a patch to the moments of the body about `origin`. */
export function addPatchMoments(
  out: Float64Array,
  patch: Patch,
  u: number,
  v: number,
  du: number,
  dv: number,
  origin: ReadonlyVec3,
): Float64Array {
  for (let i = 0; i < NODES.length; i++) {
    for (let j = 0; j < NODES.length; j++) {
      evaluatePatch(jet, patch, u + du * NODES[i], v + dv * NODES[j]);
      const x = jet[0] - origin.x;
      const y = jet[1] - origin.y;
      const z = jet[2] - origin.z;
      const triple =
        x * (jet[4] * jet[8] - jet[5] * jet[7]) +
        y * (jet[5] * jet[6] - jet[3] * jet[8]) +
        z * (jet[3] * jet[7] - jet[4] * jet[6]);
      addProducts(out, x, y, z, triple * WEIGHTS[i] * WEIGHTS[j] * du * dv, 3);
    }
  }
  return out;
}

/** Adds the contribution of the interval [t, t + dt] of a planar curve. */
export function addCurveMoments(
  out: Float64Array,
  curve: Curve,
  t: number,
  dt: number,
  origin: ReadonlyVec3,
): Float64Array {
  for (let i = 0; i < NODES.length; i++) {
    evaluateCurve(curveJet, curve, t + dt * NODES[i]);
    const x = curveJet[0] - origin.x;
    const y = curveJet[1] - origin.y;
    addProducts(out, x, y, 0, (x * curveJet[4] - y * curveJet[3]) * WEIGHTS[i] * dt, 2);
  }
  return out;
}

/** Adds the products of (x, y, z) up to degree 2 to the moments, times h, the area element's product with its position. */
export function addProducts(out: Float64Array, x: number, y: number, z: number, h: number, dimension: number): void {
  const h1 = h / (dimension + 1);
  const h2 = h / (dimension + 2);
  out[0] += h / dimension;
  out[1] += x * h1;
  out[2] += y * h1;
  out[3] += z * h1;
  out[4] += x * x * h2;
  out[5] += y * y * h2;
  out[6] += z * z * h2;
  out[7] += x * y * h2;
  out[8] += y * z * h2;
  out[9] += z * x * h2;
}
