import { formatLink } from '../page/link.ts';
import { currentLink } from '../session/current-link.ts';
import type { Session } from '../session/session.ts';

/** Delay before the address is updated [ms]. */
const CALM = 400;
/** Longer texts are not put in the address bar; Export can still create links. */
const LONGEST = 20_000;

/** Keeps the address in sync with the state, so it can be reloaded or copied. */
export function keepAddress(session: Session, signal: AbortSignal): void {
  let timer = 0;
  let own = location.hash;
  const write = async () => {
    const state = session.get();
    if (state.origin?.kind === 'recording' || state.sceneText.length > LONGEST) return;
    const hash = await formatLink(currentLink(state));
    // during navigation the address has already changed: do not overwrite it
    if (signal.aborted || location.hash !== own) return;
    history.replaceState(null, '', hash);
    own = location.hash;
  };
  session.follow(
    ['time', 'camera', 'overlays', 'sceneText', 'playing'],
    ({ playing }) => {
      clearTimeout(timer);
      if (!playing) timer = window.setTimeout(() => void write(), CALM);
    },
    signal,
  );
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
