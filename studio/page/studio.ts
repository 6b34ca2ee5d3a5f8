import type { Session } from '../session/session.ts';
import type { Store } from '../session/store.ts';
import type { View } from '../view/view.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { KeyRegistry } from './keys.ts';
import type { Link } from './link.ts';

/** What every page and panel is given. A page that shows two scenes gives each side a session, a runner and a stage of its own. */
export interface Studio {
  readonly session: Session;
  readonly runner: RunClient;
  readonly keys: KeyRegistry;
  /** The view that shows the session, once there is one: for those who take pictures of it or drag in it. */
  readonly stage: Store<{ readonly view: View | undefined }>;
  /** A line at the foot of the page, also read out to those who listen; errors stay until dismissed. */
  announce(message: string, tone?: 'info' | 'error'): void;
}

/**
 * Makes a part of a page. It lives until `signal` is aborted, and then lets go of everything it holds: pass the signal on to
 * `addEventListener`, `session.follow` and `keys.add`.
 */
export type Panel = (studio: Studio, signal: AbortSignal) => HTMLElement;

/** Makes a whole page, everything between header and foot. The element has a heading of level 1. */
export type Page = (studio: Studio, link: Link, signal: AbortSignal) => HTMLElement;
