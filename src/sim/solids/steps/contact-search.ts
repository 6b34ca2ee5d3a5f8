import type { SolidBodies } from '../../../dynamics/solid-bodies.ts';
import type { SearchCache } from './contact-cache.ts';
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
