import type { Studio } from '../page/studio.ts';
import { keyEdit } from './keyboard-edits.ts';
import { formatLength } from './play-format.ts';
import type { PlayModel } from './play-model.ts';
import { MODES, type Mode, SIDES } from './play-state.ts';
import type { Stage } from './stage.ts';

/** Delay before the result of a key is announced [ms]: several presses are one announcement. */
const ANNOUNCE = 300;

const MODE_KEYS: Readonly<Record<Mode, string>> = { move: 'm', rotate: 'r', scale: 's', velocity: 'v' };
const MODE_WORDS: Readonly<Record<Mode, string>> = {
  move: 'Move',
  rotate: 'Rotate',
  scale: 'Scale',
  velocity: 'Give a velocity',
};

interface KeyActions {
  fit(): void;
  play(): void;
  radius(): number;
}

/** Keys of the page, and those that change the selected body while the view has the focus. */
export function listenToKeys(
  { keys, announce }: Studio,
  model: PlayModel,
  { canvas }: Stage,
  { fit, play, radius }: KeyActions,
  signal: AbortSignal,
): void {
  const { store } = model;
  let timer = 0;
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  const tell = (words: string) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const { state, answers } = store.get();
      const distance = answers.closest && `distance ${formatLength(answers.closest.contact.distance)}`;
      announce([`${state.selected}: ${words}`, distance].filter(Boolean).join('; '));
    }, ANNOUNCE);
  };
  keys.add(
    [
      ...MODES.map((mode) => ({
        key: MODE_KEYS[mode],
        label: `${MODE_WORDS[mode]}, by a drag or the arrow keys`,
        group: 'Playground' as const,
        run: () => model.set({ mode }),
      })),
      ...SIDES.map((side) => ({
        key: side.toLowerCase(),
        label: `Select body ${side}`,
        group: 'Playground' as const,
        run() {
          model.set({ selected: side });
          canvas.focus({ preventScroll: true });
        },
      })),
      { key: 'f', label: 'Show both bodies', group: 'Playground', run: fit },
      { key: ' ', label: 'Play or stop the motion', group: 'Playground', run: play },
    ],
    signal,
  );
  canvas.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { state } = store.get();
      const edit = keyEdit(state, event.key, event.shiftKey, radius());
      if (edit === undefined) return;
      event.preventDefault();
      model.change(state.selected, edit.changes);
      tell(edit.words);
    },
    { signal },
  );
}
