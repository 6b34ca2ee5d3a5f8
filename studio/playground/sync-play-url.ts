import { formatLink } from '../page/link.ts';
import type { CameraState } from '../session/session.ts';
import type { PlayModel } from './play-model.ts';
import { type PlayState, writePlayState } from './play-state.ts';

/** Delay before the address is updated [ms]. */
const CALM = 400;
/** Longer addresses are not written: browsers limit them. Meshes of a few thousand triangles fit. */
const LONGEST = 200_000;

/** The address with the whole state, from `#` on. */
export function playHash(state: PlayState, camera: CameraState | undefined): Promise<string> {
  return formatLink({ route: { page: 'play', state: writePlayState(state) }, camera });
}

export async function playLink(state: PlayState, camera: CameraState | undefined): Promise<string> {
  return new URL(await playHash(state, camera), location.href).href;
}

/** Keeps the address in sync with the state, so it can be reloaded or copied. */
export function keepPlayAddress({ store, camera }: PlayModel, signal: AbortSignal): void {
  let timer = 0;
  let own = location.hash;
  const write = async () => {
    const hash = await playHash(store.get().state, camera());
    // during navigation the address has already changed: do not overwrite it
    if (signal.aborted || location.hash !== own || hash.length > LONGEST) return;
    history.replaceState(null, '', hash);
    own = location.hash;
  };
  let first = true;
  store.follow(
    ['state', 'cameraMoves'],
    () => {
      // a plain address stays plain until something changes
      if (first) {
        first = false;
        return;
      }
      clearTimeout(timer);
      timer = window.setTimeout(() => void write(), CALM);
    },
    signal,
  );
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
