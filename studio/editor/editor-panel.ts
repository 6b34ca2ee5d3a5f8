import { element } from '../page/element.ts';
import type { Panel, Studio } from '../page/studio.ts';
import { runScene } from '../session/actions.ts';
import { listenForDrags } from './drag-bodies.ts';
import { createParameters } from './parameters.ts';
import { createSceneEditor, type SceneEditor } from './scene-editor.ts';
import './editor.css';

/** A pause in typing after which the scene runs again [ms]. */
const PAUSE = 350;

/** The text of the scene with its controls; a change starts a run. */
export const editorPanel: Panel = (studio, signal) => {
  const { session } = studio;
  let timer = 0;
  const rerun = () => {
    clearTimeout(timer);
    void runScene(studio);
  };
  const editor = createSceneEditor((text) => {
    session.set({ sceneText: text });
    clearTimeout(timer);
    timer = window.setTimeout(rerun, PAUSE);
  }, rerun);
  const parameters = createParameters((edits) => editor.edit(edits));
  const message = element('p', { className: 'editor-message', role: 'status' });
  const panel = element(
    'section',
    { className: 'editor', 'aria-label': 'Editor' },
    element(
      'div',
      { className: 'editor-bar' },
      element('button', { type: 'button', className: 'button primary', onclick: rerun, title: 'Ctrl+Enter' }, 'Run'),
      dragToggle(studio, editor, signal),
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
    ({ sceneText, selection, recorded }) => {
      if (sceneText !== editor.text()) editor.load(sceneText);
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
      { key: 'Ctrl+Enter', label: 'Run the scene', group: 'Editor', run: rerun },
      { key: 'e', label: 'Focus the text of the scene', group: 'Editor', run: () => editor.focus() },
    ],
    signal,
  );
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    editor.dispose();
  });
  return panel;
};

function dragToggle(studio: Studio, editor: SceneEditor, signal: AbortSignal): HTMLElement {
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
    stop = listenForDrags(studio, view, editor.text, (edits) => editor.edit(edits));
    button.setAttribute('aria-pressed', 'true');
  };
  signal.addEventListener('abort', end);
  return button;
}
