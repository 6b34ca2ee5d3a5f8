import { createForcedWorkspace, type ForcedWorkspace } from '../../dynamics/forced-bodies.ts';
import type { SmoothScene } from '../../scene/smooth-scene.ts';
import { createLedgerTotals, type LedgerTotals } from '../ledger-totals.ts';
import type { RunObserver } from '../observer.ts';
import { createPairTracker, type PairTracker } from './pair-tracker.ts';
import { createSmoothComposite, isFree, type SmoothComposite } from './smooth-composite.ts';

/** State of a run of smooth bodies. */
export interface SmoothWorld {
  readonly scene: SmoothScene;
  readonly observer: RunObserver;
  /** In the order of the scene's bodies. */
  readonly composites: readonly SmoothComposite[];
  /** Bodies that forces move, and their workspace. */
  readonly free: readonly SmoothComposite[];
  readonly workspace: ForcedWorkspace;
  readonly trackers: readonly PairTracker[];
  /** Pairs with contact response: one of the two bodies is free. */
  readonly colliders: readonly PairTracker[];
  readonly totals: LedgerTotals;
  /** Totals at the start of the current interval. */
  readonly totalsAtStart: LedgerTotals;
  /** Pairs in contact for longer than an impact, by their index in `colliders`: since the last step, and in this one. */
  touching: Set<number>;
  touchingNow: Set<number>;
  /** [s] */
  time: number;
  steps: number;
  collisions: number;
  maxPenetration: number;
  /** Next frame to be recorded: frame k is at k × record.interval. */
  nextFrame: number;
  /** Reason for the status `failed`. */
  failure?: string;
}

export function createSmoothWorld(scene: SmoothScene, observer: RunObserver): SmoothWorld {
  const composites = scene.bodies.map(createSmoothComposite);
  const free = composites.filter(isFree);
  const trackers = scene.tracking.pairs.map((pair) => createPairTracker(scene, pair, composites));
  return {
    scene,
    observer,
    composites,
    free,
    workspace: createForcedWorkspace(free.length),
    trackers,
    colliders: trackers.filter(({ a, b }) => isFree(a) || isFree(b)),
    totals: createLedgerTotals(),
    totalsAtStart: createLedgerTotals(),
    touching: new Set(),
    touchingNow: new Set(),
    time: 0,
    steps: 0,
    collisions: 0,
    maxPenetration: 0,
    nextFrame: 0,
  };
}
