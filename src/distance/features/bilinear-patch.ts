/**
 * The bilinear (isoparametric) patch of four corners: x(ξ, η) = Σ N_a x_a with ξ and η in [-1, 1] and the shape functions
 * N_a = ¼ (1 ± ξ)(1 ± η); corners 0 to 3 are at (-1, -1), (1, -1), (1, 1) and (-1, 1). Doubly ruled, with a smooth normal; for a
 * planar convex quadrilateral it is the quadrilateral itself.
 */
import { createVec3, crossVec3, dotVec3, lengthVec3, type Vec3 } from '../../math/vec3.ts';

/** Signs of ξ and η in the shape function of each corner. */
export const CORNER_XI = [-1, 1, 1, -1] as const;
export const CORNER_ETA = [-1, -1, 1, 1] as const;

/** A point of a patch. */
export interface BilinearPoint {
  /** Parameter in [-1, 1], from corner 0 to corner 1. */
  xi: number;
  /** Parameter in [-1, 1], from corner 0 to corner 3. */
  eta: number;
  /** Shape functions N_a of the corners, adding up to 1: the fractions of a contact force. */
  readonly weights: [number, number, number, number];
  /** [m] */
  readonly point: Vec3;
  /** ∂x/∂ξ [m] */
  readonly tangentXi: Vec3;
  /** ∂x/∂η [m] */
  readonly tangentEta: Vec3;
  /** Unit normal ∂x/∂ξ × ∂x/∂η; zero where the patch is degenerate. */
  readonly normal: Vec3;
  /** |∂x/∂ξ × ∂x/∂η| [m²]: area per dξ dη. */
  areaDensity: number;
}

/** A new result of `bilinearPoint` and `projectOnBilinear`, which may be used again. */
export function createBilinearPoint(): BilinearPoint {
  const [point, tangentXi, tangentEta, normal] = [createVec3(), createVec3(), createVec3(), createVec3()];
  return { xi: 0, eta: 0, weights: [0.25, 0.25, 0.25, 0.25], point, tangentXi, tangentEta, normal, areaDensity: 0 };
}

/** Area relative to the tangents below which a patch has no normal: four roundings. */
const DEGENERATE = 4 * 2 ** -53;

/**
 * Writes the point (ξ, η) of the patch with the given corners (xyz four times [m]) into `out`: shape functions, tangents, the smooth
 * normal and the area density.
 *
 * @example
 * ```ts
 * import { bilinearPoint, createBilinearPoint } from 'appulse/meshes';
 *
 * const corners = [0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 1, 0]; // warped: z = x y
 * const { point, weights } = bilinearPoint(createBilinearPoint(), corners, 0, 0);
 * console.log(point, weights); // { x: 0.5, y: 0.5, z: 0.25 } [ 0.25, 0.25, 0.25, 0.25 ]
 * ```
 */
export function bilinearPoint(out: BilinearPoint, corners: ArrayLike<number>, xi: number, eta: number): BilinearPoint {
  const { weights, point, tangentXi, tangentEta, normal } = out;
  out.xi = xi;
  out.eta = eta;
  for (const vector of [point, tangentXi, tangentEta]) vector.x = vector.y = vector.z = 0;
  for (let a = 0; a < 4; a++) {
    const [alongXi, alongEta] = [1 + CORNER_XI[a] * xi, 1 + CORNER_ETA[a] * eta];
    weights[a] = 0.25 * alongXi * alongEta;
    addCorner(point, corners, a, weights[a]);
    addCorner(tangentXi, corners, a, 0.25 * CORNER_XI[a] * alongEta);
    addCorner(tangentEta, corners, a, 0.25 * CORNER_ETA[a] * alongXi);
  }
  crossVec3(normal, tangentXi, tangentEta);
  const area = lengthVec3(normal);
  const isRegular = area > DEGENERATE * lengthVec3(tangentXi) * lengthVec3(tangentEta);
  out.areaDensity = isRegular ? area : 0;
  const factor = isRegular ? 1 / area : 0;
  normal.x *= factor;
  normal.y *= factor;
  normal.z *= factor;
  return out;
}

function addCorner(sum: Vec3, corners: ArrayLike<number>, a: number, factor: number): void {
  sum.x += factor * corners[3 * a];
  sum.y += factor * corners[3 * a + 1];
  sum.z += factor * corners[3 * a + 2];
}

/** Abscissas and weights of Gauss' rule with four points on [-1, 1]. */
const GAUSS = [
  [-0.8611363115940526, 0.3478548451374538],
  [-0.3399810435848563, 0.6521451548625461],
  [0.3399810435848563, 0.6521451548625461],
  [0.8611363115940526, 0.3478548451374538],
] as const;

const sample = createBilinearPoint();

/**
 * Area of the patch that belongs to each corner [m²], ∫ N_a dA: a contact pressure p acts on corner a with the force p times it.
 * Four by four Gauss points: exact for planar patches, and to 1e-6 for a patch warped by half its size.
 */
export function bilinearAreas(corners: ArrayLike<number>): [number, number, number, number] {
  const areas: [number, number, number, number] = [0, 0, 0, 0];
  for (const [xi, weightXi] of GAUSS) {
    for (const [eta, weightEta] of GAUSS) {
      const { weights, areaDensity } = bilinearPoint(sample, corners, xi, eta);
      for (let a = 0; a < 4; a++) areas[a] += weightXi * weightEta * areaDensity * weights[a];
    }
  }
  return areas;
}

/** Gauss-Newton steps from the root of a quadratic, which is accurate except near a fold. */
const POLISH_STEPS = 4;

/**
 * Writes the point of the patch at the origin, where there is one within rounding error, and else a point of the patch near it.
 * In doubles, for corners relative to the point sought.
 */
export function locateOnBilinear(out: BilinearPoint, corners: ArrayLike<number>): BilinearPoint {
  let nearest = Number.POSITIVE_INFINITY;
  let [bestXi, bestEta] = [0, 0];
  const visit = (xi: number, eta: number) => {
    const { point } = bilinearPoint(out, corners, xi, eta);
    const distance = lengthVec3(point);
    if (!(distance < nearest)) return;
    nearest = distance;
    [bestXi, bestEta] = [xi, eta];
  };
  visit(0, 0);
  for (const u of rootsAcross(corners)) {
    const xi = clamp(2 * u - 1);
    visit(xi, alongEtaAt(out, corners, xi));
  }
  for (let step = 0; step < POLISH_STEPS; step++) {
    const { point, tangentXi, tangentEta } = bilinearPoint(out, corners, bestXi, bestEta);
    const [a, b, c] = [dotVec3(tangentXi, tangentXi), dotVec3(tangentXi, tangentEta), dotVec3(tangentEta, tangentEta)];
    const [p, q] = [-dotVec3(tangentXi, point), -dotVec3(tangentEta, point)];
    const determinant = a * c - b * b;
    if (!(determinant > 1e-20 * a * c)) break;
    visit(clamp(bestXi + (c * p - b * q) / determinant), clamp(bestEta + (a * q - b * p) / determinant));
  }
  return bilinearPoint(out, corners, bestXi, bestEta);
}

/** η of the point nearest to the origin on the straight line of constant ξ. */
function alongEtaAt(out: BilinearPoint, corners: ArrayLike<number>, xi: number): number {
  const { point, tangentEta } = bilinearPoint(out, corners, xi, 0);
  const size = dotVec3(tangentEta, tangentEta);
  return size > 0 ? clamp(-dotVec3(point, tangentEta) / size) : 0;
}

function clamp(value: number): number {
  return Math.min(Math.max(value, -1), 1);
}

/** Real roots u in or near [0, 1] of the largest component of (A + B u)×(C + D u), which vanishes where a line of the patch meets the origin. */
function rootsAcross(corners: ArrayLike<number>): number[] {
  const corner = (a: number) => createVec3(corners[3 * a], corners[3 * a + 1], corners[3 * a + 2]);
  const [a, p1, p2, p3] = [0, 1, 2, 3].map(corner);
  const b = createVec3(p1.x - a.x, p1.y - a.y, p1.z - a.z);
  const c = createVec3(p3.x - a.x, p3.y - a.y, p3.z - a.z);
  const d = createVec3(p2.x - p1.x - c.x, p2.y - p1.y - c.y, p2.z - p1.z - c.z);
  const [ac, ad, bc, bd] = [
    crossVec3(createVec3(), a, c),
    crossVec3(createVec3(), a, d),
    crossVec3(createVec3(), b, c),
    crossVec3(createVec3(), b, d),
  ];
  return (['x', 'y', 'z'] as const).flatMap((axis) => {
    const [q0, q1, q2] = [ac[axis], ad[axis] + bc[axis], bd[axis]];
    const root = Math.sqrt(Math.max(q1 * q1 - 4 * q0 * q2, 0));
    const s = -0.5 * (q1 + (q1 < 0 ? -root : root));
    return [s / q2, q0 / s].filter((u) => u >= -0.5 && u <= 1.5);
  });
}
