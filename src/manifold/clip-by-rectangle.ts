/**
 * Vertices of the intersection of a parallelogram and an axis-parallel rectangle, in any order: the corners of each inside the other, and the
 * crossings of their sides (Liang and Barsky: each side of the parallelogram is clipped by both slabs at once).
 */
import { type BoxFace, CENTRE, INVERSE_AREA, P, Q } from './box-face.ts';

/** A point outside an edge by at most this fraction of the size is on it. */
export const ON_EDGE = 1e-14;

/** Numbers of lines: the sides of the parallelogram at the end of Q, the start of P, the start of Q, the end of P; then those of the rectangle. */
export const END_OF_Q = 0;
export const START_OF_P = 1;
export const START_OF_Q = 2;
export const END_OF_P = 3;
export const UPPER_U = 4;
export const LOWER_U = 5;
export const UPPER_V = 6;
export const LOWER_V = 7;

/** A vertex is named by the two lines that cross in it, the one of the parallelogram or the lower number first. */
export function vertexName(line: number, other: number): number {
  return (line << 3) | other;
}

let vertices: Float64Array = new Float64Array(0);
let names: Int32Array = new Int32Array(0);
let count = 0;
/** Centre and half sides of the rectangle, u and v [m]; start and direction of a side: in an array, because numbers get boxed. */
const rectangle = new Float64Array(4);
const side = new Float64Array(4);
const tolerance = new Float64Array(1);

/**
 * Writes the vertices to `out`, four numbers each, the first two of which are u and v, and their names to `outNames`. The P of `rectangle` is
 * along u, its Q along v. Returns their number, at most twelve: vertices that coincide may appear twice.
 */
// biome-ignore format: one vector per line
export function clipByRectangle(out: Float64Array, outNames: Int32Array, { numbers: y }: BoxFace, { numbers: x }: BoxFace): number {
  vertices = out;
  names = outNames;
  count = 0;
  const halfU = Math.abs(x[P]), halfV = Math.abs(x[Q + 1]);
  rectangle[0] = x[CENTRE]; rectangle[1] = x[CENTRE + 1];
  rectangle[2] = halfU; rectangle[3] = halfV;
  const u = y[CENTRE], v = y[CENTRE + 1], pu = y[P], pv = y[P + 1], qu = y[Q], qv = y[Q + 1];
  tolerance[0] = ON_EDGE * (halfU + halfV + Math.abs(pu) + Math.abs(pv) + Math.abs(qu) + Math.abs(qv));
  side[0] = u + qu; side[1] = v + qv; side[2] = pu; side[3] = pv;
  clipSide(END_OF_Q);
  side[0] = u - qu; side[1] = v - qv;
  clipSide(START_OF_Q);
  side[0] = u + pu; side[1] = v + pv; side[2] = qu; side[3] = qv;
  clipSide(END_OF_P);
  side[0] = u - pu; side[1] = v - pv;
  clipSide(START_OF_P);
  addCorners(y);
  return count;
}

/** The part of a side, start + s direction with s from -1 to 1, inside the rectangle. The corners belong to the sides along P. */
// biome-ignore format: one vector per line
function clipSide(line: number): void {
  const u = side[0], v = side[1], du = side[2], dv = side[3];
  const fromU = u - rectangle[0], fromV = v - rectangle[1];
  const halfU = rectangle[2] + tolerance[0], halfV = rectangle[3] + tolerance[0];
  // the range inside each slab; a side parallel to it is inside or outside as a whole
  const scaleU = 1 / Math.abs(du), scaleV = 1 / Math.abs(dv);
  const centreU = du > 0 ? -fromU : fromU, centreV = dv > 0 ? -fromV : fromV;
  let lowU = (centreU - halfU) * scaleU, highU = (centreU + halfU) * scaleU;
  let lowV = (centreV - halfV) * scaleV, highV = (centreV + halfV) * scaleV;
  if (du === 0) { if (!(Math.abs(fromU) <= halfU)) return; lowU = -2; highU = 2; }
  if (dv === 0) { if (!(Math.abs(fromV) <= halfV)) return; lowV = -2; highV = 2; }
  const low = Math.max(lowU, lowV), high = Math.min(highU, highV);
  if (!(low <= high && low <= 1 && high >= -1)) return;
  const alongP = line === END_OF_Q || line === START_OF_Q;
  if (low > -1) {
    vertices[4 * count] = u + low * du; vertices[4 * count + 1] = v + low * dv;
    const isU = lowU > lowV;
    names[count++] = vertexName(line, isU ? (du > 0 ? LOWER_U : UPPER_U) : (dv > 0 ? LOWER_V : UPPER_V));
  } else if (alongP) {
    vertices[4 * count] = u - du; vertices[4 * count + 1] = v - dv;
    names[count++] = vertexName(line, START_OF_P);
  }
  if (high < 1) {
    vertices[4 * count] = u + high * du; vertices[4 * count + 1] = v + high * dv;
    const isU = highU < highV;
    names[count++] = vertexName(line, isU ? (du > 0 ? UPPER_U : LOWER_U) : (dv > 0 ? UPPER_V : LOWER_V));
  } else if (alongP) {
    vertices[4 * count] = u + du; vertices[4 * count + 1] = v + dv;
    names[count++] = vertexName(line, END_OF_P);
  }
}

/** The corners of the rectangle inside the parallelogram. */
// biome-ignore format: one vector per line
function addCorners(y: Float64Array): void {
  const scale = y[INVERSE_AREA];
  const halfU = rectangle[2], halfV = rectangle[3];
  const du = rectangle[0] - y[CENTRE], dv = rectangle[1] - y[CENTRE + 1];
  // position along P and Q, from -1 to 1, of the centre, and its change along half a side; corners on an edge are crossings already
  const p = (du * y[Q + 1] - dv * y[Q]) * scale, pu = halfU * y[Q + 1] * scale, pv = -halfV * y[Q] * scale;
  const q = (dv * y[P] - du * y[P + 1]) * scale, qu = -halfU * y[P + 1] * scale, qv = halfV * y[P] * scale;
  const inside = 1 - ON_EDGE;
  for (let k = 0; k < 4; k++) {
    const i = (k & 1) === 0 ? 1 : -1, j = (k & 2) === 0 ? 1 : -1;
    if (!(Math.abs(p + i * pu + j * pv) < inside && Math.abs(q + i * qu + j * qv) < inside)) continue;
    vertices[4 * count] = rectangle[0] + i * halfU; vertices[4 * count + 1] = rectangle[1] + j * halfV;
    names[count++] = vertexName(i > 0 ? UPPER_U : LOWER_U, j > 0 ? UPPER_V : LOWER_V);
  }
}
