import { crossAt, crossAxisAt, lengthAt, orthogonalPart, writeDot } from './packed-vectors.ts';
import { SECONDS, TANGENTS, type TrackedShape, type Witness } from './witness.ts';
import { OFFSET_B, ROTATION_B, type WitnessPair } from './witness-pair.ts';

/**
 * The equations of a closest pair in the form that is regular at contact and through overlap. [PG05-7]
 *
 * Letters: F, H witnesses of A and B, F_i, H_j their tangents, Δ = F - H, n̂ the unit vector from A to B, x the parameters
 * (those of A first). If one witness lies on a surface (a face; in the plane a curve), its outward normal N gives n̂. With that body as the
 * reference body (B here, else swap the letters)
 *
 *   Φ_i = F_i·N  (the other body's parameters),   Φ_j = Δ·H_j  (the reference body's),   gap = Δ·N.
 *
 * Two spatial edges take n̂ along T_A × T_B and Φ = ∂E/∂x, E = ½ Δ·Δ; the other cases (a vertex and an edge, two vertices) are extremal
 * only for separate bodies and take n̂ = -Δ/d. The twelve pose coordinates q are those of [PG05-8]: translation and rotation vector of A,
 * then of B, world axes.
 */

/** Source of the normal: the surface of B or of A, two crossing edges, or the segment between the witnesses. */
export type NormalSource = 'B' | 'A' | 'edges' | 'segment';

export interface ContactForm {
  source: NormalSource;
  /** Number of parameters: n. */
  parameterCount: number;
  /** Φ, n numbers. */
  residual: Float64Array;
  /** ∂Φ/∂x, n · n numbers by rows. */
  matrix: Float64Array;
  /** ∂Φ/∂q at fixed parameters, n · 12 numbers by rows; times the twists it is ∂Φ/∂t. */
  poseMatrix: Float64Array;
  /** n̂, unit vector from A to B. */
  normal: Float64Array;
  /** ∂n̂/∂x, n vectors. */
  normalByParameter: Float64Array;
  /** ∂n̂/∂q at fixed parameters, 12 vectors. */
  normalByPose: Float64Array;
  /** Signed gap n̂·(H - F) [m]. */
  gap: number;
}

export function createContactForm(): ContactForm {
  return {
    source: 'segment',
    parameterCount: 0,
    residual: new Float64Array(4),
    matrix: new Float64Array(16),
    poseMatrix: new Float64Array(48),
    normal: new Float64Array(3),
    normalByParameter: new Float64Array(12),
    normalByPose: new Float64Array(36),
    gap: 0,
  };
}

/** For crossing edges closer to parallel than this [rad], the normal is that of the segment between the witnesses. */
const PARALLEL = 1e-7;

/** Tangents that span less than this fraction of their lengths have no normal: a degenerate edge. */
const DEGENERATE = 1e-9;

/** Is this a planar pair? A point can be paired with planar and spatial bodies. */
export function isPlanarPair({ a, b }: WitnessPair): boolean {
  return isPlanar(a.shape) && isPlanar(b.shape);
}

function isPlanar(shape: TrackedShape): boolean {
  return shape.kind === 'point' || shape.dimension === 2;
}

/** The body whose witness lies on a surface: a face, in the plane a curve. B if both do. */
function referenceBodyOf(pair: WitnessPair): 'A' | 'B' | 'none' {
  const surface = isPlanarPair(pair) ? 1 : 2;
  if (pair.b.dimension === surface) return 'B';
  return pair.a.dimension === surface ? 'A' : 'none';
}

/**
 * Writes the contact form of an evaluated pair. False if there is no normal: at a degenerate edge, or where two witnesses without a surface
 * coincide.
 */
export function assembleContactForm(out: ContactForm, pair: WitnessPair): boolean {
  const { a, b, delta } = pair;
  const referenceBody = referenceBodyOf(pair);
  out.parameterCount = a.dimension + b.dimension;
  if (referenceBody !== 'none') {
    out.source = referenceBody;
    if (!referenceNormal(out, pair)) return false;
    referenceRows(out, pair);
  } else {
    const crossing = a.dimension === 1 && b.dimension === 1 && crossingNormal(out, pair);
    out.source = crossing ? 'edges' : 'segment';
    if (!crossing && !segmentNormal(out, pair)) return false;
    closestRows(out, pair);
  }
  writeDot(product, 0, -1, out.normal, 0, delta, 0);
  out.gap = product[0];
  return true;
}

/** A scalar product, or a factor. */
const product = new Float64Array(1);

/** The form that is regular for separate bodies, for all features: Φ = ∂E/∂x and n̂ = -Δ/d. [PG05-2], [PG05-8] */
export function assembleClosestForm(out: ContactForm, pair: WitnessPair): boolean {
  out.parameterCount = pair.a.dimension + pair.b.dimension;
  out.source = 'segment';
  if (!segmentNormal(out, pair)) return false;
  closestRows(out, pair);
  writeDot(product, 0, -1, out.normal, 0, pair.delta, 0);
  out.gap = product[0];
  return true;
}

/** Φ_i = Δ·F_i, Φ_j = -Δ·H_j, and their derivatives. */
function closestRows(out: ContactForm, pair: WitnessPair): void {
  const { a, b, delta } = pair;
  const { residual, matrix, parameterCount: n } = out;
  for (let i = 0; i < n; i++) {
    const ofA = i < a.dimension;
    const sign = ofA ? 1 : -1;
    const { jet } = ofA ? a : b;
    const at = tangent(pair, i);
    writeDot(residual, i, sign, delta, 0, jet, at);
    for (let k = 0; k < n; k++) {
      const same = k < a.dimension === ofA;
      writeDot(matrix, i * n + k, same ? 1 : -1, jet, at, (k < a.dimension ? a : b).jet, tangent(pair, k));
      if (!same) continue;
      writeDot(product, 0, sign, delta, 0, jet, second(pair, i, k));
      matrix[i * n + k] += product[0];
    }
    offsetPoseRow(out.poseMatrix, 12 * i, sign, jet, at, (ofA ? b : a).jet, pair.frame);
  }
}

/** Φ and its derivatives with the normal of the reference body. */
function referenceRows(out: ContactForm, pair: WitnessPair): void {
  const { a, b, delta } = pair;
  const { normal, normalByParameter, residual, matrix, poseMatrix, parameterCount: n } = out;
  const referenceIsB = out.source === 'B';
  // Δ runs from the reference body B to A and N = -n̂; with A as the reference body both change sign
  const sign = referenceIsB ? 1 : -1;
  const opposite = referenceIsB ? -1 : 1;
  for (let i = 0; i < n; i++) {
    const ofA = i < a.dimension;
    const { jet } = ofA ? a : b;
    const at = tangent(pair, i);
    if (ofA === referenceIsB) {
      writeDot(residual, i, opposite, jet, at, normal, 0);
      for (let k = 0; k < n; k++) {
        const same = k < a.dimension === ofA;
        if (same) writeDot(matrix, i * n + k, opposite, normal, 0, jet, second(pair, i, k));
        else writeDot(matrix, i * n + k, opposite, jet, at, normalByParameter, 3 * k);
      }
      // rotating this body gives F_i × N, rotating the reference body the opposite
      poseMatrix.fill(0, 12 * i, 12 * i + 12);
      crossAt(poseMatrix, 12 * i + (ofA ? 3 : 9), jet, at, normal, 0, -sign);
      crossAt(poseMatrix, 12 * i + (ofA ? 9 : 3), jet, at, normal, 0, sign);
    } else {
      writeDot(residual, i, sign, delta, 0, jet, at);
      for (let k = 0; k < n; k++) {
        const same = k < a.dimension === ofA;
        writeDot(matrix, i * n + k, same ? -1 : 1, jet, at, (k < a.dimension ? a : b).jet, tangent(pair, k));
        if (!same) continue;
        writeDot(product, 0, sign, delta, 0, jet, second(pair, i, k));
        matrix[i * n + k] += product[0];
      }
      offsetPoseRow(poseMatrix, 12 * i, sign, jet, at, (ofA ? b : a).jet, pair.frame);
    }
  }
}

/**
 * Derivative of Δ·T with respect to the poses if T rotates with its own body: k (T, (P - p_A)×T, -T, -(P - p_B)×T) with the other
 * body's witness P. The rows of both bodies have this form. [PG05-8]
 */
// biome-ignore format: one row
function offsetPoseRow(
  out: Float64Array, to: number, k: number, jet: Float64Array, at: number, point: Float64Array, frame: Float64Array,
): void {
  for (let body = 0; body < 2; body++) {
    const s = body === 0 ? k : -k;
    const x = point[0] - body * frame[OFFSET_B];
    const y = point[1] - body * frame[OFFSET_B + 1];
    const z = point[2] - body * frame[OFFSET_B + 2];
    const tx = s * jet[at];
    const ty = s * jet[at + 1];
    const tz = s * jet[at + 2];
    const column = to + 6 * body;
    out[column] = tx;
    out[column + 1] = ty;
    out[column + 2] = tz;
    out[column + 3] = y * tz - z * ty;
    out[column + 4] = z * tx - x * tz;
    out[column + 5] = x * ty - y * tx;
  }
}

/** Two vectors, and the length of a non-degenerate C: in an array, because a number returned is boxed. */
const scratch = new Float64Array(7);
const SPAN = 6;

/** n̂ from the surface of the reference body, with N = C/|C| and N_l = (C_l - (C_l·N) N)/|C|. */
function referenceNormal(out: ContactForm, pair: WitnessPair): boolean {
  const { normal, normalByParameter, normalByPose } = out;
  const ofB = out.source === 'B';
  const { jet, dimension } = ofB ? pair.b : pair.a;
  const first = ofB ? pair.a.dimension : 0;
  const sign = ofB ? -1 : 1;
  normalByParameter.fill(0);
  normalByPose.fill(0);
  if (dimension === 1) curveNormal(normalByParameter, first, jet);
  else patchNormal(normalByParameter, first, jet);
  writeDot(product, 0, 1, scratch, 0, scratch, 0);
  const size = Math.sqrt(product[0]);
  if (!(size > DEGENERATE * scratch[SPAN])) return false;
  for (let k = 0; k < 3; k++) normal[k] = (sign * scratch[k]) / size;
  product[0] = sign / size;
  for (let l = 0; l < dimension; l++) orthogonalPart(normalByParameter, 3 * (first + l), normal, product);
  // the normal rotates with the reference body
  for (let k = 0; k < 3; k++) crossAxisAt(normalByPose, 3 * ((ofB ? 9 : 3) + k), k, normal, 0);
  return true;
}

/** C = (T_y, -T_x) into `scratch`, with |C| for a non-degenerate tangent; its derivative into `rates`. */
function curveNormal(rates: Float64Array, first: number, jet: Float64Array): void {
  scratch[0] = jet[TANGENTS + 1];
  scratch[1] = -jet[TANGENTS];
  scratch[2] = 0;
  rates[3 * first] = jet[SECONDS + 1];
  rates[3 * first + 1] = -jet[SECONDS];
  writeDot(scratch, SPAN, 1, jet, TANGENTS, jet, TANGENTS);
  scratch[SPAN] = Math.sqrt(scratch[SPAN]);
}

/** The same for C = H_r × H_s of a face. */
function patchNormal(rates: Float64Array, first: number, jet: Float64Array): void {
  const T = TANGENTS;
  crossAt(scratch, 0, jet, T, jet, T + 3, 1);
  for (let l = 0; l < 2; l++) {
    const at = 3 * (first + l);
    crossAt(rates, at, jet, SECONDS + 3 * l, jet, T + 3, 1);
    crossAt(scratch, 3, jet, T, jet, SECONDS + 3 + 3 * l, 1);
    for (let k = 0; k < 3; k++) rates[at + k] += scratch[3 + k];
  }
  writeDot(scratch, SPAN, 1, jet, T, jet, T);
  writeDot(product, 0, 1, jet, T + 3, jet, T + 3);
  scratch[SPAN] = Math.max(scratch[SPAN], product[0]);
}

/**
 * n̂ = ±T_A × T_B/|T_A × T_B| of two spatial edges. It points out of A and into B, also in overlap; that is, the centre of A lies behind F
 * and that of B beyond H.
 */
function crossingNormal(out: ContactForm, { a, b, frame }: WitnessPair): boolean {
  const { normal, normalByParameter, normalByPose } = out;
  const { jet: A } = a;
  const { jet: B } = b;
  const T = TANGENTS;
  const S = SECONDS;
  crossAt(scratch, 0, A, T, B, T, 1);
  const size = lengthAt(scratch, 0);
  if (!(size > PARALLEL * lengthAt(A, T) * lengthAt(B, T))) return false;
  heightOverCenter(heights, 0, a, frame, 0, scratch);
  heightOverCenter(heights, 1, b, frame, ROTATION_B, scratch);
  const k = (heights[0] - heights[1] < 0 ? -1 : 1) / size;
  for (let i = 0; i < 3; i++) normal[i] = k * scratch[i];
  crossAt(normalByParameter, 0, A, S, B, T, 1);
  crossAt(normalByParameter, 3, A, T, B, S, 1);
  normalByPose.fill(0);
  for (let i = 0; i < 3; i++) {
    crossAxisAt(scratch, 3, i, A, T);
    crossAt(normalByPose, 3 * (3 + i), scratch, 3, B, T, 1);
    crossAxisAt(scratch, 3, i, B, T);
    crossAt(normalByPose, 3 * (9 + i), A, T, scratch, 3, 1);
  }
  for (let i = 0; i < 6; i++) normalByParameter[i] *= k;
  for (let i = 0; i < 36; i++) normalByPose[i] *= k;
  product[0] = 1;
  for (let i = 0; i < 2; i++) orthogonalPart(normalByParameter, 3 * i, normal, product);
  for (let q = 0; q < 12; q++) orthogonalPart(normalByPose, 3 * q, normal, product);
  return true;
}

const heights = new Float64Array(2);

/** Writes the height of the witness above the centre of its body along m (world axes) to `out[i]`; the rotation of the body is at `at`. */
export function heightOverCenter(
  out: Float64Array,
  i: number,
  { shape, bodyJet }: Witness,
  frame: Float64Array,
  at: number,
  m: Float64Array,
): void {
  out[i] = 0;
  if (shape.kind === 'point') return;
  const x = bodyJet[0] - shape.center.x;
  const y = bodyJet[1] - shape.center.y;
  const z = bodyJet[2] - shape.center.z;
  for (let k = 0; k < 3; k++) {
    const row = at + 3 * k;
    out[i] += m[k] * (frame[row] * x + frame[row + 1] * y + frame[row + 2] * z);
  }
}

/** n̂ = -Δ/d; ∂Δ is F_i, -H_j along the parameters and δp_A + δθ_A×(F - p_A) - δp_B - δθ_B×(H - p_B) along the poses. */
function segmentNormal(out: ContactForm, pair: WitnessPair): boolean {
  const { a, b, delta, frame } = pair;
  const { normal, normalByParameter, normalByPose } = out;
  const d = lengthAt(delta, 0);
  if (!(d > 0)) return false;
  for (let k = 0; k < 3; k++) {
    normal[k] = -delta[k] / d;
    scratch[k] = b.jet[k] - frame[OFFSET_B + k];
  }
  for (let i = 0; i < out.parameterCount; i++) {
    const ofA = i < a.dimension;
    const { jet } = ofA ? a : b;
    const at = tangent(pair, i);
    for (let k = 0; k < 3; k++) normalByParameter[3 * i + k] = jet[at + k];
    product[0] = ofA ? -1 / d : 1 / d;
    orthogonalPart(normalByParameter, 3 * i, normal, product);
  }
  normalByPose.fill(0);
  for (let k = 0; k < 3; k++) {
    normalByPose[4 * k] = 1;
    crossAxisAt(normalByPose, 9 + 3 * k, k, a.jet, 0);
    normalByPose[18 + 4 * k] = 1;
    crossAxisAt(normalByPose, 27 + 3 * k, k, scratch, 0);
  }
  for (let q = 0; q < 12; q++) {
    product[0] = q < 6 ? -1 / d : 1 / d;
    orthogonalPart(normalByPose, 3 * q, normal, product);
  }
  return true;
}

/** Offset in its jet of the tangent of parameter i (counted over both bodies). */
function tangent({ a }: WitnessPair, i: number): number {
  return TANGENTS + 3 * (i < a.dimension ? i : i - a.dimension);
}

/** Offset of the second derivative with respect to parameters i and k of one body. */
function second({ a }: WitnessPair, i: number, k: number): number {
  return SECONDS + 3 * (i < a.dimension ? i + k : i + k - 2 * a.dimension);
}
