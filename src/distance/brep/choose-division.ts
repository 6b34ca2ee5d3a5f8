import type { RelativeFrame } from './relative-frame.ts';
import { cellLength, type SearchCell } from './search-cell.ts';
import { SQUARE, squaresOf } from './squared-gap.ts';
import { projectedBending, type Valley } from './valley.ts';

/** Which cell of a pair to halve, and in which direction. */
export interface Division {
  ofA: boolean;
  alongU: boolean;
}

export function createDivision(): Division {
  return { ofA: true, alongU: true };
}

/** Curvatures of the squared distance below this fraction of it are rounding. */
const FLAT = 1e-13;

const center = new Float64Array(3);

/**
 * Chooses the parameter along which the squared distance bends most: its second differences are what the lower bound lacks. A direction along
 * which all points are equally far away, as around the axis of a cylinder, is not halved; along a
 * straight valley that of the projections counts. Returns false for two vertices.
 */
export function chooseDivision(
  out: Division,
  relative: RelativeFrame,
  a: SearchCell,
  b: SearchCell,
  valley: Valley,
): boolean {
  const dimensionA = a.feature?.dimension ?? 0;
  const dimensionB = b.feature?.dimension ?? 0;
  if (dimensionA === 0 && dimensionB === 0) return false;
  centerOffset(relative, a, b, false);
  const scale = (a.size + b.size + Math.sqrt(center[0] ** 2 + center[1] ** 2 + center[2] ** 2)) ** 2;
  let most = FLAT * scale;
  let found = false;
  for (let d = 0; d < dimensionA + dimensionB; d++) {
    const ofA = d < dimensionA;
    const alongU = d === 0 || d === dimensionA;
    centerOffset(relative, a, b, !ofA);
    const bend =
      valley.kind === 'straight'
        ? projectedBending(valley, relative, ofA ? a : b, ofA, center, alongU)
        : bending(ofA ? a : b, alongU);
    if (bend <= most) continue;
    most = bend;
    found = true;
    out.ofA = ofA;
    out.alongU = alongU;
  }
  if (!found) chooseLongest(out, a, b, dimensionA, dimensionB);
  return true;
}

function chooseLongest(out: Division, a: SearchCell, b: SearchCell, dimensionA: number, dimensionB: number): void {
  let longest = -1;
  for (let d = 0; d < dimensionA + dimensionB; d++) {
    const ofA = d < dimensionA;
    const alongU = d === 0 || d === dimensionA;
    const length = cellLength(ofA ? a : b, alongU);
    if (length <= longest) continue;
    longest = length;
    out.ofA = ofA;
    out.alongU = alongU;
  }
}

/** The centre of the other cell relative to that of the first, in the axes of the first: A, or B if swapped. */
function centerOffset(r: RelativeFrame, a: SearchCell, b: SearchCell, swapped: boolean): void {
  const p = a.center;
  const q = b.center;
  const x = r[0] * q[0] + r[1] * q[1] + r[2] * q[2] + r[9] - p[0];
  const y = r[3] * q[0] + r[4] * q[1] + r[5] * q[2] + r[10] - p[1];
  const z = r[6] * q[0] + r[7] * q[1] + r[8] * q[2] + r[11] - p[2];
  for (let k = 0; k < 3; k++) {
    center[k] = swapped ? -(r[k] * x + r[3 + k] * y + r[6 + k] * z) : k === 0 ? x : k === 1 ? y : z;
  }
}

/** The largest second difference of |x - c|² along u or v, c the centre of the other cell. */
function bending(cell: SearchCell, alongU: boolean): number {
  const s = squaresOf(cell);
  const countU = 2 * cell.degreeU + 1;
  const countV = 2 * cell.degreeV + 1;
  const step = SQUARE * (alongU ? countV : 1);
  const value = (at: number) => s[at] - 2 * (s[at + 1] * center[0] + s[at + 2] * center[1] + s[at + 3] * center[2]);
  let most = 0;
  for (let i = 0; i < countU; i++) {
    for (let j = 0; j < countV; j++) {
      if ((alongU ? i : j) === 0 || (alongU ? i === countU - 1 : j === countV - 1)) continue;
      const at = SQUARE * (i * countV + j);
      const bend = Math.abs(value(at - step) - 2 * value(at) + value(at + step));
      if (bend > most) most = bend;
    }
  }
  return most;
}
