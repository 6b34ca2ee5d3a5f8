import type { BrepFace, BrepPiece } from '../../shapes/brep/brep.ts';
import { splitTrimmedCell, type TrimmedCell } from '../../shapes/brep/trimmed-cell.ts';
import type { BezierCurve, BezierPatch } from '../../shapes/nurbs/bezier.ts';
import { splitCurve, splitPatch } from '../../shapes/nurbs/subdivide.ts';
import type { FeatureKind } from '../contact.ts';

/** A face, edge or vertex of a boundary: a Bezier patch, a Bezier curve or a point. */
export interface SearchFeature {
  readonly kind: FeatureKind;
  /** Index of the feature in contacts. */
  readonly index: number;
  /** Number of parameters: 2 on a face, 1 on an edge, 0 at a vertex. */
  readonly dimension: 0 | 1 | 2;
  readonly geometry: BezierPatch | BezierCurve | Float64Array;
  /** Face and patch whose loops limit the feature; null: the whole patch. */
  readonly face: BrepFace | null;
  readonly piece: BrepPiece | null;
}

/**
 * A part of a feature with its control points, or a group of such cells: the nodes of the search tree of a boundary. Control points bound the
 * part: weights are positive. Children are computed on first use.
 */
export interface SearchCell {
  /** Null: a group. */
  readonly feature: SearchFeature | null;
  readonly trimmed: TrimmedCell | null;
  /** Part of the feature: u from 0 to 1, v from 2 to 3. */
  readonly range: readonly [number, number, number, number];
  readonly degreeU: number;
  readonly degreeV: number;
  /** Control points in homogeneous form; empty for groups. */
  readonly control: Float64Array;
  /** Control points, xyz each, body axes [m]; empty for groups. */
  readonly points: Float64Array;
  /** Centre and half extents of the box of the control points [m]. */
  readonly center: Float64Array;
  readonly half: Float64Array;
  /** Half the diagonal of the box [m]. */
  readonly size: number;
  /** The members of a group; the halves along u; the halves along v. */
  children: readonly SearchCell[] | null;
  halvesU: readonly SearchCell[] | null;
  halvesV: readonly SearchCell[] | null;
  /** See `squared-gap.ts`. */
  squares: Float64Array | null;
  /** Directions of the derivatives along u and v, see `slope-test.ts`. */
  slopes: readonly Float64Array[] | null;
}

const WHOLE: SearchCell['range'] = [0, 1, 0, 1];
const NOTHING = new Float64Array(0);

/** The cell of a whole feature. */
export function featureCell(feature: SearchFeature, trimmed: TrimmedCell | null = null): SearchCell {
  const { geometry } = feature;
  if (geometry instanceof Float64Array) {
    const [x, y, z] = geometry;
    return makeCell(feature, null, WHOLE, 0, 0, Float64Array.of(x, y, z, 1));
  }
  return pieceCell(feature, trimmed, WHOLE, geometry);
}

function pieceCell(
  feature: SearchFeature,
  trimmed: TrimmedCell | null,
  range: SearchCell['range'],
  piece: BezierPatch | BezierCurve,
): SearchCell {
  const isPatch = 'degreeU' in piece;
  return makeCell(
    feature,
    trimmed,
    range,
    isPatch ? piece.degreeU : piece.degree,
    isPatch ? piece.degreeV : 0,
    piece.control,
  );
}

function makeCell(
  feature: SearchFeature,
  trimmed: TrimmedCell | null,
  range: SearchCell['range'],
  degreeU: number,
  degreeV: number,
  control: Float64Array,
): SearchCell {
  const points = new Float64Array((3 * control.length) / 4);
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let from = 0, to = 0; from < control.length; from += 4, to += 3) {
    for (let k = 0; k < 3; k++) {
      const x = control[from + k] / control[from + 3];
      points[to + k] = x;
      if (x < box[k]) box[k] = x;
      if (x > box[3 + k]) box[3 + k] = x;
    }
  }
  return cellOfBox(box, { feature, trimmed, range, degreeU, degreeV, control, points, children: null });
}

type CellParts = Omit<SearchCell, 'center' | 'half' | 'size' | 'squares' | 'slopes' | 'halvesU' | 'halvesV'>;

function cellOfBox(box: Float64Array, parts: CellParts): SearchCell {
  const center = new Float64Array(3);
  const half = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    center[k] = 0.5 * (box[k] + box[3 + k]);
    half[k] = Math.max(box[3 + k] - center[k], center[k] - box[k]);
  }
  const size = Math.sqrt(half[0] ** 2 + half[1] ** 2 + half[2] ** 2);
  return { ...parts, center, half, size, halvesU: null, halvesV: null, squares: null, slopes: null };
}

/** A tree of groups over cells: halves at the median along the longest side of the box of their centres. */
export function groupCells(cells: readonly SearchCell[]): SearchCell {
  if (cells.length === 1) return cells[0];
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const centers = box.slice();
  for (const { center, half } of cells) {
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], center[k] - half[k]);
      box[3 + k] = Math.max(box[3 + k], center[k] + half[k]);
      centers[k] = Math.min(centers[k], center[k]);
      centers[3 + k] = Math.max(centers[3 + k], center[k]);
    }
  }
  let axis = 0;
  for (let k = 1; k < 3; k++) if (centers[3 + k] - centers[k] > centers[3 + axis] - centers[axis]) axis = k;
  const sorted = cells.toSorted((a, b) => a.center[axis] - b.center[axis]);
  const midpoint = sorted.length >> 1;
  const children = [groupCells(sorted.slice(0, midpoint)), groupCells(sorted.slice(midpoint))];
  const empty = {
    feature: null,
    trimmed: null,
    range: WHOLE,
    degreeU: 0,
    degreeV: 0,
    control: NOTHING,
    points: NOTHING,
  };
  return cellOfBox(box, { ...empty, children });
}

/** Cells created by division: a measure of the memory of cached halves. */
const divided = { count: 0 };

/** Have more than `limit` cells been created by division? The count then starts again. */
export function exceedsCells(limit: number): boolean {
  if (divided.count <= limit) return false;
  divided.count = 0;
  return true;
}

/** The halves of a cell along u or v; none for a vertex. */
export function halvesOf(cell: SearchCell, alongU: boolean): readonly SearchCell[] {
  if (alongU || cell.feature?.dimension !== 2) {
    cell.halvesU ??= divide(cell, true);
    return cell.halvesU;
  }
  cell.halvesV ??= divide(cell, false);
  return cell.halvesV;
}

function divide(cell: SearchCell, alongU: boolean): readonly SearchCell[] {
  const { feature, trimmed, range, degreeU, degreeV, control } = cell;
  if (feature === null || feature.dimension === 0) return [];
  const [u0, u1, v0, v1] = range;
  divided.count += 2;
  if (feature.dimension === 1) {
    const u = 0.5 * (u0 + u1);
    const [below, above] = splitCurve({ kind: 'bezier', degree: degreeU, control, power: NOTHING }, 0.5);
    return [pieceCell(feature, null, [u0, u, 0, 1], below), pieceCell(feature, null, [u, u1, 0, 1], above)];
  }
  if (trimmed !== null) {
    return splitTrimmedCell(trimmed, alongU).map((part) => pieceCell(feature, part, part.range, part.patch));
  }
  const direction = alongU ? 'u' : 'v';
  const [below, above] = splitPatch({ kind: 'bezier', degreeU, degreeV, control, power: NOTHING }, direction, 0.5);
  const [u, v] = [0.5 * (u0 + u1), 0.5 * (v0 + v1)];
  return [
    pieceCell(feature, null, alongU ? [u0, u, v0, v1] : [u0, u1, v0, v], below),
    pieceCell(feature, null, alongU ? [u, u1, v0, v1] : [u0, u1, v, v1], above),
  ];
}

/** Length of the longest row of control points along u or v [m]. */
export function cellLength({ points, degreeU, degreeV }: SearchCell, alongU: boolean): number {
  const row = 3 * (degreeV + 1);
  let longest = 0;
  const [lines, between, count, step] = alongU ? [degreeV + 1, 3, degreeU, row] : [degreeU + 1, row, degreeV, 3];
  for (let line = 0; line < lines; line++) {
    let length = 0;
    for (let i = 0; i < count; i++) length += apart(points, line * between + i * step, line * between + (i + 1) * step);
    longest = Math.max(longest, length);
  }
  return longest;
}

function apart(p: Float64Array, a: number, b: number): number {
  return Math.sqrt((p[a] - p[b]) ** 2 + (p[a + 1] - p[b + 1]) ** 2 + (p[a + 2] - p[b + 2]) ** 2);
}
