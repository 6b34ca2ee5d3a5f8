import { createStore, type Store } from '../session/store.ts';
import type { LiveStructure } from './live-protocol.ts';

export type Tool = 'pull' | 'move' | 'rotate';

export const TOOLS: readonly { readonly tool: Tool; readonly label: string; readonly key: string }[] = [
  { tool: 'pull', label: 'Pull', key: 'q' },
  { tool: 'move', label: 'Move', key: 'w' },
  { tool: 'rotate', label: 'Rotate', key: 'e' },
];

/** Playback speeds [simulated seconds per second]. */
export const SPEEDS: readonly number[] = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];

export interface LiveState {
  readonly structure: LiveStructure | undefined;
  readonly playing: boolean;
  readonly speed: number;
  readonly tool: Tool;
  /** Index of the selected body; -1 for none. */
  readonly selected: number;
  /** Factor of the stiffness of the spring that pulls. */
  readonly strength: number;
  readonly showForces: boolean;
  readonly showVelocities: boolean;
  readonly showGaps: boolean;
  readonly showNames: boolean;
  /** Whether the camera follows the selected body. */
  readonly isFollowing: boolean;
  /** Fraction of a recording that is made; undefined: none. */
  readonly saving: number | undefined;
}

export type LiveStore = Store<LiveState>;

export function createLiveState(playing: boolean): LiveStore {
  return createStore<LiveState>({
    structure: undefined,
    playing,
    speed: 1,
    tool: 'pull',
    selected: -1,
    strength: 1,
    showForces: false,
    showVelocities: false,
    showGaps: false,
    showNames: false,
    isFollowing: false,
    saving: undefined,
  });
}
