import type { BezierPatch } from '../../../shapes/nurbs/bezier.ts';
import { PATCH_SIDES } from '../../../shapes/tiled/patch-side.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';

/** The faces of a body in the layout of the fast kernels: power coefficients of one degree, and the neighbour across each edge. */
export interface PackedFaces {
  /** Common degree of all faces in u and in v; lower degrees are padded with zero coefficients. */
  readonly degree: 2 | 3;
  /** As `BezierPatch.power`, but of degree `degree` in both directions. */
  readonly powers: readonly Float64Array[];
  /**
   * At 4 f + side (0 to 3 for u0, u1, v0, v1): across a smooth edge, 8 face + 2 side + (1 if the parameter along the edge is reversed).
   * `POLE`: a degenerate edge. `NO_SMOOTH_EDGE`: a sharp edge or a boundary.
   */
  readonly neighbours: Int32Array;
}

export const NO_SMOOTH_EDGE = -1;
export const POLE = -2;

const known = new WeakMap<TiledBody, PackedFaces | null>();

/** The packed faces of a body, created on first use; null if it has none, or a face that is not a Bezier patch of degree up to 3. */
export function packedFaces(body: TiledBody): PackedFaces | null {
  let packed = known.get(body);
  if (packed === undefined) {
    packed = packFaces(body);
    known.set(body, packed);
  }
  return packed;
}

function packFaces(body: TiledBody): PackedFaces | null {
  const patches = body.faces.map(({ patch }) => patch).filter((patch) => patch.kind === 'bezier');
  const highest = Math.max(...patches.map(({ degreeU, degreeV }) => Math.max(degreeU, degreeV)));
  if (patches.length === 0 || patches.length < body.faces.length || highest > 3) return null;
  const degree = highest <= 2 ? 2 : 3;
  return { degree, powers: patches.map((patch) => packPatch(patch, degree)), neighbours: packSmoothEdges(body) };
}

function packPatch(patch: BezierPatch, degree: number): Float64Array {
  const power = new Float64Array(4 * (degree + 1) ** 2);
  const row = 4 * (patch.degreeV + 1);
  for (let i = 0; i <= patch.degreeU; i++) {
    power.set(patch.power.subarray(i * row, (i + 1) * row), i * 4 * (degree + 1));
  }
  return power;
}

function packSmoothEdges(body: TiledBody): Int32Array {
  const owners = body.faces.flatMap(({ sides }) => PATCH_SIDES.map((side) => sides[side].kind));
  const neighbours = Int32Array.from(owners, (kind) => (kind === 'vertex' ? POLE : NO_SMOOTH_EDGE));
  for (const { faces, smooth } of body.edges) {
    if (!smooth || faces.length !== 2) continue;
    const [one, two] = faces;
    const rotated = one.reversed === two.reversed ? 0 : 1;
    const sideOne = PATCH_SIDES.indexOf(one.side);
    const sideTwo = PATCH_SIDES.indexOf(two.side);
    neighbours[4 * one.face + sideOne] = 8 * two.face + 2 * sideTwo + rotated;
    neighbours[4 * two.face + sideTwo] = 8 * one.face + 2 * sideOne + rotated;
  }
  return neighbours;
}

/**
 * Moves a witness on an edge of its face into the next face if the edge is smooth. `x` are its parameters; `direction` is the index of the
 * one that is 0 or 1. Returns the new face, or `NO_SMOOTH_EDGE` or `POLE`. [PG05-6.1]
 */
export function crossSmoothEdge({ neighbours }: PackedFaces, face: number, x: Float64Array, direction: number): number {
  const beyond = neighbours[4 * face + 2 * direction + (x[direction] > 0 ? 1 : 0)];
  if (beyond < 0) return beyond;
  const along = x[1 - direction];
  const side = (beyond >> 1) & 3;
  const fixed = side >> 1;
  x[fixed] = side & 1;
  x[1 - fixed] = (beyond & 1) === 1 ? 1 - along : along;
  return beyond >> 3;
}
