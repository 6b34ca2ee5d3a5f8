import { formatLink, LONGEST_ADDRESS } from '../page/link.ts';
import { currentLink } from '../session/current-link.ts';
import { isEdited } from '../session/edits.ts';
import type { Session } from '../session/session.ts';

/** Delay before the address is updated [ms]. */
const CALM = 400;

export interface Address {
  /** Whether the address contains this text. */
  has(text: string): boolean;
}

/** Keeps the address in sync with the state, so it can be reloaded or copied. It has the text of an edited scene. */
export function keepAddress(session: Session, signal: AbortSignal): Address {
  let timer = 0;
  let own = location.hash;
  let written: string | undefined;
  const write = async () => {
    const state = session.get();
    if (state.origin?.kind === 'recording' && !isEdited(state)) return;
    const hash = await formatLink(currentLink(state));
    // during navigation the address has already changed: do not overwrite it
    if (signal.aborted || location.hash !== own || hash.length > LONGEST_ADDRESS) return;
    history.replaceState(null, '', hash);
    own = location.hash;
    written = state.sceneText;
  };
  session.follow(
    ['time', 'camera', 'overlays', 'sceneText', 'playing'],
    ({ playing }, changed) => {
      clearTimeout(timer);
      if (!playing || changed.has('sceneText')) timer = window.setTimeout(() => void write(), CALM);
    },
    signal,
  );
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return { has: (text) => written === text };
}
