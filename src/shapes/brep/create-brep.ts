import { createVec3 } from '../../math/vec3.ts';
import { checkSize, describeValue } from '../checks.ts';
import type { BezierCurve } from '../nurbs/bezier.ts';
import type { NurbsSurface } from '../nurbs/nurbs.ts';
import { decomposeSurface, type SurfacePiece } from '../nurbs/refine-nurbs.ts';
import { splitCurve } from '../nurbs/subdivide.ts';
import type { Brep, BrepEdge, BrepFace, BrepPiece } from './brep.ts';
import { checkClosed } from './check-closed.ts';
import { composeCurve } from './compose-curve.ts';
import { isCrease } from './crease.ts';
import { splitAtKnots } from './split-at-knots.ts';
import { type TrimCurveInput, trimLoops } from './trim-loops.ts';
import { splitTrimmedCell, type TrimmedCell, trimmedCells } from './trimmed-cell.ts';

/** A face as given: a surface and its trimming loops. */
export interface BrepFaceInput {
  readonly surface: NurbsSurface;
  /** Default: face0, face1, ... */
  readonly name?: string;
  /**
   * Closed loops of curves in the parameters of the surface, in any direction and order: a point is on the face if it is inside an odd number
   * of them. Default: the whole surface.
   */
  readonly loops?: readonly (readonly TrimCurveInput[])[];
  /** True: the outward normal is -(f_u × f_v). Default: false. */
  readonly reversed?: boolean;
}

/** Options of `brep`. */
export interface BrepOptions {
  /** True: the faces enclose a volume, with outward normals; checked. False: the faces alone. Default: false. */
  readonly closed?: boolean;
}

/** Halvings of the patches for the bounding box. */
const BOX_DEPTH = 6;
/** Highest degree of an edge in space: degree of the trimming curve times the sum of the degrees of the surface. */
const MAX_EDGE_DEGREE = 120;

/**
 * A body or surface of trimmed NURBS faces. Throws a RangeError that names the face and the loop for a loop that is not closed or leaves the
 * surface, for a face without area, and for faces that do not enclose a volume if `closed` is given.
 *
 * @example
 * ```ts
 * import { closest, point, pose } from 'appulse';
 * import { brep, nurbsSurface } from 'appulse/nurbs';
 *
 * // a square plate with a round hole of radius 0.5: the control points of a circle, with weights
 * const surface = nurbsSurface(1, 1, [[[-1, -1, 0], [-1, 1, 0]], [[1, -1, 0], [1, 1, 0]]], [-1, -1, 1, 1], [-1, -1, 1, 1]);
 * const h = Math.SQRT1_2;
 * const circle = {
 *   degree: 2,
 *   points: [[0.5, 0], [0.5, 0.5], [0, 0.5], [-0.5, 0.5], [-0.5, 0], [-0.5, -0.5], [0, -0.5], [0.5, -0.5], [0.5, 0]],
 *   weights: [1, h, 1, h, 1, h, 1, h, 1],
 *   knots: [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4],
 * };
 * const square = { degree: 1, points: [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]] };
 * const plate = brep([{ surface, loops: [[square], [circle]] }]);
 * const { distance, status } = closest(point(), pose([0.1, 0, 0.3]), plate, pose()); // above the hole
 * console.log(distance.toFixed(12), status); // 0.500000000000 bounded
 * ```
 */
export function createBrep(faces: readonly BrepFaceInput[], { closed = false }: BrepOptions = {}): Brep {
  if (!Array.isArray(faces) || faces.length === 0) {
    throw new RangeError(`brep: faces must be a list of at least one face, got ${describeValue(faces)}`);
  }
  const made = faces.map(createFace);
  const edges = made.flatMap(faceEdges);
  const vertices = new Float64Array(3 * edges.length);
  edges.forEach(({ curve: { control } }, k) => {
    for (let axis = 0; axis < 3; axis++) vertices[3 * k + axis] = control[axis] / control[3];
  });
  const box = boundingBox(made, edges);
  const [x, y, z] = [0, 1, 2].map((k) => 0.5 * (box[3 + k] - box[k]));
  const center = createVec3(0.5 * (box[0] + box[3]), 0.5 * (box[1] + box[4]), 0.5 * (box[2] + box[5]));
  const radius = Math.sqrt(x * x + y * y + z * z);
  checkSize('brep', radius);
  const brep: Brep = {
    kind: 'brep',
    faces: made,
    edges,
    vertices,
    closed,
    center,
    radius,
    halfExtents: createVec3(x, y, z),
  };
  if (closed) checkClosed(brep);
  return brep;
}

function createFace({ surface, name, loops, reversed = false }: BrepFaceInput, index: number): BrepFace {
  const path = `brep: face ${name === undefined ? index : `"${name}"`}`;
  if (surface?.kind !== 'nurbs-surface') {
    throw new RangeError(`${path}: surface must be made by nurbsSurface, got ${describeValue(surface)}`);
  }
  const grid = decomposeSurface(surface);
  const pieces = grid.flatMap((row, i) => row.map((piece, j) => withCreases(grid, piece, i, j)));
  const face = { name: name ?? `face${index}`, surface, pieces, loops: trimLoops(path, surface, loops), reversed };
  if (trimmedCells(face).length === 0) throw new RangeError(`${path}: nothing of the surface is inside the loops`);
  return face;
}

function withCreases(grid: SurfacePiece[][], piece: SurfacePiece, i: number, j: number): BrepPiece {
  const creases = [
    isCrease(grid[i - 1]?.[j], piece, 'u'),
    isCrease(piece, grid[i + 1]?.[j], 'u'),
    isCrease(grid[i][j - 1], piece, 'v'),
    isCrease(piece, grid[i][j + 1], 'v'),
  ] as const;
  return { ...piece, creases };
}

function faceEdges(face: BrepFace, index: number): BrepEdge[] {
  const knotsU = [...new Set(face.pieces.flatMap(({ fromU, toU }) => [fromU, toU]))].sort((a, b) => a - b);
  const knotsV = [...new Set(face.pieces.flatMap(({ fromV, toV }) => [fromV, toV]))].sort((a, b) => a - b);
  const curves = face.loops.flatMap((loop, l) => loop.map((curve) => ({ curve, loop: l })));
  return curves.flatMap(({ curve, loop }) =>
    splitAtKnots(curve, knotsU, knotsV).map((trim) => {
      const edge = composeCurve(pieceAt(face, trim), trim);
      if (edge.degree > MAX_EDGE_DEGREE) {
        throw new RangeError(
          `brep: face "${face.name}": a trimming curve of degree ${trim.degree} gives an edge of degree ${edge.degree}, above ${MAX_EDGE_DEGREE}`,
        );
      }
      return { face: index, loop, trim, curve: edge };
    }),
  );
}

/** The patch that contains a part of a trimming curve: the one with its midpoint. */
function pieceAt({ pieces }: BrepFace, { control, degree }: BezierCurve): SurfacePiece {
  const midpoint = control.slice();
  for (let step = degree; step > 0; step--) {
    for (let k = 0; k < 4 * step; k++) midpoint[k] = 0.5 * (midpoint[k] + midpoint[k + 4]);
  }
  const [u, v] = [midpoint[0] / midpoint[3], midpoint[1] / midpoint[3]];
  const outside = ({ fromU, toU, fromV, toV }: SurfacePiece) =>
    Math.max(0, fromU - u, u - toU) / (toU - fromU) + Math.max(0, fromV - v, v - toV) / (toV - fromV);
  return pieces.reduce((best, piece) => (outside(piece) < outside(best) ? piece : best));
}

/** Low and high coordinates of the control points: of the edges of flat faces, of the patches of others, halved a few times. */
function boundingBox(faces: readonly BrepFace[], edges: readonly BrepEdge[]): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const add = (control: Float64Array): void => {
    for (let at = 0; at < control.length; at += 4) {
      for (let k = 0; k < 3; k++) {
        const x = control[at + k] / control[at + 3];
        box[k] = Math.min(box[k], x);
        box[3 + k] = Math.max(box[3 + k], x);
      }
    }
  };
  const visit = (cell: TrimmedCell, depth: number): void => {
    if (depth === 0) add(cell.patch.control);
    else for (const part of splitTrimmedCell(cell, depth % 2 === 0)) visit(part, depth - 1);
  };
  for (const edge of edges) for (const part of splitEdge(edge.curve, BOX_DEPTH / 2)) add(part.control);
  for (const face of faces) if (!isFlat(face)) for (const cell of trimmedCells(face)) visit(cell, BOX_DEPTH);
  return box;
}

function splitEdge(curve: BezierCurve, depth: number): BezierCurve[] {
  return depth === 0 ? [curve] : splitCurve(curve, 0.5).flatMap((half) => splitEdge(half, depth - 1));
}

/** Is a face part of one parallelogram? Its edges are then its extremes. */
function isFlat({ pieces }: BrepFace): boolean {
  if (pieces.length > 1) return false;
  const { degreeU, degreeV, control: c } = pieces[0].patch;
  return degreeU === 1 && degreeV === 1 && [0, 1, 2, 3].every((k) => c[k] - c[4 + k] - c[8 + k] + c[12 + k] === 0);
}
