import { solveLinear } from '../../../math/linear-solve.ts';
import type { ReadonlyVec3, Vec3 } from '../../../math/vec3.ts';
import { createVec3, setVec3 } from '../../../math/vec3.ts';
import { assembleClosestForm, assembleContactForm, createContactForm } from './contact-form.ts';
import { TANGENTS, type Witness } from './witness.ts';
import { OFFSET_B, type WitnessPair } from './witness-pair.ts';

/**
 * Derivatives of the distance of two bodies, of its witnesses and of its normal with respect to both poses. [PG05-8]
 *
 * Pose coordinates q, twelve: translation of A, rotation vector of A, translation of B, rotation vector of B; world axes,
 * rotations applied on the left, R -> exp([δθ]×) R. For planar bodies only columns 0, 1, 5, 6, 7, 11 are meaningful.
 *
 * The witnesses solve Φ(x, q) = 0, so dx/dq = -(∂Φ/∂x)⁻¹ ∂Φ/∂q, and with a = F - p_A, b = H - p_B and n̂ from A to B the
 * envelope theorem gives ∇d = (-n̂, -a×n̂, n̂, b×n̂). Its derivative, with these dF, dH and dn̂, is the Hessian; no term divides by d, so
 * with the contact form for Φ it holds at and through contact.
 */
export interface PairDerivatives {
  /** Signed distance [m]. */
  distance: number;
  /** Witness point on A, world axes [m]. */
  readonly pointA: Vec3;
  /** Witness point on B, world axes [m]. */
  readonly pointB: Vec3;
  /** Unit normal from A to B, world axes. */
  readonly normal: Vec3;
  /** Number of parameters of both witnesses together: n, at most 4. */
  parameterCount: number;
  /**
   * False where closest points can slide (parallel flat or straight parts): then only the distance gradient is meaningful, its rotational
   * components one-sided, and the other blocks are zero. Also false at the pole of a smooth surface, where the parametrisation is singular.
   */
  unique: boolean;
  /** ∂d/∂q, 12 numbers [1 for translations, m for rotations]. */
  readonly distanceGradient: Float64Array;
  /** ∂²d/∂q², 12 · 12 numbers, symmetric. */
  readonly distanceHessian: Float64Array;
  /** ∂x/∂q by rows, n · 12 numbers, parameters of A first. */
  readonly parameters: Float64Array;
  /** Derivative of `pointA`, by rows, 3 · 12 numbers. */
  readonly pointAByPose: Float64Array;
  /** Derivative of `pointB`, by rows, 3 · 12 numbers. */
  readonly pointBByPose: Float64Array;
  /** Derivative of `normal`, by rows, 3 · 12 numbers. */
  readonly normalByPose: Float64Array;
}

export function createPairDerivatives(): PairDerivatives {
  return {
    distance: 0,
    pointA: createVec3(),
    pointB: createVec3(),
    normal: createVec3(1, 0, 0),
    parameterCount: 0,
    unique: true,
    distanceGradient: new Float64Array(12),
    distanceHessian: new Float64Array(144),
    parameters: new Float64Array(48),
    pointAByPose: new Float64Array(36),
    pointBByPose: new Float64Array(36),
    normalByPose: new Float64Array(36),
  };
}

/**
 * `contact`: the form of [PG05-7], valid for separate, touching and overlapping bodies. `closest`: the gradient of half the squared distance, valid for
 * separate bodies. Both give the same values there.
 */
export type DerivativeForm = 'contact' | 'closest';

const form = createContactForm();
const reduced = new Float64Array(16);
/** F - p_A and H - p_B, world axes. */
const armA = new Float64Array(3);
const armB = new Float64Array(3);

/**
 * Derivatives at a solved and evaluated pair; the origin of A is at `originA` in the world. Parameters at an active bound of an open patch
 * are given by their bits in `held` (those of A first) and are fixed. False, with `out` unchanged, if the pair has no normal: coinciding
 * vertices, or contact at a degenerate edge.
 */
export function pairDerivatives(
  out: PairDerivatives,
  pair: WitnessPair,
  originA: ReadonlyVec3,
  kind: DerivativeForm = 'contact',
  held = 0,
): boolean {
  const { a, b, frame } = pair;
  for (let k = 0; k < 3; k++) {
    armA[k] = a.jet[k];
    armB[k] = b.jet[k] - frame[OFFSET_B + k];
  }
  const regular = kind === 'contact' && assembleContactForm(form, pair);
  if (!regular && !assembleClosestForm(form, pair)) return false;
  out.distance = form.gap;
  out.parameterCount = form.parameterCount;
  setVec3(out.pointA, originA.x + a.jet[0], originA.y + a.jet[1], originA.z + a.jet[2]);
  setVec3(out.pointB, originA.x + b.jet[0], originA.y + b.jet[1], originA.z + b.jet[2]);
  setVec3(out.normal, form.normal[0], form.normal[1], form.normal[2]);
  writeGradient(out, armA, armB, form.normal);
  out.unique = !isPole(a) && !isPole(b) && parametersByPose(out.parameters, held);
  if (out.unique) {
    pointByPose(out.pointAByPose, a.jet, armA, 0, a.dimension, 0, out.parameters);
    pointByPose(out.pointBByPose, b.jet, armB, 6, b.dimension, a.dimension, out.parameters);
    normalByPose(out);
    writeHessian(out, armA, armB, form.normal);
  } else {
    clearHigherDerivatives(out);
  }
  return true;
}

/** Zeroes all derivatives except the gradient of the distance, for pairs that have only that. */
export function clearHigherDerivatives(out: PairDerivatives): void {
  for (const block of [out.parameters, out.pointAByPose, out.pointBByPose, out.normalByPose, out.distanceHessian]) {
    block.fill(0);
  }
}

/** A vertex at which only smooth edges end is not a corner: the surface is smooth there, and the witness leaves it in the next step. */
function isPole({ shape, feature, dimension }: Witness): boolean {
  if (shape.kind === 'point' || dimension > 0) return false;
  const { faces, edges, vertices } = shape;
  const { edges: ends } = vertices[feature - faces.length - edges.length];
  return ends.length > 0 && ends.every(({ edge }) => edges[edge].smooth);
}

/** ∇d = (-n̂, -a×n̂, n̂, b×n̂) with the arms a and b from the origins of the bodies to their witnesses, world axes. */
export function writeGradient(
  { distanceGradient: out }: PairDerivatives,
  a: Float64Array,
  b: Float64Array,
  normal: Float64Array,
): void {
  const [x, y, z] = normal;
  out[0] = -x;
  out[1] = -y;
  out[2] = -z;
  out[3] = a[2] * y - a[1] * z;
  out[4] = a[0] * z - a[2] * x;
  out[5] = a[1] * x - a[0] * y;
  out[6] = x;
  out[7] = y;
  out[8] = z;
  out[9] = b[1] * z - b[2] * y;
  out[10] = b[2] * x - b[0] * z;
  out[11] = b[0] * y - b[1] * x;
}

/** dx/dq = -(∂Φ/∂x)⁻¹ ∂Φ/∂q over the free parameters. */
function parametersByPose(out: Float64Array, held: number): boolean {
  const { parameterCount: n, matrix, poseMatrix } = form;
  let free = 0;
  for (let i = 0; i < n; i++) if (!(held & (1 << i))) free++;
  let row = 0;
  for (let i = 0; i < n; i++) {
    if (held & (1 << i)) continue;
    let column = 0;
    for (let k = 0; k < n; k++) if (!(held & (1 << k))) reduced[row * free + column++] = matrix[i * n + k];
    for (let q = 0; q < 12; q++) out[12 * row + q] = -poseMatrix[12 * i + q];
    row++;
  }
  if (!solveLinear(reduced, out, free, 12)) return false;
  // expand the free rows to all rows, last first so that none is overwritten
  for (let i = n - 1; i >= 0; i--) {
    if (held & (1 << i)) out.fill(0, 12 * i, 12 * i + 12);
    else out.copyWithin(12 * i, 12 * --row, 12 * row + 12);
  }
  return true;
}

/** dF = δp_A + δθ_A×a + Σ F_i dx_i, and dH likewise. */
// biome-ignore format: one witness
function pointByPose(
  out: Float64Array, jet: Float64Array, arm: Float64Array, own: number, count: number, first: number, parameters: Float64Array,
): void {
  out.fill(0);
  for (let k = 0; k < 3; k++) {
    const next = (k + 1) % 3;
    const last = (k + 2) % 3;
    out[12 * k + own + k] = 1;
    // e_k × a
    out[12 * next + own + 3 + k] = -arm[last];
    out[12 * last + own + 3 + k] = arm[next];
  }
  for (let k = 0; k < 3; k++) {
    for (let q = 0; q < 12; q++) {
      for (let i = 0; i < count; i++) out[12 * k + q] += jet[TANGENTS + 3 * i + k] * parameters[12 * (first + i) + q];
    }
  }
}

function normalByPose(out: PairDerivatives): void {
  const { normalByParameter, normalByPose: atFixedParameters, parameterCount } = form;
  for (let k = 0; k < 3; k++) {
    for (let q = 0; q < 12; q++) {
      let sum = atFixedParameters[3 * q + k];
      for (let i = 0; i < parameterCount; i++) sum += normalByParameter[3 * i + k] * out.parameters[12 * i + q];
      out.normalByPose[12 * k + q] = sum;
    }
  }
}

/**
 * The derivative of ∇d with respect to q, column by column: (-dn̂, -da×n̂ - a×dn̂, dn̂, db×n̂ + b×dn̂), from those of the witnesses and the
 * normal. Rotations do not commute, so this is symmetric only up to half of their commutator, which the mean with the transpose removes.
 */
export function writeHessian(out: PairDerivatives, a: Float64Array, b: Float64Array, normal: Float64Array): void {
  const { distanceHessian: hessian, pointAByPose, pointBByPose, normalByPose: dn } = out;
  for (let q = 0; q < 12; q++) {
    for (let k = 0; k < 3; k++) {
      hessian[12 * k + q] = -dn[12 * k + q];
      hessian[12 * (6 + k) + q] = dn[12 * k + q];
      hessian[12 * (3 + k) + q] = -crossProductRate(k, q, a, pointAByPose, 0, dn, normal);
      hessian[12 * (9 + k) + q] = crossProductRate(k, q, b, pointBByPose, 6, dn, normal);
    }
  }
  for (let i = 0; i < 12; i++) {
    for (let j = 0; j < i; j++) {
      const mean = 0.5 * (hessian[12 * i + j] + hessian[12 * j + i]);
      hessian[12 * i + j] = mean;
      hessian[12 * j + i] = mean;
    }
  }
}

/** Component k of da×n̂ + a×dn̂ with respect to q, with da = dF - δp. */
// biome-ignore format: one component
function crossProductRate(
  k: number, q: number, a: Float64Array, point: Float64Array, own: number, dn: Float64Array, normal: Float64Array,
): number {
  const i = (k + 1) % 3;
  const j = (k + 2) % 3;
  const di = point[12 * i + q] - (q === own + i ? 1 : 0);
  const dj = point[12 * j + q] - (q === own + j ? 1 : 0);
  return di * normal[j] - dj * normal[i] + a[i] * dn[12 * j + q] - a[j] * dn[12 * i + q];
}
