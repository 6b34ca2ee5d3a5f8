import { element } from './element.ts';
import { icon } from './icons.ts';
import { KEY_GROUPS, type KeyBinding, type KeyRegistry } from './keys.ts';
import { routeHref } from './link.ts';

/** Key labels. */
const CAPS: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

/** All active keys of the page, and a link to the guide. */
export function openHelp(keys: KeyRegistry): void {
  const title = element('h2', { id: 'help-title' }, 'Keys and help');
  const close = element('button', { type: 'button', className: 'icon-button', 'aria-label': 'Close' }, icon('close'));
  const lists = KEY_GROUPS.map((group) =>
    keyList(
      group,
      keys.list().filter((binding) => binding.group === group),
    ),
  );
  const guide = element('a', { href: routeHref({ page: 'guide', name: 'studio' }) }, 'The studio, page by page');
  const dialog = element(
    'dialog',
    { className: 'help', 'aria-labelledby': 'help-title' },
    element('div', { className: 'help-head' }, title, close),
    element(
      'p',
      { className: 'muted' },
      'In the view: drag to rotate or pan, wheel or pinch to zoom, click or tap to inspect. Files can be dropped anywhere. ',
      guide,
    ),
    element(
      'div',
      { className: 'help-keys', tabIndex: 0, role: 'group', 'aria-label': 'Keys' },
      ...lists.filter((list) => list !== undefined),
    ),
  );
  close.addEventListener('click', () => dialog.close());
  guide.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function keyList(group: string, bindings: readonly KeyBinding[]): HTMLElement | undefined {
  if (bindings.length === 0) return undefined;
  const rows = bindings.flatMap(({ key, label }) => [
    element('dt', {}, ...key.split(/(?<=.)\+(?=.)/).map((part) => element('kbd', {}, capOf(part)))),
    element('dd', {}, label),
  ]);
  return element('section', {}, element('h3', {}, group), element('dl', {}, ...rows));
}

function capOf(part: string): string {
  return CAPS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
}
