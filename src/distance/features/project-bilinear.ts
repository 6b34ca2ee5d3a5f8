/** Closest point of a closed bilinear patch to a point: the best of the edges and of the stationary points inside. */
import { dotVec3, lengthVec3 } from '../../math/vec3.ts';
import { type BilinearPoint, bilinearPoint, CORNER_ETA, CORNER_XI, createBilinearPoint } from './bilinear-patch.ts';

/** Newton steps from one start; quadratic convergence needs five or six. */
const STEPS = 30;
/** Change of a parameter at which Newton's method has converged. */
const CONVERGED = 1e-15;
/** Starts inside the patch, next tos the guess. */
const STARTS = [[0, 0], [-0.6, -0.6], [0.6, -0.6], [0.6, 0.6], [-0.6, 0.6]] as const; // biome-ignore format: five points

const trial = createBilinearPoint();
const best = { xi: 0.5, eta: 0.5, distance: 0.5 };

/**
 * Writes the closest point of the patch to the origin into `out`; `corners` (xyz four times [m]) are relative to the point projected. A guess
 * (ξ, η), such as the last result for a moving node, is tried first; if it leads to a stationary point inside that is not farther than the
 * edges, that is the result, so that the projection follows the node. Returns the distance [m].
 */
export function projectOnBilinear(
  out: BilinearPoint,
  corners: ArrayLike<number>,
  guess?: { readonly xi: number; readonly eta: number },
): number {
  best.distance = Number.POSITIVE_INFINITY;
  for (let a = 0; a < 4; a++) visitEdge(corners, a);
  const followed = guess !== undefined && visitInside(corners, guess.xi, guess.eta);
  if (!followed) for (const [xi, eta] of STARTS) visitInside(corners, xi, eta);
  bilinearPoint(out, corners, best.xi, best.eta);
  return best.distance;
}

function visitEdge(corners: ArrayLike<number>, a: number): void {
  const b = (a + 1) % 4;
  let [along, size] = [0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const edge = corners[3 * b + axis] - corners[3 * a + axis];
    along -= corners[3 * a + axis] * edge;
    size += edge * edge;
  }
  const t = size > 0 ? Math.min(Math.max(along / size, 0), 1) : 0;
  const between = (values: readonly number[]) => (t === 1 ? values[b] : values[a] + t * (values[b] - values[a]));
  accept(corners, between(CORNER_XI), between(CORNER_ETA));
}

/** Takes a point if it is nearer than all others so far. */
function accept(corners: ArrayLike<number>, xi: number, eta: number): boolean {
  const distance = lengthVec3(bilinearPoint(trial, corners, xi, eta).point);
  if (!(distance < best.distance)) return false;
  best.distance = distance;
  best.xi = xi;
  best.eta = eta;
  return true;
}

/** Newton's method on half the squared distance, with Gauss-Newton steps where its matrix is not positive definite. */
function visitInside(corners: ArrayLike<number>, startXi: number, startEta: number): boolean {
  let [xi, eta] = [startXi, startEta];
  for (let step = 0; step < STEPS; step++) {
    const { point, tangentXi, tangentEta } = bilinearPoint(trial, corners, xi, eta);
    const [a, b, c] = [dotVec3(tangentXi, tangentXi), dotVec3(tangentXi, tangentEta), dotVec3(tangentEta, tangentEta)];
    const full = b + twistAlong(corners, point);
    const mixed = a * c - full * full > 1e-12 * a * c ? full : b;
    const determinant = a * c - mixed * mixed;
    if (!(determinant > 0)) return false;
    const [p, q] = [-dotVec3(tangentXi, point), -dotVec3(tangentEta, point)];
    const [stepXi, stepEta] = [(c * p - mixed * q) / determinant, (a * q - mixed * p) / determinant];
    const scale = Math.min(1, 0.5 / Math.max(Math.abs(stepXi), Math.abs(stepEta), 0.5));
    xi += scale * stepXi;
    eta += scale * stepEta;
    if (Math.abs(xi) > 2 || Math.abs(eta) > 2) return false;
    if (Math.abs(stepXi) + Math.abs(stepEta) <= CONVERGED) break;
  }
  if (!(Math.abs(xi) <= 1 && Math.abs(eta) <= 1)) return false;
  return accept(corners, xi, eta);
}

/** p·∂²x/∂ξ∂η */
function twistAlong(corners: ArrayLike<number>, p: { x: number; y: number; z: number }): number {
  const component = (axis: number) =>
    0.25 * (corners[axis] - corners[3 + axis] + corners[6 + axis] - corners[9 + axis]);
  return p.x * component(0) + p.y * component(1) + p.z * component(2);
}
