/** A face of a box, projected along the contact normal to a parallelogram in tangential coordinates (u, v), with the ids of its features. */
import { boxEdgeId, boxFaceId, firstBoxCorner } from './supporting-face.ts';

export interface BoxFace {
  /** Offsets below [m]. */
  readonly numbers: Float64Array;
  /** Axis of the face normal; 1 if it points in the negative direction; the axes along P and Q. */
  axis: number;
  negative: number;
  axisP: number;
  axisQ: number;
}

// offsets in `numbers`: the centre, and from it half the sides P and Q, as (u, v)
export const CENTRE = 0;
export const P = 2;
export const Q = 4;
/** The height over (u, v) is h0 + hu u + hv v. */
export const HEIGHT = 6;
/** P·P, Q·Q, P·Q, 1/(P × Q), then the squares of the distances from an end of P, and of Q, that are near: set by `multiplySides`. */
const PP = 9;
const QQ = 10;
const PQ = 11;
export const INVERSE_AREA = 12;
const NEAR_P = 13;
const NEAR_Q = 14;

export function createBoxFace(): BoxFace {
  return { numbers: new Float64Array(15), axis: 0, negative: 0, axisP: 0, axisQ: 0 };
}

/** Sets the axes of the face with the normal along `axis`. */
export function setBoxFaceAxes(face: BoxFace, axis: number, negative: boolean): void {
  face.axis = axis;
  face.negative = negative ? 1 : 0;
  face.axisP = axis === 2 ? 0 : axis + 1;
  face.axisQ = axis === 0 ? 2 : axis - 1;
}

/** Computes the products of P and Q. */
// biome-ignore format: one vector per line
export function multiplySides({ numbers }: BoxFace): void {
  const pu = numbers[P], pv = numbers[P + 1];
  const qu = numbers[Q], qv = numbers[Q + 1];
  numbers[PP] = pu * pu + pv * pv;
  numbers[QQ] = qu * qu + qv * qv;
  numbers[PQ] = pu * qu + pv * qv;
  numbers[INVERSE_AREA] = 1 / (pu * qv - pv * qu);
}

/** Squared length of the diagonals, their mean [m²]. */
export function boxFaceLengthSq({ numbers }: BoxFace): number {
  return 4 * (numbers[PP] + numbers[QQ]);
}

/** Points closer than the root of `near[0]` [m²] to a corner or an edge belong to it. */
export function setNear({ numbers }: BoxFace, near: Float64Array): void {
  // the distance from the end of P is p |P × Q| / |Q|
  const scale = near[0] * numbers[INVERSE_AREA] * numbers[INVERSE_AREA];
  numbers[NEAR_P] = scale * numbers[QQ];
  numbers[NEAR_Q] = scale * numbers[PP];
}

/** Id of the corner at a point (u, v) of the face, else of the edge, else of the face; `near` as of `setNear`. */
// biome-ignore format: one vector per line
export function boxFeatureOver(face: BoxFace, positions: Float64Array, at: number, near: Float64Array): number {
  const { numbers, axis, negative, axisP, axisQ } = face;
  const du = positions[at] - numbers[CENTRE], dv = positions[at + 1] - numbers[CENTRE + 1];
  const scale = numbers[INVERSE_AREA];
  // position along P and Q, from -1 to 1, and the distance from the closest end
  const alongP = (du * numbers[Q + 1] - dv * numbers[Q]) * scale, alongQ = (dv * numbers[P] - du * numbers[P + 1]) * scale;
  const p = 1 - Math.abs(alongP), q = 1 - Math.abs(alongQ);
  const nearP = p * p < numbers[NEAR_P], nearQ = q * q < numbers[NEAR_Q];
  if (!nearP && !nearQ) return boxFaceId(axis, negative);
  const ofP = (alongP < 0 ? 1 : 0) << axisP, ofQ = (alongQ < 0 ? 1 : 0) << axisQ, ofAxis = negative << axis;
  if (nearP && nearQ) {
    const pq = alongP * alongQ < 0 ? -numbers[PQ] : numbers[PQ];
    if (p * p * numbers[PP] + q * q * numbers[QQ] + 2 * p * q * pq < near[0]) return firstBoxCorner + (ofAxis | ofP | ofQ);
    if (p * p * numbers[NEAR_Q] > q * q * numbers[NEAR_P]) return boxEdgeId(axisP, ofAxis | ofQ);
  }
  return nearP ? boxEdgeId(axisQ, ofAxis | ofP) : boxEdgeId(axisP, ofAxis | ofQ);
}
