import type { SolidBodies } from '../../../dynamics/solid-bodies.ts';
import type { ReadonlyVec3 } from '../../../math/vec3.ts';
import type { SolverBodies } from '../../../response/solver/solver-bodies.ts';
import type { LedgerTotals } from '../../ledger-totals.ts';
import type { StepJoints } from './step-joints.ts';

/** What joints need of a world in fixed steps, spatial or planar. */
export interface JointedWorld {
  readonly joints: StepJoints;
  readonly bodies: Pick<SolidBodies, 'count' | 'positions' | 'moments' | 'principalAxes'>;
  readonly solver: SolverBodies;
  /** 1 for bodies that move by forces. */
  readonly free: Uint8Array;
  /** Length of a substep [s]. */
  readonly settings: { readonly time: number };
  readonly scene: { readonly forces: { readonly gravity: ReadonlyVec3 }; readonly time: { readonly step: number } };
  readonly totals: LedgerTotals;
  /** Velocities before the forces of the substep, six numbers per body. */
  readonly before: Float64Array;
}
