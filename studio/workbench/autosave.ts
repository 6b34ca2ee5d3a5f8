import { element } from '../page/element.ts';
import { icon } from '../page/icons.ts';
import { formatLink } from '../page/link.ts';
import type { Studio } from '../page/studio.ts';
import { type Draft, openDrafts } from '../session/drafts.ts';
import { editText, isEdited } from '../session/edits.ts';
import type { SessionState } from '../session/session.ts';
import type { Address } from './sync-url.ts';

/** Pause after a change before it is stored [ms]. */
const CALM = 250;

export interface Autosave {
  /** Offers what was edited before; empty without it. */
  readonly element: HTMLElement;
  /** Where the current edit is stored. */
  readonly status: HTMLElement;
  /** The address that follows the scene: an edit that it contains is not lost. */
  setAddress(address: Address): void;
}

/** Keeps every edit in the browser, offers it when the scene is opened again, and warns before leaving if one would be lost. */
export function createAutosave(studio: Studio, signal: AbortSignal): Autosave {
  const { session } = studio;
  const place = element('div', { className: 'draft-offer', hidden: true });
  const status = element('span', { className: 'edit-status muted' });
  const drafts = openDrafts();
  let id: string = crypto.randomUUID();
  let timer = 0;
  /** The text that is safely stored, if any. */
  let stored: string | undefined;
  let address: Address | undefined;
  let hasFailed = false;

  const save = async () => {
    clearTimeout(timer);
    const state = session.get();
    if (state.origin === undefined || stored === state.sceneText) return;
    const { sceneText: text } = state;
    try {
      if (isEdited(state)) await drafts.save({ id, scene: sceneKey(state), text, saved: Date.now() });
      else if (stored !== undefined) await drafts.remove(id);
      const isLasting = await drafts.isLasting();
      stored = isLasting ? text : undefined;
      if (!isLasting) reportFailure('this browser has no storage for the page');
    } catch (error) {
      reportFailure(error instanceof Error ? error.message : String(error));
    }
    showStatus();
  };
  const reportFailure = (why: string) => {
    if (!hasFailed) studio.announce(`The edited scene is not saved: ${why}. Use Export to keep it.`, 'error');
    hasFailed = true;
  };
  const isSafe = (state: SessionState) =>
    !isEdited(state) || stored === state.sceneText || address?.has(state.sceneText) === true;
  const showStatus = () => {
    const state = session.get();
    const saved = stored === state.sceneText;
    status.hidden = state.origin === undefined || !isEdited(state);
    status.textContent = saved ? 'Edited, saved' : hasFailed ? 'Edited, not saved' : 'Edited';
    status.title = saved
      ? 'The edited scene is stored in this browser and offered when the scene is opened again.'
      : 'The edited scene is not stored yet.';
  };
  const offer = (offered: readonly Draft[]) => {
    const [draft, ...older] = offered;
    place.hidden = draft === undefined;
    place.replaceChildren(...(draft === undefined ? [] : offerOf(draft, older)));
  };
  const offerOf = (draft: Draft, older: readonly Draft[]) => {
    const button = (label: string, onclick: () => void, className = 'button') =>
      element('button', { type: 'button', className, onclick }, label);
    const dismiss = element(
      'button',
      { type: 'button', className: 'icon-button', 'aria-label': 'Not now', title: 'Not now', onclick: () => offer([]) },
      icon('close'),
    );
    const more = older.length === 0 ? '' : ` (${older.length} older)`;
    return [
      element('p', {}, `You edited this scene ${timeOf(draft.saved)}${more}. The edit is stored in this browser.`),
      button(
        'Restore the edit',
        () => {
          offer([]);
          id = draft.id;
          editText(studio, draft.text, { label: 'restored edit' });
        },
        'button primary',
      ),
      button('Compare', () => void compareWith(session.get(), draft.text)),
      button('Delete it', () => {
        void drafts.remove(draft.id).then(() => offer(older));
      }),
      dismiss,
    ];
  };
  const begin = async () => {
    const found = await drafts.of(sceneKey(session.get())).catch(() => []);
    const { sceneText, original } = session.get();
    // after a reload the address has the edit: its draft continues
    const own = found.find(({ text }) => text === sceneText);
    if (own) {
      id = own.id;
      stored = own.text;
    }
    showStatus();
    if (!signal.aborted) offer(found.filter(({ text }) => text !== sceneText && text !== original));
  };
  let hasBegun = false;
  session.follow(
    ['sceneText', 'origin', 'original'],
    ({ origin, sceneText }) => {
      // a recording has its text when it is read
      if (origin !== undefined && sceneText !== '' && !hasBegun) {
        hasBegun = true;
        void begin();
      }
      clearTimeout(timer);
      timer = window.setTimeout(() => void save(), CALM);
      showStatus();
    },
    signal,
  );
  addEventListener(
    'beforeunload',
    (event) => {
      if (isSafe(session.get())) return;
      void save();
      event.preventDefault();
    },
    { signal },
  );
  // a phone may end a page that is not visible without another event
  document.addEventListener('visibilitychange', () => document.hidden && void save(), { signal });
  signal.addEventListener('abort', () => void save(), { once: true });
  return {
    element: place,
    status,
    setAddress(synced) {
      address = synced;
    },
  };
}

function sceneKey({ origin }: SessionState): string {
  return `${origin?.kind ?? 'own'}/${origin?.name ?? 'scene'}`;
}

async function compareWith({ origin, sceneText, original }: SessionState, text: string): Promise<void> {
  const name = origin?.name ?? 'scene';
  const isExample = origin?.kind === 'example' && sceneText === original;
  const route = {
    page: 'compare',
    left: name,
    right: name,
    ...(!isExample && { leftText: sceneText }),
    rightText: text,
  } as const;
  location.assign(await formatLink({ route }));
}

/** `today at 10:05`, or `on 18 November at 10:05`. */
function timeOf(saved: number): string {
  const date = new Date(saved);
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(date);
  if (date.toDateString() === new Date().toDateString()) return `today at ${clock}`;
  return `on ${new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(date)} at ${clock}`;
}
