import type { Studio } from '../page/studio.ts';
import { runScene } from './actions.ts';
import { type EditKind, recordChange, redoChange, undoChange } from './history.ts';
import type { Session, SessionState } from './session.ts';

/** A pause in typing after which the scene runs again [ms]. */
const PAUSE = 350;
/** Runs that take less are repeated while a slider is dragged [s]. */
const FAST = 0.1;

/** When an edited scene runs again: at once, after a pause in typing, while a slider is dragged, or not yet. */
export type RunTime = 'now' | 'after-pause' | 'live' | 'not-yet';

const timers = new WeakMap<Session, ReturnType<typeof setTimeout>>();
/** Live runs: whether the text has changed since the current one began. */
const live = new WeakMap<Session, { outdated: boolean }>();

/** Changes the text of the scene. All parts of the page edit by this, so that each change can be undone. */
export function editText(studio: Studio, text: string, kind: EditKind, run: RunTime = 'now'): void {
  const { sceneText, history } = studio.session.get();
  studio.session.set({ sceneText: text, history: recordChange(history, sceneText, text, kind, Date.now()) });
  rerun(studio, run);
}

/** Runs the edited scene. */
export function rerun(studio: Studio, when: RunTime = 'now'): void {
  clearTimeout(timers.get(studio.session));
  if (when === 'now') void runScene(studio);
  else if (when === 'after-pause')
    timers.set(
      studio.session,
      setTimeout(() => void runScene(studio), PAUSE),
    );
  else if (when === 'live') void runLatest(studio);
}

/** One run after the other: a run that is cancelled by the next value would never show anything. */
async function runLatest(studio: Studio): Promise<void> {
  const { session } = studio;
  const current = live.get(session);
  if (current) {
    current.outdated = true;
    return;
  }
  const runs = { outdated: false };
  live.set(session, runs);
  try {
    do {
      runs.outdated = false;
      await runScene(studio);
    } while (runs.outdated);
  } finally {
    live.delete(session);
  }
}

/** Whether the last run was fast enough to be repeated while a slider is dragged. */
export function isFast({ recorded }: SessionState): boolean {
  return recorded?.seconds !== undefined && recorded.seconds < FAST;
}

/** Discards a run that waits for a pause. */
export function forgetEdits(session: Session): void {
  clearTimeout(timers.get(session));
}

/** Undoes the last change, wherever it was made. */
export function undo(studio: Studio): void {
  step(studio, 'Undone', undoChange);
}

export function redo(studio: Studio): void {
  step(studio, 'Done again', redoChange);
}

function step(studio: Studio, verb: string, take: typeof undoChange): void {
  const { session } = studio;
  const { history, sceneText } = session.get();
  const result = take(history, sceneText);
  if (result === undefined) {
    studio.announce(verb === 'Undone' ? 'Nothing to undo.' : 'Nothing to do again.');
    return;
  }
  const changed = verb === 'Undone' ? history.done.at(-1) : history.undone.at(-1);
  session.set({ sceneText: result.text, history: result.history });
  studio.announce(`${verb}: ${changed?.label ?? ''}.`);
  rerun(studio);
}

/** Back to the scene as it was opened; can be undone. */
export function revertToOriginal(studio: Studio): void {
  editText(studio, studio.session.get().original, { label: 'return to the original' });
}

/** Whether the text differs from the scene that was opened. */
export function isEdited({ sceneText, original }: Pick<SessionState, 'sceneText' | 'original'>): boolean {
  return sceneText !== original;
}
