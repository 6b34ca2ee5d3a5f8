import type { BezierCurve, BezierPatch } from '../nurbs/bezier.ts';
import { controlPointsBox } from '../nurbs/control-points.ts';
import { splitCurve, splitPatch } from '../nurbs/subdivide.ts';
import type { BrepFace, BrepPiece } from './brep.ts';
import { windingNumber } from './winding-number.ts';

/** A part of a trimming curve and its box in the parameter plane: low u, low v, high u, high v. */
interface TrimPart {
  readonly curve: BezierCurve;
  readonly box: readonly [number, number, number, number];
}

/**
 * A rectangle of a patch of a face that is not outside its loops. With positive weights the part of the face lies within the convex hull of
 * the control points. Halves are computed on first use and cached.
 */
export interface TrimmedCell {
  readonly face: BrepFace;
  readonly piece: BrepPiece;
  readonly patch: BezierPatch;
  /** Part of the piece, parameters of its unit square: u from 0 to 1, v from 2 to 3. */
  readonly range: readonly [number, number, number, number];
  /** Trimming curves that may cross the rectangle; empty: all of it is inside. */
  readonly trims: readonly TrimPart[];
}

/** Is the point (u, v) of the parameter plane inside the loops of a face? */
export function isInsideLoops({ loops }: BrepFace, u: number, v: number): boolean {
  return windingNumber(loops, u, v) % 2 !== 0;
}

/** Parameters of the face at (x, y) of the unit square of a piece. */
export function faceParameter(from: number, to: number, t: number): number {
  return t <= 0 ? from : t >= 1 ? to : from + t * (to - from);
}

/** The patches of a face that are not outside its loops. */
export function trimmedCells(face: BrepFace): TrimmedCell[] {
  const trims = face.loops.flat().map(trimPart);
  return face.pieces.flatMap((piece) => {
    const cell = makeCell(face, piece, piece.patch, [0, 1, 0, 1], trims);
    return cell === null ? [] : [cell];
  });
}

/** The two halves of a cell along u or v, without those outside the loops. */
export function splitTrimmedCell(cell: TrimmedCell, alongU: boolean): TrimmedCell[] {
  const { face, piece, patch, range, trims } = cell;
  const [u0, u1, v0, v1] = range;
  const [below, above] = splitPatch(patch, alongU ? 'u' : 'v', 0.5);
  const u = 0.5 * (u0 + u1);
  const v = 0.5 * (v0 + v1);
  const parts = [
    makeCell(face, piece, below, alongU ? [u0, u, v0, v1] : [u0, u1, v0, v], trims),
    makeCell(face, piece, above, alongU ? [u, u1, v0, v1] : [u0, u1, v, v1], trims),
  ];
  return parts.filter((part) => part !== null);
}

function makeCell(
  face: BrepFace,
  piece: BrepPiece,
  patch: BezierPatch,
  range: TrimmedCell['range'],
  candidates: readonly TrimPart[],
): TrimmedCell | null {
  const { fromU, toU, fromV, toV } = piece;
  const [u0, u1] = [faceParameter(fromU, toU, range[0]), faceParameter(fromU, toU, range[1])];
  const [v0, v1] = [faceParameter(fromV, toV, range[2]), faceParameter(fromV, toV, range[3])];
  const trims: TrimPart[] = [];
  for (const part of candidates) collectParts(trims, part, u0, u1, v0, v1);
  // a rectangle without a crossing curve lies on one side of all of them
  if (trims.length === 0 && !isInsideLoops(face, 0.5 * (u0 + u1), 0.5 * (v0 + v1))) return null;
  return { face, piece, patch, range, trims };
}

/** Adds the parts of a trimming curve that may cross a rectangle; parts longer than the rectangle are halved. */
function collectParts(out: TrimPart[], part: TrimPart, u0: number, u1: number, v0: number, v1: number): void {
  const [lowU, lowV, highU, highV] = part.box;
  if (lowU > u1 || highU < u0 || lowV > v1 || highV < v0) return;
  const size = Math.max((highU - lowU) / (u1 - u0), (highV - lowV) / (v1 - v0));
  const within = lowU >= u0 && highU <= u1 && lowV >= v0 && highV <= v1;
  if (within || size <= 1) {
    out.push(part);
    return;
  }
  for (const half of splitCurve(part.curve, 0.5)) collectParts(out, trimPart(half), u0, u1, v0, v1);
}

function trimPart(curve: BezierCurve): TrimPart {
  const box = controlPointsBox(curve.control);
  return { curve, box: [box[0], box[1], box[3], box[4]] };
}
