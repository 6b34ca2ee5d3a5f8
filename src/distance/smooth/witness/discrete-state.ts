import { boundsOf, type Witness } from './witness.ts';
import type { WitnessPair } from './witness-pair.ts';

/** The discrete state of a tracked pair: features, active bounds, side of the boundary. [PG05-6.1] */
export interface DiscreteState {
  featureA: number;
  boundsA: number;
  featureB: number;
  boundsB: number;
  /** Is the distance negative? */
  below: boolean;
}

export function createDiscreteState(): DiscreteState {
  return { featureA: 0, boundsA: 0, featureB: 0, boundsB: 0, below: false };
}

export function readDiscreteState(out: DiscreteState, { a, b }: WitnessPair, below: boolean): void {
  out.featureA = a.feature;
  out.boundsA = boundsOf(a);
  out.featureB = b.feature;
  out.boundsB = boundsOf(b);
  out.below = below;
}

export function copyDiscreteState(out: DiscreteState, from: DiscreteState): void {
  out.featureA = from.featureA;
  out.boundsA = from.boundsA;
  out.featureB = from.featureB;
  out.boundsB = from.boundsB;
  out.below = from.below;
}

/** Do features and bounds agree, whether the bounds are part of the label or not? */
export function hasSameParts(p: DiscreteState, q: DiscreteState): boolean {
  return p.featureA === q.featureA && p.boundsA === q.boundsA && p.featureB === q.featureB && p.boundsB === q.boundsB;
}

/** Is it the same state of the automaton? The bounds of a closed body are not part of it. */
export function isSameState({ a, b }: WitnessPair, p: DiscreteState, q: DiscreteState): boolean {
  return (
    p.below === q.below &&
    p.featureA === q.featureA &&
    p.featureB === q.featureB &&
    (p.boundsA === q.boundsA || !hasBoundStates(a)) &&
    (p.boundsB === q.boundsB || !hasBoundStates(b))
  );
}

/** Are the active bounds part of the state: is it an open patch? */
export function hasBoundStates({ shape }: Witness): boolean {
  return shape.kind === 'tiled' && !shape.closed;
}
