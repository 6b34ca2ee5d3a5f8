import { describe, expect, it } from 'vitest';
import type { Recording } from '../../src/record/recorder.ts';
import { contactRows, firstAfter, frameAt, timeSpan } from './frames.ts';
import { createStore } from './store.ts';

describe('a store', () => {
  it('notifies a follower at once, and then whenever one of its keys changes', () => {
    const store = createStore({ a: 1, b: 2 });
    const heard: number[] = [];
    const { signal } = new AbortController();
    store.follow(['a'], ({ a }) => heard.push(a), signal);
    store.set({ b: 5 });
    store.set({ a: 1 });
    store.set({ a: 3, b: 6 });
    expect(heard).toEqual([1, 3]);
    expect(store.get()).toEqual({ a: 3, b: 6 });
  });

  it('forgets followers whose signal is aborted', () => {
    const store = createStore({ a: 1 });
    const life = new AbortController();
    let calls = 0;
    store.follow(['a'], () => calls++, life.signal);
    life.abort();
    store.set({ a: 2 });
    store.follow(['a'], () => calls++, life.signal);
    expect(calls).toBe(1);
  });

  it('notifies the others when one of them throws', () => {
    const store = createStore({ a: 0 });
    const heard: number[] = [];
    const { signal } = new AbortController();
    store.follow(['a'], ({ a }) => { if (a > 0) throw new Error('no'); }, signal); // biome-ignore format: one line
    store.follow(['a'], ({ a }) => heard.push(a), signal);
    expect(() => store.set({ a: 1 })).toThrow('no');
    expect(heard).toEqual([0, 1]);
  });

  it('lets a follower change the store', () => {
    const store = createStore({ a: 1, twice: 0 });
    store.follow(['a'], ({ a }) => store.set({ twice: 2 * a }), new AbortController().signal);
    store.set({ a: 4 });
    expect(store.get().twice).toBe(8);
  });
});

describe('frames of a recording', () => {
  const table = (time: number[]) => ({ rowCount: time.length, columns: { time: Float64Array.from(time) } });
  const recording = { ledger: table([0, 0.5, 1]), contacts: table([0, 0.1, 0.5, 0.6, 0.6]) } as unknown as Recording;

  it('the one shown is the last that is not later than the cursor', () => {
    expect([-1, 0, 0.49, 0.5, 0.99, 1, 7].map((time) => frameAt(recording, time))).toEqual([0, 0, 0, 1, 1, 2, 2]);
    expect(timeSpan(recording)).toEqual([0, 1]);
  });

  it('each contact row belongs to exactly one of them', () => {
    expect([0, 1, 2].map((frame) => contactRows(recording, frame))).toEqual([
      [0, 1],
      [1, 3],
      [3, 5],
    ]);
  });

  it('a search in an empty list returns its end', () => {
    expect(firstAfter(new Float64Array(0), 1)).toBe(0);
  });
});
