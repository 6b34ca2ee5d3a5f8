import { editSceneText } from '../../src/index.ts';
import { element } from '../page/element.ts';
import { formatLink, LONGEST_ADDRESS } from '../page/link.ts';
import type { Panel, Studio } from '../page/studio.ts';
import { currentLink } from '../session/current-link.ts';
import { editText, forgetEdits, isEdited, isFast, redo, rerun, revertToOriginal, undo } from '../session/edits.ts';
import type { History } from '../session/history.ts';
import type { SessionState } from '../session/session.ts';
import { addFilesButton } from './add-files.ts';
import { listenForDrags } from './drag-bodies.ts';
import type { Change, Parameter } from './parameter-control.ts';
import { createParameters } from './parameters.ts';
import { createSceneEditor } from './scene-editor.ts';
import './editor.css';

/** Longest pause within one change by typing [ms]. */
const TYPING_PAUSE = 1000;

/** The text of the scene with its controls; a change starts a run. */
export const editorPanel: Panel = (studio, signal) => {
  const { session } = studio;
  const run = () => rerun(studio);
  const editor = createSceneEditor({
    change: (text) => editText(studio, text, { label: 'typing', group: 'typing', pause: TYPING_PAUSE }, 'after-pause'),
    run,
    undo: () => undo(studio),
    redo: () => redo(studio),
  });
  const parameters = createParameters((parameter, change) => applyChange(studio, parameter, change));
  const message = element('p', { className: 'editor-message', role: 'status' });
  const panel = element(
    'section',
    { className: 'editor', 'aria-label': 'Editor' },
    element(
      'div',
      { className: 'editor-bar' },
      element('button', { type: 'button', className: 'button primary', onclick: run, title: 'Ctrl+Enter' }, 'Run'),
      dragToggle(studio, signal),
      addFilesButton(studio),
      ...originalButtons(studio, signal),
    ),
    element(
      'details',
      { className: 'editor-parameters', open: true },
      element('summary', {}, 'Parameters'),
      parameters.element,
    ),
    editor.element,
    message,
  );
  session.follow(
    ['sceneText', 'selection'],
    ({ sceneText, selection, recorded, history }) => {
      if (sceneText !== editor.text()) {
        if (isNewScene(history)) editor.load(sceneText);
        else editor.replace(sceneText);
      }
      parameters.show(sceneText, selection?.kind === 'body' ? recorded?.recording.bodies[selection.body] : undefined);
    },
    signal,
  );
  session.follow(
    ['run'],
    ({ run }) => {
      const failure = run.kind === 'failed' ? run.failure : undefined;
      editor.showFailure(failure);
      message.textContent = failure?.message ?? '';
    },
    signal,
  );
  studio.keys.add(
    [
      { key: 'Ctrl+Enter', label: 'Run the scene', group: 'Editor', run },
      { key: 'e', label: 'Focus the text of the scene', group: 'Editor', run: () => editor.focus() },
    ],
    signal,
  );
  signal.addEventListener('abort', () => {
    forgetEdits(session);
    editor.dispose();
  });
  return panel;
};

function isNewScene({ done, undone }: History): boolean {
  return done.length + undone.length === 0;
}

/** A slider repeats fast runs while it is held; all its values are one change. */
function applyChange(studio: Studio, { label, path }: Parameter, change: Change): void {
  const fast = isFast(studio.session.get());
  if (change.kind === 'release') {
    if (!fast) rerun(studio);
    return;
  }
  const text = editSceneText(studio.session.get().sceneText, [{ path, value: change.value }]);
  if (change.kind === 'set') editText(studio, text, { label });
  else editText(studio, text, { label, group: `slider ${change.gesture}` }, fast ? 'live' : 'not-yet');
}

/** What can be done with an edited scene: compare it with its original, or return to that. */
function originalButtons(studio: Studio, signal: AbortSignal): HTMLElement[] {
  const { session } = studio;
  const button = (label: string, title: string, onclick: () => void) =>
    element('button', { type: 'button', className: 'button quiet', title, onclick }, label);
  const buttons = [
    button('Compare with original', 'The original and the edited scene side by side', () => {
      void compareWithOriginal(session.get());
    }),
    button('Original', 'Return to the scene as it was opened; this can be undone', () => revertToOriginal(studio)),
  ];
  session.follow(
    ['sceneText', 'original'],
    (state) => {
      for (const one of buttons) one.hidden = !isEdited(state);
    },
    signal,
  );
  return buttons;
}

async function compareWithOriginal(state: SessionState): Promise<void> {
  const { origin, original, sceneText } = state;
  const name = origin?.name ?? 'scene';
  const own = await formatLink(currentLink(state));
  const hash = await formatLink({
    route: {
      page: 'compare',
      left: name,
      right: name,
      ...(origin?.kind !== 'example' && { leftText: original }),
      rightText: sceneText,
    },
  });
  // the address may not have the last edit yet, and Back returns to it
  if (own.length <= LONGEST_ADDRESS) history.replaceState(null, '', own);
  location.assign(hash);
}

function dragToggle(studio: Studio, signal: AbortSignal): HTMLElement {
  let stop: (() => void) | undefined;
  const button = element(
    'button',
    {
      type: 'button',
      className: 'button quiet',
      'aria-pressed': 'false',
      title: 'Drag bodies and the tips of velocity arrows in the view',
    },
    'Drag in the view',
  );
  const end = () => {
    stop?.();
    stop = undefined;
    button.setAttribute('aria-pressed', 'false');
  };
  button.onclick = () => {
    const { view } = studio.stage.get();
    if (stop || view === undefined) return end();
    stop = listenForDrags(studio, view);
    button.setAttribute('aria-pressed', 'true');
  };
  signal.addEventListener('abort', end);
  return button;
}
