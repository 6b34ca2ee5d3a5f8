import { atan2 } from '../../math/inverse-trig.ts';
import { cos, sin } from '../../math/trig.ts';
import { addScaledVec3, createVec3, crossVec3, dotVec3, lengthVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import type { BrepFace, BrepPiece } from '../../shapes/brep/brep.ts';
import { pieceNormal, pieceOf } from '../../shapes/brep/face-normal.ts';
import { isInsideLoops } from '../../shapes/brep/trimmed-cell.ts';
import { evaluatePatch, PATCH_JET } from '../../shapes/nurbs/patch.ts';

/** Sectors around a point; a multiple of four, so that knot lines are between sectors. */
const SECTORS = 64;
/** Distance in the parameter plane at which a sector is tested, as a fraction of the patch. */
const NEXT_TO = 1e-4;

const jet = new Float64Array(PATCH_JET);
const normal = createVec3();
const first = createVec3();
const second = createVec3();
const cross = createVec3();

/** Trimming curves cross knot lines to within rounding, as a fraction of the patch. */
const ON_SIDE = 1e-9;

/** Is (x, y) of the unit square of a patch on a side across which the tangents change direction? */
export function isOnCrease({ creases: [low, high, left, right] }: BrepPiece, x: number, y: number): boolean {
  return (low && x <= ON_SIDE) || (high && x >= 1 - ON_SIDE) || (left && y <= ON_SIDE) || (right && y >= 1 - ON_SIDE);
}

/**
 * Adds the outward normals of the patches of a face that meet at (u, v), each times the angle that it covers inside the loops: the part of the face
 * in the pseudonormal of a point on a crease.
 */
export function addCreaseNormal(out: Vec3, face: BrepFace, u: number, v: number): void {
  const { fromU, toU, fromV, toV } = pieceOf(face, u, v);
  const [stepU, stepV] = [NEXT_TO * (toU - fromU), NEXT_TO * (toV - fromV)];
  for (let k = 0; k < SECTORS; k++) {
    const halfway = (2 * Math.PI * (k + 0.5)) / SECTORS;
    const [nearU, nearV] = [u + stepU * cos(halfway), v + stepV * sin(halfway)];
    if (!isInsideLoops(face, nearU, nearV)) continue;
    const piece = pieceOf(face, nearU, nearV);
    const x = Math.min(1, Math.max(0, (u - piece.fromU) / (piece.toU - piece.fromU)));
    const y = Math.min(1, Math.max(0, (v - piece.fromV) / (piece.toV - piece.fromV)));
    evaluatePatch(jet, piece.patch, x, y);
    setDirection(first, piece, stepU, stepV, (2 * Math.PI * k) / SECTORS);
    setDirection(second, piece, stepU, stepV, (2 * Math.PI * (k + 1)) / SECTORS);
    const angle = atan2(lengthVec3(crossVec3(cross, first, second)), dotVec3(first, second));
    addScaledVec3(out, out, pieceNormal(normal, face, piece, x, y), angle);
  }
}

/** The direction in space of a direction in the parameter plane, at the evaluated point. */
function setDirection(out: Vec3, piece: BrepPiece, stepU: number, stepV: number, angle: number): void {
  const a = (stepU * cos(angle)) / (piece.toU - piece.fromU);
  const b = (stepV * sin(angle)) / (piece.toV - piece.fromV);
  setVec3(out, a * jet[3] + b * jet[6], a * jet[4] + b * jet[7], a * jet[5] + b * jet[8]);
}
