import { createForcedWorkspace, type ForcedWorkspace, type Forces } from '../../dynamics/forced-bodies.ts';
import type { SmoothScene } from '../../scene/smooth-scene.ts';
import { createLedgerTotals, type LedgerTotals } from '../ledger-totals.ts';
import type { RunObserver } from '../observer.ts';
import { type CouplerForce, createCouplerForce, type HandleMotion, pathHandle } from './coupler.ts';
import { type CouplerEnergy, createCouplerEnergy } from './coupler-energy.ts';
import { createPairTracker, type PairTracker } from './pair-tracker.ts';
import { createSmoothComposite, isFree, type SmoothComposite } from './smooth-composite.ts';
import { createStepClock, type StepClock } from './step-clock.ts';

/** State of a run of smooth bodies. */
export interface SmoothWorld {
  readonly scene: SmoothScene;
  observer: RunObserver;
  /** In the order of the scene's bodies. */
  readonly composites: readonly SmoothComposite[];
  /** Bodies that forces move, and their workspace. */
  readonly free: readonly SmoothComposite[];
  readonly workspace: ForcedWorkspace;
  /** Adds the forces on the free bodies within the current interval; null before the first step. */
  forces: Forces | null;
  /** Times of the evaluation in progress. */
  readonly clock: StepClock;
  /** Length of the current interval [s]. */
  span: number;
  /** Motion of the handle of each coupler, its force at the last evaluation, and the energy exchanged with it. */
  readonly handles: readonly HandleMotion[];
  readonly couplerForces: readonly CouplerForce[];
  readonly couplerEnergies: readonly CouplerEnergy[];
  /** Do penalty contacts have friction? */
  readonly hasFriction: boolean;
  readonly trackers: readonly PairTracker[];
  /** Pairs with contact response: one of the two bodies is free. */
  readonly colliders: readonly PairTracker[];
  readonly totals: LedgerTotals;
  /** Totals at the start of the current interval. */
  readonly totalsAtStart: LedgerTotals;
  /** Pairs in contact for longer than an impact, by their index in `colliders`: since the last step, and in this one. */
  readonly touching: Uint8Array;
  readonly touchingNow: Uint8Array;
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

/** The world at the start of a scene. `handles` replaces the paths of the handles of its couplers. */
export function createSmoothWorld(
  scene: SmoothScene,
  observer: RunObserver,
  handles: readonly HandleMotion[] = scene.couplers.map(pathHandle),
): SmoothWorld {
  const composites = scene.bodies.map(createSmoothComposite);
  const free = composites.filter(isFree);
  const trackers = scene.tracking.pairs.map((pair) => createPairTracker(scene, pair, composites));
  const colliders = trackers.filter(({ a, b }) => isFree(a) || isFree(b));
  return {
    scene,
    observer,
    composites,
    free,
    workspace: createForcedWorkspace(free.length),
    forces: null,
    clock: createStepClock(scene.time.step),
    span: 0,
    handles,
    couplerForces: scene.couplers.map(createCouplerForce),
    couplerEnergies: scene.couplers.map(createCouplerEnergy),
    hasFriction: scene.contacts.material.frictionLaw !== 'none',
    trackers,
    colliders,
    totals: createLedgerTotals(),
    totalsAtStart: createLedgerTotals(),
    touching: new Uint8Array(colliders.length),
    touchingNow: new Uint8Array(colliders.length),
    time: 0,
    steps: 0,
    collisions: 0,
    maxPenetration: 0,
    nextFrame: 0,
  };
}
