/**
 * Gap functions of contact for implicit codes: signed distance of two features, with gradient and Hessian with respect to their nodes.
 *
 * The gap is g = n·r with r = Σ s_i x_i at the closest points, r = g n. The weights s_i depend on up to two parameters φ (the
 * place on a face, or on two edges), at which the distance is stationary. With the tangents τ_α = -∂r/∂φ_α, the metric m = τ_α·τ_β and
 * κ = n·∂²r/∂φ² the derivatives are
 *
 *   ∂g/∂x_i = s_i n,
 *   ∂²g/∂x_i∂x_j = s_i s_j (τ_α [m⁻¹ κ A]_αβ τ_βᵀ + Q/g) + A_αβ (s_i,α s_j n τ_βᵀ + s_i s_j,β τ_α nᵀ) - g A_αβ s_i,α s_j,β n nᵀ
 *
 * with A = (m + g κ)⁻¹, where Q projects to the directions perpendicular to n and to all tangents. For a face, or two crossing edges, Q = 0, so that
 * nothing is singular as the gap closes.
 */
import { createVec3, crossVec3, dotVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../../math/vec3.ts';

/**
 * Where the closest points are. Two parameters: `face` (a node over the inside of a face), `crossing` (inside both edges). One: `edge` (a
 * node next to an edge). None: `vertex`.
 */
export type GapRegion = 'face' | 'crossing' | 'edge' | 'vertex';

/** A gap with its derivatives. */
export interface GapFunction {
  /** Signed distance [m]: positive on the side of the normal of the face or edges. */
  gap: number;
  /** The region whose formula gave the derivatives; on a boundary between two it is the one with more parameters. */
  region: GapRegion;
  /** False where there are no derivatives: nodes at distance zero next to a face, or no unique closest point. Then the Hessian is zero. */
  regular: boolean;
  /** Unit vector n along which the gap is measured. */
  readonly normal: Vec3;
  /** s_i of each node, adding up to zero: the node (or the second edge) is positive. */
  readonly weights: Float64Array;
  /** ∂g/∂x, xyz for each node. */
  readonly gradient: Float64Array;
  /** ∂²g/∂x∂x [1/m], row by row, three rows for each node; symmetric. */
  readonly hessian: Float64Array;
}

/** A new result for features with this number of nodes in all: 4 or 5. */
export function createGapFunction(nodeCount: number): GapFunction {
  const n = 3 * nodeCount;
  return {
    gap: 0,
    region: 'face',
    regular: true,
    normal: createVec3(),
    weights: new Float64Array(nodeCount),
    gradient: new Float64Array(n),
    hessian: new Float64Array(n * n),
  };
}

/** Local geometry at the closest points. */
export interface GapGeometry {
  /** Number of parameters: 0, 1 or 2. */
  parameters: number;
  /** s_i,α: derivative of the weights by each parameter. */
  readonly slopes: readonly [Float64Array, Float64Array];
  readonly tangents: readonly [Vec3, Vec3];
  /** κ_12; κ_11 and κ_22 are zero for straight edges and bilinear faces. */
  twist: number;
}

export function createGapGeometry(): GapGeometry {
  return {
    parameters: 0,
    slopes: [new Float64Array(5), new Float64Array(5)],
    tangents: [createVec3(), createVec3()],
    twist: 0,
  };
}

const across = createVec3();
/** A and m⁻¹κA, by rows. */
const inverse = new Float64Array(4);
const bend = new Float64Array(4);
/** τ_α [m⁻¹κA]_αβ τ_βᵀ + Q/g */
const block = new Float64Array(9);
/** A_αβ s_i,α of one node, for each β; and Σ_β of that times τ_β. */
const leaning = new Float64Array(3);

/** Writes gradient and Hessian from gap, normal and weights of `out`. */
export function writeDerivatives(out: GapFunction, geometry: GapGeometry): GapFunction {
  const { gap, normal, weights, gradient, hessian } = out;
  const count = weights.length;
  for (let i = 0; i < count; i++) {
    gradient[3 * i] = weights[i] * normal.x;
    gradient[3 * i + 1] = weights[i] * normal.y;
    gradient[3 * i + 2] = weights[i] * normal.z;
  }
  hessian.fill(0);
  out.regular &&= loadMatrices(geometry, gap) && loadBlock(geometry, gap, normal);
  if (!out.regular) return out;
  const n = [normal.x, normal.y, normal.z];
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const bothSlopes = -gap * slopeProduct(geometry, i, j);
      for (let a = 0; a < 3; a++) {
        const row = (3 * i + a) * 3 * count + 3 * j;
        loadLeaning(geometry, j);
        const atJ = weights[i] * leaning[a];
        loadLeaning(geometry, i);
        for (let b = 0; b < 3; b++) {
          hessian[row + b] +=
            weights[i] * weights[j] * block[3 * a + b] +
            n[a] * leaning[b] * weights[j] +
            atJ * n[b] +
            bothSlopes * n[a] * n[b];
        }
      }
    }
  }
  return out;
}

/** A = (m + gκ)⁻¹ and m⁻¹κA; false if the closest point is not isolated. */
function loadMatrices({ parameters, tangents, twist }: GapGeometry, gap: number): boolean {
  inverse.fill(0);
  bend.fill(0);
  if (parameters === 0) return true;
  const [p, q] = tangents;
  const a = dotVec3(p, p);
  if (parameters === 1) {
    inverse[0] = 1 / a;
    return a > 0;
  }
  const [b, c] = [dotVec3(p, q), dotVec3(q, q)];
  const shifted = b + gap * twist;
  const determinant = a * c - shifted * shifted;
  const area = a * c - b * b;
  if (!(determinant > NEARLY_SINGULAR * a * c && area > NEARLY_SINGULAR * a * c)) return false;
  inverse.set([c / determinant, -shifted / determinant, -shifted / determinant, a / determinant]);
  // κA, then m⁻¹ of it
  const [k0, k1, k2, k3] = [twist * inverse[2], twist * inverse[3], twist * inverse[0], twist * inverse[1]];
  bend.set([(c * k0 - b * k2) / area, (c * k1 - b * k3) / area, (a * k2 - b * k0) / area, (a * k3 - b * k1) / area]);
  return true;
}

/** Determinant of the metric relative to its diagonal below which tangents count as parallel. */
const NEARLY_SINGULAR = 1e-14;

function loadBlock({ parameters, tangents }: GapGeometry, gap: number, normal: ReadonlyVec3): boolean {
  block.fill(0);
  if (parameters === 2) {
    const rows = tangents.map(({ x, y, z }) => [x, y, z]);
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        for (let k = 0; k < 4; k++) block[3 * a + b] += bend[k] * rows[k >> 1][a] * rows[k & 1][b];
      }
    }
    return true;
  }
  if (gap === 0) return false;
  const n = [normal.x, normal.y, normal.z];
  if (parameters === 0) {
    for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) block[3 * a + b] = ((a === b ? 1 : 0) - n[a] * n[b]) / gap;
    return true;
  }
  crossVec3(across, normal, tangents[0]);
  const q = [across.x, across.y, across.z];
  const factor = 1 / (gap * dotVec3(across, across));
  for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) block[3 * a + b] = factor * q[a] * q[b];
  return true;
}

/** Σ A_αβ s_i,α τ_β */
function loadLeaning({ slopes, tangents }: GapGeometry, i: number): void {
  const first = inverse[0] * slopes[0][i] + inverse[2] * slopes[1][i];
  const second = inverse[1] * slopes[0][i] + inverse[3] * slopes[1][i];
  const [p, q] = tangents;
  leaning[0] = first * p.x + second * q.x;
  leaning[1] = first * p.y + second * q.y;
  leaning[2] = first * p.z + second * q.z;
}

/** A_αβ s_i,α s_j,β */
function slopeProduct({ slopes: [s, t] }: GapGeometry, i: number, j: number): number {
  return inverse[0] * s[i] * s[j] + inverse[1] * s[i] * t[j] + inverse[2] * t[i] * s[j] + inverse[3] * t[i] * t[j];
}

const difference = createVec3();

/**
 * Sets gap and normal from r = Σ s_i x_i of the weights of `out` (xyz of the nodes in `points`), with the given sign; at distance zero the normal is
 * `otherwise` and the result is not regular.
 */
export function setByDistance(out: GapFunction, points: Float64Array, sign: number, otherwise: ReadonlyVec3): void {
  setVec3(difference, 0, 0, 0);
  // weights add up to zero: differences from the first node
  for (let i = 1; i < out.weights.length; i++) {
    difference.x += out.weights[i] * (points[3 * i] - points[0]);
    difference.y += out.weights[i] * (points[3 * i + 1] - points[1]);
    difference.z += out.weights[i] * (points[3 * i + 2] - points[2]);
  }
  const distance = Math.hypot(difference.x, difference.y, difference.z);
  out.gap = sign * distance;
  out.regular = distance > 0;
  if (distance > 0) {
    setVec3(out.normal, difference.x / out.gap, difference.y / out.gap, difference.z / out.gap);
  } else setVec3(out.normal, otherwise.x, otherwise.y, otherwise.z);
}
