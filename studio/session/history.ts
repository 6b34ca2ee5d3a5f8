/** One change of a text: at `from`, `removed` was replaced by `inserted`. */
export interface TextChange {
  readonly from: number;
  readonly removed: string;
  readonly inserted: string;
}

/** A change that can be undone. */
export interface HistoryEntry extends TextChange {
  /** What was done, as a noun phrase: `End`, `position of station`. */
  readonly label: string;
  /** Changes of one group are one entry: a word that is typed, a slider that is dragged. */
  readonly group: string | undefined;
  /** Time of its last change [ms]. */
  readonly at: number;
}

/** All changes of the text of a scene, whichever part of the page made them. Plain data. */
export interface History {
  readonly done: readonly HistoryEntry[];
  /** Undone changes, the next to redo last. */
  readonly undone: readonly HistoryEntry[];
}

export const NO_HISTORY: History = { done: [], undone: [] };

/** How a change is recorded. */
export interface EditKind {
  readonly label: string;
  readonly group?: string;
  /** Longest pause within a group [ms]; default: any. */
  readonly pause?: number;
}

/** Older entries are dropped beyond these: number, and characters in total. */
const MAX_ENTRIES = 500;
const MAX_CHARACTERS = 5e7;

/** The range in which two texts differ. */
export function changeBetween(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let end = 0;
  while (end < shorter - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, removed: before.slice(from, before.length - end), inserted: after.slice(from, after.length - end) };
}

/** Adds the change from `before` to `after`; redone changes are dropped. */
export function recordChange(
  { done, undone }: History,
  before: string,
  after: string,
  { label, group, pause = Number.POSITIVE_INFINITY }: EditKind,
  now: number,
): History {
  if (before === after) return { done, undone };
  const last = done.at(-1);
  const joins = last !== undefined && group !== undefined && last.group === group && now - last.at <= pause;
  const start = joins ? revert(before, last) : before;
  const earlier = joins ? done.slice(0, -1) : done;
  if (start === after) return { done: earlier, undone: [] };
  return { done: limited([...earlier, { ...changeBetween(start, after), label, group, at: now }]), undone: [] };
}

/** The text before the last change; undefined if there is none. */
export function undoChange({ done, undone }: History, text: string): { text: string; history: History } | undefined {
  const last = done.at(-1);
  if (last === undefined) return undefined;
  // an entry that was undone takes no more changes
  const closed = { ...last, group: undefined };
  return { text: revert(text, last), history: { done: done.slice(0, -1), undone: [...undone, closed] } };
}

/** The text after the change that was undone last; undefined if there is none. */
export function redoChange({ done, undone }: History, text: string): { text: string; history: History } | undefined {
  const next = undone.at(-1);
  if (next === undefined) return undefined;
  const { from, removed, inserted } = next;
  const after = text.slice(0, from) + inserted + text.slice(from + removed.length);
  return { text: after, history: { done: [...done, next], undone: undone.slice(0, -1) } };
}

function revert(text: string, { from, removed, inserted }: TextChange): string {
  return text.slice(0, from) + removed + text.slice(from + inserted.length);
}

/** The newest entries within the limits; the last one always stays. */
function limited(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  let characters = 0;
  let first = entries.length;
  while (first > 0 && entries.length - first < MAX_ENTRIES) {
    const { removed, inserted } = entries[first - 1];
    characters += removed.length + inserted.length;
    if (characters > MAX_CHARACTERS && first < entries.length) break;
    first--;
  }
  return first === 0 ? entries : entries.slice(first);
}
