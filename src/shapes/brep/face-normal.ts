import { lengthVec3, scaleVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import { evaluatePatch, PATCH_JET } from '../nurbs/patch.ts';
import type { BrepFace, BrepPiece } from './brep.ts';

const jet = new Float64Array(PATCH_JET);

/** A cross product shorter than this fraction of the squared tangents belongs to a degenerate side. */
const DEGENERATE = 1e-9;
/** Steps into the unit square of a patch from a degenerate side. */
const STEP = 1e-5;

/** The patch of a face that contains the parameters (u, v). */
export function pieceOf({ pieces }: BrepFace, u: number, v: number): BrepPiece {
  for (const piece of pieces) {
    if (u >= piece.fromU && u <= piece.toU && v >= piece.fromV && v <= piece.toV) return piece;
  }
  const outside = ({ fromU, toU, fromV, toV }: BrepPiece) =>
    Math.max(0, fromU - u, u - toU) + Math.max(0, fromV - v, v - toV);
  return pieces.reduce((best, piece) => (outside(piece) < outside(best) ? piece : best));
}

/** Outward unit normal of a face at (u, v), body axes; at a pole the normal next to it. Zero if there is none. */
export function faceNormal(out: Vec3, face: BrepFace, u: number, v: number): Vec3 {
  const piece = pieceOf(face, u, v);
  const { fromU, toU, fromV, toV } = piece;
  return pieceNormal(out, face, piece, (u - fromU) / (toU - fromU), (v - fromV) / (toV - fromV));
}

/** The same at (x, y) of the unit square of a patch of the face. */
export function pieceNormal(out: Vec3, face: BrepFace, { patch }: BrepPiece, x: number, y: number): Vec3 {
  for (const step of [0, STEP, 100 * STEP]) {
    const u = Math.min(1 - step, Math.max(step, x));
    const v = Math.min(1 - step, Math.max(step, y));
    evaluatePatch(jet, patch, u, v);
    setVec3(
      out,
      jet[4] * jet[8] - jet[5] * jet[7],
      jet[5] * jet[6] - jet[3] * jet[8],
      jet[3] * jet[7] - jet[4] * jet[6],
    );
    const length = lengthVec3(out);
    const spread = Math.max(jet[3] ** 2 + jet[4] ** 2 + jet[5] ** 2, jet[6] ** 2 + jet[7] ** 2 + jet[8] ** 2);
    if (length > DEGENERATE * spread) return scaleVec3(out, out, (face.reversed ? -1 : 1) / length);
  }
  return setVec3(out, 0, 0, 0);
}
