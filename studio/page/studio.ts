import type { Session } from '../session/session.ts';
import type { Store } from '../session/store.ts';
import type { View } from '../view/view.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { KeyRegistry } from './keys.ts';
import type { Link } from './link.ts';

/** Context of every page and panel. A page that shows two scenes has a separate session, runner and stage for each side. */
export interface Studio {
  readonly session: Session;
  readonly runner: RunClient;
  readonly keys: KeyRegistry;
  /** The view of the session, if any: for export and dragging. */
  readonly stage: Store<{ readonly view: View | undefined }>;
  /** A message at the bottom of the page, also for screen readers; errors stay until dismissed. */
  announce(message: string, tone?: 'info' | 'error'): void;
}

/**
 * Creates a part of a page. When `signal` is aborted, it must release all its resources: pass the signal to
 * `addEventListener`, `session.follow` and `keys.add`.
 */
export type Panel = (studio: Studio, signal: AbortSignal) => HTMLElement;

/** Creates a whole page, between header and footer. The element has a heading of level 1. */
export type Page = (studio: Studio, link: Link, signal: AbortSignal) => HTMLElement;
