/** A key binding; the help lists all of them. */
export interface KeyBinding {
  /** As in `KeyboardEvent.key`, with `Shift+`, `Ctrl+` (also Command) or `Alt+` before it: `k`, `Shift+ArrowLeft`, `?`. */
  readonly key: string;
  /** Description in the help. */
  readonly label: string;
  /** Its group in the help. */
  readonly group: KeyGroup;
  run(event: KeyboardEvent): void;
}

export const KEY_GROUPS = [
  'Studio',
  'Time',
  'View',
  'Live',
  'Overlays',
  'Inspect',
  'Editor',
  'Compare',
  'Playground',
] as const;
export type KeyGroup = (typeof KEY_GROUPS)[number];

/** Registry of all keys of the page. */
export interface KeyRegistry {
  /** Adds bindings until the signal is aborted. Throws if a key is already in use. */
  add(bindings: readonly KeyBinding[], signal: AbortSignal): void;
  /** All active bindings, in the order of the groups. */
  list(): readonly KeyBinding[];
}

export function createKeyRegistry(target: EventTarget): KeyRegistry {
  const bindings = new Map<string, KeyBinding>();
  target.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return;
    const name = nameOf(event);
    const binding = bindings.get(name);
    if (binding === undefined || belongsToField(event, name)) return;
    event.preventDefault();
    binding.run(event);
  });
  return {
    add(added, signal) {
      if (signal.aborted) return;
      for (const binding of added) {
        if (bindings.has(binding.key))
          throw new Error(`the key ${binding.key} is already in use: ${bindings.get(binding.key)?.label}`);
        bindings.set(binding.key, binding);
        signal.addEventListener('abort', () => bindings.delete(binding.key), { once: true });
      }
    },
    list: () => [...bindings.values()].sort((a, b) => KEY_GROUPS.indexOf(a.group) - KEY_GROUPS.indexOf(b.group)),
  };
}

/** Letters in lower case; Shift is named only where it does not change the character itself. */
function nameOf(event: KeyboardEvent): string {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isCharacter = key.length === 1 && key !== ' ';
  const parts = [ctrlKey || metaKey ? 'Ctrl+' : '', altKey ? 'Alt+' : ''];
  const isLetter = isCharacter && key.toLowerCase() !== key.toUpperCase();
  if (shiftKey && (!isCharacter || isLetter)) parts.push('Shift+');
  return `${parts.join('')}${isCharacter ? key.toLowerCase() : key}`;
}

/** Fields with a history of their own. */
const OWN_HISTORY = 'textarea, input:not([data-history=scene], [type=range], [type=checkbox], [type=radio])';
const HISTORY_KEYS: ReadonlySet<string> = new Set(['Ctrl+z', 'Ctrl+Shift+z', 'Ctrl+y']);

/** Text fields handle all plain keys; sliders, lists and buttons handle those that operate them. */
function belongsToField(event: KeyboardEvent, name: string): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  // a field undoes its own typing, unless its value is part of the scene
  if (HISTORY_KEYS.has(name) && target.matches(OWN_HISTORY)) return true;
  if (target.isContentEditable || target.closest('textarea, .cm-editor')) return !name.startsWith('Ctrl+');
  if (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)) {
    return !name.startsWith('Ctrl+');
  }
  // letters find an entry of a list
  if (target instanceof HTMLSelectElement && name.length === 1) return true;
  const operates = /^(Shift\+)?(Arrow\w+|Home|End|PageUp|PageDown)$/.test(name);
  if (operates)
    return (
      target.closest('input, select, [role=tree], [role=tab], [role=slider], [role=grid], [role=listbox]') !== null
    );
  return (
    (name === ' ' || name === 'Enter') && target.closest('button, a, input, select, summary, [role=treeitem]') !== null
  );
}
