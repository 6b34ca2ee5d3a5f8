import type { Studio } from '../page/studio.ts';
import type { View } from '../view/view.ts';
import { type LiveState, type LiveStore, SPEEDS, TOOLS } from './live-state.ts';

/** What keys do in a live world. */
export interface LiveActions {
  readonly studio: Studio;
  readonly state: LiveStore;
  readonly view: View;
  readonly tools: { nudge(right: number, up: number, away: number): void; release(): void };
  readonly transport: { toggle(): void; step(): void; reset(): void };
  readonly body: { pin(): void; duplicate(): void; delete(): void };
  readonly palette: { add(): void };
}

export function addLiveKeys(actions: LiveActions, signal: AbortSignal): void {
  const { studio, state, view, tools, transport, body, palette } = actions;
  const live = (key: string, label: string, run: () => void) => ({ key, label, group: 'Live' as const, run });
  const faster = (by: number) => () => {
    const at = SPEEDS.indexOf(state.get().speed);
    state.set({ speed: SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))] });
  };
  const toggle = (name: 'showForces' | 'showVelocities' | 'showGaps' | 'showNames' | 'isFollowing') => () =>
    state.set({ [name]: !state.get()[name] } as Partial<LiveState>);
  studio.keys.add(
    [
      { key: ' ', label: 'Play or pause', group: 'Time', run: transport.toggle },
      { key: '.', label: 'One step', group: 'Time', run: transport.step },
      { key: 'r', label: 'Reset', group: 'Time', run: transport.reset },
      { key: '[', label: 'Slower', group: 'Time', run: faster(-1) },
      { key: ']', label: 'Faster', group: 'Time', run: faster(1) },
      { key: 'f', label: 'Show everything', group: 'View', run: () => view.fit() },
      { key: 'Shift+f', label: 'Follow the selected body', group: 'View', run: toggle('isFollowing') },
      ...TOOLS.map(({ tool, label, key }) => live(key, `${label} bodies`, () => state.set({ tool }))),
      live('ArrowLeft', 'Pull, move or rotate the selected body; Escape lets go', () => tools.nudge(-1, 0, 0)),
      live('ArrowRight', 'The same to the right', () => tools.nudge(1, 0, 0)),
      live('ArrowUp', 'The same upwards', () => tools.nudge(0, 1, 0)),
      live('ArrowDown', 'The same downwards', () => tools.nudge(0, -1, 0)),
      live('PageUp', 'The same away from the viewer', () => tools.nudge(0, 0, 1)),
      live('PageDown', 'The same towards the viewer', () => tools.nudge(0, 0, -1)),
      live('p', 'Pin or unpin the selected body', body.pin),
      live('c', 'Duplicate the selected body', body.duplicate),
      live('Delete', 'Delete the selected body', body.delete),
      live('a', 'Add a body', palette.add),
      { key: 'u', label: 'Clear selection', group: 'Inspect', run: () => state.set({ selected: -1 }) },
      { key: '1', label: 'Closest points and gap', group: 'Overlays', run: toggle('showGaps') },
      { key: '3', label: 'Contact forces', group: 'Overlays', run: toggle('showForces') },
      { key: '4', label: 'Velocities', group: 'Overlays', run: toggle('showVelocities') },
      { key: 'n', label: 'Names', group: 'Overlays', run: toggle('showNames') },
    ],
    signal,
  );
  // not a binding: Escape also closes dialogs
  addEventListener('keydown', ({ key }) => key === 'Escape' && tools.release(), { signal });
}
