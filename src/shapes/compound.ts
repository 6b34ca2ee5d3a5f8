import type { ReadonlyPose } from '../math/pose.ts';
import type { Bvh } from './bvh.ts';
import type { ConvexSolid } from './solid.ts';

export interface CompoundPiece {
  readonly shape: ConvexSolid;
  /** Where the piece is, in the axes of the compound. */
  readonly pose: ReadonlyPose;
}

/**
 * Convex bodies that move as one: the union of its pieces, which may overlap. Made and checked by `createCompound` in bounds. An
 * index that a contact gives is the number of a piece.
 */
export interface Compound {
  readonly kind: 'compound';
  readonly pieces: readonly CompoundPiece[];
  /** Boxes around the pieces, in the axes of the compound. */
  readonly hierarchy: Bvh;
  /** No point of a piece is farther from the origin [m]. */
  readonly reach: number;
}
