import { element } from '../page/element.ts';

/** Whether meshes are added to the scene that is shown or opened as a scene of their own; undefined: neither. */
export function askWhere(names: readonly string[]): Promise<'add' | 'open' | undefined> {
  return new Promise((resolve) => {
    const button = (label: string, value: string, className = 'button') =>
      element('button', { type: 'button', className, onclick: () => dialog.close(value) }, label);
    const dialog = element(
      'dialog',
      { className: 'ask', 'aria-labelledby': 'ask-title' },
      element('h2', { id: 'ask-title' }, names.length === 1 ? `Open ${names[0]}` : `Open ${names.length} meshes`),
      element('p', {}, 'The scene that is shown can take them as bodies, side by side next to its own.'),
      element(
        'div',
        { className: 'ask-buttons' },
        button('Add to this scene', 'add', 'button primary'),
        button('Open as a new scene', 'open'),
        button('Cancel', ''),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      const { returnValue } = dialog;
      resolve(returnValue === 'add' || returnValue === 'open' ? returnValue : undefined);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
