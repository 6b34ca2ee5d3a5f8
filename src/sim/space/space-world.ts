import { createForcedWorkspace, type ForcedWorkspace } from '../../dynamics/forced-bodies.ts';
import type { SpaceScene } from '../../scene/space-scene.ts';
import { type Books, createBooks } from '../books.ts';
import type { RunObserver } from '../observer.ts';
import { createFollower, type PairFollower } from './pair-follower.ts';
import { createSpaceMover, isFree, type SpaceMover } from './space-mover.ts';

/** Everything a run of smooth bodies changes. */
export interface SpaceWorld {
  readonly scene: SpaceScene;
  readonly observer: RunObserver;
  /** In the order of the scene's bodies. */
  readonly movers: readonly SpaceMover[];
  /** Those that forces move, and their scratch space. */
  readonly free: readonly SpaceMover[];
  readonly workspace: ForcedWorkspace;
  readonly followers: readonly PairFollower[];
  /** Those of them that can be pushed apart: one of the two is free. */
  readonly colliders: readonly PairFollower[];
  readonly books: Books;
  /** As they were at the start of the present stretch of time. */
  readonly booksAtStart: Books;
  /** Pairs in contact for longer than an impact, by their place in `colliders`: since the last step, and in this one. */
  touching: Set<number>;
  touchingNow: Set<number>;
  /** [s] */
  time: number;
  steps: number;
  collisions: number;
  deepestPenetration: number;
  /** Next frame to be recorded: frame k is at k × record.every. */
  nextFrame: number;
  /** Why the run ended early, with the status `failed`. */
  failure?: string;
}

export function createSpaceWorld(scene: SpaceScene, observer: RunObserver): SpaceWorld {
  const movers = scene.bodies.map(createSpaceMover);
  const free = movers.filter(isFree);
  const followers = scene.tracking.pairs.map((pair) => createFollower(scene, pair, movers));
  return {
    scene,
    observer,
    movers,
    free,
    workspace: createForcedWorkspace(free.length),
    followers,
    colliders: followers.filter(({ a, b }) => isFree(a) || isFree(b)),
    books: createBooks(),
    booksAtStart: createBooks(),
    touching: new Set(),
    touchingNow: new Set(),
    time: 0,
    steps: 0,
    collisions: 0,
    deepestPenetration: 0,
    nextFrame: 0,
  };
}
