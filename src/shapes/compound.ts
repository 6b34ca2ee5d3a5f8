import type { ReadonlyPose } from '../math/pose.ts';
import type { Bvh } from './bvh.ts';
import type { ConvexSolid } from './solid.ts';

/** A convex piece of a compound. */
export interface CompoundPiece {
  readonly shape: ConvexSolid;
  /** Pose of the piece in the frame of the compound. */
  readonly pose: ReadonlyPose;
}

/**
 * A rigid body composed of convex pieces, which may overlap. Created and checked by `compound`. The index in a contact
 * is the index of a piece.
 */
export interface Compound {
  readonly kind: 'compound';
  readonly pieces: readonly CompoundPiece[];
  /** BVH over the pieces, in the axes of the compound. */
  readonly bvh: Bvh;
  /** Upper bound of the distance of any point from the origin [m]. */
  readonly boundingRadius: number;
}
