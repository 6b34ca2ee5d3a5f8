import { type EliminationOrder, eliminationOrder } from '../response/planar-resting/elimination-order.ts';
import { createRestingProblem, type RestingProblem } from '../response/planar-resting/resting-problem.ts';
import { createRestingWorkspace, type RestingWorkspace } from '../response/planar-resting/solve-planar-resting.ts';
import type { CompositeBody } from './composite-body.ts';

/** Impulses of a pair at the end of a step, in the order of the tangential coordinate of its points [N s]. */
interface PairImpulses {
  points: number;
  first: number;
  second: number;
  tangential: number;
  step: number;
}

export interface RestingContacts {
  readonly problem: RestingProblem;
  readonly workspace: RestingWorkspace;
  order: EliminationOrder;
  /** Bodies of the manifolds that `order` was made for. */
  orderedBodies: Int32Array;
  readonly indices: Map<CompositeBody, number>;
  /** Impulses of the last steps by pair of scene bodies: the initial guess of the next step. */
  readonly impulses: Map<number, PairImpulses>;
  /** Normal speeds before the forces of the step, two per manifold, and tangential ones, two per manifold [m/s]. */
  before: Float64Array;
}

export function createRestingContacts(): RestingContacts {
  const problem = createRestingProblem();
  return {
    problem,
    workspace: createRestingWorkspace(),
    order: eliminationOrder(problem),
    orderedBodies: new Int32Array(0),
    indices: new Map(),
    impulses: new Map(),
    before: new Float64Array(0),
  };
}
