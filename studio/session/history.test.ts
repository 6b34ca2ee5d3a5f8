import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween, type History, NO_HISTORY, recordChange, redoChange, undoChange } from './history.ts';

const edit = (history: History, before: string, after: string, group?: string, now = 0, pause?: number) =>
  recordChange(history, before, after, { label: after, group, ...(pause !== undefined && { pause }) }, now);

describe('the history of a text', () => {
  it('gives every earlier text back, and every later one again, for any changes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 }), { minLength: 1, maxLength: 12 }), (drawn) => {
        const texts = drawn.filter((text, i) => i === 0 || text !== drawn[i - 1]);
        let history = NO_HISTORY;
        for (let i = 1; i < texts.length; i++) history = edit(history, texts[i - 1], texts[i]);
        let text = texts[texts.length - 1];
        for (let i = texts.length - 2; i >= 0; i--) {
          const step = undoChange(history, text);
          expect(step?.text).toBe(texts[i]);
          ({ text, history } = step ?? { text, history });
        }
        expect(undoChange(history, text)).toBeUndefined();
        for (let i = 1; i < texts.length; i++) {
          const step = redoChange(history, text);
          expect(step?.text).toBe(texts[i]);
          ({ text, history } = step ?? { text, history });
        }
        expect(redoChange(history, text)).toBeUndefined();
      }),
      { seed: 20, numRuns: 300 },
    );
  });

  it('joins changes of one group into one entry, and none after a pause or an undo', () => {
    const typed = edit(edit(NO_HISTORY, 'a', 'ab', 'typing', 0, 100), 'ab', 'abc', 'typing', 50, 100);
    expect(typed.done).toHaveLength(1);
    expect(undoChange(typed, 'abc')?.text).toBe('a');
    const paused = edit(typed, 'abc', 'abcd', 'typing', 500, 100);
    expect(paused.done).toHaveLength(2);
    const undone = undoChange(paused, 'abcd');
    const again = redoChange(undone?.history ?? NO_HISTORY, 'abc');
    expect(edit(again?.history ?? NO_HISTORY, 'abcd', 'abcde', 'typing', 501, 100).done).toHaveLength(3);
  });

  it('has no entry for a change that was taken back within its group', () => {
    const dragged = edit(edit(NO_HISTORY, '1', '2', 'slider'), '2', '1', 'slider');
    expect(dragged.done).toEqual([]);
  });

  it('drops what was undone when something else is changed', () => {
    const undone = undoChange(edit(NO_HISTORY, 'a', 'b'), 'b');
    expect(edit(undone?.history ?? NO_HISTORY, 'a', 'c').undone).toEqual([]);
  });

  it('drops the oldest entries beyond five hundred', () => {
    let history = NO_HISTORY;
    for (let i = 0; i < 510; i++) history = edit(history, String(i), String(i + 1));
    expect(history.done).toHaveLength(500);
    expect(history.done[0].label).toBe('11');
  });
});

describe('the range in which two texts differ', () => {
  it('is the shortest one, also where letters repeat', () => {
    expect(changeBetween('aaa', 'aaaa')).toEqual({ from: 3, removed: '', inserted: 'a' });
    expect(changeBetween('aaaa', 'aaa')).toEqual({ from: 3, removed: 'a', inserted: '' });
    expect(changeBetween('one two', 'one three')).toEqual({ from: 5, removed: 'wo', inserted: 'hree' });
    expect(changeBetween('same', 'same')).toEqual({ from: 4, removed: '', inserted: '' });
  });
});
