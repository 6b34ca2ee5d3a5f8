import { element } from '../page/element.ts';
import { icon } from '../page/icons.ts';
import type { Panel } from '../page/studio.ts';
import { redo, undo } from '../session/edits.ts';

/** Undo and redo of all changes of the scene: typing, parameters, dragged bodies, added files. */
export const historyButtons: Panel = (studio, signal) => {
  const buttons = {
    undo: element('button', { type: 'button', className: 'icon-button', onclick: () => undo(studio) }, icon('undo')),
    redo: element('button', { type: 'button', className: 'icon-button', onclick: () => redo(studio) }, icon('redo')),
  };
  const describe = (button: HTMLButtonElement, verb: string, key: string, label: string | undefined) => {
    button.disabled = label === undefined;
    button.setAttribute('aria-label', label === undefined ? verb : `${verb}: ${label}`);
    button.title = label === undefined ? `${verb}: no changes (${key})` : `${verb}: ${label} (${key})`;
  };
  studio.session.follow(
    ['history'],
    ({ history: { done, undone } }) => {
      describe(buttons.undo, 'Undo', 'Ctrl+Z', done.at(-1)?.label);
      describe(buttons.redo, 'Redo', 'Ctrl+Shift+Z', undone.at(-1)?.label);
    },
    signal,
  );
  studio.keys.add(
    [
      { key: 'Ctrl+z', label: 'Undo', group: 'Editor', run: () => undo(studio) },
      { key: 'Ctrl+Shift+z', label: 'Redo', group: 'Editor', run: () => redo(studio) },
      { key: 'Ctrl+y', label: 'Redo', group: 'Editor', run: () => redo(studio) },
    ],
    signal,
  );
  return element(
    'div',
    { className: 'history-buttons', role: 'group', 'aria-label': 'Changes' },
    buttons.undo,
    buttons.redo,
  );
};
