import { formatLink } from '../page/link.ts';
import { currentLink } from '../session/current-link.ts';
import type { Session } from '../session/session.ts';

/** The address follows when nothing has moved for so long [ms]. */
const CALM = 400;
/** Longer texts stay out of the address bar; Export still makes links of them. */
const LONGEST = 20_000;

/** Keeps the address of the page the link to what is shown: reloading, or copying the address, loses nothing. */
export function keepAddress(session: Session, signal: AbortSignal): void {
  let timer = 0;
  let own = location.hash;
  const write = async () => {
    const state = session.get();
    if (state.origin?.kind === 'recording' || state.sceneText.length > LONGEST) return;
    const hash = await formatLink(currentLink(state));
    // whoever is on the way to another page has changed the address already: leave it to them
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
