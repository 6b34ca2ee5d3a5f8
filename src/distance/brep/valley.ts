import type { RelativeFrame } from './relative-frame.ts';
import type { SearchCell } from './search-cell.ts';
import { productFactors } from './squared-gap.ts';

/**
 * Bounds for pairs that are equally far apart along a curve, such as a pin in a hole or an edge parallel to a cylinder: there, bounds by
 * boxes, planes and squared distances improve only with the square of the size of the cells. Both points move along the curve either by a
 * translation along `axis`, which a projection along it removes,
 *
 *   |x - y|² >= |x - y|² - (a·(x - y))²,
 *
 * or by a rotation about an axis through `center`: in cylindrical coordinates about any axis
 *
 *   |x - y|² >= (ρ_x - ρ_y)² + (z_x - z_y)².
 *
 * Both hold for every axis; the search takes them from the best pair of points found.
 */
export interface Valley {
  kind: 'none' | 'straight' | 'circular';
  /** Unit vector, axes of A. */
  readonly axis: Float64Array;
  /** A point on the axis of rotation, axes of A [m]. */
  readonly center: Float64Array;
}

export function createValley(): Valley {
  return { kind: 'none', axis: new Float64Array(3), center: new Float64Array(3) };
}

/** The valleys of a search: at most one of each kind. */
export interface Valleys {
  readonly straight: Valley;
  readonly circular: Valley;
}

export function copyValley(out: Valley, from: Valley): void {
  out.kind = from.kind;
  out.axis.set(from.axis);
  out.center.set(from.center);
}

/** Quotients of Bernstein coefficients of 1, x relative to the centre of a cell, and their products: x y z xx yy zz xy yz zx. */
const MOMENTS = 9;
const ROUNDING = 4e-15;

const known = new WeakMap<SearchCell, Float64Array>();

function momentsOf(cell: SearchCell): Float64Array {
  let moments = known.get(cell);
  if (moments === undefined) {
    moments = computeMoments(cell);
    known.set(cell, moments);
  }
  return moments;
}

function computeMoments({ control, center, degreeU, degreeV }: SearchCell): Float64Array {
  const row = 2 * degreeV + 1;
  const count = (2 * degreeU + 1) * row;
  const out = new Float64Array(MOMENTS * count);
  const weights = new Float64Array(count);
  const [overU, overV] = [productFactors(degreeU), productFactors(degreeV)];
  const [sizeU, sizeV] = [degreeU + 1, degreeV + 1];
  const [cx, cy, cz] = center;
  for (let p = 0; p < sizeU * sizeV; p++) {
    const [i, j] = [Math.floor(p / sizeV), p % sizeV];
    const w = control[4 * p + 3];
    const [x, y, z] = [control[4 * p] - cx * w, control[4 * p + 1] - cy * w, control[4 * p + 2] - cz * w];
    for (let q = 0; q < sizeU * sizeV; q++) {
      const [k, l] = [Math.floor(q / sizeV), q % sizeV];
      const factor = overU[i * sizeU + k] * overV[j * sizeV + l];
      const v = factor * control[4 * q + 3];
      const weight = control[4 * q + 3];
      const [x2, y2, z2] = [
        control[4 * q] - cx * weight,
        control[4 * q + 1] - cy * weight,
        control[4 * q + 2] - cz * weight,
      ];
      const at = MOMENTS * ((i + k) * row + j + l);
      out[at] += v * x;
      out[at + 1] += v * y;
      out[at + 2] += v * z;
      out[at + 3] += factor * x * x2;
      out[at + 4] += factor * y * y2;
      out[at + 5] += factor * z * z2;
      out[at + 6] += 0.5 * factor * (x * y2 + x2 * y);
      out[at + 7] += 0.5 * factor * (y * z2 + y2 * z);
      out[at + 8] += 0.5 * factor * (z * x2 + z2 * x);
      weights[at / MOMENTS] += v * w;
    }
  }
  for (let at = 0; at < count; at++) for (let k = 0; k < MOMENTS; k++) out[MOMENTS * at + k] /= weights[at];
  return out;
}

const between = new Float64Array(3);
const axisB = new Float64Array(3);

/** A lower bound of the distance of two cells along a valley [m]; 0 without one. */
export function valleyGap(valley: Valley, relative: RelativeFrame, a: SearchCell, b: SearchCell): number {
  if (valley.kind === 'none') return 0;
  const { center: q } = b;
  for (let k = 0; k < 3; k++) {
    between[k] =
      relative[3 * k] * q[0] + relative[3 * k + 1] * q[1] + relative[3 * k + 2] * q[2] + relative[9 + k] - a.center[k];
    axisB[k] = relative[k] * valley.axis[0] + relative[3 + k] * valley.axis[1] + relative[6 + k] * valley.axis[2];
  }
  return valley.kind === 'straight' ? projectedGap(valley.axis, relative, a, b) : radialGap(valley, relative, a, b);
}

/** Square of the component along `n` of a coefficient. */
function alongSq(m: Float64Array, at: number, x: number, y: number, z: number): number {
  return (
    x * x * m[at + 3] +
    y * y * m[at + 4] +
    z * z * m[at + 5] +
    2 * (x * y * m[at + 6] + y * z * m[at + 7] + z * x * m[at + 8])
  );
}

let terms = new Float64Array(0);

/** The smallest coefficient of the squared distance of the projections along the axis. */
function projectedGap([x, y, z]: Float64Array, relative: RelativeFrame, a: SearchCell, b: SearchCell): number {
  const p = momentsOf(a);
  const q = momentsOf(b);
  const [bx, by, bz] = axisB;
  const [dx, dy, dz] = between;
  const shift = dx * x + dy * y + dz * z;
  const count = q.length / MOMENTS;
  if (terms.length < 5 * count) terms = new Float64Array(5 * count);
  for (let k = 0; k < count; k++) {
    const at = MOMENTS * k;
    const [qx, qy, qz] = [q[at], q[at + 1], q[at + 2]];
    const mx = relative[0] * qx + relative[1] * qy + relative[2] * qz;
    const my = relative[3] * qx + relative[4] * qy + relative[5] * qz;
    const mz = relative[6] * qx + relative[7] * qy + relative[8] * qz;
    const height = bx * qx + by * qy + bz * qz;
    const square = q[at + 3] + q[at + 4] + q[at + 5] + 2 * (dx * mx + dy * my + dz * mz) + dx * dx + dy * dy + dz * dz;
    terms[5 * k] = square - (alongSq(q, at, bx, by, bz) + 2 * height * shift + shift * shift);
    terms[5 * k + 1] = 2 * (mx + dx);
    terms[5 * k + 2] = 2 * (my + dy);
    terms[5 * k + 3] = 2 * (mz + dz);
    terms[5 * k + 4] = 2 * (height + shift);
  }
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < p.length; at += MOMENTS) {
    const [px, py, pz] = [p[at], p[at + 1], p[at + 2]];
    const height = x * px + y * py + z * pz;
    const own = p[at + 3] + p[at + 4] + p[at + 5] - alongSq(p, at, x, y, z);
    for (let k = 0; k < count; k++) {
      const t = 5 * k;
      const value =
        own + terms[t] - (px * terms[t + 1] + py * terms[t + 2] + pz * terms[t + 3]) + height * terms[t + 4];
      if (value < least) least = value;
    }
  }
  const scale = a.size + b.size + Math.sqrt(dx * dx + dy * dy + dz * dz);
  const certain = least - 2 * ROUNDING * scale * scale;
  return certain > 0 ? Math.sqrt(certain) : 0;
}

/** Ranges of a cell in cylindrical coordinates: low and high radius, low and high height. */
const cylinderA = new Float64Array(4);
const cylinderB = new Float64Array(4);
const fromCell = new Float64Array(3);

function radialGap({ axis, center }: Valley, relative: RelativeFrame, a: SearchCell, b: SearchCell): number {
  for (let k = 0; k < 3; k++) fromCell[k] = a.center[k] - center[k];
  setRanges(cylinderA, a, axis, fromCell);
  // the centre of B relative to the axis, in the axes of B
  const [x, y, z] = [0, 1, 2].map((k) => fromCell[k] + between[k]);
  for (let k = 0; k < 3; k++) fromCell[k] = relative[k] * x + relative[3 + k] * y + relative[6 + k] * z;
  setRanges(cylinderB, b, axisB, fromCell);
  const radial = Math.max(0, cylinderA[0] - cylinderB[1], cylinderB[0] - cylinderA[1]);
  const axial = Math.max(0, cylinderA[2] - cylinderB[3], cylinderB[2] - cylinderA[3]);
  return Math.sqrt(radial * radial + axial * axial);
}

/** `offset`: from the axis to the centre of the cell, in its axes. */
function setRanges(out: Float64Array, cell: SearchCell, [x, y, z]: Float64Array, offset: Float64Array): void {
  const m = momentsOf(cell);
  const [ox, oy, oz] = offset;
  const lift = ox * x + oy * y + oz * z;
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (let at = 0; at < m.length; at += MOMENTS) {
    const height = x * m[at] + y * m[at + 1] + z * m[at + 2];
    const square =
      m[at + 3] +
      m[at + 4] +
      m[at + 5] +
      2 * (ox * m[at] + oy * m[at + 1] + oz * m[at + 2]) +
      ox * ox +
      oy * oy +
      oz * oz;
    const radial = square - (alongSq(m, at, x, y, z) + 2 * height * lift + lift * lift);
    if (radial < low) low = radial;
    if (radial > high) high = radial;
  }
  const slack = 2 * ROUNDING * (cell.size + Math.sqrt(ox * ox + oy * oy + oz * oz)) ** 2;
  out[0] = Math.sqrt(Math.max(0, low - slack));
  out[1] = Math.sqrt(high + slack);
  const p = cell.points;
  const c = cell.center;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < p.length; at += 3) {
    const height = (p[at] - c[0]) * x + (p[at + 1] - c[1]) * y + (p[at + 2] - c[2]) * z;
    if (height < least) least = height;
    if (height > most) most = height;
  }
  out[2] = lift + least;
  out[3] = lift + most;
}

/** The largest second difference along u or v of the projected |x - c|², c relative to the centre of the cell in its axes. */
export function projectedBending(
  { axis }: Valley,
  relative: RelativeFrame,
  cell: SearchCell,
  ofA: boolean,
  c: Float64Array,
  alongU: boolean,
): number {
  const m = momentsOf(cell);
  if (!ofA)
    for (let k = 0; k < 3; k++)
      axisB[k] = relative[k] * axis[0] + relative[3 + k] * axis[1] + relative[6 + k] * axis[2];
  const [x, y, z] = ofA ? axis : axisB;
  const lift = c[0] * x + c[1] * y + c[2] * z;
  const [countU, countV] = [2 * cell.degreeU + 1, 2 * cell.degreeV + 1];
  const step = MOMENTS * (alongU ? countV : 1);
  const value = (at: number) =>
    m[at + 3] +
    m[at + 4] +
    m[at + 5] -
    alongSq(m, at, x, y, z) -
    2 * (m[at] * (c[0] - lift * x) + m[at + 1] * (c[1] - lift * y) + m[at + 2] * (c[2] - lift * z));
  let most = 0;
  for (let i = 0; i < countU; i++) {
    for (let j = 0; j < countV; j++) {
      if ((alongU ? i : j) === 0 || (alongU ? i === countU - 1 : j === countV - 1)) continue;
      const at = MOMENTS * (i * countV + j);
      const bend = Math.abs(value(at - step) - 2 * value(at) + value(at + step));
      if (bend > most) most = bend;
    }
  }
  return most;
}
