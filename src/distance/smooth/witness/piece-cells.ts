import type { BezierCurve, BezierPatch } from '../../../shapes/nurbs/bezier.ts';
import { splitCurve, splitPatch } from '../../../shapes/nurbs/subdivide.ts';
import type { TrackedShape } from './witness.ts';

/**
 * The faces of a body (in the plane: its curves) and their subdivisions, each with its control points: with positive weights a piece lies
 * within the convex hull of its control points. Halves are computed on first use and cached.
 */
export interface PieceCell {
  /** Feature number of the piece. */
  readonly feature: number;
  readonly piece: BezierCurve | BezierPatch | null;
  /** Part of the piece: u from 0 to 1, v from 2 to 3. */
  readonly range: readonly [number, number, number, number];
  /** Control points, xyz each, body axes [m]. */
  readonly controlPoints: Float64Array;
  /** Centre and half extents of the control points' box [m]. */
  readonly center: Float64Array;
  readonly half: Float64Array;
  halves: readonly [PieceCell, PieceCell] | null;
}

const roots = new WeakMap<TrackedShape, readonly PieceCell[]>();

/** One cell per face or planar curve; a point is a cell of zero size. Throws for pieces without control points. */
export function rootCells(shape: TrackedShape): readonly PieceCell[] {
  let cells = roots.get(shape);
  if (cells === undefined) {
    cells = makeRoots(shape);
    roots.set(shape, cells);
  }
  return cells;
}

function makeRoots(shape: TrackedShape): PieceCell[] {
  if (shape.kind === 'point') return [makeCell(0, null, [0, 1, 0, 1], Float64Array.of(0, 0, 0, 1))];
  const pieces = shape.dimension === 2 ? shape.edges.map(({ curve }) => curve) : shape.faces.map(({ patch }) => patch);
  return pieces.map((piece, feature) => {
    if (piece.kind !== 'bezier') {
      throw new RangeError(`candidates: piece ${feature} is a ${piece.kind}; only Bezier pieces have control points`);
    }
    return makeCell(feature, piece, [0, 1, 0, 1], piece.control);
  });
}

function makeCell(
  feature: number,
  piece: BezierCurve | BezierPatch | null,
  range: PieceCell['range'],
  control: Float64Array,
): PieceCell {
  const controlPoints = new Float64Array((3 * control.length) / 4);
  const center = new Float64Array(3);
  const half = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let from = 0, to = k; from < control.length; from += 4, to += 3) {
      controlPoints[to] = control[from + k] / control[from + 3];
      low = Math.min(low, controlPoints[to]);
      high = Math.max(high, controlPoints[to]);
    }
    center[k] = 0.5 * (low + high);
    half[k] = 0.5 * (high - low);
  }
  return { feature, piece, range, controlPoints, center, half, halves: null };
}

/** The two halves of a cell, split in its longer direction; null for a point. */
export function cellHalves(cell: PieceCell): readonly [PieceCell, PieceCell] | null {
  const { piece } = cell;
  if (cell.halves !== null || piece === null) return cell.halves;
  const [u0, u1, v0, v1] = cell.range;
  const { feature } = cell;
  if ('degree' in piece) {
    const [below, above] = splitCurve(piece, 0.5);
    const midpoint = 0.5 * (u0 + u1);
    cell.halves = [
      makeCell(feature, below, [u0, midpoint, v0, v1], below.control),
      makeCell(feature, above, [midpoint, u1, v0, v1], above.control),
    ];
    return cell.halves;
  }
  const alongU = isLongerAlongU(cell, piece);
  const [below, above] = splitPatch(piece, alongU ? 'u' : 'v', 0.5);
  const midpoint = alongU ? 0.5 * (u0 + u1) : 0.5 * (v0 + v1);
  cell.halves = [
    makeCell(feature, below, alongU ? [u0, midpoint, v0, v1] : [u0, u1, v0, midpoint], below.control),
    makeCell(feature, above, alongU ? [midpoint, u1, v0, v1] : [u0, u1, midpoint, v1], above.control),
  ];
  return cell.halves;
}

/** Is the longest control polygon along u longer than the longest along v? */
function isLongerAlongU({ controlPoints }: PieceCell, { degreeU, degreeV }: BezierPatch): boolean {
  const row = 3 * (degreeV + 1);
  const length = (start: number, stride: number, steps: number) => {
    let sum = 0;
    for (let i = 0; i < steps; i++) {
      const a = start + i * stride;
      const b = a + stride;
      const [x, y, z] = [
        controlPoints[b] - controlPoints[a],
        controlPoints[b + 1] - controlPoints[a + 1],
        controlPoints[b + 2] - controlPoints[a + 2],
      ];
      sum += Math.sqrt(x * x + y * y + z * z);
    }
    return sum;
  };
  let alongU = 0;
  let alongV = 0;
  for (let j = 0; j <= degreeV; j++) alongU = Math.max(alongU, length(3 * j, row, degreeU));
  for (let i = 0; i <= degreeU; i++) alongV = Math.max(alongV, length(i * row, 3, degreeV));
  return alongU > alongV;
}

/** Diagonal of the cell's box [m]. */
export function cellSize({ half }: PieceCell): number {
  return 2 * Math.sqrt(half[0] ** 2 + half[1] ** 2 + half[2] ** 2);
}
