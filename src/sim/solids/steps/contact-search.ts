import type { SolidBodies } from '../../../dynamics/solid-bodies.ts';
import { createPairCache, type PairCache } from '../../../manifold/pair-cache.ts';
import type { SearchCache } from './contact-cache.ts';
import { createFoundPoints, type FoundPoints } from './found-points.ts';
import type { StepWorld } from './step-world.ts';

/** Input of a contact search, and the cache it writes. Available in a `StepWorld` and in its worker threads. */
export interface ContactSearch
  extends Pick<
    StepWorld,
    | 'solverKernel'
    | 'shapes'
    | 'radii'
    | 'innerRadii'
    | 'boxSizes'
    | 'boxes'
    | 'rotationDisplacements'
    | 'gravityDisplacement'
  > {
  readonly bodies: Pick<SolidBodies, 'positions' | 'orientations' | 'velocities' | 'angularVelocities'>;
  readonly settings: Pick<StepWorld['settings'], 'slop'>;
  readonly scene: { readonly time: Pick<StepWorld['scene']['time'], 'step'> };
  readonly cache: SearchCache;
}

/** Intermediate results of the search of one pair. In arrays, because numbers that are passed in or out of a call are boxed. */
export interface SearchWorkspace {
  readonly found: FoundPoints;
  readonly pairCache: PairCache;
  /** Pose of B in the axes of A: quaternion, position. */
  readonly relativePose: Float64Array;
  /** Radius of the smaller body, and margin of the search [m]. */
  readonly size: Float64Array;
  readonly margin: Float64Array;
}

export function createSearchWorkspace(): SearchWorkspace {
  return {
    found: createFoundPoints(),
    pairCache: createPairCache(),
    relativePose: new Float64Array(7),
    size: new Float64Array(1),
    margin: new Float64Array(1),
  };
}
