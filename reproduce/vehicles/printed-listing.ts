/**
 * The contact code of the source as listed, errors included: which region of the box a point is in, the normals of
 * edges and corners, the choice between two vehicles. [PATH98-12], M1 to M15
 *
 * The listing is reproduced from its results (`test/data/vehicles/legacy_errata.json`, and the same fractions of wrong results
 * over random points). A box has half extents h, core half extents c = h - R, principal axes P as rows; r are the components of a
 * contact point along them, seen from the centre.
 */
import { power } from '../../src/math/exponential.ts';
import { atan2 } from '../../src/math/inverse-trig.ts';
import { cos, sin } from '../../src/math/trig.ts';

export type Triple = readonly [number, number, number];

export interface PrintedBox {
  /** Full edges as given [m]. */
  readonly edges: Triple;
  readonly radius: number;
  /** P1, P2, P3 in world axes. */
  readonly axes: readonly [Triple, Triple, Triple];
}

/** Which of the first three errors are corrected. */
export interface Repairs {
  /** 1: the slope is a2/a1, not its tangent. */
  readonly slope?: boolean;
  /** 2: the root has the sign of a1. */
  readonly root?: boolean;
  /** 3: the routines get principal components, not world components. */
  readonly principal?: boolean;
}

/** A normal, or the message with which the program stops. */
export type PrintedAnswer = Triple | string;

export const NEGATIVE_ROOT = 'negative value in square root';
export const TWO_FLAGS = 'two flags';
export const BELOW_ONE = 'p below one';

const PLANES = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** 1, 2, 6: the normal of the edge in the plane of axes i and j: a line of slope m through a circle of radius R. */
export function printedEdgeNormal(box: PrintedBox, a: Triple, plane: 0 | 1 | 2, repairs: Repairs): PrintedAnswer {
  const [i, j] = PLANES[plane];
  const { radius } = box;
  // 0/0 for a point in a plane of symmetry
  const ci = (box.edges[i] / 2 - radius) * (a[i] / Math.abs(a[i]));
  const cj = (box.edges[j] / 2 - radius) * (a[j] / Math.abs(a[j]));
  const ratio = a[j] / a[i];
  const m = repairs.slope ? ratio : sin(ratio) / cos(ratio);
  const along = ci + m * cj;
  const discriminant = along * along - (1 + m * m) * (ci * ci + cj * cj - radius * radius);
  if (discriminant < 0) return NEGATIVE_ROOT;
  const sign = repairs.root && a[i] < 0 ? -1 : 1;
  const x = (along + sign * Math.sqrt(discriminant)) / (1 + m * m);
  const normal: [number, number, number] = [0, 0, 0];
  normal[i] = (x - ci) / radius;
  normal[j] = (m * x - cj) / radius;
  return normal;
}

/** 7: the normal of a corner, rejected if the box point is nearer to the centre than the contact point. */
export function printedCornerNormal(box: PrintedBox, a: Triple): PrintedAnswer {
  const { radius } = box;
  const c = a.map((component, k) => (box.edges[k] / 2 - radius) * (component / Math.abs(component)));
  const aa = dot(a, a);
  const ac = a[0] * c[0] + a[1] * c[1] + a[2] * c[2];
  const cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
  const discriminant = ac * ac - aa * (cc - radius * radius);
  if (discriminant < 0) return NEGATIVE_ROOT;
  const p = (ac + Math.sqrt(discriminant)) / aa;
  if (p < 1) return BELOW_ONE;
  return triple((k) => (p * a[k] - c[k]) / radius);
}

/** 5: is the direction, seen along each axis, in the band of the rounded edge? In the planes 12, 13, 23. */
export function printedFlags(box: PrintedBox, r: Triple): readonly [boolean, boolean, boolean] {
  const inBand = (plane: 0 | 1 | 2) => {
    const [i, j] = PLANES[plane];
    const [hi, hj] = [box.edges[i] / 2, box.edges[j] / 2];
    // 12: divides by zero for a point over the axis
    const ratio = Math.abs(r[j] / r[i]);
    return ratio > (hj - box.radius) / hi && ratio < hj / (hi - box.radius);
  };
  return [inBand(0), inBand(1), inBand(2)];
}

/** 14: the face, in principal components; if no test matches it is -P3, also for a point in the centre. */
export function printedFaceNormal(box: PrintedBox, r: Triple): Triple {
  const [h1, h2, h3] = box.edges;
  const first = Math.abs(r[1] / r[0]) <= h2 / h1 && Math.abs(r[2] / r[0]) <= h3 / h1;
  const second = Math.abs(r[0] / r[1]) <= h1 / h2 && Math.abs(r[2] / r[1]) <= h3 / h2;
  if (first) return [r[0] > 0 ? 1 : -1, 0, 0];
  if (second) return [0, r[1] > 0 ? 1 : -1, 0];
  return [0, 0, r[2] > 0 ? 1 : -1];
}

/** The outward normal in world axes at a contact point, seen from the centre of the box in world axes. */
export function printedBoxNormal(box: PrintedBox, contact: Triple, repairs: Repairs = {}): PrintedAnswer {
  const r = triple((k) => dot(box.axes[k], contact));
  const a = repairs.principal ? r : contact;
  const flags = printedFlags(box, r);
  const count = flags.filter(Boolean).length;
  if (count === 2) return TWO_FLAGS;
  const plane = flags.indexOf(true) as 0 | 1 | 2;
  const normal =
    count === 0
      ? printedFaceNormal(box, r)
      : count === 3
        ? printedCornerNormal(box, a)
        : printedEdgeNormal(box, a, plane, repairs);
  if (typeof normal === 'string') return normal;
  return triple((k) => normal[0] * box.axes[0][k] + normal[1] * box.axes[1][k] + normal[2] * box.axes[2][k]);
}

/** 4: corner-corner contact; the text has the mean of both normals, the code uses vehicle 1 only. */
export function printedCornerPair(first: PrintedAnswer, _second: PrintedAnswer): PrintedAnswer {
  return first;
}

/** 8: the angle between the ray and the face normal along axis `face`, seen from above, in degrees. */
export function printedPsi(r: Triple, face: 0 | 1): number {
  return (atan2(Math.abs(r[1 - face]), Math.abs(r[face])) * 180) / Math.PI;
}

/** 8: face against face, by the smaller angle; equal angles select vehicle 2, so swapping the vehicles changes the result. */
export function printedFacePair(psi1: number, psi2: number): 1 | 2 {
  return psi1 < psi2 ? 1 : 2;
}

/** 9: the axes by length, with their edges in the order of the input. */
export function printedOrder(lengths: Triple): Triple {
  const [i, j, k] = [0, 1, 2].sort((p, q) => lengths[q] - lengths[p]);
  return [i, j, k];
}

/** 10: only the third edge is tested. */
export function printedRadiusCheck(edges: Triple, radius: number): boolean {
  return radius <= edges[2] / 2;
}

/** 11: every edge grows with the cube root of the volume, for any deformation of the body. */
export function printedEdges(edges: Triple, volumeRatio: number): Triple {
  const k = power(volumeRatio, 1 / 3);
  return [k * edges[0], k * edges[1], k * edges[2]];
}

/** 13: eigenvalues of a symmetric matrix by Jacobi rotations, which leave zeros where the input had its upper triangle. */
export function printedEigenvalues(matrix: number[][]): number[] {
  const values = matrix.map((row, k) => row[k]);
  for (let sweep = 0; sweep < 50; sweep++) {
    for (const [p, q] of PLANES) {
      const pq = matrix[p][q];
      if (pq === 0) continue;
      const theta = (values[q] - values[p]) / (2 * pq);
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      values[p] -= t * pq;
      values[q] += t * pq;
      matrix[p][q] = 0;
      const other = 3 - p - q;
      const [rowP, columnP] = other < p ? [other, p] : [p, other];
      const [rowQ, columnQ] = other < q ? [other, q] : [q, other];
      const [op, oq] = [matrix[rowP][columnP], matrix[rowQ][columnQ]];
      matrix[rowP][columnP] = c * op - s * oq;
      matrix[rowQ][columnQ] = s * op + c * oq;
    }
  }
  return values;
}

/** 15: condition (1) of the text for a false contact: parallel vehicles side by side, by their axes P2 and full width. */
export function printedSideBySide(lateral1: Triple, lateral2: Triple, offset: Triple, width: number): boolean {
  const isParallel = lateral1.every((component, k) => component === lateral2[k]);
  return isParallel && dot(offset, lateral1) > width;
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function triple(component: (k: number) => number): Triple {
  return [component(0), component(1), component(2)];
}
