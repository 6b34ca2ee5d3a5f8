import type { BezierPatch } from '../../../shapes/nurbs/patch.ts';
import { PATCH_SIDES } from '../../../shapes/tiled/patch-side.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';

/** The faces of a body as the fast kernels read them: power coefficients of one degree, and what lies across each side. */
export interface PackedFaces {
  /** Every face is written with this degree in u and in v; a lower one has coefficients that are zero. */
  readonly degree: 2 | 3;
  /** As `BezierPatch.power`, but of degree `degree` in both directions. */
  readonly powers: readonly Float64Array[];
  /**
   * At 4 f + side (0 to 3 for u0, u1, v0, v1): where the surface goes on smoothly, 8 face + 2 side + (1 if the parameter
   * along the side runs the other way). `POLE`: the side has shrunk to a vertex. `NO_SMOOTH_EDGE`: an edge or nothing.
   */
  readonly across: Int32Array;
}

export const NO_SMOOTH_EDGE = -1;
export const POLE = -2;

const known = new WeakMap<TiledBody, PackedFaces | null>();

/** The packed faces of a body, made when first asked for; null if it has none, or one that is no Bezier patch up to degree 3. */
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
  return { degree, powers: patches.map((patch) => packPatch(patch, degree)), across: packSeams(body) };
}

function packPatch(patch: BezierPatch, degree: number): Float64Array {
  const power = new Float64Array(4 * (degree + 1) ** 2);
  const row = 4 * (patch.degreeV + 1);
  for (let i = 0; i <= patch.degreeU; i++) {
    power.set(patch.power.subarray(i * row, (i + 1) * row), i * 4 * (degree + 1));
  }
  return power;
}

function packSeams(body: TiledBody): Int32Array {
  const owners = body.faces.flatMap(({ sides }) => PATCH_SIDES.map((side) => sides[side].kind));
  const across = Int32Array.from(owners, (kind) => (kind === 'vertex' ? POLE : NO_SMOOTH_EDGE));
  for (const { faces, smooth } of body.edges) {
    if (!smooth || faces.length !== 2) continue;
    const [one, two] = faces;
    const rotated = one.reversed === two.reversed ? 0 : 1;
    const sideOne = PATCH_SIDES.indexOf(one.side);
    const sideTwo = PATCH_SIDES.indexOf(two.side);
    across[4 * one.face + sideOne] = 8 * two.face + 2 * sideTwo + rotated;
    across[4 * two.face + sideTwo] = 8 * one.face + 2 * sideOne + rotated;
  }
  return across;
}

/**
 * A witness that has met a side of its face goes on in the face beyond, if the surface does so smoothly. `x` are its parameters;
 * `direction` says which of them is 0 or 1. Answers the new face, or `NO_SMOOTH_EDGE` or `POLE`. [PG05] spec 6.1
 */
export function crossSmoothEdge({ across }: PackedFaces, face: number, x: Float64Array, direction: number): number {
  const beyond = across[4 * face + 2 * direction + (x[direction] > 0 ? 1 : 0)];
  if (beyond < 0) return beyond;
  const along = x[1 - direction];
  const side = (beyond >> 1) & 3;
  const fixed = side >> 1;
  x[fixed] = side & 1;
  x[1 - fixed] = (beyond & 1) === 1 ? 1 - along : along;
  return beyond >> 3;
}
