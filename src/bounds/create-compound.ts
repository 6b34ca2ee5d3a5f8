import { checkList, checkPose } from '../math/check-arguments.ts';
import { determinantMat3, packRelativeRotation, type ReadonlyMat3 } from '../math/mat3.ts';
import { createPose, type ReadonlyPose } from '../math/pose.ts';
import { createVec3, lengthVec3 } from '../math/vec3.ts';
import { buildBvh, type FitOrientedBox } from '../shapes/bvh.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { describeValue } from '../shapes/checks.ts';
import type { Compound, CompoundPiece } from '../shapes/compound.ts';
import { writeOrientedBox } from '../shapes/oriented-box.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { ConvexSolid } from '../shapes/solid.ts';
import { createAabb, type ReadonlyAabb, writeAabb } from './aabb.ts';
import { shapeAabb } from './shape-aabb.ts';

/** A piece of `compound`: a convex body and its pose in the compound; at its origin by default. */
export interface CompoundPieceInput {
  readonly shape: ConvexSolid;
  readonly pose?: ReadonlyPose;
}

const PIECE_KINDS: readonly string[] = [
  'point',
  'segment',
  'sphere',
  'capsule',
  'box',
  'cylinder',
  'cone',
  'hull',
  'ellipsoid',
] satisfies ConvexSolid['kind'][];

const IDENTITY = createPose();

/** Tolerance for the entries of RᵀR - I. */
const ORTHONORMAL = 1e-9;

/**
 * A rigid body composed of convex pieces, which may overlap. The origin of the compound is that of the poses of its
 * pieces, not its centre of mass. Throws a TypeError or RangeError that names the invalid piece.
 *
 * @example
 * ```ts
 * import { box, closest, compound, pose, sphere } from 'appulse';
 *
 * const dumbbell = compound([
 *   { shape: sphere(1), pose: pose([-3, 0, 0]) },
 *   { shape: box([3, 0.2, 0.2]) },
 *   { shape: sphere(1), pose: pose([3, 0, 0]) },
 * ]);
 * const { distance, indexA } = closest(dumbbell, pose(), sphere(1), pose([3, 0, 4]));
 * console.log(distance, indexA); // 2 2
 * ```
 */
export function createCompound(pieces: readonly CompoundPieceInput[]): Compound {
  checkList('compound: pieces', pieces, 'a list of { shape, pose }');
  if (pieces.length === 0) throw new RangeError('compound: must have at least one piece');
  const placed = pieces.map((piece, i): CompoundPiece => {
    if (piece?.shape === undefined) {
      throw new TypeError(`compound: pieces[${i}] must be { shape, pose }, got ${describeValue(piece)}`);
    }
    return { shape: piece.shape, pose: piece.pose ?? createPose() };
  });
  const boxes = new Float64Array(6 * placed.length);
  const box = createAabb();
  let boundingRadius = 0;
  placed.forEach(({ shape, pose }, i) => {
    if (!PIECE_KINDS.includes(shape.kind)) {
      throw new RangeError(
        `compound: pieces[${i}] must be one of ${PIECE_KINDS.join(', ')}, got a ${describeValue(shape.kind)}`,
      );
    }
    checkShape(`compound: pieces[${i}].shape`, shape);
    checkRotation(pose, i);
    writeAabb(boxes, i, shapeAabb(box, shape, pose));
    boundingRadius = Math.max(
      boundingRadius,
      Math.min(lengthVec3(pose.position) + shapeRadius(shape), farthestCorner(box)),
    );
  });
  return { kind: 'compound', pieces: placed, bvh: buildBvh(boxes, fitBoxesToPieces(placed)), boundingRadius };
}

/** A single piece has a box along its own axes; several have one along those of the compound. */
function fitBoxesToPieces(pieces: readonly CompoundPiece[]): FitOrientedBox {
  const own = createAabb();
  return (out, at, items) => {
    if (items.length > 1) return false;
    const { shape, pose } = pieces[items[0]];
    const { min, max } = shapeAabb(own, shape, IDENTITY);
    writeOrientedBox(out, at, pose.rotation, min, max, pose.position);
    return true;
  };
}

function checkRotation(pose: ReadonlyPose, i: number): void {
  checkPose(`compound: pieces[${i}].pose`, pose);
  if (!isRotation(pose.rotation)) {
    throw new RangeError(
      `compound: pieces[${i}].pose must have a rotation as its rotation, got ${describeValue(pose)}`,
    );
  }
}

function isRotation(r: ReadonlyMat3): boolean {
  const product = new Float64Array(9);
  packRelativeRotation(product, r, r);
  return product.every((value, k) => Math.abs(value - (k % 4 === 0 ? 1 : 0)) <= ORTHONORMAL) && determinantMat3(r) > 0;
}

/** Distance from the origin to the farthest corner of a box. */
function farthestCorner({ min, max }: ReadonlyAabb): number {
  const farther = (axis: 'x' | 'y' | 'z') => Math.max(Math.abs(min[axis]), Math.abs(max[axis]));
  return lengthVec3(createVec3(farther('x'), farther('y'), farther('z')));
}
